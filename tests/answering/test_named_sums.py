"""What the rows that hold a name add up to: which rows are meant, and of which column."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.reckoned.named_sums import find_named_sum
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_ACCOUNT = """Transactions
Headers: Date.
05 Oct: Description Transfer from savings; Money in 400.00; Balance 908.76.
20 Oct: Description Supermarket - Grovers; Money out 118.36; Balance 321.38.
22 Oct: Description Transfer from savings; Money in 250.00; Balance 571.38.
28 Oct: Description Supermarket - Grovers; Money out 94.15; Balance 2,623.93.
29 Oct: Description Transfer to savings; Money out 300.00; Balance 2,308.93."""
_GROVERS = "20 Oct: Money out 118.36; 28 Oct: Money out 94.15; 2 rows, sum 212.51."


def _found(question: str) -> str | None:
    passage = make_passage(1, make_hit(1, _ACCOUNT, kind=ChunkKind.TABLE))
    found = find_named_sum(question, [one for one in read_statements([passage]) if one.is_row])
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was spent at Grovers in total?", _GROVERS),
        # a pair of words tells one direction from the other
        (
            "How much came from savings altogether?",
            "05 Oct: Money in 400.00; 22 Oct: Money in 250.00; 2 rows, sum 650.",
        ),
        # in two columns
        ("How much was moved in total for savings?", None),
        ("What was spent at Grovers?", None),
        ("What was spent at Harrods in total?", None),
    ],
)
def test_rows_with_the_name_are_added_up(question: str, expected: str | None) -> None:
    assert _found(question) == expected


def test_the_sum_is_the_answer(answerer: ExtractiveAnswerer) -> None:
    passage = make_passage(1, make_hit(1, _ACCOUNT, kind=ChunkKind.TABLE))
    assert answerer.answer("What was spent at Grovers in total?", [passage]).text == f"{_GROVERS} [1](#1)"


def test_a_number_behind_a_name_is_no_amount_and_rows_of_the_name_come_before_those_of_one_word(
    answerer: ExtractiveAnswerer,
) -> None:
    summary = "Summary\nOpening balance: 840.16.\nPaid in: 4,590.00.\nPaid out: 3,905.00.\nClosing balance: 1,525.16."
    account = (
        "Headers: Date.\n03 Apr: Type BGC; Details Fairgate Gifts, order 2231; Paid in 2,160.00; Balance 3,000.16.\n"
        "07 Apr: Type FPO; Details Wax Direct; Paid out 3,905.00; Balance 904.84.\n"
        "28 Apr: Type BGC; Details Fairgate Gifts, order 2240; Paid in 2,430.00; Balance 1,525.16."
    )
    hits = [make_hit(at, text, kind=ChunkKind.TABLE, doc="s.pdf") for at, text in enumerate((summary, account), 1)]
    answer = answerer.answer("How much did Fairgate Gifts pay in total?", [make_passage(1, *hits)])
    assert answer.text == "03 Apr: Paid in 2,160.00; 28 Apr: Paid in 2,430.00; 2 rows, sum 4,590. [1](#1)"
