"""The amounts that a sentence gives for several years, as if they stood in columns. Pure.

"The charge was $5.2 million and $4.8 million in 2019 and 2018, respectively" answers what they were on average, too.
"""

from __future__ import annotations

import re

from bizrag.answering.extractive.tables.reading.row_values import RowValue, parsed_number, unit_of
from bizrag.answering.statements.reading import Statement
from bizrag.model.periods import MONTHS

_AMOUNT = (
    r"(?P<value>[$€£¥]?\s?\(?\d{1,3}(?:,\d{3})+(?:\.\d+)?\)?|[$€£¥]?\s?\(?\d+(?:\.\d+)?\)?)"
    r"(?P<unit>%|\s?(?:thousand|million|billion|per cent|percent|basis points)\b)?"
)
_YEAR = r"(?:19|20)\d\d"
_AMOUNTS = re.compile(rf"(?<![\w.,$€£¥-]){_AMOUNT}(?![\w])")
# "$3.22 per gallon (with taxes) in 2012"
_PER = r"(?: (?:per|an?|each) [a-z-]+(?: of [a-z-]+)?)?(?: \([^()]*\))?"
_AMOUNT_IN_YEAR = re.compile(
    rf"(?<![\w.,$€£¥-]){_AMOUNT}{_PER} (?:in|for|during) (?:(?:the )?(?:fiscal |financial )?(?:years? )?)?"
    rf"(?P<year>{_YEAR})\b"
    # of several years the amounts are said "respectively"
    rf"(?!,? (?:and )?{_YEAR})"
)
_YEARS = re.compile(rf"\b{_YEAR}\b")
_DATE = re.compile(rf"\b(?:{'|'.join(MONTHS)}) \d{{1,2}}\b,?", re.IGNORECASE)
_MIN_VALUES = 2
# "from SEK 900 to SEK 1,250 per tonne", "from 4.8 hours to 5.3 hours"
_SIDE = (
    r"(?:[A-Z]{3}\s|[$€£¥]\s?)?\d(?:[\d.,]*\d)?"
    r"(?:\s?%|\s(?:thousand|million|billion|per cent|percent|percentage points|basis points)\b)?"
)
_ABOUT = r"(?:about |some |around )?"
_COUNTED = r"(?: (?!to\b|from\b|and\b|in\b)[a-z-]{2,12}){0,2}"
_FROM_TO = re.compile(
    rf"\bfrom {_ABOUT}(?P<before>{_SIDE}){_COUNTED} to {_ABOUT}(?P<after>{_SIDE})"
    rf"|\bto {_ABOUT}(?P<after_first>{_SIDE}){_COUNTED} from {_ABOUT}(?P<before_last>{_SIDE})"
)


def sentence_values(statement: Statement) -> list[RowValue]:
    """One amount for each year: behind each amount its year, or as many years as amounts, "respectively"; none where
    they cannot be told apart.
    """
    text = " ".join(statement.text.split())
    said = [(found["value"], found["unit"] or "", found["year"]) for found in _AMOUNT_IN_YEAR.finditer(text)]
    if len(said) < _MIN_VALUES:
        said = _respective(text)
    years = [year for *_, year in said]
    if len(said) < _MIN_VALUES or len(set(years)) < len(years):
        return []
    return [
        RowValue(
            statement=statement,
            label="",
            cell=f"{year} {value.strip()}{unit}",
            column=year,
            printed=f"{value.strip()}{unit}",
            unit=unit_of(f"{value}{unit}"),
            number=number,
        )
        for value, unit, year in said
        if (number := parsed_number(value)) is not None
    ]


def values_from_to(statement: Statement) -> list[RowValue]:
    """What something was before and after, where a sentence says of one thing from what to what it went; else none."""
    found = list(_FROM_TO.finditer(" ".join(statement.text.split())))
    if len(found) != 1:
        return []
    sides = [found[0]["before"] or found[0]["before_last"], found[0]["after"] or found[0]["after_first"]]
    if all(map(_YEARS.fullmatch, sides)):
        return []
    values = [
        RowValue(statement=statement, label="", cell=side, column="", printed=side, unit=unit_of(side), number=number)
        for side in sides
        if (number := parsed_number(side)) is not None
    ]
    return values if len(values) == _MIN_VALUES else []


def _respective(text: str) -> list[tuple[str, str, str]]:
    """The amounts before "respectively" with the years of it, where there are as many of both."""
    before, word, after = _DATE.sub("", text).partition("respectively")
    if not word or "respectively" in after:
        return []
    years = list(dict.fromkeys(_YEARS.findall(before)))
    amounts = [(found["value"], found["unit"] or "") for found in _AMOUNTS.finditer(before)]
    # a year is no amount, whatever it is said beside
    amounts = [(value, unit) for value, unit in amounts if unit or not _YEARS.fullmatch(value.strip())]
    return [(*amount, year) for amount, year in zip(amounts, years, strict=True)] if len(amounts) == len(years) else []
