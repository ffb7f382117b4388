"""Which rows miss the target beside them, and which meet it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.conditions.targets import find_off_target
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_KPIS = """Key figures
Headers: Indicator.
Four-hour standard: Better when Higher; Target 85%; Actual 81.3%; Owner R. Osei.
Staff turnover: Better when Lower; Target 11.0%; Actual 12.4%; Owner M. Perrin.
Cancelled operations: Better when Lower; Target 2.0%; Actual 1.7%; Owner D. Aziz.
Average length of stay (days): Better when Lower; Target 5.2; Actual 5.6; Owner D. Aziz."""
_BOARD = """Operations
Headers: Indicator.
Punctual deliveries: Q3 2025 96%; Q2 2025 93%; Target 95%.
Sickness rate: Q3 2025 5.8%; Q2 2025 4.3%; Target 4.5%.
Accidents with lost time: Q3 2025 3; Q2 2025 0; Target 0."""


def _found(question: str, text: str) -> str | None:
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]
    found = find_off_target(question, rows)
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Which KPIs missed their target in 2025?",
            "Four-hour standard: Actual 81.3%; Target 85%. Staff turnover: Actual 12.4%; Target 11.0%. "
            "Average length of stay (days): Actual 5.6; Target 5.2.",
        ),
        ("Which indicators met their target?", "Cancelled operations: Actual 1.7%; Target 2.0%."),
        ("How many of the KPIs met the target?", "1 of 4: Cancelled operations: Actual 1.7%; Target 2.0%."),
        # what follows is written
        ("What happens if a KPI misses its target?", None),
        ("Why was the target missed?", None),
        ("Which KPIs are there?", None),
    ],
)
def test_a_column_says_which_way_is_better(question: str, expected: str | None) -> None:
    assert _found(question, _KPIS) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which indicators missed their target in Q2?", "Punctual deliveries: Q2 2025 93%; Target 95%."),
        (
            "Which indicators missed their target in the third quarter?",
            "Sickness rate: Q3 2025 5.8%; Target 4.5%. Accidents with lost time: Q3 2025 3; Target 0.",
        ),
    ],
)
def test_else_what_is_measured_does_in_the_period_asked_for(question: str, expected: str) -> None:
    assert _found(question, _BOARD) == expected


def test_one_target_may_be_told_around_a_chart_or_table() -> None:
    chart = """Availability of quay cranes
QC-1: Availability in % 95.7.
QC-2: Availability in % 94.9.
QC-4: Availability in % 81.3.
Target: 95 %"""
    assert _found("Which quay cranes missed the availability target?", chart) == (
        "QC-2: Availability in % 94.9; Target: 95 %. QC-4: Availability in % 81.3; Target: 95 %."
    )
    assert _found("Which cranes met the target?", chart) == "QC-1: Availability in % 95.7; Target: 95 %."
    # of a figure of another unit, and of several
    assert _found("Which cranes met the target?", chart.replace("95 %", "95 hours")) is None
    assert _found("Which cranes met the target?", f"{chart}, target for 2026: 97 %. Target 96 % from June.") is None
    waits = "Truck turn time (minutes)\nJuly: Waiting 41.\nAugust: Waiting 36.\nThe target is 38 minutes."
    assert _found("In which month was the target met?", waits) == "August: Waiting 36; target is 38."
    assert _found("Which months missed the target?", waits) == "July: Waiting 41; target is 38."
