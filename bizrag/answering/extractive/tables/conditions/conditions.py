"""Which rows or columns of a table or chart meet a condition, where a question asks for them. Pure.

"Which sites have more than 100 beds?", "In which years were sales below the plan?" and "Which cost fell every year?"
ask for those of which it holds: no word of the question is in them. The values are printed, or measured, and compared.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bizrag.answering.extractive.tables.conditions.limits import (
    Limit,
    find_within,
    read_limit,
    words_beside,
)
from bizrag.answering.extractive.tables.reading.found_rows import (
    MIN_COMPARED,
    MOST_TOLD,
    NO_GROUPS,
    Groups,
    in_order,
    is_in_keywords,
    told_count,
)
from bizrag.answering.extractive.tables.reading.row_values import (
    Key,
    RowValue,
    are_comparable,
    column_of,
    is_sum,
    label_of,
    named_terms,
    naming_cell,
    periods_in,
    row_values,
)
from bizrag.answering.extractive.tables.reckoned.better import BAD, GOOD
from bizrag.answering.extractive.tables.reckoned.computed import Computed, change_between, statements_of
from bizrag.answering.extractive.tables.reckoned.courses import asks_course, find_on_course
from bizrag.answering.extractive.tables.reckoned.crossings import asks_crossing, first_crossing
from bizrag.answering.statements.reading import Statement
from bizrag.describing.tables import GROUP_END
from bizrag.model.terms import is_year, terms
from bizrag.model.words import NUMBER_WORDS

_LESS = (
    r"(?P<at_most>no more than|not more than|at most|up to)"
    r"|(?P<less>(?:less|fewer|lower|smaller|shorter|cheaper|lighter|younger|worse) "
    r"(?P<of_less>(?:(?!than)\S+ ){0,6})than|under|below|behind|short of)"
)
_MORE = (
    r"(?P<at_least>no less than|no fewer than|not less than|at least)"
    r"|(?P<more>(?:more|greater|higher|larger|bigger|longer|better|heavier|older) "
    r"(?P<of_more>(?:(?!than)\S+ ){0,6})than|over|above|ahead of"
    r"|exceed(?:s|ed|ing)?|beat(?:s|en)?|outs(?:ells?|old)|(?<!most )outnumber(?:s|ed)?|outpace[sd]?|surpass(?:es|ed)?"
    r"|overt(?:akes?|ook))"
)
_COMPARES = re.compile(rf"\b(?:{_LESS}|{_MORE})\b", re.IGNORECASE)
_HOLDS: Mapping[str, Callable[[float, float], bool]] = MappingProxyType(
    {"at_most": operator.le, "less": operator.lt, "at_least": operator.ge, "more": operator.gt}
)
# "80% complete or more", "a score of 15 or higher"
_OR_MORE = re.compile(
    r"(?<!\S)(?=[$€£¥]?\d)(?P<limit>[^,;?]*?) (?:or|and) "
    r"(?:(?P<at_least>more|higher|above|over|greater|better|longer)|(?P<at_most>less|fewer|lower|below|under|shorter))\b",
    re.IGNORECASE,
)
# "over the last five years", "over 25 years", "over four years": no values are compared
_SPAN = re.compile(
    r"\b(?:over|under|up to)\s(?:the |these |this )?"
    r"(?:last|past|next|previous|time|period|course|years?|quarters?"
    rf"|(?P<number>\d+|{'|'.join(NUMBER_WORDS)}) (?P<unit>day|week|month|quarter|year)s?)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:which|what(?! (?:is|was)\b)|who|where|when|name|list)\b"
    # "how many euros a month less do they earn" is no number of rows
    r"|\b(?P<count>(?<!by )how many(?! (?:more|fewer)\b"
    r"| (?:[\w-]+ ){1,3}(?:more|fewer|less) (?:do|does|did|is|are|was|were)\b))",
    re.IGNORECASE,
)
# what is to be done, and why, is written
_NO_COMPARISON = re.compile(
    r"\b(?:if|should|must|happens?|why|(?<!how many )(?<!which )reasons?|because|proportion|ratio|percentage of"
    r"|(?<!by )how (?:much|far))\b",
    re.IGNORECASE,
)
_FURTHEST = re.compile(r"\b(?:furthest|farthest|most)\W*$", re.IGNORECASE)
_YEAR_BEFORE = re.compile(
    r"\b(?:a|one|the) year (?:earlier|before|ago)\b|\b(?:the )?(?:previous|prior|preceding) year\b", re.IGNORECASE
)
# "than in the survey before"
_EARLIER = re.compile(r"\b(?:previous|prior|preceding|earlier|before|last)\b", re.IGNORECASE)
# of what is bad more is worse
_BY_QUALITY = re.compile(r"(?:better|worse)\b", re.IGNORECASE)
_BY_HOW_MUCH = re.compile(r"\bby how (?:much|many|far)\b", re.IGNORECASE)
_PAIR = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Where a question compares, and with which number; None for one with something else."""

    start: int
    end: int
    limit: Limit | None


def find_meeting(question: str, rows: Sequence[Statement]) -> Computed | None:
    """Those of one table or chart that meet the condition of a question, each with the values that tell so.

    A condition is a limit ("more than 100 beds"), another column or row ("below the plan") or a course ("fell every
    year"). "How many" is answered by their number, too. None where the question sets no condition, where nothing meets
    it, or where the values cannot be told apart or compared.
    """
    asks = _ASKS.search(question)
    if not _is_asked(question):
        return None
    values = _of_named_group(question, [value for row in in_order(rows) for value in row_values(row)])
    is_course = asks_course(question) and not _COMPARES.search(question)
    if is_course:
        meeting, num_compared = find_on_course(question, values)
    else:
        meeting, num_compared = _compared(question, values)
    if not meeting:
        return None
    asked = set(terms(question))
    is_counted = asks is not None and asks["count"] is not None
    # the years of a table stand in tables of many things
    if is_counted and not _is_named(meeting, asked) and _are_others(asked, rows):
        return None
    told = meeting[:MOST_TOLD]
    count = told_count(len(meeting), num_compared, is_asked=is_counted)
    statements = statements_of(value for group in told for value in group)
    with_change = _BY_HOW_MUCH.search(question) is not None
    # of a course the first value is of the earlier time, else of what is compared with the second
    changes = [_change_of(group, is_course=is_course) if with_change else "" for group in _joined(told)]
    said = " ".join(_said(group, asked, change) for group, change in zip(_joined(told), changes, strict=True))
    return Computed(statements=statements, text=count + said, is_named=_is_named(meeting, asked))


def _are_others(asked: set[str], rows: Sequence[Statement]) -> bool:
    """Whether a table says what its rows are, and a question does not."""
    kind = set(terms(rows[0].kind_of_row))
    return bool(kind) and kind.isdisjoint(asked)


def _of_named_group(question: str, values: Sequence[RowValue]) -> Sequence[RowValue]:
    """The values of the rows under the one label that a question names whole; all where it names none, or a row there:
    "components of deferred tax assets".
    """
    asked = set(terms(question))
    groups = dict.fromkeys(above for value in values if (above := value.label.rpartition(GROUP_END)[0].strip()))
    named = [above for above in groups if (own := set(terms(above))) and own <= asked]
    of_group = [value for value in values if value.label.rpartition(GROUP_END)[0].strip() in named]
    is_of_row = any(len(own := named_terms(value.label)) and own <= asked for value in of_group)
    return of_group if len(named) == 1 and len({value.label for value in of_group}) > 1 and not is_of_row else values


def _is_asked(question: str) -> bool:
    """Whether a question asks what meets a condition: not "revenue above plan", which asks for a figure."""
    is_asked = _ASKS.search(question) is not None or (is_in_keywords(question) and sets_limit(question))
    return is_asked and not _NO_COMPARISON.search(question)


def _comparisons(question: str, values: Sequence[RowValue]) -> list[re.Match[str]]:
    return [found for found in _COMPARES.finditer(question) if not _is_span(question, found.start(), values)]


def _holds(found: re.Match[str]) -> Callable[[float, float], bool]:
    return next(holds for way, holds in _HOLDS.items() if found[way])


def limits_first(question: str) -> str:
    """A question in which each limit stands behind what it compares by.

    >>> limits_first("Which have 80% or more?")
    'Which have at least 80%?'
    """
    return _OR_MORE.sub(_limit_first, question)


def comparisons(question: str) -> list[Comparison]:
    """All that a question compares with, limits first (``limits_first``)."""
    return [
        Comparison(start=found.start(), end=found.end(), limit=read_limit(question[found.end() :], _holds(found)))
        for found in _comparisons(question, ())
    ]


def compares(question: str) -> bool:
    """Whether a question asks for more or less than something.

    >>> compares("Which have more than 5%?"), compares("Which have 5%?")
    (True, False)
    """
    return _COMPARES.search(limits_first(question)) is not None


def sets_limit(question: str) -> bool:
    """Whether a question compares with a number.

    >>> sets_limit("articles over 80 EUR"), sets_limit("revenue above plan")
    (True, False)
    """
    question = limits_first(question)
    return any(read_limit(question[found.end() :], operator.gt) for found in _COMPARES.finditer(question))


def _is_named(meeting: Sequence[Sequence[RowValue]], asked: set[str]) -> bool:
    """Whether a question says more of what is compared than its period: a column "2025" stands in many tables."""
    columns = {value.column for group in meeting for value in group if len(group) == 1}
    return len(columns) != 1 or any((named_terms(column) - periods_in(column)) & asked for column in columns)


def _compared(question: str, values: Sequence[RowValue]) -> Groups:
    """Those on which a comparison holds that a question makes, and how many it was made for."""
    question = limits_first(question)
    made = _comparisons(question, values)
    if len(made) != 1:
        return NO_GROUPS
    found = made[0]
    holds = _holds(found)
    if _BY_QUALITY.match(found[0]) and BAD.search(question) and not GOOD.search(question):
        holds = operator.gt if holds is operator.lt else operator.lt
    # "less revenue in 2025 than": what lies between is said of both
    both = found["of_less"] or found["of_more"] or ""
    before, after = f"{question[: found.start()]} {both}", question[found.end() :]
    limit = read_limit(after, holds)
    if limit is None:
        return _against_other(
            before, _with_year(after, before), both, values, holds, is_crossing=asks_crossing(question)
        )
    return find_within(question, values, limit, words_beside(question, found.start(), found.end()))


def _is_span(question: str, start: int, values: Sequence[RowValue]) -> bool:
    """Whether a comparison is none but a length of time: "over 25 years", not "a lead time over 10 days"."""
    if (span := _SPAN.match(question, start)) is None:
        return False
    if not span["number"]:
        return True
    before, unit = terms(question[:start]), span["unit"].casefold()
    timed = (value for value in values if unit in f"{value.column} {value.cell}".casefold())
    columns = {frozenset(named_terms(value.column)) for value in timed}
    return not any(own <= set(before) and before[-1] in own for own in columns if own)


def _limit_first(found: re.Match[str]) -> str:
    """ "80% complete or more" as "at least 80% complete"."""
    return f"{'at least' if found['at_least'] else 'at most'} {found['limit']}"


def _with_year(after: str, before: str) -> str:
    """What is compared with, by its year: "a year earlier" than 2025 is 2024."""
    years = [term for term in terms(before) if is_year(term)]
    return _YEAR_BEFORE.sub(str(int(years[-1]) - 1), after) if years else after


def _against_other(
    before: str,
    after: str,
    both: str,
    values: Sequence[RowValue],
    holds: Callable[[float, float], bool],
    *,
    is_crossing: bool,
) -> Groups:
    """The items whose value of one name compares with that of another: both named, one on each side. Of a crossing the
    first one.
    """
    for name, item in ((column_of, label_of), (label_of, column_of)):
        # a note below a chart has numbers, too
        counts = Counter(map(name, values))
        names = [one for one, count in counts.items() if one and count >= MIN_COMPARED]
        other = _best_name(names, after, both) or _earlier_name(names, before, after)
        rest = [one for one in names if one != other]
        # "below their target balance" says what both are
        own = (
            _best_name(rest, before, _heading(values))
            or _best_name(rest, after, "")
            or _only_alike(rest, other, values, name)
        )
        if not other or not own:
            continue
        pairs = [
            pair
            for said in dict.fromkeys(map(item, values))
            if said and not is_sum(said)
            if (pair := _pair([value for value in values if item(value) == said], own, other, name)) is not None
        ]
        if len(pairs) < MIN_COMPARED or not are_comparable([value for pair in pairs for value in pair]):
            continue
        meeting = [pair for pair in pairs if holds(pair[0].number, pair[1].number)]
        if is_crossing and (crossing := first_crossing(pairs, holds)):
            meeting = [list(crossing[0])]
        elif meeting and _FURTHEST.search(before):
            meeting = [max(meeting, key=lambda pair: abs(pair[0].number - pair[1].number))]
        if meeting:
            return meeting, len(pairs)
    return NO_GROUPS


def _earlier_name(names: Sequence[str], before: str, after: str) -> str:
    """The name of the last year before the one that a question names first: "than in the survey before"."""
    if not _EARLIER.search(after):
        return ""
    years = {name: own[0] for name in names if len(own := list(filter(is_year, periods_in(name)))) == 1}
    asked = [year for year in years.values() if year in terms(before)]
    earlier = [year for year in years.values() if asked and year < asked[0]]
    found = [name for name, year in years.items() if year == max(earlier)] if earlier else []
    return found[0] if len(found) == 1 == len(set(asked)) else ""


def _only_alike(names: Sequence[str], other: str, values: Sequence[RowValue], name: Key) -> str:
    """The only name of the same unit as another, or of these the only one of its period."""
    units = {one: {value.unit for value in values if name(value) == one} for one in (*names, other)}
    alike = [one for one in names if units[one] == units.get(other)]
    if len(alike) > 1:
        alike = [one for one in alike if periods_in(one) == periods_in(other)]
    return alike[0] if len(alike) == 1 else ""


def _best_name(names: Sequence[str], said: str, beside: str) -> str:
    """The name that shares the most terms with what is said; of several the one that does with what stands beside."""
    wanted, more = set(terms(said)), set(terms(beside))
    # "their target balance" is the column "Target", and not "Balance June 30"
    counts = [
        (len(wanted & own), 0 < len(named_terms(name)) <= len(wanted & own), len(more & own))
        for name in names
        for own in (set(terms(name)),)
    ]
    best = max(counts, default=(0, False, 0))
    found = [name for name, count in zip(names, counts, strict=True) if count == best]
    # "Votes #" and "Votes %" say the same: the first one is compared
    return found[0] if best[0] and len({frozenset(terms(name)) for name in found}) == 1 else ""


def _pair(values: Sequence[RowValue], own: str, other: str, name: Key) -> list[RowValue] | None:
    ones = [value for value in values if name(value) == own]
    others = [value for value in values if name(value) == other]
    return [ones[0], others[0]] if len(ones) == len(others) == 1 else None


def _joined(groups: list[list[RowValue]]) -> list[list[RowValue]]:
    """Single cells of one row as one group."""
    is_one_row = len({id(value.statement) for group in groups for value in group}) == 1
    return [[value for group in groups for value in group]] if is_one_row else groups


def _change_of(group: Sequence[RowValue], *, is_course: bool) -> str:
    if len(group) != _PAIR:
        return ""
    return change_between(*group) if is_course else change_between(*reversed(group))


def _said(group: Sequence[RowValue], asked: set[str], change: str) -> str:
    """``Hernia: Meridia 1.08; National 1.5.``: values of a row by their columns, of a column by their rows."""
    is_row = len({value.label for value in group}) == 1
    name = group[0].label if is_row else group[0].column
    cells = [value.cell if is_row else f"{value.label} {value.printed}" for value in group]
    cells.append(change)
    if is_row:
        cells.insert(0, naming_cell(group[0].statement, asked))
    said = "; ".join(filter(None, dict.fromkeys(cells)))
    return f"{name}: {said}." if name else f"{said}."


def _heading(values: Sequence[RowValue]) -> str:
    """The first line of a table's text: its heading or caption."""
    return values[0].statement.hit.text.split("\n", 1)[0] if values else ""
