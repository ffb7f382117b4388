"""Drawings of several charts with running text between them, as pages of two columns have: one for each chart. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import Boxes, Floats, PageEvidence, as_boxes
from bizrag.parsing.engines.regions.charts import DRAWING_GAP_PT, MIN_DRAWING_PT, chart_shapes, with_ground
from bizrag.parsing.engines.regions.rows import Row
from bizrag.parsing.engines.regions.types import Box, centres_inside, connected, to_box, union

# so many lines of text in a drawing are no remark on it
_MIN_LINES = 4
# of more pieces nothing is told
_MAX_PIECES = 300


def without_text_between(evidence: PageEvidence, drawings: Sequence[Box], rows: Sequence[Row]) -> list[Box]:
    """Drawings, each with much running text in it parted into those that have none between their pieces."""
    lines = as_boxes(segment.box for row in rows for segment in row.segments if segment.is_prose)
    return [
        part
        for box in drawings
        for part in ([box] if _num_lines(lines, box) < _MIN_LINES else _parted(evidence, box, lines))
    ]


def _parted(evidence: PageEvidence, box: Box, lines: Boxes) -> list[Box]:
    """The parts of a drawing: pieces are joined, the nearest first, where no line of text gets in between by that."""
    shapes = chart_shapes(evidence)
    shapes = shapes[centres_inside(shapes, box)]
    pieces = [union(map(to_box, shapes[members])) for members in connected(shapes)]
    if not 0 < len(pieces) <= _MAX_PIECES:
        return [box]
    refused: set[tuple[Box, Box]] = set()
    while (pair := _nearest_pair(pieces, lines, refused)) is not None:
        first, second = pair
        joined = union((pieces[first], pieces[second]))
        pieces = [piece for at, piece in enumerate(pieces) if at not in pair] + [joined]
    large = [piece for piece in pieces if max(piece[2] - piece[0], piece[3] - piece[1]) >= MIN_DRAWING_PT]
    return [with_ground(evidence, piece) for piece in large]


def _nearest_pair(pieces: Sequence[Box], lines: Boxes, refused: set[tuple[Box, Box]]) -> tuple[int, int] | None:
    """The two pieces next to each other that are of one drawing; None where there are none.

    Those with text between them are ``refused``, and not counted again while other pieces are joined.
    """
    gaps = _gaps(np.array(pieces))
    firsts, seconds = np.nonzero(np.triu(gaps <= DRAWING_GAP_PT, 1))
    for at in np.argsort(gaps[firsts, seconds], kind="stable"):
        first, second = int(firsts[at]), int(seconds[at])
        own = (pieces[first], pieces[second])
        if own in refused:
            continue
        if _num_lines(lines, union(own)) <= sum(_num_lines(lines, one) for one in own):
            return first, second
        refused.add(own)
    return None


def _gaps(boxes: Boxes) -> Floats:
    """How far each two boxes [n, n] are apart, across or along, whichever is more; 0 where they overlap."""
    across = np.maximum(boxes[:, None, 0] - boxes[None, :, 2], boxes[None, :, 0] - boxes[:, None, 2])
    along = np.maximum(boxes[:, None, 1] - boxes[None, :, 3], boxes[None, :, 1] - boxes[:, None, 3])
    return np.clip(np.maximum(across, along), 0, None)


def _num_lines(lines: Boxes, box: Box) -> int:
    return int(centres_inside(lines, box).sum()) if len(lines) else 0
