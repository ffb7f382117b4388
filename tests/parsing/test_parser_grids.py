"""Table grids: markdown, spacer columns, signs set apart."""

from __future__ import annotations

from bizrag.model.parses import TableCell
from bizrag.parsing.tables.grids import drop_empty, join_signs, to_markdown


def _cell(text: str, row: int, col: int, *, wide: int = 1, high: int = 1, header: bool = False) -> TableCell:
    return TableCell(text=text, row_start=row, row_end=row + high, col_start=col, col_end=col + wide, is_header=header)


def test_merged_cells_are_repeated_and_bars_escaped() -> None:
    cells = [_cell("a|b", 0, 0, wide=2), _cell("1", 1, 0), _cell("2", 1, 1)]
    assert to_markdown(cells, num_rows=2, num_cols=2) == "| a\\|b | a\\|b |\n| --- | --- |\n| 1 | 2 |"


def test_several_header_rows_become_one() -> None:
    cells = [
        _cell("2025", 0, 0, wide=2, header=True),
        _cell("Q1", 1, 0, header=True),
        _cell("Q2", 1, 1, header=True),
        _cell("7", 2, 0),
        _cell("8", 2, 1),
    ]
    assert to_markdown(cells, num_rows=3, num_cols=2).splitlines()[0] == "| 2025 Q1 | 2025 Q2 |"


def test_signs_join_their_number_and_spacer_columns_go() -> None:
    # label | $ | 1,204 | spacer | ( | 31 | ) with a year above each number
    cells = [
        _cell("2025", 0, 1, wide=2),
        _cell("2024", 0, 4, wide=3),
        _cell("Profit", 1, 0),
        _cell("$", 1, 1),
        _cell("1,204", 1, 2),
        _cell("", 1, 3),
        _cell("$(", 1, 4),
        _cell("31", 1, 5),
        _cell(")", 1, 6),
    ]
    kept, num_rows, num_cols = drop_empty(join_signs(cells), num_rows=2, num_cols=7)
    assert to_markdown(kept, num_rows=num_rows, num_cols=num_cols) == (
        "|  | 2025 | 2024 |\n| --- | --- | --- |\n| Profit | $1,204 | $(31) |"
    )
