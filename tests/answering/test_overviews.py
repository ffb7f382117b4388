"""A section that a question asks for in all is told by a sentence of each of its parts."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.answers import Passage
from tests.made import make_hit, make_passage

_ABOVE = ("Part II", "Item 1. Legal Proceedings")
_PARTS = {
    "Larkfield Games": "Larkfield Games filed a suit against the company in the court of Elmstead in 2024.",
    "Water rights": "The town of Oakhurst holds that the company took water from the river without a permit.",
    "Other": "The company is subject to other legal proceedings and claims that have not been resolved.",
}


def _passages() -> list[Passage]:
    parts = [
        make_passage(number, make_hit(number, f"{said} It cannot say how this ends.", headings=("10-Q", *_ABOVE, name)))
        for number, (name, said) in enumerate(_PARTS.items(), start=1)
    ]
    sales = "The company has reported its net sales for the year. Net sales were $ 40 million in the year 2025."
    return [*parts, make_passage(9, make_hit(9, sales, headings=("10-Q", "Net sales", "In all")))]


@pytest.mark.parametrize(
    "question",
    [
        "What legal proceedings are disclosed in this report?",
        "Are there any legal proceedings mentioned that may harm the company?",
        "Outline the legal proceedings of the company.",
    ],
)
def test_each_part_of_the_section_is_told_below_its_name(answerer: ExtractiveAnswerer, question: str) -> None:
    told = [f"{name}: {said} [{number}](#{number})" for number, (name, said) in enumerate(_PARTS.items(), start=1)]
    assert answerer.answer(question, _passages()).text == " ".join(told)


@pytest.mark.parametrize(
    "question",
    [
        "What net sales are reported for the year 2025?",
        "Who filed a suit against the company in its legal proceedings?",
    ],
)
def test_what_asks_for_one_thing_is_no_overview(answerer: ExtractiveAnswerer, question: str) -> None:
    assert "Water rights:" not in answerer.answer(question, _passages()).text
