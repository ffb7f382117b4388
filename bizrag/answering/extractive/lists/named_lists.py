"""The list of a slide that a question asks for by the name over it: "What belongs to the phase Design?" Pure.

A name of one word says little to an embedder, and the items under it share no words with the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms
from bizrag.parsing.diagrams.said import JOINT

# what the list is called stands at the end, perhaps behind what it is: "under the pillar Cleaner"
_UNDER = re.compile(
    r"^\W*(?:what|which)\b.*\b"
    r"(?:(?:stands?|list(?:s|ed)?|name[ds]?|comes?|falls?) under|belongs? to|part of|included in|covered by)"
    r" (?:the |our |your )?(?P<name>[^?,;]+?)\W*$",
    re.IGNORECASE,
)
# or where it is asked for: "Which weaknesses does the analysis name?"
_WHICH = re.compile(r"^\W*(?:which|what are (?:the|our|your)) (?P<name>\w+)\b(?P<rest>.*)$", re.IGNORECASE)
_LIST = re.compile(r"^(?P<name>[^\n:]{2,60}):\n[-•]")
# of what else a question says so much stands in the same place
_SHARE = 0.5


def find_named_list(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The only list whose name a question asks for what is under it; None where none or several have it."""
    lists = [(one, set(terms(name))) for one in statements if (name := _name_of(one))]
    for name, rest in _asked(question):
        found = {one.said: one for one, own in lists if own == name and _says(one, rest)}
        if found:
            return next(iter(found.values())) if len(found) == 1 else None
    return None


def _asked(question: str) -> Iterator[tuple[set[str], set[str]]]:
    """What a list may be called, each with what else is asked."""
    if (under := _UNDER.match(question)) is not None:
        yield set(terms(under["name"])), set()
        # without the word for what it is
        _, _, name = under["name"].partition(" ")
        yield set(terms(name)), set()
    if (which := _WHICH.match(question)) is not None:
        yield set(terms(which["name"])), set(terms(which["rest"]))


def _name_of(statement: Statement) -> str:
    """What a list on a slide is called, or a line that names what it tells; empty where it has no name."""
    if statement.hit.kind is not ChunkKind.SLIDE or statement.is_row:
        return ""
    if (found := _LIST.match(statement.text)) is not None:
        return found["name"]
    name, joint, _ = statement.text.partition(JOINT)
    return name.strip() if joint else ""


def _says(statement: Statement, words: set[str]) -> bool:
    said = set(terms(" ".join((*statement.hit.headings, statement.hit.text))))
    return len(words & said) >= _SHARE * len(words)
