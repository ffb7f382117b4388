"""Of documents whose names say a period those of the one that a question names are asked."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_REPORTS = {"2022 Q3 Kestrel.pdf": "310", "2023 Q1 Kestrel.pdf": "275", "2023 Q3 Kestrel.pdf": "298"}
PASSAGES = [
    make_passage(number, make_hit(number, f"Kestrel sold {sold} bicycles in the quarter.", doc=name))
    for number, (name, sold) in enumerate(_REPORTS.items(), 1)
]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many bicycles did Kestrel sell in its Q3 2023 report?", {"2023 Q3 Kestrel.pdf"}),
        ("How many bicycles did Kestrel sell in the third quarter of 2022?", {"2022 Q3 Kestrel.pdf"}),
        ("How many bicycles did Kestrel sell in 2023?", {"2023 Q1 Kestrel.pdf", "2023 Q3 Kestrel.pdf"}),
        # no report is of that year
        ("How many bicycles did Kestrel sell in its latest report?", {"2023 Q3 Kestrel.pdf"}),
    ],
)
def test_the_report_of_the_period_is_asked(minilm: LocalEmbedder, question: str, expected: set[str]) -> None:
    answer = ExtractiveAnswerer(minilm).answer(question, PASSAGES)
    assert {citation.doc for citation in answer.citations} <= expected
    assert answer.citations


def test_a_document_that_has_the_name_of_what_is_asked_does_not_answer_for_it(minilm: LocalEmbedder) -> None:
    passages = [
        make_passage(1, make_hit(1, "Fourteen shared accounts exist in the old system.", doc="Audit_Lyon.pdf")),
        make_passage(2, make_hit(2, "Samir Bhatt closes the shared accounts in Lyon by 7 May.", doc="Minutes.docx")),
    ]
    answer = ExtractiveAnswerer(minilm).answer("Who has to close the shared accounts in Lyon?", passages)
    assert [citation.doc for citation in answer.citations] == ["Minutes.docx"]
