"""The table below the heading that a question names, told whole: "What are the action items and who owns them?" Pure.

Its rows share no word with the question; those that are done have a cell that says so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.headings import without_number
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.measures import asks_figures
from bizrag.model.terms import terms

_ASKS_ALL = re.compile(
    r"^\W*(?:what|which|who owns|list|name|show|give)(?: me)?\b(?: all| of)*(?: the| our| these| this)?"
    r" (?P<what>[\w-]+(?: [\w-]+){0,3}?)\b(?: (?:are|were|have|has|is|from|of|for|in|and|that|still|do)\b|\W*$)"
    r"|^\W*(?:what|which) (?:are|were)(?: all)?(?: of)?(?: the| our| these)? (?P<which>[\w-]+(?: [\w-]+){0,3}?)"
    r"(?: (?:from|of|for|in|and|that|still|after)\b|\W*$)",
    re.IGNORECASE,
)
_NOT_DONE = re.compile(
    r"\b(?:not|never|n['’]t)(?: yet)?(?: been)? (?P<state>\w+)|\b(?:still |yet |remain\w* )?(?:open|outstanding|pending"
    r"|unfinished|unresolved|to be done|to do|left)\b",
    re.IGNORECASE,
)
_ASKS_LEFT = re.compile(
    r"^\W*(?:what|which|who)\b[^?]*\b(?:(?:still|yet|left) (?:to (?:be )?(?:do|done)|open|missing)|to be done"
    r"|not (?:yet )?done|open|outstanding|pending|left to do|remain\w* to)\b",
    re.IGNORECASE,
)
_BOX = re.compile(r"\W*[☐☑☒]")
_DONE = re.compile(r"\b(?:done|closed|completed?|finished|resolved|implemented|erledigt)\b|[✅✔☑]", re.IGNORECASE)
# "... and who owns them?": the cells of each row tell it
_SECOND = re.compile(r",? and (?:who|whom|whose|when|by when|until when|what)\b", re.IGNORECASE)
_OF_ALL = frozenset(terms("list name show give all yet still currently now"))
_MAX_ROWS, _MAX_CHARS = 12, 1800


def find_whole_table(question: str, statements: Sequence[Statement]) -> tuple[list[Statement], list[str]] | None:
    """The rows of the one table whose heading is what a question asks for in all, or those that are not done, where it
    asks for these; None where it asks for less, or the table is too long to be told.
    """
    asked = _ASKS_ALL.match(question)
    # of figures one is wanted, however the table is called
    if asked is None or asks_figures(question):
        return None
    what = set(terms(without_function_words(asked["what"] or asked["which"])))
    open_only = _NOT_DONE.search(question)
    rest = set(terms(without_function_words(_NOT_DONE.sub(" ", _SECOND.split(question)[0])))) - what - _OF_ALL
    tables = [list(rows) for _, rows in groupby(_rows_of_tables(statements), key=lambda one: one.hit.chunk_no)]
    named = [rows for rows in tables if what and _is_named(rows[0], what, rest)]
    if len(named) != 1:
        return None
    rows = named[0]
    if open_only is not None:
        done = [row for row in rows if _DONE.search(row.said) and not _is_begun(row.said)]
        rows = [row for row in rows if row not in done] if done else []
    if not rows or len(rows) > _MAX_ROWS or sum(len(row.said) for row in rows) > _MAX_CHARS:
        return None
    return rows, [" ".join(row.said.split()) for row in rows]


def find_tasks_left(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> list[Statement]:
    """The boxes of the nearest list that are not ticked, where a question asks for what is left to do; else none."""
    if not _ASKS_LEFT.match(question):
        return []
    near = next((one.statement.hit.chunk_no for one in scored if _BOX.match(one.statement.text)), None)
    boxes = [one for one in statements if one.hit.chunk_no == near and _BOX.match(one.text)]
    left = [one for one in boxes if "☐" in one.text and "\n" not in one.text.strip()]
    return left if len(left) < len(boxes) else []


def _is_begun(said: str) -> bool:
    """Whether it says itself that it is not done."""
    return (
        re.search(r"\b(?:not|un)[ -]?(?:done|closed|completed?|finished|resolved|implemented)\b", said, re.I)
        is not None
    )


def _rows_of_tables(statements: Sequence[Statement]) -> list[Statement]:
    return [one for one in statements if one.hit.kind is ChunkKind.TABLE and one.is_row]


def _is_named(row: Statement, what: set[str], rest: set[str]) -> bool:
    """Whether the heading right above a table is what is asked for, and the question's other words are of its document:
    who asks which plans have something wants some of the rows.
    """
    hit = row.hit
    heading = hit.headings[-1] if len(hit.headings) > 1 else ""
    named = set(terms(" ".join((hit.doc.replace("_", " "), hit.title, *hit.headings))))
    return bool(heading) and set(terms(without_function_words(without_number(heading)))) == what and rest <= named
