"""What the other rows of a chart tell of a value: the order of a stack's parts, the cell of a heat map. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter

import numpy as np

from bizrag.parsing.charts.colours import share_rows
from bizrag.parsing.charts.labels import (
    ALIGNED,
    MIN_FILLED,
    MIN_NAMES,
    Label,
    Table,
    is_sum,
    name_columns,
    name_rows,
    unit_of,
    whole_names,
)

# the series of what stands over a stack
TOTAL = "Total"
# rows that show in which order parts stand
_MIN_SHOWN = 2
# of the distance between two names: how far a value stands from the middle of its cell, and from that of a chart of
# several side by side
_IN_CELL, _IN_PANEL = 0.3, 0.55
# of the cells of a heat map so many have a value
_MIN_CELLS = 0.8
# in sizes of the type: a head stands so near above its column
_HEAD_REACH = 4.0

_Row = dict[str, Label] | None


def in_one_order(rows: Sequence[_Row], slots: Sequence[Sequence[Label]]) -> list[_Row]:
    """Rows, those whose colours do not tell all parts by the order that the parts of the others stand in."""
    told = [row for row in rows if row and "" not in row]
    full = max(map(len, told), default=0)
    orders = {_order(row) for row in told if len(row) == full}
    if len(orders) != 1 or sum(len(row) == full for row in told) < _MIN_SHOWN:
        return list(rows)
    (order,) = orders
    return [
        dict(zip(order, _downwards(slot), strict=True))
        if (row is None or len(row) < full) and len(slot) == full and _are_stacked(slot) and _fits(row, order, slot)
        else row
        for row, slot in zip(rows, slots, strict=True)
    ]


def is_grid(names: Sequence[Label], values: Sequence[Label]) -> bool:
    """Whether values stand at each crossing of names beside and names above or below them, three of each at least, on
    one height and below each other: the parts of stacks do not.
    """
    whole = whole_names(names)
    table = by_cells(name_rows(whole), name_columns(whole), values)
    if len(table) < MIN_NAMES or min(map(len, table.values())) < MIN_NAMES:
        return False
    columns: dict[str, list[Label]] = {}
    for row in table.values():
        for head, value in row.items():
            columns.setdefault(head, []).append(value)
    are_level = all(
        _are_near([value.y for value in row.values()], next(iter(row.values())).size) for row in table.values()
    )
    return are_level and all(_are_near([value.x for value in column], column[0].size) for column in columns.values())


def _are_near(places: Sequence[float], size: float) -> bool:
    return max(places) - min(places) <= ALIGNED * size


def by_cells(rows: Sequence[Sequence[Label]], columns: Sequence[Sequence[Label]], values: Sequence[Label]) -> Table:
    """Values in a grid between names beside and names below or above them: heat maps."""
    found: list[Table] = []
    top = min((value.y for value in values), default=0.0)
    names_of = [_nearest(names, values, _IN_CELL, attrgetter("y")) for names in columns]
    for heads in rows:
        # small charts side by side, each under its name, have one column of names: values end where bars do
        are_over = max(head.y for head in heads) < top
        heads_of = _nearest(heads, values, _IN_PANEL if are_over else _IN_CELL, attrgetter("x"))
        for names, named in zip(columns, names_of, strict=True):
            table: Table = {}
            for value, head, name in zip(values, heads_of, named, strict=True):
                if head and name and head.text not in table.get(name.text, {}):
                    table.setdefault(name.text, {})[head.text] = value
            if sum(map(len, table.values())) >= _MIN_CELLS * len(heads) * len(names):
                found.append(table)
    return max(found, key=lambda table: sum(map(len, table.values())), default={})


def _nearest(
    names: Sequence[Label], values: Sequence[Label], reach: float, place: Callable[[Label], float]
) -> list[Label | None]:
    """For each value the name nearest to it along an axis; None further than ``reach`` of the names' distance."""
    if not values:
        return []
    places = np.array([place(name) for name in names])
    furthest = reach * _step(places.tolist())
    away = np.abs(places - np.array([place(value) for value in values])[:, None])
    return [names[at] if row[at] <= furthest else None for row, at in zip(away, away.argmin(axis=1), strict=True)]


def has_second_column(slots: Sequence[Sequence[Label]], values: Sequence[Label]) -> bool:
    """Whether as many values as names have stand in a column on the right: later ones, that lines lead to."""
    told = [value for slot in slots for value in slot]
    right = max((value.bbox.r for value in told), default=0.0)
    ids = {id(value) for value in told}
    later = [value for value in values if id(value) not in ids and value.bbox.l > right]
    lefts = [value.bbox.l for value in later]
    return 0 < len(told) == len(later) and max(lefts) - min(lefts) <= later[0].size


def column_beside(
    slots: Sequence[Sequence[Label]], num_series: int, is_on_paper: Callable[[Label], bool]
) -> dict[int, Label]:
    """The values of a column right of bars, by the number of their row: most rows have one, on paper, below each other.

    The bars hold a value of each series, and what stands beside them is not their sum: surveys add some of the parts.
    """
    found: dict[int, Label] = {}
    num_sums = 0
    for at, slot in enumerate(slots):
        last = max(slot, key=lambda value: value.x, default=None)
        if last is not None and len(slot) == num_series + 1 and is_on_paper(last):
            found[at] = last
            num_sums += is_sum(last.text, [value.text for value in slot if value is not last])
    if num_series < 2 or len(found) < max(2, MIN_FILLED * len(slots)) or 2 * num_sums > len(found):
        return {}
    first = next(iter(found.values()))
    are_level = all(abs(value.x - first.x) <= ALIGNED * first.size for value in found.values())
    return found if are_level else {}


def are_of_others(names: Sequence[Label], slots: Sequence[Sequence[Label]], others: Sequence[Label]) -> bool:
    """Whether most values left of their names have another name on their other side, nearer: flows from left to right
    have names on both.
    """
    behind = [(name, value) for name, slot in zip(names, slots, strict=True) for value in slot if value.x < name.bbox.l]
    taken = sum(
        any(
            share_rows(other, value) and 0 <= value.bbox.l - other.bbox.r < name.bbox.l - value.bbox.r
            for other in others
            if other not in names
        )
        for name, value in behind
    )
    return 2 * taken > len(behind)


def head_of(column: Sequence[Label], heads: Sequence[Label]) -> str:
    """The name right above a column of values, or nothing."""
    if not column:
        return ""
    first = min(column, key=lambda value: value.y)
    over = [head for head in heads if head.bbox.l <= first.x <= head.bbox.r and head.y < first.bbox.t]
    near = [head for head in over if first.bbox.t - head.bbox.b <= _HEAD_REACH * first.size]
    return max(near, key=lambda head: head.y).text if near else ""


def _step(places: Sequence[float]) -> float:
    return (max(places) - min(places)) / (len(places) - 1)


def _downwards(slot: Sequence[Label]) -> list[Label]:
    return sorted(slot, key=lambda value: value.y)


def _order(row: dict[str, Label]) -> tuple[str, ...]:
    return tuple(sorted(row, key=lambda series: row[series].y))


def _are_stacked(slot: Sequence[Label]) -> bool:
    """Whether values stand on one upright line: of bars beside each other the heights tell no order."""
    return max(value.bbox.l for value in slot) < min(value.bbox.r for value in slot)


def _fits(row: _Row, order: Sequence[str], slot: Sequence[Label]) -> bool:
    """Whether the order says what the colours say, and a total is one."""
    by_order = dict(zip(order, _downwards(slot), strict=True))
    parts = [value.text for series, value in by_order.items() if series != TOTAL]
    is_total = TOTAL not in by_order or is_sum(by_order[TOTAL].text, parts)
    return is_total and all(by_order.get(series) is value for series, value in (row or {}).items() if series)


def are_of_one_unit(slots: Sequence[Sequence[Label]]) -> bool:
    """Whether values have one unit; surveys write "%" beside those of the first name only."""
    first, *others = ({unit_of(value.text) for value in slot} for slot in slots if slot)
    rest = set().union(*others)
    return len(first | rest) == 1 or (first == {"%"} and rest == {""})


def are_measures(rows: Sequence[dict[str, Label]]) -> bool:
    """Whether all names have values of the same series, each in a unit of its own: charts with two axes of values."""
    units = {(series, unit_of(value.text)) for row in rows for series, value in row.items()}
    return len(units) == len(rows[0]) and all(len(row) == len(units) for row in rows)
