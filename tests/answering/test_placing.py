"""Which boxes on a page hold a quote: paragraphs, rows of tables, pictures."""

from __future__ import annotations

from bizrag.answering.assembly.placing import QuotePlace, places_of, row_places
from bizrag.describing.tables import describe_table, tabulate_table
from bizrag.model.geometry import BoundingBox, Locator
from bizrag.model.parses import TableArtifact, TableCell

# a header over two groups that both have a row "Cash"
_ROWS = (
    ("", "Year ended December 31, 2024", "Year ended December 31, 2023"),
    ("Assets", "", ""),
    ("Cash", "512", "498"),
    ("Inventories, net of allowances", "1,204", "1,188"),
    ("Liabilities", "", ""),
    ("Cash", "77", "81"),
)


def _box(row: int, col: int = 0, *, cols: int = 1) -> BoundingBox:
    return BoundingBox(l=100.0 * col, t=20.0 * row, r=100.0 * (col + cols), b=20.0 * row + 10)


def _row(row: int) -> Locator:
    return Locator(page_no=4, bbox=_box(row, cols=3))


def _table(*, has_boxes: bool = True) -> TableArtifact:
    cells = tuple(
        TableCell(
            text=text,
            row_start=row,
            row_end=row + 1,
            col_start=col,
            col_end=col + 1,
            is_header=row == 0,
            bbox=_box(row, col) if has_boxes else None,
        )
        for row, texts in enumerate(_ROWS)
        for col, text in enumerate(texts)
    )
    return TableArtifact(ordinal=1, num_rows=len(_ROWS), num_cols=3, cells=cells, markdown="", page_no=4)


def _paragraph(text: str, top: float) -> QuotePlace:
    return QuotePlace(Locator(page_no=4, bbox=BoundingBox(l=0, t=top, r=500, b=top + 10)), text)


ROWS = tuple(row_places(_table()))


def test_each_row_that_a_description_says_has_the_box_of_its_cells() -> None:
    wanted = [_row(2), _row(3), _row(5)]
    for description in (describe_table(_table()), tabulate_table(_table())):
        said = [line for line in description.splitlines() if any(map(str.isdigit, line)) and "Year" not in line[:8]]
        if "|" not in description:
            assert [places_of(line, ROWS) for line in said] == [(place,) for place in wanted]
        else:
            rows = [line for line in said if not line.startswith("|")]
            assert [places_of(line, ROWS) for line in rows] == [(place,) for place in wanted]


def test_a_row_in_other_words_is_found_by_what_it_says_and_not_its_header() -> None:
    said = "For the year ended December 31, 2024 inventories, net of allowances, were 1,204 (1,188 in 2023)."
    assert places_of(said, ROWS) == (_row(3),)


def test_a_quote_of_several_rows_has_the_box_of_each() -> None:
    quote = "\n".join(describe_table(_table()).splitlines()[-2:])
    assert places_of(quote, ROWS) == (_row(3), _row(5))


def test_a_row_without_boxes_and_words_that_are_nowhere_have_no_place() -> None:
    assert list(row_places(_table(has_boxes=False))) == []
    assert places_of("The pump was serviced in May.", ROWS) == ()
    assert places_of("", ROWS) == ()


def test_a_box_of_merged_rows_does_not_widen_a_row() -> None:
    merged = TableCell(text="Group", row_start=0, row_end=2, col_start=0, col_end=1, bbox=_box(0))
    own = [
        TableCell(text=f"{row}1.5", row_start=row, row_end=row + 1, col_start=1, col_end=2, bbox=_box(row, 1))
        for row in range(2)
    ]
    table = TableArtifact(ordinal=1, num_rows=2, num_cols=2, cells=(merged, *own), markdown="", page_no=4)
    assert [place.locator.bbox for place in row_places(table)] == [_box(0, 1), _box(1, 1)]


def test_lines_of_a_slide_have_the_boxes_of_their_paragraphs() -> None:
    title, first, second = (
        _paragraph("Retention has turned\nthe corner", 10),
        _paragraph("• Churn fell to 4.1%", 50),
        _paragraph("• Churn fell to 4.1% in Spain and Italy too", 70),
    )
    slide = (title, first, second)
    assert places_of("# Retention has turned the corner", slide) == (title.locator,)
    assert places_of("- Churn fell to 4.1% in Spain and Italy too", slide) == (second.locator,)
    # what stands in two places is shown in both
    assert places_of("- Churn fell to 4.1%", slide) == (first.locator, second.locator)


def test_a_quote_of_which_little_is_placed_keeps_the_place_of_its_chunk() -> None:
    known = _paragraph("Churn fell.", 50)
    assert places_of("Churn fell.\nNothing of this long line stands anywhere on the page.", (known,)) == ()
    assert places_of("Churn fell.\nIndeed.", (known,)) == (known.locator,)


def test_a_line_that_stands_in_many_places_tells_none() -> None:
    assert places_of("Yes", [_paragraph(f"Yes, {number}", 10.0 * number) for number in range(6)]) == ()
