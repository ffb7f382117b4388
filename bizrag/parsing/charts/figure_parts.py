"""Parts of a figure that hold a chart each: its texts, and the image with the other charts painted over. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bizrag.parsing.charts.colours import Colour, Legend, Pixels, is_of_colour
from bizrag.parsing.charts.labels import ALIGNED, Label
from bizrag.parsing.charts.legends import PATCH_REACH, find_legends

# what is empty between two charts, in sizes of the type
_MIN_GAP = 0.2
# of the height of a row: what lies further down below its charts is what they share
_SHARED = 0.5
# pixels of a colour that a line has at least
_MIN_USED_PX = 50

# [height, width]: where something is drawn
Drawn = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a chart lies, in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    def holds(self, label: Label) -> bool:
        return self.left <= label.x < self.right and self.top <= label.y < self.bottom


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One chart of a figure: its own texts with those that all share, and the image with all others painted over."""

    labels: Sequence[Label]
    pixels: Pixels
    # '' where it is not known
    title: str = ""


def panels_in(
    cells: Sequence[Cell], titles: Sequence[str], labels: Sequence[Label], pixels: Pixels, paper: Colour
) -> list[Panel]:
    """The charts of a figure by where they lie.

    Args:
        cells: one for each chart, which do not overlap.
        titles: of the charts, '' where one is not known.
        labels: all texts of the figure, boxes in pixels; those in no cell are of all charts.
        pixels: RGB, [height, width, 3].
        paper: what the other charts are painted over with.
    """
    names = [label for label in labels if not label.is_value]
    legends = find_legends(names, labels, pixels)
    shared = [legend for legend in legends if _is_shared(legend, cells) or _is_used(legend, legends, cells, pixels)]
    of_all = {id(name) for legend in shared for name, _ in legend}
    of_all |= {id(label) for label in labels if not any(cell.holds(label) for cell in cells)}
    return [
        Panel(
            labels=[label for label in labels if id(label) in of_all or cell.holds(label)],
            pixels=_alone(pixels, [other for other in cells if other is not cell], paper, shared),
            title=title,
        )
        for cell, title in zip(cells, titles, strict=True)
    ]


def levels_of(labels: Sequence[Label], reach: float = ALIGNED) -> list[list[Label]]:
    """Texts on one line each, from left to right; lines from top to bottom.

    Args:
        labels: in any order.
        reach: how far below the first of a line others of it begin, in sizes of the type.
    """
    levels: list[list[Label]] = []
    for label in sorted(labels, key=lambda label: label.bbox.t):
        if levels and label.bbox.t - levels[-1][0].bbox.t <= reach * label.size:
            levels[-1].append(label)
        else:
            levels.append([label])
    return [sorted(level, key=lambda label: label.bbox.l) for level in levels]


def widest_gap(drawn: Drawn, start: float, end: float, size: float, rows: Sequence[Sequence[Label]] = ()) -> int | None:
    """The middle of the widest empty band between two columns of an image; None without one.

    Args:
        drawn: of the rows that the band runs through.
        start, end: in pixels.
        size: of the type.
        rows: names along one axis each: a band between two of them parts no charts, if there is another.
    """
    first = max(int(start), 0)
    empty = _runs(np.asarray(~drawn[:, first : int(end)].any(axis=0)))
    bands = [
        (not any(row[0].x < first + (left + right) / 2 < row[-1].x for row in rows), right - left, (left + right) // 2)
        for left, right in empty
        if right - left >= _MIN_GAP * size
    ]
    return first + max(bands)[2] if bands else None


def ends_of_row(drawn: Drawn, size: float) -> list[int]:
    """How far down a row of charts may reach: to its end, or to where something lies below that they share."""
    height = len(drawn)
    empty = [(start, end) for start, end in _runs(np.asarray(~drawn.any(axis=1))) if end - start >= _MIN_GAP * size]
    return [height, *(start + 1 for start, end in reversed(empty) if start > (1 - _SHARED) * height and end < height)]


def _runs(is_it: np.ndarray[Any, np.dtype[np.bool_]]) -> list[tuple[int, int]]:
    """From where to where something is so, along a line."""
    steps = np.flatnonzero(np.diff(np.concatenate([[False], is_it, [False]]).astype(np.int8)))
    return [(int(start), int(end)) for start, end in zip(steps[::2], steps[1::2], strict=True)]


def _is_shared(legend: Legend, cells: Sequence[Cell]) -> bool:
    """Whether the names of a legend stand below or above several charts: then it is that of all."""
    return len({at for name, _ in legend for at, cell in enumerate(cells) if cell.holds(name)}) > 1


def _is_used(legend: Legend, legends: Sequence[Legend], cells: Sequence[Cell], pixels: Pixels) -> bool:
    """Whether the colours of a legend in one chart are those of all others, too, which have none of their own."""
    others = [cell for cell in cells if not any(cell.holds(name) for one in legends for name, _ in one)]
    parts = [pixels[cell.top : cell.bottom, cell.left : cell.right] for cell in others]
    return len(others) == len(cells) - 1 > 0 and all(
        np.count_nonzero(is_of_colour(part, colour)) >= _MIN_USED_PX for part in parts for _, colour in legend
    )


def _alone(pixels: Pixels, others: Sequence[Cell], paper: Colour, shared: Sequence[Legend]) -> Pixels:
    """The image without the other charts, but with the legends that are those of all."""
    copy = pixels.copy()
    for cell in others:
        copy[cell.top : cell.bottom, cell.left : cell.right] = paper
    for name, _ in (entry for legend in shared for entry in legend):
        box, size = name.bbox, name.size
        part = np.s_[max(int(box.t), 0) : int(box.b) + 1, max(int(box.l - PATCH_REACH * size), 0) : int(box.r) + 1]
        copy[part] = pixels[part]
    return copy
