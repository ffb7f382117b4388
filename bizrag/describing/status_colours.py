"""Letters that stand for the colours of traffic lights, told with their colour: "R (red)". Pure.

Who asks for a project with a red status says the colour; a status report prints its letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from bizrag.model.parses import TableArtifact, TableCell

_COLOURS = MappingProxyType({"R": "red", "A": "amber", "G": "green"})
# what columns have where nothing is rated
_UNRATED = frozenset({"", "-", "\u2013", "\u2014", "n/a", "N/A"})
_SAYS_RAG = re.compile(r"\bRAG\b")
_MIN_RATED = 2


def with_colours_told(table: TableArtifact) -> TableArtifact:
    """The table with the colour behind each of these letters: in columns of nothing else whose head says "RAG", or all
    where such columns have the three of them. Other tables as they are.
    """
    rated = list(_rated_columns(table))
    said = {cell.text.strip() for _, cells in rated for cell in cells}
    meant = [cells for is_said, cells in rated if is_said or _COLOURS.keys() <= said]
    told = {id(cell) for cells in meant for cell in cells}
    if not told:
        return table
    cells = tuple(_with_colour(cell) if id(cell) in told else cell for cell in table.cells)
    return replace(table, cells=cells)


def _rated_columns(table: TableArtifact) -> Iterator[tuple[bool, list[TableCell]]]:
    """Of each column of letters alone: whether its head says what they are, and their cells."""
    for col in range(table.num_cols):
        column = [cell for cell in table.cells if cell.col_start <= col < cell.col_end]
        head = " ".join(cell.text for cell in column if cell.is_header)
        body = [cell for cell in column if not cell.is_header and cell.text.strip() not in _UNRATED]
        rated = [cell for cell in body if cell.text.strip() in _COLOURS]
        # a head that was not seen as one stands first
        others = [cell for cell in body if cell.text.strip() not in _COLOURS]
        if len(rated) < _MIN_RATED or any(cell.row_start >= rated[0].row_start for cell in others):
            continue
        yield _SAYS_RAG.search(f"{head} {' '.join(cell.text for cell in others)}") is not None, rated


def _with_colour(cell: TableCell) -> TableCell:
    letter = cell.text.strip()
    return replace(cell, text=f"{letter} ({_COLOURS[letter]})")
