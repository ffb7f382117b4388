"""Terms with what they mean beside them (pure): a row begins with each term, however many lines stand beside it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.parsing.engines.grid.types import GridCell, TableGrid, Word, box_of
from bizrag.parsing.engines.grid.words import Segment, line_height, segments_of, text_lines, text_of

_COLUMNS = 2
_MIN_TERMS = 2
_MAX_TERM_WORDS = 8
# what stands in one column begins at one place within this, in line heights
_EDGE = 0.5
# the second line of a term is no further below the first, in line heights
_LINE_STEP = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """What stands on one line: of a term, of its meaning, or of both."""

    term: Segment | None
    meaning: Segment | None

    @property
    def y(self) -> float:
        return next(part.middle_y for part in (self.term, self.meaning) if part is not None)


def term_grid(words: Sequence[Word]) -> TableGrid | None:
    """The rows of a list of terms, of which one at least means several lines; None where words are none.

    Terms are in heavy type and their meanings are not, or each term has a colon.
    """
    height = line_height(words)
    lines = _lines_of(segments_of(text_lines(words), height, []), _EDGE * height)
    if lines is None:
        return None
    entries = _entries(lines, _LINE_STEP * height)
    is_list = len(entries) >= _MIN_TERMS and any(_num_meanings(entry) > 1 for entry in entries)
    if not is_list or not (all(map(_has_colon, entries)) or _are_bold(entries)):
        return None
    cells = [cell for row, entry in enumerate(entries) for cell in _cells_of(entry, row)]
    return TableGrid(num_rows=len(entries), num_cols=_COLUMNS, cells=tuple(cells), confidence=1.0)


def _lines_of(segments: Sequence[Segment], slack: float) -> list[_Line] | None:
    """The lines of two columns, each with one left edge; None where anything stands elsewhere."""
    grouped = [list(line) for _, line in itertools.groupby(segments, key=lambda segment: segment.line)]
    first = grouped[0]
    if len(first) != _COLUMNS:
        return None
    edges = [segment.l for segment in first]
    lines: list[_Line] = []
    for line in grouped:
        parts: list[Segment | None] = [None, None]
        for segment in line:
            column = next((at for at, edge in enumerate(edges) if abs(segment.l - edge) < slack), None)
            if column is None or parts[column] is not None:
                return None
            parts[column] = segment
        lines.append(_Line(term=parts[0], meaning=parts[1]))
    return lines


def _entries(lines: Sequence[_Line], step: float) -> list[list[_Line]]:
    """Lines by the term that they belong to: a term begins with its meaning and may have a second line.

    Without colons nothing tells whether the second line of a term stands beside more of its meaning: then none.
    """
    have_colons = any(line.term is not None and line.term.text.endswith(":") for line in lines)
    entries: list[list[_Line]] = []
    last: _Line | None = None
    for line in lines:
        goes_on = last is not None and last.term is not None and line.term is not None and line.y - last.y < step
        if goes_on and last is not None and last.term is not None:
            if not have_colons and line.meaning is not None:
                return []
            goes_on = not (have_colons and last.term.text.endswith(":"))
        if line.term is not None and not goes_on:
            entries.append([])
        if not entries:
            return []
        entries[-1].append(line)
        if line.term is not None:
            last = line
    return entries


def _terms_of(entry: Sequence[_Line]) -> list[Segment]:
    return [line.term for line in entry if line.term is not None]


def _meanings_of(entry: Sequence[_Line]) -> list[Segment]:
    return [line.meaning for line in entry if line.meaning is not None]


def _num_meanings(entry: Sequence[_Line]) -> int:
    return len(_meanings_of(entry))


def _has_colon(entry: Sequence[_Line]) -> bool:
    return _terms_of(entry)[-1].text.endswith(":")


def _are_bold(entries: Sequence[Sequence[_Line]]) -> bool:
    terms = [word for entry in entries for segment in _terms_of(entry) for word in segment.words]
    begun = [_meanings_of(entry)[0].words[0] for entry in entries if _meanings_of(entry)]
    is_short = all(sum(len(part.words) for part in _terms_of(entry)) <= _MAX_TERM_WORDS for entry in entries)
    return is_short and all(word.is_bold for word in terms) and not any(word.is_bold for word in begun)


def _cells_of(entry: Sequence[_Line], row: int) -> list[GridCell]:
    cells: list[GridCell] = []
    for column, parts in enumerate((_terms_of(entry), _meanings_of(entry))):
        words = [word for segment in parts for word in segment.words]
        if words:
            place = {"row_start": row, "row_end": row + 1, "col_start": column, "col_end": column + 1}
            cells.append(GridCell(text=text_of(words), bbox=box_of(words), **place))
    return cells
