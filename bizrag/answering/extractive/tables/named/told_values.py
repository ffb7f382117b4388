"""Which row or column has the value that a question tells: "What keeps 17% of people away?", "When was it 83%?" Pure.

The words of the question say what the table is about, and of its rows only the one with that value is meant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bizrag.answering.extractive.tables.conditions.conditions import compares
from bizrag.answering.extractive.tables.reading.found_rows import said_around
from bizrag.answering.extractive.tables.reading.row_values import RowValue, named_terms, row_values
from bizrag.answering.extractive.tables.reckoned.computed import Computed
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

# what asks for a name, and not for a figure
_ASKS = re.compile(
    r"^(?:(?:in|at|on|for|by|from|to|of|with) )?(?:which|who|whose|where|when"
    r"|what(?! (?:is|was|are|were|percentage|per ?cent|share|proportion|fraction|number|amount|if|happens?)\b))\b",
    re.IGNORECASE,
)
_SHARE = re.compile(r"(?<![\d.,])(?P<number>\d{1,3}(?:[.,]\d+)?)\s?(?:%|per ?cent\b)", re.IGNORECASE)
# "by a third of people": shares are rounded
_PARTS: Mapping[str, float] = MappingProxyType({"a third": 33.3, "a quarter": 25.0, "a fifth": 20.0, "half": 50.0})
_PART = re.compile(rf"\b(?:{'|'.join(_PARTS)})\b(?= (?:of|the|say|said))", re.IGNORECASE)
_ROUNDED, _EXACT = 0.5, 1e-9
_MIN_ROWS, _TWO = 3, 2


def find_told_value(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The only row of a table or chart with the share that a question tells; None where it compares with that, or
    several rows have it.
    """
    told = _told_share(question)
    if told is None or not _ASKS.match(question) or compares(question):
        return None
    number, slack = told
    asked = set(terms(question))
    values = [value for row in rows for value in row_values(row)]
    shares = [value for value in values if value.unit == "%"]
    if len({value.label for value in shares}) < _MIN_ROWS:
        return None
    about = set(terms(said_around(shares[0].statement))) | {term for value in shares for term in terms(value.column)}
    found = _of_named(asked, [value for value in shares if abs(value.number - number) <= slack])
    if len(found) != 1 or not about & asked or named_terms(found[0].label) <= asked:
        return None
    value = found[0]
    return Computed(statements=(value.statement,), text=f"{value.label}: {value.cell}.", is_named=True)


def _told_share(question: str) -> tuple[float, float] | None:
    """The one share that a question tells, and how far a value may be from it."""
    found = list(_SHARE.finditer(question))
    if len(found) == 1:
        return float(found[0]["number"].replace(",", ".")), _EXACT
    parts = _PART.findall(question)
    return (_PARTS[parts[0].casefold()], _ROUNDED) if not found and len(parts) == 1 else None


def _of_named(asked: set[str], values: Sequence[RowValue]) -> Sequence[RowValue]:
    """Of several values those in a column that the question names."""
    if len(values) < _TWO:
        return values
    return [value for value in values if (own := named_terms(value.column)) and own <= asked]
