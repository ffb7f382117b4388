"""Who did something is told by a name, not by the title or the sentence that says the question's words again."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.questions.asked_names import lacks_name
from tests.made import make_hit, make_passage

_MINUTES = (
    "Minutes of the quarry board, meeting of 5 October\n\n"
    "The quarry board was chaired as before, in the large hall.\n\nIn the chair: Ms Ottoline Farrar.\n\n"
    "The board is chaired by whoever the members elect for the year."
)
_TENDER = (
    "Tender report: cleaning of the north campus\n\nThree firms took part in the tender for the cleaning of the north "
    "campus.\n\nThe board gave the contract to Sparrow & Finch because their price was lowest.\n\n"
    "The tender was won on price."
)


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        (_MINUTES, "Who chaired the meeting of the quarry board in October?", "In the chair: Ms Ottoline Farrar."),
        (_TENDER, "Who won the tender for the cleaning of the north campus?", "The board gave the contract to Sparrow"),
    ],
)
def test_the_statement_that_names_someone_is_told(
    answerer: ExtractiveAnswerer, text: str, question: str, expected: str
) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, text))]).text.startswith(expected)


def test_who_does_something_may_be_told_by_what_they_are(answerer: ExtractiveAnswerer) -> None:
    text = "Every trip is approved by the managing director before it is booked.\n\nLune Stone Works, York Trip rules"
    answer = answerer.answer("Who approves trips?", [make_passage(1, make_hit(1, text))])
    assert answer.text.startswith("Every trip is approved by the managing director")


@pytest.mark.parametrize(
    ("said", "lacks"),
    [
        ("Tom Reed leads it.", False),
        ("It is led by Reed.", False),
        ("Lead: T. Reed", False),
        ("1. Leads are listed here.", True),
        ("The list is in Exhibit B of May.", True),
        ("THE LIST OF BUILDERS", True),
        ("/s/ TOM REED", False),
        ("The VAT was paid.", True),
        ("", True),
    ],
)
def test_a_capital_names_someone_where_nothing_begins(said: str, lacks: bool) -> None:
    assert lacks_name("Who led the works?", said) is lacks
    assert lacks_name("Who's the head of works?", said) is lacks
    assert not lacks_name("Who may lead the works?", said)
