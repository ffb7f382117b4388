"""Figures of several charts side by side, each under a title of its own on one line. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise

import numpy as np

from bizrag.parsing.charts.colours import Pixels, is_of_colour, paper_of
from bizrag.parsing.charts.figure_parts import Cell, Drawn, Panel, ends_of_row, levels_of, panels_in, widest_gap
from bizrag.parsing.charts.labels import MIN_NAMES, Label, name_rows
from bizrag.parsing.charts.legends import has_patch

# of the height of a figure: titles stand above
_TOP = 0.3
# in sizes of the type: parts of one title stand closer
_SAME_TITLE = 1.5
# of a row or column of pixels, what is paper where a figure is
_PAPER = 0.2
_WORD = re.compile(r"[^\W\d_]{3}")
# each chart takes a copy of the image; titles are among the first lines
_MAX_CHARTS, _MAX_LEVELS = 6, 3


def panels_by_titles(labels: Sequence[Label], pixels: Pixels) -> list[Panel]:
    """The charts of a figure from left to right; none where it has one, or where nothing empty parts two of them.

    Args:
        labels: all texts, boxes in pixels.
        pixels: RGB, [height, width, 3].
    """
    height, width = pixels.shape[:2]
    several = (level for level in _levels(labels, _TOP * height) if 1 < len(level) <= _MAX_CHARTS)
    # entries of a legend stand on one line, too
    levels = [
        level for level in islice(several, _MAX_LEVELS) if not any(has_patch(title, labels, pixels) for title in level)
    ]
    paper = paper_of(labels, pixels) if levels else None
    if paper is None:
        return []
    drawn = _drawn(is_of_colour(pixels, paper))
    # what names bars may be figures, too: "4 TB", "8 TB"
    rows = name_rows([label for label in labels if not label.is_upright])
    for titles in levels:
        size, top = titles[0].size, int(min(title.bbox.t for title in titles))
        below = int(max(title.bbox.b for title in titles)) + 1
        for end in ends_of_row(drawn[below:], size):
            part = drawn[below : below + end]
            gaps = [widest_gap(part, one.x, other.x, size, rows) for one, other in pairwise(titles)]
            sides = [0, *(gap for gap in gaps if gap is not None), width]
            cells = [Cell(left, top, right, below + end) for left, right in pairwise(sides)]
            if len(cells) == len(titles) and all(_is_chart(cell, labels) for cell in cells):
                return panels_in(cells, [title.text for title in titles], labels, pixels, paper)
    return []


def _drawn(is_paper: Drawn) -> Drawn:
    """What is drawn on a figure's paper: a dark figure stands on the white of its page, which is nothing drawn."""
    rows, columns = (np.flatnonzero(is_paper.mean(axis=axis) >= _PAPER) for axis in (1, 0))
    drawn: Drawn = np.zeros_like(is_paper)
    if len(rows) and len(columns):
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        drawn[part] = ~is_paper[part]
    return drawn


def _is_chart(cell: Cell, labels: Sequence[Label]) -> bool:
    """Whether a part has as many values as a chart."""
    return sum(label.is_value and cell.holds(label) for label in labels) >= MIN_NAMES


def _levels(labels: Sequence[Label], bottom: float) -> Iterator[list[Label]]:
    """Texts on one line each from left to right, from top to bottom: what may be titles of charts."""
    above = [one for one in labels if not one.is_value and not one.is_upright and one.y < bottom]
    for level in levels_of(above):
        titles: list[Label] = []
        for label in level:
            if titles and label.bbox.l - titles[-1].bbox.r <= _SAME_TITLE * label.size:
                text, box = f"{titles[-1].text} {label.text}", titles[-1].bbox.union(label.bbox)
                titles[-1] = replace(titles[-1], text=text, bbox=box)
            else:
                titles.append(label)
        if all(_WORD.search(title.text) for title in titles):
            yield titles
