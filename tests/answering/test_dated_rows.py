"""Which rows lie before, after or within a time: what a question names, and which tables tell dates."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.conditions.dated_rows import find_dated
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_PLAN = """Deliverables
Headers: ID.
D1: Deliverable Design; Due 27 March 2026.
D2: Deliverable Forecast; Due 12 June 2026.
D3: Deliverable App; Due 31 July 2026.
D4: Deliverable Training; Due 25 September 2026."""
_YEARS = "Sales by year\n2023: Pumps 200; Valves 20.\n2024: Pumps 220; Valves 26.\n2025: Pumps 230; Valves 30."
_DAYS = (
    "Payments\nHeaders: Date.\n27 Oct: Payee Garage; Out 631.20.\n28 Oct: Payee Grocer; Out 94.15.\n"
    "30 Oct: Payee Inn; Out 76.25."
)


def _found(question: str, text: str) -> str | None:
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]
    found = find_dated(question, rows)
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # the whole month is over
        ("Which deliverables are due after July 2026?", "D4: Deliverable Training; Due 25 September 2026."),
        (
            "Which deliverables are due before 31 July 2026?",
            "D1: Deliverable Design; Due 27 March 2026. D2: Deliverable Forecast; Due 12 June 2026.",
        ),
        (
            "Which deliverables are due since 31 July 2026?",
            "D3: Deliverable App; Due 31 July 2026. D4: Deliverable Training; Due 25 September 2026.",
        ),
        ("How many deliverables are due by Q2 2026?", "2 of 4: D1: Deliverable Design; Due 27 March 2026."),
        # none, no limit, two limits, and a question for a reason
        ("Which deliverables are due after 2026?", None),
        ("Which deliverables are due?", None),
        ("Which deliverables are due from May 2026 to July 2026?", None),
        ("What happens after July 2026?", None),
        # what is asked for is no row
        ("What will tenants pay for an app from July 2026?", None),
    ],
)
def test_rows_are_told_by_their_date(question: str, expected: str | None) -> None:
    found = _found(question, _PLAN)
    assert found == expected if expected is None else (found or "").startswith(expected)


def test_a_label_may_be_the_date_and_days_without_a_year_compare_with_such() -> None:
    found = _found("Which payments were made after 28 October?", _DAYS)
    assert found == "30 Oct: Payee Inn; Out 76.25."
    assert _found("Which payments were made after 28 October 2026?", _DAYS) is None


def test_a_value_of_a_year_is_no_date() -> None:
    assert _found("Which business grew after 2023?", _YEARS.replace("2023:", "A:").replace("2024:", "B:")) is None


def test_the_answer_lists_what_is_still_to_come(answerer: ExtractiveAnswerer) -> None:
    passage = make_passage(1, make_hit(1, _PLAN, kind=ChunkKind.TABLE))
    answer = answerer.answer("Which deliverables are due after July 2026?", [passage])
    assert answer.text == "D4: Deliverable Training; Due 25 September 2026. [1](#1)"
