"""Of documents whose names say a period those of the one that a question names are asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.documents.asked_documents import of_asked_documents
from bizrag.answering.extractive.documents.superseded import without_superseded
from bizrag.answering.extractive.scoring import Scored, Signs
from bizrag.answering.statements.reading import read_statements
from bizrag.model.answers import Passage
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


def _policies(old: str, new: str, said: str = "USB sticks are allowed if encrypted.") -> list[Passage]:
    new_text = f"{new}\n\nUSB sticks are forbidden without exception. Backups are kept for 90 days."
    hits = [make_hit(1, f"{old}\n\n{said}", doc="old.md"), make_hit(2, new_text, doc="new.md")]
    titles = [text.partition("\n")[0] for text in (old, new)]
    return [make_passage(at, replace(hit, title=titles[at - 1])) for at, hit in enumerate(hits, 1)]


@pytest.mark.parametrize(
    ("old", "new", "question", "expected"),
    [
        ("Security Policy 2023 (superseded)", "Security Policy 2026", "Are USB sticks allowed?", "forbidden"),
        ("Security Policy - withdrawn", "Security Policy 2026", "Are USB sticks allowed?", "forbidden"),
        ("Security Policy 2026, draft", "Security Policy", "Are USB sticks allowed?", "forbidden"),
        (
            "Security Policy 2023",
            "Security Policy 2026\nReplaces the policy of 2023.",
            "Are USB sticks allowed?",
            "forbidden",
        ),
    ],
)
def test_a_document_that_holds_no_more_is_not_asked_beside_the_one_that_does(
    minilm: LocalEmbedder, old: str, new: str, question: str, expected: str
) -> None:
    text = ExtractiveAnswerer(minilm).answer(question, _policies(old, new)).text
    assert expected in text
    assert "allowed" not in text


@pytest.mark.parametrize(
    ("old", "new", "question"),
    [
        # it is named, another document, or both hold
        ("Security Policy 2023 (superseded)", "Security Policy 2026", "Were USB sticks allowed in 2023?"),
        (
            "Security Policy 2023 (superseded)",
            "Security Policy 2026",
            "Are USB sticks allowed by the superseded policy?",
        ),
        ("Visitor Rules (superseded)", "Security Policy 2026", "Are USB sticks allowed?"),
        ("Security Report 2023", "Security Report 2026", "Are USB sticks allowed?"),
    ],
)
def test_an_earlier_document_stays_where_it_is_asked_for_or_still_holds(
    minilm: LocalEmbedder, old: str, new: str, question: str
) -> None:
    scored = ExtractiveAnswerer(minilm).score(question, _policies(old, new))
    assert {entry.statement.hit.doc for entry in without_superseded(question, scored)} == {"old.md", "new.md"}


@pytest.mark.parametrize(("share", "expected"), [(0.95, "stations.pdf"), (0.8, "doses.pdf")])
def test_a_document_that_was_found_by_a_word_of_its_beginning_goes_before_others_that_are_hardly_better(
    share: float, expected: str
) -> None:
    found = replace(make_hit(1, "The station weighs 35 kg.", doc="stations.pdf"), route_ranks={"keyword": 1})
    better = make_hit(2, "A child of 35 kg gets at most 2,000 mg a day.", doc="doses.pdf")
    statements = read_statements([make_passage(1, found), make_passage(2, better)])
    signs = Signs(words=1.0, context=1.0, fits=1.0, whole=1.0, rank=1.0)
    scored = [
        Scored(statement=statement, score=score, signs=signs)
        for statement, score in zip(reversed(statements), (0.5, 0.5 * share), strict=True)
    ]
    assert of_asked_documents("max dose a day 35 kg child", scored)[0].statement.hit.doc == expected


@pytest.mark.slow
def test_statements_of_the_report_that_is_meant_are_read_however_many_others_there_are(minilm: LocalEmbedder) -> None:
    others = "\n\n".join(
        f"Gross margin of the latest quarterly report fell at Kestrel in region {n}." for n in range(60)
    )
    passages = [
        make_passage(1, make_hit(1, others, doc="2023 Q1 Kestrel.pdf")),
        make_passage(
            2,
            make_hit(2, "Of sales, $412 million were left as margin. The weather was mild.", doc="2023 Q3 Kestrel.pdf"),
        ),
        make_passage(3, make_hit(3, "Gross margin of Kestrel fell in its latest report.", doc="2023 Q3 Kestrel.pdf")),
    ]
    answer = ExtractiveAnswerer(minilm).answer(
        "What was Kestrel's gross margin in its latest quarterly report?", passages
    )
    assert "412" in answer.text


def test_a_company_that_only_passages_name_is_not_answered_for_by_another(minilm: LocalEmbedder) -> None:
    text = "A margin of $11.2 billion was left in all. Osprey plans new shops."
    own = replace(make_hit(3, text, doc="2023 Q3 OSP.pdf"), route_ranks={"keyword": 1})
    other = make_hit(2, "The gross margin was 41% of sales.", doc="2023 Q3 KES.pdf")
    passages = [make_passage(1, own), make_passage(2, other)]
    answer = ExtractiveAnswerer(minilm).answer("What was Osprey's gross margin in the latest report?", passages)
    assert "41%" not in answer.text
