"""The order in which the boxes of a slide are read: it is cut into rows and columns, again and again. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.model.geometry import BoundingBox

# upper edges of boxes beside each other, in heights of the lower box
_LEVEL_EDGES = 0.2


def reading_order(boxes: Sequence[BoundingBox]) -> list[int]:
    """Indices of boxes as a person reads them: recursive cuts along empty rows first, then along empty columns.

    Boxes that no straight cut separates are read from top to bottom, then from left to right.
    """
    return _cut(boxes, list(range(len(boxes))))


def _cut(boxes: Sequence[BoundingBox], indices: list[int]) -> list[int]:
    if len(indices) <= 1:
        return indices
    for low, high in (("t", "b"), ("l", "r")):
        parts = _split(boxes, indices, low, high)
        if len(parts) > 1:
            return [index for part in parts for index in _cut(boxes, part)]
    return [index for row in _rows_of_boxes(boxes, indices) for index in row]


def _rows_of_boxes(boxes: Sequence[BoundingBox], indices: Sequence[int]) -> list[list[int]]:
    """Boxes from the top; those whose upper edges are nearly level from the left."""
    rows: list[list[int]] = []
    for index in sorted(indices, key=lambda index: boxes[index].t):
        first = boxes[rows[-1][0]] if rows else None
        if first is not None and boxes[index].t - first.t <= _LEVEL_EDGES * min(first.height, boxes[index].height):
            rows[-1].append(index)
        else:
            rows.append([index])
    return [sorted(row, key=lambda index: boxes[index].l) for row in rows]


def _split(boxes: Sequence[BoundingBox], indices: list[int], low: str, high: str) -> list[list[int]]:
    """Groups of boxes with an empty stripe between them, along one axis."""
    parts: list[list[int]] = []
    end = float("-inf")
    for index in sorted(indices, key=lambda index: float(getattr(boxes[index], low))):
        if float(getattr(boxes[index], low)) >= end:
            parts.append([])
        parts[-1].append(index)
        end = max(end, float(getattr(boxes[index], high)))
    return parts
