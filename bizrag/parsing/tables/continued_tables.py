"""Tables that go on after a page break without the names of their columns, or of their last group of rows: they take
them from the part before.

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
# those of a name and its value
_FACT_COLS = 2
# texts of one column begin or end at one place (points)
_ALIGNED_PT = 2.0

Span = tuple[float, float]


def name_columns(items: Iterable[DraftItem]) -> None:
    """Give tables without a head that begin a page the head of the table that ends the page before, and the label of
    the rows that go on.

    Both have as many columns, at the same places. The cells have no box on the later page: nothing is printed there.
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
        head, own = _head(before), _head(table)
        if _is_list_of_facts(before) and _is_row(own, []):
            # the first fact on the page was taken for names
            if _goes_on_at_once(pages[page_no - 1], pages[page_no], before, table):
                table.cells = [replace(cell, is_header=False) for cell in table.cells]
            continue
        if not head or not _has_same_columns(before, table):
            continue
        if _is_row(own, head) and _goes_on_at_once(pages[page_no - 1], pages[page_no], before, table):
            table.cells = [replace(cell, is_header=False) for cell in table.cells]
            own = list[TableCell]()
        _name_broken_row(before, table)
        group = _last_group(before, table)
        if group is not None and [cell.text for cell in own] in ([], [cell.text for cell in head]):
            _put_at(table, [group], max((cell.row_end for cell in own), default=0))
        is_alike = [cell.text for cell in own] in ([], [cell.text for cell in head])
        if is_alike and not table.caption and pages[page_no - 1][-1] is before and pages[page_no][0] is table:
            # what the table is about is said above its first part
            table.caption = before.caption
        if not own:
            _put_at(table, [*_signs(before)], 0)
            _put_at(table, head, 0)


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


def _is_list_of_facts(table: DraftTable) -> bool:
    """Whether a table is names beside their values, without names of columns."""
    return table.num_cols == _FACT_COLS and table.num_rows > 1 and not _head(table)


def _has_same_columns(before: DraftTable, table: DraftTable) -> bool:
    if before.num_cols != table.num_cols or table.num_cols < _MIN_COLS:
        return False
    above, below = _spans(before.cells), _spans(table.cells)
    common = [column for column in above if column in below]
    num_same = sum(
        min(above[column][1], below[column][1]) > max(above[column][0], below[column][0]) for column in common
    )
    return num_same >= _SAME_COLUMNS * table.num_cols


def _is_row(own: Sequence[TableCell], head: Sequence[TableCell]) -> bool:
    """Whether what was taken for the names of columns may be a row: one row that does not say the names again."""
    is_one = bool(own) and max(cell.row_end for cell in own) == 1
    return is_one and {cell.text.casefold() for cell in own}.isdisjoint(cell.text.casefold() for cell in head)


def _goes_on_at_once(
    page_before: Sequence[DraftItem], page: Sequence[DraftItem], before: DraftTable, table: DraftTable
) -> bool:
    """Whether nothing stands between two tables and every column begins or ends where it did."""
    above, below = _spans(before.cells), _spans(table.cells)
    return (
        page_before[-1] is before
        and page[0] is table
        and above.keys() == below.keys()
        and all(
            min(abs(above[column][side] - below[column][side]) for side in (0, 1)) < _ALIGNED_PT for column in above
        )
    )


def _spans(cells: Sequence[TableCell]) -> dict[int, Span]:
    """Left and right of the text in each column, by the cells that stand in one alone."""
    spans: dict[int, Span] = {}
    for cell in cells:
        if cell.bbox is not None and cell.col_end == cell.col_start + 1:
            left, right = spans.get(cell.col_start, (cell.bbox.l, cell.bbox.r))
            spans[cell.col_start] = min(left, cell.bbox.l), max(right, cell.bbox.r)
    return spans


def _last_group(before: DraftTable, table: DraftTable) -> TableCell | None:
    """The label of the rows that a table ends with, or its last row, where the next part begins with no label.

    A label is alone on its row.
    """
    rows = _rows(before)
    labels = [row for row, cells in rows.items() if _is_label(cells)]
    first = min((row for row, cells in _rows(table).items() if not any(cell.is_header for cell in cells)), default=None)
    if not labels or first is None or _is_label(_rows(table)[first]):
        return None
    group = rows[labels[-1]][0]
    name = group.text.casefold().rstrip(": ")
    firsts = (min(cells, key=lambda cell: cell.col_start) for row, cells in rows.items() if row > labels[-1])
    below = [cell.text.casefold() for cell in firsts]
    # "Net cash used in financing activities" ends "Financing activities"
    return None if any(name in label or label.startswith("total") for label in below) else group


def _name_broken_row(before: DraftTable, table: DraftTable) -> None:
    """Give what the page break cuts off the last row of a table the label of that row and the words before the break:
    "off and on." goes on "Switch the machine", with nothing where the labels are.
    """
    rows = [cells for cells in _rows(table).values() if not any(cell.is_header for cell in cells)]
    last = [cells for _, cells in sorted(_rows(before).items())][-1]
    label = min(last, key=lambda cell: cell.col_start)
    if not rows or label.col_start > 0 or label.is_header:
        return
    above = {cell.col_start: cell.text.rstrip() for cell in last}
    are_ends = all(
        cell.text[:1].islower() and not above.get(cell.col_start, ".").endswith((".", ":", ";", "!", "?"))
        for cell in rows[0]
    )
    if are_ends and all(cell.col_start > 0 for cell in rows[0]):
        row = rows[0][0].row_start
        ends = set(map(id, rows[0]))
        table.cells = [
            replace(cell, text=f"{above.get(cell.col_start, '')} {cell.text}".strip()) if id(cell) in ends else cell
            for cell in table.cells
        ]
        table.cells.append(replace(label, bbox=None, row_start=row, row_end=row + 1))


def _signs(before: DraftTable) -> list[TableCell]:
    """The last row of a table that says but in what its columns are, as names: "%" in each."""
    signs = [
        cells for cells in _rows(before).values() if len(cells) > 1 and {cell.text.strip() for cell in cells} == {"%"}
    ]
    return [replace(cell, is_header=True) for cell in signs[-1]] if signs else []


def _rows(table: DraftTable) -> dict[int, list[TableCell]]:
    rows: dict[int, list[TableCell]] = {}
    for cell in sorted(table.cells, key=lambda cell: cell.row_start):
        if cell.text.strip():
            rows.setdefault(cell.row_start, []).append(cell)
    return rows


def _is_label(cells: Sequence[TableCell]) -> bool:
    return len(cells) == 1 and not cells[0].is_header and cells[0].col_start == 0 and not cells[0].text[:1].isdigit()


def _put_at(table: DraftTable, cells: Sequence[TableCell], row: int) -> None:
    """Insert the rows of cells of another table, without boxes, before a row of this one."""
    if not cells:
        return
    start = min(cell.row_start for cell in cells)
    num_rows = max(cell.row_end for cell in cells) - start
    moved = [
        replace(cell, row_start=cell.row_start + num_rows, row_end=cell.row_end + num_rows)
        if cell.row_start >= row
        else cell
        for cell in table.cells
    ]
    put = [
        replace(cell, bbox=None, row_start=cell.row_start - start + row, row_end=cell.row_end - start + row)
        for cell in cells
    ]
    table.cells = [*put, *moved]
    table.num_rows += num_rows
