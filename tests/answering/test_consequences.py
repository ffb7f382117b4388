"""What follows from a condition is told by the sentence that sets it, and a limit by the clause that speaks of it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_LIABILITY = (
    "7.1 Nothing limits liability for fraud.\n\n"
    "7.2 Each Party's total liability in a year shall not exceed EUR 90,000.\n\n"
    "7.3 The cap in clause 7.2 on liability does not apply to a breach of clause 6."
)
_PAYMENT = (
    "4.1 The Customer shall pay each invoice within thirty (30) days after receipt of the invoice.\n\n"
    "4.2 If the Customer fails to pay an amount by its due date, interest of 6% is due.\n\n"
    "4.3 The Customer may withhold an amount of an invoice that it disputes."
)
_POLICY = (
    "5 Premium\n\n5.1 The policy renews unless you cancel it.\n\n5.2 If you do not pay the premium, cover is suspended."
    "\n\n5.3 If you move house, cover goes on for 60 days."
)


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        (_LIABILITY, "Does the cap on liability apply to a breach of clause 6?", "7.3 The cap"),
        (_PAYMENT, "What happens if the invoice is paid late?", "4.2 If the Customer fails to pay"),
        (_POLICY, "What happens if I do not pay the premium?", "5.2 If you do not pay the premium"),
        (_POLICY, "What happens if I move house?", "5.3 If you move house"),
    ],
)
def test_the_sentence_with_the_limit_or_the_condition_is_told(
    answerer: ExtractiveAnswerer, text: str, question: str, expected: str
) -> None:
    answer = answerer.answer(question, [make_passage(1, make_hit(1, text, headings=("Contract", "Terms")))])
    assert answer.text.startswith(expected)
