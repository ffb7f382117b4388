"""Tables set by hand, for tests of their grids: letters are five points wide, blanks three, lines ten high."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.engines.grid.types import Rule, TableGrid, Word


def words_at(left: float, top: float, text: str) -> list[Word]:
    """The words of a text that starts at ``left``: five points a letter, a blank of three."""
    found: list[Word] = []
    for part in text.split():
        found.append(Word(text=part, l=left, t=top, r=left + 5 * len(part), b=top + 10))
        left += 5 * len(part) + 3
    return found


def page(*placed: tuple[float, float, str]) -> list[Word]:
    return [word for left, top, text in placed for word in words_at(left, top, text)]


def rows_of(grid: TableGrid) -> list[list[str]]:
    """The texts by row and column; a merged cell shows where it begins."""
    table = [[""] * grid.num_cols for _ in range(grid.num_rows)]
    for cell in grid.cells:
        table[cell.row_start][cell.col_start] = cell.text
    return table


def across(y: float, left: float, right: float) -> Rule:
    return Rule(l=left, t=y, r=right, b=y)


def upright(x: float, top: float, bottom: float) -> Rule:
    return Rule(l=x, t=top, r=x, b=bottom)


def frame(xs: Sequence[float], ys: Sequence[float]) -> list[Rule]:
    """A full grid of rules."""
    return [across(y, xs[0], xs[-1]) for y in ys] + [upright(x, ys[0], ys[-1]) for x in xs]
