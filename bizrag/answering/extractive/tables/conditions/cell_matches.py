"""All rows of a table that have what a question says in one column: "Which risks are rated high?" Pure.

The best rows alone would be some of them. Columns of "Yes" and "No" are asked by their names. Of a question that says
no ("not on track", "without MFA") the other rows are meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from bizrag.answering.extractive.tables.conditions.conditions import sets_limit
from bizrag.answering.extractive.tables.conditions.meant_values import Meant, meant_values
from bizrag.answering.extractive.tables.conditions.negations import is_bare, negated_parts, without_negations
from bizrag.answering.extractive.tables.reading.cells import NO, UNKNOWN, YES, Cell, columns_of
from bizrag.answering.extractive.tables.reading.found_rows import MOST_TOLD, in_order, is_in_keywords, told_count
from bizrag.answering.extractive.tables.reading.row_values import is_code, is_sum, naming_cell, row_label, row_name
from bizrag.answering.extractive.tables.reckoned.computed import Computed
from bizrag.answering.extractive.tables.reckoned.extremes import asks_extreme
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS = re.compile(r"\b(?:which|what|who|list|name)\b|\b(?P<count>how many)\b", re.IGNORECASE)
# of one row, or of something else than rows
_ASKS_OTHER = re.compile(
    r"\b(?:if|should|must|why|when|how (?:much|long|often|far|do|does|did|is|are))\b", re.IGNORECASE
)
# says no without a word that does
_FAILS = re.compile(r"\b(?:still needs?|fail(?:s|ed)?|miss(?:es|ed|ing)?|lack(?:s|ed|ing)?)\b", re.IGNORECASE)
_MIN_ROWS, _MIN_FOUND, _MIN_NAME, _MIN_STEM = 3, 2, 2, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Match:
    """What a question means in one column."""

    # the cells of the rows that are asked for
    cells: list[Cell]
    # the values that the question names
    named: frozenset[str]
    # whether it lists several values, or says no to some
    is_chosen: bool


def find_matching(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The rows of one table whose cells are what the question says, in their order; at least two, or of two columns.

    None where it asks for something else, or names a row.
    """
    asks = _ASKS.search(question)
    if not _asks_rows(question) or len(rows) < _MIN_ROWS:
        return None
    asked = set(terms(question))
    ordered = _ordered(rows)
    columns = columns_of(ordered)
    if not columns:
        return None
    # what a table is about is said around it, or by a column that is named whole
    named = [set(terms(column[0].column)) for column in columns]
    is_named = any(len(own) >= _MIN_NAME and own <= asked for own in named)
    around = _terms_around(ordered, columns)
    if not is_named and not asked & around:
        return None
    if any(set(terms(row_name(cell.label))) <= asked for column in columns for cell in column if cell.label):
        return None
    matched = _matches(columns, question, asked)
    if matched is None or (asks is None and not _is_all_told(asked, around | _terms_of(matched))):
        return None
    found = _of_all([match.cells for match in matched])
    is_count = asks is not None and asks["count"] is not None
    is_clear = len(matched) > 1 or is_count or any(match.is_chosen for match in matched)
    if len(found) < (1 if is_clear else _MIN_FOUND):
        return None
    told = found[:MOST_TOLD]
    count = told_count(len(found), len(ordered), is_asked=is_count)
    said = " ".join(_said(cells, asked) for cells in told)
    return Computed(
        statements=tuple(cells[0].row for cells in told),
        text=count + said,
        is_named=True,
    )


def _asks_rows(question: str) -> bool:
    """Whether a question asks which rows there are, and not for those with more than a number or the largest one."""
    is_asked = _ASKS.search(question) is not None or is_in_keywords(question)
    return is_asked and not sets_limit(question) and not _ASKS_OTHER.search(question) and not asks_extreme(question)


def _ordered(rows: Sequence[Statement]) -> list[Statement]:
    return [row for row in in_order(rows) if not is_sum(row_label(row))]


def _matches(columns: Sequence[Sequence[Cell]], question: str, asked: Set[str]) -> list[_Match] | None:
    """What the question means in each column that it speaks of; None where that is not clear."""
    by_value = _with_values(columns, question)
    matched = _of_named_columns(by_value, asked)
    named = {match.named for match in by_value}
    if len(matched) < sum(not any(one < other for other in named) for one in named):
        return None
    # what the question says no to is a value, or a column of "Yes" and "No"
    unread = [part for part in negated_parts(question) if not any(_holds(part, match) for match in matched)]
    ticked = _with_yes(columns, asked, unread or _failed(question))
    if ticked is None and unread:
        return None
    return [*matched, *([ticked] if ticked else [])]


def _failed(question: str) -> list[str]:
    """What a question says no to by saying that it failed: it may be any word of it."""
    return [question] if _FAILS.search(question) else []


def _holds(part: str, match: _Match) -> bool:
    return any(set(terms(value)) <= set(terms(part)) for value in match.named)


def _is_all_told(asked: Set[str], said: Set[str]) -> bool:
    """Whether a question without a verb names nothing but what the table says: "owned" is of "Owner"."""
    return all(any(_is_akin(term, other) for other in said) for term in without_negations(asked))


def _is_akin(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) >= _MIN_STEM and (one.startswith(other) or other.startswith(one)))


def _terms_of(matched: Sequence[_Match]) -> set[str]:
    """The terms of what a question names, and of the columns in which it does."""
    said = [f"{cell.column} {' '.join(match.named)}" for match in matched for cell in match.cells[:1]]
    return set(terms(" ".join(said)))


def _said(cells: Sequence[Cell], asked: Set[str]) -> str:
    said = dict.fromkeys((naming_cell(cells[0].row, asked), *(cell.said for cell in cells)))
    return f"{cells[0].label}: {'; '.join(filter(None, said))}."


def _terms_around(rows: Sequence[Statement], columns: Sequence[Sequence[Cell]]) -> set[str]:
    """What the table says of its rows: its heading or caption, the label in its corner, and beside codes the name of
    what they stand for.
    """
    first = rows[0]
    named = [column[0].column for column in columns[:1] if is_code(column[0].label)]
    said = (first.kind_of_row, first.hit.text.split("\n", 1)[0], *first.hit.headings[-1:], *named)
    return set(terms(" ".join(said)))


def _with_values(columns: Sequence[Sequence[Cell]], question: str) -> list[_Match]:
    """Of each column the cells with what the question says of it; where all its values differ only what it lists, or
    says no to, word for word.
    """
    found: list[_Match] = []
    for column in columns:
        values = list(dict.fromkeys(cell.value.casefold() for cell in column))
        meant = meant_values(values, question)
        if meant is None or (len(values) == len(column) and not (meant.is_literal and _is_chosen(meant))):
            continue
        found.append(
            _Match(
                cells=[cell for cell in column if cell.value.casefold() in meant.told],
                named=meant.named,
                is_chosen=_is_chosen(meant),
            )
        )
    return found


def _is_chosen(meant: Meant) -> bool:
    return meant.is_not or len(meant.named) > 1


def _of_named_columns(matched: Sequence[_Match], asked: Set[str]) -> list[_Match]:
    """Of columns that have the same value the one whose name says the most of what is asked; where two do, both if the
    question names them whole ("green on schedule and budget"), else none.
    """
    by_value: dict[frozenset[str], list[_Match]] = {}
    for match in matched:
        by_value.setdefault(match.named, []).append(match)
    # of "red or amber" a column that has no red knows the half
    by_value = {named: same for named, same in by_value.items() if not any(named < other for other in by_value)}
    found: list[_Match] = []
    for same in by_value.values():
        shared = [len(set(terms(match.cells[0].column)) & asked) for match in same]
        best = [match for match, count in zip(same, shared, strict=True) if count == max(shared)]
        if len(best) == 1 or _are_named_whole(best, asked):
            found += best
    return found


def _are_named_whole(matched: Sequence[_Match], asked: Set[str]) -> bool:
    """Whether a question holds the names of all these columns, and no two are called alike."""
    names = {frozenset(terms(match.cells[0].column)) for match in matched}
    return len(names) == len(matched) and all(name and name <= asked for name in names)


def _with_yes(columns: Sequence[Sequence[Cell]], asked: Set[str], denied: Sequence[str]) -> _Match | None:
    """The cells with "Yes", or with "No", of the one such column whose name says the most of what is asked.

    "No" where that is denied, or nothing else: "MFA is not enabled". None where something else is.
    """
    ticked = [column for column in columns if {cell.value.casefold() for cell in column} - UNKNOWN <= YES | NO]
    shared = [len(set(terms(column[0].column)) & asked) for column in ticked]
    if not ticked or not max(shared) or shared.count(max(shared)) > 1:
        return None
    column = ticked[shared.index(max(shared))]
    own = set(terms(column[0].column))
    if denied and not any(own & set(terms(part)) or is_bare(part) for part in denied):
        return None
    wanted = NO if denied else YES
    return _Match(
        cells=[cell for cell in column if cell.value.casefold() in wanted],
        named=frozenset(),
        is_chosen=bool(denied),
    )


def _of_all(matched: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """The cells of each row that has one of each column, in the order of the rows."""
    by_row: dict[int, list[Cell]] = {}
    for cells in matched:
        for cell in cells:
            by_row.setdefault(id(cell.row), []).append(cell)
    return [cells for cells in by_row.values() if len(cells) == len(matched)]
