"""How much each group of bars changed, as is printed over it ("+67.1 %"): told with its two values. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bizrag.parsing.charts.chart_tables import ChartValues
from bizrag.parsing.charts.labels import Label, Table

#: the name of the column
CHANGE = "change"
# from one value to another one
_PAIR = 2
_CHANGE = re.compile(r"\(?(?P<sign>[+\-\u2212\u2013])\s?(?P<number>\d+(?:[.,]\d+)?)\s?%\)?")
_VALUE = re.compile(r"[^\w.,]{0,2}(?P<number>\d+(?:[.,]\d+)?)\D*")
# of values that are rounded more, any change may be that of two bars; in points of a percentage
_MAX_ERROR = 2.5


def with_changes(values: ChartValues, labels: Sequence[Label]) -> ChartValues:
    """Values, in charts of two series those changes among the labels with them that follow from the two values.

    Args:
        values: as they were found among the labels.
        labels: all of the picture, boxes in its pixels.
    """
    names = list(dict.fromkeys(series for table in values.tables for row in table.values() for series in row))
    pair = sorted(names, key=values.series.index) if set(names) <= set(values.series) else []
    if len(pair) != _PAIR or not all(pair):
        return values
    told = {(value.x, value.y) for table in values.tables for row in table.values() for value in row.values()}
    changes = [label for label in labels if _CHANGE.fullmatch(label.text) and (label.x, label.y) not in told]
    return replace(values, tables=[_with_changes(table, pair, changes) for table in values.tables])


def _with_changes(table: Table, pair: Sequence[str], changes: Sequence[Label]) -> Table:
    found: Table = {}
    for name, row in table.items():
        over = list(_changes_of([row[series] for series in pair], changes) if len(row) == _PAIR else ())
        found[name] = {**row, CHANGE: over[0]} if len(over) == 1 else row
    return found


def _changes_of(values: Sequence[Label], changes: Sequence[Label]) -> Iterator[Label]:
    """The changes over the values of a group that are from the one to the other, as far as rounding lets tell."""
    (first, first_error), (second, second_error) = (_number(value.text) for value in values)
    left, right = min(value.bbox.l for value in values), max(value.bbox.r for value in values)
    top = min(value.y for value in values)
    for label in changes:
        said = _CHANGE.fullmatch(label.text)
        if said is None or not first > 0 or not left <= label.x <= right or label.y > top:
            continue
        change, own_error = _number(said["number"])
        change = change if said["sign"] == "+" else -change
        error = 100 * (second_error + first_error * second / first) / first + own_error
        if error <= _MAX_ERROR and abs(100 * (second / first - 1) - change) <= error:
            yield label


def _number(text: str) -> tuple[float, float]:
    """A number, and by how much it may be rounded; NaN of what may be several."""
    found = _VALUE.fullmatch(text)
    if found is None:
        return float("nan"), 0.0
    number = found["number"].replace(",", ".")
    return float(number), 0.5 * 10.0 ** -len(number.partition(".")[2])
