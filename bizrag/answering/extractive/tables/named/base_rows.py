"""How many people were asked, as the first row of a survey's table says it: "Unweighted base: Total 1,512; Women 791".

Pure. "How many women were interviewed?" has no word of such a row, and some of rows that tell what women answered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.reading.row_values import RowValue, column_terms, is_sum, row_name, row_values
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS = re.compile(
    r"\b(?:how many|what number of)\b.*\b(?:interviewed|surveyed|polled|questioned|asked|respondents|participants"
    r"|(?:took|take|taken|taking) part|participated|respond(?:ed)?|interviews)\b|\bsample size\b"
    r"|\bhow (?:big|large) (?:is|was) the (?:sample|base)\b",
    re.IGNORECASE,
)
_BASE = re.compile(
    r"(?P<weighted>weighted )?(?:unweighted )?(?:base|bases|sample)(?: size)?(?: \(?(?:n|unweighted)\)?)?"
    r"|n|(?:number of |all |total )?(?:respondents|interviews|participants)(?: interviewed)?",
    re.IGNORECASE,
)
_IS_BASE = re.compile(r"\b(?:base|sample|respondents|interviews|participants)\b|^n$", re.IGNORECASE)
# words that ask, and name no column
_ASKING = frozenset(
    terms("interviewed surveyed polled questioned asked respondents participants people persons number")
)
_SURVEY = frozenset(terms("survey poll study research questionnaire interview sample size base big large part take"))


def find_base_row(question: str, statements: Sequence[Statement]) -> tuple[Statement, str] | None:
    """The row of a table that says how many were asked, and its cell of the group that the question names, or of all.

    Of several tables the one with the most people: others are of some of them. None where the question asks for no
    such number, or where no row tells it.
    """
    if not _ASKS.search(question):
        return None
    asked = set(terms(question)) - _ASKING
    rows = [one for one in statements if one.is_row and _is_base(one)]
    found = [
        value
        for row in rows
        if (value := _value_for(row_values(row), asked)) is not None
        and _is_about(row, asked - column_terms(value.column))
    ]
    if not found:
        return None
    most = max(found, key=lambda value: value.number)
    return most.statement, f"{most.label}: {most.cell}."


def _is_base(row: Statement) -> bool:
    label = row_name(" ".join(row.said.split()).partition(": ")[0])
    found = _BASE.fullmatch(label)
    return found is not None and _IS_BASE.search(label) is not None and not found["weighted"]


def _is_about(row: Statement, beside: set[str]) -> bool:
    """Whether all that a question says beside whom it counts is said around the table: who rode in a race is counted
    elsewhere.
    """
    hit = row.hit
    return beside - _SURVEY <= set(terms(" ".join((hit.text, *hit.headings, hit.title, hit.doc))))


def _value_for(values: Sequence[RowValue], asked: set[str]) -> RowValue | None:
    """The value of the one column that a question names; where it names none, that of all."""
    named = [value for value in values if (own := column_terms(value.column)) and own & asked]
    if named:
        shared = [len(column_terms(value.column) & asked) for value in named]
        best = [value for value, count in zip(named, shared, strict=True) if count == max(shared)]
        return best[0] if len(best) == 1 else None
    return next((value for value in values if is_sum(value.column)), None)
