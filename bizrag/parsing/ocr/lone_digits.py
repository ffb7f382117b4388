"""Where single digits stand alone on an image: detectors of lines take them for marks, and charts have them as values.

What is as high as the digits of the lines that were found, stands alone on an even ground and is no disc may be one;
reading it tells.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bizrag.model.geometry import BoundingBox

# among so many figures a single digit is looked for; in no more places
_MIN_FIGURES, _MAX_PLACES = 3, 60
_FIGURE = re.compile(r"[$\u20ac\u00a3]?[-+\u2212\u2013]?\d[\d.,]*\s?[%kKmMbB]?")
# of the height of a line's box: how high digits are; of their height: how wide, and how far from what is beside them
_HEIGHT, _WIDTH, _ALONE = (0.38, 0.85), (0.2, 0.85), 0.7
# what is so much higher, or twice as much wider, is no letter beside it but a bar
_ALIKE = 1.8
# of its box a digit fills
_FILL = (0.2, 0.85)
# the ground is told from every fourth pixel
_COARSE = 4
# of 255: fainter marks are paper; around a digit the ground differs by less
_CONTRAST, _EVEN = 40, 24
# in heights of a digit: what is read around it
_MARGIN = 0.45
# digits that are read so surely: "0" may be a ring, and "1" a stroke
_DIGIT, _STROKE = re.compile(r"[2-9]"), re.compile(r"[01]")
_SURE, _SURE_OF_STROKE = 0.8, 0.95


def lone_marks(pixels: NDArray[np.uint8], lines: Sequence[tuple[str, BoundingBox]]) -> list[BoundingBox]:
    """The boxes of marks that may be single digits, with what is read around them.

    Args:
        pixels: RGB, [height, width, 3].
        lines: those that were read, boxes in pixels.
    """
    from scipy import ndimage

    heights = [box.height for text, box in lines if _FIGURE.fullmatch(text.strip())]
    if len(heights) < _MIN_FIGURES:
        return []
    line_px = statistics.median(heights)
    grey = pixels.astype(np.float32).mean(axis=2)
    coarse = ndimage.median_filter(grey[::_COARSE, ::_COARSE], size=int(line_px / _COARSE) | 1)
    ground = coarse.repeat(_COARSE, 0).repeat(_COARSE, 1)[: grey.shape[0], : grey.shape[1]]
    lighter = grey - ground
    found = [
        box
        for mask in (lighter < -_CONTRAST, lighter > _CONTRAST)
        for box in _alone(mask, line_px)
        if not any(line.holds_centre(box) for _, line in lines) and _is_on_even_ground(box, pixels)
    ]
    return [_with_margin(box, grey.shape) for box in found[:_MAX_PLACES]]


def is_digit(text: str, confidence: float) -> bool:
    """Whether a mark was surely read as a digit.

    >>> is_digit("9", 0.93), is_digit("1", 0.9), is_digit("1", 0.99), is_digit("B", 0.99)
    (True, False, True, False)
    """
    text = text.strip()
    is_sure = _DIGIT.fullmatch(text) and confidence >= _SURE
    return bool(is_sure or (_STROKE.fullmatch(text) and confidence >= _SURE_OF_STROKE))


def _alone(mask: NDArray[np.bool_], line_px: float) -> list[BoundingBox]:
    """The marks of the size and shape of a digit without any other mark beside them."""
    from scipy import ndimage

    labels: Any
    labels, count = ndimage.label(mask, structure=np.ones((3, 3)))
    areas = np.bincount(labels.ravel(), minlength=count + 1)[1:]
    boxes = np.array([(c.start, r.start, c.stop, r.stop) for r, c in ndimage.find_objects(labels)]).reshape(-1, 4)
    widths, heights = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    is_sized = (heights >= _HEIGHT[0] * line_px) & (heights <= _HEIGHT[1] * line_px)
    fill = areas / (heights * widths)
    is_formed = (widths >= _WIDTH[0] * heights) & (widths <= _WIDTH[1] * heights)
    is_formed &= (fill >= _FILL[0]) & (fill <= _FILL[1])
    found: list[BoundingBox] = []
    for at in np.flatnonzero(is_sized & is_formed):
        left, top, right, bottom = (float(side) for side in boxes[at])
        reach = _ALONE * heights[at]
        is_level = np.minimum(boxes[:, 3], bottom) - np.maximum(boxes[:, 1], top) > heights[at] / 2
        is_near = np.maximum(boxes[:, 0], left) - np.minimum(boxes[:, 2], right) < reach
        is_alike = (heights <= _ALIKE * heights[at]) & (widths <= 2 * _ALIKE * heights[at])
        if (is_level & is_near & is_alike).sum() == 1:
            found.append(BoundingBox(l=left, t=top, r=right, b=bottom))
    return found


def _is_on_even_ground(box: BoundingBox, pixels: NDArray[np.uint8]) -> bool:
    """Whether right around a mark there is one colour."""
    margin = max(3, int(0.15 * box.height))
    top, bottom, left, right = int(box.t) - margin, int(box.b) + margin, int(box.l) - margin, int(box.r) + margin
    if top < 0 or left < 0 or bottom >= pixels.shape[0] or right >= pixels.shape[1]:
        return False
    part = pixels[top:bottom, left:right].astype(np.int16)
    ring = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
    return bool(np.abs(ring - np.median(ring, axis=0)).max() <= _EVEN)


def _with_margin(box: BoundingBox, shape: tuple[int, ...]) -> BoundingBox:
    margin = _MARGIN * box.height
    whole = BoundingBox(l=box.l - margin, t=box.t - margin, r=box.r + margin, b=box.b + margin)
    return whole.clipped(width=shape[1], height=shape[0])
