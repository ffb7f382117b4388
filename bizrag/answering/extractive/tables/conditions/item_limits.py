"""The numbers that a question says things must have: "under €130", "at least 100 GB", "16 GB of RAM", "for 40 users".

Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bizrag.answering.extractive.tables.conditions.conditions import Comparison, comparisons, limits_first
from bizrag.answering.extractive.tables.conditions.limits import asks_money, said_number, scaled, words_beside
from bizrag.answering.extractive.tables.reading.items import Condition, Item, is_of_money, properties_of, said_of
from bizrag.answering.extractive.tables.reading.row_values import RowValue, are_comparable, named_terms
from bizrag.answering.statements.asked import measured_column
from bizrag.model.terms import terms
from bizrag.model.words import NUMBER_WORDS

# "16 GB of RAM", "14-inch": a number with its unit, said of a thing
_AMOUNT = re.compile(
    rf"(?<![\w.,$€£¥-])(?P<number>\d[\d.,]*|(?:{'|'.join(NUMBER_WORDS)})\b)[\s-]?(?P<unit>[^\W\d_]{{1,12}}\b|%)",
    re.IGNORECASE,
)
_UNITS = {"inch": "in", "inches": "in", "hour": "h", "hours": "h", "hrs": "h", "kilograms": "kg", "kilos": "kg"}
# sizes of files and memory are told in several units
_BYTES = {unit: 1000.0**power for power, unit in enumerate(("b", "kb", "mb", "gb", "tb", "pb"))}
_CURRENCY = re.compile(r"[$€£¥]|\b(?:euros?|dollars?|pounds?|eur|usd|gbp|chf)\b", re.IGNORECASE)
# so far behind a limit its currency stands
_CHARS_BEHIND = 24
_ABOUT_MONEY = frozenset(terms("cost costs price priced"))
_BRACKETED = re.compile(r"\(([^()]*)\)\s*$")
_WITHIN = re.compile(r"\bwithin (?=[$€£¥]?\d)", re.IGNORECASE)
# "for 40 users": of those of which there may be so many
_FOR_SO_MANY = re.compile(r"\bfor (?P<number>\d[\d.,]*) (?P<what>[^\W\d_]{3,})", re.IGNORECASE)
_AT_MOST = re.compile(r"\b(?:max|maximum|up to|limit|capacity)\b", re.IGNORECASE)
_WITHOUT_LIMIT = frozenset(("unlimited", "no limit", "∞"))


def limits_on(question: str, items: Sequence[Item]) -> list[Condition] | None:
    """The limits and numbers that a question sets for one property each; None where it is not clear for which."""
    question = limits_first(_WITHIN.sub("at most ", question))
    limits = [_limit(comparison, items, question) for comparison in comparisons(question)]
    known = [limit for limit in limits if limit is not None]
    if len(known) < len(limits):
        return None
    known += _room_for(question, items)
    taken = {term for condition in known for term in condition.said}
    return [*known, *_amounts(question, items, {condition.name for condition in known}, taken)]


def _limit(comparison: Comparison, items: Sequence[Item], question: str) -> Condition | None:
    """What a limit means of the one property that it is of; None where that is not clear, or where its values do not
    compare with it.
    """
    if comparison.limit is None:
        return None
    beside = words_beside(question, comparison.start, comparison.end)
    behind = question[comparison.end :]
    names = _limited(beside, behind, items, is_percent=comparison.limit.is_percent)
    if len(names) != 1:
        return None
    (name,) = names
    values = [value for _, value in _numbers_of(name, items)]
    amount = _AMOUNT.match(behind.lstrip())
    limit, number = comparison.limit, comparison.limit.number * comparison.limit.magnitude
    in_bytes = _in_bytes(values, amount["unit"] if amount else "")
    if in_bytes is not None:
        numbers, number = in_bytes[0], limit.number * in_bytes[1]
    elif not are_comparable(values) or (numbers := scaled(values, limit)) is None:
        return None
    pairs = zip(_numbers_of(name, items), numbers, strict=True)
    # "under 1,000 euros": the number with its unit
    said = terms(" ".join((question[comparison.start : comparison.end], *behind.split()[:2])))
    of_name = (said_of(name, question) | _ABOUT_MONEY) & frozenset(terms(beside))
    return Condition(
        name=name,
        holds_for=frozenset(item.at for (item, _), own in pairs if limit.holds(own, number)),
        said=frozenset(said) | of_name,
    )


def _numbers_of(name: str, items: Sequence[Item]) -> list[tuple[Item, RowValue]]:
    return [(item, item.numbers[name]) for item in items if name in item.numbers]


def _in_bytes(values: Sequence[RowValue], unit: str) -> tuple[list[float], float] | None:
    """Sizes of memory in bytes, and how many of them the unit of a limit is; None for anything else."""
    units = [value.unit.casefold() for value in values]
    if unit.casefold() not in _BYTES or not all(own in _BYTES for own in units):
        return None
    return [value.number * _BYTES[own] for value, own in zip(values, units, strict=True)], _BYTES[unit.casefold()]


def _limited(beside: str, behind: str, items: Sequence[Item], *, is_percent: bool) -> list[str]:
    """The properties in numbers that a limit may be of: of its unit, of money, or named beside it."""
    names = [
        name
        for name in properties_of(items)
        if len(own := _numbers_of(name, items)) > 1
        and all((value.unit == "%" or "%" in name) == is_percent for _, value in own)
    ]
    amount = _AMOUNT.match(behind.lstrip())
    of_unit = [name for name in names if amount is not None and _is_in(amount["unit"], name, items)]
    if of_unit:
        names = of_unit
    elif _CURRENCY.search(behind[:_CHARS_BEHIND]) or asks_money(beside):
        names = [name for name in names if is_of_money(name, items)] or names
    if len(names) < 2:
        return names
    shared = {name: len(set(terms(name)) & set(terms(beside))) for name in names}
    measure = measured_column(beside)
    named = [name for name in names if shared[name] == max(shared.values()) > 0]
    return named or [name for name in names if measure is not None and measure.search(name)]


def _is_in(unit: str, name: str, items: Sequence[Item]) -> bool:
    """Whether a property is told in a unit, behind its values or in brackets behind its name, or is called like it."""
    if (own := set(terms(unit))) and own == set(terms(name)):
        return True
    units = {_as_unit(value.unit) for _, value in _numbers_of(name, items)}
    if _as_unit(unit) in _BYTES and units <= _BYTES.keys():
        return True
    bracketed = _BRACKETED.search(name)
    own = units if len(units) == 1 and units != {""} else {_as_unit(bracketed[1])} if bracketed else set[str]()
    return _as_unit(unit) in own


def _as_unit(said: str) -> str:
    return _UNITS.get(said.casefold(), said.casefold())


def _room_for(question: str, items: Sequence[Item]) -> Iterator[Condition]:
    """What there may be so many of as a question says: "for 40 users" of "Users (max.)"."""
    for found in _FOR_SO_MANY.finditer(question):
        what = set(terms(found["what"]))
        names = [name for name in properties_of(items) if what <= set(terms(name)) and _AT_MOST.search(name)]
        if len(names) != 1:
            continue
        number = said_number(found["number"])
        without = (item for item in items if item.cells[names[0]].value.casefold() in _WITHOUT_LIMIT)
        enough = (item for item, value in _numbers_of(names[0], items) if value.number >= number)
        yield Condition(
            name=names[0],
            holds_for=frozenset(item.at for item in (*without, *enough)),
            said=frozenset(terms(found[0])),
        )


def _amounts(question: str, items: Sequence[Item], taken: set[str], said: set[str]) -> Iterator[Condition]:
    """What has a number in the unit that a question says, and not as a limit: "with 16 GB of RAM"."""
    for found in _AMOUNT.finditer(question):
        number = found["number"].rstrip(".,")
        if set(terms(number)) & said:
            continue
        names = [name for name in properties_of(items) if name not in taken and _is_in(found["unit"], name, items)]
        if len(names) > 1:
            names = [name for name in names if named_terms(name) & set(terms(question))]
        if len(names) != 1:
            continue
        value = said_number(number)
        yield Condition(
            name=names[0],
            holds_for=frozenset(item.at for item, own in _numbers_of(names[0], items) if own.number == value),
            said=frozenset(terms(found[0])) | said_of(names[0], question),
            is_known=False,
        )
