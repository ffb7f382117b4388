"""Prices by the number of pieces, which stands in the names of columns: "1-9 | 10-49 | 50+". Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

_ASKS = re.compile(r"\b(?:how much|cost|costs|price|prices|priced|pay|charge[ds]?|per piece|each)\b", re.IGNORECASE)
_COLUMN = re.compile(
    r"(?:(?P<low>\d{1,6})\s?[-\u2013\u2014]\s?(?P<high>\d{1,6})|(?P<least>\d{1,6})\s?\+"
    r"|(?:from|ab|≥)\s?(?P<start>\d{1,6}))"
    r"(?: (?:pcs|pieces|units|items|off)\.?)? (?P<price>\S.*)"
)
_QUANTITY = re.compile(
    r"\b(?:buy|order|ordering|buying|take|for|of|need)\s(?P<behind>\d{1,6})\b"
    r"(?! ?(?:v|ah|w|kw|mm|cm|m|kg|g|l|ml|bar|nm|°)\b)"
    r"|(?<![\w.,-])(?P<before>\d{1,6}) (?:pcs|pieces|units|items|of them)\b",
    re.IGNORECASE,
)
_MIN_COLUMNS = 2


def find_price_of_quantity(question: str, scored: Sequence[Scored]) -> tuple[Statement, str] | None:
    """The row of what a question asks the price of, and how it is said: with the price of as many pieces alone.

    None where no quantity is named, or where no row, or several, have the words of the question.
    """
    quantity = _QUANTITY.search(question)
    if quantity is None or _ASKS.search(question) is None:
        return None
    number = int(quantity["behind"] or quantity["before"])
    asked = set(terms(question)) - {str(number)}
    found: dict[str, tuple[int, Statement, str]] = {}
    for row in {id(entry.statement): entry.statement for entry in scored}.values():
        if not row.is_row or row.hit.kind is not ChunkKind.TABLE:
            continue
        label, colon, said = " ".join(row.said.split()).removesuffix(".").partition(": ")
        cells = said.split("; ")
        columns = [(cell, column) for cell in cells if (column := _COLUMN.fullmatch(cell))]
        if not colon or len(columns) < _MIN_COLUMNS:
            continue
        names = [label, *(cell for cell in cells if not _COLUMN.fullmatch(cell))]
        shared = len(asked & set(terms(" ".join(names))))
        cell = next((cell for cell, column in columns if _holds(column, number)), None)
        if cell is not None and shared:
            found.setdefault(row.said, (shared, row, f"{label}: {cell}."))
    best = max((shared for shared, _, _ in found.values()), default=0)
    told = [(row, said) for shared, row, said in found.values() if shared == best]
    return told[0] if len(told) == 1 else None


def _holds(column: re.Match[str], number: int) -> bool:
    low = int(column["low"] or column["least"] or column["start"])
    return low <= number <= (int(column["high"]) if column["high"] else math.inf)
