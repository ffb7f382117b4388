"""Labels that are written once above rows of their own: the name of a fund beside its first class, a day beside its
first booking, a person and the office over the years, a question of a survey beside its first answer. Pure.

Said row by row, the rows below would be of nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bizrag.describing.grids import Grid, filled_texts, grid_of, texts_of
from bizrag.describing.header_rows import num_header_rows
from bizrag.model.dates import find_days
from bizrag.model.parses import TableArtifact, TableCell

_NAME_AND_OFFICE = re.compile(r"\bnames?\b.*\b(?:positions?|titles?|offices?|roles?)\b", re.IGNORECASE | re.DOTALL)
_YEARS = re.compile(r"(?:fiscal )?years?", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
# "12,345", "31 Mar"; no "F13.Akt" or "Class A-12"
_VALUE = re.compile(r"(?=.*\d{2})[^A-Za-z]")
# a unit may stand between a label and what parts its rows
_KIND_COLUMNS = (1, 2)
# so many labels, and values beside a label and what parts its rows
_MIN_LABELS, _MIN_VALUES = 2, 1
# of the rows without a label so many say what rows of other labels say as well
_SHARED = 0.5


def with_labels_repeated(table: TableArtifact) -> TableArtifact:
    """The table with such a label in each of its rows; other tables as they are."""
    grid = grid_of(table)
    first = num_header_rows(table, grid)
    if table.num_cols <= _MIN_VALUES + 1 or not first or any(_is_merged(row[0]) for row in grid[first:]):
        return table
    offices = _offices(grid, first)
    if offices:
        return _with_offices(table, offices)
    body = range(first, len(grid))
    labelled = [at for at in body if texts_of(grid[at])[0]]
    kind = _kind_column(grid, [at for at in body if at not in labelled])
    blank = [at for at in body if at not in labelled and _is_of_label(grid[at], kind)]
    is_parted = _are_days(grid, labelled) or _are_kinds(grid, labelled, blank, kind)
    if len(labelled) < _MIN_LABELS or not blank or not is_parted:
        return table
    kept = [cell for cell in table.cells if cell.text.strip() or cell.col_start > 0 or cell.row_start not in blank]
    return replace(table, cells=(*kept, *(copy for at in labelled for copy in _copies(grid, at, blank))))


def _copies(grid: Grid, at: int, blank: Sequence[int]) -> Iterator[TableCell]:
    """The label of a row for each row below it that has none."""
    label = grid[at][0]
    for row in range(at + 1, len(grid)):
        if row not in blank or label is None:
            return
        yield replace(label, row_start=row, row_end=row + 1)


def _is_merged(cell: TableCell | None) -> bool:
    return cell is not None and (cell.row_end - cell.row_start > 1 or (cell.col_end > 1 and bool(cell.text.strip())))


def _kind_column(grid: Grid, unlabelled: Sequence[int]) -> int:
    """The column that parts the rows of a label: the first one that all rows without a label fill."""
    rows = [texts_of(grid[at]) for at in unlabelled if filled_texts(grid[at])]
    wide = (col for col in _KIND_COLUMNS if rows and len(rows[0]) > col + _MIN_VALUES)
    return next((col for col in wide if all(row[col] for row in rows)), _KIND_COLUMNS[0])


def _is_of_label(row: Sequence[TableCell | None], kind: int) -> bool:
    """Whether a row without a label tells what it is of by its column of kinds, and has values behind it."""
    return bool(texts_of(row)[kind]) and len(filled_texts(row[kind + 1 :])) >= _MIN_VALUES


def _are_days(grid: Grid, labelled: Sequence[int]) -> bool:
    """Whether all labels are days: bookings of one day have it once."""
    labels = [texts_of(grid[at])[0] for at in labelled]
    return all(
        any(end - start == len(label) for (start, end), _ in find_days(label)) and _YEAR.fullmatch(label) is None
        for label in labels
    )


def _are_kinds(grid: Grid, labelled: Sequence[int], blank: Sequence[int], kind: int) -> bool:
    """Whether a column has names of kinds, classes, answers or years, which come back below other labels."""
    of_label: dict[int, set[str]] = {}
    for at in sorted([*labelled, *blank]):
        of_label.setdefault(max(row for row in labelled if row <= at) if labelled[0] <= at else -1, set()).add(
            texts_of(grid[at])[kind]
        )
    if -1 in of_label or any(not texts_of(grid[at])[kind] for at in blank):
        return False
    kinds = [texts_of(grid[at])[kind] for at in blank]
    if any(_VALUE.match(name) and _YEAR.fullmatch(name) is None for name in kinds):
        return False
    shared = sum(sum(name in others for others in of_label.values()) > 1 for name in kinds)
    # rows of one label differ by their kind
    are_different = sum(map(len, of_label.values())) == len(labelled) + len(blank)
    return are_different and shared >= _SHARED * len(kinds)


def _offices(grid: Grid, first: int) -> list[list[int]]:
    """The rows of each person, in tables of names and offices over years that are written from the latest on."""
    names, years = (" ".join(dict.fromkeys(texts_of(row)[col] for row in grid[:first])).strip() for col in (0, 1))
    if _NAME_AND_OFFICE.search(names) is None or _YEARS.fullmatch(years) is None:
        return []
    people: list[list[int]] = []
    last = 0
    for at in range(first, len(grid)):
        label, year = texts_of(grid[at])[:2]
        is_year = _YEAR.fullmatch(year) is not None
        if not is_year and (year or not label or len(filled_texts(grid[at])) > 1):
            return []
        if not people or (is_year and int(year) >= last):
            people.append([])
        people[-1].append(at)
        last = int(year) if is_year else last
    # a person has one line or more, and the table one year or more of each
    starts = {texts_of(grid[rows[0]])[1] for rows in people}
    return people if len(people) >= _MIN_LABELS and any(len(rows) > 1 for rows in people) and "" not in starts else []


def _with_offices(table: TableArtifact, people: Sequence[Sequence[int]]) -> TableArtifact:
    """The table with the lines of each name and office beside each year; a line alone is no row."""
    grid = grid_of(table)
    alone = [at for rows in people for at in rows if len(filled_texts(grid[at])) == 1]
    owner = {at: rows for rows in people for at in rows}

    def place(row: int) -> int:
        return row - sum(at < row for at in alone)

    def cells() -> Iterator[TableCell]:
        for cell in table.cells:
            rows = owner.get(cell.row_start)
            if rows is None or cell.col_start > 0:
                if cell.row_start not in alone:
                    yield replace(cell, row_start=place(cell.row_start), row_end=place(cell.row_end))
            elif cell.row_start == rows[0]:
                label = " ".join(text for at in rows if (text := texts_of(grid[at])[0]))
                for row in range(place(rows[0]), place(rows[-1] + 1)):
                    yield replace(cell, text=label, row_start=row, row_end=row + 1)

    return replace(table, cells=tuple(cells()), num_rows=table.num_rows - len(alone))
