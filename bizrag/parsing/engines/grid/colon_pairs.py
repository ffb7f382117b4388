"""Facts in pairs of columns whose names end with a colon (pure): "Client: | Valley Ltd | Sample: | FV-07".

Heads of reports, delivery notes and forms are set so, and scans of them have no heavy type to tell names by. Names and
values may go on in a second line.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from bizrag.parsing.engines.grid.types import GridCell, TableGrid, Word, box_of
from bizrag.parsing.engines.grid.words import line_height, segments_of, text_lines, text_of

# pairs beside each other, facts in the narrower column of them
_MIN_PAIRS, _MIN_FACTS = 2, 2
_MAX_NAME_WORDS = 6
# names of one column begin as near to each other (line heights); scans are never quite straight
_LEVEL = 0.7


@dataclass(slots=True)
class _Fact:
    line: int
    name: list[Word] = field(default_factory=list[Word])
    value: list[Word] = field(default_factory=list[Word])

    @property
    def is_named(self) -> bool:
        return bool(self.name) and self.name[-1].text.endswith(":")


def colon_pairs(words: Sequence[Word]) -> TableGrid | None:
    """The facts of a block in two pairs of columns or more, a name with a colon before each value; else None.

    Each is a row: line by line, those of one line from the left.
    """
    height, lines = line_height(words), text_lines(words)
    starts = _name_starts(lines, height)
    if len(starts) < _MIN_PAIRS or _are_named_above(lines[0], starts, height):
        return None
    columns = [_facts_of(lines, left, right, height) for left, right in zip(starts, [*starts[1:], None], strict=True)]
    if any(facts is None or len(facts) < _MIN_FACTS for facts in columns):
        return None
    if any(word.l < starts[0] - _LEVEL * height for word in words):
        return None
    found = [(fact.line, at, fact) for at, facts in enumerate(columns) for fact in facts or ()]
    cells = [
        GridCell(text=text_of(part), row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, bbox=box_of(part))
        for row, (_, _, fact) in enumerate(sorted(found, key=lambda entry: entry[:2]))
        for col, part in enumerate((fact.name, fact.value))
        if part
    ]
    return TableGrid(num_rows=len(found), num_cols=2, cells=tuple(cells), confidence=1.0)


def _name_starts(lines: Sequence[Sequence[Word]], height: float) -> list[float]:
    """Where the columns of names begin: two names with a colon at least begin there."""
    names = [piece for piece in segments_of(lines, height, []) if any(word.text.endswith(":") for word in piece.words)]
    groups: list[list[float]] = []
    for left in sorted(piece.l for piece in names):
        if groups and left - groups[-1][0] < _LEVEL * height:
            groups[-1].append(left)
        else:
            groups.append([left])
    return [group[0] for group in groups if len(group) >= _MIN_FACTS]


def _are_named_above(first: Sequence[Word], starts: Sequence[float], height: float) -> bool:
    """Whether the first line names the columns: "For the Customer" and "For the Supplier" over who signs."""
    is_over = all(any(abs(word.l - start) < _LEVEL * height for word in first) for start in starts)
    return is_over and not any(word.text.endswith(":") for word in first)


def _facts_of(lines: Sequence[Sequence[Word]], left: float, right: float | None, height: float) -> list[_Fact] | None:
    """The facts between two columns of names; None where something stands there without a name."""
    slack = _LEVEL * height
    own = [
        [word for word in line if word.l >= left - slack and (right is None or word.l < right - slack)]
        for line in lines
    ]
    behind = [after.l for line in own for word, after in itertools.pairwise(line) if word.text.endswith(":")]
    border = min(behind, default=float("inf")) - height / 4
    facts: list[_Fact] = []
    for at, line in enumerate(own):
        name, value = [word for word in line if word.l < border], [word for word in line if word.l >= border]
        if name and (not facts or facts[-1].is_named):
            facts.append(_Fact(line=at))
        if not line:
            continue
        if not facts:
            return None
        facts[-1].name += name
        facts[-1].value += value
    are_named = all(fact.is_named and len(fact.name) <= _MAX_NAME_WORDS for fact in facts)
    return facts if are_named and any(fact.value for fact in facts) else None
