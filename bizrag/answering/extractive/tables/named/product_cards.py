"""Products that have a card each: "What does the Torka 40 cost?", "Which impact wrench has the highest torque?" Pure.

A card is a table of its own, so that no row stands beside that of another product, and its price has no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

# "Torka 40 > Impact wrench > Torque: 680 Nm."
_ROW = re.compile(
    r"(?P<title>[^>:;\n]+?) > (?:(?P<kind>[^>:;\n]+?) > )?(?P<name>[^>:;\n]+?): (?P<sign>[$€£¥]?)\s?"
    r"(?P<number>\d[\d,]*(?:\.\d+)?)\s?(?P<unit>[^\W\d_°%]{0,3})[*.]*"
)
_COSTS = re.compile(r"\b(?:costs?|prices?|priced|how much is)\b", re.IGNORECASE)
_CHEAPEST = re.compile(r"\b(?:cheapest|least expensive|lowest[- ]priced?|lowest price)\b", re.IGNORECASE)
_DEAREST = re.compile(r"\b(?:most expensive|dearest|highest[- ]priced?|highest price)\b", re.IGNORECASE)
_LIGHTEST, _HEAVIEST = re.compile(r"\blightest\b", re.IGNORECASE), re.compile(r"\bheaviest\b", re.IGNORECASE)
_MOST = re.compile(r"\b(?:highest|largest|most|greatest|longest|biggest|strongest)\b", re.IGNORECASE)
_LEAST = re.compile(r"\b(?:lowest|smallest|least|shortest|fewest)\b", re.IGNORECASE)
_WEIGHT = frozenset(terms("weight mass"))
_MIN_CARDS = 3


@dataclass(frozen=True, slots=True)
class _Fact:
    row: Statement
    title: str
    kind: str
    name: str
    sign: str
    number: float


def find_on_cards(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The row of the card that a question names with its price, or that with the largest or smallest value of those of
    the kind that it names. None where it asks for something else, and where fewer than three cards were read.
    """
    facts = list(_facts(statements))
    if len({fact.row.hit.chunk_no for fact in facts}) < _MIN_CARDS or len({f.row.hit.document_id for f in facts}) > 1:
        return None
    is_price = any(pattern.search(question) for pattern in (_COSTS, _CHEAPEST, _DEAREST))
    largest = any(pattern.search(question) for pattern in (_MOST, _HEAVIEST, _DEAREST))
    smallest = any(pattern.search(question) for pattern in (_LEAST, _LIGHTEST, _CHEAPEST))
    if largest == smallest:
        return _price_of(question, facts) if is_price else None
    meant = _of_kind(question, [fact for fact in facts if _is_asked(question, fact, is_price=is_price)])
    if len({fact.title for fact in meant}) < _MIN_CARDS - 1 or len({fact.sign for fact in meant}) > 1:
        return None
    best = (max if largest else min)(fact.number for fact in meant)
    told = [fact.row for fact in meant if fact.number == best]
    return told[0] if len(told) == 1 else None


def _price_of(question: str, facts: Sequence[_Fact]) -> Statement | None:
    """The price on the card whose name the question says whole; of "Brisk 13" and "Brisk 13 HD" the longer."""
    asked = f" {' '.join(re.findall('[^ ?,.;:]+', question.casefold()))} "
    named = [fact for fact in facts if fact.sign and f" {fact.title.casefold()} " in asked]
    longest = max((len(fact.title) for fact in named), default=0)
    told = {fact.row.said: fact.row for fact in named if len(fact.title) == longest}
    return next(iter(told.values())) if len(told) == 1 else None


def _is_asked(question: str, fact: _Fact, *, is_price: bool) -> bool:
    if is_price:
        return fact.sign != ""
    name = set(terms(fact.name))
    if _LIGHTEST.search(question) or _HEAVIEST.search(question):
        return bool(name & _WEIGHT)
    return not fact.sign and bool(name) and name <= set(terms(question))


def _of_kind(question: str, facts: Sequence[_Fact]) -> list[_Fact]:
    """The facts of the things whose kind the question has most words of."""
    asked = set(terms(question))
    kinds = {fact.title: set(terms(f"{fact.title} {fact.kind}")) for fact in facts}
    shared = [len(asked & kinds[fact.title]) for fact in facts]
    return [fact for fact, count in zip(facts, shared, strict=True) if count == max(shared)]


def _facts(statements: Sequence[Statement]) -> Iterator[_Fact]:
    kinds: dict[int, str] = {}
    rows = [one for one in statements if one.is_row and one.hit.kind is ChunkKind.TABLE]
    found = [(row, match) for row in rows if (match := _ROW.fullmatch(" ".join(row.said.split())))]
    for row, match in found:
        if not match["sign"] and match["kind"]:
            kinds.setdefault(row.hit.chunk_no, match["kind"])
    for row, match in found:
        # the remark above a price is of no kind
        kind = kinds.get(row.hit.chunk_no, "")
        yield _Fact(row, match["title"], kind, match["name"], match["sign"], float(match["number"].replace(",", "")))
