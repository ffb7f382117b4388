"""Facts in pairs of columns (pure): a name and its value, beside them the next name and its value.

Names are told by what sets them off in every row: heavy type, a shade, a colon, type of another size; else by the
values beside them, which are of several kinds, figures and words, as those of no column are. Such a table has no names
of columns; each row holds as many facts as it has pairs.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import TableCell
from bizrag.model.words import MONTH
from bizrag.parsing.engines.grid.types import GridCell, Rule, TableGrid, Word, box_of
from bizrag.parsing.engines.grid.weight import are_of_two_sizes, is_bold
from bizrag.parsing.engines.grid.words import is_data, text_lines, text_of

Cell = TypeVar("Cell", GridCell, TableCell)

# so many facts at least
_MIN_FACTS = 3
_MAX_NAME_WORDS = 8
# names and values in one column each
_PAIR = 2
# so many lines are full, and what stands at one place in them differs by less (points)
_MIN_LINES, _ALIGNED_PT = 2, 3.0
_FIGURE = re.compile(r"\d")
_DAY = re.compile(rf"\b\d{{1,2}}\.? {MONTH}\b|\b{MONTH} \d|\b\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(Generic[Cell]):
    """The cells of a table that may be names, and values each right of its name."""

    names: tuple[Cell, ...]
    values: tuple[Cell, ...]
    num_cols: int

    def in_two_columns(self) -> list[Cell]:
        """A row for each fact, line by line: its name, then its value."""
        by_place = {(cell.row_start, cell.col_start): cell for cell in self.values}
        cells: list[Cell] = []
        for row, name in enumerate(sorted(self.names, key=lambda cell: (cell.row_start, cell.col_start))):
            value = by_place.get((name.row_start, name.col_start + 1))
            cells += [
                replace(cell, row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, is_header=False)
                for col, cell in enumerate((name, value))
                if cell is not None
            ]
        return cells

    def are_plain(self) -> bool:
        """Whether all names differ and are words, and the values below the first row are of several kinds in every
        column; of pairs beside each other the first row has a figure, too.
        """
        texts = [cell.text.casefold().strip() for cell in self.names]
        if len(set(texts)) < len(texts) or any(map(_FIGURE.match, texts)):
            return False
        first = min(cell.row_start for cell in self.names)
        if self.num_cols > _PAIR and not any(
            _FIGURE.search(cell.text) for cell in self.values if cell.row_start == first
        ):
            return False
        below = [cell for cell in self.values if cell.row_start > first]
        columns = [[cell.text for cell in below if cell.col_start == col] for col in range(1, self.num_cols, 2)]
        return all(map(_are_mixed, columns))


def facts_of(cells: Sequence[Cell], num_cols: int) -> Facts[Cell] | None:
    """The names and values of a table whose cells stand in pairs, short names first; None where they do not."""
    filled = [cell for cell in cells if cell.text.strip()]
    names = tuple(cell for cell in filled if cell.col_start % 2 == 0)
    values = tuple(cell for cell in filled if cell.col_start % 2 == 1)
    is_paired = num_cols % 2 == 0 and all(cell.row_end - cell.row_start == 1 for cell in filled)
    if not is_paired or min(len(names), len(values)) < _MIN_FACTS or not all(map(_is_name, names)):
        return None
    starts = {(cell.row_start, cell.col_start) for cell in names}
    if any((value.row_start, value.col_start - 1) not in starts for value in values):
        return None
    return Facts(names=names, values=values, num_cols=num_cols)


def with_facts(
    grid: TableGrid, words: Sequence[Word], rules: Sequence[Rule], boxes: Sequence[BoundingBox]
) -> TableGrid:
    """The grid with one fact in a row, names in the first column, where all is names and values; else as it is.

    Where nothing sets off the names, upright rules part them from their values: rules below rows alone are drawn below
    names of columns as well.
    """
    facts = facts_of(grid.cells, grid.num_cols)
    if facts is None:
        return grid
    marks: tuple[Callable[[GridCell], bool], ...] = (
        lambda cell: is_bold(cell, words),
        lambda cell: _is_shaded(cell, boxes),
        lambda cell: cell.text.rstrip().endswith(":"),
    )
    is_set_off = any(all(map(mark, facts.names)) and not any(map(mark, facts.values)) for mark in marks)
    is_set_off = is_set_off or are_of_two_sizes(facts.names, facts.values, words)
    # a first row in heavy type or on a shade names the columns
    is_plain = _has_uprights(rules) and not any(mark(cell) for mark in marks[:2] for cell in facts.names)
    if not (is_set_off or (is_plain and facts.are_plain())):
        return grid
    return TableGrid(num_rows=len(facts.names), num_cols=_PAIR, cells=tuple(facts.in_two_columns()), confidence=1.0)


def facts_in_lines(words: Sequence[Word]) -> TableGrid | None:
    """The facts of a block whose every line is names with their values, two or more beside each other, at the same
    places in each line, where either the names or the values are in heavy type; None where it is none.
    """
    lines = [_runs_of(line) for line in text_lines(words)]
    if len({runs[0][0].is_bold for runs in lines}) > 1:
        return None
    starts = [run[0].l for run in max(lines, key=len, default=[])]
    if len(starts) < 2 * _PAIR or sum(len(runs) == len(starts) for runs in lines) < _MIN_LINES:
        return None
    if not all(_is_line_of_facts(runs, starts) for runs in lines):
        return None
    parts = [part for runs in lines for part in runs]
    # names in plain type are told by being words, none of them twice: figures of one year may be in heavy type
    names = [text_of(part) for part in parts[::2]]
    if not parts[0][0].is_bold and (any(map(_FIGURE.match, names)) or len(set(names)) < len(names)):
        return None
    cells = [
        GridCell(
            text=text_of(part),
            row_start=at // 2,
            row_end=at // 2 + 1,
            col_start=at % 2,
            col_end=at % 2 + 1,
            bbox=box_of(part),
        )
        for at, part in enumerate(parts)
    ]
    return TableGrid(num_rows=len(parts) // 2, num_cols=_PAIR, cells=tuple(cells), confidence=1.0)


def _runs_of(line: Sequence[Word]) -> list[list[Word]]:
    """A line's words, parted where heavy type begins or ends."""
    return [list(run) for _, run in itertools.groupby(line, key=lambda word: word.is_bold)]


def _is_line_of_facts(runs: Sequence[Sequence[Word]], starts: Sequence[float]) -> bool:
    are_in_turn = len(runs) % 2 == 0
    are_level = all(abs(run[0].l - start) < _ALIGNED_PT for run, start in zip(runs, starts, strict=False))
    return are_in_turn and are_level and all(len(run) <= _MAX_NAME_WORDS for run in runs[::2])


def _is_name(cell: Cell) -> bool:
    return cell.col_end - cell.col_start == 1 and len(cell.text.split()) <= _MAX_NAME_WORDS


def _has_uprights(rules: Sequence[Rule]) -> bool:
    return any(not rule.is_horizontal for rule in rules)


def _is_shaded(cell: GridCell, boxes: Sequence[BoundingBox]) -> bool:
    box = cell.bbox
    return box is not None and any(
        shade.l <= box.l and box.r <= shade.r and shade.t <= box.t and box.b <= shade.b for shade in boxes
    )


def _are_mixed(texts: Sequence[str]) -> bool:
    """Whether texts are of several kinds: words, plain numbers, amounts of something, days."""
    return len(set(map(_kind_of, texts))) > 1


def _kind_of(text: str) -> str:
    if not _FIGURE.search(text):
        return "words"
    return "day" if _DAY.search(text) else "number" if is_data(text) else "other"
