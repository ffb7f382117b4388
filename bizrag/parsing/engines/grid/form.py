"""Forms (pure): boxes with a small name at the top and what was filled in below it, in whatever rows they stand.

The boxes of a form have no columns in common. Each is a field of its own: its name, and its value.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.engines.grid.types import GridCell, TableGrid, Word, box_of
from bizrag.parsing.engines.grid.words import text_lines, text_of

# the type of a name is smaller than that of what is filled in
_SMALLER = 0.9
# two alone are a form where they are all that there is
_MIN_FIELDS, _MIN_ALONE = 3, 2
# of the boxes with words so many have a name and a value
_FIELD_SHARE = 0.6
# of the words of the region so many stand in boxes
_HELD_SHARE = 0.9
_MAX_NAME_WORDS = 8

# name, value
Field = tuple[list[Word], list[Word]]


def form_grid(words: Sequence[Word], boxes: Sequence[BoundingBox]) -> TableGrid | None:
    """Names and values of a form's boxes as a table of two columns; None where the boxes are no form."""
    held: dict[int, list[Word]] = {}
    by_size = sorted(range(len(boxes)), key=lambda box: boxes[box].area)
    for word in words:
        home = next((box for box in by_size if word.is_in(boxes[box])), None)
        if home is not None:
            held.setdefault(home, []).append(word)
    fields = [_field(inside) for inside in held.values()]
    num_filled = sum(bool(name and value) for name, value in fields)
    num_held = sum(map(len, held.values()))
    is_enough = num_filled >= _MIN_FIELDS or num_filled == len(fields) >= _MIN_ALONE
    if not is_enough or num_filled < _FIELD_SHARE * len(fields) or num_held < _HELD_SHARE * len(words):
        return None
    fields.sort(key=lambda field: _place([*field[0], *field[1]]))
    cells = [
        GridCell(text=text_of(part), row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, bbox=box_of(part))
        for row, field in enumerate(fields)
        for col, part in enumerate(field)
        if part
    ]
    return TableGrid(num_rows=len(fields), num_cols=2, cells=tuple(cells), confidence=1.0)


def _field(words: Sequence[Word]) -> Field:
    """The words of a box: the lines at its top that are smaller than those below, and these."""
    lines = text_lines(words)
    heights = [statistics.median(word.height for word in line) for line in lines]
    for number in range(1, len(lines)):
        if max(heights[:number]) <= _SMALLER * min(heights[number:]):
            name = [word for line in lines[:number] for word in line]
            if len(name) <= _MAX_NAME_WORDS:
                return name, [word for line in lines[number:] for word in line]
    return [], list(words)


def _place(words: Sequence[Word]) -> tuple[int, float]:
    """Rows from the top, then from the left; boxes of one row begin at nearly one height."""
    top = min(word.t for word in words)
    return round(top / 4), min(word.l for word in words)
