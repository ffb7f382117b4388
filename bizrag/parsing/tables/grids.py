"""Table grids: markdown from cells, and the clean-up of tables that were made for the eye (spacer columns, loose '$').

Pure functions over ``TableCell``; no format and no library is known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bizrag.model.parses import TableCell
from bizrag.parsing.engines.grid.types import TableGrid

# Signs that filings set in a column of their own so that digits align.
_LEADS_NUMBER = re.compile(r"^\(?[$€£¥]\(?$")
_TRAILS_NUMBER = re.compile(r"^(%|\)|\)%|%\))$")


def cells_of(grid: TableGrid) -> list[TableCell]:
    """The cells of a grid that was built from words; boxes in the grid's points, None for cells without words."""
    return [
        TableCell(
            text=cell.text,
            row_start=cell.row_start,
            row_end=cell.row_end,
            col_start=cell.col_start,
            col_end=cell.col_end,
            is_header=cell.is_header,
            bbox=cell.bbox,
        )
        for cell in grid.cells
    ]


def to_matrix(cells: Iterable[TableCell], *, num_rows: int, num_cols: int) -> list[list[str]]:
    """The cells' texts as rows of equal length; a merged cell is repeated in every place it covers."""
    rows = [[""] * num_cols for _ in range(num_rows)]
    for cell in cells:
        for row in range(cell.row_start, min(cell.row_end, num_rows)):
            for col in range(cell.col_start, min(cell.col_end, num_cols)):
                rows[row][col] = cell.text
    return rows


def to_markdown(cells: Sequence[TableCell], *, num_rows: int, num_cols: int) -> str:
    """A GitHub markdown table; merged cells are repeated, ``|`` inside cells is escaped.

    Header rows (all leading rows that hold a header cell) are joined into the one header row that markdown has.
    """
    if num_rows == 0 or num_cols == 0:
        return ""
    rows = to_matrix(cells, num_rows=num_rows, num_cols=num_cols)
    num_header = _num_header_rows(cells, num_rows=num_rows)
    header = [_join_distinct(rows[row][col] for row in range(num_header)) for col in range(num_cols)]
    return rows_to_markdown([header, *rows[num_header:]])


def rows_to_markdown(rows: Sequence[Sequence[str]]) -> str:
    """A GitHub markdown table of rows of equal length, the first as its header; ``|`` inside cells is escaped.

    >>> print(rows_to_markdown([["", "2024"], ["North|South", "12"]]))
    |  | 2024 |
    | --- | --- |
    | North\\|South | 12 |
    """
    lines = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    return "\n".join("| " + " | ".join(_escape(text) for text in line) + " |" for line in lines)


def drop_empty(cells: Sequence[TableCell], *, num_rows: int, num_cols: int) -> tuple[list[TableCell], int, int]:
    """The grid without rows and columns that hold no text. Returns cells, rows, columns."""
    filled = [cell for cell in cells if cell.text.strip() and cell.row_start < num_rows and cell.col_start < num_cols]
    keep_rows = _lines_in_use([(cell.row_start, cell.row_end) for cell in filled])
    keep_cols = _lines_in_use([(cell.col_start, cell.col_end) for cell in filled])
    rows = _renumbering(keep_rows, num_rows)
    cols = _renumbering(keep_cols, num_cols)
    kept = [
        replace(
            cell,
            row_start=rows[cell.row_start],
            row_end=max(rows[min(cell.row_end, num_rows)], rows[cell.row_start] + 1),
            col_start=cols[cell.col_start],
            col_end=max(cols[min(cell.col_end, num_cols)], cols[cell.col_start] + 1),
        )
        for cell in filled
    ]
    return kept, len(keep_rows), len(keep_cols)


def join_signs(cells: Sequence[TableCell]) -> list[TableCell]:
    """'$' and the number to its right become one cell, so do a number and its ')' or '%'."""
    by_row: dict[int, list[TableCell]] = {}
    for cell in sorted(cells, key=lambda cell: (cell.row_start, cell.col_start)):
        by_row.setdefault(cell.row_start, []).append(cell)
    joined: list[TableCell] = []
    for row in by_row.values():
        line: list[TableCell] = []
        for cell in (cell for cell in row if cell.text.strip()):
            previous = line[-1] if line else None
            leads = previous is not None and _LEADS_NUMBER.match(previous.text) and re.match(r"[\d(.—–-]", cell.text)
            trails = previous is not None and _TRAILS_NUMBER.match(cell.text) and re.search(r"\d$", previous.text)
            if previous is not None and (leads or trails):
                # The number's own column stays: signs stand beside it in some rows only.
                keep = cell if leads else previous
                line[-1] = replace(keep, text=previous.text + cell.text)
            else:
                line.append(cell)
        joined += line
    return joined


def _num_header_rows(cells: Sequence[TableCell], *, num_rows: int) -> int:
    headers = {row for cell in cells if cell.is_header for row in range(cell.row_start, cell.row_end)}
    count = 0
    while count in headers and count < num_rows - 1:
        count += 1
    return max(count, 1)


def _join_distinct(texts: Iterable[str]) -> str:
    return " ".join(dict.fromkeys(text for text in texts if text))


def _escape(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _lines_in_use(spans: Sequence[tuple[int, int]]) -> list[int]:
    """Rows (or columns) that hold a cell of their own, and the first of a merged cell that crosses none of those."""
    used = {start for start, end in spans if end - start == 1}
    for start, end in sorted(spans):
        if not any(start <= line < end for line in used):
            used.add(start)
    return sorted(used)


def _renumbering(kept: Sequence[int], count: int) -> list[int]:
    """For every old index, and one past the last, how many kept indices lie before it."""
    alive, numbers = set(kept), [0]
    for index in range(count):
        numbers.append(numbers[-1] + (index in alive))
    return numbers
