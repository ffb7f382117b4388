"""Values in discs beside the names of places, as on maps; the colour of a disc is told as the legend has it. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bizrag.parsing.charts.colours import (
    Colour,
    Legend,
    Pixels,
    are_same,
    ground_of,
    is_of_colour,
    paper_of,
    whose_colour,
)
from bizrag.parsing.charts.labels import ALIGNED, MIN_FILLED, MIN_NAMES, Label, Table
from bizrag.parsing.charts.parted_heads import piece_of

_BEFORE = re.compile(r"(?P<value>[+\-−–]?\d[\d.,]*\s?%?)\s+(?P<name>[^\W\d_].*)")
_BEHIND = re.compile(r"(?P<name>[^\W\d_].*?)\s+(?P<value>[+\-−–]?\d[\d.,]*\s?%?)")
# in sizes of the type: how far around a value the edge of its disc lies, how far beside that its name stands
_REACH, _GAP = 8.0, 1.6
# how uneven the sides of a disc are, and how much of the square around it is of its colour, letters on it left out
_UNEVEN, _FILLED = 0.2, (0.5, 0.88)
# how high a disc is and how wide right above its value differ by no more than this factor
_UNLIKE = 2.0

# left, top, right, bottom in pixels
_Box = tuple[int, int, int, int]


def with_parted_discs(labels: Sequence[Label], pixels: Pixels) -> list[Label]:
    """Labels, those parted that are a value on a ground of its own and a name beside it: the words of a text layer
    stand as close as those of one text.
    """
    return [part for label in labels for part in (_parted(label, pixels) or [label])]


def _parted(label: Label, pixels: Pixels) -> list[Label]:
    found = _BEFORE.fullmatch(label.text) or _BEHIND.fullmatch(label.text)
    if found is None:
        return []
    value, name = (piece_of(label, found.start(part), found.end(part)) for part in ("value", "name"))
    grounds = ground_of(value, pixels), ground_of(name, pixels)
    return [value, name] if all(grounds) and not are_same(*grounds) and _disc_of(value, pixels) else []


def by_discs(names: Sequence[Label], values: Sequence[Label], legends: Sequence[Legend], pixels: Pixels) -> Table:
    """Values that each stand on a disc by the one name beside it, on the same side of all; with what the legend says of
    the colour of the disc.
    """
    paper = paper_of(names, pixels)
    discs = [
        (value, disc, ground)
        for value in values
        if (ground := ground_of(value, pixels)) is not None
        and not are_same(ground, paper)
        and (disc := _disc_of(value, pixels)) is not None
    ]
    numbers = sorted(value.text for value, _, _ in discs)
    if len(discs) < MIN_NAMES or numbers == [str(number) for number in range(1, len(numbers) + 1)]:
        # steps are numbered so
        return {}
    told = max((list(_beside(discs, names, side)) for side in _SIDES), key=len)
    counts = Counter(name.text for name, _, _ in told)
    if len(told) < max(MIN_NAMES, MIN_FILLED * len(discs)) or max(counts.values()) > 1:
        return {}
    # a disc before a name looks like the patch of a legend
    legend = [entry for one in legends for entry in one if entry[0].text not in counts]
    return {name.text: {whose_colour(ground, legend) or "": value} for name, value, ground in told}


def _disc_of(value: Label, pixels: Pixels) -> _Box | None:
    """The box of the disc that a value stands on; None where it stands on anything else."""
    ground, reach = ground_of(value, pixels), _REACH * value.size
    if ground is None or not _may_be_on_disc(value, ground, pixels):
        return None
    # takes a third of a second to load, and few charts need it
    from scipy import ndimage

    box, top, left = value.bbox, max(int(value.y - reach), 0), max(int(value.x - reach), 0)
    area = pixels[top : int(value.y + reach), left : int(value.x + reach)]
    marked, _ = ndimage.label(is_of_colour(area, ground))
    rows = slice(max(int(box.t) - 1 - top, 0), int(box.b) + 2 - top)
    counts = np.bincount(marked[rows, max(int(box.l) - 1 - left, 0) : int(box.r) + 2 - left].ravel())
    counts[:1] = 0
    part = marked == int(counts.argmax())
    if not counts.any() or not _is_round(part):
        return None
    down, across = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    return left + int(across[0]), top + int(down[0]), left + int(across[-1]), top + int(down[-1])


def _may_be_on_disc(value: Label, ground: Colour, pixels: Pixels) -> bool:
    """Whether what a value stands on is about as high as wide: bars and grounds of charts are not."""
    reach, box = int(_REACH * value.size), value.bbox
    x, above, below = int(value.x), max(int(box.t) - 2, 0), int(box.b) + 3
    level = is_of_colour(pixels[above, max(x - reach, 0) : x + reach], ground)
    at = min(x, reach)
    wide = _run_from(level[:at][::-1]) + _run_from(level[at:])
    upwards = is_of_colour(pixels[max(above - reach, 0) : above + 1, x][::-1], ground)
    downwards = is_of_colour(pixels[below : below + reach, x], ground)
    tall = below - above + _run_from(upwards) + _run_from(downwards)
    return wide > 0 and max(wide, tall) <= _UNLIKE * min(wide, tall)


def _run_from(line: NDArray[np.bool_]) -> int:
    """How many pixels are of a colour from the first on."""
    return len(line) if line.all() else int(line.argmin())


def _is_round(part: NDArray[np.bool_]) -> bool:
    """Whether an area lies whole in its window and is as high as wide, without corners."""
    down, across = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    height, width = down[-1] - down[0] + 1, across[-1] - across[0] + 1
    is_cut = down[0] == 0 or across[0] == 0 or down[-1] == len(part) - 1 or across[-1] == part.shape[1] - 1
    filled = part.sum() / (height * width)
    return not is_cut and abs(width - height) <= _UNEVEN * max(width, height) and _FILLED[0] <= filled <= _FILLED[1]


_Side = Callable[[_Box, Label], float | None]
# how far a name stands from a disc on one side of it, in pixels; None where it stands on another
_SIDES: tuple[_Side, ...] = (
    lambda disc, name: name.bbox.l - disc[2] if _is_level(disc, name) else None,
    lambda disc, name: disc[0] - name.bbox.r if _is_level(disc, name) else None,
    lambda disc, name: name.bbox.t - disc[3] if _is_over(disc, name) else None,
    lambda disc, name: disc[1] - name.bbox.b if _is_over(disc, name) else None,
)


def _is_level(disc: _Box, name: Label) -> bool:
    return abs((disc[1] + disc[3]) / 2 - name.y) <= ALIGNED * name.size


def _is_over(disc: _Box, name: Label) -> bool:
    return name.bbox.l <= (disc[0] + disc[2]) / 2 <= name.bbox.r


def _beside(
    discs: Sequence[tuple[Label, _Box, Colour]], names: Sequence[Label], side: _Side
) -> Iterator[tuple[Label, Label, Colour]]:
    """The nearest name on one side of each disc that has one, its value and the colour of the disc."""
    for value, disc, ground in discs:
        gaps = [(gap, name) for name in names if (gap := side(disc, name)) is not None]
        near = [(gap, name) for gap, name in gaps if -ALIGNED * name.size <= gap <= _GAP * name.size]
        if near:
            yield min(near, key=lambda one: one[0])[1], value, ground
