"""Abbreviations that documents define, and those that they only show by their initials."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.statements.abbreviations import with_defined
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_PLAN = "The recovery point objective (RPO) is one hour. The recovery time objective (RTO) is four, on weekends eight."


@pytest.mark.parametrize(
    ("question", "text", "more"),
    [
        ("What is the RTO?", _PLAN, "recovery time objective"),
        ("What are the RTOs?", _PLAN, "recovery time objective"),
        ("What is the recovery point objective?", _PLAN, "RPO"),
        # said already, or not at all
        ("What is the recovery time objective (RTO)?", _PLAN, None),
        ("What is the MTTR?", _PLAN, None),
        # the words before it are not what it stands for
        ("Who leads the DPO team?", "Ask our privacy lead, Ms Ek (DPO).", None),
        ("Who signs the SOW?", "Every project has a Statement of Work (SOW) that both sign.", "Statement of Work"),
        # what the text says is no mere initials
        ("When did the EU act?", "The EU acted in May. European Union law holds.", None),
        ("When did the EU act?", "In May the European Union acted.", "European Union"),
        ("When did the EU act?", "In May even usual steps were late.", None),
    ],
)
def test_a_question_is_followed_by_what_its_abbreviations_stand_for(question: str, text: str, more: str | None) -> None:
    assert with_defined(question, [text]) == (f"{question} {more}" if more else question)


@pytest.mark.slow
def test_a_sentence_is_found_by_the_abbreviation_of_what_it_says(minilm: LocalEmbedder) -> None:
    text = (
        "A purchase requisition (PR) is the request to buy something. A purchase order (PO) is what the supplier gets. "
        "Every purchase requisition needs two signatures of managers. "
        "Every purchase order needs one signature of a director."
    )
    passages = [make_passage(1, make_hit(1, text))]
    answer = ExtractiveAnswerer(minilm).answer("Whose signature does a PO need?", passages)
    assert answer.text == "Every purchase order needs one signature of a director. [1](#1)"
