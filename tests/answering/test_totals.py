"""Parts of a bill by their names, and amounts that stand below theirs."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_SUMS = "Goods total: 5,965.65.\nCarriage: 18.50.\nNet: 5,685.87.\nVAT 20%: 1,137.17."
_BELOW = "Halden Fixings\n\nInvoice no. 208841\n\nTOTAL DUE £ 6,823.04\n\nPay within 30 days to the account below."
_ORDER = "PURCHASE ORDER\n\n4500071926\n\nTotal EUR\n\n16,816.00\n\nConfirm this order in writing."
PASSAGES = [make_passage(1, make_hit(1, _SUMS, kind=ChunkKind.TABLE), make_hit(2, _BELOW))]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How much is the total VAT?", "VAT 20%: 1,137.17."),
        ("What is the total of the goods?", "Goods total: 5,965.65."),
    ],
)
def test_parts_of_a_bill_are_found_by_their_names(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    assert answerer.answer(question, PASSAGES).text.startswith(expected)


@pytest.mark.parametrize("asked", ["excluding VAT", "before tax"])
def test_the_total_without_the_tax_has_a_line_of_its_own(answerer: ExtractiveAnswerer, asked: str) -> None:
    lines = "Goods total: 4,222.25.\nFreight: 185.00.\nOrder total (excl. VAT): 4,407.25.\nTotal: 5,288.70."
    passages = [make_passage(1, make_hit(1, lines, kind=ChunkKind.TABLE))]
    assert "4,407.25. [1]" in answerer.answer(f"What is the order total {asked}?", passages).text


def test_an_amount_below_its_name_is_one_statement(answerer: ExtractiveAnswerer) -> None:
    passages = [make_passage(1, make_hit(1, _ORDER, doc="PO-4500071926.pdf"))]
    assert "Total EUR\n\n16,816.00" in [one.text for one in read_statements(passages)]
    assert answerer.answer("value of purchase order 4500071926", passages).text.startswith("Total EUR 16,816.00.")
