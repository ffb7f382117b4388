"""Lines between the boxes of a diagram: which boxes each joins, where its heads are, what is written beside it. Pure.

A line is what is drawn and connected outside of boxes and texts; it ends at the boxes that it comes near to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bizrag.parsing.charts.labels import Label
from bizrag.parsing.diagrams.boxes import Drawing, Mask, Node

Places = NDArray[np.float64]

# in sizes of the type: how near to a box a line ends, how long and how wide a head is at most, how near to its line a
# text is
_REACH, _HEAD, _MAX_HEAD, _BESIDE = 0.8, 0.8, 1.3, 2.5
# the edge of a box and its shadow: up to so many sizes of the type, where so much of what is around the box is drawn
_MAX_EDGE, _EDGE_SHARE = 0.7, 0.25
# a head is so much wider than its line, in pixels and times; behind it, the line is so narrow again
_WIDER_PX, _WIDER, _NARROW = 3.0, 1.5, 0.7
# of its width so much lies on each side of the line
_EVEN = 0.25
# what runs along all boxes parts lanes: so much of it is drawn, or goes on so many sizes of the type beyond
_LANE_SHARE, _BEYOND = 0.97, 0.5
# of the pixels of a mark so many lie on texts: it is a letter
_ON_TEXT = 0.8
_MIN_PX = 6
# what is so near to a box touches it
_TOUCH_PX = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """Where a line meets a box: the number of the box, the place in pixels, whether a head points at it."""

    node: int
    x: float
    y: float
    has_head: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Line:
    """A line that joins boxes, its pixels [n, (x, y)]."""

    ends: tuple[End, ...]
    places: Places


def find_lines(drawing: Drawing) -> list[Line]:
    """The lines that join two boxes or more."""
    from scipy import ndimage

    size = drawing.size
    found: Any = ndimage.distance_transform_edt(drawing.of_node == 0, return_indices=True)
    away, nearest = found
    node_at = drawing.of_node[nearest[0], nearest[1]]
    ink = ~drawing.ground & (drawing.of_node == 0)
    away = away - _edges(ink, away, node_at, size)[node_at]
    ink &= ~_lanes(ink, drawing.of_node, drawing.nodes, size) & (away > 0)
    numbered: Any = ndimage.label(ink, structure=np.ones((3, 3)))[0]
    lines: list[Line] = []
    for number, place in enumerate(ndimage.find_objects(numbered), start=1):
        mask = numbered[place] == number
        rows, columns = np.nonzero(mask)
        places = np.stack([columns + place[1].start, rows + place[0].start], axis=1).astype(np.float64)
        if len(places) < _MIN_PX or _is_letter(places, drawing.loose):
            continue
        ends = _ends(mask, away[place], node_at[place], (place[1].start, place[0].start), size)
        if len({end.node for end in ends}) > 1:
            lines.append(Line(ends=ends, places=places))
    return lines


def texts_beside(line: Line, texts: Sequence[Label]) -> Iterator[tuple[Label, tuple[float, float], float]]:
    """The texts near to a line, each with the place of the line that is nearest, and how far that is."""
    for text in texts:
        box = text.bbox
        x, y = line.places[:, 0], line.places[:, 1]
        across = np.maximum(np.maximum(box.l - x, x - box.r), 0.0)
        down = np.maximum(np.maximum(box.t - y, y - box.b), 0.0)
        away = np.hypot(across, down)
        if float(away.min()) <= _BESIDE * text.size:
            # the middle of what is nearest: a text runs along its line
            near = line.places[away <= away.min() + 1.0].mean(axis=0)
            yield text, (float(near[0]), float(near[1])), float(away.min())


def _edges(ink: Mask, away: Places, node_at: NDArray[np.int32], size: float) -> Places:
    """How wide the edge of each box (by number) is in pixels, with its shadow: lines cover little of what is around."""
    reach = int(_MAX_EDGE * size)
    wide = np.zeros(int(node_at.max()) + 1)
    ring = np.ceil(away).astype(np.int64)
    for node in range(1, len(wide)):
        is_near = (node_at == node) & (ring > 0) & (ring <= reach)
        around = np.bincount(ring[is_near], minlength=reach + 1)
        drawn = np.bincount(ring[is_near & ink], minlength=reach + 1)
        bare = np.flatnonzero(drawn[1:] < _EDGE_SHARE * np.maximum(around[1:], 1))
        # the paler rim of an edge goes with it
        wide[node] = (int(bare[0]) if len(bare) else reach) + 1.0
    return wide


def _lanes(ink: Mask, of_node: NDArray[np.int32], nodes: Sequence[Node], size: float) -> Mask:
    """The lines from one side of all boxes to the other, lanes or a grid, but for where others cross them."""
    left, top = int(min(node.bbox.l for node in nodes)), int(min(node.bbox.t for node in nodes))
    right, bottom = int(max(node.bbox.r for node in nodes)), int(max(node.bbox.b for node in nodes))
    rows = _run_through(ink, of_node, (left, right), size)
    columns = _run_through(ink.T, of_node.T, (top, bottom), size)
    return (rows[:, None] & ~_crossed(ink, rows)) | (columns[None, :] & ~_crossed(ink.T, columns).T)


def _run_through(ink: Mask, of_node: NDArray[np.int32], reach: tuple[int, int], size: float) -> Mask:
    """The rows of pixels that are drawn from one end of all boxes to the other, beside the boxes, or on beyond them."""
    start, end = reach
    further = round(_BEYOND * size)
    before, behind = ink[:, max(start - further, 0) : start], ink[:, end : end + further]
    goes_on = np.zeros(len(ink), dtype=np.bool_)
    if before.shape[1] >= further and behind.shape[1] >= further:
        goes_on = before.all(axis=1) & behind.all(axis=1)
    drawn = (ink | (of_node > 0))[:, start:end].mean(axis=1) >= _LANE_SHARE
    return (ink[:, start:end].mean(axis=1) >= _LANE_SHARE) | (drawn & goes_on)


def _crossed(ink: Mask, rows: Mask) -> Mask:
    """Where something is drawn on both sides of rows of pixels."""
    crossed: Mask = np.zeros_like(ink)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], rows, [False]]).astype(np.int8)))
    for first, end in edges.reshape(-1, 2):
        above, below = max(first - 2, 0), min(end + 1, len(ink) - 1)
        crossed[first:end] = ink[above] & ink[below]
    return crossed


def _is_letter(places: Places, texts: Sequence[Label]) -> bool:
    held = np.zeros(len(places), dtype=np.bool_)
    for text in texts:
        box = text.bbox
        x, y = places[:, 0], places[:, 1]
        held |= (x >= box.l - 2) & (x <= box.r + 2) & (y >= box.t - 2) & (y <= box.b + 2)
    return float(held.mean()) > _ON_TEXT


def _ends(
    mask: Mask, away: NDArray[np.float64], node_at: NDArray[np.int32], corner: tuple[int, int], size: float
) -> tuple[End, ...]:
    """Where a line (``mask``, a part of the image from ``corner``) ends at boxes: what passes by goes on both ways."""
    from scipy import ndimage

    reach = _REACH * size
    width = _width(mask)
    ends: list[End] = []
    near = mask & (away <= reach)
    for node in np.unique(node_at[near]):
        pieces: Any
        pieces, count = ndimage.label(near & (node_at == node), structure=np.ones((3, 3)))
        for number in range(1, count + 1):
            piece = pieces == number
            nearest = float(away[piece].min())
            around = ndimage.binary_dilation(piece, structure=np.ones((3, 3))) & mask & ~piece
            num_ways = ndimage.label(around, structure=np.ones((3, 3)))[1]
            if num_ways > 1 and nearest > _TOUCH_PX:
                continue
            rows, columns = np.nonzero(piece & (away <= nearest + 1))
            x, y = float(columns.mean()), float(rows.mean())
            ends.append(
                End(
                    node=int(node),
                    x=x + corner[0],
                    y=y + corner[1],
                    has_head=_has_head(mask, x, y, width, size),
                )
            )
    return tuple(ends)


def _width(mask: Mask) -> float:
    """How wide a line is: that of most of its pixels."""
    from scipy import ndimage

    inner: Any = ndimage.distance_transform_cdt(np.pad(mask, 1), metric="chessboard")
    return 2.0 * float(np.median(inner[inner > 0])) - 0.5


def _has_head(mask: Mask, x: float, y: float, width: float, size: float) -> bool:
    """Whether a line widens to a head where it ends, and is narrow again behind that: lines that part do not."""
    rows, columns = np.nonzero(mask)
    across, down = columns - x, rows - y
    far = np.hypot(across, down)
    first, close = far <= _HEAD * size, far <= 2 * _HEAD * size
    along = np.array([across[first].mean(), down[first].mean()]) if first.any() else np.zeros(2)
    length = float(np.linalg.norm(along))
    if length < 1.0:
        return False
    along /= length
    ahead = across[close] * along[0] + down[close] * along[1]
    beside = down[close] * along[0] - across[close] * along[1]
    at = np.round(ahead).astype(np.int64)
    steps = [beside[at == step] for step in range(int(2 * _HEAD * size)) if (at == step).any()]
    wide = [float(np.ptp(step)) + 1.0 for step in steps]
    if len(wide) < _MIN_PX:
        return False
    widest = int(np.argmax(wide[: int(_HEAD * size)]))
    is_wide = max(width + _WIDER_PX, _WIDER * width) <= wide[widest] <= _MAX_HEAD * size
    # a corner is wide on one side
    is_even = min(float(steps[widest].max()), -float(steps[widest].min())) >= _EVEN * wide[widest]
    return is_wide and is_even and min(wide[widest:]) <= _NARROW * wide[widest]
