"""Ratios that everybody reckons alike, where no row tells them: "What is the current ratio?" Pure.

Their names say of which rows they are made by custom, and not by their words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bizrag.answering.extractive.tables.reading.row_values import (
    RowValue,
    are_comparable,
    column_terms,
    row_name,
    row_values,
)
from bizrag.answering.extractive.tables.reckoned.computed import Computed, ratio_of
from bizrag.answering.statements.reading import Statement
from bizrag.model.periods import with_plain_years
from bizrag.model.terms import is_year, terms


def _words(alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives})", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ratio:
    """How a ratio is asked for, and the whole names of the rows that are divided."""

    asks: re.Pattern[str]
    part: re.Pattern[str]
    whole: re.Pattern[str]
    is_percent: bool
    # the part is spent, as a tax is
    is_of_cost: bool = False


_REVENUE = r"(?:total |net |external |sales |operating )*(?:revenues?|sales|turnover)(?: from operations)?"
_PROFIT = r"(?:profit|income|earnings)"
_RATIOS = (
    _Ratio(
        asks=_words(r"\bcurrent ratio\b"),
        part=_words(r"(?:total )?current assets"),
        whole=_words(r"(?:total )?current liabilities"),
        is_percent=False,
    ),
    _Ratio(
        asks=_words(r"\bdebt[- ]to[- ]assets?\b|\bdebt ratio\b"),
        part=_words(r"total (?:debt|liabilities)"),
        whole=_words(r"total assets"),
        is_percent=False,
    ),
    _Ratio(
        asks=_words(r"\bdebt[- ]to[- ]equity\b"),
        part=_words(r"total (?:debt|liabilities)"),
        whole=_words(r"total (?:equity|(?:stock|share)holders['’]? equity|net assets)"),
        is_percent=False,
    ),
    _Ratio(
        asks=_words(r"\bgross (?:profit )?margin\b"),
        part=_words(r"gross profit"),
        whole=_words(_REVENUE),
        is_percent=True,
    ),
    _Ratio(
        asks=_words(r"\boperating (?:profit |income )?margin\b"),
        part=_words(rf"(?:operating {_PROFIT}|{_PROFIT} from operations)(?: \(loss\))?"),
        whole=_words(_REVENUE),
        is_percent=True,
    ),
    *(
        _Ratio(
            asks=_words(rf"\b{name} margin\b"),
            part=_words(rf"{name}(?: \(loss\))?"),
            whole=_words(_REVENUE),
            is_percent=True,
        )
        for name in ("adjusted ebitda", "adjusted ebit", "ebitda", "ebita?")
    ),
    _Ratio(
        asks=_words(r"\b(?:net (?:profit |income )?|profit )margin\b"),
        part=_words(rf"net {_PROFIT}(?: \(loss\))?|{_PROFIT} for the (?:year|period)"),
        whole=_words(_REVENUE),
        is_percent=True,
    ),
    _Ratio(
        asks=_words(r"\beffective (?:income )?tax rate\b"),
        part=_words(
            r"(?:(?:total )?provision for (?:income )?taxes|(?:total )?(?:income )?tax (?:expense|charge)s?"
            r"|(?:income )?tax(?:es|ation)?(?: on (?:profit|income))?)"
        ),
        whole=_words(rf"(?:total )?(?:{_PROFIT}|(?:profit|income) \(?loss\)?) before (?:income )?tax(?:es|ation)?"),
        is_percent=True,
        is_of_cost=True,
    ),
)
_COST = re.compile(r"\b(?:costs?|expenses?|depreciation)\b(?!.*\bincome\b)", re.IGNORECASE)
# a change of it, or what drove it, is asked for otherwise
_OTHER = re.compile(
    r"\b(?:why|how (?:is|are|was|does|do|did)|chang\w+|increas\w+|decreas\w+|average|difference|defin\w+|mean)\b",
    re.IGNORECASE,
)


def find_known_ratio(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The ratio that a question names, of the two rows of one table that make it, in the column of its year.

    None where it asks for none, where a row tells the ratio, or where the rows, or their values of that year, are none
    or several.
    """
    question = with_plain_years(question)
    ratio = next((one for one in _RATIOS if one.asks.search(question)), None)
    if ratio is None or _OTHER.search(question):
        return None
    values = [value for row in rows for value in row_values(row)]
    if any(ratio.asks.search(value.label) for value in values):
        return None
    part, whole = (_asked(_named(values, name, question), question) for name in (ratio.part, ratio.whole))
    if part is None or whole is None or not are_comparable([part, whole]) or whole.number <= 0:
        return None
    if part.column != whole.column and set(terms(part.column)) != set(terms(whole.column)):
        return None
    if part.number < 0 and ratio.is_of_cost and _prints_costs_negative(values, part.column):
        part = replace(part, number=-part.number)
    return ratio_of([part], whole, is_ratio=not ratio.is_percent)


def _named(values: Sequence[RowValue], name: re.Pattern[str], question: str) -> list[RowValue]:
    """The amounts of the only row that is called so; its name may end with the year that is asked for."""
    years = _years_of(question)
    found = [
        value
        for value in values
        if value.unit != "%"
        and name.fullmatch(" ".join(word for word in row_name(value.label).split() if not is_year(word)))
        and _years_of(row_name(value.label)) <= years
    ]
    return found if len({id(value.statement) for value in found}) == 1 else []


def _asked(values: Sequence[RowValue], question: str) -> RowValue | None:
    """The only value of a year that is asked for, where none is, the only one at all; of several the one in the column
    that the question names, as of a segment.
    """
    years, asked = _years_of(question), set(terms(question))
    found = [value for value in values if years <= _years_of(f"{value.label} {with_plain_years(value.column)}")]
    if len(found) > 1:
        found = [value for value in found if (own := column_terms(value.column) - years) and own <= asked]
    return found[0] if len(found) == 1 else None


def _years_of(text: str) -> set[str]:
    return {term for term in terms(text) if is_year(term)}


def _prints_costs_negative(values: Sequence[RowValue], column: str) -> bool:
    """Whether a statement prints what is spent as negative amounts: a tax in brackets is no refund there."""
    costs = [value for value in values if value.column == column and _COST.search(value.label)]
    return bool(costs) and all(value.number <= 0 for value in costs)
