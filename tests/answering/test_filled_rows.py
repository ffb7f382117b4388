"""Which rows of a table have "Yes", or a value where others have a dash, in the column that a question names."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.conditions.filled_rows import find_filled
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_VOTES = """Matters
Proposal 1; Election of directors; Vote required Majority of votes cast; Broker discretionary voting No.
Proposal 2; Say on pay; Vote required Majority of shares present; Broker discretionary voting No.
Proposal 3; Ratification of the auditor; Vote required Majority of shares present; Broker discretionary voting Yes."""
_FEES = """Fees
European Value: Class A; One-off Entry 5.00%; One-off Exit -; Ongoing charges 1.83%.
European Value: Class I; One-off Entry -; One-off Exit -; Ongoing charges 0.96%.
Frontier Debt: Class A; One-off Entry 3.00%; One-off Exit 1.00%; Ongoing charges 1.90%.
Frontier Debt: Class I; One-off Entry -; One-off Exit 1.00%; Ongoing charges 1.02%."""


def told(question: str, table: str) -> str | None:
    passages = [make_passage(1, make_hit(1, table, kind=ChunkKind.TABLE))]
    found = find_filled(question, [one for one in read_statements(passages) if one.is_row])
    return found.text if found else None


def test_the_rows_with_yes() -> None:
    expected = _VOTES.splitlines()[-1]
    assert told("On which proposal may brokers vote with discretionary voting?", _VOTES) == expected
    assert told("How many proposals allow discretionary voting by brokers?", _VOTES) == f"1 of 3: {expected}"


def test_the_rows_with_a_value() -> None:
    assert told("Which funds have an exit charge?", _FEES) == " ".join(_FEES.splitlines()[-2:])


@pytest.mark.parametrize(
    "question",
    [
        "On which proposals may brokers not vote with discretionary voting?",
        "What vote is required for proposal 3?",
        "Which funds have no exit charge?",
        "Which fund has the highest exit charge?",
        "What is the exit charge of Frontier Debt?",
        "Which funds have a manager?",
    ],
)
def test_other_questions_are_left_to_others(question: str) -> None:
    assert told(question, _VOTES) is None
    assert told(question, _FEES) is None
