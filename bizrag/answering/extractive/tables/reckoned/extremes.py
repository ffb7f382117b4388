"""Which row of a table or chart has the largest or smallest value, where a question asks for it. Pure.

The values are printed: they are compared, and nothing is estimated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bizrag.answering.extractive.questions.directions import LEAST, MOST, MOST_ALLOWED
from bizrag.answering.extractive.questions.two_questions import asks_distance
from bizrag.answering.extractive.tables.reading.found_rows import MIN_COMPARED, is_in_keywords
from bizrag.answering.extractive.tables.reading.kinds import of_asked_kind
from bizrag.answering.extractive.tables.reading.row_values import (
    RowValue,
    are_comparable,
    dateless_column_of,
    is_sum,
    names_row_with,
    naming_cell,
    periods_in,
    row_name,
    row_values,
)
from bizrag.answering.extractive.tables.reckoned.better import BAD, GOOD, TIME
from bizrag.answering.extractive.tables.reckoned.compared_column import of_column
from bizrag.answering.extractive.tables.reckoned.computed import OTHER, difference_between
from bizrag.answering.extractive.tables.reckoned.movers import asks_fallen_most
from bizrag.answering.extractive.tables.reckoned.whole_by_period import whole_by_period
from bizrag.answering.extractive.tables.reckoned.whole_rows import whole_of_each
from bizrag.answering.statements.asked import is_money, measured_column
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import is_year, terms

# a short time or a high speed; the other way round
_FAST, _SLOW = r"(?:fastest|quickest|soonest)(?![ -]grow)", r"slowest"
# better or worse by more: what is measured says which (``better.py``)
_BEST, _WORST = r"best", r"worst|poorest"
# "Which took the longest?", whatever the column of the time is called
_IN_TIME = re.compile(r"\b(?:took|takes?|lasts?|lasted) (?:the )?(?:longest|shortest)\b", re.IGNORECASE)
_BY_PRICE = re.compile(r"\b(?:expensive|dearest|costliest|priciest|cheapest|worth|valuable)\b", re.IGNORECASE)
# "at most", "the most recent", "most of": no comparison of values; "below its minimum": a limit that is met or missed
_OF_A_LIMIT = "".join(
    rf"(?<!\b{before} )"
    for before in ("its", "their", *(f"{way}{the}" for way in ("below", "under", "above") for the in ("", " the")))
)
_EXTREME = re.compile(
    rf"(?:{_OF_A_LIMIT}|(?!minimum|maximum))"
    rf"(?<!\bat )(?<!\bwhat is the (?={MOST_ALLOWED}))\b(?:(?P<rank>second|third)[- ])?"
    rf"(?:(?P<most>{MOST})|(?P<least>{LEAST})|(?P<fast>{_FAST})|(?P<slow>{_SLOW})|(?P<best>{_BEST})|(?P<worst>{_WORST}))\b"
    r"(?! (?:of|recent|likely|often|common form|practices?|efforts?|estimates?|interests?)\b)"
    # "the most important risks" are told in words
    r"(?!(?<!least) important\b(?! (?:when|for|to|in|among)\b|\W*$))",
    re.IGNORECASE,
)
# "the heaviest criterion after price": the largest of the others
_BESIDE = re.compile(
    r"\b(?:after|besides?|apart from|other than|except(?: for)?|excluding|not counting)\b(?P<named>[^,;?]+)",
    re.IGNORECASE,
)
_COMPARED_WITH = re.compile(r"\b(?:compared (?:with|to)|against|versus|vs\.?|relative to)\s", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")
_ASKS_WHICH = re.compile(r"\b(?:which|what|who|whose|where|when|name)\b", re.IGNORECASE)
_WAYS = ("most", "least", "fast", "slow", "best", "worst")
_RANKS = {"second": 1, "third": 2}
# "Which year had the higher sales?" is asked of two
_COMPARATIVES = {
    "higher": "highest", "larger": "largest", "bigger": "largest", "greater": "largest", "longer": "longest",
    "lower": "lowest", "smaller": "smallest", "fewer": "fewest", "shorter": "shortest", "cheaper": "cheapest",
}  # fmt: skip
_COMPARATIVE = re.compile(
    rf"^(?P<before>(?:(?:in|for|at|on|during) )?which [^,;?]*?\b)(?P<word>{'|'.join(_COMPARATIVES)})\b"
    # "In which year were sales larger, 2018 or 2019?"
    r"(?![^?]*\b(?:than|if)\b)(?![^?]*(?<!\d{4}) or\b)",
    re.IGNORECASE,
)
# a number that names its row: of a player, a place, an article
_NUMBERING = re.compile(r"(?:no|nos|nr|number|pos|position|rank|id|code|ref|item|row|#)\W*", re.IGNORECASE)
# "Years Ended June 30, 2019": a column is not named by these
_YEAR_WORDS = frozenset(terms("fiscal financial calendar year years ended"))
_SHARES = frozenset(terms("share percentage proportion percent"))
_SAYS_OTHER = re.compile(r"\bothers?\b", re.IGNORECASE)
# "Weight %", "Max. points": what each of those that are compared could get
_IS_GIVEN = re.compile(r"^(?:weight(?:ing|s)?|max(?:imum)?|min(?:imum)?|limit|target|unit)\b", re.IGNORECASE)
# so few rows or cells are no list to find the first of
_MIN_VALUES = 3
# parts are rounded one by one
_ROUNDING = 0.002


@dataclass(frozen=True, slots=True, kw_only=True)
class Extreme:
    """The row that a question asks for, and how it is said: ``Playa Larga: Beds 31,600.``"""

    statement: Statement
    text: str
    # whether the question names what the rows are, and the column that is compared
    is_named: bool


def asks_extreme(question: str) -> bool:
    """Whether a question is for the largest or smallest of several.

    >>> asks_extreme("Which took the longest?"), asks_extreme("Which is the most recent?")
    (True, False)
    >>> asks_extreme("When was it at its highest?"), asks_extreme("What is due below its minimum?")
    (True, False)
    >>> asks_extreme("Who is number one in the world?"), asks_extreme("What is the number one risk?")
    (True, False)
    """
    return _EXTREME.search(question) is not None


def asks_most(question: str) -> bool | None:
    """Whether a question is for the largest or for the smallest amount of several; None where it is for neither, or
    where what is best or fast hangs on what is measured.

    >>> asks_most("Which is the heaviest?"), asks_most("Which costs least?"), asks_most("Which is the best?")
    (True, False, None)
    """
    asked = _EXTREME.search(question)
    return (
        None if asked is None or asked["rank"] or not (asked["most"] or asked["least"]) else asked["most"] is not None
    )


def extreme_word(question: str) -> str:
    """The word that asks for the largest or smallest; empty without one."""
    return found[0] if (found := _EXTREME.search(question)) else ""


def _as_superlative(question: str) -> str:
    """ "Which year had the higher sales?" as "Which year had the highest sales?"."""
    return _COMPARATIVE.sub(lambda found: found["before"] + _COMPARATIVES[found["word"].casefold()], question)


def find_extreme(question: str, rows: Sequence[Statement]) -> Extreme | None:
    """What has the largest or smallest value among the rows of one table or chart.

    Of a row that the question names the cells are compared ("In which year was ..."), else the rows, in the column that
    it names or the only one. None where it asks for no extreme, or where the values cannot be compared.
    """
    asked = _EXTREME.search(_as_superlative(question))
    rank = _RANKS.get((asked["rank"] or "").casefold(), 0) if asked else 0
    ordered = ordered_values(question, rows, least=rank + 2)
    if not ordered:
        return None
    found = ordered[rank]
    if sum(value.number == found.number for value in ordered) > 1:
        return None
    wanted = _with_other(_as_superlative(question))
    other = _other_end(question, ordered, found)
    said = "; ".join(filter(None, dict.fromkeys((naming_cell(found.statement, wanted), found.cell, other))))
    return Extreme(
        statement=found.statement,
        text=f"{found.label}: {said}." if found.label else f"{said}.",
        is_named=_is_named(found, wanted),
    )


def _other_end(question: str, ordered: Sequence[RowValue], found: RowValue) -> str:
    """How far the value is from the one at the other end, or the next one, where a question asks for that, too."""
    if (asked := asks_distance(question)) is None or not found.label:
        return ""
    other = ordered[1] if asked["next"] else ordered[-1]
    return "; ".join(filter(None, (f"{other.label} {other.printed}", difference_between(found, other))))


def ordered_values(question: str, rows: Sequence[Statement], *, least: int) -> list[RowValue]:
    """The values of one table or chart that a question for the largest or smallest compares, that one first; empty
    where it asks for none, or where fewer than ``least`` compare.
    """
    is_of_two = _COMPARATIVE.search(question) is not None
    question = _as_superlative(question)
    asked = _EXTREME.search(question)
    # "Highest budget of all projects in the report of September?" is no sentence, however long
    if asked is None or names_row_with(asked[0], rows, question):
        return []
    # "Lead time: highest value of the year?"
    is_first = not question[: asked.start()].strip() or question[: asked.start()].rstrip().endswith(":")
    if not (is_first or _ASKS_WHICH.search(question) or is_in_keywords(question)):
        return []
    kind = of_asked_kind(question, rows)
    # of a kind there may be two, and which is higher is asked of two
    fewest = MIN_COMPARED if kind or is_of_two else _MIN_VALUES
    values = _without_beside(question, _named_values([value for row in kind or rows for value in _values(row)]))
    values = _without_numbering(values)
    whole = whole_by_period(question, rows) or whole_of_each(question, values)
    compared = whole or _compared(question, asked, values, fewest)
    compared = compared if kind else _without_last_sum(compared)
    if len(compared) < max(fewest, least) or not are_comparable(compared):
        return []
    # whether a loss of 12 is more than one of 1 is a matter of words
    if all(value.number < 0 for value in compared) and not asks_fallen_most(question):
        return []
    is_most = _is_most(asked, question, compared)
    return [] if is_most is None else sorted(compared, key=lambda value: value.number, reverse=is_most)


def _compared(question: str, asked: re.Match[str], values: Sequence[RowValue], least: int) -> Sequence[RowValue]:
    """The values that the question compares: of the row or column that it names, or by the word that it asks with."""
    wanted = _with_other(question)
    compared = _of_named_row(values, wanted)
    if not compared and _BY_PRICE.search(question):
        compared = _of_measured_row(values, is_money) or of_column(
            [value for value in values if is_money(value.cell)], question, least
        )
    if not compared and (measure := measured_column(question)) is not None:
        measured = [value for value in values if measure.search(value.column)]
        compared = of_column(measured, question, least)
        # "lightest" says itself what is compared
        if not compared and measured_column(asked[0]) is measure:
            compared = _of_measured_row(values, measure.search)
    # "the largest saving compared with budget" is that of no row "Budget"
    if not compared and not _named_rows(values, _with_other(_COMPARED_WITH.split(question)[0])):
        compared = of_column(values, question, least)
    if not compared and (asked["fast"] or asked["slow"] or _IN_TIME.search(question)):
        compared = of_column([value for value in values if _is_time(value)], question, least)
    # "Which county had the most votes?", where columns are of candidates and of all
    if not compared and not any(wanted & set(terms(value.column)) - {"total"} for value in values):
        compared = of_column([value for value in values if is_sum(value.column)], question, least)
    return compared


def tells_extreme(question: str, statement: Statement, extreme: Extreme) -> bool:
    """Whether a sentence says of itself what is the largest, or the smallest, as the question asks; where the table has
    the kind of thing that is asked for, of that.
    """
    kind = set(terms(extreme.statement.kind_of_row)) & set(terms(question))
    if extreme.is_named and kind and kind.isdisjoint(terms(statement.said)):
        return False
    if (compared := _COMPARATIVE.search(question)) is not None and compared["word"].casefold() in statement.said:
        return not statement.is_row and statement.is_whole
    asked, told = _EXTREME.search(question), _EXTREME.search(statement.said)
    if asked is None or told is None or statement.is_row:
        return False
    is_same = all((asked[way] is None) == (told[way] is None) for way in _WAYS)
    return is_same and asked["rank"] == told["rank"] and statement.is_whole


def _is_most(asked: re.Match[str], question: str, compared: Sequence[RowValue]) -> bool | None:
    """Whether the largest value is asked for, or the smallest; None where nothing says which of them is best."""
    if asks_fallen_most(question) and any(value.number < 0 for value in compared):
        # of changes
        return False
    if asked["most"] or asked["least"]:
        return asked["most"] is not None
    if asked["fast"] or asked["slow"]:
        return (asked["slow"] is not None) == all(map(_is_time, compared))
    measured = f"{question} {compared[0].column}"
    is_good, is_bad = (kind.search(measured) is not None for kind in (GOOD, BAD))
    return None if is_good == is_bad else (asked["best"] is not None) == is_good


def _is_named(found: RowValue, wanted: set[str]) -> bool:
    """Whether a question names the column of a value, and what the rows are: by the table's corner or heading."""
    hit = found.statement.hit
    rows = set(terms(" ".join((found.statement.kind_of_row, *hit.headings[-1:])))) & wanted
    return bool(rows) and bool((set(terms(found.column)) & wanted) - rows)


def _is_time(value: RowValue) -> bool:
    return TIME.search(f"{value.column} {value.unit}") is not None


def _values(row: Statement) -> list[RowValue]:
    values = row_values(row)
    return [] if values and is_sum(values[0].label) else values


def _named_values(values: list[RowValue]) -> list[RowValue]:
    """Values without those of rows that have no label, where others do: they sum these up."""
    return [value for value in values if value.label] or values


def _without_numbering(values: list[RowValue]) -> list[RowValue]:
    """Values without those of a column that but counts the rows in their order, as "Item 1", "Item 2", or whose
    numbers are names.
    """
    columns: dict[str, list[float]] = {}
    for value in sorted(values, key=lambda value: (value.statement.hit.chunk_no, value.statement.start)):
        columns.setdefault(value.column, []).append(value.number)
    counting = {
        column
        for column, numbers in columns.items()
        if (len(numbers) >= _MIN_VALUES and numbers == list(range(1, len(numbers) + 1))) or _NUMBERING.fullmatch(column)
    }
    return [value for value in values if value.column not in counting] if len(counting) < len(columns) else values


def _without_beside(question: str, values: list[RowValue]) -> list[RowValue]:
    """Values without those of a row that the question names only to leave it out."""
    found = _BESIDE.search(question)
    named = _named_rows(values, set(terms(found["named"]))) if found else set[str]()
    return [value for value in values if value.label not in named]


def _without_last_sum(values: Sequence[RowValue]) -> Sequence[RowValue]:
    """Values without a last one that is the sum of three others or more, whatever its row is called: "Stenmark AG"."""
    parts = values[:-1]
    if len(parts) < _MIN_VALUES or any(part.number <= 0 for part in parts):
        return values
    total = sum(part.number for part in parts)
    return parts if abs(values[-1].number - total) <= _ROUNDING * total else values


def _of_named_row(values: Sequence[RowValue], wanted: set[str]) -> list[RowValue]:
    """The cells of the one row that the question names, where it names no column but by a period, without sums."""
    named = _named_rows(values, wanted)
    periods = {period for value in values for period in periods_in(value.column)} & wanted
    wanted = wanted - _YEAR_WORDS
    if len(named) != 1:
        return []
    columns = {value.column for value in values if not is_sum(value.column)}
    shared = {column: set(terms(column)) & wanted - set(terms(*named)) - periods for column in columns}
    if any(shared.values()):
        return _of_group([value for value in values if value.label in named and value.column in shared], shared)
    own = [value for value in values if value.label in named and _is_of(periods, value.column)]
    own = [value for value in own if not _IS_GIVEN.search(value.column)] or own
    return [value for value in own if not is_sum(dateless_column_of(value))] if periods else own


def _of_group(own: Sequence[RowValue], shared: Mapping[str, set[str]]) -> list[RowValue]:
    """The cells of a row in the columns of one group, where a question names that: "Age 16-29" of "which age group"."""
    named = [value for value in own if shared[value.column]]
    is_one = len({frozenset(shared[value.column]) for value in named}) == 1
    is_group = is_one and all(set(terms(value.column)) > shared[value.column] for value in named)
    return named if is_group and len(named) < len(own) else []


def _is_of(periods: set[str], column: str) -> bool:
    """Whether a column is of all periods that are asked for; of years that are compared, of one of them."""
    own = periods_in(column)
    return periods <= own or (len(periods) > 1 and bool(own) and own <= periods and all(map(is_year, periods)))


def _with_other(text: str) -> set[str]:
    """The terms of a text, "other" among them: "Other income" is no income."""
    return set(terms(text)) | ({OTHER} if _SAYS_OTHER.search(text) else set())


def _named_rows(values: Sequence[RowValue], wanted: set[str]) -> set[str]:
    """The labels that a question holds whole: what it compares, and not what it asks for."""
    labels = {value.label for value in values}
    whole = {label for label in labels if (own := _with_other(_BRACKETS.sub("", label))) and own <= wanted}
    if len(whole) > 1 and wanted & _SHARES:
        # "the share of late trains" is the row "Late trains (%)", and not "Trains"
        whole = {label for label in whole if "%" in label} or whole
    if whole:
        return whole
    # the section of a statement that a row is in is seldom said
    named = {
        label
        for label in labels
        # of one word a part of a table is named, or what the rows are
        if (own := set(terms(row_name(label)))) and own <= wanted and (len(own) > 1 or " > " in label)
    }
    return named if len(named) == 1 else set()


def _of_measured_row(values: Sequence[RowValue], measures: Callable[[str], object]) -> list[RowValue]:
    """The cells of the one row of prices, or of weights, where the columns are what is compared."""
    measured = {value.label for value in values if measures(value.label)}
    return [value for value in values if value.label in measured] if len(measured) == 1 else []
