"""Names below each other that are lines of one name, or that of a bar each: those of bars have values. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.charts.labels import ALIGNED, MIN_NAMES, Label, name_columns, whole_names


def whole_but_valued(names: Sequence[Label], values: Sequence[Label]) -> list[Label]:
    """Names with the lines that they go on in; in a column where each line has a value beside it, each is a name."""
    columns = [column for column in name_columns(names) if len(column) >= MIN_NAMES]
    single = {id(name) for column in columns if all(_has_value(name, values) for name in column) for name in column}
    rest = [name for name in names if id(name) not in single]
    return [*(name for name in names if id(name) in single), *whole_names(rest)]


def _has_value(name: Label, values: Sequence[Label]) -> bool:
    return any(value.x > name.bbox.r and abs(value.y - name.y) < ALIGNED * name.size / 2 for value in values)
