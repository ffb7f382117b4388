"""What the pixels of a page show besides text: ruling lines, solid and drawn shapes, marks. Pure.

Pixels are shades of grey, 0 black, 255 white, as an array [height, width]; boxes are in pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bizrag.parsing.engines.pages.page_evidence import Boxes, Flags, as_boxes
from bizrag.parsing.engines.regions.types import Box, to_box

Pixels = NDArray[np.int16]
_Pixel = TypeVar("_Pixel", bound=np.generic)

# shades that differ so much meet at an edge
_EDGE = 28
# a rule is at most so thick, with gaps where others cross it
_RULE_THICKNESS = 4
_RULE_GAP = 4
# dotted lines and hatching have more gaps than a rule
RULE_DENSITY = 0.75
# so much darker than paper is a shape; such a share of its box makes it solid; pages hold no more of them
_SHADE = 40
_SOLID = 0.8
# shades of one ground differ by so much; one that covers so much of the page is seen as shape or as paper, not as both
_NOISE = 4
_GROUND_SHARE = 0.01
_MAX_SHAPES = 1000


def find_rules(
    pixels: Pixels, *, min_px: float, upright_px: float, density: float = RULE_DENSITY
) -> tuple[Boxes, Boxes]:
    """Level and upright rules of a page image [height, width] as boxes in pixels: long, thin, straight lines.

    They are darker, or lighter, than what lies on both sides of them: shaded cells are often parted by white lines.
    At least ``density`` of their length is drawn; dotted lines and hatching have less.
    """
    upright = _level_rules(pixels.T, max(min_px, upright_px), density)
    return _level_rules(pixels, min_px, density), upright[:, [1, 0, 3, 2]]


def _level_rules(pixels: Pixels, min_px: float, density: float) -> Boxes:
    thin: Flags = np.zeros(pixels.shape, dtype=np.bool_)
    # text may stand right beside a thin rule
    for reach in (_RULE_THICKNESS // 2, _RULE_THICKNESS):
        middle, above, below = pixels[reach:-reach], pixels[: -2 * reach], pixels[2 * reach :]
        thin[reach:-reach] |= middle < np.minimum(above, below) - _EDGE
        thin[reach:-reach] |= middle > np.maximum(above, below) + _EDGE
    rules: list[Box] = []
    for row in np.flatnonzero(thin.sum(axis=1) >= min_px / 2):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], thin[row].astype(np.int8), [0]))))
        starts, ends = edges[::2], edges[1::2]
        is_apart = starts[1:] - ends[:-1] > _RULE_GAP
        starts, ends = starts[np.concatenate(([True], is_apart))], ends[np.concatenate((is_apart, [True]))]
        for start, end in zip(starts, ends, strict=True):
            if end - start >= min_px and thin[row, start:end].mean() >= density:
                _add_rule(rules, (float(start), float(row), float(end), float(row + 1)))
    return as_boxes(rules)


def _add_rule(rules: list[Box], run: Box) -> None:
    """Add a run of dark pixels to the rule whose last row it touches; runs come from top to bottom."""
    for index in range(len(rules) - 1, max(-1, len(rules) - 40), -1):
        left, top, right, bottom = rules[index]
        touches = run[1] - bottom <= 1 and run[0] <= right + _RULE_GAP and left <= run[2] + _RULE_GAP
        if touches and run[3] - top <= 2 * _RULE_THICKNESS:
            rules[index] = (min(left, run[0]), top, max(right, run[2]), run[3])
            return
    rules.append(run)


def find_marks(pixels: Pixels, known: Sequence[Boxes]) -> Flags:
    """Where shades meet [height, width], outside of the known boxes (pixels): marks that are neither text nor rules."""
    marks: Flags = np.zeros(pixels.shape, dtype=np.bool_)
    marks[:, 1:] |= np.abs(np.diff(pixels, axis=1)) > _EDGE
    marks[1:] |= np.abs(np.diff(pixels, axis=0)) > _EDGE
    return without(marks, np.concatenate(known))


def without(marks: Flags, known: Boxes) -> Flags:
    """Marks [height, width] outside of boxes (pixels), and not at their edges either."""
    left_over = marks.copy()
    for left, top, right, bottom in known.astype(int).tolist():
        reach = _RULE_THICKNESS
        left_over[max(top - reach, 0) : bottom + reach, max(left - reach, 0) : right + reach] = False
    return left_over


def find_shapes(pixels: Pixels, lines: Boxes, rules: Boxes, *, min_side: float, min_px: float) -> tuple[Boxes, Boxes]:
    """Dark areas that are neither text nor rules: solid boxes (bars, shaded cells), and all others (curves, hatching).

    A shape is at least ``min_px`` long and ``min_side`` in the other direction. Light text on a shade is part of it;
    where text and rules lie, a shape is neither solid nor open.
    """
    # takes a third of a second to load, and only scans need it
    from scipy import ndimage

    limit = _shade_limit(pixels[::4, ::4])
    is_dark: Flags = pixels < limit
    is_hidden: Flags = np.zeros(pixels.shape, dtype=np.bool_)
    for box in lines:
        region = cut(pixels, to_box(box))
        if not region.size:
            continue
        # a box that is too high reaches over the edge of the shade
        is_shade: Flags = np.asarray(np.median(region, axis=1) < limit) & (float(np.median(region)) < limit)
        cut(is_dark, to_box(box))[...] = is_shade[:, None]
        cut(is_hidden, to_box(box))[...] = ~is_shade[:, None]
    for left, top, right, bottom in rules.astype(int).tolist():
        is_dark[max(top - 1, 0) : bottom + 1, max(left - 1, 0) : right + 1] = False
        is_hidden[max(top - 1, 0) : bottom + 1, max(left - 1, 0) : right + 1] = True
    closed: Flags = ndimage.binary_closing(is_dark, structure=np.ones((3, 3), dtype=np.bool_))
    labels, number = ndimage.label(closed, structure=np.ones((3, 3), dtype=np.int8))
    if not number > 0:
        return as_boxes([]), as_boxes([])
    sizes = np.bincount(labels.ravel())
    solid: list[Box] = []
    drawn: list[Box] = []
    for index, (rows, columns) in enumerate(ndimage.find_objects(labels), start=1):
        tall, wide = rows.stop - rows.start, columns.stop - columns.start
        if max(tall, wide) >= min_px and min(tall, wide) >= min_side:
            box = (float(columns.start), float(rows.start), float(columns.stop), float(rows.stop))
            # what closing filled counts as drawn
            shown = tall * wide - int((is_hidden & ~closed)[rows, columns].sum())
            (solid if sizes[index] > _SOLID * shown else drawn).append(box)
    return as_boxes(solid[:_MAX_SHAPES]), as_boxes(drawn[:_MAX_SHAPES])


def _shade_limit(pixels: Pixels) -> int:
    """What is darker is a shape, what is lighter is paper: no shade that much of the page has lies near."""
    limit = int(np.percentile(pixels, 95)) - _SHADE
    limits = np.arange(limit, limit + _SHADE // 2)
    near = (np.abs(pixels.reshape(1, -1) - limits[:, None]) <= _NOISE).mean(axis=1)
    return limit if near[0] < _GROUND_SHARE else int(limits[int(near.argmin())])


def cut(pixels: NDArray[_Pixel], box: Box) -> NDArray[_Pixel]:
    """The pixels in a box, at least one where it touches the image."""
    left, top, right, bottom = (max(int(edge), 0) for edge in box)
    return pixels[top : max(bottom, top + 1), left : max(right, left + 1)]
