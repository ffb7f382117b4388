"""The item of a list is told that a question names by its place."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_TEXT = (
    "There are two important requirements for the store of types:\n\n"
    "- Programs must be able to add new types when they are installed.\n"
    "- It must be possible to install them for one user,\n  who has no rights for others.\n\n"
    "The second requirement took a year. The method rests on three ideas:\n\n"
    "1. A filter models the throat.\n\n2. Codebooks are the input of the filter.\n\n3. The search is done in a loop."
)
_SOURCES = "# References\n1. The project of the driver\nhttp://driver.example\n2. The old driver\n3. A reference of PDF"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the second requirement for the store of types?", "It must be possible to install them for one user"),
        ("What is the third idea that the method rests on?", "The search is done in a loop."),
        ("What is the last of the ideas of the method?", "The search is done in a loop."),
        ("What is the first reference?", "The project of the driver http://driver.example. ["),
    ],
)
def test_the_item_at_that_place_is_told(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    hits = [make_hit(1, _TEXT), make_hit(2, _SOURCES, kind=ChunkKind.SLIDE, headings=("Driver", "References"))]
    assert answerer.answer(question, [make_passage(1, *hits)]).text.startswith(expected)


@pytest.mark.parametrize(
    "question",
    [
        # the list ends before, and times and places are no items
        "What is the fifth idea that the method rests on?",
        "What is the second year of the method?",
        "What is the second largest idea of the method?",
    ],
)
def test_what_no_list_has_is_answered_as_before(answerer: ExtractiveAnswerer, question: str) -> None:
    said = answerer.answer(question, [make_passage(1, make_hit(1, _TEXT))]).text
    assert not said.startswith(("The search is done", "Codebooks are"))
