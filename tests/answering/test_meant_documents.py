"""Of the documents that were read those answer whose names a question has."""

from __future__ import annotations

from dataclasses import replace

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.documents.meant_documents import (
    of_documents_saying,
    of_meant_documents,
    unsaid_name,
)
from bizrag.answering.statements.reading import read_statements
from bizrag.model.answers import Passage
from tests.made import make_hit, make_passage


def _passage(number: int, title: str, text: str, doc: str) -> Passage:
    hit = replace(make_hit(number, text, doc=doc), title=title, document_id=doc)
    return replace(make_passage(number, hit), title=title, document_id=doc)


def _docs(question: str, passages: list[Passage]) -> set[str]:
    return {one.hit.doc for one in of_meant_documents(question, read_statements(passages))}


REPORTS = [
    _passage(1, "Brackwell Foods Annual Report", "Revenue rose to 947 million pounds in the year.", "ar.pdf"),
    _passage(2, "Employee handbook", "The chief executive officer leads the company.", "handbook.pdf"),
    _passage(3, "Market notes", "Brackwell Foods is led by its chief executive Ida Holm.", "notes.pdf"),
]


def test_who_does_not_say_the_name_does_not_answer() -> None:
    assert _docs("Who is the chief executive of Brackwell Foods?", REPORTS) == {"ar.pdf", "notes.pdf"}


def test_the_document_that_words_and_meaning_find_first_stays_though_what_was_read_of_it_says_no_name() -> None:
    """A scanned letter says its owner's name in the address alone, and another report has it in its file's name."""
    asked = "Who is the chief executive of Brackwell Foods?"
    first, *rest = REPORTS[1].hits
    for ranks, is_kept in (({"bm25": 1, "dense": 1}, True), ({"bm25": 1, "dense": 2}, False), ({"dense": 1}, False)):
        handbook = replace(REPORTS[1], hits=(replace(first, route_ranks=ranks), *rest))
        assert ("handbook.pdf" in _docs(asked, [REPORTS[0], handbook, REPORTS[2]])) is is_kept


def test_a_name_that_is_no_document_s_leaves_all() -> None:
    assert _docs("Who is the chief executive of Larkfield?", REPORTS) == {"ar.pdf", "handbook.pdf", "notes.pdf"}


def test_another_company_s_document_tells_nothing_of_the_one_that_is_named(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("Who is the chief executive officer of Brackwell Foods?", REPORTS[:2])
    assert not any(citation.doc == "handbook.pdf" for citation in answer.citations)


FUNDS = [
    _passage(1, "Aldermoor Emerging Markets Fund", "Fund manager: Raj Dey.\nLaunch date: 3 May 2012.", "deck.pptx"),
    _passage(2, "Aldermoor Money Market Fund", "Fund manager: Ida Holm.\nLaunch date: 2 May 2018.", "deck (2).pptx"),
]


def test_of_two_of_a_kind_the_one_whose_name_says_more_of_the_question_is_meant() -> None:
    assert _docs("Who manages the Aldermoor money market fund?", FUNDS) == {"deck (2).pptx"}
    assert _docs("Who manages the Aldermoor funds?", FUNDS) == {"deck.pptx", "deck (2).pptx"}


def test_documents_of_two_months_stay_where_both_are_asked_for() -> None:
    slips = [
        _passage(1, "Payslip Ida Holm April", "Net pay 2,100.", "april.pdf"),
        _passage(2, "Payslip Ida Holm", "Net pay 2,200.", "may.pdf"),
    ]
    assert _docs("What was the net pay of Ida Holm in April and May?", slips) == {"april.pdf", "may.pdf"}
    assert _docs("What was the net pay of Ida Holm in April?", slips) == {"april.pdf"}


def test_a_name_that_nothing_says_is_not_answered(answerer: ExtractiveAnswerer) -> None:
    lunch = _passage(2, "Menu", "Lunch is at noon.", "menu.pdf")
    passages = [_passage(1, "Lease", "The rent is 1,640 dollars per month.", "lease.pdf"), lunch]
    statements = read_statements(passages)
    assert unsaid_name("What is the monthly rent in Ashbourne?", statements, passages, is_sure=True) == "Ashbourne"
    assert answerer.answer("What is the rent per month in Ashbourne?", passages).is_abstention
    # another form of a name, and a word for what is of a country, are no other names
    spelled = [_passage(1, "Lease in Polska", "The rent is 1,640 zloty per month.", "lease.pdf"), lunch]
    assert unsaid_name("What is the rent in Poland?", statements, spelled, is_sure=True) == ""
    assert unsaid_name("What is the rent under Dutch law?", statements, passages, is_sure=True) == ""
    # who asks one document alone may call it so
    assert unsaid_name("What is the monthly rent in Ashbourne?", statements, passages[:1], is_sure=True) == ""


VOYAGES = [
    _passage(1, "Contract", "Linz - Houston: Unit 40' HC; Transit 31 days; Rate 3,860.", "contract.pdf"),
    _passage(2, "Invoice", "Vessel: MV Corrie Sound 614W.\nDemurrage-free days in Houston: 7.", "invoice.pdf"),
]
_ASKED = "How many days without demurrage are there in Houston for that shipment on MV Corrie Sound?"


def test_where_the_best_does_not_say_a_name_those_answer_that_do(answerer: ExtractiveAnswerer) -> None:
    contract, invoice = (read_statements([one]) for one in VOYAGES)
    assert unsaid_name(_ASKED, contract, VOYAGES, is_sure=False) == "Corrie"
    assert of_documents_saying("Corrie", [*contract, *invoice], VOYAGES) == invoice
    answer = answerer.answer(_ASKED, VOYAGES)
    assert "Demurrage-free days in Houston: 7." in answer.text
    assert {citation.doc for citation in answer.citations} == {"invoice.pdf"}
    # one that says the name and nothing else of the question tells nothing of it
    named = [VOYAGES[0], _passage(2, "Card", "At Corrie we give our best.", "card.pdf")]
    assert answerer.answer(_ASKED, named).is_abstention


def test_the_document_that_words_and_meaning_find_first_may_say_the_name_where_it_was_not_read() -> None:
    first, *rest = VOYAGES[0].hits
    contract = replace(VOYAGES[0], hits=(replace(first, route_ranks={"bm25": 1, "dense": 1}), *rest))
    assert unsaid_name(_ASKED, read_statements([contract]), [contract, VOYAGES[1]], is_sure=False) == ""


def test_a_word_that_both_say_tells_no_two_apart() -> None:
    minutes = [
        _passage(1, "Minutes of the Berth Committee", "Held on 16 May 2024. Next meeting: 18 July 2024.", "a.docx"),
        _passage(2, "Minutes of the Berth Committee, meeting 5", "Held on 18 July 2024 at the Sailing Club.", "b.docx"),
    ]
    assert _docs("Where was the meeting of the berth committee on 16 May 2024?", minutes) == {"a.docx", "b.docx"}
