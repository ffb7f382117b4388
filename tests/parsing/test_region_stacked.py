"""Tables that stand right upon each other, and columns of text that little tells apart. On written pages."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bizrag.parsing.engines.regions.rows import find_rows
from bizrag.parsing.engines.regions.types import Box, Region, RegionLabel
from tests.parsing.written_pages import Text, boxes, page, paragraph, picture, regions


def _rows(y: float, labels: tuple[str, ...], *, is_bold: bool = False) -> list[Text]:
    """Rows with two figures each, at 300 and 400."""
    return [
        text
        for row, label in enumerate(labels)
        for text in (
            Text(x=50, y=y + 12 * row, text=label, is_bold=is_bold),
            Text(x=300, y=y + 12 * row, text=f"{row + 1},234"),
            Text(x=400, y=y + 12 * row, text=f"{row + 2},567"),
        )
    ]


def _years(y: float, first: int = 2025) -> list[Text]:
    return [Text(x=300, y=y, text=str(first)), Text(x=400, y=y, text=str(first - 1))]


UPPER = [*_years(100), *_rows(112, ("Cash", "Shares", "Plant"))]


@pytest.mark.parametrize(
    "heading",
    [
        pytest.param([Text(x=50, y=150, text="Note 9 - Product warranty", is_bold=True)], id="of a section"),
        pytest.param([Text(x=50, y=150, text="Sales by destination")], id="in plain type"),
        pytest.param(
            [Text(x=180, y=148, text="BALANCE SHEETS"), Text(x=185, y=159, text="(in thousands)")], id="two lines"
        ),
    ],
)
def test_a_heading_and_periods_alone_below_it_begin_another_table(heading: list[Text]) -> None:
    lower = [*_years(172), *_rows(184, ("Pay", "Rent", "Power"))]
    found = boxes(page([*UPPER, *heading, *lower]), "table")
    assert [(top, bottom) for _, top, _, bottom in found] == [(100, 146), (172, 218)]


def test_a_day_may_stand_over_its_year() -> None:
    days = [Text(x=280, y=160, text="September 27,"), Text(x=380, y=160, text="September 28,")]
    lower = [*days, *_years(171), Text(x=50, y=184, text="Assets", is_bold=True), *_rows(196, ("Pay", "Rent", "Power"))]
    found = boxes(page([*UPPER, Text(x=50, y=148, text="Balance sheets"), *lower]), "table")
    assert [(top, bottom) for _, top, _, bottom in found] == [(100, 146), (160, 230)]


def test_a_heading_above_rows_of_the_same_columns_begins_none() -> None:
    lower = [Text(x=50, y=148, text="Liabilities", is_bold=True), *_rows(160, ("Pay", "Rent", "Power"))]
    found = boxes(page([*UPPER, *lower]), "table")
    assert [(top, bottom) for _, top, _, bottom in found] == [(100, 194)]


def test_the_number_and_name_of_a_section_are_not_in_the_table_that_the_detector_sees() -> None:
    heading = Text(x=50, y=88, text="Note 9 - Product warranty", is_bold=True)
    seen = Region(label=RegionLabel.TABLE, score=0.9, box=(45.0, 84.0, 460.0, 150.0))
    found = boxes(page([heading, *UPPER]), "table", [seen])
    assert [(top, bottom) for _, top, _, bottom in found] == [(100, 146)]


def _grid(top: float, edges: Sequence[float], rows: int) -> tuple[list[Box], list[Box]]:
    level = [(edges[0], top + 20 * row, edges[-1], top + 20 * row) for row in range(rows + 1)]
    return level, [(x, top, x, top + 20 * rows) for x in edges]


def _cells(top: float, edges: Sequence[float], rows: Sequence[Sequence[str]]) -> list[Text]:
    return [
        Text(x=edges[col] + 5, y=top + 5 + 20 * row, text=text, is_bold=row == 0)
        for row, line in enumerate(rows)
        for col, text in enumerate(line)
    ]


@pytest.mark.parametrize(("second", "number"), [((50.0, 250.0, 350.0, 500.0), 2), ((50.0, 200.0, 350.0, 500.0), 1)])
def test_a_grid_ends_where_names_in_bold_stand_over_other_columns(second: tuple[float, ...], number: int) -> None:
    first = (50.0, 200.0, 350.0, 500.0)
    upper = [("Body", "Devices", "Start"), ("Region", "15,920", "1 May"), ("Town", "9,340", "22 May")]
    lower = [("Milestone", "Deadline", "Released"), ("M1 Plan", "15 May", "10%"), ("M2 Tests", "30 May", "25%")]
    level, uprights = _grid(100, first, 3)
    more, further = _grid(160, second, 3)
    evidence = page(
        [*_cells(100, first, upper), *_cells(160, second, lower)],
        horizontal=[*level, *more],
        vertical=[*uprights, *further],
    )
    assert len(boxes(evidence, "table")) == number


def test_cells_above_the_note_over_an_image_are_not_its_labels() -> None:
    note = Text(x=50, y=160, text="Includes shares withheld for taxes on the vesting of stock, which is no purchase.")
    evidence = page([*UPPER, note], bitmaps=[(100, 180, 500, 360)])
    found = regions(evidence, [picture((45.0, 90.0, 505.0, 362.0))])
    assert [box for kind, box in found if kind == "picture"] == [(100, 180, 500, 360)]
    assert len([kind for kind, _ in found if kind == "table"]) == 1


def test_a_sentence_that_breaks_off_at_the_edge_of_its_column_goes_on_with_a_capital() -> None:
    caption = Region(label=RegionLabel.CAPTION, score=0.9, box=(45.0, 162.0, 320.0, 211.0))
    text = Region(label=RegionLabel.TEXT, score=0.9, box=(45.0, 211.0, 320.0, 236.0))
    first = Text(x=50, y=200, text="and it was the fall of orders for which Process")
    rest = [
        Text(x=50, y=212, text="Controls is known that brought it down to a bit"),
        Text(x=50, y=224, text="in the third quarter of the year and the fourth."),
    ]
    found = regions(page([*paragraph(50, 164, 3), first, *rest]), [caption, text])
    assert [(top, bottom) for _, (_, top, _, bottom) in found] == [(164, 234)]


def _end(text: Text) -> float:
    return text.x + 5 * text.size / 10 * (len(text.text) - 0.5 * text.text.count(" "))


def test_text_in_other_type_level_with_a_line_is_of_another_column() -> None:
    lines = ("of the tilt nodes", "other authors who", "They wrote it all")
    left = [Text(x=30, y=100 + 16 * row, text=line, size=13) for row, line in enumerate(lines)]
    edge = max(map(_end, left))
    sources = ("[9] P. Marchetti", "Frane 15 (2022).", "[10] Y. Sato and")
    right = [Text(x=edge + 14, y=101 + 16 * row, text=line) for row, line in enumerate(sources)]
    assert not any(box[0] < edge - 5 and box[2] > edge + 14 for _, box in regions(page([*left, *right])))


def test_lines_that_end_at_one_place_are_a_column_though_no_paragraph_is_long() -> None:
    """Entries with a hanging indent, full lines and short ones, beside a few lines of the next column."""
    words = "aa bbbb ccc dd eeee ff"
    left = [Text(x=30 + 10 * (row % 2), y=100 + 14 * row, text=words) for row in range(10)]
    edge = max(map(_end, left)) + 20
    left = [Text(x=one.x, y=one.y, text=one.text + "x" * round((edge - _end(one)) / 5)) for one in left]
    lines = {
        1: "Appendix A of these notes",
        3: "Search space of a fold",
        4: "and of nothing",
        6: "that one may find",
        8: "at all in any of them",
    }
    right = [Text(x=edge + 14, y=100 + 14 * row, text=line) for row, line in lines.items()]
    assert not any(box[0] < edge - 5 and box[2] > edge + 14 for _, box in regions(page([*left, *right])))


def test_values_that_are_no_number_together_are_two_however_close_they_stand() -> None:
    rows = [
        ("no gate", "0.654 -0.077", "12.9"),
        ("no graph", "0.679 -0.052", "13.7"),
        ("no rain", "0.702 -0.029", "14.2"),
    ]
    texts = [
        Text(x=x, y=100 + 12 * row, text=cell)
        for row, cells in enumerate(rows)
        for x, cell in zip((50, 200, 300), cells, strict=True)
    ]
    assert [len(row.segments) for row in find_rows(page(texts))] == [4, 4, 4]


def test_names_left_of_bars_on_both_sides_of_their_axis_are_in_the_chart() -> None:
    names = ("Care for the elderly", "Road repair", "Street lighting", "Council offices")
    values = (46, 39, -5, -49)
    texts, bars = [], []
    for row, (name, value) in enumerate(zip(names, values, strict=True)):
        y = 100 + 24.0 * row
        texts.append(Text(x=150 - 5 * (len(name) - 0.5 * name.count(" ")), y=y, text=name))
        bars.append((min(260.0, 260.0 + 2 * value), y - 4, max(260.0, 260.0 + 2 * value), y + 14))
        texts.append(Text(x=(262 + 2 * value) if value > 0 else 260 + 2 * value - 19, y=y, text=f"{value:+}"))
    axis = [(260.0, 90.0, 260.0, 190.0)]
    (box,) = boxes(page(texts, filled=bars, vertical=axis), "picture")
    assert box[0] <= 60


def test_classes_of_age_name_columns() -> None:
    head = ("Service", "All", "18-34", "35-54", "55+", "City")
    xs = (50, 200, 260, 320, 380, 440)
    texts = [Text(x=x, y=88, text=text, is_bold=True) for x, text in zip(xs, head, strict=True)]
    for row, name in enumerate(("Libraries", "Waste", "Schools", "Roads")):
        texts.append(Text(x=50, y=106 + 20 * row, text=name))
        texts += [Text(x=x, y=106 + 20 * row, text=f"{8 - row}.{at}") for at, x in enumerate(xs[1:])]
    rules = [(45.0, 101.0 + 20 * row, 480.0, 101.0 + 20 * row) for row in range(5)]
    uprights = [(x - 6.0, 101.0, x - 6.0, 181.0) for x in xs[1:]]
    ((_, top, _, _),) = boxes(page(texts, horizontal=rules, vertical=uprights), "table")
    assert top <= 88
