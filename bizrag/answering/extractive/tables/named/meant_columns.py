"""Which column of a table a question means by other words: the "people working there" are its "Staff".

The words of a question for what is compared are held against the names of the columns by the embedder. Pure but for
that, which is handed in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import EmbedFn
from bizrag.answering.extractive.tables.conditions.conditions import sets_limit
from bizrag.answering.extractive.tables.reading.row_values import dateless_column_of, row_values
from bizrag.answering.extractive.tables.reckoned.extremes import asks_extreme
from bizrag.answering.extractive.tables.reckoned.whole_rows import whole_of_each
from bizrag.answering.statements.asked import measured_column
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

#: What is compared and the column's name are so alike at least, and so much more than the next column. Of 36 questions
#: for a column of ten tables, in other words than its name, 18 were understood so, 2 wrongly.
_LEAST_ALIKE, _LEAST_LEAD = 0.3, 0.08
# so many rows have a value in a column that is compared
_MIN_VALUES = 2
# "In which of the terminals", "What ward": what is looked for, not what is compared
_LOOKED_FOR = re.compile(
    r"^(?:(?:in|at|on|for|by|from|to|of) )?(?:which|what|whose)(?: of (?:the|our|these|those|all))? "
    r"(?:(?!(?:is|are|was|were|has|have|had)\b)[\w-]+ )?(?=\w)",
    re.IGNORECASE,
)


def with_meant_column(question: str, rows: Sequence[Statement], embed: EmbedFn) -> str:
    """A question for an extreme, or with a limit, and the column of a table that it means by other words; the question
    as it is where it names a column, or means none more than the others.
    """
    if not (asks_extreme(question) or sets_limit(question)) or measured_column(question) is not None:
        return question
    # of all columns together none is meant
    if asks_extreme(question) and whole_of_each(question, [value for row in rows for value in row_values(row)]):
        return question
    asked = set(terms(question))
    counts = Counter(value for row in rows for value in {dateless_column_of(value) for value in row_values(row)})
    columns = [column for column, count in counts.items() if count >= _MIN_VALUES and terms(column)]
    if len(columns) < 2 or any(asked & set(terms(column)) for column in columns):
        return question
    vectors = embed([_LOOKED_FOR.sub("", question, count=1), *columns])
    alike = vectors[1:] @ vectors[0]
    best, second = sorted(range(len(columns)), key=lambda place: -alike[place])[:2]
    if alike[best] < _LEAST_ALIKE or alike[best] - alike[second] < _LEAST_LEAD:
        return question
    return f"{question.rstrip(' ?')} ({columns[best]})?"
