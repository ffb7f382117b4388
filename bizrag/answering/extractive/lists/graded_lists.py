"""Lists below names that are grades of one thing: side effects that are "very common", "common" and "rare". Pure.

The name of one grade is in that of another ("Common" in "Very common"), and no item says of which grade it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.list_items import BULLET
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

# "Rare (may affect up to 1 in 1,000 people)", "Common: up to 1 in 10 people"
_GRADE = re.compile(r"^(?P<name>[^\W\d_][^\W\d_ ]*(?: [^\W\d_]+){0,3}):? ?\((?P<gloss>[^()\n]{4,120})\):?$")
# of how often, how likely and how bad
_GRADED = re.compile(
    r"(?:(?:very|extremely|quite|less|most|not|un|in)[ -]?)*"
    r"(?:common|rare|frequent|occasional|often|known|likely|probable|possible|mild|moderate|severe|serious|critical|major"
    r"|minor|high|medium|low|negligible)(?:ly)?(?: .+)?",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W_]+")
_LINE = re.compile(r"[^\n]+")
_MIN_GRADES = 3
_ITEM_WORDS = 14
_ASKS_GRADE = re.compile(
    r"^\W*(?:is|are|can|does|do)\b|\bhow (?:common|often|frequent(?:ly)?|likely|rare|severe|serious)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Graded:
    statement: Statement
    name: str
    start: int
    items: tuple[tuple[int, int], ...]


def find_graded_list(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The name of the grade that a question asks for with its items; or, where it asks how an item is graded, with that
    one alone. None where no document, or more than one, has such lists, and where no grade or item is named.
    """
    graded = list(_graded_lists(statements))
    if len({one.statement.hit.document_id for one in graded}) != 1 or len(graded) < _MIN_GRADES:
        return None
    if _ASKS_GRADE.search(question) is not None:
        return _graded_item(question, graded)
    asked = f" {' '.join(_WORDS.findall(question.casefold()))} "
    named = [one for one in graded if f" {one.name.casefold()} " in asked]
    if not named:
        return None
    longest = max(named, key=lambda one: len(one.name))
    others = [one for one in named if one.name.casefold() not in longest.name.casefold()]
    return longest.statement.part(longest.start, longest.items[-1][1]) if not others else None


def _graded_item(question: str, graded: Sequence[_Graded]) -> Statement | None:
    """The name of a grade and the items, where one of these is all named in the question."""
    asked = set(terms(question))
    grades = {term for one in graded for term in terms(one.name)}
    for one in graded:
        for start, end in one.items:
            text = without_function_words(BULLET.sub("", one.statement.hit.text[start:end]))
            parts = [set(terms(part)) - grades for part in re.split(r",| and | or |\(", text)]
            if any(part and part <= asked for part in parts):
                return one.statement.part(one.start, one.items[-1][1])
    return None


def _graded_lists(statements: Sequence[Statement]) -> Iterator[_Graded]:
    for statement in {one.hit.chunk_no: one for one in reversed(statements)}.values():
        if statement.hit.kind is not ChunkKind.TEXT:
            continue
        found: tuple[str, int] | None = None
        items: list[tuple[int, int]] = []
        for line in _LINE.finditer(statement.hit.text):
            grade = _GRADE.match(line[0].strip())
            grade = grade if grade is not None and _GRADED.fullmatch(grade["name"]) else None
            is_item = BULLET.match(line[0]) is not None or len(line[0].split()) <= _ITEM_WORDS
            if grade is None and is_item and found is not None:
                items.append(line.span())
                continue
            if found is not None and items:
                yield _Graded(statement, *found, tuple(items))
            found = (grade["name"], line.start()) if grade is not None else None
            items = list[tuple[int, int]]()
        if found is not None and items:
            yield _Graded(statement, *found, tuple(items))
