"""Lines of a name and an amount, and addresses, that a question asks for by their names."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_SLIP = "Brook Homes Ltd\n\nPAYSLIP\n\nNet pay £1,877.80\n\nHoliday left: 9.5 days. Next pay date 28/03/2025."
_FRONT = (
    "Ada Winter\n\nInstitute of Soils, Brackwater\n\nCorrespondence\n\nwinter@soils.example\n\n"
    "© Journal of Soils\n\nE-mail: desk@journal.example www.journal.example"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When is the next pay date?", "Next pay date 28/03/2025."),
    ],
)
def test_an_amount_is_told_by_the_line_whose_name_the_question_says(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    passages = [make_passage(1, make_hit(1, _SLIP, doc="slip.pdf"))]
    assert answerer.answer(question, passages).text.startswith(expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the email of the journal?", "desk@journal.example"),
        ("Which website does the journal have?", "www.journal.example"),
    ],
)
def test_an_address_is_told_though_its_line_says_nothing_else(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    passages = [make_passage(1, make_hit(1, _FRONT, doc="paper.pdf"))]
    assert expected in answerer.answer(question, passages).text


def test_a_price_without_pence_below_what_a_card_tells_is_of_its_heading(answerer: ExtractiveAnswerer) -> None:
    cards = (
        "Fell 2 tent\n\nArt. 40-112. For two people. Packed weight 2.4 kg.\n\n£289\n\n"
        "Fell 3 tent\n\nArt. 40-113. As above for three people. Packed weight 3.1 kg.\n\n£1,349\n\n"
        "Prices include VAT and are valid until 31 January 2026."
    )
    passages = [make_passage(1, make_hit(1, cards, doc="catalogue.pdf"))]
    assert answerer.answer("How much does the Fell 3 tent cost?", passages).text.startswith("Fell 3 tent: £1,349.")
    assert answerer.answer("What is the price of the Fell 2 tent?", passages).text.startswith("Fell 2 tent: £289.")
