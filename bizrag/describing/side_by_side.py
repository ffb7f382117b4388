"""Tables that are two, set side by side: assets beside liabilities, a long list in two columns, who signs. Pure.

Said row by row, the label of the right one would be a value of the left one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bizrag.model.labels import is_period
from bizrag.model.parses import TableArtifact, TableCell

_FIGURE = re.compile(r"^[^\w\s]{0,3}\d|^[-\u2013\u2014]$")
_LETTER = re.compile(r"[^\W\d_]")
_MIN_ROWS = 3
# "Name: Ann Reid" beside "Name: Joe Lund"; no "9:15" beside "9:30"
_FIELD = re.compile(r"\s*([^\W\d_][^:\n]{0,30}):(?!\S)")
_MIN_FIELDS = 2
# of the cells of a column that are filled, so many are labels, or figures
_MOST = 0.8

Row = Sequence[TableCell | None]


def stacked(table: TableArtifact) -> TableArtifact:
    """The table with its right half below its left one, each under its name; other tables as they are.

    Both halves are labels and as many columns of figures, with the same names or none.
    """
    half, rest = divmod(table.num_cols, 2)
    if rest or half < 2 or any(cell.row_end > cell.row_start + 1 for cell in table.cells):
        return table
    grid = _grid(table)
    num_headers = next((n for n, row in enumerate(grid) if not any(cell and cell.is_header for cell in row)), len(grid))
    if not num_headers and grid and _names_columns(grid[0], half):
        num_headers = 1
    heads, body = grid[:num_headers], grid[num_headers:]
    is_of_halves = len(heads) <= 1 and len(body) >= _MIN_ROWS and all(_is_list(body, half, at) for at in (0, half))
    if not is_of_halves or (heads and not _are_alike(heads[0], half)):
        return table
    rows = list(_below_each_other(heads[0] if heads else [None] * table.num_cols, body, half))
    cells = tuple(
        replace(cell, row_start=number, row_end=number + 1, col_start=col, col_end=col + 1)
        for number, row in enumerate(rows)
        for col, cell in enumerate(row)
        if cell is not None
    )
    return replace(table, cells=cells, num_rows=len(rows), num_cols=half)


def parted_by_columns(table: TableArtifact) -> TableArtifact:
    """The table with its columns below each other where each holds the same fields: of two who sign, each by itself."""
    grid = _grid(table)
    fields = [[_FIELD.match(cell.text) if cell else None for cell in row] for row in grid]
    shared = [{found[1].casefold() if found else "" for found in row} for row in fields if any(row)]
    are_alike = len(shared) >= _MIN_FIELDS and all(len(names) == 1 for names in shared)
    if table.num_cols < 2 or not are_alike or any(cell.row_end - cell.row_start > 1 for cell in table.cells):
        return table
    cells: list[TableCell] = []
    column = [cell for col in range(table.num_cols) for row in grid if (cell := row[col]) is not None]
    for at, cell in enumerate(column):
        name = _FIELD.match(cell.text)
        for col, text in enumerate((name[1], cell.text[name.end() :].strip()) if name else (cell.text,)):
            place = {"row_start": at, "row_end": at + 1, "col_start": col, "col_end": col + 1}
            cells.append(replace(cell, text=text, is_header=False, **place))
    return replace(table, cells=tuple(cells), num_rows=len(column), num_cols=2)


def _grid(table: TableArtifact) -> list[list[TableCell | None]]:
    """Which cell begins at each place."""
    grid: list[list[TableCell | None]] = [[None] * table.num_cols for _ in range(table.num_rows)]
    for cell in table.cells:
        if cell.text.strip() and cell.row_start < table.num_rows:
            grid[cell.row_start][cell.col_start] = cell
    return grid


def _is_list(body: Sequence[Row], half: int, first: int) -> bool:
    """Whether the columns of a half are labels, then figures."""
    labels, *figures = ([row[col] for row in body] for col in range(first, first + half))
    return _are_mostly(labels, is_figure=False) and all(_are_mostly(column, is_figure=True) for column in figures)


def _are_mostly(cells: Row, *, is_figure: bool) -> bool:
    texts = [cell.text.strip() for cell in cells if cell is not None]
    fitting = sum(_FIGURE.search(text) is not None if is_figure else _LETTER.match(text) is not None for text in texts)
    return len(texts) >= _MIN_ROWS and fitting >= _MOST * len(texts)


def _names_columns(row: Row, half: int) -> bool:
    """Whether a row that is not marked as a head is one: its columns of figures have words or periods in it."""
    named = [cell.text for col, cell in enumerate(row) if cell is not None and col % half]
    return all(is_period(text) or not _FIGURE.search(text.strip()) for text in named)


def _are_alike(head: Row, half: int) -> bool:
    """Whether the figures of both halves have the same names, or none."""
    left, right = ([cell.text.strip() if cell else "" for cell in head[at : at + half]] for at in (0, half))
    return left[1:] == right[1:] and bool(left[0]) == bool(right[0])


def _below_each_other(head: Row, body: Sequence[Row], half: int) -> Iterator[Row]:
    names = [head[0], head[half]]
    is_one = names[0] is None or names[1] is None or names[0].text.strip() == names[1].text.strip()
    if is_one or any(head[1:half]):
        yield [names[0] if is_one else None, *head[1:half]]
    for name, at in zip(names, (0, half), strict=True):
        if name is not None and not is_one:
            yield [replace(name, is_header=False), *[None] * (half - 1)]
        yield from (row[at : at + half] for row in body if any(row[at : at + half]))
