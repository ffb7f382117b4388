"""What a question says of the things that it asks for: a value, a mark, a limit, a time. Pure.

Each condition is of one property of a table: "in Munich", "with breakfast", "no parking", "under €130", "after May".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from bizrag.answering.extractive.tables.conditions.dated_rows import time_asked
from bizrag.answering.extractive.tables.conditions.item_limits import limits_on
from bizrag.answering.extractive.tables.conditions.meant_values import Meant, meant_values
from bizrag.answering.extractive.tables.conditions.negations import negated_parts
from bizrag.answering.extractive.tables.reading.cells import NO, YES
from bizrag.answering.extractive.tables.reading.items import (
    Condition,
    Item,
    dated_property,
    is_ticked,
    names_of,
    properties_of,
    said_of,
    values_of,
)
from bizrag.model.countries import named_countries
from bizrag.model.dates import Days, find_days
from bizrag.model.periods import MONTHS
from bizrag.model.terms import terms

_IN = re.compile(r"\b(?:in|on|during) (?:the )?$", re.IGNORECASE)
_IN_MONTH = re.compile(rf"\b(?:in|during) (?P<month>{'|'.join(MONTHS)})\b", re.IGNORECASE)


def conditions_of(question: str, items: Sequence[Item], *, is_of_marks: bool = True) -> list[Condition] | None:
    """All conditions that a question sets; None where it sets one that no property, or more than one, is known for.

    ``is_of_marks`` False leaves out properties that things have or have not: they are asked for.
    """
    limits = limits_on(question, items)
    if limits is None:
        return None
    found = [
        *limits,
        *_times(question, items),
        *_values(question, items),
        *(_marks(question, items) if is_of_marks else ()),
    ]
    return found if len({condition.name for condition in found}) == len(found) else None


def _values(question: str, items: Sequence[Item]) -> Iterator[Condition]:
    """Of each property in words the value that a question names; where two have the same value, none."""
    found: list[Condition] = []
    countries = named_countries(question)
    for name in properties_of(items):
        values = values_of(items, name)
        distinct = list(dict.fromkeys(values))
        if is_ticked(items, name) or any(map(str.isdigit, "".join(values))):
            continue
        meant = meant_values(distinct, f"{question} {' '.join(countries.values())}")
        if (
            meant is None
            or not (meant.is_literal or _is_one_word(meant))
            or len(distinct) == len(items) > len(meant.named)
        ):
            # where all values differ one of them is the name of a thing
            continue
        of_country = [word for word, country in countries.items() if meant.named & set(country.casefold().split())]
        said = frozenset(terms(" ".join((*meant.named, *of_country))))
        found.append(_condition(name, items, meant.told, said | said_of(name, question)))
    for condition in found:
        if not any(other.said & condition.said for other in found if other is not condition):
            yield condition


def _is_one_word(meant: Meant) -> bool:
    return all(value.isalpha() for value in meant.named)


def _marks(question: str, items: Sequence[Item]) -> Iterator[Condition]:
    """The properties that a question says things have, or have not."""
    asked = set(terms(question))
    denied = {term for part in negated_parts(question) for term in terms(part)}
    for name in properties_of(items):
        names = names_of(name) if is_ticked(items, name) else []
        lacking = next((own for own in (_lacking(own) for own in names) if own and own <= asked), None)
        called = lacking or next((own for own in names if own <= asked), None)
        if called is not None:
            said = frozenset(called) | said_of(name, question)
            yield _condition(name, items, NO if lacking or called <= denied else YES, said)


def _lacking(own: set[str]) -> set[str]:
    """How a property of one word is said not to be there: "unfurnished"."""
    return {f"un{term}" for term in own} if len(own) == 1 else set()


def _condition(name: str, items: Sequence[Item], values: frozenset[str], said: frozenset[str]) -> Condition:
    holding = (item.at for item in items if name in item.cells and item.cells[name].value.casefold() in values)
    return Condition(name=name, holds_for=frozenset(holding), said=said)


def _times(question: str, items: Sequence[Item]) -> Iterator[Condition]:
    """The day or month that things must lie in, before or after, where one property tells days."""
    asked = _time_asked(question)
    name = dated_property(items, question)
    if asked is None or not name:
        return
    holds, said = asked
    days = ((item.at, item.day(name)) for item in items)
    yield Condition(
        name=name,
        holds_for=frozenset(at for at, day in days if day is not None and holds(day)),
        said=said | said_of(name, question),
    )


def _time_asked(question: str) -> tuple[Callable[[Days], bool], frozenset[str]] | None:
    """Whether days meet what a question says of their time, and the terms that say so: "after May 2026", "in April"."""
    named = list(find_days(question))
    said = frozenset(term for (start, end), _ in named for term in terms(question[start:end]))
    if (asked := time_asked(question)) is not None:
        holds, limit = asked
        return (lambda own: own.has_year == limit.has_year and holds(own, limit)), said
    if len(named) == 1 and _IN.search(question[: named[0][0][0]]):
        within = named[0][1]
        return (lambda own: own.has_year == within.has_year and within.first <= own.first <= within.last), said
    if (month := _IN_MONTH.search(question)) is not None and not named:
        number = [name[:3] for name in MONTHS].index(month["month"][:3].casefold()) + 1
        return (lambda own: own.first.month == number == own.last.month), frozenset(terms(month["month"]))
    return None
