"""Boxes behind texts on an image: areas of one colour, however little it differs from the ground. Pure.

Shapes are told by how dark they are (``scan_pixels``); the boxes of slides are pale on white, or a shade lighter than a
dark ground.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bizrag.parsing.engines.pages.page_evidence import Boxes, as_boxes
from bizrag.parsing.engines.regions.types import Box

# colours are compared on an image of half the size, whose noise is less: neighbours that differ more meet at an edge
_REDUCED = 2
_EDGE = 5
# a box is so large on the page at least, and fills its corners but for what stands in it
_MIN_SIDE_PT, _FILLED = 20.0, 0.85


def find_even_areas(image: Image.Image, scale: float) -> Boxes:
    """Boxes (points) of areas of one colour that are boxes but for their texts, without the ground itself.

    Args:
        image: of a page, in RGB.
        scale: pixels a point.
    """
    # takes a third of a second to load, and only images of slides need it
    from scipy import ndimage

    pixels = np.asarray(image.convert("RGB").reduce(_REDUCED), dtype=np.int16)
    labels, _ = ndimage.label(_is_even(pixels))
    to_points = _REDUCED / scale
    boxes: list[Box] = []
    for index, (rows, columns) in enumerate(ndimage.find_objects(labels), start=1):
        tall, wide = rows.stop - rows.start, columns.stop - columns.start
        is_ground = tall * wide > pixels.shape[0] * pixels.shape[1] / 2
        if min(tall, wide) * to_points < _MIN_SIDE_PT or is_ground:
            continue
        whole: NDArray[np.bool_] = ndimage.binary_fill_holes(labels[rows, columns] == index)
        if float(whole.mean()) >= _FILLED:
            # its edge is one pixel off on each side
            left, top, right, bottom = columns.start - 1, rows.start - 1, columns.stop + 1, rows.stop + 1
            boxes.append((left * to_points, top * to_points, right * to_points, bottom * to_points))
    return as_boxes(boxes)


def _is_even(pixels: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Where no neighbour [height, width] differs: to the right, below, and on the other sides by these."""
    is_even = np.ones(pixels.shape[:2], dtype=np.bool_)
    level = np.abs(np.diff(pixels, axis=1)).max(axis=2) <= _EDGE
    upright = np.abs(np.diff(pixels, axis=0)).max(axis=2) <= _EDGE
    is_even[:, 1:] &= level
    is_even[:, :-1] &= level
    is_even[1:] &= upright
    is_even[:-1] &= upright
    return is_even
