"""Verbs of questions that say nothing of what is asked for."""

from __future__ import annotations

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
