"""Rows whose pieces stand in columns and are no cells: addresses side by side, facts with their names, lists. Pure.

Letters and invoices open with them. Read row by row, an address would have the streets of two companies in one line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.model.labels import is_fact
from bizrag.parsing.engines.regions.prose import is_bullet
from bizrag.parsing.engines.regions.rows import Row

# the line of a place in an address: "20457 Hamburg", "Portland, OR 97205", "BS34 7QS", "75008 Paris, France"
_PLACE = re.compile(
    r"^(?:[A-Z]{1,2}-)?\d{4,6} (?!\w*\d)[^\W\d]{3}"
    r"|[^\W\d]{2},? [A-Z]{2},? \d{5}(?:-\d{4})?$"
    r"|\b[A-Z]{1,2}\d[\dA-Z]? \d[A-Z]{2}$"
)
# blocks have so many lines; of the lines of an address so many name a place at most
_MIN_LINES, _MAX_PLACE_SHARE, _MIN_ADDRESSES = 3, 0.5, 2
# a year may stand apart from its month
_MAX_FIGURES = 0.2
_FACT_SHARE = 0.7
_ITEM_SHARE = 0.3


def are_no_cells(rows: Sequence[Row], gaps: Sequence[tuple[float, float]]) -> bool:
    """Whether rows are no table, though gaps part them in columns."""
    return _are_addresses(rows, gaps) or _are_facts(rows) or _are_lists(rows)


def _are_addresses(rows: Sequence[Row], gaps: Sequence[tuple[float, float]]) -> bool:
    """Whether two or more of the columns that gaps part are an address each."""
    lines = _by_column(rows, gaps)
    values = [segment for row in rows for segment in row.segments[1:]]
    num_figures = sum(segment.is_figure for segment in values)
    return sum(map(is_address, lines)) >= _MIN_ADDRESSES and num_figures <= _MAX_FIGURES * len(values)


def _are_facts(rows: Sequence[Row]) -> bool:
    """Whether the pieces of rows are facts, each behind its own name: "Tax code: 1257L", "Payment: BACS"."""
    texts = [segment.text for row in rows for segment in row.segments]
    return sum(map(is_fact, texts)) >= _FACT_SHARE * len(texts)


def _are_lists(rows: Sequence[Row]) -> bool:
    """Whether rows are headings with something beside them ("Analyst    2017 - 2021"), and items with bullets below."""
    num_items = sum(not row.is_tabular and is_bullet(row.segments[0].text) for row in rows)
    return num_items >= _ITEM_SHARE * len(rows)


def _by_column(rows: Sequence[Row], gaps: Sequence[tuple[float, float]]) -> list[list[str]]:
    middles = [(low + high) / 2 for low, high in gaps]
    lines: list[list[str]] = [[] for _ in range(len(gaps) + 1)]
    for row in rows:
        for segment in row.segments:
            lines[sum(middle < segment.box[0] for middle in middles)].append(segment.text)
    return lines


def is_address(lines: Sequence[str]) -> bool:
    """Whether lines are an address: a few, one of them, or some, with the code of a place."""
    num_places = sum(_PLACE.search(line) is not None for line in lines)
    return len(lines) >= _MIN_LINES and 0 < num_places <= _MAX_PLACE_SHARE * len(lines)
