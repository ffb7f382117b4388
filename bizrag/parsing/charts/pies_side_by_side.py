"""Figures of several pies side by side: the shares of each make up a hundred per cent. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from bizrag.parsing.charts.colours import Pixels, paper_of
from bizrag.parsing.charts.figure_parts import Cell, Panel, panels_in
from bizrag.parsing.charts.labels import ALIGNED, MIN_NAMES, Label, is_sum

# so many pies stand beside each other at most
_MAX_PIES = 6


def panels_by_wholes(labels: Sequence[Label], pixels: Pixels) -> list[Panel]:
    """The pies of a figure from left to right; none where its shares do not make up a whole several times.

    Args:
        labels: all texts, boxes in pixels.
        pixels: RGB, [height, width, 3].
    """
    wholes = _wholes([label for label in labels if label.is_value and label.text.rstrip().endswith("%")])
    paper = paper_of([label for label in labels if not label.is_value], pixels)
    if paper is None or not 1 < len(wholes) <= _MAX_PIES:
        return []
    height, width = pixels.shape[:2]
    ends = [(max(one.bbox.r for one in left), min(one.bbox.l for one in right)) for left, right in pairwise(wholes)]
    if any(left > right for left, right in ends):
        return []
    sides = [0, *(int((left + right) / 2) for left, right in ends), width]
    cells = [Cell(left, 0, right, height) for left, right in pairwise(sides)]
    titles = _titles(cells, labels)
    own = [label for label in labels if label not in titles]
    panels = panels_in(cells, [title.text for title in titles] or [""] * len(cells), own, pixels, paper)
    named = [[label for label in panel.labels if cell.holds(label)] for cell, panel in zip(cells, panels, strict=True)]
    if any(2 * sum(label.is_value for label in part) > len(part) for part in named):
        # a legend beside them tells the parts of all
        return panels
    return [replace(panel, labels=part) for panel, part in zip(panels, named, strict=True)]


def _wholes(shares: Sequence[Label]) -> list[list[Label]]:
    """Shares from left to right, parted wherever they make up a hundred; nothing where some are left."""
    wholes: list[list[Label]] = []
    part: list[Label] = []
    for share in sorted(shares, key=lambda share: share.x):
        part.append(share)
        if len(part) >= MIN_NAMES and is_sum("100%", [one.text for one in part]):
            wholes.append(part)
            part = []
    return [] if part else wholes


def _titles(cells: Sequence[Cell], labels: Sequence[Label]) -> list[Label]:
    """The uppermost text of each cell, where they stand on one line above all others; else none."""
    names = [[label for label in labels if cell.holds(label) and not label.is_value] for cell in cells]
    if not all(names):
        return []
    first = [min(own, key=lambda name: name.y) for own in names]
    are_level = max(one.y for one in first) - min(one.y for one in first) <= ALIGNED * first[0].size
    end = max(one.bbox.b for one in first)
    is_above = all(name.bbox.t >= end for own in names for name in own if name not in first)
    return first if are_level and is_above else []
