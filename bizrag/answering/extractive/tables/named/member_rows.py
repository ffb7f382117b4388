"""What the documents of a family say alike: the row of one label, or the sentence of one form, of each. Pure.

Data sheets of a series, contracts with several parties and policies of several years are written from one template.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bizrag.answering.extractive.documents.each_document import document_label
from bizrag.answering.extractive.tables.reading.row_values import named_terms, row_label
from bizrag.answering.statements.reading import Statement
from bizrag.model.number_words import value_of
from bizrag.model.terms import terms
from bizrag.model.words import NUMBER_WORDS, tokens

#: so many documents, at least, are a family
MIN_MEMBERS = 3
# sentences of one form share so much of their words
_SHARED_WORDS = 0.6
_AMOUNT = re.compile(
    r"(?P<sign>[$€£¥₹]|\b[A-Z]{3}(?= ?\d))? ?"
    rf"(?<![\w.,-])(?P<number>\d[\d,]*(?:\.\d+)?|\b(?i:{'|'.join(NUMBER_WORDS)})\b)"
    # "thirty-six (36) months"
    r"(?P<close>\)?)(?: (?P<scale>(?i:million|billion|thousand))\b)?[ -]?(?P<unit>%|°[CF]|[^\W\d_]+)?"
)
# how many days a time has: "36 months" and "five years" compare
_DAYS = {"hour": 1 / 24, "day": 1.0, "week": 7.0, "month": 365 / 12, "year": 365.0}
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
_TITLE_PARTS = " - "
_ENDING = re.compile(r"\.\w{1,5}$")
_LABEL_CHARS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A number that a member prints, and in what: "kg", "$"."""

    number: float
    unit: str


def members_like(leader: Statement, statements: Sequence[Statement]) -> list[Statement]:
    """Of each document the first row of the label of one, or the sentence of its form, in the order of the passages;
    the leader first.
    """
    found: dict[str, Statement] = {leader.hit.document_id: leader}
    for one in statements:
        if one.hit.document_id not in found and is_alike(leader, one):
            found[one.hit.document_id] = one
    return list(found.values())


def is_alike(leader: Statement, other: Statement) -> bool:
    """Whether two statements are rows of one label, or sentences that differ in their figures and names."""
    if leader.is_row and other.is_row:
        own = named_terms(row_label(leader))
        return bool(own) and own == named_terms(row_label(other)) and bool(cells_of(other))
    if leader.is_row or other.is_row:
        return False
    own, others = _form(leader.text), _form(other.text)
    return min(len(own), len(others)) > 2 and len(own & others) >= _SHARED_WORDS * len(own | others)


def cells_of(row: Statement) -> str:
    """What a row tells behind its label."""
    return " ".join(row.said.split()).partition(": ")[2]


def amounts_of(members: Sequence[Statement]) -> dict[int, Amount]:
    """By place: the amount of each member that prints one, of the unit that most of them print; nothing where units or
    currencies differ.
    """
    printed = [_amounts(cells_of(one) if one.is_row else one.text) for one in members]
    return _of_one_unit(printed) or _of_one_unit([_in_days(own) for own in printed])


def _of_one_unit(printed: Sequence[Sequence[Amount]]) -> dict[int, Amount]:
    counts = Counter(unit for own in printed for unit in dict.fromkeys(amount.unit for amount in own))
    if not counts:
        return {}
    # of several the one that comes first in the first member: "within 7 days of the end of 2 months"
    most = max(counts.values())
    unit = next(amount.unit for own in printed for amount in own if counts[amount.unit] == most)
    found = {
        place: next(amount for amount in own if amount.unit == unit)
        for place, own in enumerate(printed)
        if any(amount.unit == unit for amount in own)
    }
    # "$45", "€45": what prints a figure of another unit does not compare
    if any(own and place not in found for place, own in enumerate(printed)):
        return {}
    return found


def _in_days(amounts: Sequence[Amount]) -> list[Amount]:
    """The times among some amounts, in days."""
    return [Amount(number=one.number * _DAYS[one.unit], unit="day") for one in amounts if one.unit in _DAYS]


def labels_of(members: Sequence[Statement]) -> dict[str, str]:
    """By document: what it calls itself, where that tells it from the others, else the name of its file."""
    names = {one.hit.document_id: [set(terms(name)) for name in _names(one)] for one in members}
    counts = Counter(term for own in names.values() for term in set().union(*own))
    # what most of them say of themselves: "Kestrel" of "Kestrel L210"
    shared = {term for term, count in counts.items() if 2 * count >= len(names)}
    labels: dict[str, str] = {}
    for one in members:
        others = [own for document_id, named in names.items() if document_id != one.hit.document_id for own in named]
        labels[one.hit.document_id] = next(
            (
                name
                for name, said in zip(_names(one), names[one.hit.document_id], strict=True)
                if (not shared or said & shared) and said - shared and not any(said <= own for own in others)
            ),
            document_label(one),
        )
    return labels


def _names(one: Statement) -> list[str]:
    """What a document calls itself: the second part of its written title, the first headings below it."""
    title = _ENDING.sub("", one.hit.title)
    own = title.partition(_TITLE_PARTS)[2]
    headings = [heading for heading in one.hit.headings[1:3] if len(heading) <= _LABEL_CHARS]
    names = (own, *headings[:1], " ".join(headings))
    return [name for name in dict.fromkeys(names) if name and len(name) <= _LABEL_CHARS]


def _form(text: str) -> set[str]:
    """The words of a sentence without figures and numbers as words, times in one unit: "36 months", "five years"."""
    words = " ".join(word for word in tokens(text) if value_of(word) is None)
    return {"day" if term in _DAYS else term for term in terms(words) if not any(map(str.isdigit, term))}


def _amounts(text: str) -> list[Amount]:
    return [_amount(found.groupdict()) for found in _AMOUNT.finditer(text)]


def _amount(found: Mapping[str, str | None]) -> Amount:
    printed = (found["number"] or "").casefold()
    number = float(NUMBER_WORDS.index(printed) + 1) if printed in NUMBER_WORDS else float(printed.replace(",", ""))
    unit = " ".join(terms(found["unit"] or "")) or (found["unit"] or "")
    return Amount(
        number=number * _SCALES.get((found["scale"] or "").casefold(), 1.0), unit=(found["sign"] or unit).casefold()
    )
