"""Periods along an axis that are not written in full. Pure.

Months by their first letters, quarters with their year beside the first one only, every second year.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.model.periods import MONTH_NAME, MONTHS
from bizrag.model.terms import is_year
from bizrag.parsing.charts.labels import MIN_FILLED, Label, even_lines, is_right_below

_MONTHS = [month[:3].title() for month in MONTHS]
# of a year that begins with any month
_INITIALS = "".join(month[0] for month in _MONTHS) * 2
# fewer letters are those of other months, too
_MIN_MONTHS = 6
# what the letter of October is read as
_READ_AS = str.maketrans("0Q", "OO")
_PART = re.compile(
    rf"(?:[QH][1-4]|{MONTH_NAME}\.?)(?:[ /-](?P<year>['\u2019]?\d\d(?:\d\d)?))?",
    re.IGNORECASE,
)
# parts that a year begins with
_FIRST = re.compile(r"[QH]1|jan(?:uary)?\.?", re.IGNORECASE)
# from one written year to the next
_MAX_STEP = 5
# of the distance between two years: how far beside its year a value stands
_CENTRED = 0.25


def with_periods(labels: Sequence[Label]) -> list[Label]:
    """The texts of a chart, months by their names, parts of a year with it, and the years that an axis leaves out."""
    labels = _with_years_below(labels)
    for find in (_months, _parts_of_years):
        told = {id(label): replace(label, text=text) for label, text in find(labels).items()}
        labels = [told.get(id(label), label) for label in labels]
    return [*labels, *(label for axis in _axes_of_years(labels) for label in _years_between(axis, labels))]


def _months(labels: Sequence[Label]) -> dict[Label, str]:
    """The names of months that are written as their first letters, one after the other."""
    letters = [label for label in labels if len(label.text) == 1]
    found: dict[Label, str] = {}
    for run in even_lines(letters, lambda label: label.bbox.b, lambda label: label.x):
        first = _INITIALS.find("".join(label.text for label in run).translate(_READ_AS))
        if _MIN_MONTHS <= len(run) <= len(_MONTHS) and first >= 0:
            found |= {label: _MONTHS[(first + at) % len(_MONTHS)] for at, label in enumerate(run)}
    return found


def _with_years_below(labels: Sequence[Label]) -> list[Label]:
    """The labels, years right below the first part of each year written beside it: "Jan" over "2025", "Feb", "Mar"."""
    parts = [label for label in labels if (told := _PART.fullmatch(label.text)) and not told["year"]]
    years = [label for label in labels if is_year(label.text)]
    below: dict[int, Label] = {}
    for row in even_lines(parts, lambda label: label.bbox.b, lambda label: label.x):
        own = {id(part): year for part in row for year in years if is_right_below(year, part)}
        first = next((part for part in row if id(part) in own), None)
        # in the middle of its months a year is that of all of them
        if own and all(part is row[0] or _FIRST.fullmatch(part.text) for part in row if id(part) in own):
            below |= own
            is_late = first is not None and first is not row[0]
            below |= {id(row[0]): replace(own[id(first)], text=str(int(own[id(first)].text) - 1))} if is_late else {}
    taken = {id(year) for year in below.values()}
    written = [
        replace(label, text=f"{label.text} {below[id(label)].text}") if id(label) in below else label
        for label in labels
    ]
    return [label for label in written if id(label) not in taken]


def _parts_of_years(labels: Sequence[Label]) -> dict[Label, str]:
    """Quarters and months that follow one with a year, with that: "Q1 23", "Q2", "Q3"."""
    parts = [label for label in labels if _PART.fullmatch(label.text)]
    found: dict[Label, str] = {}
    for row in even_lines(parts, lambda label: label.bbox.t, lambda label: label.x):
        year = ""
        for label in row:
            told = _PART.fullmatch(label.text)
            year = (told and told["year"]) or year
            if year and told and not told["year"]:
                found[label] = f"{label.text} {year}"
    return found


def _axes_of_years(labels: Sequence[Label]) -> list[list[Label]]:
    """Years on one line of which each follows the one before after as many years, and more than one."""
    years = [label for label in labels if is_year(label.text)]
    rows = even_lines(years, lambda label: label.bbox.t, lambda label: label.x)
    return [row for row in rows if 1 < _step(row) <= _MAX_STEP]


def _step(row: Sequence[Label]) -> int:
    """How many years are between two of an axis; 0 where these are not always as many."""
    numbers = [int(label.text) for label in row]
    step = (numbers[-1] - numbers[0]) // (len(numbers) - 1)
    return step if all(number == numbers[0] + at * step for at, number in enumerate(numbers)) else 0


def _years_between(axis: Sequence[Label], labels: Sequence[Label]) -> list[Label]:
    """The years that an axis leaves out up to the last one with a value, where values stand over most of them."""
    step, first = _step(axis), int(axis[0].text)
    pitch = (axis[-1].x - axis[0].x) / (len(axis) - 1) / step
    # before the first one and after the last one there may be more
    lowest, highest = 1 - step, (len(axis) - 1) * step + step - 1
    over = [(label.x - axis[0].x) / pitch for label in labels if label.is_value and label.bbox.b < axis[0].bbox.t]
    places = [place for place in over if lowest - _CENTRED <= place <= highest + _CENTRED]
    told = {round(place) for place in places if abs(place - round(place)) <= _CENTRED}
    written = {at * step for at in range(len(axis))}
    if len(told - written) < 2 or any(abs(place - round(place)) > _CENTRED for place in places):
        return []
    years = range(min(told | {0}), max(told) + 1)
    if len(told) < MIN_FILLED * len(years):
        return []
    half = axis[0].bbox.width / 2
    return [
        replace(
            axis[0],
            text=str(first + at),
            bbox=replace(axis[0].bbox, l=axis[0].x + at * pitch - half, r=axis[0].x + at * pitch + half),
        )
        for at in years
        if at not in written
    ]
