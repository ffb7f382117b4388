"""The field whose whole name a question holds, where the best one has more in its name than is asked for. Pure.

"What was the visibility?" asks for "Visibility: 10 miles", and not for "Visibility (RVR): 600 m".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.fields.entries import name_and_entry
from bizrag.answering.extractive.questions.light_verbs import LIGHT_VERBS
from bizrag.answering.extractive.scoring import Scored, asks_reason
from bizrag.answering.statements.asked import asks_to_do
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_IN_BRACKETS = re.compile(r" \((\w{2,6})\)$")
# "6.1% – EBIT margin" on a slide
_KEY_FIGURE = re.compile(r"\S*\d\S* – (?P<name>[^\d]+)")
# of the best score
_LEAST_SHARE = 0.75


def find_exact_field(question: str, scored: Sequence[Scored]) -> Statement | None:
    """The best of the fields near the best statement whose name says nothing but what is asked for; None where the best
    statement is no field, or has such a name itself.
    """
    asked = set(terms(question)) - LIGHT_VERBS
    best = _name_of(scored[0].statement)
    if not best or best <= asked or asks_reason(question) or asks_to_do(question):
        return None
    near = [entry.statement for entry in scored[1:] if entry.score >= _LEAST_SHARE * scored[0].score]
    # what the best one is asked for by, the other one is, too
    exact = [one for one in near if (name := _name_of(one)) and name <= asked and best & asked <= name]
    return exact[0] if exact else None


def _name_of(statement: Statement) -> set[str]:
    """The terms of a field's name; none where it is no field with one entry."""
    if (figure := _KEY_FIGURE.fullmatch(" ".join(statement.said.split()))) is not None:
        return set(terms(figure["name"]))
    name, entry = name_and_entry(statement)
    return set(terms(_without_initials(name))) if terms(entry) else set()


def _without_initials(name: str) -> str:
    """A name without its own abbreviation behind it.

    >>> _without_initials("Investigator In Charge (IIC)"), _without_initials("Visibility (RVR)")
    ('Investigator In Charge', 'Visibility (RVR)')
    """
    found = _IN_BRACKETS.search(name)
    if found is None:
        return name
    before = name[: found.start()].split()
    initials = "".join(word[0] for word in before[-len(found[1]) :])
    return name[: found.start()] if initials.casefold() == found[1].casefold() else name
