"""Questions of all documents of a family: rows and sentences that each of them has."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.named.member_rows import labels_of
from bizrag.answering.statements.reading import read_statements
from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from bizrag.model.members import asked_members
from tests.made import make_hit, make_passage

_PUMPS = {
    "scan_07.pdf": ("Novak P20", "60 l/min", "4.2 kg", "Manual"),
    "p30-final.pdf": ("Novak P30", "90 l/min", "5.0 kg", "Automatic, Bluetooth"),
    "P40 sheet.pdf": ("Novak P40", "140 l/min", "9.8 kg", "Automatic"),
}


def _sheet(number: int, doc: str) -> Passage:
    model, flow, weight, control = _PUMPS[doc]
    text = f"Flow rate: {flow}.\nWeight: {weight}.\nControl: {control}."
    return make_passage(number, make_hit(number, text, doc=doc, kind=ChunkKind.TABLE, headings=["Data sheet", model]))


PUMPS: Sequence[Passage] = tuple(_sheet(number, doc) for number, doc in enumerate(_PUMPS, 1))
CONTRACTS: Sequence[Passage] = tuple(
    make_passage(
        number,
        make_hit(number, f"This agreement is with {client}.\n\nThis agreement runs for {months} months.", doc=doc),
    )
    for number, (doc, client, months) in enumerate(
        [("Orrin.docx", "Orrin Ltd", 24), ("Maple.docx", "Maple Inc", 48), ("Sund.docx", "Sund AB", 12)], 1
    )
)


def test_the_member_with_the_largest_value_is_told_first(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("Which Novak pump has the highest flow rate?", PUMPS)
    assert answer.text.startswith("Highest of 3: Novak P40: Flow rate: 140 l/min.")
    assert answer.citations[0].doc == "P40 sheet.pdf"

    answer = answerer.answer("Which pump is the lightest?", PUMPS)
    assert answer.text.startswith("Lowest of 3: Novak P20: Weight: 4.2 kg.")


def test_sentences_of_one_form_are_compared_by_their_amounts(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("Which client has the longest agreement?", CONTRACTS)
    assert answer.text.startswith("Highest of 3: Maple: This agreement runs for 48 months.")


def test_the_members_that_have_something_are_told(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("Which Novak pumps have Bluetooth?", PUMPS)
    assert answer.text == "Novak P30: Control: Automatic, Bluetooth. [1](#1)".replace("1", "2")

    answer = answerer.answer("Which pumps are controlled automatically?", PUMPS)
    assert {citation.doc for citation in answer.citations} <= {"p30-final.pdf", "P40 sheet.pdf"}


def test_a_word_is_not_said_by_the_one_that_it_is_made_of(answerer: ExtractiveAnswerer) -> None:
    sheets = [
        make_passage(number, make_hit(number, f"Form and colour: liquid, {colour}.", doc=doc, kind=ChunkKind.TABLE))
        for number, (doc, colour) in enumerate([("a.pdf", "colourless"), ("b.pdf", "green"), ("c.pdf", "brown")], 1)
    ]
    answer = answerer.answer("Which products are colourless?", sheets)
    assert [citation.doc for citation in answer.citations] == ["a.pdf"]


def test_a_member_that_denies_it_is_not_told(answerer: ExtractiveAnswerer) -> None:
    plans = [
        make_passage(number, make_hit(number, f"Premium: $90.\nAcupuncture: {said}.", doc=doc, kind=ChunkKind.TABLE))
        for number, (doc, said) in enumerate(
            [("bronze.pdf", "not covered"), ("silver.pdf", "12 visits a year"), ("gold.pdf", "30 visits a year")], 1
        )
    ]
    answer = answerer.answer("Which of the plans cover acupuncture?", plans)
    assert [citation.doc for citation in answer.citations] == ["silver.pdf", "gold.pdf"]


def test_each_member_is_told(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("What is the weight of each Novak pump?", PUMPS)
    assert len(answer.citations) == 3
    assert "Novak P20: Weight: 4.2 kg." in answer.text


def test_a_question_that_names_a_member_is_of_it_alone(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("Which control does the Novak P40 have?", PUMPS)
    assert [citation.doc for citation in answer.citations] == ["P40 sheet.pdf"]


def test_values_in_different_currencies_do_not_compare(answerer: ExtractiveAnswerer) -> None:
    passages = [
        make_passage(number, make_hit(number, f"Hotel limit: {limit}.", doc=doc, kind=ChunkKind.TABLE))
        for number, (doc, limit) in enumerate([("a.pdf", "€140"), ("b.pdf", "PLN 480"), ("c.pdf", "£150")], 1)
    ]
    assert not answerer.answer("Which company has the highest hotel limit?", passages).text.startswith("Highest")


def test_rows_that_are_no_members_stay_rows(answerer: ExtractiveAnswerer) -> None:
    """The regions of three reports are rows of each table, and none of them is asked of the reports."""
    passages = [
        make_passage(
            number,
            make_hit(
                number,
                f"Sales by region\nNorth: Sales {number}00.\nSouth: Sales {number}50.\nWest: Sales {number}20.",
                doc=f"report {year}.pdf",
                kind=ChunkKind.TABLE,
            ),
        )
        for number, year in enumerate(("2021", "2022", "2023"), 1)
    ]
    answer = answerer.answer("Which region had the highest sales in 2022?", passages)
    assert "of 3: " not in answer.text


@pytest.mark.parametrize(
    "question",
    ["What is the weight of the P40?", "Which is the lightest?", "In which year did sales fall?", "Who signed?"],
)
def test_other_questions_are_asked_of_no_family(question: str) -> None:
    assert asked_members(question) is None


def test_members_are_called_as_they_call_themselves_else_by_their_files() -> None:
    rows = [one for one in read_statements(PUMPS) if one.text.startswith("Weight")]
    assert list(labels_of(rows).values()) == ["Novak P20", "Novak P30", "Novak P40"]
    alike = [one for one in read_statements(CONTRACTS) if "runs for" in one.text]
    assert list(labels_of(alike).values()) == ["Orrin", "Maple", "Sund"]


_RENEWING: Sequence[Passage] = tuple(
    make_passage(number, make_hit(number, text, doc=doc, headings=(doc, "Service Agreement")))
    for number, (doc, text) in enumerate(
        [
            ("Orrin.docx", "Unless notice is given, this agreement renews automatically each year."),
            ("Maple.docx", "This agreement ends without notice. It does not renew automatically."),
            ("Sund.docx", "After that it renews automatically for one further period of not less than two years."),
            ("Policy.docx", "The cover ends in May."),
        ],
        1,
    )
)


def test_agreements_that_say_so_in_their_own_words_are_told(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("Which service agreements renew automatically?", _RENEWING)
    assert "Orrin: " in answer.text
    assert "Sund: " in answer.text
    assert "Maple" not in answer.text


def test_times_in_months_and_years_compare(answerer: ExtractiveAnswerer) -> None:
    passages = [
        make_passage(number, make_hit(number, f"This agreement runs for an initial term of {term}.", doc=doc))
        for number, (doc, term) in enumerate(
            [("Orrin.docx", "thirty-six (36) months"), ("Maple.docx", "five (5) years"), ("Sund.docx", "24 months")], 1
        )
    ]
    answer = answerer.answer("Which agreement has the longest initial term?", passages)
    assert answer.text.startswith("Highest of 3: Maple: ")
