"""What a table has, where a question asks for no value: the rows under a label, and the years that its columns are of.
Pure.

"What are the components of equity securities?" is answered by the names of rows, and "Which years does it cover?" by
those of columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.best_statements import within_quote
from bizrag.answering.extractive.tables.conditions.conditions import sets_limit
from bizrag.answering.extractive.tables.reading.found_rows import MOST_TOLD, in_order
from bizrag.answering.extractive.tables.reading.row_values import is_sum, row_label, row_name, row_values, without_unit
from bizrag.answering.extractive.tables.reckoned.computed import Computed
from bizrag.answering.extractive.tables.reckoned.extremes import asks_extreme
from bizrag.answering.statements.reading import Statement
from bizrag.describing.tables import GROUP_END
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import is_year, terms

_PARTS = (
    r"(?:components?|(?:line |sub-?|financial )?items?|types?|kinds?|categor(?:y|ies)|classes|elements|parts|segments"
    r"|subdivisions|breakdown|constituents?)"
)
_ASKS_PARTS = re.compile(
    rf"^\W*(?:what|which) (?:are|were) (?:all )?(?:the )?(?:different |various |\w+ )?{_PARTS}\b"
    rf"|^\W*(?:what|which) (?:[\w-]+ )?{_PARTS} (?:are|were|does|do|did|make|made|is|was)\b"
    r"|^\W*what (?:is|are|was|were) (?:listed|shown) under\b",
    re.IGNORECASE,
)
_ASKS_NUMBER = re.compile(rf"\bhow many (?:different |distinct )?(?:[\w-]+ )?{_PARTS}\b", re.IGNORECASE)
_ASKS_YEARS = re.compile(
    r"^\W*(?:in |for |over |during )?(?:what|which) (?:are the |were the )?(?:fiscal |financial |reporting )?"
    r"(?:years|periods|quarters)\b.*\b(?:provid|calculat|report|record|present|cover|includ|disclos|show|list|giv"
    r"|availabl|information|data|compar|track|analy[sz]|stat)",
    re.IGNORECASE,
)
# words of such questions that name nothing of a table
_FILLERS = frozenset(
    terms(
        "table information data figures year years period periods fiscal quarters provide calculated components items"
    )
)
_MIN_PARTS = 2


def find_parts(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The names of the rows under the label that a question names, and how many they are where it asks for that:
    ``Equity securities: Domestic; Foreign.``; without the row that sums them up.

    ``rows`` are those of one table. None where it asks for no parts, or where no label has two rows under it.
    """
    is_counted = _ASKS_NUMBER.search(question) is not None
    if not (is_counted or _ASKS_PARTS.match(question)) or sets_limit(question) or asks_extreme(question):
        return None
    asked = set(terms(question))
    parts: dict[str, dict[str, Statement]] = {}
    for row in in_order(rows):
        *above, name = _label(row).split(GROUP_END + " ")
        if above and name and not is_sum(name):
            parts.setdefault(above[-1].strip(), {}).setdefault(row_name(name), row)
    named = {group: own for group, own in parts.items() if (said := set(terms(group))) and said <= asked}
    if not named:
        return None
    group = max(named, key=lambda label: len(set(terms(label))))
    found = named[group]
    if not _MIN_PARTS <= len(found) <= MOST_TOLD:
        return None
    count = f"{len(found)}: " if is_counted else ""
    text = f"{group}: {count}{'; '.join(found)}."
    return Computed(statements=tuple(within_quote(list(found.values()))), text=text, is_named=True)


def find_years(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The years, or other periods, of the columns of a table, or of the row of it that a question names:
    ``Cost of sales: December 31, 2019; December 31, 2018.``

    ``rows`` are those of one table, the best first. None where it asks for no years, or where the table has fewer than
    two columns of years.
    """
    if not rows or not _ASKS_YEARS.match(question) or sets_limit(question) or asks_extreme(question):
        return None
    asked = set(terms(question)) - _FILLERS
    named = [row for row in rows if (own := set(terms(row_name(_label(row))))) and own <= asked]
    # of rows with gaps the fullest one
    columns = max((_columns_of_years(row) for row in named[:1] or in_order(rows)), key=len)
    if not _MIN_PARTS <= len(columns) <= MOST_TOLD:
        return None
    first = named[0] if named else rows[0]
    name = row_name(_label(first)) if named else _caption(first)
    text = f"{name}: {'; '.join(columns)}." if name else f"{'; '.join(columns)}."
    return Computed(statements=(first,), text=text, is_named=True)


def _columns_of_years(row: Statement) -> list[str]:
    columns = dict.fromkeys(without_unit(value.column) for value in row_values(row))
    return [column for column in columns if any(map(is_year, terms(column)))]


def _label(row: Statement) -> str:
    values = row_values(row)
    return values[0].label if values else row_label(row)


def _caption(row: Statement) -> str:
    """What stands over a table: its caption, else the heading above it; empty without one."""
    line = row.hit.text.partition("\n")[0] if row.hit.kind is ChunkKind.TABLE else ""
    caption = "" if line.startswith("Headers: ") or line in row.text or "; " in line else line
    return (caption or (row.hit.headings[-1] if row.hit.headings else "")).strip().rstrip(".:")
