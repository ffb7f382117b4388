"""Names that an axis leaves out between those that it writes: years, quarters and months of a line, and whole numbers.

An axis of time writes every second quarter or every fifth year, and a line goes on between them. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from bizrag.model.periods import MONTHS
from bizrag.model.terms import is_year
from bizrag.parsing.charts.colours import SAME_COLOUR
from bizrag.parsing.charts.labels import Label, Table
from bizrag.parsing.charts.plots import Plot

# with those between them an axis has so many names at most, and so many are left out between two
_MAX_NAMES, _MAX_STEP = 48, 12
# an axis of numbers leaves out whole ones up to such a step
_MAX_NUMBERS = 6
# so much thicker is a line at its points than between them
_THICKER = 1.5
_SHORT = [month[:3] for month in MONTHS]
_QUARTER = re.compile(r"([QH])([1-4])([ /-]?['\u2019]?)(\d\d(?:\d\d)?)", re.IGNORECASE)
_MONTH = re.compile(r"([A-Za-z]{3})[a-z]*\.?(?:([ /-]?['\u2019]?)(\d\d(?:\d\d)?))?")
_WHOLE = re.compile(r"\d{1,3}")

# which of its kind a name is, and how one of that kind is written
_Places = tuple[list[int], Callable[[int], str]]


def with_names_between(plot: Plot) -> Plot | None:
    """The plot with the names that its axis leaves out, as far apart from each other; None where it leaves none out."""
    read = _read([name.text for name in plot.names]) if plot.scale.is_upright else None
    if read is None:
        return None
    numbers, write = read
    steps = {after - before for before, after in pairwise(numbers)}
    step, length = min(steps), numbers[-1] - numbers[0]
    if len(steps) > 1 or not 1 < step <= _MAX_STEP or length >= _MAX_NAMES:
        return None
    first, per_number = plot.names[0], (plot.names[-1].x - plot.names[0].x) / length
    written = dict(zip(numbers, plot.names, strict=True))
    names = [
        written.get(number) or _named(first, write(number), first.x + (number - numbers[0]) * per_number)
        for number in range(numbers[0], numbers[-1] + 1)
    ]
    return replace(plot, names=names)


def with_names_behind(plot: Plot, wide: Plot) -> Iterator[Plot]:
    """The plot with one more name after the other behind the last one that is written, before the next would be.

    Args:
        plot: with the names that are written.
        wide: with those between them.
    """
    read = _read([name.text for name in wide.names])
    if read is None:
        return
    (first, *_), write = read
    for _ in range(1, (len(wide.names) - 1) // (len(plot.names) - 1)):
        last = wide.names[-1]
        name = _named(last, write(first + len(wide.names)), last.x + wide.pitch)
        wide = replace(wide, names=[*wide.names, name])
        yield wide


def are_of_lines(values: Table) -> bool:
    """Whether all values are measured where a line passes, none of them a bar or printed."""
    return bool(values) and all(value.bbox.t == value.bbox.b for row in values.values() for value in row.values())


def have_points(plot: Plot, values: Table, between: Table) -> bool:
    """Whether lines have points at the names that are written, and none between them: nothing is known there.

    Args:
        plot: of either.
        values: of the names that are written.
        between: of those and the others.
    """
    at_names = [_thickness(plot, value) for row in values.values() for value in row.values()]
    others = [_thickness(plot, value) for name, row in between.items() if name not in values for value in row.values()]
    return bool(others) and float(np.median(at_names)) >= _THICKER * float(np.median(others))


def _thickness(plot: Plot, value: Label) -> int:
    """How many pixels of a line's colour are above each other where it is measured."""
    column, row = plot.pixels[:, int(value.x)], int(value.y)
    is_it = np.linalg.norm(column - column[row], axis=1) <= SAME_COLOUR
    ends = np.flatnonzero(~is_it)
    above, below = ends[ends < row], ends[ends > row]
    return int((below[0] if len(below) else len(is_it)) - (above[-1] if len(above) else -1)) - 1


def _named(like: Label, text: str, x: float) -> Label:
    half = like.bbox.width / 2
    return replace(like, text=text, bbox=replace(like.bbox, l=x - half, r=x + half))


def _read(texts: Sequence[str]) -> _Places | None:
    """Names of one kind as numbers that rise by one from each to the next of their kind; None where they are not."""
    for read in (_years, _numbers, _parts, _months):
        if (told := read(texts)) is not None and all(before < after for before, after in pairwise(told[0])):
            return told
    return None


def _years(texts: Sequence[str]) -> _Places | None:
    return ([int(text) for text in texts], str) if all(map(is_year, texts)) else None


def _numbers(texts: Sequence[str]) -> _Places | None:
    numbers = [int(text) for text in texts if _WHOLE.fullmatch(text)]
    return (numbers, str) if len(numbers) == len(texts) and numbers[1] - numbers[0] <= _MAX_NUMBERS else None


def _parts(texts: Sequence[str]) -> _Places | None:
    """Quarters and half-years with their year."""
    found = [told for text in texts if (told := _QUARTER.fullmatch(text))]
    if len(found) < len(texts) or len({told[1] for told in found}) > 1:
        return None
    letter, sign, digits = found[0][1], found[0][3], len(found[0][4])
    of_year = 4 if letter.upper() == "Q" else 2

    def write(number: int) -> str:
        return f"{letter}{number % of_year + 1}{sign}{number // of_year:0{digits}d}"

    return [int(told[4]) * of_year + int(told[2]) - 1 for told in found], write


def _months(texts: Sequence[str]) -> _Places | None:
    """Months with their year, or those of one year without it."""
    found = [told for text in texts if (told := _MONTH.fullmatch(text)) and told[1].lower() in _SHORT]
    if len(found) < len(texts) or len({bool(told[3]) for told in found}) > 1:
        return None
    sign, digits = found[0][2] or "", len(found[0][3] or "")

    def write(number: int) -> str:
        year = f"{sign}{number // 12:0{digits}d}" if digits else ""
        return f"{_SHORT[number % 12].title()}{year}"

    return [int(told[3] or 0) * 12 + _SHORT.index(told[1].lower()) for told in found], write
