"""Wide sheets that are printed page by page to the right: rows take their names from the page before."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import TableCell
from bizrag.parsing.draft import DraftTable
from bizrag.parsing.engines.regions.charts import chart_shapes
from bizrag.parsing.tables.grids import to_matrix
from bizrag.parsing.tables.pages_to_the_right import name_rows
from tests.parsing.written_pages import Text, page

NAMES = [
    ["WBS", "Work package", "Budget"],
    ["1", "Engineering", ""],
    ["1.1", "Survey", "180"],
    ["1.2", "Design", "420"],
]
NAMES += [["2", "Steelwork", ""], ["2.1", "Old deck", "960"], ["2.2", "Girders", "2,350"], ["", "Total", "3,910"]]
MONTHS = [["Jan", "Feb"], ["", ""], ["42", "55"], ["30", "48"], ["", ""], ["0", "110"], ["0", "85"], ["72", "298"]]


def _table(page_no: int, rows: Sequence[Sequence[str]], *, pitch: float = 20) -> DraftTable:
    filled = [at for at, row in enumerate(rows) if any(row)]
    cells = [
        TableCell(
            text=text,
            row_start=number,
            row_end=number + 1,
            col_start=col,
            col_end=col + 1,
            is_header=number == 0,
            bbox=BoundingBox(l=50 + 100 * col, t=100 + pitch * at, r=110 + 100 * col, b=110 + pitch * at),
        )
        for number, at in enumerate(filled)
        for col, text in enumerate(rows[at])
        if text
    ]
    return DraftTable(num_rows=len(filled), num_cols=len(rows[0]), cells=cells, page_no=page_no)


def _rows(table: DraftTable) -> list[list[str]]:
    return to_matrix(table.cells, num_rows=table.num_rows, num_cols=table.num_cols)


def test_rows_of_further_pages_take_the_names_of_those_that_stand_level() -> None:
    months, status = _table(2, MONTHS), _table(3, [["Spent"], [""], ["97"], ["78"], [""], ["110"], ["85"], ["370"]])
    name_rows([_table(1, NAMES), months, status])
    assert _rows(months)[:3] == [
        ["WBS", "Work package", "Jan", "Feb"],
        ["1.1", "Survey", "42", "55"],
        ["1.2", "Design", "30", "48"],
    ]
    assert _rows(months)[-1] == ["", "Total", "72", "298"]
    assert _rows(status)[-2] == ["2.2", "Girders", "85"]
    # nothing is printed there
    assert all(cell.bbox is None for cell in months.cells if cell.col_start < 2)


def test_tables_with_names_of_their_own_or_other_heights_stay_as_they_are() -> None:
    own = [["Region", "2024"], *([f"North {at}", "5"] for at in range(7))]
    for rows, pitch in ((own, 20), (MONTHS, 27)):
        table = _table(2, rows, pitch=pitch)
        before = _rows(table)
        name_rows([_table(1, NAMES), table])
        assert _rows(table) == before


def test_a_table_of_the_same_columns_is_the_next_part_of_the_rows() -> None:
    table = _table(2, [["Budget", "Rest"], *MONTHS[1:]])
    name_rows([_table(1, NAMES), table])
    assert table.num_cols == 2


def test_empty_shaded_rows_of_a_ruled_table_are_no_bars() -> None:
    ys = [100.0 + 20 * at for at in range(12)]
    level = [(50.0, y, 550.0, y) for y in ys]
    uprights = [(50.0 + 100 * at, 100.0, 50.0 + 100 * at, ys[-1]) for at in range(6)]
    bands = [(50.0, ys[at], 550.0, ys[at + 1]) for at in (1, 4, 7, 9)]
    texts = [Text(x=60 + 100 * col, y=ys[row] + 5, text="165") for row in (2, 3, 5, 6, 8, 10) for col in range(5)]
    assert len(chart_shapes(page(texts, horizontal=level, vertical=uprights, filled=bands))) == 0
    # bars that lie on the upright lines of their grid
    bars = [(50.0, ys[at], 150.0 + 60 * at, ys[at + 1]) for at in (1, 4, 7, 9)]
    assert len(chart_shapes(page(texts[:1], horizontal=level[-1:], vertical=uprights, filled=bars))) == len(bars)
