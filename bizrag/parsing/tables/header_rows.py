"""Which rows of a table name its columns, where the file gives the cells: Word, PowerPoint, HTML, plain text. Pure.

Files mark the first row at most, or none. What stands below a line of names over several columns ("Year ended 30 June",
"2019", "$'000") is told by the values further down.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bizrag.model.labels import is_period, is_unit, is_value, tells_scale
from bizrag.model.parses import TableCell
from bizrag.parsing.tables.grids import to_matrix

# rows of names above each other
_MAX_HEADERS = 6
# values stand in so many of the rows below names
_VALUES_SHARE = 0.5
# "31," is what a cut head leaves of "December 31,", and no value
_CUT_DAY = re.compile(r"(?:[12]?\d|3[01]),")


def mark_headers(cells: Sequence[TableCell], *, num_rows: int, num_cols: int) -> list[TableCell]:
    """Cells with all rows marked that name columns, and a title above them.

    >>> def table(*rows):
    ...     cells = [
    ...         TableCell(text=text, row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, is_header=row == 0)
    ...         for row, texts in enumerate(rows) for col, text in enumerate(texts) if text]
    ...     marked = mark_headers(cells, num_rows=len(rows), num_cols=len(rows[0]))
    ...     return sorted({cell.row_start for cell in marked if cell.is_header})
    >>> table(["", "Fiscal year", "", "% Change"], ["(in millions)", "2019", "2018", "Comp."], ["Sum", "7", "5", "2"])
    [0, 1]
    >>> table(["($ in millions)", ""], ["Segment", "Net sales, fiscal 2019"], ["Snacks", "3,279.2"], ["Frozen", "28"])
    [0, 1]
    >>> table(["Years Ended June 30,", "30,", ""], ["", "2019", "2018"], ["Sum", "7", "5"])
    [0, 1]
    >>> table(["Plant", "Output"], ["Leeds", "12"], ["", "Total"], ["York", "9"])
    [0]
    """
    num_headers = _num_header_rows(cells, to_matrix(cells, num_rows=num_rows, num_cols=num_cols))
    return [replace(cell, is_header=True) if cell.row_start < num_headers else cell for cell in cells]


def _num_header_rows(cells: Sequence[TableCell], rows: Sequence[Sequence[str]]) -> int:
    """Titles, then the first row of names, then those that go on; 0 where no row is one."""
    first = next((number for number, row in enumerate(rows[:_MAX_HEADERS]) if not _is_title(row)), len(rows))
    is_marked = any(cell.is_header and cell.col_start > 0 and cell.row_start == first for cell in cells)
    if first >= len(rows) - 1 or not (is_marked or _heads_values(rows, first)):
        return 0
    end = first + 1
    while end < min(len(rows) - 1, _MAX_HEADERS) and _goes_on(rows, first, end):
        end += 1
    return end


def _is_title(row: Sequence[str]) -> bool:
    """Whether a row is one text that stands in the first column or over all."""
    texts = {text for text in row if text}
    return len(row) > 1 and (not texts or (len(texts) == 1 and (not any(row[1:]) or all(row))))


def _heads_values(rows: Sequence[Sequence[str]], number: int) -> bool:
    """Whether a row holds names, no values, and values stand below them."""
    row = rows[number]
    named = [col for col, text in enumerate(row) if text and col > 0]
    if not named or any(is_value(row[col]) and not _CUT_DAY.fullmatch(row[col]) for col in named):
        return False
    below = [[other[col] for col in named if other[col]] for other in rows[number + 1 :]]
    filled = [texts for texts in below if texts and not all(map(is_period, texts))]
    with_values = sum(any(map(is_value, texts)) for texts in filled)
    return with_values > 0 and with_values >= _VALUES_SHARE * len(filled)


def _goes_on(rows: Sequence[Sequence[str]], first: int, number: int) -> bool:
    """Whether a row below names holds names too: it has no label, or its label tells the scale of the figures, or it
    names columns that have no name of their own yet.
    """
    row, above = rows[number], rows[first:number]
    others = [text for text in row[1:] if text]
    if not others or (row[0] and _is_title(row)):
        return False
    if len(set(others)) == 1 and not is_period(others[0]) and not (is_unit(others[0]) or tells_scale(others[0])):
        # one name of several columns stands above them; one word in a row of its own may be a group's
        return not row[0] and _goes_on_below(rows, first, number)
    if not row[0] and _parts_merged(row, above):
        return True
    if not _heads_values(rows, number):
        return False
    if not row[0] or tells_scale(row[0]) or is_unit(row[0]):
        return True
    unnamed = set(_unnamed(rows, first, number))
    return bool(unnamed) and all(row[col] for col in unnamed)


def _goes_on_below(rows: Sequence[Sequence[str]], first: int, number: int) -> bool:
    """Whether the row below one name holds names of more columns than stand above."""
    if number + 1 >= len(rows) - 1:
        return False
    below = [text for text in rows[number + 1][1:] if text]
    most = max(sum(text != "" for text in row[1:]) for row in rows[first : number + 1])
    return len(below) > most and _goes_on(rows, first, number + 1)


def _parts_merged(row: Sequence[str], above: Sequence[Sequence[str]]) -> bool:
    """Whether a row has several names under one that was merged over their columns."""
    for texts in above:
        for name in {text for text in texts[1:] if text}:
            cols = [col for col, text in enumerate(texts) if text == name and col > 0]
            names = {row[col] for col in cols if row[col]}
            is_whole = all(texts[col] == name for col in range(cols[0], cols[-1] + 1))
            if len(cols) > 1 and is_whole and len(names) > 1 and not any(map(is_value, names)):
                return True
    return False


def _unnamed(rows: Sequence[Sequence[str]], first: int, number: int) -> Iterator[int]:
    """The columns with values below that have no name yet, or the name of another column."""
    names = [tuple(row[col] for row in rows[first:number]) for col in range(len(rows[0]))]
    counts = Counter(names)
    for col in range(1, len(rows[0])):
        has_values = any(is_value(row[col]) for row in rows[number + 1 :])
        if has_values and (not any(names[col]) or counts[names[col]] > 1):
            yield col
