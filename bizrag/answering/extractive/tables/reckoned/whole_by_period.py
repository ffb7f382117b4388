"""Of which year, quarter or month a table has the largest or smallest whole, by the cells of its total. Pure.

A plan or budget has its periods as columns, and "Which year has the highest spending?" is asked of all its rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.reading.row_values import RowValue, is_sum, periods_in, row_name, row_values
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS_PERIOD = re.compile(
    r"\b(?:which|what) (?:(?:fiscal|financial|calendar) )?(?:year|quarter|month)\b", re.IGNORECASE
)
_MIN_PERIODS = 3
_SUM_WORDS = frozenset(terms("total grand overall sum all"))


def whole_by_period(question: str, rows: Sequence[Statement]) -> list[RowValue]:
    """The cells of a table's only total, one of each period; empty where no period is asked for, where the columns are
    none, or where the question names another row.
    """
    if not _ASKS_PERIOD.search(question):
        return []
    asked = set(terms(question))
    sums: list[list[RowValue]] = []
    for row in rows:
        values = row_values(row)
        label = set(terms(row_name(values[0].label))) if values else set[str]()
        if label and label <= asked:
            return []
        if values and is_sum(values[0].label) and label <= _SUM_WORDS:
            sums.append([value for value in values if periods_in(value.column)])
    return sums[0] if len(sums) == 1 and len(sums[0]) >= _MIN_PERIODS else []
