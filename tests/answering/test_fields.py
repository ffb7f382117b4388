"""Forms: what stands below a name answers the question for it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_ORDER = (
    "Supplier\n\nNordlys Optik AS Havnegata 9\n\nOrder no.\n\nPO-77120\n\nTerms\n\nNet 45 days\n\n"
    "Quote the order number on every label. Goods without a certificate are returned at the supplier's cost."
)
_INCOTERM = "Incoterm: DAP Oslo 7"
_LEASE = (
    "The Lessee insures the equipment and names the Lessor as payee.\n\n"
    "Signed for the Lessor\n\n________\n\nName: Margaret Boyle\n\nTitle: Finance Director\n\n"
    "Signed for the Lessee\n\n________\n\nName: Daniel Achebe\n\nTitle: Managing Director"
)

_INCIDENT = (
    "Report IR-0447\n\nSite: Halden tank farm\n\nReported by: Knut Solberg\n\nInjuries: none\n\n"
    "The operator stopped the pump after eleven minutes."
)


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        (_ORDER, "What is the order number?", "Order no.: PO-77120"),
        (_ORDER, "Who is the supplier?", "Supplier: Nordlys Optik AS Havnegata 9"),
        (_ORDER, "What are the payment terms?", "Terms: Net 45 days"),
        # the embedder knows no word of it
        (
            _ORDER.replace("Terms", "Incoterm").replace("Net 45 days", "DAP Oslo 7"),
            "Which Incoterm applies?",
            _INCOTERM,
        ),
        (_INCIDENT, "Who was it reported by?", "Reported by: Knut Solberg"),
        (_LEASE, "Who signed for the lessee?", "Signed for the Lessee: Name: Daniel Achebe Title: Managing Director"),
    ],
)
def test_the_value_below_a_name_is_the_answer(minilm: LocalEmbedder, text: str, question: str, expected: str) -> None:
    answer = ExtractiveAnswerer(minilm).answer(question, [make_passage(1, make_hit(1, text, doc="form.pdf"))])
    assert answer.text.startswith(f"{expected}. [1](#1)")
