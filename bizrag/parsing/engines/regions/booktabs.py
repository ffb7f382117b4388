"""Tables between three rules, as LaTeX sets them, with something beside them that the rules do not reach. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bizrag.parsing.engines.pages.page_evidence import PageEvidence
from bizrag.parsing.engines.regions.ladders import alike_rules
from bizrag.parsing.engines.regions.rows import Row, Segment
from bizrag.parsing.engines.regions.types import MAX_RULES, Box, area, intersection

# lines that name the columns, at most; lines below them, and how many of those have several cells: of what the model
# saw as a table names may have two lines
_MAX_NAMES, _MIN_ROWS, _TABULAR, _TABULAR_SEEN = 3, 3, 0.8, 0.5
_MIN_CELLS = 2
# of the larger of two boxes so much is common to both
_SEEN = 0.8


def find_booktabs(
    evidence: PageEvidence, rows: Sequence[Row], known: Sequence[Box], seen: Sequence[Box] = ()
) -> list[Box]:
    """The boxes of tables with a rule above and below the names of their columns and one at their end, all of one
    width, where on their level something stands beside them, or the model saw a table (``seen``); none where one is
    ``known``. ``rows`` from top to bottom.
    """
    if not 0 < len(evidence.horizontal_rules) <= MAX_RULES:
        return []
    found: list[Box] = []
    for rules in alike_rules(evidence):
        for at, ((top, names), (_, end)) in enumerate(pairwise(pairwise(rules))):
            box = (top[0], top[1], top[2], end[3])
            is_seen = any(_SEEN * max(area(box), area(one)) < area(intersection(box, one)) for one in seen)
            if not _is_table(rows, box, names[1], is_seen=is_seen):
                continue
            whole = _with_further_rows(rows, box, rules[at + 3 :])
            if not any(area(intersection(whole, other)) > 0 for other in (*known, *found)):
                found.append(whole)
    return found


def _with_further_rows(rows: Sequence[Row], box: Box, below: Sequence[Box]) -> Box:
    """A table with what a further rule of its width ends below its last one: a total, or another group of rows."""
    for rule in below:
        lines = _lines_inside(rows, (box[0], box[3], box[2], rule[1]))
        if not lines or any(len(line) < _MIN_CELLS for line in lines):
            break
        box = (box[0], box[1], box[2], rule[3])
    return box


def _lines_inside(rows: Sequence[Row], box: Box) -> list[list[Segment]]:
    """The segments of each row in a box, of rows that have any."""
    level = [row for row in rows if box[1] < row.middle < box[3]]
    inside = ([one for one in row.segments if box[0] <= (one.box[0] + one.box[2]) / 2 <= box[2]] for row in level)
    return [own for own in inside if own]


def _is_table(rows: Sequence[Row], box: Box, middle: float, *, is_seen: bool) -> bool:
    level = [row for row in rows if box[1] < row.middle < box[3]]
    inside = [[one for one in row.segments if box[0] <= (one.box[0] + one.box[2]) / 2 <= box[2]] for row in level]
    beside = [one for own, row in zip(inside, level, strict=True) for one in row.segments if one not in own]
    # figures beside are columns that other rules are over
    has_beside = is_seen or (bool(beside) and 2 * sum(one.is_figure for one in beside) < len(beside))
    lines = _lines_inside(rows, box)
    names = [own for own in lines if own[0].box[3] <= middle]
    body = [own for own in lines if own[0].box[3] > middle]
    # names of narrow columns are set as close as words
    most = max(map(len, body), default=0)
    is_headed = 0 < len(names) <= _MAX_NAMES and any(len(own) > 1 or own[0].num_words >= most > 1 for own in names)
    # rules over columns of figures leave out the names of their rows
    has_words = sum(any(map(str.isalpha, "".join(one.text for one in own))) for own in body) >= _TABULAR * len(body)
    return (
        has_beside
        and has_words
        and is_headed
        and len(body) >= _MIN_ROWS
        and sum(len(own) > 1 for own in body) >= (_TABULAR_SEEN if is_seen else _TABULAR) * len(body)
    )
