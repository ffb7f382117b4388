"""Items of a list that a question names by their number."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_REPORT = (
    "Recommendations\n\n1. Require itemized invoices. (Recommendation 1)\n\n"
    "2. Recover what was paid too much by June. (Recommendation 2)\n\n"
    "3. Publish the status of every project.\n\nComments\n\nThe office disagreed with recommendation 3."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What does recommendation 2 say?", "Recover what was paid too much by June."),
        # the heading says what is counted
        ("What is recommendation no. 3?", "Publish the status of every project."),
        # who asks for something else is told that
        ("Which recommendation did the office disagree with?", "The office disagreed with recommendation 3."),
    ],
)
def test_the_item_of_the_number_is_told(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    said = answerer.answer(question, [make_passage(1, make_hit(1, _REPORT))]).text
    assert said.removeprefix("2. ").removeprefix("3. ").startswith(expected)
