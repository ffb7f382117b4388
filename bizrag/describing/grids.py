"""The cells of a table by place: what covers each row and column, and what is written in a row. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.model.parses import TableArtifact, TableCell

#: by row and column the cell that covers the place
Grid = list[list[TableCell | None]]


def grid_of(table: TableArtifact) -> Grid:
    """Which cell covers each place; None where there is none."""
    grid: Grid = [[None] * table.num_cols for _ in range(table.num_rows)]
    for cell in table.cells:
        for row in range(cell.row_start, min(cell.row_end, table.num_rows)):
            for col in range(cell.col_start, min(cell.col_end, table.num_cols)):
                grid[row][col] = cell
    return grid


def texts_of(row: Sequence[TableCell | None]) -> list[str]:
    """The text of each place of a row, that of a merged cell in each place that it covers."""
    return [cell.text.strip() if cell else "" for cell in row]


def filled_texts(row: Sequence[TableCell | None]) -> list[str]:
    """The row's texts, merged cells once."""
    return list({id(cell): cell.text.strip() for cell in row if cell and cell.text.strip()}.values())
