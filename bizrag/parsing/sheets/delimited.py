"""CSV and TSV: one table, and what stands above and below it."""

from __future__ import annotations

import csv
import io
import re
import time
from pathlib import Path

from bizrag.errors import BadInputError
from bizrag.parsing.draft import Draft
from bizrag.parsing.plain_text.reader import read_text
from bizrag.parsing.sheets.regions import Sheet, SheetCell, items_of
from bizrag.parsing.sheets.workbooks import MAX_CELLS

_DELIMITERS = ",;\t|"
# so many letters tell which sign parts the cells
_SNIFFED_LETTERS = 20_000
_VALUE = re.compile(r"[^\w\s]{0,3}\s?\d[\d.,:/ \u00a0-]*\s?(?:%|[A-Z]{3}|[$€£¥])?")
_YEAR = re.compile(r"(?:19|20)\d\d")
# a field of a file in other hands may be a book
_MAX_FIELD_LETTERS = 10_000_000


def parse_delimited(path: Path) -> Draft:
    """A text file with a record on each line.

    Raises:
        BadInputError: the bytes are no text, only blanks, or more than a million cells.
    """
    draft = Draft()
    start = time.perf_counter()
    text = read_text(path)
    csv.field_size_limit(_MAX_FIELD_LETTERS)
    try:
        records = [[field.strip() for field in record] for record in csv.reader(io.StringIO(text), _dialect(text))]
    except csv.Error as error:
        raise BadInputError(f"{path.name}: damaged file ({error})") from error
    if sum(map(len, records)) > MAX_CELLS:
        raise BadInputError(f"{path.name}: more than {MAX_CELLS:,} cells; save it in parts")
    rows = {
        row: {
            col: SheetCell(
                text=field,
                row_end=row + 1,
                col_end=col + 1,
                is_value=is_value(field),
                is_period=_YEAR.fullmatch(field) is not None,
            )
            for col, field in enumerate(record)
            if field
        }
        for row, record in enumerate(records)
        if any(record)
    }
    draft.items = items_of(Sheet(rows=rows), level=1)
    draft.spend("read", time.perf_counter() - start)
    if not draft.items:
        raise BadInputError(f"{path.name}: the file holds no text")
    return draft


def _dialect(text: str) -> type[csv.Dialect]:
    """How the fields of a file are parted and quoted; by commas where that cannot be told."""
    try:
        return csv.Sniffer().sniff(text[:_SNIFFED_LETTERS], _DELIMITERS)
    except csv.Error:
        return csv.excel


def is_value(text: str) -> bool:
    """Whether a field is a number, an amount or a day, and no name.

    >>> [is_value(text) for text in ("1,204.5", "2026-03-01", "12 %", "€40", "Q3 2026", "yes")]
    [True, True, True, True, False, False]
    """
    return _VALUE.fullmatch(text) is not None
