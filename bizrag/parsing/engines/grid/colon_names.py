"""Rows of forms whose names end with a colon (pure): a name that goes on in a second line ends there, too."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.engines.grid.rows import Line

_MIN_ROWS, _MAX_NAME_LINES = 2, 3
# lines of one row follow each other within so many line heights
_PITCH = 1.7


def rows_of_names(lines: Sequence[Line], height: float) -> list[list[int]] | None:
    """The lines of each row, by index, where every name in the first column ends with a colon; else None."""
    rows: list[list[int]] = []
    name: list[str] = []
    for index, line in enumerate(lines):
        own = [segment.text for segment in line.in_column(0)]
        is_open = bool(name) and not name[-1].endswith(":")
        if line.is_title or not (own or rows):
            return None
        if own and not is_open:
            rows.append([])
            name = []
        elif line.y - lines[index - 1].y > _PITCH * height or _shares_figures(lines, rows[-1], line):
            return None
        rows[-1].append(index)
        name += own
        if len(name) > _MAX_NAME_LINES or (own and not name[-1].endswith(":") and index + 1 == len(lines)):
            return None
    has_values = sum(any(not lines[index].is_label_only for index in row) for row in rows)
    return rows if has_values >= _MIN_ROWS else None


def _shares_figures(lines: Sequence[Line], row: Sequence[int], line: Line) -> bool:
    """Whether a line has a figure where one above it in its row has: these are two rows."""
    return any(lines[index].data_columns & line.data_columns for index in row)
