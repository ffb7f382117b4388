"""What a document counts under one name is told in full, wherever it stands."""

from __future__ import annotations

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_ITEMS = [
    "Recommendation 1. The division should review vehicles that are seldom used every year.",
    "Recommendation 2. The division should set rates that cover the full cost.",
    "Recommendation 3. The division should cancel cards on the day a driver leaves.",
]
_FINDINGS = [
    f"4.1 Vehicles\n\nMany vehicles stand idle. {_ITEMS[0]} {_ITEMS[1]}",
    f"4.2 Cards\n\nForty cards belong to people who left. {_ITEMS[2]}",
    "5 Response\n\nThe director thanks the auditors. Management agrees with recommendations 1 and 3.",
]


def _told(answerer: ExtractiveAnswerer, question: str, *texts: str) -> str:
    return answerer.answer(question, [make_passage(at, make_hit(at, text)) for at, text in enumerate(texts, 1)]).text


def test_all_that_is_counted_is_told_in_its_order_each_with_its_place(answerer: ExtractiveAnswerer) -> None:
    told = _told(answerer, "What recommendations did the auditors make?", *reversed(_FINDINGS))
    assert told == f"{_ITEMS[0]} [3](#3) {_ITEMS[1]} [3](#3) {_ITEMS[2]} [2](#2)"


def test_one_that_is_asked_for_by_its_number_is_told_alone(answerer: ExtractiveAnswerer) -> None:
    told = _told(answerer, "What does recommendation 3 say?", *_FINDINGS)
    assert "cancel cards" in told
    assert "full cost" not in told


def test_a_series_with_a_gap_is_not_taken_for_all(answerer: ExtractiveAnswerer) -> None:
    told = _told(answerer, "What recommendations did the auditors make?", _FINDINGS[1], _FINDINGS[2])
    assert "full cost" not in told


def test_captions_are_not_told_where_figures_are_asked_for(answerer: ExtractiveAnswerer) -> None:
    text = "\n\n".join(f"Figure {number}. Sales by region and quarter." for number in (1, 2, 3))
    told = _told(answerer, "What figures did the company publish?", text, "The company publishes its sales figures.")
    assert "Figure 1. Sales by region and quarter. [1](#1) Figure 2." not in told
