"""The item of a list that a question names by its place: "What is the third requirement?", "the last step of …". Pure.

The words of the item are not those of the question: what leads to the list, or its heading, has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.list_items import BULLETS
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import stem, terms

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ASKS = re.compile(
    r"^\W*(?:what|which)(?: is| was| are| does)? (?:listed as )?(?:the )?"
    rf"(?P<ordinal>{'|'.join(_ORDINALS)}|last|final|\d{{1,2}}(?:st|nd|rd|th)) "
    # "the first quarter" is a time, "the first page" a place, "the first time" none
    # and "the second largest" is found by its value
    r"(?!\w+est\b|most\b|least\b|quarter|half|year|month|week|day|hour|minute|season|period|decade|time|page|slide|section"
    r"|chapter|table|figure|line|row|word|name|author|version|edition|floor|party|class|degree|century|to\b)"
    r"(?:(?:one )?of the )?(?P<rest>[^?]+)",
    re.IGNORECASE,
)
# "What comes after step 3 when starting the engine?"
_BESIDE_STEP = re.compile(
    r"^\W*(?:what|which)\b[^?\d]*?\b(?P<way>after|follows?|following|before|precedes?) (?:the )?"
    r"(?:step|point|item|instruction|stage|no\.?|number) (?P<number>\d{1,2})\b(?P<rest>[^?]*)",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"before|precede", re.IGNORECASE)
_ENDS_NAME = re.compile(r"\b(?:that|which|who|for|of|in|on|to|is|are|the|when|as|by|from|listed|named|given)\b|[?,;]")
_MARK = re.compile(rf"(?P<indent> *)(?:{BULLETS}|\(?\d{{1,2}}[.)]|\[\d{{1,3}}\]|\([a-z]{{1,3}}\))\s+(?=\S)")
_LINE = re.compile(r"[^\n]+")
_MIN_ITEMS = 2
# of the words beside what is counted, what leads to a list or stands over it has so many
_LEAST_SHARE = 0.4
_MAX_LEAD_CHARS = 300


@dataclass(frozen=True, slots=True)
class _List:
    """Where the items of a list stand in its chunk, and what leads to it."""

    lead: str
    items: tuple[tuple[int, int], ...]


def find_ordinal_item(question: str, scored: Sequence[Scored]) -> Statement | None:
    """The item at the place that a question names of the list that its words lead to; None where it names none, no such
    list was found, or two are alike.

    ``scored`` is best first.
    """
    if (beside := _BESIDE_STEP.match(question)) is not None:
        return _beside_step(beside, scored)
    asked = _ASKS.match(question)
    if asked is None:
        return None
    rest = terms(without_function_words(asked["rest"]))
    if not rest:
        return None
    # "the third requirement for the key", "the first of the remaining challenges"
    name = _ENDS_NAME.split(asked["rest"].lower())[0].split()
    if not name:
        return None
    named = stem(name[-1])
    others = set(rest) - {named}
    found: list[tuple[float, Statement]] = []
    for one in {one.statement.hit.chunk_no: one.statement for one in reversed(scored)}.values():
        for listed in _lists_of(one):
            lead = set(terms(listed.lead))
            above = set(terms(" ".join(one.hit.headings[1:])))
            if named not in lead and named not in set(terms(" ".join(one.hit.headings[-1:]))):
                continue
            share = len(others & (lead | above)) / len(others) if others else 1.0
            at = _place(asked["ordinal"].lower(), len(listed.items))
            if share >= _LEAST_SHARE and at is not None:
                found.append((share + (named in lead), one.part(*listed.items[at])))
    best = max((share for share, _ in found), default=0.0)
    told = {one.text: one for share, one in found if share == best}
    return next(iter(told.values())) if len(told) == 1 else None


def _beside_step(asked: re.Match[str], scored: Sequence[Scored]) -> Statement | None:
    """The step after or before a numbered one, of the one list whose lead has most of the words beside it."""
    number = int(asked["number"]) + (-1 if _BEFORE.match(asked["way"]) else 1)
    rest = set(terms(without_function_words(asked["rest"])))
    found: list[tuple[float, Statement]] = []
    for one in {one.statement.hit.chunk_no: one.statement for one in reversed(scored)}.values():
        for listed in _lists_of(one):
            above = set(terms(" ".join((listed.lead, *one.hit.headings[-1:]))))
            marked = [span for span in listed.items if re.match(rf"\s*\(?{number}[.)]", one.hit.text[slice(*span)])]
            share = len(rest & above) / len(rest) if rest else 1.0
            if len(marked) == 1 and share >= _LEAST_SHARE:
                found.append((share, one.part(*marked[0])))
    best = max((share for share, _ in found), default=0.0)
    told = {one.text: one for share, one in found if share == best}
    return next(iter(told.values())) if len(told) == 1 else None


def _place(ordinal: str, num_items: int) -> int | None:
    if ordinal in ("last", "final"):
        return num_items - 1
    number = _ORDINALS.index(ordinal) if ordinal in _ORDINALS else int(re.sub(r"\D", "", ordinal)) - 1
    return number if number < num_items else None


def _lists_of(statement: Statement) -> Iterator[_List]:
    """The lists of a chunk, each with the line above it; items that are set in belong to the one above them."""
    if statement.hit.kind not in (ChunkKind.TEXT, ChunkKind.SLIDE):
        return
    text = statement.hit.text
    lead, items, indent = "", list[tuple[int, int]](), 0
    for line in _LINE.finditer(text):
        mark = _MARK.match(line[0])
        if mark is not None:
            if not items:
                indent = len(mark["indent"])
            if len(mark["indent"]) <= indent:
                items.append(line.span())
            elif items:
                items[-1] = (items[-1][0], line.end())
            continue
        goes_on = bool(items) and not text[: line.start()].endswith("\n\n")
        if goes_on:
            items[-1] = (items[-1][0], line.end())
            continue
        if len(items) >= _MIN_ITEMS:
            yield _List(lead, tuple(items))
        items.clear()
        lead = line[0][-_MAX_LEAD_CHARS:]
    if len(items) >= _MIN_ITEMS:
        yield _List(lead, tuple(items))
