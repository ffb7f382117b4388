"""The tables and texts of a sheet: what blank rows and columns part, and what stands above and below it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from bizrag.model.parses import BlockKind, TableCell, part_caption
from bizrag.parsing.draft import DraftItem, DraftTable, DraftText
from bizrag.parsing.engines.grid.pairs import facts_of
from bizrag.parsing.tables.tidy_tables import tidy_table, with_facts

# A longer table is told in parts, each with its names of columns: what is found of it is read as one passage.
_MAX_ROWS = 200
_MAX_TITLE_LETTERS = 90
_SENTENCE_END = (".", "!", "?", ";")
_MIN_COLUMNS, _MIN_ROWS = 2, 2
_MIN_HEADED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetCell:
    """A cell as it is shown; ends are exclusive, merged cells reach over several rows or columns."""

    text: str
    row_end: int
    col_end: int
    is_bold: bool = False
    # a number, a day or a mark: no name of a column
    is_value: bool = False
    # a year or a day: above other values the name of a column
    is_period: bool = False


#: cells that say something, by row and column, counted from 0
Rows = Mapping[int, Mapping[int, SheetCell]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet with its cells."""

    rows: Rows
    # rows that are known to name columns: of tables that the program calls so, and above frozen panes
    header_rows: Set[int] = frozenset()


def items_of(sheet: Sheet, *, level: int) -> list[DraftItem]:
    """The tables of a sheet with titles as headings of a level, and its texts, from top to bottom and left to right."""
    items: list[DraftItem] = []
    bands = _joined(sheet, list(_bands(sheet.rows)))
    for at, rows in enumerate(bands, start=1):
        band = {row: sheet.rows[row] for row in rows}
        for columns in _parts(band):
            part = {row: own for row, cells in band.items() if (own := _within(cells, columns))}
            items += _items_of_part(sheet, part, level, is_last=at == len(bands))
    return items


def _bands(rows: Rows) -> Iterator[list[int]]:
    """Rows that follow each other without a blank one; merged cells fill theirs."""
    ends = ((row, max(cell.row_end for cell in cells.values())) for row, cells in sorted(rows.items()))
    band: list[int] = []
    end = 0
    for row, row_end in ends:
        if band and row > end:
            yield band
            band = []
        band.append(row)
        end = max(end, row_end)
    if band:
        yield band


def _joined(sheet: Sheet, bands: Sequence[list[int]]) -> list[list[int]]:
    """Bands, those together that a blank row parts in the middle of one table: below values stand values."""
    joined: list[list[int]] = []
    columns = set[int]()
    for band in bands:
        own = {col for row in band for col in sheet.rows[row]}
        if joined and own <= columns and _goes_on(sheet, joined[-1], band):
            joined[-1] += band
        else:
            joined.append(list(band))
            columns = own
    return joined


def _goes_on(sheet: Sheet, above: Sequence[int], below: Sequence[int]) -> bool:
    first, last = ({col for col, cell in sheet.rows[row].items() if cell.is_value} for row in (below[0], above[-1]))
    return len(above) >= _MIN_ROWS and bool(first) and first <= last and below[0] not in sheet.header_rows


def _parts(band: Rows) -> list[Set[int]]:
    """The columns of tables that stand beside each other, parted by a blank column; one of a single column is of what
    stands beside it.
    """
    filled = {col for cells in band.values() for first, cell in cells.items() for col in range(first, cell.col_end)}
    parts: list[set[int]] = []
    for col in sorted(filled):
        if parts and col - 1 in parts[-1]:
            parts[-1].add(col)
        else:
            parts.append({col})
    return [filled] if any(len(part) < _MIN_COLUMNS for part in parts) else list(parts)


def _within(cells: Mapping[int, SheetCell], columns: Set[int]) -> dict[int, SheetCell]:
    return {col: cell for col, cell in cells.items() if col in columns}


def _items_of_part(sheet: Sheet, part: Rows, level: int, *, is_last: bool) -> list[DraftItem]:
    """What stands alone above the cells of a table, that table, and what stands alone below it."""
    wide = [row for row, cells in part.items() if len(cells) > 1]
    if not wide:
        first, *others = (cell.text for cells in part.values() for cell in cells.values())
        # a blank row may part a title from its table
        return [_text(first) if is_last else _title(first, level), *map(_text, others)]
    alone = [(row, cell.text) for row, cells in part.items() for cell in cells.values() if len(cells) == 1]
    above = [_title(text, level) for row, text in alone if row < wide[0]]
    below = [_text(text) for row, text in alone if row > wide[-1]]
    return [*above, *_tables(sheet, {row: part[row] for row in part if wide[0] <= row <= wide[-1]}), *below]


def _title(text: str, level: int) -> DraftText:
    """What stands alone above a table: its heading, or a sentence about it."""
    is_heading = len(text) <= _MAX_TITLE_LETTERS and "\n" not in text and not text.endswith(_SENTENCE_END)
    return DraftText(kind=BlockKind.HEADING, text=text, level=level) if is_heading else _text(text)


def _text(text: str) -> DraftText:
    return DraftText(kind=BlockKind.TEXT, text=text)


def _tables(sheet: Sheet, rows: Rows) -> Iterator[DraftItem]:
    """One table of the rows, or several where they are many; one row is a line of text."""
    if len(rows) == 1:
        yield from (_text(" ".join(cell.text for _, cell in sorted(cells.items()))) for cells in rows.values())
        return
    numbers = sorted(
        {own for row, cells in rows.items() for cell in cells.values() for own in range(row, cell.row_end)}
    )
    count = _num_heads(sheet, rows, numbers)
    heads, body = numbers[:count], numbers[count:]
    for start in range(0, max(len(body), 1), _MAX_ROWS):
        part = body[start : start + _MAX_ROWS]
        table = _table(rows, [*heads, *part], heads)
        if isinstance(table, DraftTable) and len(part) < len(body):
            table.caption = part_caption(start + 1, start + len(part), len(body))
        if table is not None:
            yield table


def _num_heads(sheet: Sheet, rows: Rows, numbers: Sequence[int]) -> int:
    """How many of the first rows name columns: those that the sheet says do, else a first row of names, all of them
    set and none twice.
    """
    known = [at for at, row in enumerate(numbers) if row in sheet.header_rows]
    if known:
        return max(known) + 1
    first = rows[numbers[0]]
    columns = {col for cells in rows.values() for col in cells}
    if len(columns) == _MIN_COLUMNS and _are_facts(rows):
        return 0
    below = [cells for row, cells in rows.items() if row > numbers[0]]
    are_names = all(
        not cell.is_value or (cell.is_period and not any(col in cells and cells[col].is_period for cells in below))
        for col, cell in first.items()
    )
    is_named = are_names and len(first) == len(columns) == len({cell.text.casefold() for cell in first.values()})
    are_bold = all(cell.is_bold for cell in first.values())
    has_values = any(cell.is_value for cells in below for cell in cells.values())
    return int(is_named and bool(below) and (are_bold or len(columns) >= _MIN_HEADED or has_values))


def _are_facts(rows: Rows) -> bool:
    """Whether two columns are names and what each stands for."""
    table = _grid(rows, sorted(rows), ())
    facts = facts_of(table.cells, table.num_cols)
    return facts is not None and facts.are_plain()


def _table(rows: Rows, numbers: Sequence[int], heads: Sequence[int]) -> DraftItem | None:
    tidy = tidy_table(_grid(rows, numbers, heads))
    return with_facts(tidy) if isinstance(tidy, DraftTable) and not heads else tidy


def _grid(rows: Rows, numbers: Sequence[int], heads: Sequence[int]) -> DraftTable:
    columns = sorted(
        {col for cells in rows.values() for first, cell in cells.items() for col in range(first, cell.col_end)}
    )
    row_at, col_at = {row: at for at, row in enumerate(numbers)}, {col: at for at, col in enumerate(columns)}
    return DraftTable(
        num_rows=len(numbers),
        num_cols=len(columns),
        cells=[
            TableCell(
                text=cell.text,
                row_start=row_at[row],
                row_end=row_at[row] + sum(own in row_at for own in range(row, cell.row_end)),
                col_start=col_at[col],
                col_end=col_at[col] + sum(own in col_at for own in range(col, cell.col_end)),
                is_header=row in heads,
            )
            for row in numbers
            for col, cell in sorted(rows.get(row, {}).items())
        ],
    )
