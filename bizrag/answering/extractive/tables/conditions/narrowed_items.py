"""What a table tells of the things that meet several conditions at once: "the cheapest hotel in Munich with breakfast".

Each condition is of one property; of the things that meet all of them every one is told, their number, the largest, or
what they add up to. Rows are tried first, then columns. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from bizrag.answering.extractive.tables.conditions.item_conditions import conditions_of
from bizrag.answering.extractive.tables.conditions.limits import asks_money
from bizrag.answering.extractive.tables.conditions.negations import without_negations
from bizrag.answering.extractive.tables.reading.found_rows import MOST_TOLD, said_around, told_count
from bizrag.answering.extractive.tables.reading.items import (
    HAS_IT,
    Condition,
    Item,
    dated_property,
    is_of_money,
    is_ticked,
    items_of_columns,
    items_of_rows,
    names_of,
    properties_of,
)
from bizrag.answering.extractive.tables.reading.row_values import are_comparable, column_terms, row_name
from bizrag.answering.extractive.tables.reckoned.asked_sums import ASKS_SUM
from bizrag.answering.extractive.tables.reckoned.better import TIME
from bizrag.answering.extractive.tables.reckoned.computed import Computed, Reckoned, computed
from bizrag.answering.extractive.tables.reckoned.extremes import asks_most, extreme_word
from bizrag.answering.statements.asked import measured_column, wanted_cells
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS = re.compile(
    r"\b(?:which|what|who|whose|when|where|list|name|how (?:much|many))\b"
    r"|^\W*(?P<checks>is|are|does|do|has|have|can)\b",
    re.IGNORECASE,
)
_ASKS_OTHER = re.compile(r"\b(?:if|should|must|why|change[ds]?|grow|growth|grew|share|percentage)\b", re.IGNORECASE)
_ASKS_KIND = re.compile(r"\W*(?:who|whose|when|where)\b", re.IGNORECASE)
_COUNTS = re.compile(r"\bhow many\b", re.IGNORECASE)
_ASKS_MEAN = re.compile(r"\b(?:average|mean)\b", re.IGNORECASE)
_FIRST, _LAST = (
    re.compile(r"\b(?:first|earliest|soonest)\b", re.IGNORECASE),
    re.compile(r"\b(?:last|latest)\b", re.IGNORECASE),
)
_NEAR = re.compile(r"\b(?:closest|nearest)\b", re.IGNORECASE)
_BY_PRICE = re.compile(r"\b(?:cheapest|priciest|dearest|costliest|expensive)\b", re.IGNORECASE)
_LONG = re.compile(r"longest|shortest", re.IGNORECASE)
_SIZED = re.compile(r"(?:larg|small|bigg|high|low|great)est", re.IGNORECASE)
_DISTANCE = re.compile(r"\b(?:distances?|km|miles?|away|walk\w*)\b", re.IGNORECASE)
# what things are called in a question, behind the word that asks for them or for the largest
_KIND = re.compile(
    r"\b(?:which|what|how many|list|name|all|(?:most|least) expensive|\w+est)(?: of (?:the|our))?"
    r" (?P<kind>[^\W\d_]+)(?: (?P<next>[^\W\d_]+))?",
    re.IGNORECASE,
)
# say nothing of a thing but that something is true of it
_GENERIC = frozenset(
    terms(
        "cost costs costing price priced offer offers include includes included including come comes get gets need "
        "needs provide provides total sum average mean many much number available give gives per out there one ones "
        "least most than only both every together long longest closest nearest expensive within weigh weighs last "
        "lasts take takes go goes begin begins happen happens first earliest soonest latest"
    )
)
_MIN_CONDITIONS, _MIN_SUMMED = 2, 2
Name = str


def find_narrowed(question: str, rows: Sequence[Statement]) -> Computed | None:
    """What is asked of the rows, or of the columns, of one table that meet all conditions of a question.

    None where the question sets one condition alone, which the other rules for tables know, or says anything that is
    neither a condition nor what is asked for.
    """
    asks = _ASKS.search(question)
    if len(rows) < _MIN_CONDITIONS or asks is None or _ASKS_OTHER.search(question):
        return None
    is_check = asks["checks"] is not None
    for items, is_of_rows in ((items_of_rows(rows), True), (items_of_columns(rows), False)):
        conditions = conditions_of(question, items, is_of_marks=not is_check) if items else None
        if conditions is None:
            continue
        taken = frozenset[str]().union(*(condition.said for condition in conditions))
        asked = _asked_of(question, items, taken, rows[0])
        if _is_known(question, conditions, asked) if is_of_rows else not (conditions or is_check):
            continue
        if is_check and not (asked.measured and asked.marked):
            continue
        if asked.is_clear and not _unsaid(question, taken, items, asked, rows[0]):
            return _told(question, items, conditions, asked)
    return None


def _is_known(question: str, conditions: Sequence[Condition], asked: _Asked) -> bool:
    """Whether the other rules for the rows of tables know what is asked: one condition alone, the largest of all."""
    if conditions and _COUNTS.search(question):
        return False
    # "How much does the lightest one cost?" asks for another property than it compares
    is_of_other = bool(asked.measured and set(asked.wanted) - set(asked.measured))
    is_one = len(conditions) + len(asked.measured) + is_of_other < _MIN_CONDITIONS
    is_of_days = asked.is_of_days and bool(asked.measured)
    return is_one and not is_of_days and all(condition.is_known for condition in conditions)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What a question asks of the things that meet its conditions."""

    # the largest or smallest one; None where all are asked for
    is_most: bool | None
    # the property that is compared or reckoned, and those that are told
    measured: tuple[Name, ...]
    wanted: tuple[Name, ...]
    # of these the ones that things have or have not
    marked: tuple[Name, ...]
    # whether the first or last of several days is asked for
    is_of_days: bool
    is_clear: bool


def _asked_of(question: str, items: Sequence[Item], taken: frozenset[str], first: Statement) -> _Asked:
    is_most = _asks_most(question)
    is_summed = ASKS_SUM.search(question) is not None or _ASKS_MEAN.search(question) is not None
    measure = _measure(question, items, taken) if is_most is not None or is_summed else ""
    is_of_days = not measure and (is_last := _asks_last(question)) is not None
    if is_of_days:
        is_most, measure = is_last, dated_property(items, question)
    rest = set(terms(question)) - taken
    # "Who leads", "the rate of"; a word of what the table is about names a property with all of its others
    about = rest - set(terms(_around(first)))
    wanted = [name for name in properties_of(items) if any(own & about or own <= rest for own in names_of(name))]
    if asks_money(question) and not (measure and is_of_money(measure, items)):
        wanted += [name for name in properties_of(items) if is_of_money(name, items)]
    if _ASKS_KIND.match(question):
        wanted += _of_kind(question, items[0], [measure, *wanted])
    return _Asked(
        is_most=is_most,
        measured=(measure,) if measure else (),
        wanted=tuple(wanted),
        marked=tuple(name for name in wanted if is_ticked(items, name)),
        is_of_days=is_of_days,
        is_clear=bool(measure) or (is_most is None and not is_summed),
    )


def _of_kind(question: str, item: Item, kept: Sequence[Name]) -> list[Name]:
    """The properties that tell who, when or where, as a question asks."""
    names = list(item.cells)
    cells = [item.cells[name].said for name in names]
    told = wanted_cells(question, cells, [name in kept for name in names])
    return [name for name, is_told in zip(names, told, strict=True) if is_told and name not in kept]


def _asks_most(question: str) -> bool | None:
    """Whether the largest of several numbers is asked for, or the smallest."""
    return False if _NEAR.search(question) else asks_most(question)


def _asks_last(question: str) -> bool | None:
    """Whether the last of several days is asked for, or the first."""
    return True if _LAST.search(question) else False if _FIRST.search(question) else None


def _told(question: str, items: Sequence[Item], conditions: Sequence[Condition], asked: _Asked) -> Computed | None:
    meeting = [item for item in items if all(item.at in condition.holds_for for condition in conditions)]
    names = list(dict.fromkeys((*(condition.name for condition in conditions), *asked.measured, *asked.wanted)))
    if not meeting:
        return None
    if asked.is_most is not None:
        return _extreme(meeting, asked.measured[0], names, is_most=asked.is_most)
    if asked.measured:
        return _reckoned(question, _named_by(question, meeting, conditions, asked), asked.measured[0])
    count = told_count(len(meeting), len(items), is_asked=_COUNTS.search(question) is not None)
    return _listed(meeting[:MOST_TOLD], names, count)


def _named_by(question: str, items: Sequence[Item], conditions: Sequence[Condition], asked: _Asked) -> Sequence[Item]:
    """The things whose names have the most words of a question; all where no name, or every one, has them: the title of
    a table may name one of its rows, too.
    """
    taken = frozenset[str]().union(*(condition.said for condition in conditions))
    words = set(terms(question)) - taken - set(terms(" ".join(asked.measured))) - _GENERIC
    counts = [len(words & set(terms(row_name(item.name)))) for item in items]
    return [item for item, count in zip(items, counts, strict=True) if count == max(counts)]


def _extreme(meeting: Sequence[Item], measure: Name, names: Sequence[Name], *, is_most: bool) -> Computed | None:
    """The one of the things with the most or least of a measure, or the last or first day; None where two are alike."""
    measured = [item.numbers[measure] for item in meeting if measure in item.numbers]
    days = {item.at: day.first for item in meeting if (day := item.day(measure)) is not None}
    if len(days) == len(meeting):
        order = {at: float(day.toordinal()) for at, day in days.items()}
    elif measured and are_comparable(measured):
        order = {item.at: item.numbers[measure].number for item in meeting if measure in item.numbers}
    else:
        return None
    best = (max if is_most else min)(order.values())
    found = [item for item in meeting if order.get(item.at) == best]
    return _listed(found, names, "") if len(found) == 1 else None


def _reckoned(question: str, meeting: Sequence[Item], measure: Name) -> Computed | None:
    values = [item.numbers[measure] for item in meeting if measure in item.numbers]
    if len(values) < max(len(meeting), _MIN_SUMMED) or not are_comparable(values):
        return None
    kind = Reckoned.AVERAGE if _ASKS_MEAN.search(question) else Reckoned.SUM
    return computed(kind, values, set(terms(question)), is_over_time=False)


def _listed(items: Sequence[Item], names: Sequence[Name], count: str) -> Computed:
    cells = [[item.cells[name] for name in names if name in item.cells] for item in items]
    said = [f"{item.name}: {'; '.join(cell.said for cell in own)}." for item, own in zip(items, cells, strict=True)]
    rows = {id(cell.row): cell.row for own in cells for cell in own}
    return Computed(statements=tuple(rows.values()), text=count + " ".join(said), is_named=True)


def _measure(question: str, items: Sequence[Item], taken: frozenset[str]) -> Name:
    """The one property in numbers that is compared or added up; empty where that is not clear."""
    names = [
        name
        for name in properties_of(items)
        if sum(name in item.numbers and item.day(name) is None for item in items) > 1
    ]
    word = extreme_word(question)
    if _BY_PRICE.search(question) or (word.casefold() in ("least", "most") and asks_money(question)):
        return _only(names, lambda name: is_of_money(name, items))
    if _NEAR.search(question):
        return _only(names, lambda name: _DISTANCE.search(name) is not None)
    if _LONG.fullmatch(word) and (of_time := _only(names, lambda name: TIME.search(name) is not None)):
        return of_time
    if asks_money(question) and not word:
        return _only(names, lambda name: is_of_money(name, items))
    # "lightest" says itself what is compared
    own_measure = measured_column(word)
    if own_measure is not None and (own := _only(names, lambda name: own_measure.search(name) is not None)):
        return own
    rest = set(terms(question)) - taken
    shared = {name: len(column_terms(name) & rest) for name in names}
    best = max(shared.values(), default=0)
    if best:
        return _only(names, lambda name: shared[name] == best)
    measure = measured_column(question)
    if measure is not None:
        return _only(names, lambda name: measure.search(name) is not None)
    # where only one property is in numbers it is the one that is compared
    return names[0] if _SIZED.fullmatch(word) and len(names) == 1 else ""


def _only(names: Sequence[Name], is_meant: Callable[[Name], bool]) -> str:
    meant = [name for name in names if is_meant(name)]
    return meant[0] if len(meant) == 1 else ""


def _unsaid(question: str, taken: frozenset[str], items: Sequence[Item], asked: _Asked, first: Statement) -> Set[str]:
    """What a question says that is no condition, not what is asked for, and not what the table is about."""
    around = _around(first)
    # "unfurnished rooms": of a word before the kind it is not known what it says
    kinds = " ".join(
        found["kind"] for found in _KIND.finditer(question) if not set(terms(found["next"] or "")) & set(terms(around))
    )
    named = " ".join((*asked.measured, *asked.wanted))
    known = {*terms(around), *terms(kinds), *terms(named), *terms(extreme_word(question))}
    return without_negations(set(terms(question))) - taken - known - _GENERIC - HAS_IT


def _around(first: Statement) -> str:
    """What the table of a row is about: what stands over it, what its rows are, and the document's name."""
    return f"{said_around(first)} {first.kind_of_row} {first.hit.title} {' '.join(first.hit.headings)}"
