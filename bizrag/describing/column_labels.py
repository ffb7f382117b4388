"""The labels of a table's columns, from the rows that head it. Pure.

A name over several columns that was not merged over them stands above one of them, and the others are blank: at their
left, in their middle, or at their right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from bizrag.model.labels import is_period, is_time
from bizrag.model.periods import MONTH_NAME

_CHANGE = re.compile(r"\b(?:changes?|variances?|increases?|decreases?|growth)\b", re.IGNORECASE)
# "Balance at beginning of" goes on in the same column, below
_GOES_ON = re.compile(r"\b(?:of|and|or|in|for|to|per|with|by|the|from|at|on)$|[-/&]$", re.IGNORECASE)
_UNIT_SIGN = re.compile(r"\s*[$€£¥%]\W*$")
# "(In millions)" beside "Three months ended June 30,"; "2023", "2023 (a)"
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_MONTH = re.compile(rf"\b{MONTH_NAME}\b", re.IGNORECASE)
_BEGINS_WITH_YEAR = re.compile(r"(?:19|20)\d\d\b")


def column_labels(headers: Sequence[Sequence[str]], num_cols: int) -> list[str]:
    """The names above each column, joined from the top; ``headers`` are the texts of the rows.

    >>> column_labels([["", "", "Year ended", ""], ["", "2019", "Change", "2018"]], 4)
    ['', 'Year ended 2019', 'Change', 'Year ended 2018']
    >>> column_labels([["", "", "Fiscal"], ["", "2019", "2018"], ["", "", "(in millions)"]], 3)
    ['', 'Fiscal 2019 (in millions)', 'Fiscal 2018 (in millions)']
    >>> column_labels([["", "Balance at beginning of", ""], ["", "period", "Increase"]], 3)
    ['', 'Balance at beginning of period', 'Increase']
    >>> column_labels([["", "", "Fiscal year", "", "% Change"], ["", "2019", "2018", "Actual", "Adjusted"]], 5)
    ['', 'Fiscal year 2019', 'Fiscal year 2018', '% Change Actual', '% Change Adjusted']
    >>> column_labels([["", "", "Added", "", "Share", ""], ["", "2019", "2019", "2018", "2019", "2018"]], 6)
    ['', '2019', 'Added 2019', 'Added 2018', 'Share 2019', 'Share 2018']
    >>> column_labels([["", "F19", "F18", "", ""], ["$m", "53 weeks", "52 weeks", "Change", "Normalised"]], 5)
    ['$m', 'F19 53 weeks', 'F18 52 weeks', 'Change', 'Normalised']
    >>> column_labels([["", "2019", "", "2018", ""]], 5)
    ['', '2019', '2019', '2018', '2018']
    >>> column_labels([["", "2019", "Share", "2018", "Share"]], 5)
    ['', '2019', '2019 Share', '2018', '2018 Share']
    >>> column_labels([["Three months ended June 30,", "2019", "2018", "Change"]], 4)[1:]
    ['Three months ended June 30, 2019', 'Three months ended June 30, 2018', 'Change']
    >>> column_labels([["For the year ended December 31:", "2019"]], 2)[1:]
    ['For the year ended December 31 2019']
    """
    rows = [[text.strip() for text in row] for row in headers]
    num_labels = [sum(text != "" for text in row[1:]) for row in rows]
    spread = [
        _spread(row, _names_below(rows[at + 1 :], num_cols)) if 0 < count < max(num_labels) else row
        for at, (row, count) in enumerate(zip(rows, num_labels, strict=True))
    ]
    labels = [" ".join(dict.fromkeys(row[col] for row in spread if row[col])) for col in range(num_cols)]
    return _with_period_in_corner(_told_apart(_filled_to_the_right(labels)))


def without_shared_period(labels: Sequence[str]) -> list[str]:
    """Labels without the period that all of them begin with.

    >>> without_shared_period(["", "Fiscal 2019 First Quarter", "Fiscal 2019 Total"])
    ['', 'First Quarter', 'Total']
    >>> without_shared_period(["", "2019 Units", "2018 Units"])
    ['', '2019 Units', '2018 Units']
    """
    named = [label.split() for label in labels[1:] if label]
    shared = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*named, strict=False))]
    if len(named) < 2 or not is_period(" ".join(shared)) or any(len(words) == len(shared) for words in named):
        return list(labels)
    return [labels[0], *(" ".join(label.split()[len(shared) :]) for label in labels[1:])]


def _names_below(rows: Sequence[Sequence[str]], num_cols: int) -> list[str]:
    """Of each column the name below a row, a period if it has one; empty where there is none."""
    names = [[row[col] for row in rows if row[col]] for col in range(num_cols)]
    return [next(filter(is_period, texts), texts[0] if texts else "") for texts in names]


def _spread(row: Sequence[str], below: Sequence[str]) -> list[str]:
    """Give columns without a name the one that stands over them too."""
    places = [col for col, text in enumerate(row) if text and col > 0]
    blanks = [col for col, text in enumerate(row) if not text and col > 0]
    spread = list(row)
    if len(places) == 1:
        return _spread_one(spread, places[0], blanks, below)
    if places[0] == 1 and places[1] == 2 and below[1]:
        # each stands over its own column
        return spread
    steps = {after - before for before, after in pairwise(places)}
    is_left = places[0] == 1 or steps == {len(row) - places[-1]}
    for col in blanks:
        left, right = [place for place in places if place < col], [place for place in places if place > col]
        if is_left:
            spread[col] = row[left[-1]] if left else ""
            continue
        near = [*left[-1:], *right[:1]]
        is_of_kind = {place: is_period(below[place]) == is_period(below[col]) for place in near}
        nearest = min(near, key=lambda place: (abs(place - col), not is_of_kind[place], place))
        spread[col] = row[nearest]
    return spread


def _spread_one(spread: list[str], place: int, blanks: Sequence[int], below: Sequence[str]) -> list[str]:
    """One name stands over all columns; of a time over the periods among them, of a change over the others."""
    name = spread[place]
    is_at_end = place == len(spread) - 1 and len(blanks) > 1
    if is_at_end or (_GOES_ON.search(name) is not None and below[place]):
        # names stand in the middle or at the left of what they name
        return spread
    periods = {col for col in (place, *blanks) if is_period(below[col])}
    is_mixed = 0 < len(periods) < len(blanks) + 1
    for col in blanks:
        is_other = is_mixed and (
            (is_time(name) and col not in periods) or (_CHANGE.search(name) is not None and col in periods)
        )
        spread[col] = "" if is_other else name
    if is_mixed and is_time(name) and place not in periods and len(periods) > 1:
        spread[place] = ""
    return spread


def _filled_to_the_right(labels: list[str]) -> list[str]:
    """Columns without any name take the one at their left, where names stand at equal distances from the first on."""
    places = [col for col, text in enumerate(labels) if text and col > 0]
    step = places[1] - places[0] if len(places) > 1 else 0
    if step < 2 or places != list(range(1, len(labels), step)) or places[-1] + step != len(labels):
        return labels
    return [text or (labels[places[(col - 1) // step]] if col else "") for col, text in enumerate(labels)]


def _told_apart(labels: list[str]) -> list[str]:
    """Columns of one name take that of the period at their left with them: "2019 | % | 2018 | %"."""
    told = list(labels)
    columns: dict[str, list[int]] = {}
    for col, text in enumerate(labels[1:], 1):
        columns.setdefault(text, []).append(col)
    for label, cols in columns.items():
        if not label or len(cols) < 2 or is_period(label):
            continue
        periods = [_UNIT_SIGN.sub("", labels[col - 1]) for col in cols]
        if len(set(periods)) == len(cols) and all(map(is_period, periods)):
            for col, period in zip(cols, periods, strict=True):
                told[col] = f"{period} {label}"
    return told


def _with_period_in_corner(labels: list[str]) -> list[str]:
    """Years behind the period that stands once, over the labels of the rows: "Year ended March 31, | 2019 | 2018"."""
    period = " ".join(_IN_BRACKETS.sub(" ", labels[0]).split()).removesuffix(":") if labels else ""
    goes_on = is_time(period) and not is_period(period) and (period.endswith(",") or _MONTH.search(period) is not None)
    if not goes_on:
        return labels
    return [labels[0], *(f"{period} {text}" if _BEGINS_WITH_YEAR.match(text) else text for text in labels[1:])]
