"""Lines that OCR read over the patches of a legend: "■ Rural ■ Urban" is two names, however near they stand. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bizrag.model.geometry import BoundingBox

# what the patch of a legend is read or written as
LEGEND_MARKS = "\u25a0\u25a1\u25aa\u25ac\u25b2\u25c6\u25cf\u25fc\u2b1b\u2b24"
# of the line's height: the middle that a patch fills, and how wide it is; strokes of letters are thinner
_MIDDLE = (0.38, 0.62)
_MIN_WIDTH, _MAX_WIDTH = 0.3, 3.0
# colours further apart in RGB are different ones; what is nearer to grey is no patch but ink
_SAME_COLOUR, _GREY = 36.0, 40
# where a name may begin
_BEGINNING = re.compile(r"(?<=\s)\S|(?<=[a-z\d)%])[A-Z]|(?<=[\u25a0\u25a1\u25aa\u25cf\u25cb\u2022])\S")


def part_at_patches(text: str, box: BoundingBox, pixels: NDArray[np.uint8]) -> list[tuple[str, BoundingBox]]:
    """The texts between coloured patches in a line, each with its box; the whole line where it has none.

    Args:
        text: as it was read.
        box: in pixels of the image.
        pixels: RGB, [height, width, 3].
    """
    patches = [(left, right) for left, right in _patches(box, pixels) if right < box.r - box.height / 2]
    if not patches:
        return [(text, box)]
    parts = [*pairwise([box.l, *(x for patch in patches for x in patch), box.r])][::2]
    # letters before the first patch; none where the line begins with it
    spans = [(left, right) for left, right in parts if right - left > box.height / 2]
    cuts = _cuts(text, spans)
    if cuts is None:
        return [(text, box)]
    texts = [text[start:end].strip(" \u25a0\u25a1\u25aa\u25cf\u25cb\u2022") for start, end in pairwise(cuts)]
    return [
        (part, BoundingBox(l=left, t=box.t, r=right, b=box.b))
        for part, (left, right) in zip(texts, spans, strict=True)
        if part
    ]


def _patches(box: BoundingBox, pixels: NDArray[np.uint8]) -> Iterator[tuple[float, float]]:
    """Left and right end of runs of columns that one colour fills in the middle of a line."""
    left, height = max(int(box.l), 0), box.height
    top, bottom = int(box.t + _MIDDLE[0] * height), int(box.t + _MIDDLE[1] * height) + 1
    band = pixels[max(top, 0) : bottom, left : int(box.r) + 1].astype(np.int16)
    if min(band.shape[:2]) < 2:
        return
    colours = np.median(band, axis=0)
    is_even = np.linalg.norm(band - colours, axis=2).max(axis=0) <= _SAME_COLOUR
    is_coloured = colours.max(axis=1) - colours.min(axis=1) > _GREY
    ground = np.median(colours, axis=0)
    filled = is_even & is_coloured & (np.linalg.norm(colours - ground, axis=1) > _SAME_COLOUR)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], filled, [False])).astype(np.int8)))
    for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        if _MIN_WIDTH * height <= end - start <= _MAX_WIDTH * height:
            yield float(left + start), float(left + end)


def _cuts(text: str, spans: list[tuple[float, float]]) -> list[int] | None:
    """Where the text of each span begins, and the end of all: at a beginning near to where even letters put it."""
    widths = [right - left for left, right in spans]
    places = np.cumsum(widths)[:-1] / sum(widths) * len(text)
    beginnings = [found.start() for found in _BEGINNING.finditer(text)]
    cuts = [0]
    for place in places.tolist():
        near = [at for at in beginnings if at > cuts[-1]]
        if not near:
            return None
        cuts.append(min(near, key=lambda at: abs(at - place)))
    return [*cuts, len(text)]
