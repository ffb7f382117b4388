"""Tables between three rules, as LaTeX sets them, with something beside them that the rules do not reach. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bizrag.parsing.engines.pages.page_evidence import PageEvidence
from bizrag.parsing.engines.regions.ladders import alike_rules
from bizrag.parsing.engines.regions.rows import Row
from bizrag.parsing.engines.regions.types import MAX_RULES, Box, area, intersection

# lines that name the columns, at most; rows below them, and how many of those have several cells
_MAX_NAMES, _MIN_ROWS, _TABULAR = 3, 3, 0.8


def find_booktabs(evidence: PageEvidence, rows: Sequence[Row], known: Sequence[Box]) -> list[Box]:
    """The boxes of tables with a rule above and below the names of their columns and one at their end, all of one
    width, where on their level something stands beside them; none where one is ``known``. ``rows`` from top to bottom.
    """
    if not 0 < len(evidence.horizontal_rules) <= MAX_RULES:
        return []
    found: list[Box] = []
    for rules in alike_rules(evidence):
        for (top, names), (_, end) in pairwise(pairwise(rules)):
            box = (top[0], top[1], top[2], end[3])
            if _is_table(rows, box, names[1]) and not any(
                area(intersection(box, other)) > 0 for other in (*known, *found)
            ):
                found.append(box)
    return found


def _is_table(rows: Sequence[Row], box: Box, middle: float) -> bool:
    level = [row for row in rows if box[1] < (row.box[1] + row.box[3]) / 2 < box[3]]
    inside = [[one for one in row.segments if box[0] <= (one.box[0] + one.box[2]) / 2 <= box[2]] for row in level]
    beside = [one for own, row in zip(inside, level, strict=True) for one in row.segments if one not in own]
    # figures beside are columns that other rules are over
    has_beside = bool(beside) and 2 * sum(one.is_figure for one in beside) < len(beside)
    lines = [own for own in inside if own]
    names = [own for own in lines if own[0].box[3] <= middle]
    body = [own for own in lines if own[0].box[3] > middle]
    is_headed = 0 < len(names) <= _MAX_NAMES and any(len(own) > 1 for own in names)
    # rules over columns of figures leave out the names of their rows
    has_words = sum(any(map(str.isalpha, "".join(one.text for one in own))) for own in body) >= _TABULAR * len(body)
    return (
        has_beside
        and has_words
        and is_headed
        and len(body) >= _MIN_ROWS
        and sum(len(own) > 1 for own in body) >= _TABULAR * len(body)
    )
