"""Which rows of a table have "Yes" in the column that a question names, or a value where others have a dash. Pure.

"Which proposals may brokers vote on?" and "Which funds have an exit charge?" hold no word of the rows that are meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.reading.found_rows import MOST_TOLD, in_order, told_count
from bizrag.answering.extractive.tables.reckoned.computed import Computed
from bizrag.answering.statements.reading import Statement
from bizrag.answering.statements.row_cells import CELL_END
from bizrag.model.terms import terms

_ASKS = re.compile(r"\b(?:which|what|name|list)\b|\b(?P<count>how many)\b", re.IGNORECASE)
# who asks for those without it, or for an amount, asks something else
_OTHERWISE = re.compile(
    r"n[o']t\b|\b(?:no|never|without|neither|nor|except|unless|highest|lowest|largest|smallest|most|least|more|less"
    r"|than|how much)\b",
    re.IGNORECASE,
)
_HAVE = re.compile(
    r"^\W*(?:which|what|how many) (?P<kind>(?:[^\W\d][\w-]* ){1,3}?)(?:do |does )?"
    r"(?:has|have|had|pays?|carry|carries|charges?|levy|levies|offers?|provides?|includes?|gets?) (?:an? |any )"
    r"(?P<what>[^,;?]+)\W*$",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(r"(?P<column>.+) (?P<mark>yes|no)", re.IGNORECASE)
_NIL = re.compile(r"(?P<column>.+) (?P<mark>[-\N{EN DASH}\N{EM DASH}])")
# so many rows have the column, and the question so many of its words where they tell yes or no
_MIN_ROWS, _MIN_WORDS = 3, 2


def find_filled(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The rows with "Yes", or with a value, in the one column that a question names; None where it asks for others, or
    names none such, or where all rows have it.
    """
    asks = _ASKS.search(question)
    if asks is None or _OTHERWISE.search(question) or len(rows) < _MIN_ROWS:
        return None
    ordered = in_order(rows)
    found = _with_yes(question, ordered) or _with_value(question, ordered)
    if not found:
        return None
    count = told_count(len(found), len(rows), is_asked=asks["count"] is not None)
    said = " ".join(" ".join(row.said.split()) for row in found[:MOST_TOLD])
    return Computed(statements=tuple(found[:MOST_TOLD]), text=count + said, is_named=True)


def _with_yes(question: str, rows: Sequence[Statement]) -> list[Statement]:
    marks = _marks(rows, _YES_OR_NO)
    told = {column: own for column, own in marks.items() if {mark.casefold() for mark in own.values()} == {"yes", "no"}}
    column = _named(told, set(terms(question)), least=_MIN_WORDS)
    return [rows[at] for at, mark in told[column].items() if mark.casefold() == "yes"] if column else []


def _with_value(question: str, rows: Sequence[Statement]) -> list[Statement]:
    has = _HAVE.search(question)
    nil = _marks(rows, _NIL)
    if has is None or not nil:
        return []
    column = _named(nil, set(terms(has["what"])), least=1)
    begin = f"{column} "
    filled = [any(cell.startswith(begin) and not _NIL.fullmatch(cell) for cell in _cells(row)) for row in rows]
    told = [row for row, is_filled in zip(rows, filled, strict=True) if is_filled]
    return told if column and len(told) + len(nil[column]) >= _MIN_ROWS else []


def _marks(rows: Sequence[Statement], kind: re.Pattern[str]) -> dict[str, dict[int, str]]:
    """By column its marks of a kind, by the place of their rows."""
    marks: dict[str, dict[int, str]] = {}
    for at, row in enumerate(rows):
        for cell in _cells(row):
            if (mark := kind.fullmatch(cell)) is not None:
                marks.setdefault(mark["column"], {})[at] = mark["mark"]
    return marks


def _named(columns: dict[str, dict[int, str]], asked: set[str], *, least: int) -> str:
    """The one column with most words of the question, and with so many; empty without one."""
    shared = {column: len(set(terms(column)) & asked) for column in columns}
    best = max(shared.values(), default=0)
    named = [column for column, count in shared.items() if count == best]
    return named[0] if best >= least and len(named) == 1 else ""


def _cells(row: Statement) -> list[str]:
    said = " ".join(row.said.split()).removesuffix(".")
    label, colon, cells = said.partition(": ")
    return CELL_END.split(cells if colon and "; " not in label else said)
