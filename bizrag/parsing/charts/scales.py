"""Scales of charts: which figures are marks of an axis, and what value a place beside them has. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bizrag.model.parses import MEASURED
from bizrag.parsing.charts.labels import Label, even_lines, number_of

# marks of an axis are one step apart, but for this share
_SAME_STEP = 0.01
# values are told to the next of these steps that is wider than so many pixels, and than so much of a mark's size
_ROUND, _SURE_PX, _SURE_SIZE = (1, 2, 5, 10), 1.5, 0.08
# of the distance between two names: how far beside its name a value stands
_OVER = 0.15
_DECIMAL_COMMA = re.compile(r"\d,\d{1,2}(?!\d)")
_MARK = re.compile(r"(?P<before>[^\d\u2212\u2013-]*)[\u2212\u2013-]?(?P<number>\d[\d.,]*)(?P<after>.*)")

_Place = Callable[[Label], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The marks of an axis, by their place; values grow evenly with it."""

    marks: Sequence[Label]
    # whether the marks stand below each other
    is_upright: bool

    @property
    def places(self) -> list[float]:
        """Of the marks, in pixels along the axis, ascending."""
        return [mark.y if self.is_upright else mark.x for mark in self.marks]

    @property
    def numbers(self) -> list[float]:
        """Of the marks."""
        return _numbers(self.marks)

    @property
    def per_px(self) -> float:
        """By how much values grow from one pixel to the next."""
        places, numbers = self.places, self.numbers
        return (numbers[-1] - numbers[0]) / (places[-1] - places[0])

    @property
    def base(self) -> float:
        """The value that bars stand on: 0, or the smallest mark where the axis does not reach to 0."""
        numbers = self.numbers
        return 0.0 if min(numbers) <= 0 <= max(numbers) else min(numbers, key=abs)

    def value_at(self, place: float) -> float:
        """The value of a place along the axis."""
        return self.numbers[0] + (place - self.places[0]) * self.per_px

    def place_of(self, value: float) -> float:
        """The place of a value along the axis."""
        return self.places[0] + (value - self.numbers[0]) / self.per_px

    @property
    def _step(self) -> float:
        """What values are told to: marks stand beside their place by some of their size."""
        sure_px = max(_SURE_PX, _SURE_SIZE * self.marks[0].size)
        return _round_up(sure_px * abs(self.per_px))

    def is_nearly(self, text: str, value: float) -> bool:
        """Whether a printed value is one that was measured, as far as that is sure."""
        decimal = "." if _has_decimal_commas(self.marks) else ""
        return abs(number_of(text.replace(",", decimal)) - value) <= 2 * self._step

    def tell(self, value: float) -> str:
        """A value as the marks are written, to what a few pixels tell: "≈$42m"."""
        step = self._step
        digits = max(0, -math.floor(math.log10(step)))
        found = [match for mark in self.marks if (match := _MARK.fullmatch(mark.text.strip()))]
        before, after = Counter((match["before"], match["after"]) for match in found).most_common(1)[0][0]
        is_comma_decimal = _has_decimal_commas(self.marks)
        thousands = "," if not is_comma_decimal and any("," in match["number"] for match in found) else ""
        number = f"{abs(round(value / step) * step):{thousands}.{digits}f}"
        number = number.rstrip("0").rstrip(".") if digits else number
        number = number.replace(".", ",") if is_comma_decimal else number
        sign = "-" if round(value / step) < 0 else ""
        return f"{MEASURED}{sign}{before}{number}{after}"


def find_scales(values: Sequence[Label]) -> list[Scale]:
    """The axes among some figures: on one line or edge, at one distance, one step apart; years are none."""
    lines: list[tuple[_Place, _Place, bool]] = [
        (lambda value: value.bbox.l, lambda value: value.y, True),
        (lambda value: value.x, lambda value: value.y, True),
        (lambda value: value.bbox.r, lambda value: value.y, True),
        (lambda value: value.y, lambda value: value.x, False),
    ]
    found = [
        Scale(marks=run, is_upright=is_upright)
        for edge, place, is_upright in lines
        for run in even_lines(values, edge, place)
        if _is_stepped(run) and any(value.is_value for value in run)
    ]
    return list(_longest(found))


def without_marks(values: Sequence[Label], rows: Sequence[Sequence[Label]] = ()) -> list[Label]:
    """Values without the marks of an axis; what stands over names of one of the rows is no mark, but their values."""
    scales = [scale for scale in find_scales(values) if not any(_are_over(scale, row) for row in rows)]
    marks = {id(mark) for scale in scales for mark in scale.marks}
    return [value for value in values if id(value) not in marks]


def _are_over(scale: Scale, names: Sequence[Label]) -> bool:
    """Whether marks on one line stand each over a name."""
    near = _OVER * (names[-1].x - names[0].x) / (len(names) - 1)
    return not scale.is_upright and all(
        any(mark.bbox.b < name.bbox.t and abs(mark.x - name.x) <= near for name in names) for mark in scale.marks
    )


def _longest(scales: Sequence[Scale]) -> Iterator[Scale]:
    """Each axis once: marks on one edge are mostly on one middle, too."""
    taken: set[int] = set()
    for scale in sorted(scales, key=lambda scale: -len(scale.marks)):
        if not taken >= (marks := set(map(id, scale.marks))):
            taken |= marks
            yield scale


def _is_stepped(values: Sequence[Label]) -> bool:
    steps = np.diff(_numbers(values))
    return bool(abs(steps[0]) > 0 and np.all(np.abs(steps - steps[0]) <= _SAME_STEP * abs(steps[0])))


def _has_decimal_commas(marks: Sequence[Label]) -> bool:
    return any(_DECIMAL_COMMA.search(mark.text) for mark in marks)


def _numbers(marks: Sequence[Label]) -> list[float]:
    """The numbers of marks; "2,5" beside "2,0" and "1.5" is two and a half."""
    decimal = "." if _has_decimal_commas(marks) else ""
    return [number_of(mark.text.replace(",", decimal)) for mark in marks]


def _round_up(step: float) -> float:
    """
    >>> [_round_up(step) for step in (0.3, 1.2, 45.0)]
    [0.5, 2.0, 50.0]
    """
    power = 10.0 ** math.floor(math.log10(step))
    return next(power * one for one in _ROUND if power * one >= step * (1 - 1e-9))
