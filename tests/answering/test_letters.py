"""Who letters and memos are to and from."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_LETTER = (
    "Hollis Paper Works\n\n14 March 1974\n\nMr. Edgar Voss\nDirector of Purchasing, Lune Mills\n\nDear Mr. Voss:\n\n"
    "We are glad to confirm the order of forty reels of newsprint for delivery in May.\n\n"
    "Sincerely yours,\n\nAda Hollis\n\nSales manager"
)
_MEMO = "MEMORANDUM\n\nTO: All department heads\n\nFROM: R. Quince, Treasurer\n\nTravel needs a slip."


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        (
            _LETTER,
            "To whom is the letter addressed?",
            "Mr. Edgar Voss Director of Purchasing, Lune Mills Dear",
        ),
        (_LETTER, "Who signed the letter?", "Ada Hollis Sales manager"),
        (_MEMO, "Who is the memo addressed to?", "TO: All department heads"),
        (_MEMO, "Who is the memo from?", "FROM: R. Quince, Treasurer"),
        # who may write to whom is no question about a letter
        (_MEMO, "Who can send a message to the treasurer about travel?", "Travel needs a slip."),
        (_LETTER, "When are the reels delivered?", "We are glad to confirm the order"),
    ],
)
def test_who_a_letter_is_to_and_from(answerer: ExtractiveAnswerer, text: str, question: str, expected: str) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, text))]).text.startswith(expected)
