"""What stands on invoices, statements and dashboards, on written pages (``written_pages``)."""

from __future__ import annotations

import numpy as np
import pytest

from bizrag.parsing.engines.pages.page_evidence import font_sizes
from bizrag.parsing.engines.regions.rows import find_rows
from bizrag.parsing.engines.regions.tiles import find_cards
from bizrag.parsing.engines.regions.types import Box, Region, RegionLabel
from tests.parsing.written_pages import Text, boxes, page, paragraph, regions


def column(x: float, y: float, *lines: str, step: float = 12) -> list[Text]:
    return [Text(x=x, y=y + step * at, text=line, is_bold=not at) for at, line in enumerate(lines)]


def items(y: float, *, is_bold: bool = True) -> list[Text]:
    """Three items below the names of four columns; 48 points high."""
    names = (("Item", 50), ("Quantity", 250), ("Price", 350), ("Amount", 450))
    texts = [Text(x=x, y=y, text=name, is_bold=is_bold) for name, x in names]
    for at, label in enumerate(("Hosted mailbox", "Domain name", "Virtual server"), start=1):
        cells = ((label, 50), (f"{at}", 250), (f"{at}4.99", 350), (f"{at}9.92", 450))
        texts += [Text(x=x, y=y + 14 * at, text=text) for text, x in cells]
    return texts


def test_addresses_side_by_side_are_text_and_a_list_with_addresses_a_table() -> None:
    sender = column(50, 100, "Northlake Cloud", "548 Harbor Street", "Portland, OR 97205", "United States")
    payer = column(250, 100, "Bill to", "Fennimore Logistics", "Am Kai 14", "20457 Hamburg", "Germany")
    assert boxes(page([*sender, *payer]), "table") == []
    sites = [
        Text(x=x, y=100 + 12 * at, text=text)
        for at, row in enumerate(
            (
                ("Hull", "T. Byrne", "20457 Hamburg"),
                ("Bonn", "M. Silva", "53111 Bonn"),
                ("Kiel", "A. Roth", "24103 Kiel"),
            )
        )
        for x, text in zip((50, 200, 350), row, strict=True)
    ]
    assert len(boxes(page(sites), "table")) == 1


def test_facts_side_by_side_each_behind_its_name_are_text() -> None:
    left = ("Employee: Dana Whitfield", "Employee no.: 10442", "NI number: QQ123456C", "Tax code: 1257L")
    right = ("Department: Packing", "Rate: 14.20 per hour", "Hours: 162.5", "Payment: BACS")
    facts = [
        Text(x=x, y=100 + 12 * at, text=text)
        for x, lines in ((50, left), (300, right))
        for at, text in enumerate(lines)
    ]
    assert {kind for kind, _ in regions(page(facts))} == {"text"}


def test_names_of_columns_in_bold_type_begin_a_table_below_what_stands_close() -> None:
    head = [
        *(Text(x=50, y=100 + 20 * at, text=text) for at, text in enumerate(("Ilse Brandauer", "Mill Lane 7", "Prien"))),
        *(
            Text(x=x, y=104 + 20 * at, text=text)
            for at, row in enumerate((("Customer", "K-40713"), ("Invoice", "RE-118842"), ("Date", "4 Nov 2023")))
            for x, text in zip((350, 450), row, strict=True)
        ),
        Text(x=50, y=160, text="we charge for"),
    ]
    assert (50, 176, 480, 228) in boxes(page([*head, *items(176)]), "table")


def test_names_above_a_grid_that_stand_in_another_grid_are_its_own() -> None:
    names = (("Terms", 50), ("Payment", 200), ("Currency", 350))
    texts = [Text(x=x, y=y, text=text) for y in (100, 112) for text, x in names]
    below = [Text(x=x, y=y, text=f"{y} EUR") for y in (134, 150) for x in (50, 200, 350)]

    def drawn(top: float, bottom: float) -> tuple[list[Box], list[Box]]:
        across: list[Box] = [(45, y, 445, y + 0.5) for y in (top, bottom)]
        return across, [(x, top, x + 0.5, bottom) for x in (45.0, 195.0, 345.0, 445.0)]

    upper, lower = drawn(98, 124), drawn(131, 162)
    evidence = page(
        [*texts, *below],
        horizontal=[*upper[0], *lower[0], (45, 147, 445, 147.5)],
        vertical=[*upper[1], *lower[1]],
    )
    assert len(boxes(evidence, "table")) == 2


def test_figures_in_large_type_with_their_names_are_a_table_without_what_follows() -> None:
    tiles = [
        part
        for x, name, figure, remark in (
            (50, "ON TIME", "94.2%", "+1.3 since April"),
            (200, "ORDERS", "12,480", "-4 % since April"),
            (350, "CLAIMS", "87", "0.7 % of orders"),
        )
        for part in (
            Text(x=x, y=100, text=name),
            Text(x=x, y=112, text=figure, size=22),
            Text(x=x, y=136, text=remark),
        )
    ]
    headings = [
        Text(x=x, y=170, text=text, is_bold=True, size=12) for x, text in ((50, "By region"), (300, "By cause"))
    ]
    assert boxes(page([*tiles, *headings]), "table") == [(50, 100, 418, 146)]


def test_a_code_among_key_figures_is_one_of_them() -> None:
    tiles = [
        part
        for x, figure, name in ((50, "18 m", "max. head"), (200, "22 m³/h", "max. flow"), (350, "IP68", "protection"))
        for part in (Text(x=x, y=100, text=figure, size=20), Text(x=x, y=124, text=name))
    ]
    assert len(boxes(page([*tiles, *paragraph(50, 200, 6)]), "table")) == 1


def test_facts_under_their_names_in_smaller_type_are_a_table_and_a_small_head_is_none() -> None:
    names = (("Location", "Contract", "Salary"), ("Department", "Reference", "Closing date"))
    facts = (("Rotterdam, hybrid", "Permanent, 36 h", "68,000"), ("Coastal Works", "HE-2026-17", "14 August"))
    cards = [
        part
        for row, pair in enumerate(zip(names, facts, strict=True))
        for at, (name, fact) in enumerate(zip(*pair, strict=True))
        for part in (
            Text(x=50 + 180 * at, y=100 + 30 * row, text=name, size=8),
            Text(x=50 + 180 * at, y=110 + 30 * row, text=fact),
        )
    ]
    assert find_cards(find_rows(page(cards))) == [(50, 100, pytest.approx(500, abs=60), 150)]
    head = [text for text in cards if text.y < 130]
    assert find_cards(find_rows(page(head))) == []


def filled(*, gap: float = 14) -> list[Text]:
    """Names in smaller type over facts, of which one has three lines, as on an order; ``gap`` points between them."""
    rows = (
        (("Order number", "4500"), ("Order date", "16 April 2026"), ("Buyer", "Rosalind Keane")),
        (("Supplier", "Varga Pumps Ltd", "14 Tannery Wharf", "Leeds"), ("Deliver to", "Gate C, Ashcombe")),
        (("Terms", "45 days net"), ("Our ref.", "VK-0391"), ("Incoterm", "DAP")),
    )
    texts: list[Text] = []
    y = 100.0
    for row in rows:
        for at, (name, *lines) in enumerate(row):
            texts.append(Text(x=50 + 160 * at, y=y, text=name, size=8))
            texts += [Text(x=52 + 160 * at, y=y + 10 + 12 * line, text=text) for line, text in enumerate(lines)]
        y += 10 + 12 * max(len(lines) for _, *lines in row) + gap
    return texts


def test_a_fact_under_its_name_may_have_several_lines() -> None:
    ((left, top, _, bottom),) = find_cards(find_rows(page(filled())))
    assert (left, top, bottom) == (50, 100, pytest.approx(216, abs=3))
    # what stands far below is of another block
    assert find_cards(find_rows(page(filled(gap=50)))) == []


def test_one_row_of_facts_in_boxes_of_their_own_is_a_form() -> None:
    texts = filled()[:6]
    fields = [(48.0 + 160 * at, 108.5, 190.0 + 160 * at, 121.0) for at in range(3)]
    assert len(find_cards(find_rows(page(texts)), fields)) == 1
    assert find_cards(find_rows(page(texts)), [(48, 98, 520, 121)]) == []


def test_the_band_above_fields_has_the_names_of_their_columns() -> None:
    names = (("Line", 52), ("Description", 102), ("Quantity", 252), ("Amount", 352))
    fields = [
        (x - 2.0, y - 2.0, end, y + 12.0)
        for y in (116, 132, 148)
        for (_, x), end in zip(names, (99.0, 249.0, 349.0, 446.0), strict=True)
    ]
    cells = [Text(x=x, y=y, text="Coupling" if x == 102 else f"{y}") for y in (116, 132, 148) for _, x in names]
    head = [Text(x=x, y=100, text=name, is_bold=True) for name, x in names]
    band = (48.0, 97.0, 446.0, 112.0)
    tops = [top for _, top, _, _ in boxes(page([*head, *cells], filled=[band, *fields]), "table")]
    assert tops == [97]


def test_sizes_of_a_font_are_told_by_heights_that_come_back_however_many_sizes_a_page_has() -> None:
    texts = ["Page", "Net", "Gap", "Total", "Page", "Net", "Net", "Total"]
    heights = np.array([14.4, 14.4, 14.4, 12.3, 12.3, 12.3, 12.3, 12.3])
    assert font_sizes(texts, ["Sans"] * len(texts), heights).tolist() == heights.tolist()


def test_headings_with_dates_beside_them_over_lists_are_no_table() -> None:
    posts = [
        part
        for at, (post, years, done) in enumerate(
            (
                ("Senior analyst", "2021 to 2024", "• Cut inventory across four sites."),
                ("Analyst", "2017 to 2021", "• Introduced slots for trucks."),
            )
        )
        for part in (
            Text(x=50, y=100 + 40 * at, text=post, is_bold=True),
            Text(x=450, y=100 + 40 * at, text=years),
            Text(x=70, y=120 + 40 * at, text=done),
        )
    ]
    seen = Region(label=RegionLabel.TABLE, score=0.9, box=(45, 95, 555, 175))
    assert boxes(page(posts), "table", [seen]) == []


def test_the_row_below_the_last_rule_of_a_table_with_rules_above_its_rows_is_one_of_it() -> None:
    rows = (
        ("Availability", "Credit"),
        ("below 99.5", "5 % of the fee"),
        ("below 99.0", "10 %"),
        ("below 98.0", "25 %"),
    )
    texts = [
        Text(x=x, y=104 + 20 * at, text=text)
        for at, row in enumerate(rows)
        for x, text in zip((50, 250), row, strict=True)
    ]
    rules = [(48.0, 100.0 + 20 * at, 400.0, 100.5 + 20 * at) for at in range(len(rows))]
    after = Text(x=50, y=196, text="Credits are the only remedy of the customer in such a month.")
    assert boxes(page([*texts, after], horizontal=rules), "table")[0][3] >= 174


def test_a_heading_in_large_bold_type_parts_rows_that_stand_close() -> None:
    rows = [Text(x=x, y=100 + 14 * at, text=f"{at}{x}") for at in range(4) for x in (50, 250, 450)]
    title = Text(x=50, y=156, text="Other charges", is_bold=True, size=13)
    more = [Text(x=x, y=174 + 14 * at, text=f"{at}{x}") for at in range(4) for x in (50, 250, 450)]
    assert len(boxes(page([*rows, title, *more]), "table")) == 2


def pairs(x: float, y: float, *rows: tuple[str, str]) -> list[Text]:
    return [Text(x=x + 120 * at, y=y + 14 * n, text=text) for n, row in enumerate(rows) for at, text in enumerate(row)]


CHARGES = (("Balance", "172.10"), ("Water", "75.03"), ("Sewer", "96.20"), ("State fee", "4.19"), ("Total", "187.42"))


def test_a_coloured_panel_beside_and_above_other_rows_is_a_table_of_its_own() -> None:
    dates = (("Bill date", "14 Jan 2024"), ("Due date", "5 Feb 2024"))
    account = pairs(320, 90, ("Account", "7781 2093"), *dates, ("Total due", "187.42"))
    below = pairs(50, 150, *CHARGES)
    title = Text(x=50, y=100, text="Brightwater")
    found = boxes(page([title, *account, *below], filled=[(310, 85, 540, 146)]), "table")
    assert sorted(found) == [(50, 150, 200, 216), (320, 90, 490, 142)]


def test_a_coloured_panel_beside_running_text_is_a_table_of_its_own() -> None:
    sentence = "the pontoon was opened by all who had built it so"
    text = [Text(x=50, y=110 + 14 * at, text=sentence) for at in range(7)]
    issue = [Text(x=320, y=92, text="No. 143"), Text(x=440, y=92, text="Autumn")]
    dates = pairs(320, 112, ("4 May", "Supper"), ("18 May", "Crane"), ("6 June", "Talk"), ("22 June", "Meeting"))
    found = boxes(page([*issue, *text, *dates], filled=[(310, 107, 540, 170)]), "table")
    assert [box[1] for box in found] == [112]


def test_a_coloured_column_of_a_table_is_no_panel() -> None:
    rows = [
        Text(x=x, y=100 + 14 * at, text=text)
        for at, label in enumerate(("Sales", "Costs", "Margin", "Income"))
        for x, text in ((50, label), (250, f"{at}1,204"), (350, f"{at}1,118"))
    ]
    assert boxes(page(rows, filled=[(240, 95, 330, 160)]), "table") == [(50, 100, 380, 152)]


def test_bars_beside_the_rows_of_a_table_are_a_picture_and_no_columns_of_it() -> None:
    bars = [(330.0 + 40 * at, top, 348.0 + 40 * at, 210.0) for at, top in enumerate((160.0, 140.0, 180.0, 150.0))]
    labels = [
        part
        for (left, top, _, _), month in zip(bars, ("Sep", "Oct", "Nov", "Dec"), strict=True)
        for part in (Text(x=left, y=top - 11, text=f"{left:.0f}", size=8), Text(x=left, y=213, text=month, size=8))
    ]
    headings = [Text(x=50, y=100, text="Charges", is_bold=True), Text(x=320, y=100, text="Your use", is_bold=True)]
    evidence = page([*headings, *pairs(50, 130, *CHARGES), *labels], filled=bars)
    assert boxes(evidence, "table") == [(50, 130, 200, 196)]
    assert len(boxes(evidence, "picture")) == 1


def test_the_first_line_of_the_name_of_a_last_column_is_no_heading_over_the_table() -> None:
    first = Text(x=450, y=164, text="Change", is_bold=True)
    assert boxes(page([Text(x=50, y=140, text="All figures in thousands"), first, *items(176)]), "table") == [
        (50, 164, 480, 228)
    ]


def test_names_of_columns_in_plain_type_that_are_set_off_begin_a_table() -> None:
    head = [
        Text(x=x, y=100 + 12 * at, text=text) for at in range(3) for x, text in ((50, "Northlake"), (250, "Fennimore"))
    ]
    due = Text(x=50, y=154, text="Due on 2 April")
    assert boxes(page([*head, due, *items(178, is_bold=False)]), "table") == [(50, 178, 480, 230)]
    # rows of words before rows of figures are rows
    plans = [
        Text(x=x, y=100 + 24 * at, text=text)
        for at, row in enumerate(
            (("Plan", "Basic", "Pro"), ("Support", "Mail", "Phone"), ("Users", "5", "20"), ("Sites", "1", "9"))
        )
        for x, text in zip((50, 250, 400), row, strict=True)
    ]
    assert [box[1] for box in boxes(page(plans), "table")] == [100]


def test_names_that_come_again_begin_another_table() -> None:
    def sheet(y: float, name: str) -> list[Text]:
        rows = (
            (name, "Note", "31.12.2023", "31.12.2022"),
            ("Capital", "4", "20,000", "20,000"),
            ("Loans", "5", "1,2", "9"),
        )
        return [
            Text(x=x, y=y + 14 * at, text=text, is_bold=not at)
            for at, row in enumerate(rows)
            for x, text in zip((50, 250, 330, 430), row, strict=True)
        ]

    assert len(boxes(page([*sheet(100, "Assets"), *sheet(150, "Liabilities")]), "table")) == 2


def test_what_figures_are_in_is_no_title_between_periods_and_their_values() -> None:
    periods = [Text(x=x, y=100, text=text, is_bold=True, size=12) for x, text in ((300, "2023"), (400, "2022"))]
    unit = Text(x=335, y=122, text="(In millions)", is_bold=True, size=12)
    rows = [
        Text(x=x, y=140 + 14 * at, text=text)
        for at, label in enumerate(("Sales", "Costs", "Margin"))
        for x, text in ((50, label), (300, f"{at}1,204"), (400, f"{at}1,118"))
    ]
    assert [box[1] for box in boxes(page([*periods, unit, *rows]), "table")] == [100]


def test_cards_side_by_side_are_a_table_each_and_their_prices_are_below_them() -> None:
    texts, boxes_drawn = [], []
    for x, name, power, price in ((50, "Trimmer", "520 W", "64.90"), (230, "Blower", "900 W", "52.50")):
        texts += [Text(x=x, y=100, text=name, is_bold=True, size=14)]
        texts += pairs(x, 124, ("Power", power), ("Weight", "3.1 kg"), ("Noise", "93 dB"), ("Bag", "45 l"))
        texts += [Text(x=x, y=188, text=price, is_bold=True, size=16)]
        boxes_drawn.append((x - 8.0, 94.0, x + 160.0, 210.0))
    evidence = page(texts, filled=boxes_drawn)
    assert sorted(box[:2] for box in boxes(evidence, "table")) == [(50, 124), (230, 124)]
    assert all(box[3] < 188 for box in boxes(evidence, "table"))
    # names on one line are of two cards
    assert not any(box[0] < 220 < box[2] for label, box in regions(evidence))


def test_the_figure_of_a_card_with_few_lines_is_no_heading() -> None:
    def card(x: float) -> list[Text]:
        texts = [Text(x=x, y=100, text="Your plan"), Text(x=x, y=114, text="Green Fix", is_bold=True, size=20)]
        return [*texts, Text(x=x, y=138, text="ends in June 2027")]

    drawn = [(45.0, 95.0, 195.0, 152.0), (215.0, 95.0, 365.0, 152.0)]
    body = [Text(x=50, y=200, text="Electricity", is_bold=True, size=14), *paragraph(50, 220, 5)]
    found = boxes(page([*card(50), *card(220), *body], filled=drawn), "section_header")
    assert [box[1] for box in found] == [200]
