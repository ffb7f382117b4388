"""Entries of a list that begin with their code."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.questions.other_codes import without_other_numbers
from bizrag.model.chunks import ChunkKind
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


def test_a_sentence_that_begins_with_a_code_within_a_paragraph_is_no_entry(answerer: ExtractiveAnswerer) -> None:
    prose = (
        "Strength is shown in Fig. 2a. M2 is level with the control after about one week. M3 develops slowly at first."
    )
    mix = "Table 1. Mix proportions (kg/m3)\nLimestone powder: M1 36; M2 72; M3 120.\nWater: M1 162; M2 162; M3 162."
    hits = [make_hit(1, prose), make_hit(2, mix, kind=ChunkKind.TABLE)]
    told = answerer.answer("How much limestone powder is in mix M2?", [make_passage(1, *hits)]).text
    assert told.startswith("Limestone powder: M2 72")


_LEVELS = (
    "A3: Service level On-site repair, priority 1; Credit below minimum 5.0%.\n"
    "A4: Service level On-site repair, priority 2; Credit below minimum 3.5%.\n"
    "A5: Service level On-site repair, priority 3; Credit below minimum 1.5%.\n"
    "A9: Service level User satisfaction; Credit below minimum 1.0%."
)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_row_of_the_number_that_is_asked_for_is_told_and_below_a_minimum_is_no_minimum(
    answerer: ExtractiveAnswerer, number: int
) -> None:
    question = f"What credit is due when on-site repair of priority {number} falls below its minimum?"
    told = answerer.answer(question, [make_passage(1, make_hit(1, _LEVELS, kind=ChunkKind.TABLE))]).text
    assert told.startswith(f"A{number + 2}: ")
    assert told.count("Service level") == 1


@pytest.mark.parametrize("question", ["Which credits are due except for priority 1?", "What comes after priority 1?"])
def test_who_asks_for_what_is_beside_a_number_is_told_of_the_others(
    answerer: ExtractiveAnswerer, question: str
) -> None:
    told = answerer.score(question, [make_passage(1, make_hit(1, _LEVELS, kind=ChunkKind.TABLE))])
    assert len(without_other_numbers(question, told)) == len(told) == 4
    assert len(without_other_numbers("What is due for priority 1?", told)) == 2
