"""Rows of a chart whose names are bare numbers are told with the title of their axis: "Cycles 300", not "300". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.model.axes import HORIZONTAL
from bizrag.model.labels import is_period
from bizrag.parsing.tables.grids import rows_to_markdown

_NUMBER = re.compile(r"[-+\u2212]?\d[\d.,]*")
_CELLS = re.compile(r"(?<!\\)\|")
_MIN_ROWS = 3


def with_named_numbers(markdown: str, axes: Sequence[str]) -> str:
    """The values of a chart as markdown, each row named by the axis and its number.

    As it is where names are no numbers, or years, or where the picture does not tell one level axis.

    >>> values = "|  | Eco |\\n| --- | --- |\\n| 0 | 4 |\\n| 50 | 3 |\\n| 100 | 2 |"
    >>> print(with_named_numbers(values, [f"{HORIZONTAL}Cycles"]))
    |  | Eco |
    | --- | --- |
    | Cycles 0 | 4 |
    | Cycles 50 | 3 |
    | Cycles 100 | 2 |
    """
    titles = [line.removeprefix(HORIZONTAL).rstrip(".") for line in axes if line.startswith(HORIZONTAL)]
    lines = markdown.split("\n")
    rows = [[cell.strip().replace("\\|", "|") for cell in _CELLS.split(line)[1:-1]] for line in lines]
    names = [row[0] for row in rows[2:]] if all(rows) else []
    are_numbers = all(_NUMBER.fullmatch(name) and not is_period(name) for name in names)
    if len(titles) != 1 or not any(map(str.isalpha, titles[0])) or len(names) < _MIN_ROWS or not are_numbers:
        return markdown
    head, _, *body = rows
    return rows_to_markdown([head, *([f"{titles[0]} {row[0]}", *row[1:]] for row in body)])
