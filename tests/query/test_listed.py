"""Questions for documents themselves, and of all documents of a kind, in a real database."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from bizrag.model.parses import BlockKind
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.store.indexes import get_index
from query.service import QueryService
from tests.query.conftest import add, block, parsed

# name, title, and what stands below it
PAPERS = (
    ("board_a.docx", "Minutes of the Berth Committee", ("Held on 14 March 2024.", "Ada Novak reported on the crane.")),
    ("scan7.docx", "Minutes of the Berth Committee", ("Held on 16 May 2024.", "The crane was sold.")),
    ("final_v2.docx", "Minutes of the Berth Committee", ("Held on 18 July 2024.", "Fees were raised by 4 per cent.")),
    ("P-2022.pdf", "Parking Policy of Alvora Group", ("Valid from 1 March 2022.", "The hotel limit is 140 euros.")),
    ("P-2023.pdf", "Parking Policy of Alvora Group", ("Valid from 1 January 2023.", "The hotel limit is 155 euros.")),
    ("policy NEW.docx", "Parking Policy of Alvora Group", ("Valid from 1 May 2024.", "The hotel limit is 170 euros.")),
    ("a17.pdf", "Tamar Services", ("Invoice no. 17, 2 May 2024, bill to Orme Ltd.", "Total due 733.42 pounds.")),
    ("a18.pdf", "Tamar Services", ("Credit note no. 18 to Invoice no. 17.", "Total credited 12.10 pounds.")),
    ("m1.docx", "Service Agreement with Quill Foods", ("This agreement is governed by the laws of Norway.",)),
    ("m2.docx", "Service Agreement with Larch Ltd", ("This agreement is governed by the laws of Scotland.",)),
    ("vans.pptx", "Fleet review", ("Electric vans cost less per kilometre.", "Ada Novak leads the fleet.")),
)


@pytest.fixture
def papers(service: QueryService, engine: Engine, minilm: LocalEmbedder) -> QueryService:
    with engine.begin() as conn:
        index = get_index(conn, "default")
        for name, title, said in PAPERS:
            blocks = [
                block(0, BlockKind.HEADING, title),
                *(block(at, BlockKind.TEXT, text) for at, text in enumerate(said, 1)),
            ]
            add(conn, index, minilm, f"papers/{name}", "finance", title, parsed(name, blocks, 0))
    return service


@pytest.mark.parametrize(
    ("question", "expected", "begins"),
    [
        ("List the minutes of the Berth Committee.", {"board_a.docx", "scan7.docx", "final_v2.docx"}, "3 documents:"),
        ("How many parking policies do we have?", {"P-2022.pdf", "P-2023.pdf", "policy NEW.docx"}, "3 documents:"),
        ("Which documents mention Ada Novak?", {"board_a.docx", "vans.pptx"}, "2 documents:"),
        # a credit note speaks of an invoice
        ("Which invoices do we have?", {"a17.pdf"}, "Tamar Services (a17.pdf)"),
        (
            "Which is the latest parking policy?",
            {"policy NEW.docx"},
            "Parking Policy of Alvora Group (policy NEW.docx)",
        ),
        ("What do we have on electric vans?", {"vans.pptx"}, "Fleet review (vans.pptx)"),
        ("Do we have an agreement with Larch?", {"m2.docx"}, "Service Agreement with Larch Ltd (m2.docx)"),
    ],
)
def test_the_documents_that_are_asked_for_are_told(
    papers: QueryService, question: str, expected: set[str], begins: str
) -> None:
    answer = papers.ask(question)
    assert {one.doc.removeprefix("papers/") for one in answer.citations} == expected
    assert answer.text.startswith(begins)
    assert all(one.quote for one in answer.citations)


def test_what_stands_in_one_document_is_asked_of_it(papers: QueryService) -> None:
    # narrowed to a document no others are listed
    hits = papers.search("List the minutes of the Berth Committee.", doc="scan7.docx")
    assert {hit.doc for hit in hits} == {"papers/scan7.docx"}
    assert not any("listing" in hit.route_ranks for hit in papers.search("List the fees of the committee."))


def test_the_latest_of_a_kind_is_told_by_its_dates(papers: QueryService) -> None:
    answer = papers.ask("What is the hotel limit in the latest Alvora parking policy?")
    assert "170" in answer.text
    assert "155" not in answer.text


def test_a_month_without_a_year_names_the_paper_of_it(papers: QueryService) -> None:
    hits = papers.search("What was reported in the May meeting of the Berth Committee?")
    assert hits[0].doc == "papers/scan7.docx"


def test_each_document_of_a_kind_is_read(papers: QueryService) -> None:
    hits = papers.search("Which of our agreements are governed by the laws of Scotland?", top_k=4)
    assert {hit.doc for hit in hits} == {"papers/m1.docx", "papers/m2.docx"}


def test_years_of_a_series_of_others_are_not_asked(papers: QueryService) -> None:
    hits = papers.search("What changed in the agreement with Quill Foods between 2022 and 2023?")
    assert "papers/m1.docx" in {hit.doc for hit in hits}
