"""Whether the first row of a grid names its columns, where type or kind tell it better than numbers (pure).

Numbers of samples or years of models may name columns, in heavy type; a list of dates has no names at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.model.words import MONTH
from bizrag.parsing.engines.grid.types import GridCell, TableGrid, Word

_MIN_ROWS = 3
# a name and what is told of it; names of columns have fewer commas and words
_PAIR, _MIN_COMMAS, _NAME_WORDS = 2, 2, 8
# "1.2 Relevant uses"
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?\s+[^\W\d_]")
_FIGURES, _LETTERS = re.compile(r"\d+(?:[.,]\d+)*"), re.compile(r"[^\W\d_]{2}")
# "28 June", "Jun 28, 2025", "28.06.2025", "14:20"
_WHEN = re.compile(
    rf"\d{{1,2}}\.? {MONTH}(?: \d{{4}})?|{MONTH} \d{{1,2}}(?:, \d{{4}})?"
    r"|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d\d?[:.]\d\d",
    re.IGNORECASE,
)

# heights of one size of type differ by less, as a share, and of two by more
_ONE_SIZE, _OTHER_SIZE = 0.01, 0.03

_YEARS = re.compile(r"(?:19|20)\d\d(?:\s?[-\u2013]\s?(?:(?:19|20)?\d\d|present))?")


def judge_head(grid: TableGrid, words: Sequence[Word]) -> TableGrid:
    """The grid with its first row as the names of its columns, or not, where weight or kind decide."""
    num_head = 1 + max((cell.row_end - 1 for cell in grid.cells if cell.is_header), default=-1)
    if grid.num_rows < _MIN_ROWS or grid.num_cols < 2:
        return grid
    if num_head > 1:
        # a year beside several rows of its own is no name over them
        return _with_head(grid, is_header=False) if _is_list_of_dates(grid, or_years=True) else grid
    heavy = {cell: is_bold(cell, words) for cell in grid.cells if cell.text}
    is_heavy = _is_row_heavy(grid, heavy, 0)
    rest = [_is_row_heavy(grid, heavy, row) for row in range(1, grid.num_rows)]
    if num_head == 0 and is_heavy and 2 * sum(rest) < len(rest):
        return _with_head(grid, is_header=True)
    if num_head != 1 or is_heavy:
        return grid
    are_rows = any(tells(grid) for tells in (_is_list_of_dates, _has_shape, _is_list_of_names, _is_list_of_facts))
    if are_rows or _are_labels_heavy(grid, heavy) or _are_labels_of_own_size(grid, words):
        return _with_head(grid, is_header=False)
    return grid


def is_bold(cell: GridCell, words: Sequence[Word]) -> bool:
    """Whether all words of a cell are in heavy type."""
    inside = [word for word in words if cell.bbox is not None and word.is_in(cell.bbox)]
    return bool(inside) and all(word.is_bold for word in inside)


def are_of_two_sizes(names: Sequence[GridCell], values: Sequence[GridCell], words: Sequence[Word]) -> bool:
    """Whether all names are in type of one size, and all values in type of another, as what is filled into a form.

    A value of the first row has a figure: names of columns may be in the type of what stands below them.
    """
    first = min((cell.row_start for cell in values), default=0)
    if not any(_FIGURES.search(cell.text) for cell in values if cell.row_start == first):
        return False
    sizes: list[float] = []
    for cells in (names, values):
        heights = [word.height for cell in cells for word in words if cell.bbox is not None and word.is_in(cell.bbox)]
        if not heights or max(heights) > (1 + _ONE_SIZE) * min(heights):
            return False
        sizes.append(min(heights))
    return max(sizes) > (1 + _OTHER_SIZE) * min(sizes)


def _are_labels_of_own_size(grid: TableGrid, words: Sequence[Word]) -> bool:
    """Whether each row, the first one too, has its label in type of one size and its value in another."""
    labels, values = ([cell for cell in grid.cells if cell.col_start == col and cell.text] for col in (0, 1))
    are_single = all(cell.col_end - cell.col_start == 1 for cell in (*labels, *values))
    return are_single and len(labels) == len(values) == grid.num_rows and are_of_two_sizes(labels, values, words)


def _is_row_heavy(grid: TableGrid, heavy: dict[GridCell, bool], row: int) -> bool:
    """Whether all of a row is in heavy type, and it has something in most columns."""
    cells = [cell for cell in heavy if cell.row_start == row]
    covered = {column for cell in cells for column in range(cell.col_start, cell.col_end)}
    return 2 * len(covered) > grid.num_cols and len(cells) > 1 and all(heavy[cell] for cell in cells)


def _are_labels_heavy(grid: TableGrid, heavy: dict[GridCell, bool]) -> bool:
    """Whether the labels are in heavy type, that of the first row too, and nothing beside them is."""
    labels = [is_heavy for cell, is_heavy in heavy.items() if cell.col_start == 0]
    others = [is_heavy for cell, is_heavy in heavy.items() if cell.col_start > 0]
    return len(labels) == grid.num_rows and all(labels) and not any(others)


def _is_list_of_dates(grid: TableGrid, *, or_years: bool = False) -> bool:
    firsts = [cell for cell in grid.cells if cell.col_start == 0 and cell.text.strip()]
    is_full = sum(cell.row_end - cell.row_start for cell in firsts) == grid.num_rows
    return is_full and all(
        _WHEN.fullmatch(cell.text.strip()) or (or_years and _YEARS.fullmatch(cell.text.strip())) for cell in firsts
    )


def _is_list_of_names(grid: TableGrid) -> bool:
    """Whether all of the first column, the first one too, are names with a colon: "Patient:"."""
    firsts = [cell.text for cell in grid.cells if cell.col_start == 0]
    return len(firsts) == grid.num_rows and all(text.rstrip().endswith(":") for text in firsts)


def _is_list_of_facts(grid: TableGrid) -> bool:
    """Whether two columns are names and what is told of each, the first one too: its name is numbered as all others
    are, or what stands beside it is a list or a sentence, and names no column.
    """
    first, second = ([cell for cell in grid.cells if cell.col_start == col] for col in (0, 1))
    if grid.num_cols != _PAIR or not len(first) == len(second) == grid.num_rows:
        return False
    if all(_NUMBERED.match(cell.text) for cell in first):
        return True
    told = next(cell.text.strip() for cell in second if cell.row_start == 0)
    return sum(map(told.count, ",;")) >= _MIN_COMMAS or len(told.split()) > _NAME_WORDS or told.endswith(".")


def _has_shape(grid: TableGrid) -> bool:
    """Whether all cells of a column, the first one too, differ in their figures only: "ext. 4417"."""
    for column in range(grid.num_cols):
        texts = [cell.text for cell in grid.cells if cell.col_start == column]
        shapes = {_FIGURES.sub("0", text.strip().casefold()) for text in texts}
        shape = next(iter(shapes), "")
        if len(texts) == grid.num_rows and len(shapes) == 1 and "0" in shape and _LETTERS.search(shape):
            return len(set(texts)) > 1
    return False


def _with_head(grid: TableGrid, *, is_header: bool) -> TableGrid:
    cells = [
        replace(cell, is_header=is_header) if cell.row_start == 0 or not is_header else cell for cell in grid.cells
    ]
    return replace(grid, cells=tuple(cells))
