"""Values right below or above names: on maps, tiles and parts of pies. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from bizrag.parsing.charts.labels import MIN_FILLED, MIN_NAMES, Label, Table, is_right_below, pitch_of

# a name, and no period: "UK", not "Q3"
_WORDS = re.compile(r"[^\W\d_]{2}")
# of the distance between two names: how far their values stand below them at least, and how much that differs
_BELOW, _UNEVEN = 0.25, 0.2


def by_nearness(names: Sequence[Label], values: Sequence[Label]) -> Table:
    """Values right below the names, or right above: on maps, tiles and parts of pies."""
    ways = [_next_names(names, values, sign) for sign in (1, -1)]
    best = max(ways, key=len)
    is_told = len(best) >= max(MIN_NAMES, MIN_FILLED * len(values)) and all(map(_WORDS.search, best))
    return {name: {"": value} for name, value in best.items()} if is_told else {}


def _next_names(names: Sequence[Label], values: Sequence[Label], sign: int) -> dict[str, Label]:
    found: dict[str, Label] = {}
    taken: Counter[str] = Counter()
    for value in values:
        near = [name for name in names if (is_right_below(value, name) if sign > 0 else is_right_below(name, value))]
        if near:
            name = min(near, key=lambda name: abs(name.y - value.y))
            taken[name.text] += 1
            found[name.text] = value
    return {name: value for name, value in found.items() if taken[name] == 1}


def by_names_over_bars(names: Sequence[Label], values: Sequence[Label]) -> Table:
    """Values behind bars that lie below their names: of names below each other each has one, all as far below it."""
    if len(names) < MIN_NAMES:
        return {}
    pitch, slots = pitch_of([name.y for name in names]), dict[int, list[Label]]()
    for value in values:
        above = [at for at, name in enumerate(names) if name.y < value.y and value.bbox.r > name.bbox.l]
        if above and value.y - names[above[-1]].y < pitch:
            slots.setdefault(above[-1], []).append(value)
    if len(slots) < len(names) or any(len(slot) > 1 for slot in slots.values()):
        return {}
    told = [(name, slots[at][0]) for at, name in enumerate(names)]
    away = [value.y - name.y for name, value in told]
    is_even = max(away) - min(away) <= _UNEVEN * pitch and min(away) > _BELOW * pitch
    return (
        {name.text: {"": value} for name, value in told}
        if is_even and all(_WORDS.search(n.text) for n in names)
        else {}
    )
