"""Measures that a question names otherwise than the documents do."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.questions.other_names import other_name, under_other_name
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("What were net sales?", "Revenues grew. Net income grew.", ("net sales", "revenue")),
        ("What was turnover in 2024?", "Revenue grew. Staff turnover was 6.8%.", ("turnover", "revenue")),
        ("What was revenue?", "Net sales grew to 5.", ("revenue", "net sales")),
        ("What was EBIT?", "Operating profit fell.", ("EBIT", "operating profit")),
        ("What were total net sales?", "Net sales: 5. Sales of pumps grew. Sales of fans fell.", None),
        # the text has the name, or none of that measure, or something else of that name
        ("What were net sales?", "Net sales grew. Revenue grew.", None),
        ("What were net sales?", "Sales offices: 125.", None),
        ("How large is the sales team?", "Revenue grew.", None),
    ],
)
def test_a_measure_is_asked_for_as_the_text_names_it(
    question: str, text: str, expected: tuple[str, str] | None
) -> None:
    found = other_name(question, [text])
    assert found == expected
    assert under_other_name(question, found) == (question.replace(*expected) if expected else question)


def test_the_answer_says_under_which_name(minilm: LocalEmbedder) -> None:
    rows = "Net income: 2025 $34; 2024 $28.\nRevenue: 2025 $412; 2024 $371.\nSales offices: 2025 125; 2024 113."
    passages = [make_passage(1, make_hit(1, rows, kind=ChunkKind.TABLE))]
    answer = ExtractiveAnswerer(minilm).answer("How much were net sales in 2025?", passages)
    assert answer.text.startswith("Revenue: 2025 $412.")
    assert "the documents say revenue for net sales" in answer.trace.notes


def test_a_name_that_stands_in_a_heading_is_the_document_s(minilm: LocalEmbedder) -> None:
    passages = [make_passage(1, make_hit(1, "It grew to $5 million. Revenue is of all.", headings=("Net sales",)))]
    notes = ExtractiveAnswerer(minilm).answer("How much were net sales?", passages).trace.notes
    assert not [note for note in notes if note.startswith("the documents say")]
