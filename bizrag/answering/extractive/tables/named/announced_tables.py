"""The table that a sentence announces: "The following table shows revenue by country:" answers nothing by itself. Pure.

A row that says "Norway: 2024 17,116" has no word of such a sentence, which is like the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from bizrag.answering.extractive.scoring import Scored, asks_reason
from bizrag.answering.extractive.sentences.explained import asks_contents
from bizrag.answering.extractive.tables.reading.row_values import row_label, row_name
from bizrag.answering.statements.reading import Statement
from bizrag.model.answers import Figure, FigureKind
from bizrag.model.labels import tells_scale
from bizrag.model.terms import terms

_ANNOUNCES = re.compile(
    r"\b(?:the following|following tables?|table (?:below|above)|(?:below|above) table|(?:is|are|was|were) as follows"
    r"|tables? (?:sets?|shows?|presents?|summari[sz]es?|compares?|represents?|provides?|details?|reflects?))\b|:$",
    re.IGNORECASE,
)
# what says in what the amounts are
_MAX_BETWEEN = 80


def with_announced_row_first(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> list[Scored]:
    """The scored statements, first of them the row of the table that the best one announces, which the question names
    by what the sentence does not say; as they are where there is none.
    """
    best = scored[0].statement if scored else None
    if best is None or asks_reason(question) or asks_contents(question) or not _announces_table(best):
        return list(scored)
    rows = _rows_of(announced_table(best), statements)
    asked = set(terms(question))
    named = _named_row(rows, asked, set(terms(best.said)))
    if named is None:
        return list(scored)
    entry = next((one for one in scored if one.statement is named), replace(scored[0], statement=named))
    return [replace(entry, score=scored[0].score), *(one for one in scored if one.statement is not named)]


def announced_table(statement: Statement) -> Figure | None:
    """The table right below a sentence, or right above it, else the only one of its passage, where it names a
    table; None without such."""
    passage = statement.passage
    start = passage.text.find(statement.text)
    if start < 0:
        return None
    end = start + len(statement.text)
    tables = [one for one in passage.figures if one.kind is FigureKind.TABLE and one.chunk is not None]
    below = next(
        (one for one in tables if one.start >= end and _is_nothing_else(passage.text[end : one.start].strip())), None
    )
    above = next((one for one in tables if one.end <= start and not passage.text[one.end : start].strip()), None)
    # a table of a section may be set apart from its text
    only = (
        tables[0]
        if len(tables) == 1 and not any(tables[0].start < place < tables[0].end for place in (start, end))
        else None
    )
    return below or above or only


def _is_nothing_else(between: str) -> bool:
    """Whether nothing stands between a sentence and its table but in what that is."""
    return not between or (len(between) <= _MAX_BETWEEN and tells_scale(between))


def _announces_table(statement: Statement) -> bool:
    return not statement.is_row and _ANNOUNCES.search(statement.text.strip()) is not None


def _rows_of(table: Figure | None, statements: Sequence[Statement]) -> list[Statement]:
    if table is None or table.chunk is None:
        return []
    chunk_no = table.chunk.chunk_no
    return [one for one in statements if one.is_row and one.hit.chunk_no == chunk_no]


def _named_row(rows: Sequence[Statement], asked: Set[str], announced: Set[str]) -> Statement | None:
    """The row whose name says the most of what is asked for and not announced; None where none does, or several."""
    names = [set(terms(row_name(row_label(row)))) for row in rows]
    told = [(len(name & (asked - announced)), name <= asked, len(name & asked)) for name in names]
    best = max(told, default=(0, False, 0))
    if not best[0] or told.count(best) > 1:
        return None
    return rows[told.index(best)]
