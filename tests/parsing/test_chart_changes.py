"""What is printed over groups of bars as their change: told with them where it follows from their values."""

from __future__ import annotations

import pytest

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.changes import with_changes
from bizrag.parsing.charts.chart_tables import ChartValues
from bizrag.parsing.charts.labels import Label


def _label(text: str, x: float, y: float) -> Label:
    return Label(text=text, bbox=BoundingBox(l=x - 20, t=y - 6, r=x + 20, b=y + 6), size=12)


def _rows(change: str, x: float = 130, y: float = 60, values: tuple[str, str] = ("64.8", "83.7")) -> list[str]:
    first, second = (_label(text, 110 + 40 * at, 90) for at, text in enumerate(values))
    table = {"Services": {"FY26": second, "FY25": first}}
    chart = ChartValues(tables=[table], series=("FY25", "FY26"))
    return with_changes(chart, [first, second, _label(change, x, y)]).markdown().splitlines()[2:]


@pytest.mark.parametrize(
    ("change", "values"),
    [
        ("+29.2 %", ("64.8", "83.7")),
        ("(+29%)", ("\u20ac64.8m", "\u20ac83.7m")),
        ("\u22124,4 %", ("198,2", "189,5")),
        ("+67 %", ("7.9", "13.2")),
    ],
)
def test_a_change_over_two_values_that_it_follows_from_is_told_with_them(change: str, values: tuple[str, str]) -> None:
    assert _rows(change, values=values) == [f"| Services | {' | '.join(values)} | {change} |"]


@pytest.mark.parametrize(
    ("change", "x", "y", "values"),
    [
        pytest.param("+31.2 %", 130, 60, ("64.8", "83.7"), id="of other values"),
        pytest.param("-29.2 %", 130, 60, ("64.8", "83.7"), id="the other way"),
        pytest.param("+29.2 %", 260, 60, ("64.8", "83.7"), id="over other bars"),
        pytest.param("+29.2 %", 130, 140, ("64.8", "83.7"), id="below the values"),
        pytest.param("+100 %", 130, 60, ("1", "2"), id="of values that are rounded much"),
        pytest.param("29.2 %", 130, 60, ("64.8", "83.7"), id="without a sign"),
    ],
)
def test_what_is_not_surely_the_change_of_a_group_is_left(
    change: str, x: float, y: float, values: tuple[str, str]
) -> None:
    assert _rows(change, x, y, values) == [f"| Services | {' | '.join(values)} |"]
