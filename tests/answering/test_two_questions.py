"""Two questions in one sentence are answered one after the other."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.questions.two_questions import two_questions
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_APPEALS = (
    "What Is an Appeal?\n\nAn appeal is a formal request to reconsider a decision of the plan.\n\n"
    "How to Submit an Appeal\n\nYou submit an appeal in writing within 60 days of the denial. Keep a copy of it.\n\n"
    "Visits\n\nThe office in Dayton opens at nine."
)
_FEET = (
    "Foot care\n\nThe plan covers these foot care services:\n\n- X-rays\n\n- Surgery of the foot\n\n"
    "Exceptions\n\nThe plan does not cover foot care services such as:\n\n- Routine foot care\n\n- Shoe inserts"
)


@pytest.mark.slow
def test_each_question_has_its_answer(answerer: ExtractiveAnswerer) -> None:
    question = "What is an appeal and when can you submit one?"
    said = answerer.answer(question, [make_passage(1, make_hit(1, _APPEALS))]).text
    assert said.startswith("An appeal is a formal request to reconsider a decision of the plan. [1](#1)")
    assert "You submit an appeal in writing within 60 days of the denial." in said
    assert "Dayton" not in said


@pytest.mark.slow
def test_what_is_and_what_is_not_are_told_as_lists(answerer: ExtractiveAnswerer) -> None:
    question = "What foot care services are covered and not covered?"
    assert answerer.answer(question, [make_passage(1, make_hit(1, _FEET))]).text == (
        "The plan covers these foot care services:\n- X-rays\n- Surgery of the foot. [1](#1)\n\n"
        "The plan does not cover foot care services such as:\n- Routine foot care\n- Shoe inserts. [1](#1)"
    )


def test_a_row_that_answers_both_is_told_once(answerer: ExtractiveAnswerer) -> None:
    codes = "E14: Meaning Door is open; Action Close it.\nE15: Meaning Filter is blocked; Action Replace it."
    passages = [make_passage(1, make_hit(1, codes, kind=ChunkKind.TABLE))]
    said = answerer.answer("What does E15 mean and what should I do?", passages).text
    assert said == "E15: Meaning Filter is blocked; Action Replace it. [1](#1)"


@pytest.mark.slow
def test_each_question_may_have_a_row_of_its_own(answerer: ExtractiveAnswerer) -> None:
    costs = (
        "Service centre\nCost per call (euros): 2023 6.10; 2024 6.75.\nCost per chat (euros): 2023 0.85; 2024 0.70.\n"
        "Calls (thousand): 2023 1,810; 2024 1,640."
    )
    passages = [make_passage(1, make_hit(1, costs, kind=ChunkKind.TABLE))]
    said = answerer.answer("What did a telephone call cost in 2024, and what did a chat cost?", passages).text
    assert said == "Cost per call (euros): 2024 6.75. [1](#1) Cost per chat (euros): 2024 0.70. [1](#1)"


@pytest.mark.parametrize(
    "question", ["What is the rent and the deposit?", "How many are there and how much do they cost?", "Who signed it?"]
)
def test_one_question_stays_one(question: str) -> None:
    assert two_questions(question) is None
