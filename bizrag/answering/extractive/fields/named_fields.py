"""The field or row whose name is all that a question asks for: "Which Incoterm applies?" Pure.

Names of fields are codes and terms of trade that the embedder does not know, so no statement comes close.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.fields import is_fact_line
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

#: verbs that say no more than that something is so
LIGHT_VERBS = frozenset(
    terms(
        "apply applies applied send sent use used state stated give given set agreed named specified listed shown"
        " printed entered noted recorded made valid hold held"
    )
)
#: verbs that say no more than how many there are
HOLDING_VERBS = frozenset(
    terms("contain contains contained include includes included comprise consist consists cover covers")
)
_NAME_END = re.compile(r":\s|\n")


def find_named_field(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The only field, fact or row whose name has all terms of a question but for verbs; None where several have."""
    asked = set(terms(question)) - LIGHT_VERBS
    if not asked:
        return None
    found = {one.said: one for one in statements if _is_named(one) and set(terms(_name_of(one))) == asked}
    return next(iter(found.values())) if len(found) == 1 else None


def name_and_entry(statement: Statement) -> tuple[str, str]:
    """The name and the only entry of a field or row; empty where it has no name or several entries."""
    if not (statement.is_row or statement.is_field):
        return "", ""
    name, *entries = _NAME_END.split(statement.said.strip().rstrip("."), maxsplit=1)
    return (name, entries[0]) if len(entries) == 1 and "; " not in entries[0] else ("", "")


def _is_named(statement: Statement) -> bool:
    return statement.is_field or statement.is_row or is_fact_line(statement.text.strip())


def _name_of(statement: Statement) -> str:
    return _NAME_END.split(statement.said.strip(), maxsplit=1)[0]
