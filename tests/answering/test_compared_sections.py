"""Two things that are compared and have a section each are told from both."""

from __future__ import annotations

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_AIDS = (
    "Travel loans\n\nA loan is paid before the trip. It is taken from later pay.\n\n"
    "Travel grants\n\n- No part is paid back.\n\n- The fund decides in May.\n\n"
    "Parking\n\nThe yard is open at night."
)


def _told(answerer: ExtractiveAnswerer, question: str, text: str) -> str:
    return answerer.answer(question, [make_passage(1, make_hit(1, text))]).text


def test_each_is_told_below_its_name(answerer: ExtractiveAnswerer) -> None:
    told = "Travel loans: A loan is paid before the trip. It is taken from later pay. [1](#1)"
    grants = "Travel grants:\n- No part is paid back.\n- The fund decides in May. [1](#1)"
    for question in (
        "What is the difference between travel loans and travel grants?",
        "How do travel loans and travel grants differ?",
        "Compare travel loans with travel grants.",
    ):
        assert _told(answerer, question, _AIDS) == f"{told}\n\n{grants}"


def test_a_sentence_about_both_is_told_alone(answerer: ExtractiveAnswerer) -> None:
    text = f"{_AIDS}\n\nAid\n\nTravel loans are paid back and travel grants are not."
    told = _told(answerer, "What is the difference between travel loans and travel grants?", text)
    assert told.startswith("Travel loans are paid back and travel grants are not.")


def test_of_one_without_a_section_nothing_is_made_up(answerer: ExtractiveAnswerer) -> None:
    told = _told(answerer, "What is the difference between travel loans and travel vouchers?", _AIDS)
    assert "Travel grants:" not in told
