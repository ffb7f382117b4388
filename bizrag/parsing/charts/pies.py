"""Values of pies and doughnuts: told by the legend's colours, by the angle of a name, or in one label with it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from bizrag.parsing.charts.colours import (
    ALIKE,
    SAME_COLOUR,
    Colour,
    Legend,
    Pixels,
    Side,
    are_apart,
    distance,
    ground_of,
    series_of,
)
from bizrag.parsing.charts.labels import (
    ALIGNED,
    MIN_FILLED,
    MIN_NAMES,
    Label,
    Table,
    is_right_below,
    is_sum,
    named_share,
)

# how far values may stand from a circle, in its radius; names from the ray of their value, in degrees
_OFF_CIRCLE, _OFF_RAY = 0.08, 20.0
# a line between two parts crosses circles of so many radii
_REACHES = (0.8, 1.0, 1.15)
# behind the name of a legend its value stands no further, in sizes of the type
_BEHIND = 14.0
# names of a pie are no further from its middle, in the radius of its values
_MAX_AWAY = 4.0

Places = np.ndarray[Any, np.dtype[np.float64]]


def by_colour(values: Sequence[Label], legend: Legend, pixels: Pixels) -> Table:
    """Values on areas of one colour each, all of which the legend names: pies."""
    found = [(series_of(value, legend, pixels, list(Side)), value) for value in values]
    named = {series: value for series, value in found if series is not None}
    if len(named) < max(MIN_NAMES, MIN_FILLED * len(legend)) or sum(s is not None for s, _ in found) > len(named):
        return {}
    return {name.text: {"": named[name.text]} for name, _ in legend if name.text in named}


def by_entry(values: Sequence[Label], legend: Legend) -> Table:
    """The values that a legend tells itself, one behind each of its names, under each other."""
    names = [name for name, _ in legend]
    found = [(name, [value for value in values if _is_behind(value, name)]) for name in names]
    if len(names) < MIN_NAMES or any(len(behind) != 1 for _, behind in found):
        return {}
    told = [behind[0] for _, behind in found]
    size = told[0].size
    edges = ([value.bbox.l for value in told], [value.bbox.r for value in told])
    are_below = min(max(edge) - min(edge) for edge in edges) <= ALIGNED * size and len(set(map(id, told))) == len(told)
    return {name.text: {"": value} for name, value in zip(names, told, strict=True)} if are_below else {}


def _is_behind(value: Label, name: Label) -> bool:
    return abs(value.y - name.y) <= ALIGNED * name.size / 2 and 0 < value.bbox.l - name.bbox.r <= _BEHIND * name.size


def by_angle(names: Sequence[Label], values: Sequence[Label], pixels: Pixels) -> Table:
    """Values in a circle, each on its own part, and names outside, each on the ray of its value.

    Parts of one colour, or of nearly one, are told by the lines between them, if they make up all of it and there are
    as many names.
    """
    grounds = {value: ground for value in values if (ground := ground_of(value, pixels)) is not None}
    inside = list(grounds)
    if not MIN_NAMES <= len(inside) <= len(names):
        return {}
    places = np.array([(value.x, value.y) for value in inside])
    x, y, radius = _circle(places)
    away = np.hypot(places[:, 0] - x, places[:, 1] - y)
    outside = [name for name in names if radius < np.hypot(name.x - x, name.y - y) < _MAX_AWAY * radius]
    if not radius or np.abs(away - radius).max() > _OFF_CIRCLE * radius or len(outside) < len(inside):
        return {}
    if not are_apart(list(grounds.values())) and not (
        len(outside) == len(inside)
        and is_sum("100%", [value.text for value in inside])
        and _are_parted(grounds, (x, y, radius), pixels)
    ):
        return {}
    angles = np.degrees(np.arctan2(places[:, 1] - y, places[:, 0] - x))
    # of a long name one end is on the ray
    ends = [(name.bbox.l, name.x, name.bbox.r) for name in outside]
    others = np.degrees(np.arctan2([[name.y - y] * 3 for name in outside], [[end - x for end in own] for own in ends]))
    off = np.abs((angles[:, None, None] - others[None] + 180.0) % 360.0 - 180.0).min(axis=2)
    apart = np.array([[_apart(value, name) for name in outside] for value in inside])
    # a caption may stand on a ray too, but further away
    apart[off > _OFF_RAY] = np.inf
    nearest = apart.argmin(axis=1)
    if np.isinf(apart.min(axis=1)).any() or (apart[:, nearest].argmin(axis=0) != np.arange(len(inside))).any():
        return {}
    found = {outside[int(at)].text: value for at, value in zip(nearest, inside, strict=True)}
    return {name: {"": value} for name, value in found.items()} if len(found) == len(inside) else {}


def _are_parted(grounds: Mapping[Label, Colour], circle: tuple[float, float, float], pixels: Pixels) -> bool:
    """Whether between each two neighbours on a circle a line runs outwards, or colours change."""
    x, y, radius = circle
    ring = sorted(grounds, key=lambda value: np.arctan2(value.y - y, value.x - x))
    hidden = np.zeros(pixels.shape[:2], dtype=np.bool_)
    for value in ring:
        box = value.bbox
        hidden[max(int(box.t) - 2, 0) : int(box.b) + 3, max(int(box.l) - 2, 0) : int(box.r) + 3] = True
    for one, other in pairwise([*ring, ring[0]]):
        start, end = (float(np.arctan2(value.y - y, value.x - x)) for value in (one, other))
        angles = np.linspace(start, end + 2 * np.pi * (end <= start), max(int(2 * np.pi * radius), 2))
        # specks of a scan are on one of these alone
        for reach in _REACHES:
            rows, columns = (
                np.clip(np.rint(middle + reach * radius * turn(angles)).astype(np.int64), 0, size - 1)
                for middle, turn, size in ((y, np.sin, pixels.shape[0]), (x, np.cos, pixels.shape[1]))
            )
            shown = pixels[rows, columns][~hidden[rows, columns]]
            away = [np.linalg.norm(shown - np.array(grounds[value]), axis=1) for value in (one, other)]
            is_line = bool((np.minimum(*away) > SAME_COLOUR).any())
            if not is_line and distance(grounds[one], grounds[other]) <= ALIKE:
                return False
    return True


def _apart(value: Label, name: Label) -> float:
    """From the middle of a value to the box of a name, in pixels."""
    box = name.bbox
    return float(np.hypot(max(box.l - value.x, value.x - box.r, 0.0), max(box.t - value.y, value.y - box.b, 0.0)))


def _circle(places: Places) -> tuple[float, float, float]:
    """Middle and radius of the circle nearest to points [n, 2]; a radius of 0 where they surround no point.

    The least squares of the circle's equation (Kasa 1976), which is linear in the middle.
    """
    terms = np.column_stack([2 * places, np.ones(len(places))])
    (x, y, rest), *_ = np.linalg.lstsq(terms, (places**2).sum(axis=1), rcond=None)
    angles = np.sort(np.arctan2(places[:, 1] - y, places[:, 0] - x))
    gaps = np.diff(np.append(angles, angles[0] + 2 * np.pi))
    radius = float(np.sqrt(max(rest + x * x + y * y, 0.0)))
    return float(x), float(y), radius if gaps.max() < np.pi else 0.0


def by_own_text(names: Sequence[Label], values: Sequence[Label]) -> Table:
    """Names with their shares in one label, or right below them, of which a pie is made: they add up to all of it."""
    shares = [(label, *share) for label in names if (share := named_share(label.text)) is not None]
    if not shares:
        return {}
    for value in values:
        above = [name for name in names if value.text.endswith("%") and is_right_below(value, name)]
        if above and named_share((name := max(above, key=lambda name: name.y)).text) is None:
            shares.append((value, name.text.rstrip(" ;,:"), value.text))
    if len(shares) < MIN_NAMES or len({name for _, name, _ in shares}) < len(shares):
        return {}
    if not is_sum("100%", [percent for _, _, percent in shares]):
        return {}
    return {name: {"": replace(label, text=percent)} for label, name, percent in shares}
