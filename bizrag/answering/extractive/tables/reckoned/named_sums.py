"""What the rows of a table that hold a name add up to: "What was spent at Grovers in total?" Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from bizrag.answering.extractive.tables.reading.found_rows import MOST_TOLD, in_order
from bizrag.answering.extractive.tables.reading.row_values import (
    RowValue,
    are_comparable,
    is_sum,
    row_label,
    row_values,
)
from bizrag.answering.extractive.tables.reckoned.asked_figures import asks_change, names_change
from bizrag.answering.extractive.tables.reckoned.asked_sums import ASKS_SUM, NO_AMOUNT
from bizrag.answering.extractive.tables.reckoned.computed import Computed, summed
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms
from bizrag.model.words import tokens

# what is left after each row adds up to nothing
_RUNNING = re.compile(r"\b(?:balance|stock|remaining|left)\b", re.IGNORECASE)
_MIN_ROWS = 2
# the label of a column and a name, or more of one, in words
_NAME_WORDS = 3


def find_named_sum(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The sum of the amounts in those rows of one table that hold a word of the question which others do not.

    None where it asks for no total, names no such rows or all of them, or where each has not one amount of one column.
    """
    if not ASKS_SUM.search(question) or asks_change(question):
        return None
    parts_of_table = [row for row in in_order(rows) if not is_sum(row_label(row))]
    named = _named(question, parts_of_table)
    naming = _only_in(named, parts_of_table) & set(terms(question))
    values = [[one for one in _amounts(row) if naming.isdisjoint(terms(one.column))] for row in named]
    parts = [own[0] for own in values if len(own) == 1]
    is_clear = len(parts) == len(named) and len({value.column for value in parts}) == 1
    if not (_MIN_ROWS <= len(named) <= MOST_TOLD and is_clear and are_comparable(parts)):
        return None
    return summed(parts, set(terms(question)))


def _named(question: str, rows: Sequence[Statement]) -> list[Statement]:
    """The rows with most words of a question that not all rows have; of these the ones with a pair of its words."""
    own = [set(terms(_in_words(row))) for row in rows]
    asked = set(terms(question))
    telling = {term for term in asked if 0 < sum(term in words for words in own) < len(rows)}
    counts = [len(telling & words) for words in own]
    most = max(counts, default=0)
    named = [row for row, count in zip(rows, counts, strict=True) if count == most > 0]
    # "from savings", not "to savings"
    pairs = {pair for pair in pairwise(tokens(question)) if telling & set(terms(" ".join(pair)))}
    return [row for row in named if pairs & set(pairwise(tokens(row.said)))] or named


def _only_in(named: Sequence[Statement], rows: Sequence[Statement]) -> set[str]:
    """The terms that all of the named rows hold and no other: a figure behind them ("Fairgate, order 2231") is of their
    name.
    """
    others = {term for row in rows if row not in named for term in terms(row.said)}
    return set.intersection(*(set(terms(row.said)) for row in named)) - others if named else set()


def _in_words(row: Statement) -> str:
    """What a row says beside its amounts; a cell of several words before a number is a name: "Fairgate, order 2231"."""
    amounts = {value.cell for value in row_values(row) if len(value.column.split()) < _NAME_WORDS}
    label, _, cells = " ".join(row.said.split()).removesuffix(".").partition(": ")
    return " ".join((label, *(cell for cell in cells.split("; ") if cell not in amounts)))


def _amounts(row: Statement) -> list[RowValue]:
    values = [value for value in row_values(row) if value.unit != "%" and not names_change(value.column)]
    return [value for value in values if not (_RUNNING.search(value.column) or NO_AMOUNT.search(value.column))]
