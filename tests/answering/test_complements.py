"""What is left of a hundred per cent, where a question asks how many did not."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_TEST = "87% of the testers would buy it again. It was cleaned 12 times."


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        (
            _TEST,
            "What percentage of the testers would not buy it again?",
            "87% of the testers would buy it again; the rest: 13%. [1](#1)",
        ),
        (_TEST, "What percentage of the testers would buy it again?", "87% of the testers would buy it again. [1](#1)"),
        # it is said
        (
            "9.5% of the testers would not buy it again. The others would.",
            "What percentage of the testers would not buy it again?",
            "9.5% of the testers would not buy it again. [1](#1)",
        ),
        # two shares
        (
            "In spring 87% of the testers would buy it again, in autumn 80%.",
            "What percentage of the testers would not buy it again?",
            "In spring 87% of the testers would buy it again, in autumn 80%. [1](#1)",
        ),
    ],
)
def test_the_rest_is_told(answerer: ExtractiveAnswerer, text: str, question: str, expected: str) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, text))]).text == expected
