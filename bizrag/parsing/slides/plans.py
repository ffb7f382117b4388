"""Plans drawn on slides: bars beside their names and under a scale of weeks, months or quarters say from when to when.
Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.diagrams.said import JOINT
from bizrag.parsing.slides.dates import is_date

_MIN_PERIODS, _MIN_BARS, _SIDE_BY_SIDE = 3, 2, 3
# "W12", "FY25", "Q1 17", "H1 FY26"
_NUMBERED = re.compile(r"(?:w|wk|kw|m|y|d|fy|sprint|pi)[ -]?\d{1,4}|[qh][1-4][ '\u2019/-]?(?:fy ?)?\d\d", re.IGNORECASE)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LETTERS = "".join(month[0] for month in _MONTHS)
_QUARTER_OR_MONTH = re.compile(r"[a-z]+\.?|[qh][1-4]", re.IGNORECASE)
_YEAR = re.compile(r"(?:FY ?)?(?:19|20)\d\d")
# steps of a scale differ less
_EVEN = 1.3
# a bar that covers so much of a period lasts in it
_COVERED = 0.3
# a bar is at most so often as high as its name
_MAX_HEIGHT = 4.0


@dataclass(frozen=True, slots=True)
class Drawn:
    """A box on a slide, with its text or without."""

    text: str
    bbox: BoundingBox


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A name of a plan, its bars, and what they say: "Test – Apr to May"."""

    name: Drawn
    bars: tuple[Drawn, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The periods of a plan's scale, named in full where their boxes say, and its rows."""

    scale: tuple[Drawn, ...]
    rows: tuple[PlanRow, ...]

    @property
    def lines(self) -> list[tuple[str, tuple[Drawn, ...]]]:
        """What it says, line by line, each with the places that the line says: its scale, then its rows."""
        scale = " ".join(period.text for period in self.scale)
        return [(scale, self.scale), *((row.text, (row.name, *row.bars)) for row in self.rows)]


def read_plan(texts: Sequence[Drawn], bars: Sequence[Drawn]) -> Plan | None:
    """The plan that labels (``texts``) and filled shapes (``bars``) draw, in points; None where they draw none."""
    scale = _scale(texts)
    if not scale:
        return None
    left, top = scale[0].bbox.l, max(period.bbox.b for period in scale)
    inner = [one for one in texts if one.bbox.t >= top]
    names = [one for one in inner if one.bbox.middle_x < left]
    notes = [one for one in inner if one.bbox.l >= left]
    # names may stand in the middle of their columns
    start = left - (scale[-1].bbox.l - left) / (len(scale) - 1)
    drawn = [bar for bar in bars if bar.bbox.t >= top and bar.bbox.l >= start]
    cells = _cells(scale, drawn)
    rows: list[PlanRow] = []
    for name in names:
        own = sorted((bar for bar in drawn if _is_bar_of(bar.bbox, name.bbox)), key=lambda bar: bar.bbox.l)
        # a bar and its shadow say the same
        spans = list(dict.fromkeys(span for bar in own if (span := _span(bar, cells))))
        if not spans:
            continue
        beside = [one for one in notes if any(_is_level(one.bbox, place.bbox) for place in (name, *own))]
        each = _each_named(own, beside, cells)
        own += [note for note in beside if note not in own]
        written = "; ".join(text for one in own if (text := " ".join(one.text.split())))
        said = each or (f"{'; '.join(spans)} ({written})" if written else "; ".join(spans))
        rows.append(PlanRow(name, tuple(own), f"{name.text}{JOINT}{said}"))
    # names beside each other are those of a chart that stands beside the scale of another one
    are_level = any(sum(_is_level(row.name.bbox, one.name.bbox) for one in rows) >= _SIDE_BY_SIDE for row in rows)
    return Plan(tuple(scale), tuple(rows)) if len(rows) >= _MIN_BARS and not are_level else None


def _scale(texts: Sequence[Drawn]) -> list[Drawn]:
    """The periods beside each other with even steps, from the left; the finest row of several, months with years."""
    levels: list[list[Drawn]] = []
    for one in sorted(texts, key=lambda one: one.bbox.t):
        if levels and _is_level(one.bbox, levels[-1][0].bbox):
            levels[-1].append(one)
        else:
            levels.append([one])
    found: list[Drawn] = []
    for level in levels:
        row = _as_periods(sorted(level, key=lambda one: one.bbox.l))
        steps = [other.bbox.l - one.bbox.l for one, other in pairwise(row)]
        if len(row) >= _MIN_PERIODS and min(steps) > 0 and max(steps) <= _EVEN * min(steps) and len(row) > len(found):
            found = row
    years = [one for one in texts if found and _YEAR.fullmatch(one.text.strip()) and one.bbox.t < found[0].bbox.t]
    return _with_years(found, sorted(years, key=lambda one: one.bbox.l))


def _as_periods(row: Sequence[Drawn]) -> list[Drawn]:
    """What of a row names periods; letters that follow each other as months do are months."""
    letters = "".join(one.text.strip().upper() for one in row)
    if len(row) >= _MIN_PERIODS and len(letters) == len(row):
        starts = {at % len(_MONTHS) for at in range(len(_MONTHS)) if (_LETTERS * 4)[at:].startswith(letters)}
        if len(starts) == 1:
            start = starts.pop()
            return [Drawn(_MONTHS[(start + step) % len(_MONTHS)], one.bbox) for step, one in enumerate(row)]
    return [one for one in row if is_date(one.text) or _NUMBERED.fullmatch(one.text.strip())]


def _with_years(periods: Sequence[Drawn], years: Sequence[Drawn]) -> list[Drawn]:
    """Months or quarters with the years over them: a year ends where they begin again, and else where the name of the
    next one begins.
    """
    places = [_place_in_year(period.text) for period in periods]
    starts = accumulate((other <= one for one, other in pairwise(places)), initial=0)
    numbers = list(starts) if 0 not in places else []
    found: list[Drawn] = []
    for at, period in enumerate(periods):
        before = [year for year in years if year.bbox.l <= period.bbox.middle_x]
        own = years[numbers[at]] if numbers and numbers[-1] + 1 == len(years) else before[-1] if before else None
        said = own is not None and _QUARTER_OR_MONTH.fullmatch(period.text.strip()) is not None
        found.append(Drawn(f"{period.text.strip()} {own.text.strip()}", period.bbox) if own and said else period)
    return found


def _place_in_year(period: str) -> int:
    """The number of a month, quarter or half in its year; 0 for what is none.

    >>> [_place_in_year(period) for period in ("Mar", "October", "Q4", "Week 3")]
    [3, 10, 4, 0]
    """
    text = period.strip().title()
    if text[:3] in _MONTHS:
        return _MONTHS.index(text[:3]) + 1
    return int(text[1]) if _QUARTER_OR_MONTH.fullmatch(text) and text[-1].isdigit() else 0


def _cells(scale: Sequence[Drawn], bars: Sequence[Drawn]) -> list[tuple[str, float, float]]:
    """The periods with their left and right edges: names stand at the left of their columns or in the middle of them,
    whichever has the bars begin and end nearer to edges.
    """
    step = (scale[-1].bbox.l - scale[0].bbox.l) / (len(scale) - 1)
    middle_step = (scale[-1].bbox.middle_x - scale[0].bbox.middle_x) / (len(scale) - 1)
    ways = [
        [(one.bbox.l, one.bbox.l + step) for one in scale],
        [(one.bbox.middle_x - middle_step / 2, one.bbox.middle_x + middle_step / 2) for one in scale],
    ]

    def distance(way: Sequence[tuple[float, float]]) -> float:
        edges = [edge for cell in way for edge in cell]
        return sum(min(abs(edge - side) for edge in edges) for bar in bars for side in (bar.bbox.l, bar.bbox.r))

    best = min(ways, key=distance)
    return [(period.text.strip(), *cell) for period, cell in zip(scale, best, strict=True)]


def _span(bar: Drawn, cells: Sequence[tuple[str, float, float]]) -> str:
    """From when to when a bar lasts; empty where it covers no period."""
    covered = [
        name
        for name, left, right in cells
        if min(bar.bbox.r, right) - max(bar.bbox.l, left) >= min(_COVERED * (right - left), bar.bbox.width / 2)
    ]
    if not covered:
        return ""
    return covered[0] if covered[0] == covered[-1] else f"{covered[0]} to {covered[-1]}"


def _each_named(bars: Sequence[Drawn], notes: Sequence[Drawn], cells: Sequence[tuple[str, float, float]]) -> str:
    """What each bar of a row says and when it is, "Pilot Q1; Launch Q2 to Q3"; empty unless there are several, each
    with a text of its own on it.
    """
    names = [[one.text for one in (bar, *notes) if one.text and bar.bbox.holds_centre(one.bbox)] for bar in bars]
    told = [" ".join(" ".join(dict.fromkeys(texts)).split()) for texts in names]
    if len(set(told)) < max(len(bars), _MIN_BARS) or not all(told):
        return ""
    return "; ".join(f"{text} {span}" for text, bar in zip(told, bars, strict=True) if (span := _span(bar, cells)))


def _is_bar_of(bar: BoundingBox, name: BoundingBox) -> bool:
    return _is_level(bar, name) and bar.height <= _MAX_HEIGHT * name.height


def _is_level(one: BoundingBox, other: BoundingBox) -> bool:
    """Whether the middle of one of them is within the other's height."""
    return other.t <= one.middle_y <= other.b or one.t <= other.middle_y <= one.b
