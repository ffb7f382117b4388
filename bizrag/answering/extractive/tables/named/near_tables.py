"""The tables and charts that a question may mean: those of the rows among its best statements, each whole. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from bizrag.answering.assembly.long_tables import is_whole
from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.tables.reading.row_values import (
    named_terms,
    periods_in,
    row_label,
    row_name,
    row_values,
)
from bizrag.answering.extractive.tables.reckoned.asked_figures import asked_figure
from bizrag.answering.extractive.tables.reckoned.shares import asks_share
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

#: Questions for a change, an average or the largest value hold words that no row has: the table meant is of a row among
#: so many best statements that scores this share of the best one.
_NUM_NEAR = 16
_NEAR_SHARE = 0.8
#: and where its rows are what the question asks for, by their name ("which region"), or a share of a row that it names
#: whole, this share
_NAMED_SHARE = 0.6
#: and where the question compares two of its columns, this share of any that is scored: their names are all it says
_COMPARED_SHARE = 0.45
# of a table by itself
_MIN_ROWS = 3
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_ASKED_KIND = re.compile(r"\b(?:which|what) (?P<kind>[^\W\d_]{3,})\b", re.IGNORECASE)
# two things are compared
_OF_TWO = re.compile(
    r"\b(?:than|between|gap|difference|versus|vs|compared|ahead of|behind|exceed(?:s|ed)?|lag(?:s|ged)?)\b",
    re.IGNORECASE,
)
# a figure, and no year
_FIGURE = re.compile(r"(?<![\d.,])(?!(?:19|20)\d\d\b)\d")
_READ = re.compile(r"Text in the \w+: ")


def tables_near(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> list[list[Statement]]:
    """The rows of each whole table and chart that a row among the best statements is of: those that speak of all years
    that are asked for, of these the ones whose rows are ("which county"), then the others, each the best first. Charts
    of two years are drawn alike.
    """
    years = set(_YEAR.findall(question))
    kinds = {term for found in _ASKED_KIND.finditer(question) for term in terms(found["kind"])}
    return sorted(
        _near(
            set(terms(question)),
            scored,
            statements,
            is_figure=asked_figure(question) is not None,
            is_share=asks_share(question),
            is_of_two=_OF_TWO.search(question) is not None,
        ),
        key=lambda rows: (
            not years <= set(_YEAR.findall(f"{rows[0].hit.title} {rows[0].hit.text}")),
            kinds.isdisjoint(terms(rows[0].kind_of_row)),
        ),
    )


def _near(
    asked: set[str],
    scored: Sequence[Scored],
    statements: Sequence[Statement],
    *,
    is_figure: bool,
    is_share: bool,
    is_of_two: bool,
) -> Iterator[list[Statement]]:
    seen: set[int] = set()
    ranked = {id(entry.statement): entry.statement for entry in scored}
    rows = [one for one in (*ranked.values(), *(one for one in statements if id(one) not in ranked)) if one.is_row]
    # "This resulted in lower profit." tells nothing of how much lower
    top = next((entry.score for entry in scored if not is_figure or _FIGURE.search(entry.statement.said)), 0.0)
    for number, candidate in enumerate(scored):
        best = candidate.statement
        if candidate.score < _COMPARED_SHARE * top:
            return
        kind = set(terms(best.kind_of_row))
        is_meant = (kind and kind <= asked) or (is_share and best.is_row and _is_named(best, asked))
        least = _NAMED_SHARE if is_meant else _NEAR_SHARE
        is_near = number < _NUM_NEAR and candidate.score >= least * top
        if not is_near and not (is_of_two and best.is_row and _names_two(best, asked)):
            continue
        if (
            names_figure(best) or heads_slide(best) or is_read_in_picture(best)
        ) and candidate.score >= _NEAR_SHARE * top:
            # the caption of a table or chart, or what is read in it, says what its rows are about
            of_it = (one for one in rows if one.hit.chunk_no == best.hit.chunk_no and not is_read_in_picture(one))
            best = next(of_it, best)
        # what is read in a picture is one line after the other, and no table
        if not best.is_row or not is_whole(best.hit) or id(best) in seen or is_read_in_picture(best):
            continue
        table = [
            one
            for one in rows
            if one.hit.chunk_no == best.hit.chunk_no and one.columns == best.columns and not is_read_in_picture(one)
        ]
        table = _of_one_chart(table, best) + _going_on(table, rows)
        seen |= set(map(id, table))
        yield table


def _of_one_chart(table: list[Statement], best: Statement) -> list[Statement]:
    """Of a picture of several charts, and of tables that were taken for one, the rows of the one that the best is of:
    they have columns in common.
    """
    columns = {id(row): {value.column for value in row_values(row)} for row in table}
    known = columns.get(id(best), set[str]())
    if best.hit.kind not in (ChunkKind.PICTURE, ChunkKind.TABLE) or not known:
        return table
    while True:
        own = [row for row in table if known & columns[id(row)]]
        found = known.union(*(columns[id(row)] for row in own))
        if found == known:
            break
        known = found
    # one row of its own is a sum, or one whose cells could not be told
    rest = len(table) - len(own)
    is_parted = best.hit.kind is ChunkKind.PICTURE or min(len(own), rest) >= _MIN_ROWS
    return own if is_parted else table


def _is_named(row: Statement, asked: set[str]) -> bool:
    """Whether a question holds the whole name of a row."""
    name = set(terms(row_name(row_label(row))))
    return bool(name) and name <= asked


def _names_two(row: Statement, asked: set[str]) -> bool:
    """Whether a question holds the whole names of two columns of a row's table."""
    columns = {value.column for value in row_values(row)}
    named = {frozenset(own) for column in columns if (own := named_terms(column) - periods_in(column)) and own <= asked}
    return len({one for one in named if not any(one < other for other in named)}) > 1


def _going_on(table: Sequence[Statement], rows: Sequence[Statement]) -> list[Statement]:
    """The rows of the parts of a table on the pages right before and after: of the same columns and document."""
    own = table[0].hit
    columns, common = _columns(table), _common_columns(table)
    parts: dict[int, list[Statement]] = {}
    for row in rows:
        if row.hit.document_id == own.document_id and row.hit.chunk_no != own.chunk_no and row.hit.kind is own.kind:
            parts.setdefault(row.hit.chunk_no, []).append(row)
    pages = set(own.page_nos)
    found: list[Statement] = []
    first = min(pages, default=0)
    # the nearest first: each joins those on the pages beside it, before it as after it
    for part in sorted(parts.values(), key=lambda part: abs(min(part[0].hit.page_nos, default=0) - first)):
        is_beside = any(abs(page - other) == 1 for page in part[0].hit.page_nos for other in pages)
        # what few rows have in common are words of their cells: "Article Label roll 5"
        is_like = _columns(part) == columns or len(common & _common_columns(part)) == len(common) > 1
        is_same = is_like and part[0].kind_of_row == table[0].kind_of_row
        if len(columns) > 1 and is_beside and is_whole(part[0].hit) and is_same:
            found += part
            pages |= set(part[0].hit.page_nos)
    return found


def _columns(rows: Sequence[Statement]) -> set[str]:
    return {value.column for row in rows for value in row_values(row)} - {""}


def _common_columns(rows: Sequence[Statement]) -> set[str]:
    """The columns of numbers that at least half of the rows have."""
    counts = Counter(column for row in rows for column in {value.column for value in row_values(row)})
    return {column for column, count in counts.items() if column and 2 * count >= len(rows)}


def names_figure(statement: Statement) -> bool:
    """Whether a statement is the caption of a table or chart: the first line of what describes it, and no row."""
    is_figure = statement.hit.kind in (ChunkKind.TABLE, ChunkKind.PICTURE)
    return is_figure and statement.start == 0 and not statement.is_row


def heads_slide(statement: Statement) -> bool:
    """Whether a statement is the heading of a slide: it says what the chart below it is about."""
    return statement.hit.kind is ChunkKind.SLIDE and statement.start == 0 and statement.text.startswith("# ")


def is_read_in_picture(statement: Statement) -> bool:
    """Whether a statement is text that was read in a picture: one line after the other, in no table."""
    return _READ.match(statement.text) is not None
