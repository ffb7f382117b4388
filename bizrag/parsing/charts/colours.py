"""Colours in a chart: of the names of its series, and of what a value stands on or next to. Pure.

Pixels are RGB, [height, width, 3].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from enum import Enum, auto
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bizrag.parsing.charts.labels import Label

Pixels = np.ndarray[Any, np.dtype[np.int16]]
Colour = tuple[int, int, int]
# names of series, and the colours of the patches before them
Legend = list[tuple[Label, Colour]]
# the series of values that are written in its colour
Inks = dict[Label, Label]


class Side(Enum):
    """Where a value's bar lies."""

    BELOW = auto()
    ABOVE = auto()
    RIGHT = auto()
    LEFT = auto()


# in sizes of the type: a bar stands so near to its value
_BAR_REACH = 1.6
# names over the first bar stand so near to its values
_HEAD_REACH = 4.0
# colours further apart in RGB are different ones; series whose colours are nearer to each other are not told apart
SAME_COLOUR, ALIKE = 42.0, 26.0
# what is written has the colours furthest from its ground, and so far at least; in grey nothing is told apart
_INK_SHARE, _MIN_INK, GREY = 0.8, 60.0, 24
# degrees between the colours of inks: those of one in several strengths, those of two
_ONE_INK, _OTHER_INK = 6.0, 20.0
# than a name the areas that it names are
_MUCH_LARGER = 8.0
# than the name that a value is written for is another one in its colour
_MUCH_FURTHER = 1.5
# of the pixels that have one colour: around a label, where that needs no second look, and in its box, of so many pixels
_MOST, _SURELY, _WITHIN, _SMALL = 0.5, 0.8, 0.6, 8


def paper_of(names: Sequence[Label], pixels: Pixels) -> Colour | None:
    """The colour that most names stand on; None without any."""
    grounds = [ground for name in names if (ground := ground_of(name, pixels)) is not None]
    return Counter(grounds).most_common(1)[0][0] if grounds else None


def legend_by_ink(names: Sequence[Label], values: Sequence[Label], pixels: Pixels) -> Legend:
    """Names on one line, each written in the colour that several values stand on, or bars have."""
    grounds = [ground for value in values if (ground := ground_of(value, pixels)) is not None]
    inked = [(name, ink) for name in names if (ink := ink_of(name, pixels)) is not None]
    sizes: dict[Colour, int] = {}
    written = [
        (name, ink)
        for name, ink in inked
        if sum(distance(ink, ground) <= SAME_COLOUR for ground in grounds) > 1
        # areas much larger than a name in their colour are bars, and not lines
        or _num_pixels(ink, pixels, sizes) >= _MUCH_LARGER * name.bbox.width * name.bbox.height
    ]
    if len(written) < 2:
        return []
    longest = max(([other for other in written if share_rows(other[0], name)] for name, _ in written), key=len)
    return _several(longest)


def _num_pixels(colour: Colour, pixels: Pixels, known: dict[Colour, int]) -> int:
    """How many pixels of the whole image have a colour; ``known`` keeps what was counted."""
    if colour not in known:
        known[colour] = int(np.count_nonzero(is_of_colour(pixels, colour)))
    return known[colour]


def away_from(pixels: Pixels, colour: Sequence[float]) -> NDArray[np.float32]:
    """How far the colour of each pixel [..., 3] is from another one, by its channels."""
    # channel by channel, six times as fast as a norm along the last axis
    squares = sum((pixels[..., channel] - np.float32(value)) ** 2 for channel, value in enumerate(colour))
    return np.sqrt(squares, dtype=np.float32)


def is_of_colour(pixels: Pixels, colour: Sequence[float]) -> NDArray[np.bool_]:
    """Which pixels [..., 3] have a colour, or nearly that."""
    return np.asarray(away_from(pixels, colour) <= SAME_COLOUR)


def legend_by_heads(names: Sequence[Label], values: Sequence[Label], pixels: Pixels) -> Legend:
    """Names on one line, each right above a value of the first bar, with the colours that those and others stand on."""
    heads: list[tuple[Label, Label, Colour]] = []
    for name in names:
        below = [v for v in values if 0 < v.y - name.y <= _HEAD_REACH * name.size and name.bbox.l <= v.x <= name.bbox.r]
        first = min(below, key=lambda value: (round(value.y), abs(value.x - name.x)), default=None)
        if first is not None and (ground := ground_of(first, pixels)) is not None:
            heads.append((name, first, ground))
    paper = paper_of(names, pixels)
    grounds = [ground for value in values if (ground := ground_of(value, pixels)) is not None]
    on_bars = [
        head
        for head in heads
        if paper is not None
        and distance(head[2], paper) > SAME_COLOUR
        and sum(distance(head[2], ground) <= ALIKE for ground in grounds) > 1
    ]
    groups = [[two for two in on_bars if share_rows(two[0], one[0]) and share_rows(two[1], one[1])] for one in on_bars]
    if not groups:
        return []
    longest = max(groups, key=len)
    return _several([(name, colour) for name, _, colour in longest])


def series_of(value: Label, legend: Legend, pixels: Pixels, sides: Sequence[Side]) -> str | None:
    """The series that the colour under a value is of, or that of the nearest area on one of these sides of it."""
    ground = ground_of(value, pixels) if legend else None
    on_bar = whose_colour(ground, legend)
    if ground is None or on_bar is not None:
        return on_bar
    met = [found for side in sides if (found := _first(_line(value, side, pixels), legend)) is not None]
    return min(met, default=(0, None))[1]


def all_beside(value: Label, legend: Legend, pixels: Pixels) -> set[str]:
    """The series of what a value stands on, and of all that lies near to it on any side."""
    found = {whose_colour(ground_of(value, pixels), legend)}
    for side in Side:
        found |= {met[1] for entry in legend if (met := _first(_line(value, side, pixels), [entry])) is not None}
    return {series for series in found if series is not None}


def _line(value: Label, side: Side, pixels: Pixels) -> Pixels:
    """The pixels that lie before a value on one side, nearest first."""
    box, reach = value.bbox, int(_BAR_REACH * value.size)
    # a box may end with the image
    x, y = min(int(value.x), pixels.shape[1] - 1), min(int(value.y), pixels.shape[0] - 1)
    match side:
        case Side.BELOW:
            return pixels[int(box.b) + 1 : int(box.b) + reach, x]
        case Side.ABOVE:
            return pixels[max(int(box.t) - reach, 0) : int(box.t), x][::-1]
        case Side.RIGHT:
            return pixels[y, int(box.r) + 1 : int(box.r) + reach]
        case Side.LEFT:
            return pixels[y, max(int(box.l) - reach, 0) : int(box.l)][::-1]


def series_by_ink(
    names: Sequence[Label], values: Sequence[Label], pixels: Pixels, *, of_lines: Collection[Label] = ()
) -> Inks:
    """Values with the names that are written in the same colour: the names of lines at their ends.

    Each name has several values and its own colour: a name in the colour of one value is that of a bar, if it is not
    known to be that of a line (``of_lines``). A title may be written in the colour of a series, too: the name that is
    much nearer to its values counts.
    """
    inks = [(value, ink) for value in values if (ink := ink_of(value, pixels)) is not None]
    written: list[tuple[Label, list[Label]]] = []
    for name in names:
        ink = ink_of(name, pixels)
        same = [value for value, other in inks if ink is not None and distance(ink, other) <= SAME_COLOUR]
        if len(same) > (name not in of_lines):
            written.append((name, same))
    found: Inks = {}
    for value, _ in inks:
        claims = sorted((_gap(name, same), at) for at, (name, same) in enumerate(written) if value in same)
        if claims and (len(claims) == 1 or claims[1][0] > _MUCH_FURTHER * claims[0][0]):
            found[value] = written[claims[0][1]][0]
    counts = Counter(found.values())
    are_told = all(count > 1 or name in of_lines for name, count in counts.items())
    return found if len(counts) > 1 and are_told else {}


def _gap(name: Label, values: Sequence[Label]) -> float:
    """From a name to the nearest of some values."""
    return min(float(np.hypot(name.x - value.x, name.y - value.y)) for value in values)


def ink_of(label: Label, pixels: Pixels) -> Colour | None:
    """The colour that a label is written in; None where it is grey."""
    ground, box = ground_of(label, pixels), label.bbox
    area = pixels[int(box.t) : int(box.b) + 1, int(box.l) : int(box.r) + 1].reshape(-1, 3)
    if ground is None or not len(area):
        return None
    # where each pixel is grey, the median is
    if (area.max(axis=1) - area.min(axis=1)).max() <= GREY:
        return None
    away = np.linalg.norm(area - np.array(ground), axis=1)
    if away.max() < _MIN_INK:
        return None
    red, green, blue = (int(v) for v in np.median(area[away >= _INK_SHARE * away.max()], axis=0))
    return (red, green, blue) if max(red, green, blue) - min(red, green, blue) > GREY else None


def ground_of(label: Label, pixels: Pixels) -> Colour | None:
    """The colour that a label stands on: that of most pixels around it; of a bar as thin as its box, of those in it."""
    box = label.bbox
    top, bottom, left, right = max(int(box.t) - 2, 0), int(box.b) + 3, max(int(box.l) - 2, 0), int(box.r) + 3
    part = pixels[top:bottom, left:right]
    if part.shape[0] < 3 or part.shape[1] < 3:
        return None
    edge = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
    around = common_colour(edge)
    if around is not None and is_of_colour(edge, around).mean() >= _SURELY:
        return around
    # letters cover less than half of it
    within = common_colour(part[2:-2, 2:-2].reshape(-1, 3), least=_WITHIN) if min(part.shape[:2]) > _SMALL else None
    return within or around


def is_on(label: Label, paper: Colour | None, pixels: Pixels) -> bool:
    """Whether a label stands on the paper, and on nothing that is drawn."""
    ground = ground_of(label, pixels)
    return paper is not None and ground is not None and distance(ground, paper) <= ALIKE


def whose_colour(colour: Colour | None, legend: Legend) -> str | None:
    """The series of a colour, also where its ink is paler or darker than in the legend; None where it is nobody's."""
    if colour is None or not legend:
        return None
    name, best = min(((name, distance(colour, other)) for name, other in legend), key=lambda entry: entry[1])
    return name.text if best <= SAME_COLOUR else _whose_tint(colour, legend)


def _whose_tint(colour: Colour, legend: Legend) -> str | None:
    """The series whose ink, thinner or thicker on white, has a colour; None where inks of two are alike."""
    inks = [np.array([255, 255, 255]) - np.array(one) for one in (colour, *(other for _, other in legend))]
    lengths = [float(np.linalg.norm(ink)) for ink in inks]
    if len(legend) < 2 or min(lengths) < _MIN_INK or _is_grey(colour) or any(_is_grey(other) for _, other in legend):
        return None
    angles = [
        float(np.degrees(np.arccos(np.clip(ink @ inks[0] / (length * lengths[0]), -1, 1))))
        for ink, length in zip(inks[1:], lengths[1:], strict=True)
    ]
    (first, second), at = sorted(angles)[:2], int(np.argmin(angles))
    return legend[at][0].text if first <= _ONE_INK and second >= _OTHER_INK else None


def _is_grey(colour: Colour) -> bool:
    return max(colour) - min(colour) <= GREY


def are_apart(colours: Sequence[Colour]) -> bool:
    """Whether no two colours are the same to the eye."""
    return all(distance(one, other) > SAME_COLOUR for one, other in combinations(colours, 2))


def _several(legend: Legend) -> Legend:
    """What is left of a legend on one line without colours that are alike, if that is more than one."""
    told = sorted(without_alike(legend), key=lambda entry: entry[0].x)
    return told if len(told) > 1 else []


def without_alike(legend: Legend) -> Legend:
    """The entries of a legend whose colour no other one has nearly."""
    colours = [colour for _, colour in legend]
    return [entry for entry in legend if sum(distance(entry[1], colour) <= ALIKE for colour in colours) == 1]


def are_same(one: Colour | None, other: Colour | None) -> bool:
    """Whether there are two colours, which are the same to the eye."""
    return one is not None and other is not None and not are_apart([one, other])


def share_rows(one: Label, other: Label) -> bool:
    """Whether two labels stand beside each other, on any height."""
    return min(one.bbox.b, other.bbox.b) > max(one.bbox.t, other.bbox.t)


def _first(line: Pixels, legend: Legend) -> tuple[int, str] | None:
    """Where the first colour of the legend is, of two pixels at least, and whose it is."""
    colours = [(red, green, blue) for red, green, blue in line.tolist()]
    # most of a line is of one colour
    whose = {colour: whose_colour(colour, legend) for colour in set(colours)}
    series = [whose[colour] for colour in colours]
    for at, (one, other) in enumerate(pairwise(series)):
        if one is not None and one == other:
            return at, one
    return None


def common_colour(colours: Pixels, *, least: float = _MOST) -> Colour | None:
    """The colour that so many pixels at least ([count, 3]) have, but for noise; None without one."""
    # paper, most of the time
    if (colours == colours[0]).all():
        red, green, blue = colours[0]
        return int(red), int(green), int(blue)
    steps = colours >> 5
    keys = (steps[:, 0] << 6) | (steps[:, 1] << 3) | steps[:, 2]
    key = int(np.bincount(keys).argmax())
    near = is_of_colour(colours, _median(colours[keys == key]))
    if near.mean() < least:
        return None
    red, green, blue = _median(colours[near])
    return int(red), int(green), int(blue)


def _median(colours: Pixels) -> tuple[float, float, float]:
    """The median of each channel of colours [count, 3]: counted, as there are few values, which is the fastest."""
    ends = (len(colours) - 1) // 2, len(colours) // 2
    sums = (np.cumsum(np.bincount(colours[:, channel], minlength=256)) for channel in range(3))
    red, green, blue = (float(np.searchsorted(one, ends, side="right").mean()) for one in sums)
    return red, green, blue


def distance(one: Colour, other: Colour) -> float:
    """How far colours are from each other in RGB."""
    return float(np.linalg.norm(np.subtract(one, other)))
