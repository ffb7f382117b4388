"""Rows whose whole label a question says, where the best statement is a sentence about something near. Pure.

"What share say that the nearest stop is too far away?" is answered by the bar "Nearest stop too far away", and not by
the sentence on fares beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored, asks_reason
from bizrag.answering.extractive.tables.reading.row_values import row_label, row_name
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS_FIGURE = re.compile(
    r"^\W*(?:in [^,?]{2,40}, )?(?:what|which|how) (?:is |was |are |were )?(?:the |a )?"
    r"(?:share|percentage|percent|per cent|proportion|fraction|many|much|number|amount|rate)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d")
# one word alone may stand anywhere, and so many are what is asked for
_MIN_WORDS, _WHOLE_NAME = 2, 3


def find_asked_label(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The only row of one value with such a label, if that is of many words or it has as many of the question's as the
    best sentence, each with its headings; None where a row is best or the sentence says the label itself.
    """
    if not scored or scored[0].statement.is_row or not _ASKS_FIGURE.match(question) or asks_reason(question):
        return None
    best = scored[0].statement
    asked, said = terms(question), terms(best.said)
    named: dict[str, Statement] = {}
    for one in statements:
        label = terms(row_name(row_label(one))) if one.is_row and one.hit.document_id == best.hit.document_id else []
        is_named = len(set(label)) >= _MIN_WORDS and _has(asked, label) and not _has(said, label)
        if is_named and _FIGURE.search(one.said.partition(": ")[2]) and "; " not in one.said:
            named[one.said] = one
    row = next(iter(named.values())) if len(named) == 1 else None
    if row is None:
        return None
    is_whole = len(set(terms(row_name(row_label(row))))) >= _WHOLE_NAME
    return row if is_whole or _shared(asked, row) >= _shared(asked, best) else None


def _has(text: Sequence[str], label: Sequence[str]) -> bool:
    """Whether the terms of a label stand in a text one after the other."""
    size = len(label)
    return any(list(text[at : at + size]) == list(label) for at in range(len(text) - size + 1))


def _shared(asked: Sequence[str], one: Statement) -> int:
    return len(set(asked) & set(terms(" ".join((*one.hit.headings[1:], one.said)))))
