"""A row or bar whose whole label a question says answers before a sentence about what stands beside it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_PROSE = "Nearly half of those who seldom borrow books (47%) say that they have no time to read."
_BARS = (
    "Values:\nNo time to read: 47%.\nBranch is too far away: 28%.\nOpening hours do not suit me: 22%.\n"
    "Books are out of date: 9%."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "What share of people who seldom borrow books say a branch is too far away?",
            "Branch is too far away: 28%",
        ),
        # the sentence says it
        ("What share of those who seldom borrow books say that they have no time to read?", "Nearly half of those"),
    ],
)
def test_the_bar_that_a_question_names_answers(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    above = ("Reading", "Why people seldom borrow books")
    hits = [make_hit(1, _PROSE, headings=above), make_hit(2, _BARS, kind=ChunkKind.PICTURE, headings=above)]
    assert answerer.answer(question, [make_passage(1, *hits)]).text.startswith(expected)
