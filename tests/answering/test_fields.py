"""Forms: what stands below a name answers the question for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.fields.exact_fields import find_exact_field
from bizrag.answering.extractive.scoring import Scored
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_ORDER = (
    "Supplier\n\nNordlys Optik AS Havnegata 9\n\nOrder no.\n\nPO-77120\n\nTerms\n\nNet 45 days\n\n"
    "Quote the order number on every label. Goods without a certificate are returned at the supplier's cost."
)
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
        (_INCIDENT, "Who was it reported by?", "Reported by: Knut Solberg"),
        (_LEASE, "Who signed for the lessee?", "Signed for the Lessee: Name: Daniel Achebe Title: Managing Director"),
    ],
)
def test_the_value_below_a_name_is_the_answer(minilm: LocalEmbedder, text: str, question: str, expected: str) -> None:
    answer = ExtractiveAnswerer(minilm).answer(question, [make_passage(1, make_hit(1, text, doc="form.pdf"))])
    assert answer.text.startswith(f"{expected}. [1](#1)")


_BRIDGE = """# Where the margin went
EBIT bridge, £m
Values:
FY22 EBIT: Total 41.2.
Volume: Increase 4.8.
Wages: Decrease 6.4.
FY23 EBIT: Total 41.9."""


def _placed(minilm: LocalEmbedder, question: str, *first: str) -> list[Scored]:
    """The statements of two slides for a question, those that begin so before the others, as good as each other."""
    texts = (_BRIDGE, "# Plan at a glance\n£742m – Net sales\n6.1% – EBIT margin\n£28m – Capital expenditure")
    passages = [make_passage(at, make_hit(at, text, kind=ChunkKind.SLIDE)) for at, text in enumerate(texts, 1)]
    scored = [replace(entry, score=0.7) for entry in ExtractiveAnswerer(minilm).score(question, passages)]
    return sorted(scored, key=lambda entry: not entry.statement.said.startswith(first))


def test_the_field_that_a_question_names_whole_is_meant_and_not_a_key_figure_of_more(minilm: LocalEmbedder) -> None:
    question = "What was EBIT in FY23?"
    found = find_exact_field(question, _placed(minilm, question, "6.1%"))
    assert found is not None
    assert found.said == "FY23 EBIT: Total 41.9."
    margin = "What is the EBIT margin?"
    assert find_exact_field(margin, _placed(minilm, margin, "6.1%")) is None
