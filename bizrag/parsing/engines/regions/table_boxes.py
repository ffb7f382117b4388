"""Boxes of tables that are one table: those that lie over each other, and those of another kind that adjoin. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.engines.regions.types import Box, area, intersection, union


def overlap_share(first: Box, second: Box) -> float:
    """The common area as a share of the smaller box."""
    return area(intersection(first, second)) / max(min(area(first), area(second)), 1e-6)


def merge_overlapping(boxes: Sequence[Box]) -> list[Box]:
    """Boxes, the largest first, those that lie over each other as one."""
    merged: list[Box] = []
    for box in sorted(boxes, key=area, reverse=True):
        for index, other in enumerate(merged):
            if overlap_share(box, other) > 0.3:
                merged[index] = union([box, other])
                break
        else:
            merged.append(box)
    return merged


def joined(tables: Sequence[Box], *, grids: Sequence[Box], ladders: Sequence[Box], reach: float) -> list[Box]:
    """Tables with a grid, or ruled rows, and the rows of another kind that follow or precede within ``reach`` made one.

    They are equally wide. Often only the header or only the body of a table is ruled.
    """

    def kind(box: Box) -> int:
        return 2 if box in grids else int(box in ladders)

    found: list[Box] = []
    for box in sorted(tables, key=lambda table: table[1]):
        if found and kind(box) != kind(found[-1]) and _adjoins(found[-1], box, reach):
            found[-1] = union([found[-1], box])
        else:
            found.append(box)
    return found


def _adjoins(upper: Box, lower: Box, reach: float) -> bool:
    common = min(upper[2], lower[2]) - max(upper[0], lower[0])
    narrow, wide = sorted((upper[2] - upper[0], lower[2] - lower[0]))
    # text that starts at the left of its cells fills less than their width
    is_as_wide = common > 0.85 * wide or (common > 0.95 * narrow and narrow > 0.6 * wide)
    return lower[1] - upper[3] < reach and is_as_wide
