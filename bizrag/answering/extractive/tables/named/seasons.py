"""Rows of timetables, tariffs and opening hours that hold over a part of each year: "15 Jun-31 Aug" in July. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.tables.reading.row_values import row_label
from bizrag.answering.statements.reading import Statement
from bizrag.model.periods import MONTH_NAME, MONTHS
from bizrag.model.seasons import Season, month_number, seasons_in
from bizrag.model.terms import terms

_ASKED = re.compile(
    rf"\b(?:in|on|during|for|at the (?:beginning|end) of)(?: (?:early|mid|late))?[ -](?:the )?"
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? )?(?P<month>{'|'.join(map(str.title, MONTHS))})\b"
    r"(?: (?P<day_behind>\d{1,2})(?:st|nd|rd|th)?\b)?"
)
# what a label that is a season begins with
_BEGINS = re.compile(
    rf"(?:(?:from|early|mid|late)[ -])?(?:\d{{1,2}}(?:st|nd|rd|th)?\.? )?{MONTH_NAME}\b", re.IGNORECASE
)
# one season alone parts no year
_MIN_SEASONS = 2


def find_in_season(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The only row of a table by seasons that a question's month or day lies in, of the table with the most of its
    words; None without, and where the best statement names that month itself.
    """
    asked = _ASKED.search(question)
    if asked is None or not scored or _named_month(asked) in terms(scored[0].statement.said):
        return None
    rows = sorted((one for one in statements if one.is_row), key=lambda one: (one.hit.chunk_no, one.start))
    wanted = set(terms(question)) - set(terms(asked.group()))
    best: list[Statement] = []
    most = 0
    for _, group in groupby(rows, key=lambda one: one.hit.chunk_no):
        own = list(group)
        seasons = [one for one in own if _season_of(row_label(one))]
        shared = len(wanted & set(terms(" ".join((*own[0].hit.headings, *(one.said for one in own))))))
        if len(seasons) >= _MIN_SEASONS and shared > most:
            best, most = [one for one in seasons if _holds(row_label(one), asked)], shared
    return best[0] if len(best) == 1 else None


def _named_month(asked: re.Match[str]) -> str:
    return next(iter(terms(asked["month"])), "")


def _holds(label: str, asked: re.Match[str]) -> bool:
    """Whether the season of a label has a day of what is asked for."""
    day = asked["day"] or asked["day_behind"]
    month = month_number(asked["month"])
    return any(season.holds(month, int(day) if day else None) for season in _season_of(label))


def _season_of(label: str) -> list[Season]:
    """The season that a label begins with, alone in a list; empty where it begins with something else."""
    begins = _BEGINS.match(label) is not None
    return list(seasons_in(label))[:1] if begins else []
