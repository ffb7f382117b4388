"""Which cells of a row without a label answer: what the row is, and the columns that a question names. Pure.

"WBS 1.2; Work package Detailed design; Budget 420; Status amber" is told whole where a question names none of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.answering.statements.asked import in_column_words
from bizrag.answering.statements.row_cells import CELL_END
from bizrag.model.terms import terms

# rows of fewer cells are read at a glance; so many columns are named at most
_MIN_CELLS, _MAX_ASKED = 5, 2
# the cells that say what a row is: a number, and a name
_MAX_NAMES = 2
# what cells of so many other rows begin with is the name of their column
_MIN_ROWS = 2


def asked_of_record(said: str, others: Sequence[str], question: str) -> str:
    """A row without a label, with the first cells, up to one in words, and those whose whole column the question names;
    the whole row where it names none, or many.

    >>> rows = ["No. 1; Item Pen; Qty 2; Price 4; Total 8.", "No. 2; Item Ink; Qty 1; Price 7; Total 7."]
    >>> asked_of_record("No. 3; Item Pad; Qty 5; Price 2; Total 10.", rows, "What is the price of the pad?")
    'No. 3; Item Pad; Price 2.'
    """
    cells = CELL_END.split(said.removesuffix("."))
    if len(cells) < _MIN_CELLS:
        return said
    rows = [CELL_END.split(line.removesuffix(".")) for line in others]
    columns = [_column_of(cell, rows) for cell in cells]
    asked = set(terms(in_column_words(question)))
    named = [at for at, column in enumerate(columns) if (name := set(terms(column))) and name <= asked]
    num_names = next((at + 1 for at, cell in enumerate(cells[:_MAX_NAMES]) if not any(map(str.isdigit, cell))), 0)
    kept = sorted({*range(num_names), *named})
    if not num_names or not 0 < len(set(kept) - set(range(num_names))) <= _MAX_ASKED:
        return said
    return f"{'; '.join(cells[at] for at in kept)}."


def _column_of(cell: str, rows: Sequence[Sequence[str]]) -> str:
    """The name of a cell's column: the words that cells of other rows begin with, too."""
    words = cell.split()
    for size in range(len(words) - 1, 0, -1):
        start = f"{' '.join(words[:size])} "
        if sum(any(other.startswith(start) for other in row) for row in rows) >= _MIN_ROWS:
            return start
    return ""
