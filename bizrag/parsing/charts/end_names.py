"""Lines whose names stand behind their last points, one of them in grey, in which no ink tells a name. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.charts.colours import Colour, Inks, Pixels, are_apart, ink_of
from bizrag.parsing.charts.labels import Label, name_rows, whole_names

# of the distance between two names of the axis: how far beside its name a value stands, and where names of lines begin
_OVER, _BEHIND = 0.35, 1.2
# in sizes of the type: how far above or below its last value the name of a line stands
_NEAR = 3.0


def series_by_ends(names: Sequence[Label], values: Sequence[Label], pixels: Pixels) -> Inks:
    """Printed values with the names of their lines: what is written like the last value of a line is of that line.

    Args:
        names: of the axis, of the lines and others; those of lines in one or two lines.
        values: printed, of all lines.
        pixels: RGB, [height, width, 3].

    Returns:
        Nothing unless each line has one name, and one value at most over each name of the axis.
    """
    inks = {id(value): ink_of(value, pixels) for value in values}
    for axis in name_rows(names):
        pitch = (axis[-1].x - axis[0].x) / (len(axis) - 1)
        columns = [_over(name, values, pitch) for name in axis]
        last = max((at for at, column in enumerate(columns) if column), default=0)
        ends = _behind(axis, axis[last], names, pitch)
        paired = _paired(columns[last], ends)
        written = {inks[id(value)]: end for value, end in paired}
        if len(written) < max(2, len(columns[last])) or not are_apart([ink for ink in written if ink is not None]):
            continue
        found = [{value: _whose(inks[id(value)], written) for value in column} for column in columns]
        if all(len(set(column.values())) == len(column) and None not in column.values() for column in found):
            return {value: end for column in found for value, end in column.items() if end is not None}
    return {}


def _over(name: Label, values: Sequence[Label], pitch: float) -> list[Label]:
    return [value for value in values if abs(value.x - name.x) <= _OVER * pitch and value.bbox.b < name.bbox.t]


def _behind(axis: Sequence[Label], last: Label, names: Sequence[Label], pitch: float) -> list[Label]:
    """Names behind the last values, from top to bottom."""
    own = {id(name) for name in axis}
    beside = [
        name
        for name in names
        if id(name) not in own
        and last.x < name.bbox.l <= last.x + _BEHIND * pitch
        and name.bbox.b < last.bbox.t
        and name.is_name
        and not name.is_upright
    ]
    return sorted(whole_names(beside), key=lambda name: name.y)


def _paired(values: Sequence[Label], ends: Sequence[Label]) -> list[tuple[Label, Label]]:
    """The last values with the names of their lines, in the order that both stand in."""
    pairs = list(zip(sorted(values, key=lambda value: value.y), ends, strict=False))
    are_near = all(abs(value.y - end.y) <= _NEAR * value.size for value, end in pairs)
    return pairs if len(values) == len(ends) and are_near else []


def _whose(ink: Colour | None, written: dict[Colour | None, Label]) -> Label | None:
    """The line that an ink is of; of grey ones where one line is grey."""
    if ink is None:
        return written.get(None)
    near = [end for other, end in written.items() if other is not None and not are_apart([ink, other])]
    return near[0] if len(near) == 1 else None
