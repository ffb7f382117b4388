"""Cells of rows without a label, and codes of what a table is about."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

WORK = """WBS 1.1; Work package Survey; Budget 180; Jan 42; Feb 55; Mar 38; Estimate at completion 180; Status green.
WBS 1.2; Work package Detailed design; Budget 420; Jan 30; Feb 48; Mar 61; Estimate at completion 462; Status amber.
WBS 2.1; Work package Old deck; Budget 960; Jan 0; Feb 0; Mar 110; Estimate at completion 1,015; Status red."""
SHEET = [make_passage(1, make_hit(1, WORK, kind=ChunkKind.TABLE, doc="costs.pdf"))]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the estimate at completion for detailed design?", "Estimate at completion 462."),
        ("What was spent on detailed design in March?", "Mar 61."),
    ],
)
def test_of_a_row_without_a_label_the_asked_cells_are_told(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    said = answerer.answer(question, SHEET).text
    assert said.startswith(f"WBS 1.2; Work package Detailed design; {expected}")


def test_the_code_of_the_subject_is_no_answer(answerer: ExtractiveAnswerer) -> None:
    facts = make_hit(1, "Client: Valley Users.\nSample ID: FV-07 Borehole 3.", kind=ChunkKind.TABLE)
    values = "Parameter.\nTurbidity: Unit NTU; Result 5.8; Limit 4.\nIron: Unit mg; Result 340; Limit 200."
    passages = [make_passage(1, facts, make_hit(2, values, kind=ChunkKind.TABLE))]
    assert answerer.answer("What is the turbidity of sample FV-07?", passages).text.startswith("Turbidity:")
