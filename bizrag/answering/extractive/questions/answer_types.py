"""What an answer must speak of, by what is asked for: of a price money, of watts a power, of a salary pay. Pure.

In the research on answering questions this is the expected answer type. It is known here for measures that have few
names: where nothing that would be told says any of them, it is about something else, however alike its words are. Of
287 questions that were answered rightly before none lost its answer by it; of 48 without one 14 are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bizrag.answering.extractive.questions.two_questions import two_questions
from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.tables.reading.found_rows import said_around
from bizrag.answering.languages import ENGLISH, language_of
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.words import MONTH, NUMBER_WORDS

# of a text, which tell its language
_READ_CHARS = 2000
# what comes so close to the best statement may answer in its place
_NEARLY = 0.85
# of a table the caption, what introduces it, and the names of its columns
_HEAD_LINES = 4
_FIGURE = re.compile(
    rf"\d|\b(?:{'|'.join(NUMBER_WORDS)}|half|twice|double|nothing|none|free|nil|zero|no)\b", re.IGNORECASE
)
# "What are audit fees?"
_ASKS_MEANING = re.compile(r"^\W*what (?:is|are) (?!(?:the|its|their|an?)\b)[\w -]+\W*$", re.IGNORECASE)
# of what a price is made, and who sets it
_NO_AMOUNT = re.compile(
    r"\b(?:based on|depends? on|consists? of|made up of|composed of|includes?|covers?|covered|calculated|determined"
    r"|set by|used for|waived|refunded|who|whom|why)\b|^\W*how (?:is|are|was|were|do|does|did|can|should)\b",
    re.IGNORECASE,
)
# "6.1 The Company pays ...", "1 November", "in 2024", "06:10", "80%", "20 hours" are no numbers of people
_NO_COUNT = re.compile(
    rf"^\W*\d+(?:\.\d+)+\s|\b\d{{1,2}}(?=\.? {MONTH})|\b(?:19|20)\d\d\b"
    r"|\b\d{1,2}:\d\d\b|[$€£] ?\d[\d.,]*|\d[\d.,]* ?(?:%|per ?cent|hours?|days?|weeks?|months?|years?|km|m\b|°)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerType:
    """A measure: what asks for it, and what says it, in a statement or above the table that it is a row of."""

    asks: re.Pattern[str]
    tells: re.Pattern[str]
    # figures that are none of it
    without: re.Pattern[str] | None = None
    # what charts and tables may leave to the text around them
    is_unit: bool = False


def _type(asks: str, tells: str, without: re.Pattern[str] | None = None, *, is_unit: bool = False) -> AnswerType:
    return AnswerType(
        asks=re.compile(asks, re.IGNORECASE),
        tells=re.compile(tells, re.IGNORECASE),
        without=without,
        is_unit=is_unit,
    )


def _units(names: str, words: str, symbols: str, letters: str = "") -> AnswerType:
    """How many of a unit, told in its words or symbols; those of one letter only where a symbol may stand."""
    letter = (
        rf"|(?:(?<=\d)|(?<=[\d(/,;%] )|(?<=[(/,])|(?<=\bin )|(?<=[Uu]nit )|(?<=\bper ))(?:{letters})(?!\w)"
        if letters
        else ""
    )
    return _type(
        rf"\bhow (?:much|many) (?:[\w-]+ )?(?:{names})\b|\bin (?:{names})\W*$",
        rf"\b(?:{words})\b|(?-i:(?<![^\W\d])(?:{symbols})(?!\w){letter})",
        is_unit=True,
    )


_CURRENCY = (
    r"[$€£¥₹]|(?-i:\b[kmT]?(?:AED|AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|ISK|JPY|KES|KRW|MXN"
    r"|MYR|NGN|NOK|NZD|PHP|PLN|RMB|RON|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR)m?\b)"
)
_OTHER_UNIT = re.compile(rf"%|\bper ?cent|{_CURRENCY}", re.IGNORECASE)
_MONEY = (
    rf"{_CURRENCY}"
    r"|\b(?:dollars?|euros?|pounds?|cents?|pence|kr(?:oner?|onor|ona)?|francs?|yen|rupees?|free)\b"
)
_PRICE = (
    rf"{_MONEY}|\b(?:pric\w+|costs?|costing|fees?|fares?|tariffs?|charge[ds]?|rent(?:s|al)?|tolls?|deposits?|expens\w+"
    r"|spen[dt]\w*|invest\w*|capex|budget\w*|paid|pays?|payable|payments?|premiums?|rates?)\b"
)
# companies pay dividends and fees: that is no pay
_PAY = (
    r"\b(?:salar\w+|wages?|remunerat\w+|compensat\w+|payroll|earn(?:s|ed|ing)?|stipends?|bonus\w*|hourly rates?"
    r"|(?:base|basic|gross|net|total|hourly|annual|monthly|weekly|minimum|starting|sick|holiday|overtime|executive) pay"
    r"|pay (?:scales?|rates?|grades?|bands?|gap|ratio|slips?|packages?)|rates? of pay|(?:is|are|was|were|be) paid)\b"
)
_PENALTY = (
    r"\b(?:penal\w+|fine[sd]?|damages|sanction\w*|deduct\w*|surcharge\w*|forfeit\w*|credits?|interest|charge[ds]?)\b"
)
_PEOPLE = (
    r"\b(?:employ\w*|staff\w*|people|persons?|work(?:ers?|force)|headcount|ftes?|personnel|colleagues?|teams?|jobs?"
    r"|posts?|positions?|hire[ds]?|crew\w*|members?|men|women|associates?|roles?)\b"
)
_WHAT = r"\b(?:what|which|how (?:high|large|big|much)) (?:(?:is|was|will be) )?(?:the )?(?:[\w-]+ ){0,3}?"
_TONNES = r"(?:kilo|mega|giga)?tonnes?|tons?|kilograms?|kilos?|grams?"
_TYPES = (
    _type(
        rf"{_WHAT}(?:salary|wages?|remuneration|stipend|pay package)(?![\w-])"
        r"(?! (?:increases?|growth|bill|inflation|agreements?|round|committee|polic\w+|reports?|systems?|components?))"
        rf"|\bwhat did [^?]{{1,60}} earn in [^?]*remuneration|{_WHAT}(?:total|annual|base|hourly|monthly) pay\b"
        rf"|{_WHAT}bonus (?:does|do|did|will|was|is)\b",
        _PAY,
    ),
    _type(
        r"\bhow much (?:money )?(?:does|do|did|will|would) [^?]{1,80} costs?\b"
        r"|\bwhat (?:does|do|did|will|would|must) [^?]{1,80} (?:costs?\b|spend on (?=\w)"
        r"|pay for (?:an?|one|each|every|the|\d+)\b)"
        rf"|{_WHAT}(?:price|fee|fare|rent)(?![\w-])"
        r"(?! (?:index|increase|change|growth|rise|levels?|drivers?|list|categor\w+|schedule|structure|model|to))",
        _PRICE,
    ),
    _type(
        rf"{_WHAT}fine(?= (?:did|does|do|was|is|were|will|would|must|has|for)\b|\W*$)"
        rf"|{_WHAT}penalty (?:per|for each|a day)\b|\bhow (?:high|large) is the penalty\b",
        _PENALTY,
    ),
    _type(
        r"\b(?:what|which) interest rates? (?:does|do|did|is|are|was|were|on|applies)\b",
        r"\b(?:interest|coupon|euribor|sofr|libor|bps?|basis points|yield|margin|\w*rates?)\b",
    ),
    _type(
        r"\bwhat (?:[\w-]+ ){0,2}dividends? (?:per share|did|was|is|does|will)\b",
        r"\b(?:dividends?|distribut\w+|pay-?outs?)\b",
    ),
    _type(
        r"\bwhat (?:is|was) the market share of\b|\bshare of the [^?]{1,40}\bmarket (?:does|did|do|has|have|is|was)\b",
        r"\bshares?\b|%|\bper ?cent\b",
    ),
    _type(
        r"\bhow many (?:employees|staff|workers|ftes?)"
        r" (?:(?:does|do|did) [^?]{1,60} (?:have|employ)\b|work(?:s|ed)?\b|are there)",
        _PEOPLE,
        _NO_COUNT,
    ),
    _type(
        r"\b(?:what|which) (?:(?:firmware|software|driver|app|kernel|api|plug-?in) versions?\b"
        r"|(?:[\w-]+ )?versions? (?:fix|patch|correct|introduc|add|requir|support)\w*)",
        r"\d+(?:\.[\dx]+)+|\bversions? \w*\d|\bv\d|\b[A-Z]\w+ \d+(?:\.\d)?\b",
        re.compile(r"\b\d\d:\d\d\b"),
    ),
    _units(
        r"(?:kilo|mega|giga)?watts?",
        r"(?:kilo|mega|giga|tera)?watts?|horse ?power",
        r"[kMGT]W(?:p|el|th|e)?|Wp|hp|PS",
        "W",
    ),
    _units(r"(?:kilo|mega|giga|tera)?watt[- ]?hours?", r"(?:kilo|mega|giga|tera)?watt[- ]?hours?", r"[kMGT]?Wh\w*"),
    _units(
        r"(?:milli|centi)?lit(?:re|er)s?|gallons?",
        r"(?:milli|centi|hecto)?lit(?:re|er)s?|gallons?|pints?|cubic",
        r"[mcdh]l|m[³3]",
        "[lL]",
    ),
    _units(r"cubic (?:met(?:re|er)s?|feet)", r"cubic|(?:hecto)?lit(?:re|er)s?", r"m[³3]|cbm|[mh]l", "[lL]"),
    _units(
        r"square (?:kilo)?(?:met(?:re|er)s?|feet|miles)|hectares?|acres?",
        r"square|hectares?|acres?|sqm?",
        r"[kcm]?m[²2]|ha",
    ),
    _units(_TONNES, rf"{_TONNES}|weigh\w*|pounds?|ounces?", r"[kM]t(?:CO\w*)?|[kmµ]g|lbs?|oz", "[tg]"),
    _units(
        r"(?:kilo|centi|milli)?met(?:re|er)s?|miles?|feet|inches",
        r"(?:kilo|centi|milli|micro)?met(?:re|er)s?|miles?|feet|foot|inch(?:es)?",
        r"[kcmµn]m|ft|mi|yd",
        "m",
    ),
    _units(r"decibels?", r"decibels?", r"dB\w*"),
    _units(r"(?:milli|kilo)?volts?", r"(?:milli|kilo)?volts?|voltage", r"[mk]V\w*", "V"),
    _units(r"(?:milli)?amp(?:ere)?s?", r"(?:milli)?amp(?:ere)?s?|current", r"mA", "A"),
    _units(
        r"hours?|minutes?|seconds?",
        r"hours?|hrs?|minutes?|mins?|seconds?|secs?|days?|weeks?|months?|time|latency|duration",
        r"ms|\d\d?:\d\d",
        "[hsd]",
    ),
)


def lack_asked_type(question: str, chosen: Iterable[Statement]) -> bool:
    """Whether a question is for one measure, and no statement of those that are told speaks of it with a figure."""
    kind = _asked_type(question)
    return kind is not None and not any(_is_told(kind, one) for one in chosen)


def of_asked_type(question: str, scored: Sequence[Scored]) -> list[Scored]:
    """Those of the scored statements, best first, that speak themselves of the measure that a question is for; none
    where the best of them comes far behind the best of all.
    """
    kind = _asked_type(question)
    told = [one for one in scored if kind is not None and _is_told(kind, one.statement)]
    of_type = [one for one in told if kind is not None and kind.tells.search(one.statement.said)]
    return of_type if of_type and of_type[0].score >= _NEARLY * scored[0].score else []


@lru_cache(maxsize=64)
def _asked_type(question: str) -> AnswerType | None:
    if two_questions(question) is not None or _ASKS_MEANING.search(question) or _NO_AMOUNT.search(question):
        return None
    return next((kind for kind in _TYPES if kind.asks.search(question)), None)


def _is_told(kind: AnswerType, statement: Statement) -> bool:
    if language_of(statement.hit.text[:_READ_CHARS]) != ENGLISH:
        # words of other languages are not known here
        return True
    said = kind.without.sub(" ", statement.said) if kind.without else statement.said
    if _FIGURE.search(said) is None:
        return False
    all_said = f"{_above(statement)} {said}"
    return kind.tells.search(all_said) is not None or (kind.is_unit and statement.is_row and not _names_unit(all_said))


def _names_unit(text: str) -> bool:
    return _OTHER_UNIT.search(text) is not None or any(kind.is_unit and kind.tells.search(text) for kind in _TYPES)


def _above(statement: Statement) -> str:
    """What stands over a statement that says what it is about: of a row the caption and the head, or the chart."""
    hit = statement.hit
    if not statement.is_row:
        return f"{statement.asked} {statement.section}"
    if hit.kind is ChunkKind.PICTURE:
        return f"{said_around(statement)} {hit.text}"
    head = " ".join(hit.text.split("\n")[:_HEAD_LINES]) if hit.kind is ChunkKind.TABLE else ""
    return f"{said_around(statement)} {statement.section} {statement.kind_of_row} {head}"
