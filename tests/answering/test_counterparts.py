"""By how much the values of a row differ that stand for before and after, and which questions ask for it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.named.counterparts import find_counterpart
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_PROJECT = "Projects\nNew sterilisation: Approved 4,800; Spent to date 3,265; Forecast at completion 5,150."
_BLOOD = "Blood\nCreatinine: Result 287; Flag H; Unit µmol/L; Previous* 254."


def _found(question: str, text: str) -> str | None:
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]
    found = find_counterpart(question, rows[0])
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "How far will the sterilisation project exceed what was approved?",
            "New sterilisation: Approved 4,800; Forecast at completion 5,150; change 350 (7.29%).",
        ),
        (
            "By how much did the sterilisation exceed what was approved?",
            "New sterilisation: Approved 4,800; Spent to date 3,265; change -1,535 (-31.98%).",
        ),
        # of another row, and for no figure
        ("How far will the helipad exceed what was approved?", None),
        ("Why does the sterilisation exceed what was approved?", None),
        ("When was the sterilisation approved?", None),
    ],
)
def test_what_was_approved_is_compared_with_what_is_or_will_be_spent(question: str, expected: str | None) -> None:
    assert _found(question, _PROJECT) == expected


def test_the_result_is_compared_with_the_previous_one() -> None:
    expected = "Creatinine: Previous* 254; Result 287; change 33 (12.99%)."
    assert _found("By how much did the creatinine rise since August?", _BLOOD) == expected
    assert _found("How much higher is the creatinine than the previous result?", _BLOOD) == expected
    assert _found("What was the previous creatinine?", _BLOOD) is None


def test_where_a_column_tells_the_difference_nothing_is_reckoned() -> None:
    told = "Budget\nKitchen: Budget 2,390; Actual 2,446; Variance 56."
    assert _found("By how much did the kitchen exceed its budget?", told) is None
    plain = told.replace("; Variance 56", "")
    assert _found("By how much did the kitchen exceed its budget?", plain) == (
        "Kitchen: Budget 2,390; Actual 2,446; change 56 (2.34%)."
    )
