"""Differences between a whole and the same without a part, and between what was planned or began and what is."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.reckoned.asked_figures import asked_figure
from bizrag.answering.extractive.tables.reckoned.computed import Reckoned
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

ABLATION = (
    "Table 3: What each part of the model is worth.\n"
    "Full model: PR-AUC 0.731; Macro-F1 74.6±0.9.\n"
    "no piezometers: PR-AUC 0.722; Macro-F1 73.9±1.1.\n"
    "without pooling of passes: PR-AUC 0.668; Macro-F1 68.1±1.3."
)
GOALS = (
    "Targets of the group.\n"
    "Water, m³ per tonne: Base 2020 8.9; Now 8.1; 2030 goal 5.5; Status Behind.\n"
    "Waste, kt: Base 2020 14.6; Now 2.9; 2030 goal 0; Status On track."
)
SITES = (
    "Big building sites.\n"
    "Tram line 7 to Sandvik: Budget 2021 €164 m; Now €203 m; Opens 2029.\n"
    "Quay 10: Budget 2021 €120 m; Now €138 m; Opens 2027."
)


@pytest.mark.parametrize(
    ("table", "question", "expected"),
    [
        (ABLATION, "How much does leaving out the piezometers lower the PR-AUC?", "change -0.009"),
        (ABLATION, "How many points of macro-F1 are lost when passes are not pooled?", "change -6.5"),
        (GOALS, "How much water per tonne has the group saved against its 2020 base?", "change -0.8"),
        (SITES, "By how much has the tram to Sandvik become dearer than its 2021 budget?", "change €39 m"),
    ],
)
def test_the_two_values_are_told_and_how_far_they_are_apart(
    answerer: ExtractiveAnswerer, table: str, question: str, expected: str
) -> None:
    passages = [make_passage(1, make_hit(1, table, kind=ChunkKind.TABLE))]
    assert expected in answerer.answer(question, passages).text


def test_a_value_with_its_error_and_one_below_one_are_compared(answerer: ExtractiveAnswerer) -> None:
    passages = [make_passage(1, make_hit(1, ABLATION, kind=ChunkKind.TABLE))]
    asked = "What is the difference in macro-F1 between the full model and the model without pooling of passes?"
    assert "6.5" in answerer.answer(asked, passages).text


def test_what_was_cut_since_a_month_has_no_base() -> None:
    assert asked_figure("How much has the top end of the guidance been cut since March 2026?") is None
    assert asked_figure("How much waste has the group cut against its 2020 base?") is Reckoned.CHANGE


def test_what_something_costs_without_a_part_is_no_difference() -> None:
    assert asked_figure("How much does the ticket cost without a reservation?") is None
    assert asked_figure("How much did prices differ when the fee was not charged?") is None
    assert asked_figure("How much does leaving out the gate lower the score?") is Reckoned.CHANGE
