"""Which rows or columns of a table or chart meet a condition, where a question asks for them. Pure.

"Which sites have more than 100 beds?", "In which years were sales below the plan?" and "Which cost fell every year?"
ask for those of which it holds: no word of the question is in them. The values are printed, or measured, and compared.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from bizrag.answering.arithmetic import Computed, change_between
from bizrag.answering.row_values import (
    Key,
    RowValue,
    are_comparable,
    column_of,
    is_sum,
    label_of,
    naming_cell,
    row_name,
    row_values,
)
from bizrag.answering.statements import Statement
from bizrag.answering.terms import terms

_LESS = (
    r"(?P<at_most>no more than|not more than|at most|up to)"
    r"|(?P<less>(?:less|fewer|lower|smaller|shorter|cheaper|lighter|younger) (?P<of_less>(?:(?!than)\S+ ){0,6})than"
    r"|under|below|behind|short of)"
)
_MORE = (
    r"(?P<at_least>no less than|no fewer than|not less than|at least)"
    r"|(?P<more>(?:more|greater|higher|larger|bigger|longer|better|heavier|older) "
    r"(?P<of_more>(?:(?!than)\S+ ){0,6})than|over|above|ahead of"
    r"|exceed(?:s|ed|ing)?|beat(?:s|en)?|outs(?:ells?|old)|outnumber(?:s|ed)?|outpace[sd]?|surpass(?:es|ed)?"
    r"|overt(?:akes?|ook))"
)
_COMPARES = re.compile(rf"\b(?:{_LESS}|{_MORE})\b", re.IGNORECASE)
_HOLDS: Mapping[str, Callable[[float, float], bool]] = MappingProxyType(
    {"at_most": operator.le, "less": operator.lt, "at_least": operator.ge, "more": operator.gt}
)
_LIMIT = re.compile(
    r"\s(?:about )?(?P<sign>[$€£¥]|(?-i:[A-Z]{3}) )?(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)"
    r"\s?(?P<unit>%|per ?cent|thousand|million|billion|k|mn?|bn)?(?![\w.,]*\d|[-/])",
    re.IGNORECASE,
)
# "80% complete or more", "a score of 15 or higher"
_OR_MORE = re.compile(
    r"(?<!\S)(?=[$€£¥]?\d)(?P<limit>[^,;?]*?) (?:or|and) "
    r"(?:(?P<at_least>more|higher|above|over|greater|better|longer)|(?P<at_most>less|fewer|lower|below|under|shorter))\b",
    re.IGNORECASE,
)
# "over the last five years", "over 25 years": no values are compared
_SPAN = re.compile(
    r"\b(?:over|under|up to)\s(?:the |these |this )?"
    r"(?:last|past|next|previous|time|period|course|years?|quarters?|\d+ (?:day|week|month|quarter|year)s?)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:which|what(?! (?:is|was)\b)|who|where|when|name|list)\b|\b(?P<count>how many(?! (?:more|fewer)\b))",
    re.IGNORECASE,
)
# what is to be done, and why, is written
_NO_COMPARISON = re.compile(
    r"\b(?:if|should|must|happens?|why|reasons?|because|proportion|ratio|percentage of|(?<!by )how (?:much|far))\b",
    re.IGNORECASE,
)
_FASTEST = re.compile(r"\b(?:fastest|quickest)\b", re.IGNORECASE)
_FURTHEST = re.compile(r"\b(?:furthest|farthest|most)\W*$", re.IGNORECASE)
_YEAR_BEFORE = re.compile(
    r"\b(?:a|one|the) year (?:earlier|before|ago)\b|\b(?:the )?(?:previous|prior|preceding) year\b", re.IGNORECASE
)
_BY_HOW_MUCH = re.compile(r"\bby how (?:much|many|far)\b", re.IGNORECASE)
_EACH_PERIOD = re.compile(
    r"\b(?:(?:every|each|both|all|successive|consecutive) (?:\w+ )?(?:year|quarter|month|period)s?"
    r"|(?:year|quarter) after|without (?:a break|interruption)|consistently|continuously|steadily)\b",
    re.IGNORECASE,
)
_FROM_TO = re.compile(r"\b(?:from|between)\b[^?]*?\b(?:19|20)\d\d (?:to|and)\b[^?]*\b(?:19|20)\d\d\b", re.IGNORECASE)
_FELL = re.compile(
    r"\b(?:f[ae]ll(?:en|s)?|declin\w+|decreas\w+|shr[aiu]nk\w*|drop\w*|smaller|shorter|lower|less|fewer|cheaper|down)\b",
    re.IGNORECASE,
)
_ROSE = re.compile(
    r"\b(?:r[io]se[ns]?|gr[eo]w\w*|increas\w+|larger|bigger|higher|longer|more|dearer|up)\b", re.IGNORECASE
)
_PERIOD = re.compile(r"(?:19|20)\d\d|[qh][1-4]|fy")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MAGNITUDES: Mapping[str, float] = MappingProxyType({"t": 1e3, "k": 1e3, "m": 1e6, "b": 1e9})
# what a table says its amounts are in: "(in thousands)", "EUR thousand", "£m", "SEK bn"
_SCALE = re.compile(
    r"(?<!\d )\b(?P<word>thousand|million|billion)s?\b|(?:[$€£¥]|\b(?-i:[A-Z]{3}) ?)(?P<short>k|mn?|bn)\b",
    re.IGNORECASE,
)
_SCALES = frozenset(terms("thousand million billion"))
_SCALE_STEPS = (1.0, 1e3, 1e6, 1e9)
_CELL_SCALE = re.compile(r"(?:k|mn?|bn)", re.IGNORECASE)
_LARGE = 1e6
# so many values of one thing go up or down each time
_MIN_PERIODS = 3
_MIN_COMPARED = 2
_MOST_TOLD = 12
_PAIR = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Limit:
    holds: Callable[[float, float], bool]
    number: float
    # 1,000 of "5 thousand"; 1 without such
    magnitude: float
    is_percent: bool


def find_meeting(question: str, rows: Sequence[Statement]) -> Computed | None:
    """Those of one table or chart that meet the condition of a question, each with the values that tell so.

    A condition is a limit ("more than 100 beds"), another column or row ("below the plan") or a course ("fell every
    year"). "How many" is answered by their number, too. None where the question sets no condition, where nothing meets
    it, or where the values cannot be told apart or compared.
    """
    asks = _ASKS.search(question)
    if asks is None or _NO_COMPARISON.search(question):
        return None
    values = [value for row in sorted(rows, key=_place) for value in row_values(row)]
    is_course = _EACH_PERIOD.search(question) or _FROM_TO.search(question)
    if is_course and not _COMPARES.search(question):
        meeting, num_compared = _on_course(question, values)
        meeting = _fastest(meeting) if _FASTEST.search(question) else meeting
    else:
        meeting, num_compared = _compared(question, values)
    if not meeting:
        return None
    told = meeting[:_MOST_TOLD]
    is_cut = len(told) < len(meeting)
    is_counted = asks["count"] is not None or is_cut
    count = f"{len(meeting)} of {num_compared}{', among them' if is_cut else ''}: " if is_counted else ""
    statements = {id(value.statement): value.statement for group in told for value in group}
    with_change = _BY_HOW_MUCH.search(question) is not None
    asked = set(terms(question))
    said = " ".join(_said(group, asked, with_change=with_change) for group in _joined(told))
    return Computed(statements=tuple(statements.values()), text=count + said, is_named=True)


#: the values of each item that meets a condition, and how many items there are
Groups = tuple[list[list[RowValue]], int]
_NONE: Groups = ([], 0)


def _compared(question: str, values: Sequence[RowValue]) -> Groups:
    """Those on which a comparison holds that a question makes, and how many it was made for."""
    question = _OR_MORE.sub(_limit_first, question)
    made = [found for found in _COMPARES.finditer(question) if not _SPAN.match(question, found.start())]
    if len(made) != 1:
        return _NONE
    found = made[0]
    holds = next(holds for way, holds in _HOLDS.items() if found[way])
    # "less revenue in 2025 than": what lies between is said of both
    both = found["of_less"] or found["of_more"] or ""
    before, after = f"{question[: found.start()]} {both}", question[found.end() :]
    limit = _LIMIT.match(after)
    if limit is None or (_YEAR.fullmatch(limit["number"]) and not limit["sign"] and not limit["unit"]):
        return _against_other(before, _with_year(after, before), both, values, holds)
    unit = (limit["unit"] or "").casefold()
    is_percent = unit == "%" or unit.startswith("per")
    return _within(
        question,
        values,
        _Limit(
            holds=holds,
            number=float(limit["number"].replace(",", "")),
            magnitude=1.0 if is_percent or not unit else _MAGNITUDES[unit[0]],
            is_percent=is_percent,
        ),
    )


def _limit_first(found: re.Match[str]) -> str:
    """ "80% complete or more" as "at least 80% complete"."""
    return f"{'at least' if found['at_least'] else 'at most'} {found['limit']}"


def _with_year(after: str, before: str) -> str:
    """What is compared with, by its year: "a year earlier" than 2025 is 2024."""
    years = [term for term in terms(before) if _YEAR.fullmatch(term)]
    return _YEAR_BEFORE.sub(str(int(years[-1]) - 1), after) if years else after


def _within(question: str, values: Sequence[RowValue], limit: _Limit) -> Groups:
    """The cells of the row that a question names, or the rows by the column that it names, that are within a limit."""
    asked = set(terms(question))
    values = [value for value in values if _is_percent(value) == limit.is_percent]
    for name, item in ((label_of, column_of), (column_of, label_of)):
        for compared in _of_named(values, asked, name, item, is_percent=limit.is_percent):
            scaled = _scaled(compared, limit)
            if len(compared) < _MIN_COMPARED or scaled is None or not are_comparable(compared):
                continue
            number = limit.number * limit.magnitude
            meeting = [[value] for value, own in zip(compared, scaled, strict=True) if limit.holds(own, number)]
            if meeting:
                return meeting, len(compared)
    return _NONE


def _of_named(
    values: Sequence[RowValue], asked: set[str], name: Key, item: Key, *, is_percent: bool
) -> Iterator[list[RowValue]]:
    """The values of the one name that a question holds whole, beside its unit and a period; of columns of the one that
    shares the most with it, or of the only one of shares.
    """
    is_column = name is column_of
    names = list(dict.fromkeys(map(name, values)))
    said_of = {said: _named_terms(said) - _SCALES for said in names}
    whole: dict[str, set[str]] = {}
    for said, named in said_of.items():
        own = {term for term in named if not _PERIOD.fullmatch(term)}
        if (own <= asked and (own or named & asked)) or (len(names) == 1 and own & asked):
            whole[said] = own
    best = [said for said, own in whole.items() if not any(own < other for other in whole.values())]
    if len(best) > 1:
        best = [said for said in best if said_of[said] <= asked]
    if not best and is_column:
        # "full" is no word of "Occupancy", the only column of shares
        shared = {said: len(named & asked) for said, named in said_of.items()}
        is_only = is_percent and len(names) == 1
        best = [said for said in names if is_only or shared[said] == max(shared.values()) > 0]
    if len(best) == 1:
        of_name = [value for value in values if name(value) == best[0] and not is_sum(item(value))]
        if len({item(value) for value in of_name}) == len(of_name):
            yield of_name


def _against_other(
    before: str, after: str, both: str, values: Sequence[RowValue], holds: Callable[[float, float], bool]
) -> Groups:
    """The items whose value of one name compares with that of another: both named, one on each side."""
    for name, item in ((column_of, label_of), (label_of, column_of)):
        names = list(dict.fromkeys(name(value) for value in values if name(value)))
        other = _best_name(names, after, both)
        rest = [one for one in names if one != other]
        own = _best_name(rest, before, _heading(values)) or _only_alike(rest, other, values, name)
        if not other or not own:
            continue
        pairs = [
            pair
            for said in dict.fromkeys(map(item, values))
            if said and not is_sum(said)
            if (pair := _pair([value for value in values if item(value) == said], own, other, name)) is not None
        ]
        if len(pairs) < _MIN_COMPARED or not are_comparable([value for pair in pairs for value in pair]):
            continue
        meeting = [pair for pair in pairs if holds(pair[0].number, pair[1].number)]
        if meeting and _FURTHEST.search(before):
            meeting = [max(meeting, key=lambda pair: abs(pair[0].number - pair[1].number))]
        if meeting:
            return meeting, len(pairs)
    return _NONE


def _only_alike(names: Sequence[str], other: str, values: Sequence[RowValue], name: Key) -> str:
    """The only name of the same unit as another, or of these the only one of its period."""
    units = {one: {value.unit for value in values if name(value) == one} for one in (*names, other)}
    alike = [one for one in names if units[one] == units.get(other)]
    if len(alike) > 1:
        alike = [one for one in alike if _periods_in(one) == _periods_in(other)]
    return alike[0] if len(alike) == 1 else ""


def _periods_in(said: str) -> set[str]:
    return {term for term in terms(said) if _PERIOD.fullmatch(term)}


def _best_name(names: Sequence[str], said: str, beside: str) -> str:
    """The name that shares the most terms with what is said; of several the one that does with what stands beside."""
    wanted, more = set(terms(said)), set(terms(beside))
    counts = [(len(wanted & set(terms(name))), len(more & set(terms(name)))) for name in names]
    best = max(counts, default=(0, 0))
    return names[counts.index(best)] if best[0] and counts.count(best) == 1 else ""


def _pair(values: Sequence[RowValue], own: str, other: str, name: Key) -> list[RowValue] | None:
    ones = [value for value in values if name(value) == own]
    others = [value for value in values if name(value) == other]
    return [ones[0], others[0]] if len(ones) == len(others) == 1 else None


def _on_course(question: str, values: Sequence[RowValue]) -> Groups:
    """The rows, or columns, whose values go up, or down, from each period to the next."""
    is_down, is_up = _FELL.search(question) is not None, _ROSE.search(question) is not None
    if is_down == is_up:
        return _NONE
    goes = operator.gt if is_down else operator.lt
    # "from 2024 to 2025" asks for these two, "every year from 2021 to 2025" for all between
    asked = set() if _EACH_PERIOD.search(question) else _periods_in(question)
    for item, period in ((label_of, column_of), (column_of, label_of)):
        items = [said for said in dict.fromkeys(map(item, values)) if said and not is_sum(said)]
        if len(items) < _MIN_COMPARED:
            continue
        dated = _of_periods(values, period, asked)
        courses = [_in_time([value for value in dated if item(value) == said], period) for said in items]
        if not all(courses) or (not asked and len(courses[0]) < _MIN_PERIODS) or (asked and len(courses[0]) != _PAIR):
            continue
        meeting = [
            course
            for course in courses
            if are_comparable(course) and all(goes(one.number, two.number) for one, two in pairwise(course))
        ]
        if meeting:
            return meeting, len(courses)
    return _NONE


def _fastest(meeting: list[list[RowValue]]) -> list[list[RowValue]]:
    """The one that changed most from first to last, as a share of the first."""
    if not all(course[0].number > 0 for course in meeting):
        return []
    return sorted(meeting, key=lambda course: -abs(course[-1].number / course[0].number - 1))[:1]


def _of_periods(values: Sequence[RowValue], period: Key, asked: set[str]) -> list[RowValue]:
    """The values that are named by a period alone ("2025", not "Target 2025"), where any are; of those asked for."""
    bare = [value for value in values if _named_terms(period(value)) <= _periods_in(period(value)) and period(value)]
    return [value for value in bare or values if not asked or _periods_in(period(value)) <= asked]


def _in_time(values: Sequence[RowValue], period: Key) -> list[RowValue]:
    """One value of each of several years, or of the quarters of one, the earliest first; else none."""
    dated = sorted(((_when(period(value)), value) for value in values), key=lambda entry: entry[0])
    moments = [when for when, _ in dated]
    is_told_apart = len(set(moments)) == len(moments) and len({tuple(map(bool, when)) for when in moments}) == 1
    return [value for _, value in dated] if is_told_apart and len(dated) > 1 and any(moments[0]) else []


def _when(said: str) -> tuple[str, str]:
    """The year and the quarter or half of a label: ``("2025", "q1")``, each empty where it says none."""
    periods = sorted(_periods_in(said) - {"fy"})
    years = [term for term in periods if _YEAR.fullmatch(term)]
    parts = [term for term in periods if term not in years]
    return "-".join(years), "-".join(parts)


def _joined(groups: list[list[RowValue]]) -> list[list[RowValue]]:
    """Single cells of one row as one group."""
    is_one_row = len({id(value.statement) for group in groups for value in group}) == 1
    return [[value for group in groups for value in group]] if is_one_row else groups


def _said(group: Sequence[RowValue], asked: set[str], *, with_change: bool) -> str:
    """``Hernia: Meridia 1.08; National 1.5.``: values of a row by their columns, of a column by their rows."""
    is_row = len({value.label for value in group}) == 1
    name = group[0].label if is_row else group[0].column
    cells = [value.cell if is_row else f"{value.label} {value.printed}" for value in group]
    if with_change and len(group) == _PAIR:
        cells.append(change_between(group[1], group[0]))
    if is_row:
        cells.insert(0, naming_cell(group[0].statement, asked))
    said = "; ".join(filter(None, dict.fromkeys(cells)))
    return f"{name}: {said}." if name else f"{said}."


def _scaled(values: Sequence[RowValue], limit: _Limit) -> list[float] | None:
    """Values as they compare with ``limit.number * limit.magnitude``; None where it is not known how.

    Amounts are printed in the unit of their cell, their column or their table. Where none is told, they are in the one
    in which the limit parts them, as a question that sets it takes for granted.
    """
    scales = [_scale_of(value) for value in values]
    if limit.magnitude == 1.0:
        # "more than $5,000,000" of a table in thousands
        is_large = limit.number >= _LARGE
        return [value.number * (scale or 1.0 if is_large else 1.0) for value, scale in zip(values, scales, strict=True)]
    if any(scales):
        if not all(scales):
            return None
        return [value.number * (scale or 1.0) for value, scale in zip(values, scales, strict=True)]
    numbers = [value.number for value in values]
    parting = [
        scale
        for scale in (limit.magnitude, *_SCALE_STEPS)
        if len({limit.holds(number * scale, limit.number * limit.magnitude) for number in numbers}) > 1
    ]
    return [number * parting[0] for number in numbers] if parting else None


def _scale_of(value: RowValue) -> float | None:
    """1,000 where an amount is told in thousands; None where nothing says."""
    if _CELL_SCALE.fullmatch(value.unit):
        return _MAGNITUDES[value.unit[0].casefold()]
    for said in (f"{value.label} {value.column}", value.statement.hit.text):
        found = {(scale["word"] or scale["short"])[0].casefold() for scale in _SCALE.finditer(said)}
        if len(found) == 1:
            return _MAGNITUDES[found.pop()]
    return None


def _is_percent(value: RowValue) -> bool:
    return value.unit == "%" or "%" in f"{value.label} {value.column}"


def _named_terms(said: str) -> set[str]:
    return set(terms(re.sub(r"\([^()]*\)", "", row_name(said))))


def _heading(values: Sequence[RowValue]) -> str:
    """The first line of a table's text: its heading or caption."""
    return values[0].statement.hit.text.split("\n", 1)[0] if values else ""


def _place(row: Statement) -> tuple[int, int]:
    return row.hit.chunk_no, row.start
