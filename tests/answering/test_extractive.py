"""The local answerer on hand-made passages with the real embedder: what it says, cites and refuses."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bizrag.answering.citations import check_markers
from bizrag.answering.extractive.answerer import PROVIDER, ExtractiveAnswerer
from bizrag.answering.extractive.doubts import NOT_SURE, UNMENTIONED, UNMENTIONED_THERE
from bizrag.answering.extractive.scoring import score_statements
from bizrag.answering.ports import NO_ANSWER, Answerer
from bizrag.answering.statements.reading import read_statements
from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import BoundingBox, Locator
from bizrag.model.retrieval import Hit, Retriever
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

pytestmark = pytest.mark.slow

HOTELS = (
    "Hotels\n\nEmployees may book hotels up to 180 euros per night in capital cities. Elsewhere the limit is 140 euros."
    "\n\nBreakfast is included in the daily allowance [2](#2)."
)
TRAINS = "Train journeys over four hours may be booked in first class. Is a taxi allowed?\n\n<<table_1>>"
REVENUE = (
    "Total revenue: 412,613 in 2025, 371,287 in 2024.\nNet income: 34,490 in 2025, 28,127 in 2024.\n"
    "Research and development: 29,708 in 2025, 25,619 in 2024."
)


def hit(rank: int, text: str, *, doc: str, places: int = 1, kind: ChunkKind = ChunkKind.TEXT) -> Hit:
    boxes = [BoundingBox(l=10, t=100 * number, r=200, b=100 * number + 50) for number in range(places)]
    return Hit(
        rank=rank,
        score=1 / rank,
        retriever=Retriever.HYBRID,
        chunk_no=rank,
        chunk_id=f"{rank:032x}",
        document_id=doc,
        doc=doc,
        title=doc,
        kind=kind,
        text=text,
        headings=(doc,),
        locators=tuple(Locator(page_no=rank, bbox=box) for box in boxes),
    )


def passage(number: int, *hits: Hit) -> Passage:
    return Passage(
        passage_id=number,
        document_id=hits[0].document_id,
        doc=hits[0].doc,
        title=hits[0].title,
        text="\n".join(found.text for found in hits),
        hits=hits,
    )


PASSAGES = (
    passage(1, hit(1, HOTELS, doc="Travel policy.docx", places=3)),
    passage(2, hit(2, TRAINS, doc="Travel policy.docx", places=2)),
    passage(3, hit(3, REVENUE, doc="Annual report 2025.pdf", kind=ChunkKind.TABLE)),
)


def test_it_is_an_answerer_that_says_it_extracts(answerer: ExtractiveAnswerer) -> None:
    port: Answerer = answerer
    assert port.provider == PROVIDER == "local/extractive-1"


def test_the_answering_sentence_comes_first_with_its_marker(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("How much may a hotel cost per night in a capital city?", PASSAGES)
    assert answer.text.startswith("Employees may book hotels up to 180 euros per night in capital cities. [1](#1)")
    assert not answer.is_abstention
    assert answer.provider == PROVIDER
    assert answer.seconds > 0


def test_a_table_answers_with_the_row_that_matches(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("What was the net income in 2025?", PASSAGES)
    assert answer.text.startswith("Net income: 34,490 in 2025, 28,127 in 2024. [3](#3)")
    assert answer.citations[0].page_nos == (3,)


def test_rows_that_answer_alike_are_told_side_by_side(answerer: ExtractiveAnswerer) -> None:
    limits = (
        "Limits per night and day.\nEurope: City Tier 1; Hotel limit $210; Lunch $22.\n"
        "Europe: City Tier 2; Hotel limit $160; Lunch $19.\nOverseas: City Tier 1; Hotel limit $260; Lunch $26."
    )
    passages = (passage(1, hit(1, limits, doc="Travel policy.docx", kind=ChunkKind.TABLE)),)
    answer = answerer.answer("What is the limit for hotels?", passages)
    assert {row.strip() for row in answer.text.split("[1](#1)")} == {
        "Europe: City Tier 1; Hotel limit $210.",
        "Europe: City Tier 2; Hotel limit $160.",
        "Overseas: Hotel limit $260.",
        "",
    }
    assert answerer.answer("What is the hotel limit overseas?", passages).text == "Overseas: Hotel limit $260. [1](#1)"


def test_of_a_charts_values_only_those_asked_for_are_told(answerer: ExtractiveAnswerer) -> None:
    slide = (
        "# Retention has turned the corner\nNet retention by segment\n[PICTURE START]\nValues:\n"
        "2022: Enterprise 121%; Mid-market 112%.\n2023: Enterprise 124%; Mid-market 109%.\n"
        "2024: Enterprise 127%; Mid-market 113%.\n[PICTURE END]"
    )
    passages = (passage(1, hit(1, slide, doc="Investor day.pdf", kind=ChunkKind.SLIDE)),)
    one = answerer.answer("What was the net retention of mid-market customers in 2023?", passages)
    assert one.text.startswith("2023: Mid-market 109%. [1](#1)")
    assert "2022" not in one.text
    assert "2024" not in one.text
    both = answerer.answer("What was the net retention of mid-market customers in 2023 and in 2024?", passages)
    assert {"2023: Mid-market 109%.", "2024: Mid-market 113%."} <= {part.strip() for part in both.text.split("[1](#1)")}


MANUAL = (
    "7.1 Changing the oil\n\n1. Run the unit until the oil is warm.\n\n2. Drain the vessel into a container.\n\n"
    "3. Fill with fresh oil to the upper mark.\n\n7.2 Replacing the belt\n\n1. Lock out the machine."
)
INTERVALS = (
    "Maintenance\nDaily: Task Check oil level; By Operator.\nYearly: Task Change oil and oil filter; By Service."
)


def test_a_procedure_is_told_by_its_steps(answerer: ExtractiveAnswerer) -> None:
    passages = (
        passage(1, hit(1, INTERVALS, doc="Manual.pdf", kind=ChunkKind.TABLE)),
        passage(2, hit(2, MANUAL, doc="Manual.pdf")),
    )
    answer = answerer.answer("How do I change the oil?", passages)
    assert answer.text == (
        "7.1 Changing the oil\n1. Run the unit until the oil is warm.\n2. Drain the vessel into a container.\n"
        "3. Fill with fresh oil to the upper mark. [2](#2)"
    )
    assert answer.citations[0].quote in MANUAL
    assert "Run the unit" not in answerer.answer("How often is the oil changed?", passages).text


def test_the_row_of_a_proper_name_goes_before_a_sentence_without_it(answerer: ExtractiveAnswerer) -> None:
    sites = "Accuracy of the classifier by site\nPuget Sound: 88%.\nSingapore Strait: 71%.\nGulf of Mexico: 76%."
    text = "The gradient-boosted classifier identifies fouled sensors with an accuracy of 84%."
    passages = (
        passage(1, hit(1, text, doc="White paper.pdf")),
        passage(2, hit(2, sites, doc="White paper.pdf", kind=ChunkKind.PICTURE)),
    )
    asked = "What accuracy did the classifier reach in the Singapore Strait?"
    assert answerer.answer(asked, passages).text == "Singapore Strait: 71%. [2](#2)"
    overall = answerer.answer("What accuracy does the gradient-boosted classifier have?", passages)
    assert overall.text.startswith(text)


def test_a_term_whose_meaning_is_asked_for_names_no_document(answerer: ExtractiveAnswerer) -> None:
    contract = (
        "1.1 \u201cBusiness Day\u201d means a day other than a Saturday.\n\n"
        "1.3 \u201cCritical Failure\u201d means a fault that stops a production line.\n\n"
        "Provider will acknowledge a Critical Failure within 15 minutes."
    )
    answer = answerer.answer("What counts as a Critical Failure?", (passage(1, hit(1, contract, doc="MSA.docx")),))
    assert answer.text.startswith(
        "1.3 \u201cCritical Failure\u201d means a fault that stops a production line. [1](#1)"
    )


def test_a_row_is_meant_with_the_caption_that_says_what_it_measures(answerer: ExtractiveAnswerer) -> None:
    values = "Gross written premium by region\nEurope: 2023 41; 2024 48.\nOverseas: 2023 31; 2024 55."
    passages = (passage(1, hit(1, values, doc="Survey.pdf", kind=ChunkKind.PICTURE)),)
    question = "How high were gross written premiums in Europe in 2024?"
    scored = score_statements(question, read_statements(passages), embed=answerer.embedder.embed)
    (row,) = [entry for entry in scored if entry.statement.text.startswith("Europe:")]
    alone, asked = answerer.embedder.embed([row.statement.said, question])
    assert row.signs.meaning > float(alone @ asked) + 0.1
    assert answerer.answer(question, passages).text.startswith("Europe: 2024 48.")


def test_a_title_is_no_answer_where_a_number_is_asked_for(answerer: ExtractiveAnswerer) -> None:
    slide = (
        "# Credit quality\nBalance of loan loss provisions\n[PICTURE START]\nValues:\n"
        "Dec 2023: Allowance (£m) 684.\nJun 2024: Allowance (£m) 718.\n[PICTURE END]"
    )
    passages = (passage(1, hit(1, slide, doc="Credit risk.pdf", kind=ChunkKind.SLIDE)),)
    labels = {s.text for s in read_statements(passages) if s.is_label}
    assert labels == {"# Credit quality", "Balance of loan loss provisions"}
    for question, whole in (("How much are provisions in June 2024?", 0.0), ("What are the provisions for?", 1.0)):
        scored = score_statements(question, read_statements(passages), embed=answerer.embedder.embed)
        assert [entry.signs.whole for entry in scored if entry.statement.text.startswith("Balance")] == [whole]


@pytest.mark.parametrize(
    "question",
    [
        "How much may a hotel cost per night?",
        "What was the net income in 2025?",
        "When may I travel in first class?",
        "Is breakfast included in the allowance?",
    ],
)
def test_every_marker_resolves_and_every_quote_occurs_in_its_chunk(answerer: ExtractiveAnswerer, question: str) -> None:
    answer = answerer.answer(question, PASSAGES)
    cited = [citation.citation_id for citation in answer.citations]
    checked = check_markers(answer.text, cited)
    assert checked.num_removed == 0
    assert sorted(checked.passage_ids) == sorted(cited) == sorted(set(cited))
    assert 1 <= len(re.findall(r"\]\(#", answer.text)) <= 3
    chunks = {found.chunk_id: found for one in PASSAGES for found in one.hits}
    for citation in answer.citations:
        assert citation.quote in chunks[citation.chunk_id].text
        assert set(citation.locators) <= set(chunks[citation.chunk_id].locators)


def test_a_citation_points_to_the_paragraph_of_its_quote(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("Is breakfast part of the daily allowance?", PASSAGES)
    citation = answer.citations[0]
    assert citation.quote == "Breakfast is included in the daily allowance [2](#2)."
    assert [place.bbox.t for place in citation.locators if place.bbox] == [200]
    # what reads like a marker in the source is none in the answer
    assert answer.text.startswith("Breakfast is included in the daily allowance 2. [1](#1)")


@pytest.mark.parametrize(
    "question",
    [
        "Who won the football world cup in 1998?",
        "What is the boiling point of ethanol?",
        "How many submarines does the navy operate?",
    ],
)
def test_it_abstains_where_the_passages_say_nothing(answerer: ExtractiveAnswerer, question: str) -> None:
    answer = answerer.answer(question, PASSAGES)
    assert (answer.text, answer.citations, answer.is_abstention) == (NO_ANSWER, (), True)


def test_an_answer_that_only_comes_close_says_so(answerer: ExtractiveAnswerer) -> None:
    texts = (
        "Up to five untaken days can be moved into the next leave year. They must be used by 30 June.",
        "Orders by telephone are not valid. Invoices are payable within 45 days.",
    )
    named = ("Harrowgate handbook.docx", "Castellan contract.docx")
    passages = [passage(n, hit(n, text, doc=doc)) for n, (text, doc) in enumerate(zip(texts, named, strict=True), 1)]
    answer = answerer.answer("How much holiday can I take over to next year at Harrowgate?", passages)
    assert not answer.is_abstention
    assert answer.trace.notes == (NOT_SURE, f"{UNMENTIONED_THERE}holiday")
    assert answer.text.startswith("Up to five untaken days")
    # what is not sure is not taken from other documents as well
    assert {citation.doc for citation in answer.citations} == {named[0]}
    assert answerer.answer("How many untaken days can be moved into the next leave year?", passages).trace.notes == ()


def test_a_word_that_another_document_says_is_missing_in_those_that_are_cited(answerer: ExtractiveAnswerer) -> None:
    """Asked for a scholarship of a company that says nothing of one: the board of another proposes its own."""
    texts = (
        "Auronda Energy paid its employees 41 in severance. The board of Auronda Energy met nine times.",
        "A scholarship of 8.00 to students is proposed.",
    )
    named = ("Auronda report 2024.pdf", "Oremund letter.pdf")
    passages = [passage(n, hit(n, text, doc=doc)) for n, (text, doc) in enumerate(zip(texts, named, strict=True), 1)]
    answer = answerer.answer("What scholarship did Auronda Energy pay its students for 2024?", passages)
    assert {citation.doc for citation in answer.citations} == {named[0]}
    assert answer.trace.notes == (NOT_SURE, f"{UNMENTIONED_THERE}scholarship, students")


def test_the_name_of_a_document_tells_none_of_its_statements_from_another(answerer: ExtractiveAnswerer) -> None:
    """The whole question is nearer to the first sentence, which only has the company's name."""
    text = "Tolvane Medical is a company. A record of 1,412 pumps was sold in March."
    source = passage(1, hit(1, text, doc="Tolvane Medical pack.pdf"))
    (best, *_) = answerer.score("Which products of Tolvane Medical set a record?", [source])
    assert best.statement.text.startswith("A record")


def test_a_name_in_the_opening_of_a_document_tells_none_of_its_statements_from_another(
    answerer: ExtractiveAnswerer,
) -> None:
    """The company's name stands on the first page only, and in no name of a file."""
    first = hit(1, "Aldergate Ceramics. Steering board kick-off, 9 September 2024.", doc="hall3.pdf")
    team = hit(2, "Greta Hallstrom is in charge of kiln technology.\n\nOwen Tarrant plans.", doc="hall3.pdf")
    answer = answerer.answer("Who looks after kiln technology at Aldergate Ceramics?", [passage(1, first, team)])
    assert answer.text.startswith("Greta Hallstrom is in charge of kiln technology.")


def test_where_a_question_names_its_document_less_is_asked_of_a_statement(answerer: ExtractiveAnswerer) -> None:
    text = "Delivery takes 9 weeks for the S version. Spare parts are kept for 12 years."
    question = "How long do we wait for a stand-alone {} after ordering?"
    named, other = (hit(1, text, doc=doc) for doc in ("Pallax machine.pdf", "Grevold folder.pdf"))
    told = answerer.answer(question.format("Pallax"), [passage(1, named)])
    assert told.text.startswith("Delivery takes 9 weeks")
    assert told.trace.notes == (NOT_SURE, f"{UNMENTIONED_THERE}wait, stand-alone, ordering")
    others = [passage(1, other), passage(2, hit(2, "Lunch is at noon.", doc="Menu.pdf"))]
    silent = answerer.answer(question.format("Pallax"), others)
    # who asks one document alone names it
    assert answerer.answer(question.format("Pallax"), others[:1]).text == told.text
    assert (silent.is_abstention, silent.trace.notes) == (True, (f"{UNMENTIONED}wait, stand-alone, Pallax, ordering",))


def test_a_year_that_no_passage_speaks_of_is_not_answered_with_others(answerer: ExtractiveAnswerer) -> None:
    text = "Revenue of cold storage was NOK 143 million in 2021 and NOK 161 million in 2022."
    passages = [passage(1, hit(1, text, doc="Norrvik report.pdf"))]
    silent = answerer.answer("What was the revenue of cold storage in 2019?", passages)
    assert (silent.text, silent.trace.notes) == (NO_ANSWER, (f"{UNMENTIONED}2019",))
    assert "161 million" in answerer.answer("What was the revenue of cold storage in FY22?", passages).text


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What comes straight after nurse triage in the new pathway?", "3 Video consultation. [1](#1)"),
        ("Which step comes right before the nurse triage?", "1 GP sends e-referral. [1](#1)"),
    ],
)
def test_the_step_beside_one_that_is_named_is_told(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    steps = "# New pathway\n1 GP sends e-referral\n2 Nurse triage within 24 h\n3 Video consultation"
    pathway = hit(1, f"{steps}\n- Nurse triage is new\n- So is the app", doc="Pathway.pptx", kind=ChunkKind.SLIDE)
    assert answerer.answer(question, [passage(1, pathway)]).text == expected


def test_the_step_after_the_one_that_is_described_is_told(answerer: ExtractiveAnswerer) -> None:
    steps = "1. Let it cool.\n\n2. Unscrew the plug and connect the hose.\n\n3. Pour in 3 litres of D7.\n\n4. Rinse."
    manual = [passage(1, hit(1, steps, doc="Manual.pdf"))]
    answer = answerer.answer("What do I do right after unscrewing the plug and connecting the hose?", manual)
    assert answer.text == "Pour in 3 litres of D7. [1](#1)"
    # items of a list that are no steps, and a step that is not described
    dates = "- Next review date: 4 May\n- Next audit: 9 June\n- Fee after 30 days: € 12\n- Fee after 60 days: € 20"
    told = answerer.answer("What is the next review date?", [passage(1, hit(1, dates, doc="Dates.pdf"))])
    assert told.text.startswith("Next review date: 4 May")
    told = answerer.answer("What is the fee after 30 days?", [passage(1, hit(1, dates, doc="Dates.pdf"))])
    assert told.text.startswith("Fee after 30 days: € 12")
    # no step after it is asked for
    assert "Pour" not in answerer.answer("Why is the plug unscrewed and the hose connected?", manual).text


def test_it_abstains_without_passages(answerer: ExtractiveAnswerer) -> None:
    assert answerer.answer("Why?", ()).is_abstention


def test_questions_headings_and_placeholders_are_no_statements(minilm: LocalEmbedder) -> None:
    said = [statement.text for statement in read_statements(PASSAGES)]
    assert "Is a taxi allowed?" not in said
    assert "<<table_1>>" not in said
    question = "What do hotels cost?"
    scored = score_statements(question, read_statements(PASSAGES), embed=minilm.embed)
    assert "Hotels" not in [entry.statement.text for entry in scored]
    assert all(0 <= entry.score <= 1 for entry in scored)


def test_answers_are_the_same_every_time(answerer: ExtractiveAnswerer) -> None:
    first, second = (answerer.answer("What does a hotel cost?", PASSAGES) for _ in range(2))
    assert (first.text, first.citations) == (second.text, second.citations)


def test_in_a_list_of_questions_the_answer_below_the_question_is_told(minilm: LocalEmbedder) -> None:
    text = """Questions and answers

- Who is the first aider?

- Tomasz Wieczorek, extension 214.

- How do I get a parking space?

- Write to the facilities desk; the waiting list is about three months.

- Where is the lost property?

- At the reception, for thirty days."""
    passage = make_passage(1, make_hit(1, text, kind=ChunkKind.TEXT))
    answerer = ExtractiveAnswerer(embedder=minilm)
    assert answerer.answer("Who is the first aider?", [passage]).text.startswith("Tomasz Wieczorek, extension 214.")
    found = answerer.answer("How can I get a place to park?", [passage]).text
    assert found.startswith("Write to the facilities desk")


def test_an_answer_below_a_heading_that_asks_is_found_by_it(minilm: LocalEmbedder) -> None:
    hit = make_hit(
        1,
        "Three weeks, or four for those above fifty.",
        kind=ChunkKind.TEXT,
        headings=("Handbook", "How long is the leave?"),
    )
    answer = ExtractiveAnswerer(embedder=minilm).answer("How long is the leave?", [make_passage(1, hit)])
    assert answer.text.startswith("Three weeks")


def test_a_caption_that_comes_out_best_is_answered_with_a_row_below_it(minilm: LocalEmbedder) -> None:
    text = (
        "Mean reading score by assessment week.\nWeek 16: App 52.8; Workbook 46.7.\nWeek 28: App 51.1; Workbook 46.9."
    )
    passage = make_passage(1, make_hit(1, text, kind=ChunkKind.PICTURE))
    answer = ExtractiveAnswerer(embedder=minilm).answer("What was the mean reading score in week 28?", [passage])
    assert answer.text.startswith("Week 28: App 51.1; Workbook 46.9.")


def test_of_a_document_that_is_named_only_its_own_statements_are_told(answerer: ExtractiveAnswerer) -> None:
    invoice = hit(1, "Due date: 14 October 2025.\n\nCustomer number: 48110.", doc="Invoice RE-0917.pdf")
    claim = hit(2, "RETURN DATE: 07.11.2025.\n\nStaff number: 70318.", doc="Travel claim.pdf")
    answer = answerer.answer("What is the due date of invoice RE-0917?", [passage(1, invoice), passage(2, claim)])
    assert answer.text == "Due date: 14 October 2025. [1](#1)"


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("Who reports to Tomasz Wilk?", "Tomasz Wilk – Operations →"),
        ("To whom does Lucia Ferro report?", "Tomasz Wilk – Operations →"),
        ("Who is the boss of Tomasz Wilk?", "Ines Roth – Director →"),
    ],
)
def test_a_chart_tells_who_hangs_on_whom(answerer: ExtractiveAnswerer, question: str, start: str) -> None:
    chart = (
        "# Who is who\nInes Roth – Director\nTomasz Wilk – Operations\nLucia Ferro – Quality\nNora Quist – Racks\n"
        "Ines Roth – Director → Tomasz Wilk – Operations; Farida Benali – Site\n"
        "Tomasz Wilk – Operations → Lucia Ferro – Quality; Nora Quist – Racks"
    )
    answer = answerer.answer(question, [passage(1, hit(1, chart, doc="Deck.pptx", kind=ChunkKind.SLIDE))])
    assert answer.text.startswith(start)


def test_lines_of_a_chart_answer_no_other_question(answerer: ExtractiveAnswerer) -> None:
    boxes = ("Tomasz Wilk – Operations", "Lucia Ferro – Quality")
    chart = "\n".join(("# Who is who", *boxes, " → ".join(boxes)))
    deck = [passage(1, hit(1, chart, doc="Deck.pptx", kind=ChunkKind.SLIDE))]
    assert answerer.answer("Who looks after operations and quality?", deck).text.count("→") == 0
    # none of the chart is named whole
    assert answerer.answer("Who is the supervisor of the Ferro works?", deck).text.count("→") == 0
    # an arrow that an author wrote is text like any other
    prices = [passage(1, hit(1, "# Prices\nFee of a transfer: € 4 → € 6", doc="Deck.pptx", kind=ChunkKind.SLIDE))]
    assert "€ 4 → € 6" in answerer.answer("What is the fee of a transfer?", prices).text


def test_the_first_row_of_a_table_without_a_caption_is_a_row(answerer: ExtractiveAnswerer) -> None:
    dates = (
        "28 June: Family day, Hallow Quarry.\n9 July: Blood donors, head office.\n1 August: Deadline for nominations."
    )
    table = [passage(1, hit(1, dates, doc="News.pdf", kind=ChunkKind.TABLE))]
    assert answerer.answer("When is the family day at Hallow Quarry?", table).text.startswith("28 June: Family day")


def test_what_the_search_found_by_name_answers_and_of_several_the_latest(answerer: ExtractiveAnswerer) -> None:
    texts = {
        "2022 Q3 Kestrel.pdf": "The average price of a bicycle was 2,410 euros.",
        "2023 Q1 Kestrel.pdf": "The price of our bicycles was 2,560 euros.",
        "market.pdf": "The average price of a bicycle in the market was 1,980 euros.",
    }
    hits = [make_hit(number, text, doc=name) for number, (name, text) in enumerate(texts.items(), 1)]
    hits = [replace(hit, route_ranks={"dense": 1, "keyword": 1}) if "Kestrel" in hit.doc else hit for hit in hits]
    passages = [make_passage(number, hit) for number, hit in enumerate(hits, 1)]

    def docs(question: str) -> set[str]:
        return {citation.doc for citation in answerer.answer(question, passages).citations}

    assert "market.pdf" not in docs("What is the average price of a bicycle of Kestrel?")
    assert docs("What is the price of a bicycle in Kestrel's latest report?") == {"2023 Q1 Kestrel.pdf"}


def test_a_heading_is_told_with_what_stands_below_it(answerer: ExtractiveAnswerer) -> None:
    text = "Opening hours of the visitor centre\n\nApril to June 9-17, July and August 8-20"
    found = answerer.answer("When is the visitor centre open in August?", [make_passage(1, make_hit(1, text))])
    assert "July and August 8-20" in found.text


def test_reasons_and_meanings_count_where_they_are_asked_for(answerer: ExtractiveAnswerer) -> None:
    text = (
        "Revenue of the ferries fell in 2024. Revenue fell due to a closed berth. "
        "Vessel days are the days on which a ship was in the fleet."
    )
    passages = [make_passage(1, make_hit(1, text))]

    def fitting(question: str) -> list[str]:
        return [entry.statement.text for entry in answerer.score(question, passages) if entry.signs.fits]

    assert fitting("Why did the revenue of the ferries fall?") == ["Revenue fell due to a closed berth."]
    assert fitting("What does vessel days refer to?") == ["Vessel days are the days on which a ship was in the fleet."]
    assert fitting("How do ferries sail?") == []


def test_a_row_that_a_code_of_the_question_names_is_told_alone_and_whole(answerer: ExtractiveAnswerer) -> None:
    faults = """Headers: Code.
E03: Meaning Overcurrent on the drive; Remedy Check the rotor, then reset with the stop key.
E05: Meaning Signal below 3.6 mA; Remedy Check the control cable for a break.
E07: Meaning Tube expired; Remedy Replace the tube and reset the counter."""
    passages = [passage(1, hit(1, faults, doc="pump.pdf", kind=ChunkKind.TABLE))]
    told = answerer.answer("Our pump stops with E05. Cause and remedy?", passages)
    assert told.text == "E05: Meaning Signal below 3.6 mA; Remedy Check the control cable for a break. [1](#1)"
    silent = answerer.answer("Our pump stops with E09. Cause and remedy?", passages)
    assert (silent.is_abstention, silent.trace.notes) == (True, (f"{UNMENTIONED}E09, Cause",))


def test_a_code_is_found_where_other_tables_share_more_words(answerer: ExtractiveAnswerer) -> None:
    lights = """What the display of the HX-150 says by its colour
Headers: Ring.
Yellow, flashing: Meaning Warning, see display; Pump runs? Yes.
Red, steady: Meaning Alarm on the display; Pump runs? No."""
    faults = "Headers: Code.\nE04: Meaning Dry running.\nE30: Meaning Barrier fluid pressure low."
    passages = [
        passage(number, hit(number, text, doc="pump.pdf", kind=ChunkKind.TABLE))
        for number, text in enumerate((lights, faults), 1)
    ]
    told = answerer.answer("The display of an HX-150 says E30, what is that?", passages)
    assert told.text == "E30: Meaning Barrier fluid pressure low. [2](#2)"


def test_a_measure_is_found_by_what_documents_call_it(answerer: ExtractiveAnswerer) -> None:
    data = """Technical data
Maximum flow: Value 118 L/h; Note at 1 bar.
Sound pressure level at 1 m: Value 58 dB(A); Note idle.
Supply voltage: Value 230 V; Note 50 Hz."""
    text = " ".join(f"The pump of hall {number} is checked in spring." for number in range(60))
    passages = [
        passage(1, hit(1, text, doc="PX120 pump.pdf")),
        passage(2, hit(2, data, doc="PX120 pump.pdf", kind=ChunkKind.TABLE)),
    ]
    assert "58 dB(A)" in answerer.answer("How loud is the pump?", passages).text


def test_of_a_second_thing_that_is_asked_for_last_the_same_is_told(minilm: LocalEmbedder) -> None:
    text = "Quay cranes shall be stopped at 22 m/s.\n\nYard cranes shall be stopped at 24 m/s.\n\nThe yard is lit."
    passages = [make_passage(1, make_hit(1, text))]
    answer = ExtractiveAnswerer(minilm).answer("At what wind are quay cranes stopped, and the yard cranes?", passages)
    assert "22 m/s" in answer.text
    assert "24 m/s" in answer.text
    answer = ExtractiveAnswerer(minilm).answer("At what wind are quay cranes stopped?", passages)
    assert "24 m/s" not in answer.text


def test_abbreviations_are_asked_for_as_documents_spell_them(answerer: ExtractiveAnswerer) -> None:
    text = "Ingrid Vasholm has been Chief Executive Officer since 2019. The works council has two new members."
    for question in ("who is the ceo", "Who is the CEO?"):
        answer = answerer.answer(question, [make_passage(1, make_hit(1, text))])
        assert answer.text.startswith("Ingrid Vasholm has been Chief Executive Officer since 2019.")


def test_people_who_work_somewhere_are_its_employees(answerer: ExtractiveAnswerer) -> None:
    text = "At the end of the year the group had 1,684 employees. Since October 41 people have been hired at Sorel Bay."
    answer = answerer.answer("How many people work for the group?", [make_passage(1, make_hit(1, text))])
    assert answer.text.startswith("At the end of the year the group had 1,684 employees.")


def test_pages_of_a_table_of_contents_are_no_values(answerer: ExtractiveAnswerer) -> None:
    contents = "1 Markets: 2.\n2 Results: 4.\n3 Principal risks: 6.\n4 Outlook: 6.\n5 Summary: 8."
    risks = (
        "Risks\nSteel rises: Effect $7 million.\nRefrigerant is banned: Effect $9 million.\nStrike: Effect $2 million."
    )
    passages = [
        make_passage(number, make_hit(number, text, kind=ChunkKind.TABLE))
        for number, text in enumerate((contents, risks), start=1)
    ]
    answer = answerer.answer("Largest effect of a risk?", passages)
    assert answer.text.startswith("Refrigerant is banned: Effect $9 million.")
    assert "Summary" not in answerer.answer("Largest of the principal risks?", passages).text
