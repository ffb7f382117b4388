"""In what the figures of a table are: its heading says so once, and a row told alone would not. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bizrag.answering.extractive.tables.row_values import row_values
from bizrag.answering.statements.reading import Statement
from bizrag.describing.tables import CELL_JOINER
from bizrag.model.chunks import ChunkKind

_WORD = r"(?:thousands?|millions?|billions?)"
_CURRENCY = r"(?-i:[A-Z]{1,2}[$]|[$€£¥]|\b[A-Z]{3}\b)"
# "(In millions, except per share amounts)", "amounts in thousands of US dollars", "EUR thousand", "SEK bn", "$m"
_SCALE = re.compile(
    rf"\((?P<bracket>[^()]{{0,40}}\b{_WORD}\b[^()]{{0,60}})\)"
    rf"|\b(?P<in>(?:(?:all )?(?:amounts|figures|dollars|values) )?in {_CURRENCY}? ?{_WORD}"
    r"(?: of [A-Z]?[\w.]*(?: dollars)?)?)"
    rf"|(?P<currency>{_CURRENCY} ?(?:{_WORD}|mn?|bn|k))(?![\w.])",
    re.IGNORECASE,
)
_TELLS_SCALE = re.compile(rf"\b{_WORD}\b|\d ?(?:mn?|bn|k)\b", re.IGNORECASE)
_NAMES_UNIT = re.compile(
    r"%|^(?:(?:average )?number of )?(?:employees|headcount|FTEs?)\b(?!['’]? (?:cost|expense|benefit|pay))",
    re.IGNORECASE,
)
# of a table's text the caption, the sentence before it and its headers
_HEAD_LINES = 3
_HEADERS = "Headers: "


def with_unit(said: str, row: Statement) -> str:
    """What is said of a row, and in brackets in what its figures are: ``Net sales: 2023 $94,836 (in millions).``

    As it is where its figures or its label say so themselves ("Operating margin (%)"), are shares or people, or where
    nothing says in what the table is.
    """
    if not row.is_row or _TELLS_SCALE.search(said) or _NAMES_UNIT.search(said.partition(": ")[0]):
        return said
    told = [value for value in row_values(row) if value.cell in said]
    # what the name of a column says is of its cells, and told with them
    bare = [value for value in told if value.unit == "" and not _SCALE.search(value.column)]
    if not bare or not (unit := unit_of_row(row)):
        return said
    text = said.rstrip().removesuffix(".")
    # beside a share it is said of what
    return f"{text} ({_of_amounts(unit) if text.rstrip(')').endswith('%') else unit})."


def _of_amounts(unit: str) -> str:
    if unit.casefold().startswith(("amounts", "figures", "values", "dollars", "all ")):
        return unit
    return f"amounts {unit}" if unit.casefold().startswith("in ") else f"amounts in {unit}"


def unit_of_row(row: Statement) -> str:
    """What the heads of a table say of the unit of a row's amounts; empty where they say nothing."""
    for text in _heads(row):
        if (found := _SCALE.search(text)) is not None:
            return " ".join((found["bracket"] or found["in"] or found["currency"]).split())
    return ""


def _heads(row: Statement) -> Iterator[str]:
    """What stands above the rows of a table, the nearest first; of the names of columns what the rows are, and that
    of all of them.
    """
    names = [name.strip() for name in row.columns.split(CELL_JOINER.strip())]
    scaled = [name for name in names[1:] if _SCALE.search(name)]
    yield names[0] if scaled and len(scaled) < len(names) - 1 else row.columns
    lines = row.hit.text.split("\n")
    if row.hit.kind in (ChunkKind.TABLE, ChunkKind.PICTURE):
        yield from (line for line in lines[:_HEAD_LINES] if "; " not in line or line.startswith(_HEADERS))
    yield from (line for line in lines if line.startswith("#"))
    yield from reversed(row.hit.headings)
