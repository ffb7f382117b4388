"""Which of several sections say something: the parts of a document that a question asks for by what stands in them."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.answers import Passage
from tests.made import make_hit, make_passage

_PRIORITIES = {
    "Elm": ("Reduce loneliness.", "Tackle childhood obesity."),
    "Oak": ("Reduce falls among older people.", "Tackle loneliness."),
    "Ash": ("Reduce alcohol misuse.", "Tackle falls among older people."),
}


def _passages() -> list[Passage]:
    return [
        make_passage(
            number,
            make_hit(
                number,
                f"Services\n\nThe hospital of {name} has beds.\n\nPriorities for 2026\n\n1. {first}\n\n2. {second}",
                headings=("Profiles", name),
            ),
        )
        for number, (name, (first, second)) in enumerate(_PRIORITIES.items(), start=1)
    ]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Which districts have loneliness as a priority?",
            "Elm: Reduce loneliness. [1](#1) Oak: Tackle loneliness. [2](#2)",
        ),
        (
            "Which districts have falls among older people as a priority?",
            "Oak: Reduce falls among older people. [2](#2) Ash: Tackle falls among older people. [3](#3)",
        ),
    ],
)
def test_each_part_that_says_it_is_named(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    assert answerer.answer(question, _passages()).text == expected


def test_one_part_alone_is_told_as_before(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("What is to be done about childhood obesity?", _passages())
    assert answer.text.startswith("Tackle childhood obesity. [1](#1)")
