"""Tables whose rows are ruled off, and blocks of a letter side by side, on written pages (``written_pages``)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bizrag.parsing.engines.regions.types import Box, Region, RegionLabel
from tests.parsing.written_pages import Text, boxes, page, paragraph, regions

_PITCH = 20.0


def ruled(x: float, y: float, rows: Sequence[Sequence[str]], *, step: float = 80.0) -> tuple[list[Text], list[Box]]:
    """Rows of cells from a place on, each above a rule that reaches 10 points further on both sides."""
    texts = [
        Text(x=x + step * col, y=y + _PITCH * row, text=text)
        for row, cells in enumerate(rows)
        for col, text in enumerate(cells)
    ]
    right = x + step * len(rows[0]) + 10
    return texts, [(x - 10, y + 15 + _PITCH * row, right, y + 15 + _PITCH * row) for row in range(len(rows))]


_RANGES = [("Code", "Range", "Burst"), ("A1", "0-1 bar", "15"), ("A2", "0-6 bar", "50"), ("A3", "0-16 bar", "90")]
_PARTS = [
    ("Part", "Material", "Seal"),
    ("Housing", "steel", "none"),
    ("Window", "plastic", "rubber"),
    ("Ring", "PEEK", "by user"),
]


def test_tables_beside_and_below_each_other_are_parted_by_their_rules() -> None:
    left, left_rules = ruled(50, 100, _RANGES)
    right, right_rules = ruled(330, 100, _PARTS)
    lower, lower_rules = ruled(50, 214, _PARTS)
    names = [Text(x=50, y=78, text="Measuring ranges", size=12), Text(x=50, y=192, text="Materials", size=12)]

    found = page([*left, *right, *lower, *names], horizontal=[*left_rules, *right_rules, *lower_rules])

    assert boxes(found, "table") == [(40, 100, 300, 175), (320, 100, 580, 175), (40, 214, 300, 289)]
    assert [box[1] for kind, box in regions(found) if kind == "section_header"] == [78, 192]


def test_the_band_behind_the_names_of_columns_is_where_the_table_begins() -> None:
    texts, rules = ruled(50, 150, _RANGES)
    address = [Text(x=50 + 90 * col, y=124, text=text) for col, text in enumerate(("Account", "17 May", "Delmotte"))]

    found = page([*address, *texts], horizontal=rules, filled=[(40, 145, 300, 165)])

    assert (40, 145, 300, 225) in boxes(found, "table")


def test_what_is_framed_above_a_paragraph_is_no_head_of_the_table_below_it() -> None:
    texts, rules = ruled(50, 260, _RANGES, step=80)
    framed = [Text(x=50, y=110, text="How many buy which range"), Text(x=50, y=160, text="Source: Survey of buyers")]
    between = paragraph(45, 195, 3)

    found = page([*framed, *between, *texts], horizontal=rules, filled=[(40, 100, 300, 180)])

    assert boxes(found, "table") == [(40, 260, 300, 335)]


def test_shades_behind_each_name_of_a_column_are_one_band_though_no_rule_lies_below_them() -> None:
    ranges = [("A1", "on", "off"), ("A2", "off", "off"), ("A3", "on", "on"), ("A4", "off", "on")]
    texts, rules = ruled(50, 160, ranges)
    names = [Text(x=50 + 80 * col, y=138, text=text) for col, text in enumerate(("Code", "First", "Last"))]
    shades = [(40.0, 133.0, 120.0, 153.0), (120.0, 133.0, 200.0, 153.0), (200.0, 133.0, 300.0, 153.0)]

    assert boxes(page([*names, *texts], horizontal=rules, filled=shades), "table") == [(40, 133, 300, 235)]


def test_names_over_several_columns_belong_to_the_head_though_rules_lie_below_them() -> None:
    texts, rules = ruled(50, 150, [("Segment", "Revenue", "Margin"), *_RANGES[1:]])
    years = [Text(x=150, y=132, text="2025"), Text(x=230, y=132, text="2024")]
    under = [(130.0, 145.0, 200.0, 145.0), (210.0, 145.0, 280.0, 145.0)]

    assert boxes(page([*years, *texts], horizontal=[*under, *rules]), "table") == [(40, 132, 300, 225)]


def test_pieces_of_rules_under_each_cell_are_one_rule() -> None:
    texts, rules = ruled(50, 100, _RANGES)
    pieces = [
        (left, top, right, bottom)
        for start, top, end, bottom in rules
        for left, right in ((start, 128), (130, 208), (210, end))
    ]
    assert boxes(page(texts, horizontal=pieces), "table") == [(40, 100, 300, 175)]


def test_a_cell_of_several_lines_is_in_its_row() -> None:
    texts, rules = ruled(50, 100, [*_RANGES, ("A4", "0-40 bar", "160")])
    wrapped = [Text(x=210, y=131, text="rated")]
    texts = [text for text in texts if text.y < 130] + [
        Text(x=text.x, y=text.y + 20, text=text.text) for text in texts if text.y >= 130
    ]
    rules = [rules[0], *((left, top + 20, right, bottom + 20) for left, top, right, bottom in rules[1:])]

    assert boxes(page([*texts, *wrapped], horizontal=rules), "table") == [(40, 100, 300, 215)]


def test_titles_between_rules_of_that_width_are_above_the_table() -> None:
    texts, rules = ruled(50, 150, _RANGES)
    title = [Text(x=50, y=60, text="Controller and parts"), Text(x=50, y=95, text="Speed control of pumps")]
    head = [(40.0, 80.0, 300.0, 80.0), (40.0, 50.0, 300.0, 50.0)]

    assert boxes(page([*title, *texts], horizontal=[*head, *rules]), "table") == [(40, 150, 300, 225)]


def test_a_list_between_rules_and_lines_over_a_drawing_are_no_tables() -> None:
    items = [(f"One text that stands alone on line {number}",) for number in range(5)]
    texts, rules = ruled(50, 100, items, step=250)
    assert boxes(page(texts, horizontal=rules), "table") == []
    # labels of a chart stand on its lines as often as between them
    struck = [Text(x=60 + 50 * col, y=95 + 16 * col, text=f"{col}7") for col in range(5)]
    lines = [(40.0, 100.0 + 20 * level, 320.0, 100.0 + 20 * level) for level in range(5)]
    assert (
        boxes(page([*struck, *(Text(x=t.x + 25, y=t.y + 7, text=t.text) for t in struck)], horizontal=lines), "table")
        == []
    )


def test_an_address_beside_the_data_of_a_letter_is_no_column_of_them() -> None:
    address = ["Museum of Waterways", "Accounts payable", "Canal Street 14", "8601 Sneek", "Netherlands"]
    data = ["Invoice number", "Invoice date", "Your order", "Our job", "Payment due"]
    values = ["INV-88213", "17 September", "MNW 931", "J-4417", "17 October"]
    left = [Text(x=50, y=100 + 12.0 * row, text=text) for row, text in enumerate(address)]
    right = [
        Text(x=x, y=101 + 13.3 * row, text=text)
        for row, pair in enumerate(zip(data, values, strict=True))
        for x, text in zip((300, 400), pair, strict=True)
    ]

    found = page([*left, *right])

    assert [box[0] for box in boxes(found, "table")] == [300]


def test_short_lines_of_two_columns_of_text_are_no_table() -> None:
    first = ["by four per cent, as a", "meter at the works was", "read in a wrong unit and", "corrected in the autumn"]
    second = ["threaten two of the works,", "the one on the coast and", "the one below the dam, as", "was said before"]
    texts = [
        Text(x=x, y=100 + 16.0 * row, text=text)
        for x, lines in ((50, first), (230, second))
        for row, text in enumerate(lines)
    ]
    assert boxes(page([*texts, *paragraph(400, 100, 5)]), "table") == []


def test_what_names_its_source_ends_what_stands_above() -> None:
    axis = [Text(x=50 + 60.0 * col, y=100, text=str(2019 + col)) for col in range(5)]
    note = [Text(x=50, y=114, text="Source: company data")]
    rows = [("Holder", "Capital", "Votes"), ("Family", "18.7", "39.4"), ("Fund", "9.2", "6.1"), ("Staff", "4.6", "3.3")]
    table = [
        Text(x=50 + 100.0 * col, y=128 + 14.0 * row, text=text)
        for row, cells in enumerate(rows)
        for col, text in enumerate(cells)
    ]
    assert [round(box[1]) for box in boxes(page([*axis, *note, *table]), "table")] == [128]


def test_a_heading_right_below_a_table_is_none_of_its_captions() -> None:
    texts, rules = ruled(50, 100, _RANGES)
    note = Text(x=50, y=190, text="Note 12. Stock-based compensation", is_bold=True)
    seen = Region(label=RegionLabel.CAPTION, score=0.9, box=(48, 188, 230, 202))

    found = regions(page([*texts, note, *paragraph(50, 210, 3)], horizontal=rules), [seen])

    assert "section_header" in [kind for kind, _ in found]
    assert "caption" not in [kind for kind, _ in found]


def test_rules_above_sums_part_no_table_from_the_labels_of_its_rows() -> None:
    names = ("Net income", "Depreciation", "Receivables", "From operations", "Capital expenditure", "Purchases")
    names = (*names, "Used in investing", "Dividends", "Used in financing")
    texts = [
        Text(x=x, y=100 + _PITCH * row, text=text)
        for row, name in enumerate(names)
        for x, text in ((50, name), (330, f"{34 + row},490"), (430, f"({28 + row},127)"))
    ]
    sums = [(310.0, 95 + _PITCH * row, 490.0, 95 + _PITCH * row) for row in (3, 4, 6, 7, 8, 9)]

    (found,) = boxes(page(texts, horizontal=[(40, 95, 490, 95), *sums]), "table")
    assert (found[0], found[1]) == (50, 100)
    assert found[3] >= 100 + _PITCH * 8


def test_a_heading_in_larger_type_below_a_table_begins_another_part() -> None:
    rows = [("Term loan", "75,000", "82,500"), ("Facility", "23,500", "23,500"), ("Net debt", "45,617", "44,493")]
    texts = [
        Text(x=50 + 140 * col, y=100 + 14 * row, text=text)
        for row, cells in enumerate(rows)
        for col, text in enumerate(cells)
    ]
    below = [
        Text(x=50, y=158, text="8.2 Warranty", size=14),
        Text(x=50, y=178, text="Products carry a warranty of 24 months."),
        Text(x=290, y=178, text="The provision was $6.9 million"),
    ]

    (found,) = boxes(page([*texts, *below]), "table")
    assert found[3] < 150


def test_names_above_the_first_row_belong_to_a_table_whose_rules_lie_below_its_rows() -> None:
    rows = [("", "2025", "2024"), ("Net sales", "(29,294)", "(36,763)"), ("Rent", "410", "68,910"), ("Pay", "17", "4")]
    texts = [
        Text(x=50 + 140 * col, y=100 + _PITCH * row, text=text)
        for row, cells in enumerate(rows)
        for col, text in enumerate(cells)
        if text
    ]
    rules = [(40.0, 115 + _PITCH * row, 460.0, 115 + _PITCH * row) for row in (1, 2, 3)]

    assert boxes(page(texts, horizontal=rules), "table") == [(40, 100, 460, 175)]


def test_a_name_alone_between_two_rules_parts_tables_of_one_width() -> None:
    upper = [Text(x=50 + 140 * c, y=105 + 14 * r, text=f"{9 + r}{c}0") for r in range(4) for c in range(3)]
    lower = [Text(x=50 + 140 * c, y=225 + 14 * r, text=f"{7 + r}{c}0") for r in range(4) for c in range(3)]
    name = Text(x=50, y=188, text="Quarters of the year", size=13, is_bold=True)
    rules = [(40.0, y, 460.0, y) for y in (100.0, 117.0, 163.0, 220.0, 237.0, 283.0)]

    found = page([*upper, name, *lower], horizontal=rules)

    assert [(box[1] < 110, box[3] < 170) for box in boxes(found, "table")] == [(True, True), (False, False)]
    assert [box[1] for kind, box in regions(found) if kind == "section_header"] == [188]


def test_a_figure_in_larger_type_is_no_title() -> None:
    rows = [Text(x=50 + 100 * c, y=100 + 14 * r, text=f"{9 + r}{c}0") for r in (0, 1, 2, 4, 5, 6) for c in range(3)]
    large = Text(x=50, y=141, text="200", size=14)

    assert len(boxes(page([*rows, large]), "table")) == 1
    assert len(boxes(page([*rows, Text(x=50, y=141, text="Quarters", size=14)]), "table")) == 2


def test_a_caption_between_rows_begins_another_table() -> None:
    upper, rules = ruled(50, 100, _RANGES)
    lower, others = ruled(50, 194, _PARTS)
    caption = Text(x=50, y=181, text="Table 2 - Materials")

    found = boxes(page([*upper, caption, *lower], horizontal=[*rules, *others]), "table")

    assert [box[1] for box in found] == [100, pytest.approx(193, abs=2)]
    # a caption alone between two rules
    alone = boxes(page([*upper, caption, *lower], horizontal=[*rules, (40, 192, 300, 192), *others]), "table")
    assert len(alone) == 2


def test_names_in_heavy_type_below_rows_begin_another_table_though_the_rules_go_on() -> None:
    meter = [("Previous", "48,210", "20,114"), ("Latest", "48,642", "20,294"), ("Used", "432", "180")]
    readings, reading_rules = ruled(50, 100, meter)
    names = [Text(x=50 + 80 * col, y=156, text=text, is_bold=True) for col, text in enumerate(("Charge", "kWh", "Sum"))]
    charges, charge_rules = ruled(
        50, 170, [("Day", "432", "127.01"), ("Night", "180", "28.98"), ("Fee", "92", "47.84")]
    )
    found = boxes(page([*readings, *names, *charges], horizontal=[*reading_rules, *charge_rules]), "table")
    assert len(found) == 2
    assert sorted(box[3] < 156 or box[1] >= 155 for box in found) == [True, True]


def test_names_of_columns_of_which_some_go_on_below_are_all_of_the_head() -> None:
    texts, rules = ruled(50, 150, [("", "grants", "part"), *_RANGES[1:]])
    names = [Text(x=50 + 80 * col, y=134, text=text) for col, text in enumerate(("Region", "Open", "Paid"))]
    texts = [text for text in texts if text.text]

    assert boxes(page([*names, *texts], horizontal=rules), "table") == [(40, 134, 300, 225)]


def test_what_stands_beside_a_table_between_three_rules_is_none_of_its_cells() -> None:
    rows = (("VEI", "Name", "How often"), ("0", "Effusive", "always"), ("2", "Explosive", "every 2 weeks"))
    rows += (("4", "Cataclysmic", "18 months"), ("5", "Paroxysmic", "12 years"), ("6", "Colossal", "50 years"))
    texts = [
        Text(x=x, y=100 + 14 * at + 6 * (at > 0), text=text)
        for at, cells in enumerate(rows)
        for x, text in zip((50, 90, 180), cells, strict=True)
    ]
    texts += [Text(x=300, y=y, text=text) for y, text in ((106, "Each step means ten"), (120, "times more material."))]
    texts += [Text(x=300, y=y, text=text) for y, text in ((148, "Helens 1980: VEI 5"), (162, "Tambora 1815: VEI 7"))]
    evidence = page(texts, horizontal=[(45, y, 260, y) for y in (96, 114, 192)])
    (table,) = boxes(evidence, "table")
    assert table[2] <= 260
    assert table[3] >= 186


def test_rules_over_figures_only_leave_no_names_of_rows_outside() -> None:
    rows = (("Net income", "$ 8,113", "$ 7,020"), ("Derivatives", "142", "(115)"), ("Pensions", "1", "18"))
    texts = [
        Text(x=x, y=128 + 14 * at, text=text)
        for at, cells in enumerate(rows)
        for x, text in zip((50, 220, 290), cells, strict=True)
    ]
    texts += [Text(x=235, y=96, text="Three months ended")]
    texts += [
        Text(x=x, y=110, text=text) for x, text in ((50, "In millions"), (215, "Apr 1, 2023"), (285, "Apr 2, 2022"))
    ]
    evidence = page(texts, horizontal=[(210, y, 345, y) for y in (108, 124, 170)])
    (table,) = boxes(evidence, "table")
    assert table[0] <= 50
    assert table[1] <= 97


def test_columns_beside_rules_over_the_others_are_of_the_table() -> None:
    rows = (("Balance, beginning", "$ (27)", "$ (13)"), ("Losses", "(15)", "(40)"), ("Taxes", "46", "59"))
    rows += (("Balance, end", "$ (6)", "$ (6)"),)
    texts = [
        Text(x=x, y=128 + 14 * at, text=text)
        for at, cells in enumerate(rows)
        for x, text in zip((50, 220, 290), cells, strict=True)
    ]
    texts += [Text(x=x, y=110, text=text) for x, text in ((50, "In millions"), (220, "2023"), (290, "2022"))]
    rules = [(45, y, 260, y) for y in (106, 124, 168)] + [(280, y, 330, y) for y in (124, 168)]
    (table,) = boxes(page(texts, horizontal=rules), "table")
    assert table[2] >= 300


def test_a_first_row_of_many_lines_below_a_coloured_head_is_of_its_table_though_a_rule_above_is_as_wide() -> None:
    rows = [("2", "Labour", "551.00"), ("3", "Copper pipe", "159.60"), ("4", "Inhibitor", "109.50")]
    texts, rules = ruled(50, 175, rows)
    names = [Text(x=50 + 80 * col, y=106, text=text, is_bold=True) for col, text in enumerate(("Item", "Work", "Net"))]
    first = [
        Text(x=130, y=124, text="Pump with", size=12),
        *(Text(x=50 + 80 * col, y=134, text=text, size=12) for col, text in ((0, "1"), (2, "625.00"))),
        Text(x=130, y=145, text="two valves", size=12),
        Text(x=130, y=158, text="old one taken", size=9),
    ]
    address = [Text(x=50, y=70, text="Unit 7"), Text(x=210, y=70, text="Invoice")]
    shades = [(40.0, 100.0, 120.0, 120.0), (120.0, 100.0, 200.0, 120.0), (200.0, 100.0, 300.0, 120.0)]
    above = [(40.0, 60.0, 300.0, 60.0), (40.0, 170.0, 300.0, 170.0)]

    found = page([*address, *names, *first, *texts], horizontal=[*above, *rules], filled=shades)

    assert boxes(found, "table") == [(40, 100, 300, 230)]
