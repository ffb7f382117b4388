"""How the numbers of a table are written: with decimal commas, and with thousands set apart by blanks. Pure.

"33.480" is another number in Germany than in Britain, and "2024 1 240" is 1,240 of 2024 and not 240 of "2024 1". One
cell does not tell: all of its table do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

# "1.234,5", "12,5"; "1,234.5", "1,234" and "12.5", but no date "30.6.2024"
_BOTH = re.compile(r"(?<![\d.,])\d{1,3}(?:\.\d{3})+,\d")
_COMMA = re.compile(r"(?<![\d.,])(?:\d{1,3}(?: \d{3})+|\d+),\d{1,2}(?!\d|[.,]\d)")
_POINT = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:,\d{3})+(?!\d|,\d)|\d+\.(?:\d{1,2}|\d{4,})(?!\d|[.,]\d))")
_DOTTED = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+")
_WHOLE = re.compile(r"[1-9]\d{1,2}")
# at the end of a cell, behind the name of its column
_SPACED = re.compile(
    r"(?P<column>.*?)(?:^|(?<=\s))(?P<value>[^\w\s]{0,3}(?P<lead>\d{1,3})(?: \d{3})+(?:,\d+)?(?:\s?[^\s\d.,;]{0,8})?)"
)
_PLAIN = re.compile(r"(?P<column>.*?)\s*(?P<value>[^\w\s]{0,3}\d[\d.,]*)(?:\s?[^\s\d.,;]{0,8})?")
_MIN_LEADS = 2
# fewer may be anything
_MIN_COMMAS, _MIN_DOTTED = 3, 2
_KEPT = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberFormat:
    """How the numbers of one table are written."""

    has_decimal_commas: bool
    # the names of columns whose thousands are set apart by blanks
    spaced: frozenset[str]

    def spaced_cell(self, cell: str) -> tuple[str, str] | None:
        """The column and value of a cell with thousands set apart: ``("2024", "1 240")``; None of any other."""
        found = _SPACED.fullmatch(cell)
        if found is None or (column := found["column"].strip()) not in self.spaced:
            return None
        return column, found["value"]


@lru_cache(maxsize=_KEPT)
def number_format(text: str, columns: str = "") -> NumberFormat:
    """How the numbers of a table are written that is told in ``text``; ``columns`` are the names of its columns where
    it is laid out.

    >>> number_format("Schulen: 6.400; 2025 890.\\nWald: 9.350.\\nBad: 350.").has_decimal_commas
    True
    >>> number_format("Loss: Run 1 1.234; Run 2 2.318.").has_decimal_commas
    False
    >>> number_format("Wind: 2023 412; 2024 1 030.\\nSolar: 2023 905; 2024 1 240.\\nBio: 2023 97; 2024 540.").spaced
    frozenset({'2024'})
    >>> number_format("Meters: Lot 1 950; Lot 2 420.\\nPipes: Lot 1 310; Lot 2 108.").spaced
    frozenset()
    """
    rows = [list(_cells(line)) for line in text.split("\n")]
    named = {name.strip() for name in columns.split("|")} - {""}
    return NumberFormat(
        has_decimal_commas=_has_decimal_commas(text, rows), spaced=frozenset(_spaced_columns(rows, named))
    )


def _cells(line: str) -> Iterator[str]:
    said = " ".join(line.split()).removesuffix(".")
    _, colon, cells = said.partition(": ")
    yield from (cells if colon else said).replace(" | ", "; ").split("; ")


def _has_decimal_commas(text: str, rows: Sequence[Sequence[str]]) -> bool:
    """Whether several numbers can be read so alone, and none otherwise; thousands with points alone tell it where the
    same column has smaller numbers without.
    """
    if _POINT.search(text):
        return False
    if _BOTH.search(text) or len(_COMMA.findall(text)) >= _MIN_COMMAS:
        return True
    dotted, whole = Counter[str](), set[str]()
    for found in (match for cells in rows for cell in cells if (match := _PLAIN.fullmatch(cell))):
        value = found["value"].lstrip("(-+\u2212\u2013")
        if _DOTTED.fullmatch(value):
            dotted[found["column"]] += 1
        elif _WHOLE.fullmatch(value):
            whole.add(found["column"])
    return any(dotted[column] >= _MIN_DOTTED for column in whole)


def _spaced_columns(rows: Sequence[Sequence[str]], named: Set[str]) -> Iterator[str]:
    """The columns that have a cell without blanks, too, or several numbers of thousands: "Lot 1 950" is none, as "Lot"
    would stand in a row twice.
    """
    leads: dict[str, set[str]] = {}
    plain, twice = set[str](), set[str]()
    for cells in rows:
        spaced = [match for cell in cells if (match := _SPACED.fullmatch(cell))]
        counts = Counter(match["column"].strip() for match in spaced)
        twice |= {column for column, count in counts.items() if count > 1 and column}
        for match in spaced:
            leads.setdefault(match["column"].strip(), set()).add(match["lead"])
        plain |= {match["column"] for cell in cells if (match := _PLAIN.fullmatch(cell))}
    for column, own in leads.items():
        if column not in twice and (column in plain or column in named or (len(own) >= _MIN_LEADS and column)):
            yield column
    if "" in leads:
        # of a table that is laid out the names of columns stand over their cells
        yield from named
