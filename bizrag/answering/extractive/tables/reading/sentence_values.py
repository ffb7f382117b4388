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
