"""How far two things are apart that have a table each: the same row under the name of the one and of the other. Pure.

"What is the difference in life expectancy between Elm and Oak?", where each district has a page of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.questions.directions import LESS, MORE
from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.tables.named.near_tables import heads_slide
from bizrag.answering.extractive.tables.reading.row_values import RowValue, are_comparable, named_terms, row_values
from bizrag.answering.extractive.tables.reckoned.computed import Computed, Reckoned, computed
from bizrag.model.terms import terms

_ASKS = re.compile(
    rf"\b(?:difference|gap|how far apart)\b.*\b(?:between|and)\b"
    rf"|\bhow (?:much|many) (?:\w+ ){{0,2}}?(?:{MORE}|{LESS})\b",
    re.IGNORECASE,
)
# the rows are among so many best statements
_NUM_BEST, _PAIR = 12, 2


def find_in_two_tables(question: str, scored: Sequence[Scored]) -> Computed | None:
    """The values of the best row in two tables, each in the column that the question names there, and the difference.

    None where it does not ask for one, or the row stands in other than two tables with such a column.
    """
    # the heading of a slide says what its charts are about
    scored = [entry for entry in scored if not heads_slide(entry.statement)]
    if not _ASKS.search(question) or not scored or not scored[0].statement.is_row:
        return None
    asked = set(terms(question))
    rows = [entry.statement for entry in scored[:_NUM_BEST] if entry.statement.is_row]
    values = [value for row in rows for value in row_values(row)]
    label = next((value.label for value in values), "")
    own = {
        (value.statement.hit.chunk_no, value.column): value
        for value in reversed(values)
        if value.label == label and (column := named_terms(value.column)) and column <= asked
    }
    pair = sorted(own.values(), key=lambda value: _place(question, value))
    if len(pair) != _PAIR or pair[0].column == pair[1].column or not are_comparable(pair):
        return None
    return computed(Reckoned.CHANGE, pair, asked, is_over_time=False)


def _place(question: str, value: RowValue) -> int:
    return question.casefold().find(value.column.casefold())
