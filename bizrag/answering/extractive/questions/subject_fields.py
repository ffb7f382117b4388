"""Fields whose entry a question names: "Registration: T-208WS" tells whom the question is about, and answers nothing.

Pure.
"""

from __future__ import annotations

import re
from collections.abc import Set
from itertools import pairwise

from bizrag.answering.extractive.fields.entries import name_and_entry
from bizrag.answering.extractive.tables.reading.row_values import is_code, row_values
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

#: what a question asks for by the entry: the name of its field is the answer ("What is Ada Brandt's position?")
_ASKS_NAME = re.compile(
    r"\b(?:who|what|which) (?:is|are|was|were)\b(?! the\b)|\b(?:role|position|title|job|function|office|capacity)s?\b"
    r"|^\W*(?:is|are|was|were|do|does|did|has|have|had|can|may|must)\b",
    re.IGNORECASE,
)
# "Location: Gull Harbor, Tarvia" for a question on Gull Harbor
_NAMED_SHARE = 0.6


def names_subject(statement: Statement, asked: Set[str], question: str) -> bool:
    """Whether a field or row with one entry says in it what the question names, under a name that is not asked for."""
    name, entry = name_and_entry(statement)
    if _is_coded_subject(name, entry, question) and not _ASKS_NAME.search(question):
        return True
    # of a bar, what all are called and its value: "I own no device: What keeps people away 9%"
    if statement.is_row and any(value.column for value in row_values(statement)):
        return False
    told = set(terms(entry))
    is_named = bool(told) and len(told & asked) >= _NAMED_SHARE * len(told) and any(map(str.isalpha, entry))
    return is_named and set(terms(name)).isdisjoint(asked) and not _ASKS_NAME.search(question)


def _is_coded_subject(name: str, entry: str, question: str) -> bool:
    """Whether a question names its subject by a field's name and the code in its entry: "the pH of sample FV-07"."""
    words = re.findall(r"[\w-]+", question)
    codes = {word.casefold() for word in re.findall(r"[\w-]+", entry) if is_code(word)}
    named = set(terms(name))
    return any(word.casefold() in codes and named & set(terms(before)) for before, word in pairwise(words))


def lacks_entry(statement: Statement, asked: Set[str]) -> bool:
    """Whether a field without an entry ("Second pilot: \N{EN DASH}") is not what a question asks for by its name."""
    name, entry = name_and_entry(statement)
    return bool(entry) and not terms(entry) and not set(terms(name)) <= asked
