"""Columns of plain text that a block of lines keeps from top to bottom, with two blanks or more between them. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bizrag.model.labels import is_value
from bizrag.model.parses import TableCell
from bizrag.parsing.tables.header_rows import mark_headers

_MIN_LINES = 3
# of the lines so many have several texts: the others are labels of the rows below them
_MIN_SHARE = 0.5
# names of columns, which may stand over several, take so many lines at most
_MAX_NAMES = 4
# so many blanks part columns, in each line
_GUTTER = 2
_PIECE = re.compile(r"\S+(?: \S+)*")
_BULLET = re.compile(r"[-*\u2022\u00b7] |\(?\w{1,3}[.)] ")


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnBlock:
    """The cells of ``lines[start:end]``."""

    start: int
    end: int
    num_rows: int
    num_cols: int
    cells: list[TableCell]


def read_columns(lines: Sequence[str]) -> ColumnBlock | None:
    """The table that a block of lines is, but for single texts above and below it; None where it is none.

    >>> lines = ["Dues in pounds.", "         2019   2018", "Cranes   1,200  7", "Pilots:", "  Day    -      12"]
    >>> block = read_columns(lines)
    >>> block.start, block.num_rows, block.num_cols, [cell.text for cell in block.cells if cell.row_start == 3]
    (1, 4, 3, ['Day', '-', '12'])
    >>> read_columns(["The  board met.  It closed", "the accounts  of the year", "and  thanked  all."]) is None
    True
    """
    pieces = [list(_PIECE.finditer(line)) for line in lines]
    start, end = _without_single(pieces)
    pieces = pieces[start:end]
    rows = [line for line in pieces if len(line) > 1]
    if len(pieces) < _MIN_LINES or len(rows) < max(2, _MIN_SHARE * len(pieces)):
        return None
    if sum(_BULLET.match(line[0][0]) is not None for line in pieces) > 1:
        return None
    num_names = next((at for at, line in enumerate(pieces) if any(is_value(piece[0]) for piece in line[1:])), 0)
    num_names = num_names if num_names <= _MAX_NAMES else 0
    body = [line for line in pieces[num_names:] if len(line) > 1]
    spans = _spans(body)
    if len(spans) < 2 or not all(_are_apart(line, spans) for line in body):
        return None
    cells = [
        cell
        for row, line in enumerate(pieces)
        for cell in (_name_cells(line, row, spans) if row < num_names else _row_cells(line, row, spans))
    ]
    cells, num_rows = _with_wrapped(cells, [_goes_on(line, spans) for line in pieces])
    marked = mark_headers(cells, num_rows=num_rows, num_cols=len(spans))
    return ColumnBlock(start=start, end=end, num_rows=num_rows, num_cols=len(spans), cells=marked)


def go_on(above: Sequence[str], below: Sequence[str]) -> bool:
    """Whether a blank line parts one table: the lines below have the columns of those above, and values from their
    first line on.
    """
    if not any(is_value(piece[0]) for piece in list(_PIECE.finditer(below[0]))[1:]):
        return False
    first, second, whole = read_columns(above), read_columns(below), read_columns([*above, *below])
    if whole is None or first is None or whole.end - whole.start < first.end - first.start + len(below):
        return False
    return whole.num_cols == first.num_cols and (second is None or second.num_cols == first.num_cols)


def _without_single(pieces: Sequence[Sequence[re.Match[str]]]) -> tuple[int, int]:
    """Where lines of several texts begin and end; names that are set in, and labels of rows, stand above them too."""
    start, end = 0, len(pieces)
    while start < end and len(pieces[start]) == 1:
        text = pieces[start][0]
        if text.start() > 0 or text[0].endswith(":"):
            break
        start += 1
    while end > start and len(pieces[end - 1]) == 1 and pieces[end - 1][0].start() == 0:
        end -= 1
    return start, end


def _spans(body: Sequence[Sequence[re.Match[str]]]) -> list[tuple[int, int]]:
    """Where the columns of lines begin and end."""
    if not body:
        return []
    used = np.zeros(max(line[-1].end() for line in body) + 1, dtype=np.bool_)
    for line in body:
        for piece in line:
            used[piece.start() : piece.end()] = True
    edges = np.flatnonzero(np.diff(np.concatenate(([False], used)).astype(np.int8)))
    spans: list[tuple[int, int]] = []
    for left, right in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        if spans and left - spans[-1][1] < _GUTTER:
            spans[-1] = (spans[-1][0], right)
        else:
            spans.append((left, right))
    return spans


def _column(piece: re.Match[str], spans: Sequence[tuple[int, int]]) -> int:
    return next(col for col, (_, end) in enumerate(spans) if piece.start() < end)


def _are_apart(line: Sequence[re.Match[str]], spans: Sequence[tuple[int, int]]) -> bool:
    return len({_column(piece, spans) for piece in line}) == len(line)


def _row_cells(line: Sequence[re.Match[str]], row: int, spans: Sequence[tuple[int, int]]) -> list[TableCell]:
    """A text alone that begins with the line is a label, however long."""
    if len(line) == 1 and line[0].start() < spans[0][1]:
        return [_cell(line[0][0], row, 0, 1)]
    cols = [_over(piece, spans) for piece in line]
    return [_cell(piece[0], row, col, col + 1) for piece, (col, _) in zip(line, cols, strict=True)]


def _goes_on(line: Sequence[re.Match[str]], spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a line only goes on with what stands above it: it has no label, and words where columns begin."""
    begin = {left for left, _ in spans[1:]}
    return all(piece.start() in begin and not is_value(piece[0]) for piece in line)


def _with_wrapped(cells: Sequence[TableCell], goes_on: Sequence[bool]) -> tuple[list[TableCell], int]:
    """Cells with the lines that go on joined to those above, where these have a text in each of their columns; and how
    many rows are left.
    """
    rows = [[cell for cell in cells if cell.row_start == row] for row in range(len(goes_on))]
    whole: list[dict[int, TableCell]] = []
    for row, is_rest in zip(rows, goes_on, strict=True):
        above = whole[-1] if whole else {}
        if is_rest and 0 in above and all(cell.col_start in above for cell in row):
            for cell in row:
                upper = above[cell.col_start]
                above[cell.col_start] = replace(upper, text=f"{upper.text} {cell.text}")
        else:
            at = len(whole)
            whole.append({cell.col_start: replace(cell, row_start=at, row_end=at + 1) for cell in row})
    return [cell for row in whole for cell in row.values()], len(whole)


def _name_cells(line: Sequence[re.Match[str]], row: int, spans: Sequence[tuple[int, int]]) -> list[TableCell]:
    """Names stand over all columns that they reach over; those over one column are one name."""
    found: list[TableCell] = []
    for piece in line:
        start, end = _over(piece, spans)
        start = max(start, found[-1].col_end) if found else start
        if start < end:
            found.append(_cell(piece[0], row, start, end))
        else:
            found[-1] = replace(found[-1], text=f"{found[-1].text} {piece[0]}")
    return found


def _over(piece: re.Match[str], spans: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The columns over which a text reaches, else the nearest one; end exclusive."""
    cols = [col for col, (left, right) in enumerate(spans) if left < piece.end() and piece.start() < right]
    if not cols:
        middle = (piece.start() + piece.end()) / 2
        near = min(range(len(spans)), key=lambda col: abs(sum(spans[col]) / 2 - middle))
        return near, near + 1
    return cols[0], cols[-1] + 1


def _cell(text: str, row: int, start: int, end: int) -> TableCell:
    return TableCell(text=text, row_start=row, row_end=row + 1, col_start=start, col_end=end, is_header=False)
