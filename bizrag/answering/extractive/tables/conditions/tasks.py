"""What a person has to do: all rows of a list of actions that name that person as the owner. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import capital_terms
from bizrag.answering.extractive.tables.reading.found_rows import MOST_TOLD, in_order
from bizrag.answering.extractive.tables.reckoned.computed import Computed
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS = re.compile(
    r"\b(?:tasks?|actions?|to[- ]?dos?|assigned|(?:have|has|need|needs|got|supposed|ought) to do|(?:must|should) \w+ do"
    r"|responsible for|in charge of)\b",
    re.IGNORECASE,
)
_OWNER = re.compile(
    r"(?:(?:action |task )?owners?|responsible(?: person)?|assigned to|assignee|who|by whom|person|lead)\s+"
    r"(?P<names>.+)",
    re.IGNORECASE,
)


def find_tasks(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The rows of one table whose owner a question names, in their order; None where it asks for no tasks or none has.

    >>> find_tasks("What does the pump weigh?", []) is None
    True
    """
    if not _ASKS.search(question):
        return None
    names = capital_terms(question)
    found = [row for row in in_order(rows) if names & _owners(row)][:MOST_TOLD]
    if not found or len(found) == len(rows):
        return None
    return Computed(statements=tuple(found), text=" ".join(" ".join(row.said.split()) for row in found), is_named=True)


def _owners(row: Statement) -> set[str]:
    """The terms of the cell that says whose a row is."""
    cells = " ".join(row.said.split()).removesuffix(".").partition(": ")[2].split("; ")
    owners = (_OWNER.fullmatch(cell) for cell in cells)
    return {term for owner in owners if owner for term in terms(owner["names"])}
