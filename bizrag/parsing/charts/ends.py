"""Lines that have a value at both ends: slope charts, and courses whose first and last values are printed. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bizrag.model.labels import is_time
from bizrag.parsing.charts.colours import Pixels, are_apart, are_same, ink_of
from bizrag.parsing.charts.labels import ALIGNED, Label, Table, name_rows
from bizrag.parsing.key_figures import is_key_figure

# lines come in numbers: two may be anything; of a side so many labels have an end on the other
_MIN_LINES, _MIN_PAIRED = 3, 0.75
# in sizes of the type: how far the name of an end stands from its labels, across
_HEAD_REACH = 2.5
# what is longer is no name of a line
_MAX_WORDS = 8
_FIGURE_FIRST = re.compile(r"(?P<value>\S*\d\S*(?: %)?)\s+(?P<name>\S*[^\W\d_].*)")
_NAME_FIRST = re.compile(r"(?P<name>.*[^\W\d_]\S*?),?\s+(?P<value>\S*\d\S*(?: %)?)")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _End:
    """A label at an end of a line: its value, and the name that is written beside that, '' without one."""

    label: Label
    name: str
    value: str


def by_ends(labels: Sequence[Label], pixels: Pixels) -> tuple[Table, list[Label]]:
    """The first and the last value of each line by its name, under the names of the two ends; and the labels that say
    them. Nothing where the ends have no names of their own, years mostly.

    An end without a name is that of the label in its colour on the other side.
    """
    ends = [end for label in labels if (end := _end(label)) is not None]
    lefts = _columns(ends, lambda end: end.label.bbox.r)
    rights = _columns(ends, lambda end: end.label.bbox.l)
    best: tuple[Table, list[Label]] = {}, []
    for left in lefts:
        for right in rights:
            heads = [_head(column, labels, is_left=at == 0) for at, column in enumerate((left, right))]
            first, last = heads
            if first is None or last is None or first.x >= last.x or first.text == last.text:
                continue
            pairs = _pairs(left, right, pixels)
            if len(pairs) >= max(_MIN_LINES, _MIN_PAIRED * max(len(left), len(right)), len(best[0]) + 1):
                table = {
                    one.name or other.name: {first.text: _told(one), last.text: _told(other)}
                    for one, other in sorted(pairs, key=lambda pair: pair[0].label.y)
                }
                best = table, [end.label for pair in pairs for end in pair]
    return best


@dataclass(frozen=True, slots=True, kw_only=True)
class LastValues:
    """What is written where lines end, "Cod \u00a35.70" or "22 Print": the value of the last period of each."""

    table: Table
    # of the lines, each where its label stands
    names: Sequence[Label]
    # that say both
    labels: Sequence[Label]


def last_values(labels: Sequence[Label]) -> LastValues:
    """The last values of lines, named and printed at their ends, right of the last one of evenly spaced names."""
    best = LastValues(table={}, names=[], labels=[])
    ends = [end for label in labels if (end := _end(label)) is not None and 0 < len(end.name.split()) <= _MAX_WORDS]
    for row in name_rows([label for label in labels if is_time(label.text)]) if ends else []:
        last, pitch = row[-1], (row[-1].x - row[0].x) / (len(row) - 1)
        behind = [
            end
            for end in ends
            if last.x - pitch / 2 < end.label.bbox.l < last.x + pitch and end.label.bbox.b < last.bbox.t
        ]
        for column in _columns(behind, lambda end: end.label.bbox.l, least=2):
            names = {end.name: end for end in column}
            if len(names) == len(column) > len(best.names):
                best = LastValues(
                    table={last.text: {name: _told(end) for name, end in names.items()}},
                    names=[replace(end.label, text=name) for name, end in names.items()],
                    labels=[end.label for end in column],
                )
    return best


def _end(label: Label) -> _End | None:
    for pattern in (_FIGURE_FIRST, _NAME_FIRST):
        found = pattern.fullmatch(label.text.strip())
        if found and is_key_figure(found["value"]):
            return _End(label=label, name=found["name"].strip(" ,:"), value=found["value"])
    return _End(label=label, name="", value=label.text) if label.is_value else None


def _columns(ends: Sequence[_End], edge: Callable[[_End], float], *, least: int = _MIN_LINES) -> list[list[_End]]:
    """Ends below each other on one edge, several of them at least."""
    columns: list[list[_End]] = []
    for end in sorted(ends, key=edge):
        if columns and edge(end) - edge(columns[-1][0]) <= ALIGNED * end.label.size:
            columns[-1].append(end)
        else:
            columns.append([end])
    return [column for column in columns if len(column) >= least]


def _head(column: Sequence[_End], labels: Sequence[Label], *, is_left: bool) -> Label | None:
    """The name of an end: it stands over or below the edge of the labels that the lines lead to."""
    size = column[0].label.size
    edge = max(end.label.bbox.r for end in column) if is_left else min(end.label.bbox.l for end in column)
    top, bottom = min(end.label.bbox.t for end in column), max(end.label.bbox.b for end in column)
    own = {id(end.label) for end in column}
    near = [
        label
        for label in labels
        if id(label) not in own
        and label.is_name
        and not label.is_value
        and abs(label.x - edge) <= _HEAD_REACH * size
        and (label.y < top or label.y > bottom)
    ]
    return min(near, key=lambda label: (abs(label.x - edge) > size, max(top - label.y, label.y - bottom)), default=None)


def _pairs(left: Sequence[_End], right: Sequence[_End], pixels: Pixels) -> list[tuple[_End, _End]]:
    """The two ends of each line: of one name, or where one side has none, of one colour that no other line has."""
    by_name = {end.name: end for end in right if end.name}
    if by_name and any(end.name for end in left):
        return [(end, by_name[end.name]) for end in left if end.name in by_name]
    if by_name:
        return [(one, other) for other, one in _by_colour(right, left, pixels)]
    return _by_colour(left, right, pixels)


def _by_colour(named: Sequence[_End], bare: Sequence[_End], pixels: Pixels) -> list[tuple[_End, _End]]:
    """Ends that have names each, and the ones in their colours on the other side."""
    inks = [[ink_of(end.label, pixels) for end in side] for side in (named, bare)]
    colours = [ink for ink in inks[0] if ink is not None]
    names = {end.name for end in named if end.name}
    if len(colours) < len(named) or not are_apart(colours) or len(names) < len(named):
        return []
    found: list[tuple[_End, _End]] = []
    for other, ink in zip(bare, inks[1], strict=True):
        same = [one for one, colour in zip(named, inks[0], strict=True) if are_same(ink, colour)]
        if len(same) == 1:
            found.append((same[0], other))
    return found if len({id(one) for one, _ in found}) == len(found) else []


def _told(end: _End) -> Label:
    return replace(end.label, text=end.value)
