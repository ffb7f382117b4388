"""Cross tables of surveys as spreadsheets are printed: groups of columns without rules, signs in a row of their own."""

from __future__ import annotations

from bizrag.parsing.engines.grid.grid import build_grid
from tests.parsing.set_tables import page, rows_of

_COLUMNS = (0, 120, 170, 220, 270, 320, 370, 420, 470, 520, 570)
_ROWS = (
    ("", "Total", "Men", "Women", "16-29", "30-44", "45-64", "65+", "City", "Suburb", "Rural"),
    ("People asked", "1512", "721", "791", "288", "402", "489", "333", "604", "538", "370"),
    ("", *["%"] * 10),
    ("Content", "52", "50", "54", "47", "47", "53", "63", "63", "53", "33"),
    ("Not content", "29", "30", "28", "32", "34", "29", "20", "20", "28", "45"),
    ("No answer", "19", "20", "18", "21", "19", "18", "17", "17", "19", "22"),
)


def _placed(top: float, cells: tuple[str, ...]) -> list[tuple[float, float, str]]:
    """Figures end where their columns do, 40 points right of where these begin."""
    return [
        (left + (40 - 5 * len(text.replace(" ", "")) if left else 0), top, text)
        for left, text in zip(_COLUMNS, cells, strict=True)
        if text
    ]


def _table(*groups: tuple[float, str]) -> list[list[str]]:
    names = [(middle - 2.5 * len(text), 0.0, text) for middle, text in groups]
    rows = [cell for at, row in enumerate(_ROWS) for cell in _placed(14.0 * (at + 1), row)]
    return rows_of(build_grid(page(*names, *rows), []))


def test_names_in_the_middle_of_their_columns_are_over_all_of_these() -> None:
    grid = build_grid(
        page(
            *((middle - 2.5 * len(text), 0.0, text) for middle, text in ((210, "Sex"), (360, "Age"), (535, "Area"))),
            *(cell for at, row in enumerate(_ROWS) for cell in _placed(14.0 * (at + 1), row)),
        ),
        [],
    )
    groups = {cell.text: (cell.col_start, cell.col_end) for cell in grid.cells if cell.text in ("Sex", "Age", "Area")}
    assert groups == {"Sex": (2, 4), "Age": (4, 8), "Area": (8, 11)}


def test_signs_under_a_row_of_figures_are_a_row_and_not_their_ends() -> None:
    rows = _table((210, "Sex"), (360, "Age"), (535, "Area"))
    assert rows[2][:4] == ["People asked", "1512", "721", "791"]
    assert rows[3][:4] == ["", "%", "%", "%"]


def test_names_that_stand_over_one_column_each_are_over_that() -> None:
    grid = build_grid(
        page(
            *((middle - 2.5 * len(text), 0.0, text) for middle, text in ((198, "Net"), (348, "Net"))),
            *(cell for at, row in enumerate(_ROWS) for cell in _placed(14.0 * (at + 1), row)),
        ),
        [],
    )
    assert all(cell.col_end - cell.col_start == 1 for cell in grid.cells)
