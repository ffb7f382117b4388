"""Drawings side by side that are one chart: bars on both sides of their names, as pyramids of ages have. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.draft import DraftPicture

# of the height of each of two drawings that stand beside each other: what they have in common
_LEVEL = 0.8


def join_level(charts: Sequence[DraftPicture], read: Callable[[BoundingBox], DraftPicture]) -> list[DraftPicture]:
    """Charts, those in one that tell more together, and of the same names.

    Args:
        charts: of one page, boxes in points, with what they tell.
        read: what is told in a box.
    """
    left = list(charts)
    for one, other in combinations(charts, 2):
        if one not in left or other not in left or one.bbox is None or other.bbox is None:
            continue
        if not _are_level(one.bbox, other.bbox) or not (one.chart_markdown or other.chart_markdown):
            continue
        names = _names(one) | _names(other)
        # of charts with names of their own each tells itself
        if len(names) > max(len(_names(one)), len(_names(other))):
            continue
        whole = read(one.bbox.union(other.bbox))
        if _names(whole) == names and _num_values(whole) > max(_num_values(one), _num_values(other)):
            left[left.index(one)] = whole
            left.remove(other)
    return left


def _are_level(one: BoundingBox, other: BoundingBox) -> bool:
    common = min(one.b, other.b) - max(one.t, other.t)
    are_beside = min(one.r, other.r) <= max(one.l, other.l)
    return are_beside and common >= _LEVEL * max(one.height, other.height)


def _cells(chart: DraftPicture) -> list[list[str]]:
    return [[cell.strip() for cell in row.strip("| ").split("|")] for row in chart.chart_markdown.splitlines()[2:]]


def _names(chart: DraftPicture) -> set[str]:
    return {row[0] for row in _cells(chart)}


def _num_values(chart: DraftPicture) -> int:
    return sum(bool(cell) for row in _cells(chart) for cell in row[1:])
