"""What went over its plan, by two columns, and how many days late it is."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.conditions.plans_and_actuals import find_days_late, find_over_plan
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_PROJECTS = (
    "Projects\nHarbour line: Budget 140; Spent 151.\nSubstation: Budget 62; Spent 58.\n"
    "Control room: Budget 38; Spent 44.\n"
    "Total: Budget 240; Spent 253."
)
_MILESTONES = (
    "Milestones\nM1: Milestone Blueprint; Baseline 31 Jul 2031; Forecast 31 Jul 2031; Status Done.\n"
    "M2: Milestone Trial run; Baseline 20 Oct 2031; Forecast 12 Nov 2031; Status Delayed.\n"
    "M3: Milestone Go-live; Baseline 2 Mar 2032; Forecast 16 Mar 2032; Status At risk."
)


def _rows(text: str) -> list[Statement]:
    return [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which project has overspent most?", "Harbour line: Budget 140; Spent 151; difference 11."),
        (
            "Which projects are over budget?",
            "Harbour line: Budget 140; Spent 151; difference 11. Control room: Budget 38; Spent 44; difference 6.",
        ),
        ("Which project is below budget?", "Substation: Budget 62; Spent 58; difference 4."),
        ("How many projects are over budget?", "2 of 3: Harbour line: Budget 140; Spent 151; difference 11."),
        ("Which project has the largest budget?", None),
        ("What is the budget of the substation?", None),
    ],
)
def test_rows_are_held_against_their_plan(question: str, expected: str | None) -> None:
    found = find_over_plan(question, _rows(_PROJECTS))
    assert (found.text if found else None) == expected or (expected and found and found.text.startswith(expected))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "By how many days is the trial run delayed?",
            "M2: Baseline 20 Oct 2031; Forecast 12 Nov 2031; 23 days later.",
        ),
        ("How late is the go-live?", "M3: Baseline 2 Mar 2032; Forecast 16 Mar 2032; 14 days later (2 weeks)."),
        ("When is the trial run?", None),
        ("By how many days is the audit delayed?", None),
    ],
)
def test_days_between_two_dates_of_a_row_are_counted(question: str, expected: str | None) -> None:
    found = find_days_late(question, _rows(_MILESTONES))
    assert (found.text if found else None) == expected
