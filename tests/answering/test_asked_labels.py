"""A row whose whole label a question says answers before a sentence about what stands beside it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_PROSE = (
    "Half of those who read on a screen at least sometimes say that it makes no difference to how much they remember of"
    " books; 37% say that it hurts."
)
_ROWS = (
    "May 2031\nHelps a lot: 4.\nHelps a little: 8.\nNeither helps nor hurts: 50.\nHurts a little: 28.\nHurts a lot: 9."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What percentage of readers said reading on a screen hurts a lot how much they remember?", "Hurts a lot: 9."),
        # who is not asked for a figure gets a sentence
        ("Why does reading on a screen hurt a lot how much they remember?", _PROSE),
    ],
)
def test_the_row_that_a_question_names_answers(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    above = ("Topline", "RD2. How much do you remember of books when you read on a screen?")
    hits = [
        make_hit(1, _PROSE, headings=("Reading on screens has settled above where it was",)),
        make_hit(2, _ROWS, kind=ChunkKind.TABLE, headings=above),
    ]
    assert answerer.answer(question, [make_passage(1, *hits)]).text.startswith(expected)
