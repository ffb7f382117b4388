"""The clause of a contract that names its parties is no answer to what the contract says of one of them. Pure.

'… between Ostra Mills AB (the "Customer") and Penrose Data Ltd (the "Supplier")' has all names of a question like "How
much leave does Tobias Holm have?" and not what is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

# '(the "Customer")', '(nachfolgend "Arbeitgeberin")', '("Lessor")'
_ROLE = re.compile(r"\([^()\"“”„«]{0,40}[\"“”„«][^\"“”„«»()]{2,40}[\"“”»][^()]{0,20}\)")
_MIN_ROLES = 2
_ASKS_WHO = re.compile(
    r"\b(?:who(?:m|se)?|part(?:y|ies)|between|wer|wen|wem|vertragspartner|parteien|qui|parties|entre|quién(?:es)?)\b",
    re.IGNORECASE,
)


def without_parties(question: str, statements: Sequence[Statement]) -> list[Statement]:
    """Statements without the clauses that name the parties and have only names of what is asked, where others are left;
    all where the parties are asked for.
    """
    if _ASKS_WHO.search(question):
        return list(statements)
    left = [one for one in statements if not (_names_parties(one) and _has_names_only(one, question))]
    return left or list(statements)


def _names_parties(statement: Statement) -> bool:
    is_text = statement.hit.kind is ChunkKind.TEXT and not statement.is_row
    return is_text and len(_ROLE.findall(statement.text)) >= _MIN_ROLES


def _has_names_only(statement: Statement, question: str) -> bool:
    """Whether what a clause has of a question are names and what its document is called, and something is missing."""
    own = set(terms(statement.text)) | set(terms(f"{statement.hit.doc} {statement.hit.title}"))
    words = without_function_words(question).split()
    names = {term for word in words if word[:1].isupper() or word[:1].isdigit() for term in terms(word)}
    titled = set(terms(f"{statement.hit.doc} {statement.hit.title}"))
    asked = set(terms(" ".join(words)))
    return bool(asked - own) and (asked & own) <= names | titled
