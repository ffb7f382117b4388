"""Numbers of lines in the margin are no text, and numbers of rows are. On written pages (``written_pages``)."""

from __future__ import annotations

from bizrag.parsing.engines.regions.line_numbers import without_line_numbers
from tests.parsing.written_pages import Text, page, regions

_LINE = "the operator shall test the water at each outlet"


def _column(x: float, num_lines: int, *, every: int, first: int = 0) -> list[Text]:
    """Lines of running text, with the number of every so many before them."""
    lines = [Text(x=x, y=100 + 12 * at, text=_LINE) for at in range(num_lines)]
    numbers = [
        Text(x=x - 15 - 5 * len(str(first + at + 1)), y=100 + 12 * at, text=str(first + at + 1))
        for at in range(num_lines)
        if (first + at + 1) % every == 0
    ]
    return [*lines, *numbers]


def test_every_fifth_number_beside_two_columns_is_no_text() -> None:
    evidence = page([*_column(60, 30, every=5), *_column(340, 30, every=5, first=30)])
    left, numbers = without_line_numbers(evidence)
    assert len(numbers) == 12
    assert set(left.line_texts) == {_LINE}
    assert all(left.line_texts[line] == _LINE for line in left.word_lines)
    kinds = [kind for kind, _ in regions(evidence)]
    assert kinds.count("page_header") == 12
    assert "table" not in kinds


def test_a_number_before_each_line_is_no_text() -> None:
    _, numbers = without_line_numbers(page(_column(80, 25, every=1)))
    assert len(numbers) == 25


def test_numbers_of_rows_stay() -> None:
    rows = [
        Text(x=x, y=100 + 12 * at, text=text)
        for at in range(20)
        for x, text in ((50, str(at + 1)), (80, f"Valve {at}"), (200, "DN 50"), (300, f"{at * 7 + 3}"))
    ]
    assert without_line_numbers(page(rows))[1] == []


def test_years_beside_paragraphs_stay() -> None:
    lines = [Text(x=90, y=100 + 12 * at, text=_LINE) for at in range(20)]
    years = [Text(x=50, y=100 + 36 * at, text=str(2005 + 5 * at)) for at in range(4)]
    assert without_line_numbers(page([*lines, *years]))[1] == []
