"""Values printed in a chart beside the names they belong to: the table behind a drawn or scanned chart. Pure.

A value stands over the name of its bar, in line with it, or on it; which series it is of, the colours tell: those of
its bar and of the legend. What is not told in one of these ways is left out: no value is read off an axis.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from PIL import Image

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.cards import is_figure
from bizrag.parsing.ocr import OcrLine
from bizrag.parsing.text_layer import Word, box_around, lines_of

Pixels = np.ndarray[Any, np.dtype[np.int16]]
Colour = tuple[int, int, int]

_MIN_NAMES = 3
_MAX_LABELS = 400
_MAX_NAME_WORDS = 6
# in sizes of the type: a wider gap parts two labels of one line; lines of one label follow so closely, centred
_WORD_GAP, _LINE_PITCH, _WRAP_SHIFT = 0.5, 1.6, 1.2
_MAX_WIDER = 3.0
# size of the type by the height of its letters
_EM = 1.3
# labels of one row or column miss each other by less; of the distance between two names: how uneven they may stand, and
# how far a value stands from its name, alone and among others
_ALIGNED, _UNEVEN, _CENTRED, _SLOT = 0.6, 0.2, 0.25, 0.5
# of the names of an axis: so many have values
_MIN_FILLED = 0.6
# a legend's patch stands so near before its text; a bar so near to its value
_PATCH_REACH, _BAR_REACH = 3.6, 1.6
# it is so wide at least; its own pieces stand so near to each other
_MIN_PATCH, _PATCH_GAP = 0.3, 0.25
_MIN_PATCH_PX = 8
# colours further apart in RGB are different ones
_SAME_COLOUR = 42.0
# marks of an axis are as far apart, but for this share
_SAME_STEP = 0.01
_YEAR = re.compile(r"(?:19|20)\d\d(?:/\d\d(?:\d\d)?)?[a-zA-Z*]?")
_TOTAL = "Total"
# a name, and no period: "UK", not "Q3"
_WORDS = re.compile(r"[^\W\d_]{2}")
_NUMBER = re.compile(r"[\d.,\s+\-\u2212\u2013]")
_NOT_NUMBER = re.compile(r"[^\d.\-]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A text in a chart, its box in pixels of the chart's image, the size of its type in pixels."""

    text: str
    bbox: BoundingBox
    size: float

    @property
    def x(self) -> float:
        return (self.bbox.l + self.bbox.r) / 2

    @property
    def y(self) -> float:
        return (self.bbox.t + self.bbox.b) / 2

    @property
    def is_value(self) -> bool:
        return is_figure(self.text) and not _YEAR.fullmatch(self.text)

    @property
    def is_name(self) -> bool:
        """Whether it is short enough to be no line of a text."""
        return len(self.text.split()) <= _MAX_NAME_WORDS


# names of series, and the colours of the patches before them
Legend = list[tuple[Label, Colour]]
# values by the name of their row, and by the name of their series in it
Table = dict[str, dict[str, Label]]


def labels_of_words(words: Sequence[Word], corner: tuple[float, float], scale: float) -> list[Label]:
    """Labels from words of a text layer; ``corner`` is where the image begins on the page, ``scale`` pixels a point."""
    return [
        Label(
            text=" ".join(word.text for word in part),
            bbox=_on_image(box_around(part), corner, scale),
            size=scale * max(map(_size, part)),
        )
        for line in lines_of(words)
        for part in _parts(line)
    ]


def labels_of_lines(lines: Sequence[OcrLine]) -> list[Label]:
    """Labels from what was read in the chart's image."""
    # boxes of lines that were read are of uneven height
    size = statistics.median(line.bbox.height for line in lines) if lines else 0.0
    return [Label(text=line.text.strip(), bbox=line.bbox, size=size) for line in lines if line.text.strip()]


def chart_table(labels: Sequence[Label], image: Image.Image) -> str:
    """A markdown table, a row for each name and a column for each series; empty where no way of telling applies."""
    values = _without_ticks([label for label in labels if label.is_value])
    if len(values) < _MIN_NAMES or len(labels) > _MAX_LABELS:
        return ""
    pixels: Pixels = np.asarray(image.convert("RGB")).astype(np.int16)
    names = [label for label in labels if not label.is_value]
    legends = _legends(names, labels, pixels)
    series = [name for legend in legends for name, _ in legend]
    names = [name for name in names if name not in series]
    table: Table = {}
    # charts side by side are often one picture
    while found := _best(names, values, legends, pixels):
        told = {id(value) for row in found.values() for value in row.values()}
        values = [value for value in values if id(value) not in told]
        table = {**found, **table}
    return _markdown(table, [name.text for name in series])


def _best(names: Sequence[Label], values: Sequence[Label], legends: Sequence[Legend], pixels: Pixels) -> Table:
    """The way of telling that gives most values a name; empty without any."""
    whole = _unwrapped(names)
    axes = [(row, True) for row in _rows(whole)]
    # what stands close below each other in a column may be lines of one name, or not
    axes += [(column, False) for column in (*_columns(whole), *_columns(names))]
    found: list[Table] = []
    for part in _by_unit(values):
        found += [_by_colour(part, legend, pixels) for legend in legends]
        for axis, is_row in axes:
            # charts beside each other use the same colours: the legend that is nearest to the axis counts
            near = sorted(legends, key=lambda legend: _away(legend, axis)) or [[]]
            found += [_by_axis(axis, part, legend, pixels, is_row=is_row) for legend in near]
        found.append(_by_nearness(whole, part))
    return max(found, key=lambda table: sum(map(len, table.values())))


def _unit(value: Label) -> str:
    return _NUMBER.sub("", value.text)


def _without_ticks(values: Sequence[Label]) -> list[Label]:
    """Values without the marks of an axis: on one line or edge, at one distance, one step apart."""
    ticks: set[int] = set()
    lines: list[tuple[Callable[[Label], float], Callable[[Label], float]]] = [
        (lambda value: value.bbox.l, lambda value: value.y),
        (lambda value: value.x, lambda value: value.y),
        (lambda value: value.bbox.r, lambda value: value.y),
        (lambda value: value.y, lambda value: value.x),
    ]
    for edge, place in lines:
        for line in _aligned(values, edge):
            ticks |= {id(v) for run in _even_runs(line, place) if _is_scale(run) for v in run}
    return [value for value in values if id(value) not in ticks]


def _is_scale(values: Sequence[Label]) -> bool:
    steps = np.diff([_number(value.text) for value in values])
    return bool(abs(steps[0]) > 0 and np.all(np.abs(steps - steps[0]) <= _SAME_STEP * abs(steps[0])))


def _away(legend: Legend, axis: Sequence[Label]) -> float:
    names = [name for name, _ in legend]
    (x, y), (at_x, at_y) = (
        (sum(n.x for n in some) / len(some), sum(n.y for n in some) / len(some)) for some in (names, axis)
    )
    return (x - at_x) ** 2 + (y - at_y) ** 2


def _by_unit(values: Sequence[Label]) -> list[list[Label]]:
    """All values, and where they are in several units those in each: charts of several are often one picture."""
    units: dict[str, list[Label]] = {}
    for value in values:
        units.setdefault(_unit(value), []).append(value)
    parts = [part for part in units.values() if len(part) >= _MIN_NAMES]
    return [list(values), *(parts if len(units) > 1 else [])]


def _size(word: Word) -> float:
    # a font's own account of its height is often too small
    return max(word.font_pt, _EM * word.bbox.height)


def _parts(line: Sequence[Word]) -> list[list[Word]]:
    parts: list[list[Word]] = []
    for word in sorted(line, key=lambda word: word.bbox.l):
        if parts and word.bbox.l - parts[-1][-1].bbox.r <= _WORD_GAP * max(map(_size, (word, parts[-1][-1]))):
            parts[-1].append(word)
        else:
            parts.append([word])
    return parts


def _on_image(box: BoundingBox, corner: tuple[float, float], scale: float) -> BoundingBox:
    left, top = max(box.l - corner[0], 0.0) * scale, max(box.t - corner[1], 0.0) * scale
    right, bottom = max(left, (box.r - corner[0]) * scale), max(top, (box.b - corner[1]) * scale)
    return BoundingBox(l=left, t=top, r=right, b=bottom)


def _unwrapped(names: Sequence[Label]) -> list[Label]:
    """Names with the lines that they go on in."""
    whole: list[Label] = []
    for name in sorted(names, key=lambda name: name.bbox.t):
        above = next((at for at, other in enumerate(whole) if _goes_on(other, name)), None)
        if above is None:
            whole.append(name)
        else:
            other = whole[above]
            whole[above] = replace(other, text=f"{other.text} {name.text}", bbox=other.bbox.union(name.bbox))
    return whole


def _goes_on(upper: Label, lower: Label) -> bool:
    size = max(upper.size, lower.size)
    pitch = lower.bbox.b - upper.bbox.b
    edges = (upper.bbox.l - lower.bbox.l, upper.x - lower.x, upper.bbox.r - lower.bbox.r)
    is_near = 0.5 * size < pitch <= _LINE_PITCH * size and abs(upper.size - lower.size) <= 0.3 * size
    # a caption below is none
    is_near &= lower.bbox.width <= _MAX_WIDER * upper.bbox.width
    return is_near and min(map(abs, edges)) <= _WRAP_SHIFT * size / 2


def _rows(names: Sequence[Label]) -> list[list[Label]]:
    """Names on one line, evenly spaced."""
    return [run for row in _aligned(names, lambda name: name.bbox.t) for run in _even_runs(row, lambda name: name.x)]


def _columns(names: Sequence[Label]) -> list[list[Label]]:
    """Names below each other, on one edge, evenly spaced."""
    columns = [*_aligned(names, lambda name: name.bbox.l), *_aligned(names, lambda name: name.bbox.r)]
    return [run for column in columns for run in _even_runs(column, lambda name: name.y)]


def _aligned(names: Sequence[Label], edge: Callable[[Label], float]) -> list[list[Label]]:
    groups: list[list[Label]] = []
    for name in sorted(names, key=edge):
        if groups and edge(name) - edge(groups[-1][0]) <= _ALIGNED * name.size:
            groups[-1].append(name)
        else:
            groups.append([name])
    return [sorted(group, key=lambda name: name.x) for group in groups if len(group) >= _MIN_NAMES]


def _even_runs(names: Sequence[Label], place: Callable[[Label], float]) -> list[list[Label]]:
    """Names that follow each other at one distance; axes of two charts may stand on one line."""
    runs: list[list[Label]] = []
    for name in sorted(names, key=place):
        if runs and _is_even([*map(place, runs[-1]), place(name)]):
            runs[-1].append(name)
        else:
            # the last one of a run may be the first of the next
            runs.append([runs[-1][-1], name] if runs and len(runs[-1]) < _MIN_NAMES else [name])
    return [run for run in runs if len(run) >= _MIN_NAMES]


def _is_even(places: Sequence[float]) -> bool:
    pitch = (places[-1] - places[0]) / (len(places) - 1)
    return pitch > 0 and all(
        abs(place - places[0] - number * pitch) <= _UNEVEN * pitch for number, place in enumerate(places)
    )


def _by_axis(names: Sequence[Label], values: Sequence[Label], legend: Legend, pixels: Pixels, *, is_row: bool) -> Table:
    """Values over the names of a row, or right of the names of a column."""
    if len({name.text for name in names}) < len(names):
        return {}
    places = [name.x if is_row else name.y for name in names]
    pitch = (places[-1] - places[0]) / (len(places) - 1)
    slots: list[list[Label]] = [[] for _ in names]
    for value in values:
        place = value.x if is_row else value.y
        at = min(range(len(places)), key=lambda number: abs(places[number] - place))
        is_beyond = value.y < names[at].bbox.t if is_row else value.x > names[at].bbox.r
        if is_beyond and abs(places[at] - place) <= _SLOT * pitch:
            slots[at].append(value)
    if sum(map(bool, slots)) < max(_MIN_NAMES, _MIN_FILLED * len(names)):
        return {}
    rows = [_row(slot, legend, pixels, is_row=is_row) for slot in slots]
    if all(len(slot) <= 1 for slot in slots):
        if any(
            slot and abs((slot[0].x if is_row else slot[0].y) - at) > _CENTRED * pitch
            for slot, at in zip(slots, places, strict=True)
        ):
            return {}
        # colours of bars of one series say nothing
        rows = [{"": slot[0]} if slot else {} for slot in slots]
    elif any(row is None or "" in row for row in rows) or len({_unit(value) for slot in slots for value in slot}) > 1:
        return {}
    return {name.text: row for name, row in zip(names, rows, strict=True) if row}


def _row(slot: Sequence[Label], legend: Legend, pixels: Pixels, *, is_row: bool) -> dict[str, Label] | None:
    """The values of one name by their series, '' where it is not known; None where two are of one series."""
    row: dict[str, Label] = {}
    # what stands on a bar is surely its; of a value above a stack the nearest bar is the uppermost
    for value in sorted(slot, key=lambda value: _nearest(_ground(value, pixels), legend) is None):
        series = _series(value, legend, pixels, is_row=is_row) or ""
        if series in row:
            series = ""
        if series in row:
            return None
        row[series] = value
    if len(row) > 1 and "" in row:
        rest, missing = row.pop(""), [name.text for name, _ in legend if name.text not in row]
        if len(row) > 1 and _is_sum(rest, list(row.values())):
            row[_TOTAL] = rest
        elif len(missing) == 1:
            row[missing[0]] = rest
    return row


def _is_sum(total: Label, parts: Sequence[Label]) -> bool:
    numbers = [_number(part.text) for part in (total, *parts)]
    digits = max(len(text.partition(".")[2]) for text in (_plain(part.text) for part in (total, *parts)))
    return abs(numbers[0] - sum(numbers[1:])) <= 0.5 * (len(parts) + 1) * 10.0**-digits


def _plain(text: str) -> str:
    return _NOT_NUMBER.sub("", text.replace("\u2212", "-").replace("\u2013", "-"))


def _number(text: str) -> float:
    try:
        return float(_plain(text))
    except ValueError:
        return float("nan")


def _by_colour(values: Sequence[Label], legend: Legend, pixels: Pixels) -> Table:
    """Values on areas of one colour each, all of which the legend names: pies."""
    found = [(_series(value, legend, pixels, is_pie=True), value) for value in values]
    named = {series: value for series, value in found if series is not None}
    if len(named) < max(_MIN_NAMES, _MIN_FILLED * len(legend)) or sum(s is not None for s, _ in found) > len(named):
        return {}
    return {name.text: {"": named[name.text]} for name, _ in legend if name.text in named}


def _by_nearness(names: Sequence[Label], values: Sequence[Label]) -> Table:
    """Values right below the names, or right above: on maps, tiles and parts of pies."""
    ways = [_next_names(names, values, sign) for sign in (1, -1)]
    best = max(ways, key=len)
    is_told = len(best) >= max(_MIN_NAMES, _MIN_FILLED * len(values)) and all(map(_WORDS.search, best))
    return {name: {"": value} for name, value in best.items()} if is_told else {}


def _next_names(names: Sequence[Label], values: Sequence[Label], sign: int) -> dict[str, Label]:
    found: dict[str, Label] = {}
    taken: Counter[str] = Counter()
    for value in values:
        near = [
            name
            for name in names
            if abs(name.x - value.x) <= _ALIGNED * value.size
            and 0 < sign * (value.y - name.y) <= _LINE_PITCH * max(value.size, name.size) + name.bbox.height / 2
        ]
        if near:
            name = min(near, key=lambda name: abs(name.y - value.y))
            taken[name.text] += 1
            found[name.text] = value
    return {name: value for name, value in found.items() if taken[name] == 1}


def _legends(names: Sequence[Label], labels: Sequence[Label], pixels: Pixels) -> list[Legend]:
    """Names of series with their colours, those on one line or edge together: a patch stands before each."""
    grounds = [ground for name in names if (ground := _ground(name, pixels)) is not None]
    if not grounds:
        return []
    common = Counter(grounds).most_common(1)[0][0]
    legends: list[Legend] = []
    for name in names:
        colour = _patch(name, labels, pixels)
        if colour is None or _distance(colour, common) <= _SAME_COLOUR:
            continue
        met = [legend for legend in legends if any(_is_beside(name, other) for other, _ in legend)]
        legends = [legend for legend in legends if legend not in met]
        legends.append([*(entry for legend in met for entry in legend), (name, colour)])
    return [told for legend in legends if len(legend) > 1 and (told := _without_alike(legend))]


def _is_beside(one: Label, other: Label) -> bool:
    reach = _ALIGNED * one.size
    return abs(one.bbox.l - other.bbox.l) <= reach or abs(one.bbox.t - other.bbox.t) <= reach


def _without_alike(legend: Legend) -> Legend:
    colours = [colour for _, colour in legend]
    return [entry for entry in legend if sum(_distance(entry[1], colour) <= _SAME_COLOUR for colour in colours) == 1]


def _patch(name: Label, labels: Sequence[Label], pixels: Pixels) -> Colour | None:
    """The colour of the patch right before a name's first line."""
    box, size = name.bbox, name.size
    before = [other.bbox.r + 1 for other in labels if other.bbox.r < box.l and _share_rows(other, name)]
    left, right = int(max(box.l - _PATCH_REACH * size, *before, 0)), max(int(box.l) - 2, 0)
    area = pixels[int(box.t) : int(min(box.b, box.t + size)) + 1, left:right]
    ground = _ground(name, pixels)
    if ground is None or not area.size:
        return None
    drawn = np.linalg.norm(area - np.array(ground), axis=2) > _SAME_COLOUR
    across = np.flatnonzero(drawn.any(axis=0))
    if not len(across):
        return None
    # what stands further left is not its own
    gaps = np.flatnonzero(np.diff(across) > _PATCH_GAP * size)
    first = across[gaps[-1] + 1] if len(gaps) else across[0]
    patch = area[:, first:][drawn[:, first:]]
    # a rule or an area that goes on to the left is none
    is_patch = (
        first > 0 and across[-1] - first >= _MIN_PATCH * size and len(patch) >= max(_MIN_PATCH_PX, 0.05 * size * size)
    )
    return _mode(patch, 0.5) if is_patch else None


def _share_rows(one: Label, other: Label) -> bool:
    return min(one.bbox.b, other.bbox.b) > max(one.bbox.t, other.bbox.t)


def _series(value: Label, legend: Legend, pixels: Pixels, *, is_row: bool = True, is_pie: bool = False) -> str | None:
    """The series that the colour under a value is of, or that of the nearest bar on the axis across the names.

    ``is_pie``: or of the nearest area on any side.
    """
    ground = _ground(value, pixels) if legend else None
    on_bar = _nearest(ground, legend)
    if ground is None or on_bar is not None:
        return on_bar
    box, reach = value.bbox, int(_BAR_REACH * value.size)
    x, y = int(value.x), int(value.y)
    ways: list[tuple[int, str] | None] = []
    if is_row or is_pie:
        below, above = (
            pixels[int(box.b) + 1 : int(box.b) + reach, x],
            pixels[max(int(box.t) - reach, 0) : int(box.t), x],
        )
        ways += [_first(below, legend), _first(above[::-1], legend)]
    if is_pie or not is_row:
        right, left = pixels[y, int(box.r) + 1 : int(box.r) + reach], pixels[y, max(int(box.l) - reach, 0) : int(box.l)]
        ways += [_first(right, legend), _first(left[::-1], legend)]
    return min((way for way in ways if way is not None), default=(0, None))[1]


def _first(line: Pixels, legend: Legend) -> tuple[int, str] | None:
    """Where the first colour of the legend is, of two pixels at least, and whose it is."""
    series = [_nearest((int(p[0]), int(p[1]), int(p[2])), legend) for p in line]
    for at, (one, other) in enumerate(pairwise(series)):
        if one is not None and one == other:
            return at, one
    return None


def _ground(label: Label, pixels: Pixels) -> Colour | None:
    """The colour that a label stands on: that of most pixels around it."""
    box = label.bbox
    top, bottom, left, right = max(int(box.t) - 2, 0), int(box.b) + 3, max(int(box.l) - 2, 0), int(box.r) + 3
    part = pixels[top:bottom, left:right]
    if part.shape[0] < 3 or part.shape[1] < 3:
        return None
    return _mode(np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]]), 0.5)


def _mode(colours: Pixels, share: float) -> Colour | None:
    """The colour that a share of all have, but for noise."""
    steps = colours >> 5
    keys = (steps[:, 0] << 6) | (steps[:, 1] << 3) | steps[:, 2]
    key = int(np.bincount(keys).argmax())
    middle = np.median(colours[keys == key], axis=0)
    near = np.linalg.norm(colours - middle, axis=1) <= _SAME_COLOUR
    if near.mean() < share:
        return None
    red, green, blue = np.median(colours[near], axis=0)
    return int(red), int(green), int(blue)


def _nearest(colour: Colour | None, legend: Legend) -> str | None:
    """Whose colour it is; None where it is nobody's."""
    if colour is None or not legend:
        return None
    name, best = min(((name, _distance(colour, other)) for name, other in legend), key=lambda entry: entry[1])
    return name.text if best <= _SAME_COLOUR else None


def _distance(one: Colour, other: Colour) -> float:
    return float(np.linalg.norm(np.subtract(one, other)))


def _markdown(table: Table, legend: Sequence[str]) -> str:
    used = {series for row in table.values() for series in row}
    columns = [series for series in (*legend, _TOTAL, "") if series in used]
    if not columns:
        return ""
    rows = [["", *columns], ["---"] * (len(columns) + 1)]
    rows += [[name, *(row[series].text if series in row else "" for series in columns)] for name, row in table.items()]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)
