"""Panels: coloured boxes with lines of their own beside what stands around them, as side columns of reports. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.engines.page_evidence import PageEvidence
from bizrag.parsing.engines.regions.rows import Row
from bizrag.parsing.engines.regions.types import MAX_RULES, Box, centres_inside, to_box

# shares of the page's width; lines at least
_MIN_WIDTH, _MAX_WIDTH = 0.12, 0.75
_MIN_LINES = 3
# a column of a table may be coloured: most of its rows have cells beside it
_MAX_LEVEL = 0.5


def find_panels(evidence: PageEvidence, rows: Sequence[Row]) -> list[Box]:
    """The boxes of panels; ``rows`` from top to bottom."""
    if len(evidence.filled_boxes) > MAX_RULES:
        return []
    wide = evidence.filled_boxes[:, 2] - evidence.filled_boxes[:, 0]
    are_wide = (wide > _MIN_WIDTH * evidence.width) & (wide < _MAX_WIDTH * evidence.width)
    boxes = dict.fromkeys(map(to_box, evidence.filled_boxes[are_wide]))
    return [
        box for box in boxes if centres_inside(evidence.word_boxes, box).sum() >= _MIN_LINES and _is_panel(box, rows)
    ]


def by_panel(rows: Sequence[Row], panels: Sequence[Box]) -> list[list[Row]]:
    """The rows outside of all panels, then those in each of them."""
    homes = [next((at for at, panel in enumerate(panels, start=1) if is_inside(row.box, panel)), 0) for row in rows]
    return [[row for row, home in zip(rows, homes, strict=True) if home == at] for at in range(len(panels) + 1)]


def is_inside(box: Box, panel: Box) -> bool:
    """Whether the middle of a box lies in a panel."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return panel[0] <= x <= panel[2] and panel[1] <= y <= panel[3]


def _is_panel(box: Box, rows: Sequence[Row]) -> bool:
    inside = [[is_inside(segment.box, box) for segment in row.segments] for row in rows]
    held = [flags for flags in inside if any(flags)]
    return len(held) >= _MIN_LINES and sum(not all(flags) for flags in held) <= _MAX_LEVEL * len(held)
