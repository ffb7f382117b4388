"""Names of the columns of a heat map that were read as one: they stand as close below it as words of a text. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from bizrag.parsing.charts.labels import ALIGNED, Label, pitch_of

# so many columns of so many values are a grid
_MIN_COLUMNS, _MIN_VALUES = 3, 3
# of the distance between two columns: how far a name stands from the middle of its own
_OFF_COLUMN = 0.35


def with_parted_heads(names: Sequence[Label], values: Sequence[Label]) -> list[Label]:
    """Names, those parted word by word whose words each stand over or below a column of a grid of values."""
    columns = _columns(values)
    if len(columns) < _MIN_COLUMNS:
        return list(names)
    return [part for name in names for part in (_parted(name, columns) or [name])]


def _columns(values: Sequence[Label]) -> list[float]:
    """The middles of the columns that values stand in, from the left."""
    groups: list[list[Label]] = []
    for value in sorted(values, key=lambda value: value.x):
        if groups and value.x - groups[-1][-1].x <= ALIGNED * value.size:
            groups[-1].append(value)
        else:
            groups.append([value])
    return [sum(one.x for one in group) / len(group) for group in groups if len(group) >= _MIN_VALUES]


def _parted(name: Label, columns: Sequence[float]) -> list[Label]:
    """The words of a name as names of columns next to each other; empty where they are not."""
    parts = list(words_of(name))
    reach = _OFF_COLUMN * pitch_of(columns)
    own = [next((at for at, x in enumerate(columns) if abs(x - part.x) <= reach), -1) for part in parts]
    is_each = len(parts) > 1 and own[0] >= 0 and all(after == before + 1 for before, after in pairwise(own))
    return parts if is_each else []


def words_of(name: Label) -> Iterator[Label]:
    """The words of a name, its width shared out by their letters."""
    start = 0
    for word in name.text.split():
        start = name.text.index(word, start)
        yield piece_of(name, start, start + len(word))
        start += len(word)


def piece_of(name: Label, start: int, end: int) -> Label:
    """Letters of a name, from the first to the end, with their share of its width."""
    step, box = name.bbox.width / max(len(name.text), 1), name.bbox
    return replace(name, text=name.text[start:end], bbox=replace(box, l=box.l + step * start, r=box.l + step * end))
