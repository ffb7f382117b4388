"""Slips of the keyboard in questions: which words are read as others, and which stay."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.questions.spelling import respelled, spelled
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_OFFERS = """Offers for the meeting
Headers: Venue.
Koblenz, Rheinhof: Room hire 3,900; Per person and day 69; Pressure on date high.
Ghent, Oude Vismijn: Room hire 5,200; Per person and day 58; Pressure on date low.
Maastricht, Sphinx Hal: Room hire 2,750; Per person and day 82; Pressure on date low."""
PASSAGES = [make_passage(1, make_hit(1, _OFFERS, kind=ChunkKind.TABLE))]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("cheepest venue", {"cheepest": "cheapest"}),
        ("How high is the presure on the date?", {"presure": "pressure"}),
        ("Which venue has the temprature in writing?", {}),
        # words that are none of the documents', but words
        ("Is there a treasure in Ghent?", {}),
        ("Who pays for the measures?", {}),
        # a name
        ("How far is Maastrichd?", {}),
    ],
)
def test_what_is_read_as_a_slip(minilm: LocalEmbedder, question: str, expected: dict[str, str]) -> None:
    assert spelled(question, PASSAGES, count_tokens=minilm.count_tokens) == expected


def test_a_question_is_answered_as_it_was_meant_and_the_answer_says_so(minilm: LocalEmbedder) -> None:
    answer = ExtractiveAnswerer(minilm).answer("cheepest venue per person and day", PASSAGES)
    assert answer.text == "Ghent, Oude Vismijn: Per person and day 58. [1](#1)"
    assert "read as a slip of the keyboard: cheepest: cheapest" in answer.trace.notes
    assert respelled("cheepest venue", {}) == "cheepest venue"
