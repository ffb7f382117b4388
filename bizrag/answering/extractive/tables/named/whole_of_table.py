"""The total of the measure that a table splits up: "What was revenue in 2024?" of a table "Revenue by region". Pure.

No row has the name of the measure: the title has, and each row is as much like the question as the others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.reading.found_rows import in_order
from bizrag.answering.extractive.tables.reading.row_values import RowValue, column_terms, is_sum, periods_in, row_values
from bizrag.answering.extractive.tables.reckoned.computed import Computed
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS = re.compile(
    r"^\W*(?:what (?:is|are|was|were)|how (?:much|high|large) (?:is|are|was|were|did)|wie hoch"
    r"|quel(?:le)? (?:est|était))\b",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"^(?:#+ |(?:table|figure|exhibit|tabelle|tableau) [\w.]+[.:]? )*"
    r"(?P<measure>[^\W\d][^,.:;()]{2,40}?) (?:by|per|nach|par|por) [^\W\d]",
    re.IGNORECASE,
)
# who asks for the whole may say so
_WHOLE = frozenset(
    terms("total group company overall consolidated reported year full fiscal gesamt insgesamt plc inc ltd")
)
_MIN_PARTS = 2


def find_whole(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The total of a table whose title says the measure and what it is split by, in the period that the question names.

    None where the question says anything more than the measure, the period and whose it is: that may be a part, or
    something that the table does not have.
    """
    if not _ASKS.search(question) or not rows:
        return None
    hit = rows[0].hit
    titles = (hit.text.partition("\n")[0], *reversed(hit.headings))
    title = next((found for text in titles if (found := _TITLE.search(text.strip()))), None)
    if title is None:
        return None
    asked, measure = set(terms(question)), set(terms(title["measure"]))
    beside = asked - measure - _WHOLE - periods_in(question) - set(terms(f"{hit.title} {hit.doc}"))
    if not measure or not measure <= asked or beside:
        return None
    values = [value for row in in_order(rows) for value in row_values(row)]
    parts = {value.label for value in values if not is_sum(value.label)}
    sums = _of_period([value for value in values if is_sum(value.label)], periods_in(question))
    if len(parts) < _MIN_PARTS or len(sums) != 1:
        return None
    return Computed(statements=(sums[0].statement,), text=f"{sums[0].label}: {sums[0].cell}.", is_named=True)


def _of_period(sums: Sequence[RowValue], periods: set[str]) -> list[RowValue]:
    """The values in the one column of amounts of a period, of the only one where none is asked for."""
    return [
        value
        for value in sums
        if periods == periods_in(value.column) and not column_terms(value.column) - periods_in(value.column)
    ]
