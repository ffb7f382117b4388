"""Names of an axis that are written aslant: they stand where they begin or end, at their bar. Pure."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import replace

from bizrag.parsing.charts.labels import MIN_NAMES, Label, even_lines, name_rows

# of the usual height of a text: what is higher, and as wide, is written aslant
_SLANTED, _MIN_WIDTH = 1.6, 1.2
# so many times as wide as high is what stands level
_LEVEL = 1.5
# a letter or two are as high as wide anyway
_MIN_LETTERS = 3

_PLACES: list[Callable[[Label], float]] = [
    # rising to their bar, falling from it, with their middle below it
    lambda name: name.bbox.r,
    lambda name: name.bbox.l,
    lambda name: name.x,
]


def with_level_names(labels: Sequence[Label]) -> list[Label]:
    """The texts of a chart; names written aslant below an axis as if they stood level below their bars."""
    heights = [label.bbox.height for label in labels if label.bbox.width > _LEVEL * label.bbox.height]
    height = statistics.median_low(heights) if heights else 0.0
    slanted = [label for label in labels if _is_slanted(label, height)]
    # without anything level nothing tells what is aslant
    if not heights or len(slanted) < MIN_NAMES:
        return list(labels)
    size = statistics.median(label.size for label in labels if not _is_slanted(label, height))
    # so that their tops count, and not their own height
    level = [replace(label, size=size) for label in slanted]
    whole = dict(zip(map(id, level), slanted, strict=True))
    rows = [(place, row) for place in _PLACES for row in even_lines(level, lambda name: name.bbox.t, place)]
    if not rows:
        return list(labels)
    place, row = max(rows, key=lambda found: len(found[1]))
    if any(len(known) >= len(row) for known in name_rows(slanted)):
        return list(labels)
    told = {id(whole[id(name)]): _at(name, place(name), height) for name in row}
    return [told.get(id(label), label) for label in labels]


def _is_slanted(label: Label, height: float) -> bool:
    box = label.bbox
    is_high = box.height > _SLANTED * height and box.width > _MIN_WIDTH * height
    return is_high and len(label.text) >= _MIN_LETTERS and not label.is_value


def _at(name: Label, place: float, height: float) -> Label:
    return replace(name, bbox=replace(name.bbox, l=max(place - height, 0.0), r=place + height, b=name.bbox.t + height))
