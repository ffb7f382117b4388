"""Bills and papers with numbers, in the words of their language."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage


def _invoice(number: int, name: str, order: str, net: str, tax: str, total: str, due: str) -> Passage:
    facts = f"Rechnungsnummer: {name}.\nRechnungsdatum: 01.03.2024.\nIhre Bestellung: {order}."
    sums = (
        f"Pos. 1; Bezeichnung Toner; Menge 6; Gesamt {net}.\nNettobetrag: Gesamt {net}.\n"
        f"zzgl. 19% MwSt.: Gesamt {tax}.\nRechnungsbetrag EUR: Gesamt {total}."
    )
    text = f"Zahlbar ohne Abzug bis zum {due}. Die Ware bleibt bis zur Bezahlung unser Eigentum. USt-IdNr. DE 811 234."
    doc = f"{name}.pdf"
    return make_passage(
        number,
        make_hit(3 * number, facts, kind=ChunkKind.TABLE, doc=doc, headings=["Müller GmbH"]),
        make_hit(3 * number + 1, sums, kind=ChunkKind.TABLE, doc=doc, headings=["Müller GmbH"]),
        make_hit(3 * number + 2, text, doc=doc, headings=["Müller GmbH"]),
    )


FORM = make_passage(
    3, make_hit(30, "VAT number: DE 290 447 118.\nCountry: Germany.", kind=ChunkKind.TABLE, doc="form.pdf")
)
ORDER = make_passage(
    4,
    make_hit(
        40,
        "VAT 20%: Line total £ 623.32.\nOrder total: Line total £ 3,739.92.",
        kind=ChunkKind.TABLE,
        doc="PO-08831.pdf",
    ),
)
PASSAGES = [
    _invoice(1, "RE-2024-0117", "B-4410", "460,35", "87,47", "547,82", "28.01.2024"),
    _invoice(2, "RE-2024-0342", "B-4475", "643,80", "122,32", "766,12", "10.04.2024"),
    FORM,
    ORDER,
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the VAT on invoice RE-2024-0117?", "zzgl. 19% MwSt.: Gesamt 87,47."),
        ("Wie hoch ist die Mehrwertsteuer auf Rechnung RE-2024-0342?", "zzgl. 19% MwSt.: Gesamt 122,32."),
        ("Was hat die Rechnung RE-2024-0342 insgesamt gekostet?", "Rechnungsbetrag EUR: Gesamt 766,12."),
        ("Wann ist die Rechnung RE-2024-0117 fällig?", "Zahlbar ohne Abzug bis zum 28.01.2024."),
        ("When is invoice RE-2024-0342 due?", "Zahlbar ohne Abzug bis zum 10.04.2024."),
        ("Which invoice is for order B-4475?", "Rechnungsnummer: RE-2024-0342."),
        ("What is the order total of PO-08831?", "Order total: Line total £ 3,739.92."),
    ],
)
def test_what_is_asked_of_a_numbered_bill_is_told_from_that_bill(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    answer = answerer.answer(question, PASSAGES)
    assert answer.text.startswith(expected)
    assert answer.text.count("[") == 1


@pytest.mark.slow
def test_a_paper_that_refers_to_another_one_is_told_by_its_own_number(answerer: ExtractiveAnswerer) -> None:
    credit = "Credit note no.: TC-0047.\nDate: 9 May 2024.\nRefers to: Invoice RE-2024-0342."
    passages = [*PASSAGES, make_passage(5, make_hit(50, credit, kind=ChunkKind.TABLE, doc="TC-0047.pdf"))]
    answer = answerer.answer("Which credit note refers to invoice RE-2024-0342?", passages)
    assert answer.text == "Credit note no.: TC-0047. [5](#5)"


def test_the_number_for_tax_is_no_amount(answerer: ExtractiveAnswerer) -> None:
    assert answerer.answer("What is the VAT number?", [FORM]).text.startswith("VAT number: DE 290 447 118.")


def _statement(number: int, doc: str, entry: str) -> Passage:
    return make_passage(number, make_hit(number, entry, kind=ChunkKind.TABLE, doc=doc))


ENTRIES = """{0} {1}: Description Hadrian Group; Paid in (£) {2}; Balance (£) 900.00.
0{3} {1}: Description Northgate Dental inv 22; Paid in (£) 3,480.00; Balance (£) 4,380.00.
05 {1}: Description Fuel; Paid out (£) 60.00; Balance (£) 4,320.00.
07 {1}: Description Rent; Paid out (£) 500.00; Balance (£) 3,820.00.
09 {1}: Description Energy; Paid out (£) 20.00; Balance (£) 3,800.00."""
MAY = _statement(1, "statement_may_2024.pdf", ENTRIES.format("17", "May", "1,962.50", 3))
JUNE = _statement(2, "statement_june_2024.pdf", ENTRIES.format("04", "Jun", "2,415.00", 6))


@pytest.mark.slow
@pytest.mark.parametrize(("month", "amount"), [("May", "1,962.50"), ("June", "2,415.00")])
def test_of_a_series_the_paper_of_the_month_is_meant(answerer: ExtractiveAnswerer, month: str, amount: str) -> None:
    answer = answerer.answer(f"How much did the Hadrian Group pay in {month}?", [MAY, JUNE])
    assert amount in answer.text.split("[")[0]


def test_who_paid_is_told_with_the_entry(answerer: ExtractiveAnswerer) -> None:
    assert "Northgate Dental" in answerer.answer("Who paid £3,480.00 in?", [MAY]).text


def test_entries_of_one_month_say_nothing_of_a_day_in_another(answerer: ExtractiveAnswerer) -> None:
    assert answerer.answer("What was the balance on 31 July 2024?", [MAY]).is_abstention
    assert not answerer.answer("What was the balance on 9 May 2024?", [MAY]).is_abstention
