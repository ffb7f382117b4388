"""How many a column of a table is of, as its name says: "Planned delivery (409)", "Women, n = 512". Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from bizrag.answering.extractive.fields.named_fields import HOLDING_VERBS, LIGHT_VERBS
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

_ASKS = re.compile(r"\bhow many\b|\bnumber of\b", re.IGNORECASE)
_BASE = re.compile(
    r"(?:^|[:;] )(?P<base>(?P<name>[^:;()]{3,60}?),? (?:\([nN] ?= ?|\(|[nN] ?= ?)(?P<count>\d[\d,]*)\)?)(?= )"
)
# one column alone may be of anything, and a row may have a number in brackets
_MIN_COLUMNS, _MIN_ROWS = 2, 2
# words beside the name: who is counted
_MAX_OTHERS = 1


def find_column_base(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The name of the column with the number that it is of, where a question that counts says it whole and nothing of
    any row of the table; None without, and where several tables have one.
    """
    if not _ASKS.search(question):
        return None
    asked = set(terms(without_function_words(question)))
    rows = sorted((one for one in statements if one.hit.kind is ChunkKind.TABLE), key=lambda one: one.hit.chunk_no)
    found = [
        base
        for _, group in groupby(rows, key=lambda one: one.hit.chunk_no)
        if (base := _base_of(asked, list(group))) is not None
    ]
    return found[0] if len({one.text for one in found}) == 1 else None


def _base_of(asked: set[str], rows: Sequence[Statement]) -> Statement | None:
    bases = [base for row in rows for base in _bases(row)]
    counts = Counter(base.text for base in bases)
    columns = {base.text: base for base in bases if counts[base.text] >= _MIN_ROWS}
    names = {text: set(terms(_name(text))) for text in columns}
    named = [text for text, name in names.items() if name and name <= asked]
    if len(columns) < _MIN_COLUMNS or len(named) != 1:
        return None
    others = asked - names[named[0]] - LIGHT_VERBS - HOLDING_VERBS
    is_of_row = any(others & set(terms(row.said.partition(": ")[0])) for row in rows if ": " in row.said)
    return None if is_of_row or len(others) > _MAX_OTHERS else columns[named[0]]


def _bases(row: Statement) -> Iterator[Statement]:
    for found in _BASE.finditer(row.text):
        yield row.part(row.start + found.start("base"), row.start + found.end("base"))


def _name(base: str) -> str:
    found = _BASE.match(f"{base} ")
    return found["name"] if found is not None else ""
