"""A reason may stand in the sentence before the one that concludes from it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_BATTERIES = (
    "Standard goods move freely between regions. Batteries for ferries are built for one ship under contracts of ten "
    "years. As such, surplus batteries of one yard cannot be sold to another yard."
)
_APART = "The yard closes in August.\n\nTherefore surplus batteries of one yard cannot be sold to another yard."


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("Why can surplus batteries of one yard not be sold to another yard?", _BATTERIES, "Batteries for ferries"),
        # another paragraph
        ("Why can surplus batteries of one yard not be sold to another yard?", _APART, "Therefore surplus"),
        # no reason is asked for
        ("Can surplus batteries of one yard be sold to another yard?", _BATTERIES, "As such"),
    ],
)
def test_a_conclusion_is_told_with_its_reason(
    answerer: ExtractiveAnswerer, question: str, text: str, expected: str
) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, text))]).text.startswith(expected)
