"""Sentences that tell the other end of what is asked for: "the lowest share of errors" for the highest one. Pure.

They hold all words of the question but the one that counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.reckoned.extremes import LEAST, MOST, asks_most, extreme_word
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

# so many words say what the largest is of, and stand so near behind it
_MEASURE_TERMS, _NEAR_WORDS = 2, 6


def without_opposites(question: str, statements: Sequence[Statement]) -> list[Statement]:
    """The statements without sentences that tell the smallest of what the question asks the largest of, or the other
    way round; all where no others are left.
    """
    most = asks_most(question)
    asked = extreme_word(question)
    measure = terms(question.partition(asked)[2])[:_MEASURE_TERMS] if asked else []
    if most is None or len(measure) < _MEASURE_TERMS:
        return list(statements)
    same, other = (MOST, LEAST) if most else (LEAST, MOST)
    kept = [
        one
        for one in statements
        if one.is_row or not _tells(other, measure, one.said) or _tells(same, measure, one.said)
    ]
    return kept or list(statements)


def _tells(words: str, measure: Sequence[str], said: str) -> bool:
    """Whether a text says one of the words right before what is measured."""
    behind = re.finditer(rf"\b(?:{words})\b((?:\W+\w+){{1,{_NEAR_WORDS}}})", said, re.IGNORECASE)
    return any(set(measure) <= set(terms(found[1])) for found in behind)
