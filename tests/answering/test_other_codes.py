"""Entries of a list that begin with their code."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_MINUTES = (
    "The committee approved the change on 22 October (decision D-31).\n\n"
    "D-29 Keep the old price list until go-live.\n\nD-30 No interface to the fleet system in phase 1.\n\n"
    "D-31 Move go-live to March."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was decided in D-30?", "D-30 No interface to the fleet system in phase 1. [1](#1)"),
        ("What does decision D-29 say?", "D-29 Keep the old price list until go-live. [1](#1)"),
        # a code that no entry has is no reason to leave any out
        ("When did the committee approve the change?", "The committee approved the change on 22 October"),
    ],
)
def test_the_entry_of_the_code_is_told_and_no_other(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, _MINUTES))]).text.startswith(expected)
