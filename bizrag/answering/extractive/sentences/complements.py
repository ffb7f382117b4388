"""What is left of a whole: "What percentage would not buy it again?", where a text says how many would. Pure."""

from __future__ import annotations

import re
from decimal import Decimal

from bizrag.answering.extractive.tables.reckoned.computed import PERCENT_DECIMALS, Computed, rounded
from bizrag.answering.statements.reading import Statement, readable
from bizrag.model.terms import terms

_ASKS = re.compile(r"\b(?:percentage|per ?cent|share|proportion|fraction)\b|%", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|never|no|none|without|neither|nor|except|other than)\b|n['’]t\b", re.IGNORECASE)
_PERCENT = re.compile(r"(?<![\d.,-])(?P<number>\d{1,3}(?:\.\d+)?) ?(?:%|per ?cent\b)", re.IGNORECASE)
_GENERIC = frozenset(terms("percentage percent share proportion fraction people"))
# of what a question says beside that, so much stands in the statement
_SHARE = 0.6
_WHOLE = Decimal(100)


def find_complement(question: str, best: Statement) -> Computed | None:
    """The best statement with what its percentage leaves of a hundred.

    None where the question asks for no share of which something is not so, or where the statement says that itself, or
    has several shares.
    """
    if not _ASKS.search(question) or not _NOT.search(question) or _NOT.search(best.said) or not best.is_whole:
        return None
    said = readable(best, _NOT.sub(" ", question))
    shares = _PERCENT.findall(said)
    asked = set(terms(question)) - _GENERIC
    if len(shares) != 1 or len(asked & set(terms(best.with_heading))) < _SHARE * len(asked):
        return None
    rest = rounded(_WHOLE - Decimal(shares[0]), PERCENT_DECIMALS)
    return Computed(statements=(best,), text=f"{said.rstrip('. ')}; the rest: {rest}%.")
