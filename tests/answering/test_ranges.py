"""The row in whose range a number of the question lies, and the cells of a row that are of the kind asked for."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.conditions.ranges import find_in_range
from bizrag.answering.statements.reading import read_statements, readable
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_APPROVAL = """Approval of business trips
up to €600: Approved by Team leader.
€601 - €2,500: Approved by Department head.
€2,501 - €7,000: Approved by Division director.
over €7,000: Approved by Chief Financial Officer."""
_LEAVE = """Days of leave
Annual leave, under 3 years of service: Days 18; Paid full.
Annual leave, 3 to 9 years of service: Days 22; Paid full.
Annual leave, 10 years of service or more: Days 26; Paid full.
Parental leave, 1 to 5 years of service: Days 40; Paid half.
Parental leave, 6 years or more: Days 60; Paid half.
Wedding: Days 3; Paid full."""
_CERTIFICATES = """Approvals
EHEDG Type EL: Certificate VT-EH-0417; Valid until 06/2027; Fee CHF 410.
SIL 2: Certificate 968/V 1177; Valid until 03/2026; Fee CHF 530."""


def _found(question: str, text: str) -> str | None:
    statements = read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))])
    row = find_in_range(question, [one for one in statements if one.is_row])
    return row.said if row else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who signs off a business trip costing €4,000?", "€2,501 - €7,000: Approved by Division director."),
        ("Who approves €7,000?", "€2,501 - €7,000: Approved by Division director."),
        ("Who approves a trip of €7,001?", "over €7,000: Approved by Chief Financial Officer."),
        ("Who approves a trip of 600 euros?", "up to €600: Approved by Team leader."),
        ("Who approves a trip of $4,000?", None),
        ("Who approves trips in 2025?", None),
        ("Who approves trips?", None),
    ],
)
def test_an_amount_is_looked_up_in_ranges_of_its_currency(question: str, expected: str | None) -> None:
    assert _found(question, _APPROVAL) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How much annual leave after five years?", "Annual leave, 3 to 9 years of service: Days 22; Paid full."),
        ("Annual leave with 3 years of service", "Annual leave, 3 to 9 years of service: Days 22; Paid full."),
        ("Annual leave after 14 years", "Annual leave, 10 years of service or more: Days 26; Paid full."),
        ("Parental leave after eight years", "Parental leave, 6 years or more: Days 60; Paid half."),
    ],
)
def test_of_ranges_of_several_things_those_are_compared_that_the_question_names(question: str, expected: str) -> None:
    assert _found(question, _LEAVE) == expected


@pytest.mark.parametrize(
    "labels",
    [
        ("110-00151", "120-00224", "130-00388"),
        ("KF-110-2", "KF-120-2", "KF-130-2"),
        ("08:00-15:30", "15:30-23:00", "23:00-08:00"),
        ("2-1", "4-3", "9-8"),
        ("1/2", "3/4", "5/6"),
    ],
)
def test_codes_times_and_results_are_no_ranges(labels: tuple[str, ...]) -> None:
    rows = "\n".join(f"{label}: Price {number}.50; Pack {number}." for number, label in enumerate(labels, start=4))
    assert _found("What do 120 pieces cost, or 16, or 2?", f"Prices\n{rows}") is None


def test_rows_without_a_label_have_no_range() -> None:
    rows = "Prices\nArt. 100 - 150; Size M6; Pack 20.\nArt. 151 - 200; Size M8; Pack 30."
    assert _found("What is the size of 160?", rows) is None


def test_one_range_alone_is_no_choice() -> None:
    assert _found("What holds for 5 kg?", "Parcels\n0 - 10 kg: Price €7.") is None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When does the SIL 2 certificate run out?", "SIL 2: Certificate 968/V 1177; Valid until 03/2026."),
        ("What does the SIL 2 certificate cost?", "SIL 2: Certificate 968/V 1177; Fee CHF 530."),
        ("Which certificate is there for SIL 2?", "SIL 2: Certificate 968/V 1177."),
    ],
)
def test_cells_of_the_kind_that_is_asked_for_are_told_too(question: str, expected: str) -> None:
    statements = read_statements([make_passage(1, make_hit(1, _CERTIFICATES, kind=ChunkKind.TABLE))])
    row = next(one for one in statements if one.said.startswith("SIL 2"))
    assert readable(row, question) == expected


def test_a_row_of_one_value_is_a_row_and_a_line_of_headers_none() -> None:
    text = "Finding 3\nHeaders: Area; Grade.\nOwner: Ada Moore, Controller.\nDue date: 31 October 2025."
    statements = read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))])
    assert [(one.said, one.is_row) for one in statements if ":" in one.said] == [
        ("Headers: Area; Grade.", False),
        ("Owner: Ada Moore, Controller.", True),
        ("Due date: 31 October 2025.", True),
    ]


def test_an_answer_is_the_row_of_the_range_alone(minilm: LocalEmbedder) -> None:
    answer = ExtractiveAnswerer(embedder=minilm).answer(
        "Who approves a business trip of €4,000?", [make_passage(1, make_hit(1, _APPROVAL, kind=ChunkKind.TABLE))]
    )
    assert answer.text == "€2,501 - €7,000: Approved by Division director. [1](#1)"


def test_a_number_of_the_unit_of_the_ranges_is_looked_up_before_others() -> None:
    doses = """Table 2: Paracetamol. The first dose is 20 mg/kg; further doses are 15 mg/kg.
Headers: Weight (kg).
10-19: First dose (mg) 280; Daily maximum (mg) 900.
20-29: First dose (mg) 400; Daily maximum (mg) 1,350.
30-39: First dose (mg) 600; Daily maximum (mg) 2,000."""
    row = "30-39: First dose (mg) 600; Daily maximum (mg) 2,000."
    assert _found("May a child of 35 kg get 20 tablets?", doses) == row
    assert _found("Are 20 tablets too many for a child of 35kg?", doses) == row
    statements = read_statements([make_passage(1, make_hit(1, doses, kind=ChunkKind.TABLE))])
    told = next(one for one in statements if one.said == row)
    assert readable(told, "max paracetamol per day 35 kg child") == "30-39: Daily maximum (mg) 2,000."


def test_the_range_that_a_question_says_is_meant_and_not_one_that_ends_there() -> None:
    margins = "Margin\nAbove 3.00:1: Margin 3.25%; Fee 1%.\nAbove 2.50:1, up to 3.00:1: Margin 2.90%; Fee 1%."
    assert _found("What is the margin above 3.00:1?", margins) == "Above 3.00:1: Margin 3.25%; Fee 1%."


def test_a_row_whose_range_is_in_the_unit_of_the_question_is_told_before_a_sentence_with_few_of_its_words(
    minilm: LocalEmbedder,
) -> None:
    table = """Table 2: Annual leave entitlement (Working Days)
Less than 2 years: Grade A 25; Grade B 25.
2 to 4 years: Grade A 26; Grade B 26.
5 to 9 years: Grade A 28; Grade B 28."""
    text = "4.1 Annual leave\n\nUp to 5 days can be carried over to the next leave year; they lapse on 31 March."
    heads = ("Handbook", "4.1 Annual leave")
    hits = (make_hit(1, text, headings=heads), make_hit(2, table, kind=ChunkKind.TABLE, headings=heads))
    passages = [make_passage(number, hit) for number, hit in enumerate(hits, start=1)]
    asked = "How many days of annual leave do employees get after five years?"
    assert ExtractiveAnswerer(minilm).answer(asked, passages).text.startswith("5 to 9 years: Grade A 28")
    kept = "How many days of annual leave can be carried over to the next leave year?"
    assert ExtractiveAnswerer(minilm).answer(kept, passages).text.startswith("Up to 5 days")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What rebate is paid on fees of EUR 6.1 million?", "5,500,000 to 6,999,999: Rebate 1.40%."),
        ("What rebate is paid on fees of 4,200 thousand?", "4,000,000 to 5,499,999: Rebate 0.75%."),
    ],
)
def test_an_amount_in_millions_lies_in_a_range_that_is_written_in_full(question: str, expected: str) -> None:
    rebates = (
        "Rebates\nbelow 4,000,000: Rebate none.\n4,000,000 to 5,499,999: Rebate 0.75%.\n"
        "5,500,000 to 6,999,999: Rebate 1.40%."
    )
    assert _found(question, rebates) == expected
    in_millions = "Rebates\nbelow 4: Rebate none.\n4 to 5: Rebate 0.75%.\n6 to 7: Rebate 1.40%."
    assert _found("What rebate is paid on fees of EUR 6.1 million?", in_millions) == "6 to 7: Rebate 1.40%."
