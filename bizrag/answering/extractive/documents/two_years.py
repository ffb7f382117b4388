"""What two documents of one series say in the same row, each of its year: price lists of 2025 and of 2026. Pure.

"Has the fare gone up from 2025 to 2026?" is answered by neither of them alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.answering.assembly.long_tables import is_whole
from bizrag.answering.extractive.documents.each_period import markers
from bizrag.answering.extractive.questions.directions import FALLING, LESS, MORE, RISING
from bizrag.answering.extractive.tables.reading.found_rows import MOST_TOLD, in_order
from bizrag.answering.extractive.tables.reading.row_values import RowValue, are_comparable, row_values
from bizrag.answering.extractive.tables.reckoned.computed import change_between
from bizrag.answering.statements.reading import Statement
from bizrag.model.periods import period_of, series_of, years_of
from bizrag.model.terms import terms

_FELL = re.compile(rf"\b(?:{FALLING}|reduced|cheaper|(?:{LESS})\b.*\bthan)\b", re.IGNORECASE)
_ROSE = re.compile(rf"\b(?:{RISING}|raised|dearer|(?:{MORE})\b.*\bthan)\b", re.IGNORECASE)
_CHANGED = re.compile(r"\b(?:changed?|differ(?:s|ence)?|compared?|by how (?:much|many))\b", re.IGNORECASE)
_ASKS_WHICH = re.compile(r"^(?:\w+ )?(?:which|what (?!is\b|was\b)\w+)\b", re.IGNORECASE)
_YEARS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pair:
    """The values of one row and column in the earlier and in the later document."""

    before: RowValue
    after: RowValue

    @property
    def statements(self) -> tuple[Statement, Statement]:
        return self.before.statement, self.after.statement

    @property
    def around(self) -> set[str]:
        """The terms of the heading and the first line of the table."""
        hit = self.after.statement.hit
        return set(terms(" ".join((*hit.headings[-1:], hit.text.partition("\n")[0].partition(": ")[0]))))


def find_two_years(question: str, statements: Sequence[Statement]) -> tuple[list[Statement], list[str]] | None:
    """The values of a row in two documents of the years that a question compares, with their change; or the rows that
    rose, or fell, where it asks which. None where it compares no two years, or no such documents are there.
    """
    is_down, is_up = _FELL.search(question) is not None, _ROSE.search(question) is not None
    years = sorted(years_of(question))
    if len(years) != _YEARS or not (is_down or is_up or _CHANGED.search(question)):
        return None
    pairs = _pairs(_of_years(years, statements), set(terms(question)))
    if not pairs:
        return None
    asked = set(terms(question)) - set(years)
    if _ASKS_WHICH.search(question):
        found = _moved(pairs, asked, is_down=is_down) if is_down != is_up else []
    else:
        found = _named(pairs, asked)
    if not found:
        return None
    told = found[:MOST_TOLD]
    return [one for pair in told for one in pair.statements], [_said(pair, years) for pair in told]


def _of_years(years: Sequence[str], statements: Sequence[Statement]) -> list[list[Statement]]:
    """The rows of the two documents of one series whose names say the years and no part of them; else none."""
    documents: defaultdict[tuple[tuple[str, ...], str], list[Statement]] = defaultdict(list)
    for one in statements:
        period = period_of(one.hit.doc)
        if one.is_row and period[0] in years and not period[1]:
            documents[series_of(one.hit.doc), period[0]].append(one)
    both = [series for series, year in documents if year == years[0] and (series, years[1]) in documents]
    return [documents[both[0], year] for year in years] if len(both) == 1 else []


def _pairs(rows: Sequence[Sequence[Statement]], asked: set[str]) -> list[_Pair]:
    """The values of the rows that both documents have under the same heading, in the column that is asked for."""
    if not rows:
        return []
    by_name = [_by_name(own) for own in rows]
    pairs: list[_Pair] = []
    for name, after in by_name[1].items():
        before = by_name[0].get(name)
        if before is None:
            continue
        columns = {value.column: value for value in before}
        both = [_Pair(before=columns[value.column], after=value) for value in after if value.column in columns]
        shared = [len(asked & set(terms(pair.after.column))) for pair in both]
        best = [pair for pair, count in zip(both, shared, strict=True) if count == max(shared)]
        if len(best) == 1 and are_comparable([best[0].before, best[0].after]):
            pairs += best
    return pairs


def _by_name(rows: Sequence[Statement]) -> dict[tuple[str, ...], list[RowValue]]:
    """The values of each row by its label and heading; not of those that several rows share."""
    found: dict[tuple[str, ...], list[RowValue]] = {}
    seen: set[tuple[str, ...]] = set()
    for row in in_order(rows):
        values = row_values(row)
        name = (*terms(" ".join(row.hit.headings[-1:])), "", *terms(values[0].label if values else ""))
        if not values or not name[-1] or name in seen:
            found.pop(name, None)
            continue
        seen.add(name)
        found[name] = values
    return found


def _named(pairs: Sequence[_Pair], asked: set[str]) -> list[_Pair]:
    """The one pair whose label shares the most with the question; of several the one whose table does, too."""
    counts = [
        (len(asked & set(terms(pair.after.label))), len(asked & (pair.around | set(terms(pair.after.column)))))
        for pair in pairs
    ]
    best = max(counts)
    return [pairs[counts.index(best)]] if best[0] and counts.count(best) == 1 else []


def _moved(pairs: Sequence[_Pair], asked: set[str], *, is_down: bool) -> list[_Pair]:
    """The pairs of the one table whose heading shares the most with the question, that fell, or rose."""
    shared: dict[int, int] = {pair.after.statement.hit.chunk_no: len(asked & pair.around) for pair in pairs}
    best = [chunk_no for chunk_no, count in shared.items() if count == max(shared.values()) > 0]
    of_table = [pair for pair in pairs if [pair.after.statement.hit.chunk_no] == best]
    if not all(is_whole(one.hit) for pair in of_table for one in pair.statements):
        return []
    return [pair for pair in of_table if (pair.after.number < pair.before.number) == is_down and _is_moved(pair)]


def _is_moved(pair: _Pair) -> bool:
    return pair.after.number != pair.before.number


def _said(pair: _Pair, years: Sequence[str]) -> str:
    """``Single ticket: 2025 Adult 2.90; 2026 Adult 3.10; change 0.2 (6.9%).``, with the markers of both."""
    cells = [f"{year} {value.cell}" for year, value in zip(years, (pair.before, pair.after), strict=True)]
    said = "; ".join(filter(None, (*cells, change_between(pair.before, pair.after))))
    return f"{pair.after.label}: {said}. {markers(pair.statements)}"
