"""What documents keep together is told in full: columns that are compared, tables, causes, mails, questions."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.sections.asked_again import find_asked_again
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit
from tests.made import make_hit, make_passage

_PLANS = (
    "Price: Solo €0; Crew €9; Fleet €16.\nBoats: Solo 3; Crew 50; Fleet unlimited.\n"
    "Weather: Solo ✓; Crew ✓; Fleet ✓.\nCharts: Solo ✗; Crew ✗; Fleet ✓."
)
_REPORT = (
    "Summary\n\nThe pumps stood still from 08:52 to 11:07. Nobody was hurt.\n\nRoot cause\n\n"
    "The variable for the pressure changed its unit. The template still gave it in bar.\n\n"
    "Timeline\n\n- 09:05 Ann Lee takes command\n\n- 10:20 Pressure identified as the cause\n\n"
    "- 10:48 Template put right"
)
_FAQ = (
    "Can I use it on slow disks?\n\nSlow disks behave differently. Since 1.1 the defaults suit them.\n\n"
    "How do I upgrade it?\n\nUse the package manager. It asks before it restarts.\n\n"
    "- It upgrades itself at night.\n\n- To force an upgrade from the command line, run pump --upgrade.\n\n"
    "Which methods of payment are accepted?\n\n- Visa\n\n- Bank transfer, yearly only\n\n"
    "Which kinds of disks, cards or tapes are not supported?\n\n- Tapes of any make, as nobody has them\n\n"
    "- Cards that are older than 2010"
)


def _told(answerer: ExtractiveAnswerer, question: str, *hits: Hit) -> str:
    return answerer.answer(question, [make_passage(at, hit) for at, hit in enumerate(hits, start=1)]).text


def test_two_columns_are_compared_row_by_row(answerer: ExtractiveAnswerer) -> None:
    plans = make_hit(1, _PLANS, kind=ChunkKind.TABLE, headings=("plans", "Plans"))
    assert _told(answerer, "What is the difference between the Crew and the Fleet plan?", plans) == (
        "Price: Crew €9; Fleet €16. [1](#1) Boats: Crew 50; Fleet unlimited. [1](#1) Charts: Crew ✗; Fleet ✓. [1](#1)"
    )
    # one measure of both is another question
    priced = _told(answerer, "What is the difference in price between Crew and Fleet?", plans)
    assert "Boats" not in priced


def test_of_figures_one_is_told_and_not_the_table(answerer: ExtractiveAnswerer) -> None:
    rows = "North: 2024 310; 2025 342.\nSouth: 2024 120; 2025 118.\nTotal net sales: 2024 430; 2025 460."
    table = make_hit(1, rows, kind=ChunkKind.TABLE, headings=("Report 2025", "Net sales"))
    assert _told(answerer, "What were the net sales in 2025?", table) == "Total net sales: 2025 460. [1](#1)"


def test_a_cause_is_told_from_its_section(answerer: ExtractiveAnswerer) -> None:
    report = make_hit(1, _REPORT, headings=("leak", "Stop of the pumps on 3 May"))
    expected = "The variable for the pressure changed its unit. The template still gave it in bar. [1](#1)"
    assert _told(answerer, "What caused the stop of 3 May?", report) == expected


def test_a_decision_is_told_from_its_section_without_the_next_heading(answerer: ExtractiveAnswerer) -> None:
    text = (
        "1. Context\n\nThe licence changed. Lawyers forbid it.\n\n2. Decision\n\nWe take Valkey for all stores. The "
        "library stays.\n\n3. Consequences"
    )
    record = make_hit(1, text, headings=("record", "Use Valkey"))
    assert _told(answerer, "What was decided?", record) == "We take Valkey for all stores. The library stays. [1](#1)"


def test_what_another_question_asks_of_the_same_thing_is_not_told_as_sure(answerer: ExtractiveAnswerer) -> None:
    text = (
        "Is Linux supported?\n\nYes.\n\nWhat do I do when my laptop is stolen?\n\n"
        "Call the desk at once. Tell the police."
    )
    passages = [make_passage(1, make_hit(1, text, headings=("faq", "Devices")))]
    answer = answerer.answer("How do I order a new laptop?", passages)
    assert answer.is_abstention or answer.trace.notes


def test_what_happened_at_a_time_is_the_entry_of_that_time(answerer: ExtractiveAnswerer) -> None:
    report = make_hit(1, _REPORT, headings=("leak", "Stop of the pumps on 3 May"))
    told = _told(answerer, "What happened at 10:48 during the stop of the pumps?", report)
    assert told == "10:48 Template put right. [1](#1)"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Can I use it on slow disks?",
            "Slow disks behave differently. Since 1.1 the defaults suit them. [1](#1)",
        ),
        ("Which methods of payment do we accept?", "- Visa\n- Bank transfer, yearly only. [1](#1)"),
        # the statement that has all words stands below it
        (
            "Which kinds of disks are not supported?",
            "- Tapes of any make, as nobody has them\n- Cards that are older than 2010. [1](#1)",
        ),
        # one sentence below it says more of what is asked
        (
            "How do I force an upgrade from the command line?",
            "To force an upgrade from the command line, run pump --upgrade. [1](#1)",
        ),
    ],
)
def test_the_answer_below_the_same_question_is_told_whole(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    assert _told(answerer, question, make_hit(1, _FAQ, headings=("faq", "Questions"))) == expected


_HELP = (
    "Fees\n\nWhat is a night fee?\n\nA night fee is what Pump Basic charges between ten and six. It is set every year."
    " With Pump Basic it is two euros."
)
_HELP_PLUS = (
    "Fees\n\nA night fee is an amount that Pump Plus adds for work between eleven and five. Pump Plus guards against it"
    " by a flat rate."
)


def test_the_answer_is_of_the_document_that_is_asked_about(answerer: ExtractiveAnswerer) -> None:
    hits = make_hit(1, _HELP_PLUS, doc="Pump_Plus_Guide.pdf"), make_hit(2, _HELP, doc="Pump_Basic_Guide.pdf")
    told = _told(answerer, "What is a night fee and how does Pump Plus guard against it?", *hits)
    assert told.startswith("A night fee is an amount that Pump Plus adds")
    assert "Basic" not in told


@pytest.mark.parametrize(("caption", "is_told"), [("", True), ("Table 2. ", False)])
def test_the_caption_of_a_table_heads_no_text(answerer: ExtractiveAnswerer, caption: str, is_told: bool) -> None:
    text = (
        f"{caption}What would make you use the bus more often?\n\nAll who use the bus less than once a week were asked."
    )
    passages = [make_passage(1, make_hit(1, text))]
    question = "What would make people use the bus more often?"
    found = find_asked_again(question, answerer.score(question, passages), read_statements(passages))
    assert (found is not None) == is_told


_EVIDENCE = (
    "Evidence\n\nWhat Types of Services and Treatments Require Evidence of Need?\n\nThe plan wants it for beds.\n\n"
    "Tips for Obtaining Evidence of Need\n\n- Evidence of need for services or treatments comes from the doctor who"
    " asks for them.\n\n- Keep copies."
)


def test_a_statement_that_has_all_words_answers_before_a_heading_like_the_question(
    answerer: ExtractiveAnswerer,
) -> None:
    told = _told(
        answerer,
        "What are some tips for obtaining evidence of need for services or treatments?",
        make_hit(1, _EVIDENCE),
    )
    assert "for beds" not in told
    assert "from the doctor" in told
