"""Rows that say in what those below them are: "%" in each column, as survey tables have it under the numbers of people
asked. Pure.

Alone such a row tells nothing, and the figures below it would be told as numbers: each is told with its sign.
"""

from __future__ import annotations

import re
from dataclasses import replace

from bizrag.model.parses import TableArtifact, TableCell

_SIGN = re.compile(r"%|[$€£¥₹]")
_BARE = re.compile(r"[(+\-\u2212\u2013]?\s?\d[\d.,]*\)?\*?")
_MIN_COLUMNS = 2


def with_signs_beside(table: TableArtifact) -> TableArtifact:
    """The table with the sign of such a row at each bare figure below it, up to the next one, and without that row."""
    rows: dict[int, list[TableCell]] = {}
    for cell in table.cells:
        if cell.text.strip():
            rows.setdefault(cell.row_start, []).append(cell)
    # above the first row of figures it is a name of columns
    first = min((at for at, cells in rows.items() if _has_figures(cells)), default=table.num_rows)
    signs = {at: sign for at, cells in rows.items() if at > first and (sign := _sign_of(cells))}
    if not signs:
        return table
    columns = {at: {cell.col_start for cell in rows[at]} for at in signs}
    kept = [cell for cell in table.cells if cell.row_start not in signs]
    return replace(table, cells=tuple(_with_sign(cell, signs, columns) for cell in kept))


def _has_figures(cells: list[TableCell]) -> bool:
    return any(cell.col_start > 0 and _BARE.fullmatch(cell.text.strip()) for cell in cells)


def _sign_of(cells: list[TableCell]) -> str:
    """The sign that a row without a label has in all its columns; empty of other rows."""
    texts = {cell.text.strip() for cell in cells}
    is_row = len(cells) >= _MIN_COLUMNS and len(texts) == 1 and all(cell.col_start > 0 for cell in cells)
    return sign if is_row and _SIGN.fullmatch(sign := texts.pop()) else ""


def _with_sign(cell: TableCell, signs: dict[int, str], columns: dict[int, set[int]]) -> TableCell:
    above = max((at for at in signs if at < cell.row_start), default=-1)
    text = cell.text.strip()
    if above < 0 or cell.col_start not in columns[above] or not _BARE.fullmatch(text):
        return cell
    return replace(cell, text=f"{text}%" if signs[above] == "%" else f"{signs[above]}{text}")
