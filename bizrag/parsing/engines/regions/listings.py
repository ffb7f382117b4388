"""Lines of listings on a page of text: blanks in them part nothing. Pure.

Columns of what programs print may stand one blank apart, so what they are is told from the places of their letters.
"""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.engines.pages.page_evidence import PageEvidence
from bizrag.parsing.engines.regions.rows import Row, Segment, whole_segment
from bizrag.parsing.engines.regions.text_body import is_mono
from bizrag.parsing.engines.regions.text_columns import TextColumns
from bizrag.parsing.engines.regions.types import TOUCH_PT, Box, area, intersection, to_box, union

# a table has a rule above its head, below it and at its foot
_MIN_RULES = 3


def with_whole_listings(rows: Sequence[Row], tables: Sequence[Box], columns: TextColumns) -> list[Row]:
    """Rows in which lines in typewriter type are one segment each; where the text of the page is, they stay in pieces.

    What rules show to be in ``tables`` stays so too.
    """
    if is_mono([segment for row in rows for segment in row.segments]):
        return list(rows)
    return [_whole(row, tables, columns) for row in rows]


def between_rules(evidence: PageEvidence) -> list[Box]:
    """Where rules with the same ends stand above each other: tables are ruled so, and listings are not."""
    found: list[list[Box]] = []
    for rule in sorted(map(to_box, evidence.horizontal_rules), key=lambda rule: rule[1]):
        for rules in found:
            if abs(rules[0][0] - rule[0]) < TOUCH_PT and abs(rules[0][2] - rule[2]) < TOUCH_PT:
                rules.append(rule)
                break
        else:
            found.append([rule])
    return [union(rules) for rules in found if len(rules) >= _MIN_RULES]


def _whole(row: Row, tables: Sequence[Box], columns: TextColumns) -> Row:
    if any(area(intersection(row.box, table)) > 0 for table in tables):
        return row
    runs: list[list[Segment]] = []
    for segment in row.segments:
        last = runs[-1][-1] if runs else None
        if last is not None and last.is_mono and segment.is_mono and not columns.end_between(last, segment):
            runs[-1].append(segment)
        else:
            runs.append([segment])
    return row if len(runs) == len(row.segments) else Row([whole_segment(run) for run in runs])
