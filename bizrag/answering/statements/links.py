"""Who hangs on whom and what follows what, where connectors of a slide say it: "Dafydd Pryce → Sunil Abara; Greta
Hallstrom". Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms
from bizrag.parsing.diagrams.said import ARROW, JOINT

_ASKS_BELOW = re.compile(
    r"\bwho (?:all )?(?:reports?|answers) (?:directly )?to\b|\b(?:direct reports|subordinates|reports|team) of\b"
    r"|\bwho works (?:under|for)\b|\bwho (?:is|are) (?:under|below)\b",
    re.IGNORECASE,
)
_ASKS_ABOVE = re.compile(
    r"\b(?:to whom|who) (?:do|does|did) .+ (?:report|answer)(?: to)?\b|\b(?:boss|superior|line manager|supervisor)\b",
    re.IGNORECASE,
)
# of words in two forms: letters that they share, letters of an ending
_MIN_STEM, _MAX_ENDING = 4, 2
_WHERE = re.compile(r"\b(?:in|of|on|during|for|at|when|if|im|bei|wenn)\b", re.IGNORECASE)
# what is named stands behind the word: "Which step follows slot booking?", "Who is called after the manager?"
_ASKS_NEXT = re.compile(
    r"\b(?:after|follow(?:s|ed|ing)?(?: (?:by|on|after|from))?|nach|auf) (?P<node>[^?,;]+)", re.IGNORECASE
)
_ASKS_LAST = re.compile(r"\b(?:before|preced(?:es|ed|ing)|vor) (?P<node>[^?,;]+)", re.IGNORECASE)
# and what asks for the other one
_ASKS_ONE = re.compile(
    r"\b(?:what|who|which|step|was|wer|welche[rs]?|schritt)\b.*\b(?:comes?|happens?|follows?|step|is|does|next|kommt|folgt"
    r"|passiert|geschieht|schritt)\b",
    re.IGNORECASE,
)


def is_link(statement: Statement) -> bool:
    """Whether a line only says how others of its slide hang together: each of its nodes is a line of its own."""
    start, arrow, ends = statement.said.partition(ARROW)
    if not arrow or ARROW in ends:
        return False
    lines = set(statement.hit.text.splitlines())
    return {start.strip(), *(end.strip() for end in ends.split("; "))} <= lines


def find_in_chain(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The chain with the step that a question names and asks what follows or precedes; None where it asks for none, or
    where not just one chain has it.
    """
    asked = _ASKS_NEXT.search(question) or _ASKS_LAST.search(question)
    if asked is None or not _ASKS_ONE.search(question):
        return None
    # "after the check in the future process": where it is stands behind its name
    said = set(terms(without_function_words(question)))
    ways = [said.intersection(terms(name)) for name in (asked["node"], _WHERE.split(asked["node"])[0])]
    chains = [one for one in statements if ARROW in one.said]
    for name in filter(None, ways):
        named = [one for one in chains if _has_other(one, name, is_next=asked.re is _ASKS_NEXT)]
        if named:
            return named[0] if len(named) == 1 else None
    return None


def _has_other(chain: Statement, name: set[str], *, is_next: bool) -> bool:
    """Whether a chain has a step of this name with one behind it (``is_next``), or before it."""
    nodes = chain.said.split(ARROW)
    nodes = nodes[:-1] if is_next else nodes[1:]
    held = [set(terms(end)) for node in nodes for end in node.split("; ")]
    return any(all(any(_is_alike(word, other) for other in own) for word in name) for own in held)


def _is_alike(word: str, other: str) -> bool:
    """Whether two words are one, in another form perhaps: "ersten", "erste"."""
    short, long = sorted((word, other), key=len)
    return short == long or (
        len(short) >= _MIN_STEM and long.startswith(short) and len(long) - len(short) <= _MAX_ENDING
    )


def find_link(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The line of a chart whose beginning, or one of whose ends, a question names whole; None where it asks for none.

    A node is named by a part of it: "Lucia Ferro" of "Lucia Ferro – Quality", and of "Quality – Lucia Ferro".
    """
    is_above = _ASKS_ABOVE.search(question) is not None
    if not is_above and not _ASKS_BELOW.search(question):
        return None
    asked = set(terms(question))
    for statement in filter(is_link, statements):
        start, _, ends = statement.said.partition(ARROW)
        nodes = ends.split("; ") if is_above else [start]
        names = [set(terms(name)) for node in nodes for name in node.split(JOINT)]
        if any(name and name <= asked for name in names):
            return statement
    return None
