"""Tables that go on after a page break without the names of their columns: they take them from the part before.

Rows of a price list whose columns nobody names say little to a reader and nothing to a search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bizrag.model.parses import BlockKind, TableCell
from bizrag.parsing.draft import DraftItem, DraftTable, DraftText

# columns that stand below each other, of all
_SAME_COLUMNS = 0.8
# words of a line between the two parts
_MAX_LINE_WORDS = 12
# fewer columns are alike by chance
_MIN_COLS = 3

Span = tuple[float, float]


def name_columns(items: Iterable[DraftItem]) -> None:
    """Give tables without a head that begin a page the head of the table that ends the page before.

    Both have as many columns, at the same places. The head's cells have no box on the later page: nothing is printed
    there.
    """
    pages: dict[int, list[DraftItem]] = {}
    for item in items:
        if item.page_no is not None and not _is_furniture(item):
            pages.setdefault(item.page_no, []).append(item)
    for page_no in sorted(pages):
        before = _outer_table(list(reversed(pages.get(page_no - 1, []))))
        table = _outer_table(pages[page_no])
        if before is None or table is None:
            continue
        head = _head(before)
        if head and not _head(table) and _has_same_columns(before, table):
            _put_above(table, head)


def _outer_table(items: Sequence[DraftItem]) -> DraftTable | None:
    """The table that items begin with, behind one short line at most: the name of a group of rows, or "continued"."""
    for item in items[:2]:
        if isinstance(item, DraftTable):
            return item
        if not isinstance(item, DraftText) or len(item.text.split()) > _MAX_LINE_WORDS:
            return None
    return None


def _is_furniture(item: DraftItem) -> bool:
    return isinstance(item, DraftText) and item.kind in (BlockKind.PAGE_HEADER, BlockKind.PAGE_FOOTER)


def _head(table: DraftTable) -> list[TableCell]:
    """The cells of the leading rows that hold names of columns; none where a table has nothing else."""
    num_rows = 0
    while any(cell.is_header and cell.row_start == num_rows for cell in table.cells):
        num_rows += 1
    head = [cell for cell in table.cells if cell.row_start < num_rows]
    return head if num_rows < table.num_rows and all(cell.row_end <= num_rows for cell in head) else []


def _has_same_columns(before: DraftTable, table: DraftTable) -> bool:
    if before.num_cols != table.num_cols or table.num_cols < _MIN_COLS:
        return False
    above, below = _spans(before.cells), _spans(table.cells)
    common = [column for column in above if column in below]
    num_same = sum(
        min(above[column][1], below[column][1]) > max(above[column][0], below[column][0]) for column in common
    )
    return num_same >= _SAME_COLUMNS * table.num_cols


def _spans(cells: Sequence[TableCell]) -> dict[int, Span]:
    """Left and right of the text in each column, by the cells that stand in one alone."""
    spans: dict[int, Span] = {}
    for cell in cells:
        if cell.bbox is not None and cell.col_end == cell.col_start + 1:
            left, right = spans.get(cell.col_start, (cell.bbox.l, cell.bbox.r))
            spans[cell.col_start] = min(left, cell.bbox.l), max(right, cell.bbox.r)
    return spans


def _put_above(table: DraftTable, head: Sequence[TableCell]) -> None:
    num_rows = max(cell.row_end for cell in head)
    moved = [
        replace(cell, row_start=cell.row_start + num_rows, row_end=cell.row_end + num_rows) for cell in table.cells
    ]
    table.cells = [*(replace(cell, bbox=None) for cell in head), *moved]
    table.num_rows += num_rows
