"""Wide tables that a spreadsheet prints page by page to the right: each further page has columns, and no names of rows.

The rows stand at the same heights on all these pages, so that each takes its name from the page before. What stands
below each other ("down, then over") goes on in the other way, and is named by ``continued_tables``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from bizrag.model.parses import TableCell
from bizrag.parsing.draft import DraftItem, DraftTable

# so many rows stand level, of those of the later page
_MIN_ROWS, _LEVEL_SHARE = 4, 0.9
# rows are level that have so much of their heights in common
_COMMON = 0.6
# of the cells of a column of names
_WORDS_SHARE = 0.5
_WORD = re.compile(r"[^\W\d_]{2}")

Span = tuple[float, float]


def name_rows(items: Iterable[DraftItem]) -> None:
    """Give a page's only table without names of rows those of the only table on the page before, where its rows stand
    level with that one's and its columns have other names.

    The cells have no box on the later page: nothing is printed there.
    """
    by_page: dict[int, list[DraftTable]] = {}
    for item in items:
        if isinstance(item, DraftTable) and item.page_no is not None:
            by_page.setdefault(item.page_no, []).append(item)
    for page_no in sorted(by_page):
        before, tables = by_page.get(page_no - 1, []), by_page[page_no]
        if len(before) == 1 and len(tables) == 1:
            _name_rows(before[0], tables[0])


def _name_rows(before: DraftTable, table: DraftTable) -> None:
    num_names = _num_name_columns(before)
    if not num_names or _is_named(table) or _names(before) & _names(table):
        return
    above, spans = _spans(before), _spans(table)
    level = {row: other for row, span in spans.items() if (other := _level_row(span, above)) is not None}
    is_level = len(level) >= max(_MIN_ROWS, _LEVEL_SHARE * len(spans))
    if not is_level or len(set(level.values())) < len(level):
        return
    by_row: dict[int, list[TableCell]] = {}
    for cell in before.cells:
        if cell.col_start < num_names:
            by_row.setdefault(cell.row_start, []).append(cell)
    put = [
        replace(cell, bbox=None, row_start=row, row_end=row + 1)
        for row, other in level.items()
        for cell in by_row.get(other, [])
    ]
    moved = [
        replace(cell, col_start=cell.col_start + num_names, col_end=cell.col_end + num_names) for cell in table.cells
    ]
    table.cells = sorted([*put, *moved], key=lambda cell: (cell.row_start, cell.col_start))
    table.num_cols += num_names


def _num_name_columns(table: DraftTable) -> int:
    """How many columns name the rows: all up to the first one that holds mostly words; 0 without such a one."""
    for col in range(min(2, table.num_cols)):
        if _is_of_words(table, col):
            return col + 1
    return 0


def _is_named(table: DraftTable) -> bool:
    return _is_of_words(table, 0)


def _is_of_words(table: DraftTable, col: int) -> bool:
    texts = [cell.text for cell in table.cells if cell.col_start == col and not cell.is_header and cell.text.strip()]
    return sum(_WORD.search(text) is not None for text in texts) > _WORDS_SHARE * len(texts)


def _names(table: DraftTable) -> set[str]:
    """What columns are called."""
    return {cell.text.casefold().strip() for cell in table.cells if cell.is_header and cell.text.strip()}


def _spans(table: DraftTable) -> dict[int, Span]:
    """Top and bottom of the text in each row, by the cells that stand in one alone."""
    spans: dict[int, Span] = {}
    for cell in table.cells:
        if cell.bbox is not None and cell.row_end == cell.row_start + 1 and cell.text.strip():
            top, bottom = spans.get(cell.row_start, (cell.bbox.t, cell.bbox.b))
            spans[cell.row_start] = min(top, cell.bbox.t), max(bottom, cell.bbox.b)
    return spans


def _level_row(span: Span, rows: dict[int, Span]) -> int | None:
    """The row that stands level with a span of heights."""
    return next((row for row, other in rows.items() if _are_level(span, other)), None)


def _are_level(one: Span, other: Span) -> bool:
    common = min(one[1], other[1]) - max(one[0], other[0])
    return common > _COMMON * min(one[1] - one[0], other[1] - other[0])
