"""Of siblings that say the same, the one is told whose heading is a name in the question."""

from __future__ import annotations

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_ROLES = {
    "Support Analyst": "Qualifications:\n\n- One year at a help desk.\n\n- A clear way of explaining what one needs.",
    "Controller": "Qualifications:\n\n- A degree in accounting.\n\n- Knowledge of tax law.",
    "Chief Controller": "Qualifications:\n\n- Ten years in accounting.",
}


def _told(answerer: ExtractiveAnswerer, question: str) -> str:
    passages = [
        make_passage(at, make_hit(at, text, doc="Jobs.pdf", headings=("Job Library", name)))
        for at, (name, text) in enumerate(_ROLES.items(), start=1)
    ]
    return answerer.answer(question, passages).text


def test_the_list_below_the_name_is_told_and_not_those_of_others(answerer: ExtractiveAnswerer) -> None:
    told = _told(answerer, "What qualifications does a Controller need?")
    assert "degree in accounting" in told
    assert "help desk" not in told


def test_the_longer_name_is_the_one_that_is_meant(answerer: ExtractiveAnswerer) -> None:
    told = _told(answerer, "What qualifications does the Chief Controller need?")
    assert told == "Qualifications:\n- Ten years in accounting. [3](#3)"
