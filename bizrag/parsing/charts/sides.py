"""Charts with two axes of values: which series is of which, as the names of the series say. Pure.

"Growth (right axis)", "Yield, % (rhs)", "Umsatz (linke Achse)": where one is said to be of one axis, the others are of
the other one. Where no name says so, nothing tells, and what is measured by either axis would be a guess.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.parsing.charts.labels import Table
from bizrag.parsing.charts.plots import Side

_SAID = {
    Side.FIRST: re.compile(r"\b(?:left|lhs|l\.h\.s|links?|linke[rn]?|gauche)\b", re.IGNORECASE),
    Side.SECOND: re.compile(r"\b(?:right|rhs|r\.h\.s|rechts?|rechte[rn]?|secondary|droite)\b", re.IGNORECASE),
}


def of_side(table: Table, side: Side, series: Sequence[str]) -> Table:
    """The values of a chart, measured by its axis on one side, without the series that are of the other axis.

    Args:
        table: values by the name of their row and their series.
        side: of the axis that they were measured by.
        series: the names of all series, also of those without values.

    Returns:
        Nothing where no name of a series says which axis it is of.
    """
    said = {name: one for name in series if (one := side_of(name)) is not None}
    if not said:
        return {}
    sides = set(said.values())
    # what is not said to be of the one axis is of the other
    rest = next(one for one in Side if one not in sides) if len(sides) == 1 else None
    own = {name for name in series if said.get(name, rest) is side}
    rows = {name: {one: value for one, value in row.items() if one in own} for name, row in table.items()}
    return {name: row for name, row in rows.items() if row}


def side_of(series: str) -> Side | None:
    """The axis that the name of a series says it is of.

    >>> side_of("Growth, % (right axis)"), side_of("Umsatz (linke Achse)"), side_of("Copyright fees")
    (<Side.SECOND: 2>, <Side.FIRST: 1>, None)
    """
    found = [side for side, said in _SAID.items() if said.search(series)]
    return found[0] if len(found) == 1 else None
