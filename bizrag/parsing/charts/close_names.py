"""Names of an axis that stand as close to each other as words of a text do. Pure.

What tells them apart is that their middles stand at one distance, which those of words in a text do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from bizrag.parsing.text_layers.text_layer import Word

# two distances are one; names stand so near to where they should, in shares of the distance between two
_SAME, _NEAR = 0.08, 0.12
# so many names are an axis, and so many of them run into each other at most
_LEAST, _MOST_JOINED = 4, 4
# "6 h", "12 mm"
_SIZE = re.compile(r"\d+(?:[.,]\d+)?\s?(?P<unit>[^\W\d_]{1,3}|\u00b0[CF])")


def parted_names(parts: Sequence[Sequence[Word]]) -> list[Sequence[Word]]:
    """The names of an axis on one line, those that run into each other one by one; the parts as they are elsewhere.

    Args:
        parts: of the line, from the left, as wide blanks part them.
    """
    pitch = _pitch([_middle(part) for part in parts])
    if pitch is None:
        return list(parts)
    found: list[Sequence[Word]] = []
    for part in parts:
        place = _middle(found[-1]) + pitch if found else None
        found += _split(part, place, pitch) if place is not None else _first(part, parts, pitch)
    return found if are_even(found) else list(parts)


def are_even(parts: Sequence[Sequence[Word]]) -> bool:
    """Whether the middles of some parts of a line stand at one distance, as names of an axis do and words do not."""
    if len(parts) < _LEAST:
        return False
    places = [_middle(part) for part in parts]
    pitch = (places[-1] - places[0]) / (len(places) - 1)
    return all(abs(place - places[0] - at * pitch) <= _NEAR * pitch for at, place in enumerate(places))


def are_sizes(texts: Sequence[str]) -> bool:
    """Whether texts are figures in one unit.

    >>> are_sizes(["6 h", "12 h", "24 h"]), are_sizes(["6 h", "12 kg"]), are_sizes(["6 h", "Total"])
    (True, False, False)
    """
    found = [match["unit"] for text in texts if (match := _SIZE.fullmatch(text)) is not None]
    return len(found) == len(texts) and len(set(found)) == 1


def _middle(part: Sequence[Word]) -> float:
    return (part[0].bbox.l + part[-1].bbox.r) / 2


def _pitch(places: Sequence[float]) -> float | None:
    """The smallest distance that comes twice; None where there is none, or every one is that."""
    steps = sorted(after - before for before, after in pairwise(places))
    if len(steps) < 2 or steps[0] <= 0 or steps[1] - steps[0] > _SAME * steps[0]:
        return None
    pitch = (steps[0] + steps[1]) / 2
    return pitch if steps[-1] > (1 + 2 * _NEAR) * pitch else None


def _first(part: Sequence[Word], parts: Sequence[Sequence[Word]], pitch: float) -> list[Sequence[Word]]:
    """The first part of a line, split by how far the second one stands from it."""
    # two names, one of which would stand half a distance nearer
    num_names = round(2 * (_middle(parts[1]) - _middle(part)) / pitch) - 1
    return _split(part, _middle(part) - pitch * (num_names - 1) / 2, pitch)


def _split(part: Sequence[Word], place: float, pitch: float) -> list[Sequence[Word]]:
    """The names that a part is made of, the first of them at a place; the part where it is one."""
    num_names = round(2 * (_middle(part) - place) / pitch) + 1
    if not 1 < num_names <= min(len(part), _MOST_JOINED):
        return [part]
    wanted = [place + at * pitch for at in range(num_names)]

    def missed(names: Sequence[Sequence[Word]]) -> float:
        return max(abs(_middle(name) - at) for name, at in zip(names, wanted, strict=True))

    best = min(_ways(part, num_names), key=missed)
    return best if missed(best) <= _NEAR * pitch else [part]


def _ways(part: Sequence[Word], num_names: int) -> Iterator[list[Sequence[Word]]]:
    for cuts in combinations(range(1, len(part)), num_names - 1):
        yield [part[start:end] for start, end in pairwise((0, *cuts, len(part)))]
