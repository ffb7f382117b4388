"""Who hangs on whom, where connectors of a slide say it: "Dafydd Pryce → Sunil Abara; Greta Hallstrom". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.reading import Statement
from bizrag.answering.terms import terms
from bizrag.parsing.slides.cards import JOINT
from bizrag.parsing.slides.links import ARROW

_ASKS_BELOW = re.compile(
    r"\bwho (?:all )?(?:reports?|answers) (?:directly )?to\b|\b(?:direct reports|subordinates|reports|team) of\b"
    r"|\bwho works (?:under|for)\b|\bwho (?:is|are) (?:under|below)\b",
    re.IGNORECASE,
)
_ASKS_ABOVE = re.compile(
    r"\b(?:to whom|who) (?:do|does|did) .+ (?:report|answer)(?: to)?\b|\b(?:boss|superior|line manager|supervisor)\b",
    re.IGNORECASE,
)


def is_link(statement: Statement) -> bool:
    """Whether a line only says how others of its slide hang together: each of its nodes is a line of its own."""
    start, arrow, ends = statement.said.partition(ARROW)
    if not arrow or ARROW in ends:
        return False
    lines = set(statement.hit.text.splitlines())
    return {start.strip(), *(end.strip() for end in ends.split("; "))} <= lines


def find_link(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The line of a chart whose beginning, or one of whose ends, a question names whole; None where it asks for none.

    A node is named by what stands first in it: "Lucia Ferro" of "Lucia Ferro – Quality".
    """
    is_above = _ASKS_ABOVE.search(question) is not None
    if not is_above and not _ASKS_BELOW.search(question):
        return None
    asked = set(terms(question))
    for statement in filter(is_link, statements):
        start, _, ends = statement.said.partition(ARROW)
        names = [set(terms(node.split(JOINT)[0])) for node in (ends.split("; ") if is_above else [start])]
        if any(name and name <= asked for name in names):
            return statement
    return None
