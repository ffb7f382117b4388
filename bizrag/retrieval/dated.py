"""The document of a day or month that a question names, where several of one kind say when they are of.

"What was decided in the meeting of 16 May 2024?" is answered by the minutes of that day, though those of March name it
as the day of the next meeting.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bizrag.model.compared import capital_names, is_called
from bizrag.model.dates import Days, find_days
from bizrag.model.periods import MONTHS, asks_latest, asks_several, months_of
from bizrag.model.retrieval import Hit
from bizrag.model.terms import is_year, terms

#: the route of the hits of such a document
BY_DATE = "date"
# the document has one of the first hits, and no more documents are looked at
_NUM_HITS, _MAX_DOCUMENTS = 10, 20
# a date of a month, and none of a quarter or year
_MOST_DAYS = 31
# titles of one kind share so many of their words
_SHARED_WORDS = 0.6
_TITLE_PARTS = " - "
_A_MONTH = re.compile(rf"\b(?:{'|'.join(map(str.title, MONTHS))})\b")
# "the September meeting"
_MONTH_OF_PAPER = re.compile(
    rf"\b(?P<month>{'|'.join(map(str.title, MONTHS))}) (?:meeting|minutes|statement|report|payslip|invoice|newsletter"
    r"|edition|issue|update|session|bulletin)\b"
)
_ENDING = re.compile(r"\.\w{1,5}$")
# what is told behind it is of another document: "Next meeting: 16 May 2024", "replaces the policy of 1 March 2022"
_OF_ANOTHER = re.compile(
    r"\b(?:next|previous|last|replac\w+|supersed\w+|until|expires?|due|amend(?:s|ing)|born|birth)\b[^\n.]{0,60}$",
    re.IGNORECASE,
)


def asked_days(question: str) -> list[Days]:
    """The days and months, each with its year, that a question names.

    >>> [days.first.isoformat() for days in asked_days("What was decided in July 2024, after 2023?")]
    ['2024-07-01']
    """
    return [days for _, days in find_days(question) if _is_of_month(days)]


def find_dated(hits: Sequence[Hit], openings: Mapping[str, str], *, question: str) -> Hit | None:
    """The best hit of the one document, of the kind of the best hit's, that says in its name or opening that it is of
    the days which a question names, of the month or day of any year, or that is the latest where it asks for that; None
    where none or several do, or no other of the kind is dated.
    """
    asked = asked_days(question)
    days_of_year = asked_days_of_year(question) if not asked else []
    is_latest = asks_latest(question) and not asked
    is_of_two = len(set(_A_MONTH.findall(question))) > 1
    if is_of_two or len(asked) + len(days_of_year) != 1 - is_latest or asks_several(question) or not hits:
        return None
    first: dict[str, Hit] = {}
    for hit in hits if is_latest else hits[:_NUM_HITS]:
        first.setdefault(hit.document_id, hit)
    kind = own_name(hits[0])
    own = {
        document_id: days
        for document_id, hit in first.items()
        if _are_of_kind(own_name(hit), kind) and (days := own_days(hit, openings.get(document_id, ""))) is not None
    }
    if is_latest:
        named = [one for one in own if _has_names(question, first[one], openings.get(one, ""))]
        last = max((own[one].last for one in named), default=None)
        found = [one for one in named if own[one].last == last] if len(named) > 1 else []
    elif asked:
        found = [document_id for document_id, days in own.items() if _is_within(days, asked[0])]
    else:
        found = [document_id for document_id, days in own.items() if _is_on(days, days_of_year[0])]
    return first[found[0]] if len(found) == 1 < len(own) else None


def asked_days_of_year(question: str) -> list[tuple[int, int]]:
    """The month and day that a question names without a year, day 0 for a month.

    >>> asked_days_of_year("the minutes of 21 November"), asked_days_of_year("Who came to the July meeting?")
    ([(11, 21)], [(7, 0)])
    >>> asked_days_of_year("What was decided in September?"), asked_days_of_year("in May 2024")
    ([(9, 0)], [])
    """
    if len(set(_A_MONTH.findall(question))) > 1:
        return []
    days = [(found.first.month, found.first.day) for _, found in find_days(question) if not found.has_year]
    if days or any(found.has_year for _, found in find_days(question)):
        return days
    named = {found["month"].casefold() for found in _MONTH_OF_PAPER.finditer(question)}
    months = months_of(question) | {number for number, name in enumerate(MONTHS, start=1) if name in named}
    return [(month, 0) for month in sorted(months)]


def _is_on(days: Days, asked: tuple[int, int]) -> bool:
    month, day = asked
    return days.first.month == days.last.month == month and (not day or days.first.day == days.last.day == day)


def _has_names(question: str, hit: Hit, opening: str) -> bool:
    """Whether a document's name or opening has all names in a question."""
    said = f"{hit.title} {hit.doc} {opening}".replace("_", " ")
    return all(is_called(name, said) for name in capital_names(question))


def documents_to_open(hits: Sequence[Hit], *, question: str) -> list[str]:
    """The documents whose openings tell which is meant; none where the question names no day nor the latest."""
    if not (asked_days(question) or asked_days_of_year(question) or asks_latest(question)):
        return []
    looked = hits if asks_latest(question) else hits[:_NUM_HITS]
    return list(dict.fromkeys(hit.document_id for hit in looked))[:_MAX_DOCUMENTS]


def own_days(hit: Hit, opening: str) -> Days | None:
    """When a document is of: the first day or month that its name says, else its opening."""
    name = _ENDING.sub("", hit.doc.rsplit("/", 1)[-1]).replace("_", " ")
    for text in (name, opening):
        for (start, _), days in find_days(text):
            if _is_of_month(days) and not _OF_ANOTHER.search(text[:start]):
                return days
    return None


def marked(hits: Sequence[Hit], document_id: str) -> list[Hit]:
    """The hits, those of one document with the route that says why they go first."""
    return [
        replace(hit, route_ranks={**hit.route_ranks, BY_DATE: hit.rank}) if hit.document_id == document_id else hit
        for hit in hits
    ]


def _is_of_month(days: Days) -> bool:
    return days.has_year and (days.last - days.first).days < _MOST_DAYS


def _is_within(days: Days, asked: Days) -> bool:
    """Whether a document's days are those asked for: of a month all of its days, of a day that day, or its month."""
    return asked.first <= days.first <= asked.last or days.first <= asked.first <= days.last


def are_alike(one: Hit, other: Hit) -> bool:
    """Whether the documents of two hits are of one kind by their titles."""
    return _are_of_kind(own_name(one), own_name(other))


def _are_of_kind(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether most words of one title are those of another."""
    return one == other or len(one & other) >= _SHARED_WORDS * min(len(one), len(other)) > 0


def own_name(hit: Hit) -> frozenset[str]:
    """What a document calls itself, without when it is of: "Minutes of the Harbour Committee"."""
    title = _ENDING.sub("", hit.title)
    name, dash, own = title.partition(_TITLE_PARTS)
    said = terms(own if dash else name)
    return frozenset(term for term in said if not (is_year(term) or term.isdigit()))
