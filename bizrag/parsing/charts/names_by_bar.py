"""Names below bars that stand as close as words of one line and were read so: each word goes to its bar. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.labels import ALIGNED, Label, pitch_of
from bizrag.parsing.charts.parted_heads import words_of

# so many bars stand at one distance, which differs by no more than this share of it
_MIN_BARS, _UNEVEN = 5, 0.15
# of the distance of two bars: how far the middle of a word stands from that of its own
_OFF_BAR = 0.6
# of the bars so many have a name; in sizes of the type, no more than this is between the lines of a name
_MIN_NAMED, _LINE_GAP = 0.8, 0.6


def names_by_bar(names: Sequence[Label], values: Sequence[Label]) -> list[Label]:
    """The names of evenly spaced bars with a value each, of lines below them that reach over several bars; nothing
    where no line does, or too few bars find a name of their own.
    """
    bars = _bars(values)
    if len(bars) < _MIN_BARS:
        return []
    pitch, bottom = pitch_of(bars), max(value.bbox.b for value in values)
    below = sorted((name for name in names if name.y > bottom and not name.is_upright), key=lambda name: name.y)
    if not any(name.bbox.width > pitch and " " in name.text for name in below):
        return []
    named: dict[int, Label] = {}
    for name in below:
        for at, piece in _pieces(name, bars, _OFF_BAR * pitch):
            above = named.get(at)
            if above is None:
                named[at] = piece
            elif piece.bbox.t - above.bbox.b < _LINE_GAP * piece.size:
                named[at] = replace(above, text=f"{above.text} {piece.text}", bbox=above.bbox.union(piece.bbox))
    found = [replace(one, bbox=_centred(one, bars[at])) for at, one in sorted(named.items())]
    are_told = len(found) >= _MIN_NAMED * len(bars) and len({one.text for one in found}) == len(found)
    return found if are_told else []


def _bars(values: Sequence[Label]) -> list[float]:
    """The middles of evenly spaced bars that values stand over, from the left; nothing where they are not so."""
    places = list[float]()
    for value in sorted(values, key=lambda value: value.x):
        if not places or value.x - places[-1] > ALIGNED * value.size:
            places.append(value.x)
    if len(places) < _MIN_BARS:
        return []
    pitch = pitch_of(places)
    is_even = all(abs(after - before - pitch) <= _UNEVEN * pitch for before, after in pairwise(places))
    return places if is_even else []


def _pieces(name: Label, bars: Sequence[float], reach: float) -> Iterator[tuple[int, Label]]:
    """The words of a name next to each other that are nearest to one bar, with the number of that bar."""
    for at, group in groupby(words_of(name), key=lambda word: _nearest(word.x, bars, reach)):
        words = list(group)
        if at is not None:
            box = replace(words[0].bbox, r=words[-1].bbox.r)
            yield at, replace(name, text=" ".join(word.text for word in words), bbox=box)


def _nearest(x: float, bars: Sequence[float], reach: float) -> int | None:
    at = min(range(len(bars)), key=lambda number: abs(bars[number] - x))
    return at if abs(bars[at] - x) <= reach else None


def _centred(name: Label, x: float) -> BoundingBox:
    half = name.bbox.width / 2
    return replace(name.bbox, l=x - half, r=x + half)
