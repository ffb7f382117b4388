"""An item that answers alone is told with what it stands under."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_SCOPE = (
    "1.1 In scope\n\n- Training of 25 planners\n\n- Interface to the customs system\n\n1.2 Out of scope\n\n"
    "- Support after the warranty period\n\n- Replacement of radar hardware"
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is support after the warranty included?", "Out of scope: Support after the warranty period. [1](#1)"),
        # the section is asked for by its name, not by one that shares its words
        (
            "What is out of scope?",
            "- Support after the warranty period\n- Replacement of radar hardware. [1](#1)",
        ),
        ("What is in scope?", "- Training of 25 planners\n- Interface to the customs system. [1](#1)"),
    ],
)
def test_items_are_told_with_their_heading(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, _SCOPE))]).text == expected


_EXCLUDED = (
    "3.1 We do not pay for:\n\n- (a) wear and tear;\n\n- (b) motor vehicles, drones and pets.\n\n3.2 Glass is covered."
)


def test_an_item_that_goes_on_with_a_sentence_is_told_with_its_beginning(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("Are drones insured?", [make_passage(1, make_hit(1, _EXCLUDED))])
    assert answer.text.startswith("3.1 We do not pay for: (b) motor vehicles, drones and pets.")
