"""Columns of text that stand close to each other, and charts beside tables. On written pages (``written_pages``)."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.engines.regions.prose import mark_bulleted_columns
from bizrag.parsing.engines.regions.rows import find_rows
from bizrag.parsing.engines.regions.types import Region, RegionLabel
from tests.parsing.written_pages import Text, boxes, page, paragraph, regions

_SEEN = Region(label=RegionLabel.TABLE, score=0.9, box=(45.0, 96.0, 560.0, 170.0))
LINES = ("was removed from the long list of", "what else may be said about it", "and the last words of an item")


def _column(x: float, *, marker: str = "", shift: float = 0.0) -> list[Text]:
    """Items of different lengths, so that no line tells how wide the column is."""
    texts: list[Text] = []
    for item in range(4):
        for number, line in enumerate(LINES[: 2 + item % 2]):
            text = f"{marker} {line}" if marker and number == 0 else line
            y = 100 + shift + 36 * item + 12 * number
            texts.append(Text(x=x if number == 0 else x + 8, y=y, text=" ".join(text.split(" ")[: 6 + item % 3])))
    return texts


def test_a_narrow_gap_that_goes_on_down_the_page_parts_columns() -> None:
    left = _column(50)
    right_edge = max(text.x + 5 * len(text.text) for text in left)
    found = regions(page([*left, *_column(right_edge - 4)]))
    assert not any(box[0] < right_edge - 20 and box[2] > right_edge for _, box in found)


def test_lists_side_by_side_are_no_table_though_their_items_are_level() -> None:
    evidence = page([*_column(50, marker="•"), *_column(330, marker="•")])
    assert boxes(evidence, "table") == []
    assert len(boxes(evidence, "list_item")) == 8


def test_names_before_bullets_are_those_of_a_tables_rows() -> None:
    names = [Text(x=50, y=100 + 36 * row, text=name) for row, name in enumerate(("Speed", "Cost", "Risk", "Use"))]
    evidence = page([*names, *_column(150, marker="•"), *_column(400, marker="•")])
    rows = find_rows(evidence)
    mark_bulleted_columns(rows)
    assert not any(segment.is_prose for row in rows for segment in row.segments)


def test_a_chart_on_the_rows_of_a_ruled_table_is_not_in_it() -> None:
    cells = [
        ("EUR million", "2023", "2024"),
        ("Revenue", "1,134", "1,248"),
        ("Costs", "690", "748"),
        ("EBIT", "111", "141"),
    ]
    texts = [
        Text(x=60 + 80 * col, y=108 + 40 * row, text=text)
        for row, line in enumerate(cells)
        for col, text in enumerate(line)
    ]
    rules = [(50.0, 100.0 + 40 * row, 290.0, 100.0 + 40 * row) for row in range(5)]
    uprights = [(50.0 + 80 * col, 100.0, 50.0 + 80 * col, 260.0) for col in range(4)]
    # three bars, each with its value, over its year; marks of the axis, lines of the grid, a title
    bars = [(380.0 + 60 * at, 240.0 - height, 410.0 + 60 * at, 240.0) for at, height in enumerate((70.0, 86.0, 110.0))]
    grid = [(360.0, 120.0 + 20 * line, 560.0, 120.0 + 20 * line) for line in range(7)]
    chart = [Text(x=400, y=104, text="EBIT (EUR million)")]
    chart += [Text(x=338, y=115 + 20 * line, text=str(120 - 20 * line)) for line in range(7)]
    chart += [Text(x=382 + 60 * at, y=245, text=str(2022 + at)) for at in range(3)]
    evidence = page([*texts, *chart], horizontal=[*rules, *grid], vertical=uprights, filled=bars)
    assert boxes(evidence, "table") == [(50, 100, 290, 260)]


def test_a_table_and_the_text_of_the_next_column_are_apart_however_far_below_the_paragraphs() -> None:
    """A page of two columns: a table at the foot of the left one, beside sources and a heading."""
    texts = [line for x in (50, 300) for paragraph_at in range(2) for line in paragraph(x, 80 + 60 * paragraph_at, 4)]
    cells = [("Estuary", "Pairs", "Area"), ("Solway", "388", "120"), ("Jade", "447", "163"), ("Tagus", "256", "97")]
    rows = [(60 + 70 * col, 420 + 14 * row, text) for row, line in enumerate(cells) for col, text in enumerate(line)]
    texts += [Text(x=x, y=y, text=text) for x, y, text in rows]
    sources = [(300, 420, "[1] O. Berg, Tides"), (318, 434, "of the North, 2021"), (300, 448, "[2] A. Costa, Flats")]
    texts += [Text(x=x, y=y, text=text) for x, y, text in sources]
    (table,) = boxes(page(texts), "table")
    assert table[2] < 300


def test_figures_on_other_lines_leave_a_paragraph_what_it_is() -> None:
    """The lines of a paragraph and the rows of a table beside it are off each other a little."""
    texts = paragraph(50, 100, 3)
    texts += [
        Text(x=360 + 60 * col, y=102.4 + 12 * row, text=text)
        for row, line in enumerate([("", "2024", "2025"), ("Staff", "2,940", "3,012"), ("Leavers", "10.9", "9.6")])
        for col, text in enumerate(line)
        if text
    ]
    (table,) = boxes(page(texts), "table")
    assert table[0] > 340


def test_a_letterhead_above_facts_is_not_in_their_table() -> None:
    head = [
        (50, 80, "Harbour Bank"),
        (420, 80, "Account statement"),
        (50, 94, "4 Quay Street"),
        (420, 94, "No. 9/2026"),
    ]
    facts = [("Holder", "Meadow Joinery"), ("Account", "40118823"), ("Sort code", "23-11-05"), ("Limit", "10,000.00")]
    texts = [Text(x=x, y=y, text=text) for x, y, text in head]
    texts += [
        Text(x=50 + 120 * col, y=112 + 14 * row, text=text)
        for row, line in enumerate(facts)
        for col, text in enumerate(line)
    ]
    (table,) = boxes(page(texts), "table")
    assert table[1] > 104
    assert table[2] < 420


_HOLDINGS = (("Holdings", ""), ("Alder Pharma", "4.1"), ("Castle Mutual", "3.8"), ("Tern Chips", "3.6"))
_SECTORS = (("Sectors", ""), ("Banks", "21.4"), ("Health", "17.6"), ("Energy", "8.3"))


def _block(x: float, top: float, rows: Sequence[tuple[str, str]]) -> list[Text]:
    heading, *facts = rows
    texts = [Text(x=x, y=top, text=heading[0], is_bold=True)]
    for number, (label, value) in enumerate(facts):
        texts += [
            Text(x=x, y=top + 20 + 14 * number, text=label),
            Text(x=x + 100, y=top + 20 + 14 * number, text=value),
        ]
    return texts


def test_what_stands_below_headings_with_a_rule_each_is_a_table_each() -> None:
    texts = [
        text
        for y in (100.0, 200.0)
        for x, rows in ((50.0, _HOLDINGS), (230.0, _SECTORS))
        for text in _block(x, y, rows)
    ]
    rules = [(x, y + 12, x + 150, y + 12) for y in (100.0, 200.0) for x in (50.0, 230.0)]
    found = sorted(boxes(page(texts, horizontal=rules), "table"))
    assert [(left, top) for left, top, _, _ in found] == [(50, 120), (50, 220), (230, 120), (230, 220)]
    assert all(right < 230 for left, _, right, _ in found if left == 50)


def test_names_of_columns_with_a_rule_each_are_of_one_table() -> None:
    lines = (("Name", "Town"), ("Alder", "Bern"), ("Castle", "Graz"), ("Tern", "Oslo"), ("Wolf", "Rome"))
    texts = [
        Text(x=50 + 180 * col, y=100 + 16 * row, text=text, is_bold=row == 0)
        for row, line in enumerate(lines)
        for col, text in enumerate(line)
    ]
    rules = [(50.0, 112.0, 200.0, 112.0), (230.0, 112.0, 380.0, 112.0)]
    assert boxes(page(texts, horizontal=rules), "table") == [(50, 100, 250, 174)]


def test_names_of_columns_go_on_in_a_second_line() -> None:
    lines = ((100, ("", "1", "3", "Since")), (111, ("", "year", "years", "launch")))
    body = ((130, ("Fund", "10.3", "26.4", "84.3")), (146, ("Index", "11.1", "24.9", "79.8")))
    texts = [
        Text(x=50 + 90 * col, y=y, text=text, is_bold=y < 120)
        for y, line in (*lines, *body)
        for col, text in enumerate(line)
        if text
    ]
    assert boxes(page(texts), "table") == [(50, 100, 350, 156)]


def test_a_heading_close_to_the_end_of_a_line_is_in_the_column_beside_it() -> None:
    # columns 9 points apart, less than a space of the heading's type is wide
    left = [Text(x=50, y=100 + 13 * i, text="all of the words of a line " + "abc"[i % 3] * 12) for i in range(8)]
    edge = max(50 + 5 * (len(line.text) - 0.5 * line.text.count(" ")) for line in left)
    right = [Text(x=edge + 9.5, y=139 + 13 * i, text="and those of the column beside it") for i in range(5)]
    heading = Text(x=edge + 9.5, y=112, text="2 Related work", size=13)

    found = regions(page([*left, *right, heading]))

    assert ("section_header", (edge + 9.5, 112.0)) in [(kind, box[:2]) for kind, box in found]
    assert sum(kind == "text" for kind, _ in found) == 2


def test_the_rule_below_a_heading_that_ends_at_a_frame_is_none_of_its_grid() -> None:
    text = [Text(x=40, y=100 + 12 * i, text="a city on both banks of the river and the seat of") for i in range(6)]
    facts = [
        Text(x=x, y=100 + 12 * i, text=word)
        for i, pair in enumerate((("Mayor", "Ilse Grondahl"), ("Founded", "1683"), ("Area", "118 km"), ("Rank", "6th")))
        for x, word in zip((400, 470), pair, strict=True)
    ]
    frame = [(390.0, 95.0, 560.0, 95.0), (390.0, 150.0, 560.0, 150.0)]
    sides = [(390.0, 95.0, 390.0, 150.0), (560.0, 95.0, 560.0, 150.0)]
    below_heading = [(40.0, 149.0, 391.0, 149.0)]

    found = boxes(page([*text, *facts], horizontal=[*frame, *below_heading], vertical=sides), "table")

    assert [box[0] for box in found] == [400]


def test_an_address_beside_names_and_values_in_another_size_is_not_in_their_table() -> None:
    address = [
        Text(x=50, y=100 + 13 * row, text=text, size=10)
        for row, text in enumerate(("Mrs Ada Thorn", "Lark Rise", "Bedale", "North Moor"))
    ]
    names = ("Account", "Sort code", "Number", "Period")
    values = ("Everyday Account", "40-17-62", "3318 0924", "October 2026")
    pairs = [
        Text(x=x, y=100 + 13 * row, text=text, size=9)
        for row, pair in enumerate(zip(names, values, strict=True))
        for x, text in zip((330, 420), pair, strict=True)
    ]
    ((left, *_),) = boxes(page([*address, *pairs]), "table")
    assert left == 330


def test_text_below_a_heading_with_a_rule_is_apart_from_the_table_below_the_next_one() -> None:
    # a fact sheet: what funds returned, and what is said of their risk beside it
    texts = [
        Text(x=40, y=100, text="Performance (%)", is_bold=True),
        Text(x=400, y=100, text="Risk and reward", is_bold=True),
        *(Text(x=x, y=120, text=text) for x, text in ((150, "1 year"), (230, "3 years"), (310, "5 years"))),
        Text(x=400, y=134, text="The fund is in the category six"),
        Text(x=400, y=148, text="and may change."),
    ]
    for at, name in enumerate(("Fund", "Index", "Sector")):
        texts.append(Text(x=42, y=134 + 14 * at, text=name))
        texts += [Text(x=x, y=134 + 14 * at, text=f"{at + 2}.{at}") for x in (150, 230, 310)]
    rules = [(40.0, 111.0, 370.0, 112.0), (400.0, 111.0, 560.0, 112.0)]
    tables = boxes(page(texts, horizontal=rules), "table")
    assert [(left, right < 400) for left, _, right, _ in tables] == [(42, True)]


def test_a_table_across_the_page_above_two_columns_of_text_stays_whole() -> None:
    """Its labels end where the left column does not reach to, its values begin inside the right one."""
    texts = [*paragraph(50, 190, 5), *paragraph(318, 190, 5)]
    values = [(250, "412.6"), (450, "1,234"), (530, "3,450")]
    for row in range(5):
        cells = [(50, f"Profit of part {row}"), *values]
        texts += [Text(x=x, y=100 + 14 * row, text=text) for x, text in cells]
    assert boxes(page(texts), "table", [_SEEN]) == [(50, 100, 555, 166)]
