"""Values with their names in brackets below them, as on the cover of a filing (pure): "Delaware" over "(State of
incorporation)", beside "47-3391826" over "(Employer identification number)".
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.parsing.engines.grid.types import GridCell, TableGrid, Word, box_of
from bizrag.parsing.engines.grid.words import Segment, line_height, segments_of, text_lines, text_of

_NAME = re.compile(r"\([^\W\d_].*\)")
# so many lines of names, at least: one alone may hold the units of columns
_MIN_LINES = 2
# a value has no more lines
_MAX_VALUE_LINES = 3
# a name of several lines ends so many lines below the one that it begins in
_MAX_NAME_LINES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fact:
    name: Sequence[Word]
    value: Sequence[Word]


def names_below_grid(words: Sequence[Word]) -> TableGrid | None:
    """A row for each name in brackets with the value above it, then the lines that no such name follows; None where
    fewer than two lines hold such names, two of them are alike or one has no value.
    """
    height = line_height(words)
    lines = [
        list(line) for _, line in itertools.groupby(segments_of(text_lines(words), height, []), lambda one: one.line)
    ]
    facts, rest = _facts(lines)
    if not facts or len({text_of(fact.name) for fact in facts}) < len(facts):
        return None
    num_cols = max(2, *(len(line) for line in rest)) if rest else 2
    cells = [
        GridCell(
            text=text_of(part), row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, bbox=box_of(list(part))
        )
        for row, parts in enumerate([*((fact.name, fact.value) for fact in facts), *_words_of(rest)])
        for col, part in enumerate(parts)
        if part
    ]
    return TableGrid(num_rows=len(facts) + len(rest), num_cols=num_cols, cells=tuple(cells), confidence=1.0)


def _words_of(lines: Sequence[Sequence[Segment]]) -> list[tuple[Sequence[Word], ...]]:
    return [tuple(segment.words for segment in line) for line in lines]


def _facts(lines: Sequence[Sequence[Segment]]) -> tuple[list[_Fact], list[Sequence[Segment]]]:
    """The facts of lines, and the lines behind the last of them; no facts where a name stands below anything else."""
    facts: list[_Fact] = []
    above: list[Sequence[Segment]] = []
    at = num_found = 0
    while at < len(lines):
        names, num_lines = _names(lines[at : at + _MAX_NAME_LINES])
        if not names:
            above.append(lines[at])
            at += 1
            continue
        # one name in brackets may go on a label
        is_row = len(names) == 1 and above and len(above[-1]) > 1
        if not 0 < len(above) <= _MAX_VALUE_LINES or is_row:
            return [], []
        for name in names:
            value = [segment for line in above for segment in line if _is_over(segment, name, names)]
            facts.append(_Fact(name=name, value=[word for segment in value for word in segment.words]))
        above = []
        at += num_lines
        num_found += 1
        rest = lines[at:]
        if not any(_names(rest[start : start + _MAX_NAME_LINES])[0] for start in range(len(rest))):
            is_list = num_found >= _MIN_LINES and all(fact.value for fact in facts)
            return (facts if is_list else []), list(rest)
    return [], []


def _names(lines: Sequence[Sequence[Segment]]) -> tuple[list[list[Word]], int]:
    """The names in brackets that begin with the first of these lines, and how many lines they take; none where
    anything else stands in them.
    """
    names = [list(segment.words) for segment in lines[0]]
    if not all(segment.text.startswith("(") for segment in lines[0]):
        return [], 0
    for num_lines, following in enumerate([*lines[1:], ()], start=1):
        if all(_NAME.fullmatch(text_of(name)) for name in names):
            return names, num_lines
        for segment in following:
            open_names = [name for name in names if not text_of(name).endswith(")") and _is_below(segment, name)]
            if len(open_names) != 1:
                return [], 0
            open_names[0].extend(segment.words)
    return [], 0


def _is_below(segment: Segment, name: Sequence[Word]) -> bool:
    return min(segment.r, max(word.r for word in name)) > max(segment.l, min(word.l for word in name))


def _is_over(segment: Segment, name: Sequence[Word], names: Sequence[Sequence[Word]]) -> bool:
    """Whether a value stands over this of several names: nearest to the middle of it."""
    middle = (segment.l + segment.r) / 2
    return min(names, key=lambda one: abs(_middle(one) - middle)) is name


def _middle(words: Sequence[Word]) -> float:
    return (min(word.l for word in words) + max(word.r for word in words)) / 2
