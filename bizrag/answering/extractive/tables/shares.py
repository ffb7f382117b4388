"""What share one printed value is of another, where a question asks for it. Pure.

"What percentage of total revenue came from services?" is answered by no cell where a table prints amounts only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from bizrag.answering.extractive.directions import FALLING, RISING
from bizrag.answering.extractive.tables.computed import PERCENT_DECIMALS, Computed, rounded
from bizrag.answering.extractive.tables.row_values import (
    Key,
    RowValue,
    are_comparable,
    column_of,
    label_of,
    row_name,
    row_values,
)
from bizrag.answering.statements.reading import Statement
from bizrag.answering.terms import terms

_SHARE = r"(?:percent(?:age)?|per cent|%|proportion|share|fraction|ratio|part)"
_ANY = r"(?: \([^)]*\))?(?: \w+)?"
# "what share of revenue came from services", "services as a share of revenue", "the ratio of services to revenue"
_FORMS = (
    re.compile(
        rf"\b(?:what|which|how much) {_SHARE}{_ANY} of (?P<whole>.+?) "
        r"(?:is|was|were|are|came|comes?|did|does|do|consist(?:s|ed)|went|goes|relate[sd]?|represented|made up)\b"
        r"(?P<part>.+)",
        re.IGNORECASE,
    ),
    re.compile(rf"(?P<part>.+?),? (?:as|in) (?:a|the) {_SHARE}{_ANY} of (?P<whole>.+)", re.IGNORECASE),
    re.compile(
        rf"\b{_SHARE}{_ANY} of (?P<part>.+?) (?:to|over|in|among|amongst|out of|relative to|against|within"
        r"|compared (?:to|with)) (?P<whole>.+)",
        re.IGNORECASE,
    ),
)
_OTHER = re.compile(rf"\b(?:changes?|differences?|growth|{RISING}|{FALLING}|averages?|points?)\b", re.IGNORECASE)
_PERIOD = re.compile(r"(?:19|20)\d\d|[qh][1-4]|fy")
# words of a question's part that name no row
_FILLERS = frozenset(terms("total amount value company firm group fiscal year years ended end respectively sum made"))
_SUMS = frozenset(terms("total sum"))


def find_share(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The share that a question asks for, of two values of one table or chart: ``A: 2019 529; B: 2019 3,571; 14.81%``.

    Both are named by the question, and stand in the column, or row, of its period. None where it asks for no share,
    or where a name fits no value or several.
    """
    asks = [found for form in _FORMS if (found := form.search(question))]
    if not asks or _OTHER.search(question):
        return None
    values = [value for row in rows for value in row_values(row) if value.unit != "%"]
    asked = set(terms(question))
    for found in asks:
        for part, whole in _pairs(values, _named(found["part"]), _named(found["whole"]), asked):
            if are_comparable([part, whole]) and part.number >= 0 and whole.number > 0 and part != whole:
                return _computed(part, whole)
    return None


def _named(text: str) -> set[str]:
    return {term for term in terms(text) if not _PERIOD.fullmatch(term)}


def _pairs(
    values: Sequence[RowValue], part: set[str], whole: set[str], asked: set[str]
) -> Iterator[tuple[RowValue, RowValue]]:
    """Values of two rows in one column, or of two columns in one row."""
    for name, other in ((label_of, column_of), (column_of, label_of)):
        parts, wholes = _best(values, part, name), _best(values, whole, name)
        if not wholes and _SUMS & whole:
            wholes = _unnamed_sums(values, name, other)
        both = {other(value) for value in parts} & {other(value) for value in wholes}
        shared = {key: len(asked & set(terms(key))) for key in both}
        best = [key for key, count in shared.items() if count == max(shared.values())]
        if len(best) == 1:
            ones = [value for value in parts if other(value) == best[0]]
            others = [value for value in wholes if other(value) == best[0]]
            if len(ones) == len(others) == 1:
                yield ones[0], others[0]


def _best(values: Sequence[RowValue], wanted: set[str], name: Key) -> list[RowValue]:
    """The values of the one name that fits best: it holds the words asked for, and few others."""
    core = wanted - _FILLERS
    found: dict[str, tuple[int, int]] = {}
    for text in {name(value) for value in values}:
        whole, own = set(terms(text)), set(terms(row_name(text)))
        named = own - _FILLERS
        if (core and (core <= whole or (named and named <= core))) or (not core and not named and own & wanted & _SUMS):
            found[text] = (len(own ^ wanted), len(whole ^ wanted))
    best = [text for text, distance in found.items() if distance == min(found.values())]
    return [value for value in values if name(value) == best[0]] if len(best) == 1 else []


def _unnamed_sums(values: Sequence[RowValue], name: Key, other: Key) -> list[RowValue]:
    """The values of a row without a label that is the sum of the rows above it, in each of its columns."""
    columns = list(dict.fromkeys(map(other, values)))
    sums: list[RowValue] = []
    for column in columns:
        own = [value for value in values if other(value) == column]
        nameless = [value for value in own if not name(value)]
        rest = sum((Decimal(str(value.number)) for value in own if name(value)), Decimal())
        if len(nameless) == 1 and rest == Decimal(str(nameless[0].number)):
            sums.append(nameless[0])
    return sums


def _computed(part: RowValue, whole: RowValue) -> Computed:
    share = Decimal(str(part.number)) / Decimal(str(whole.number)) * 100
    said = "; ".join(f"{value.label}: {value.cell}" if value.label else value.cell for value in (part, whole))
    statements = tuple({id(value.statement): value.statement for value in (part, whole)}.values())
    about = "about " if part.is_measured or whole.is_measured else ""
    text = f"{said}; share {about}{rounded(share, PERCENT_DECIMALS)}%."
    return Computed(statements=statements, text=text, is_named=True)
