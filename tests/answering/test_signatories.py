"""Who signed for a party of a contract, and when."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_PARTIES = (
    'This Agreement is made between Ostra Mills AB, a company in Lund (the "Customer"), and Penrose Data Ltd '
    '(the "Supplier").\n\nNo change is effective unless it is signed for both the Customer and the Supplier.'
)
_SIGNED = (
    "For the Customer > Name: Elin Sjö.\nFor the Customer > Date: 4 May 2025.\n"
    "For the Supplier > Name: Piers Cole.\nFor the Supplier > Date: 6 May 2025."
)


def _passages() -> list[Passage]:
    return [make_passage(1, make_hit(1, _PARTIES)), make_passage(2, make_hit(2, _SIGNED, kind=ChunkKind.TABLE))]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who signed for the supplier?", "For the Supplier > Name: Piers Cole."),
        ("Who signed on behalf of Ostra Mills?", "For the Customer > Name: Elin Sjö."),
        ("When did Piers Cole sign?", "For the Supplier > Date: 6 May 2025."),
    ],
)
def test_the_signature_of_a_party_is_told(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    assert answerer.answer(question, _passages()).text == f"{expected} [2](#2)"


def test_a_party_that_did_not_sign_has_no_signatory(answerer: ExtractiveAnswerer) -> None:
    assert "Name:" not in answerer.answer("Who signed for the guarantor?", _passages()).text
