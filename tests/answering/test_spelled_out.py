"""What an abbreviation stands for is told by the sentence that spells it out."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_TEXT = (
    "What RVE can stand for in medicine is an open question of RVE studies. RVE is used in many fields and stands on "
    "good ground. Robust variance estimation (RVE) deals with effects that depend on each other. The AEC (acoustic "
    "echo cancellation) of the phone is on. The unit is named after a town, and TKM stands for tonne-kilometres."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What does RVE stand for?", "Robust variance estimation (RVE) deals with"),
        ('In the paper, what does the abbreviation "RVE" stand for?', "Robust variance estimation (RVE) deals with"),
    ],
)
def test_the_sentence_that_spells_it_out_is_told(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, _TEXT))]).text.startswith(expected)
