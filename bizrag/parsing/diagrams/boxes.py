"""Boxes of a diagram: areas of one colour around texts that lines or other colours part from the ground. Pure.

Pixels tell what is drawn, whatever drew it: outlines and fills, diamonds, circles and round corners go one way.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bizrag.model.geometry import BoundingBox
from bizrag.model.words import OPEN_ENDS
from bizrag.parsing.charts.colours import Colour, Pixels, ground_of
from bizrag.parsing.charts.labels import Label
from bizrag.parsing.diagrams.said import JOINT

Mask = NDArray[np.bool_]

# the sum of the differences in red, green and blue up to which a pixel has a colour
_SAME = 36
# of the image: what is larger is no box
_MAX_SHARE = 0.4
# of the sides of the image: what touches two of them is its ground
_MAX_EDGES = 1
# a blank, in sizes of the type; of its width a box keeps so much for text
_BLANK, _INNER = 0.25, 0.92
# of a box, another one of the ground's own colour holds no more
_MAX_SHARED = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A box: its texts from the top, the pixels around it."""

    texts: tuple[Label, ...]
    bbox: BoundingBox

    @property
    def label(self) -> str:
        """Its lines on one line, parted where a line begins anew.

        A line that goes on begins in small letters or with a number, or the one before it cannot end there, or had no
        room for the next word.
        """
        label = self.texts[0].text
        for above, text in pairwise(self.texts):
            goes_on = not text.text[:1].isupper() or above.text.split()[-1].casefold() in OPEN_ENDS
            goes_on |= above.text.endswith(("/", "&", "-")) or self._is_full(above, text)
            label += (" " if goes_on else JOINT) + text.text
        return label

    def _is_full(self, above: Label, text: Label) -> bool:
        """Whether the next line's first word does not fit behind a line."""
        first = text.text.split()[0]
        needed = text.bbox.width * len(first) / len(text.text) + _BLANK * text.size
        return above.bbox.width + needed > _INNER * self.bbox.width


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drawing:
    """What is drawn, as pixels: ``of_node`` has the number of the box that a pixel is in, from 1; ``ground`` is paper
    or the fill of what is around boxes, ``loose`` are texts in no box.
    """

    nodes: tuple[Node, ...]
    of_node: NDArray[np.int32]
    ground: Mask
    loose: tuple[Label, ...]

    @property
    def size(self) -> float:
        """Of the type, in pixels."""
        return statistics.median(text.size for node in self.nodes for text in node.texts)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Area:
    """A connected area of one colour with the texts on it."""

    mask: Mask
    bbox: BoundingBox
    texts: list[Label]


def find_boxes(labels: Sequence[Label], pixels: Pixels) -> Drawing:
    """The boxes around texts, numbered as they are read, and what is no box."""
    from scipy import ndimage

    areas = _areas(labels, pixels)
    height, width = pixels.shape[:2]
    paper = _is_of(pixels, _paper(pixels))
    boxes = [area for area in areas if _is_box(area, areas, (width, height))]
    boxes = [area for area in boxes if not (paper[area.mask].all() and _reaches_into(area, boxes))]
    boxes.sort(key=lambda area: (area.bbox.t, area.bbox.l))
    of_node = np.zeros((height, width), dtype=np.int32)
    for number, area in enumerate(boxes, start=1):
        of_node[ndimage.binary_fill_holes(area.mask)] = number
    others = [area for area in areas if not any(area is box for box in boxes)]
    ground = paper.copy()
    for area in others:
        ground |= area.mask
    return Drawing(
        nodes=tuple(Node(texts=tuple(_from_top(area.texts)), bbox=area.bbox) for area in boxes),
        of_node=of_node,
        ground=ground & (of_node == 0),
        loose=tuple(text for area in others for text in area.texts),
    )


def _areas(labels: Sequence[Label], pixels: Pixels) -> list[_Area]:
    """The areas that texts stand on."""
    from scipy import ndimage

    parts: dict[Colour, tuple[NDArray[np.int32], list[Any]]] = {}
    found: dict[tuple[Colour, int], _Area] = {}
    for label in labels:
        colour = ground_of(label, pixels)
        if colour is None:
            continue
        if colour not in parts:
            numbered: Any = ndimage.label(_is_of(pixels, colour))[0]
            parts[colour] = numbered, ndimage.find_objects(numbered)
        numbered, places = parts[colour]
        box = label.bbox
        around = numbered[max(int(box.t) - 2, 0) : int(box.b) + 3, max(int(box.l) - 2, 0) : int(box.r) + 3]
        counts = np.bincount(around.ravel())
        counts[0] = 0
        number = int(counts.argmax())
        if not counts[number]:
            continue
        if (colour, number) not in found:
            rows, columns = places[number - 1]
            bbox = BoundingBox(l=columns.start, t=rows.start, r=columns.stop, b=rows.stop)
            found[colour, number] = _Area(mask=numbered == number, bbox=bbox, texts=[])
        found[colour, number].texts.append(label)
    return list(found.values())


def _is_of(pixels: Pixels, colour: Colour) -> Mask:
    return np.abs(pixels - np.array(colour, dtype=np.int16)).sum(axis=2) <= _SAME


def _paper(pixels: Pixels) -> Colour:
    """The colour that most of the edge has."""
    edge = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    colours, counts = np.unique(edge, axis=0, return_counts=True)
    red, green, blue = map(int, colours[int(counts.argmax())])
    return red, green, blue


def _is_box(area: _Area, areas: Sequence[_Area], size: tuple[int, int]) -> bool:
    """Whether an area is a box of a diagram: it holds words and no other boxes, and is not the ground."""
    box, (width, height) = area.bbox, size
    num_edges = sum((box.l <= 0, box.t <= 0, box.r >= width, box.b >= height))
    return (
        any(not text.is_value and sum(map(str.isalpha, text.text)) > 1 for text in area.texts)
        and num_edges <= _MAX_EDGES
        and box.area <= _MAX_SHARE * width * height
        and not any(other is not area and box.intersection_area(other.bbox) >= 0.9 * other.bbox.area for other in areas)
    )


def _reaches_into(area: _Area, others: Sequence[_Area]) -> bool:
    """Whether what is around an area holds parts of other boxes: lines between these happen to close it in."""
    return any(
        area.bbox.intersection_area(other.bbox) > _MAX_SHARED * other.bbox.area for other in others if other is not area
    )


def _from_top(texts: Sequence[Label]) -> list[Label]:
    """Texts in the order in which they are read: lines from the top, each from the left."""
    lines: list[list[Label]] = []
    for text in sorted(texts, key=lambda text: text.y):
        if lines and text.y - lines[-1][0].y < 0.5 * text.size:
            lines[-1].append(text)
        else:
            lines.append([text])
    return [text for line in lines for text in sorted(line, key=lambda text: text.x)]
