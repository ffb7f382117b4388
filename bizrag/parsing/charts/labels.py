"""Texts in a chart: where they stand, which are values and which names, and how names stand along an axis. Pure."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter
from typing import TypeVar

from bizrag.model.geometry import BoundingBox
from bizrag.model.labels import is_period
from bizrag.model.words import OPEN_ENDS
from bizrag.parsing.charts.close_names import are_sizes, parted_names
from bizrag.parsing.charts.turned import read_upwards, turned_texts
from bizrag.parsing.key_figures import is_key_figure, without_before
from bizrag.parsing.ocr.engine import OcrLine
from bizrag.parsing.ocr.patches import LEGEND_MARKS
from bizrag.parsing.text_layers.text_layer import Word, box_around, lines_of, split_line

# names of an axis come in numbers: two may be anything; so many of them have values
MIN_NAMES, MIN_FILLED = 3, 0.6
# labels of one row or column miss each other by less, in sizes of the type; lines of one label follow so closely
ALIGNED, LINE_PITCH = 0.6, 1.6
MAX_NAME_WORDS = 6
# in sizes of the type: a wider gap parts two labels of one line; lines of one label have an edge or middle in common
WORD_GAP, _WRAP_SHIFT = 0.6, 0.6
# what runs upwards is so much higher than wide
_UPRIGHT = 1.3
# a line below a name that is so much wider is a caption
_MAX_WIDER = 4.5
# size of the type by the height of its letters
_EM = 1.3
# of the distance between two names: how uneven they may stand; in sizes of the type: how far tops of one line differ
_UNEVEN, _LEVEL = 0.2, 0.1
# groups of names stand no further apart, in that
_GROUP_GAP = 2.6
# "2026 P" and the like: planned, estimated, forecast, target, budget, actual; "YTD 2025", "FY 25", "'25"
_KIND_OF_YEAR = (
    r"[PEFTBA]|(?i:plan(?:ned)?|est(?:\.|imated?)?|forecast|fcst|budget(?:ed)?|targets?|actuals?|outlook|guidance"
    r"|proj(?:\.|ected)?|prov(?:\.|isional)?|prelim(?:\.|inary)?|means?|average|avg\.?|totals?)"
)
_YEAR = re.compile(
    rf"(?:(?:YTD|FYE?|CY|LTM|TTM) ?)?(?:19|20)\d\d(?:/\d\d(?:\d\d)?)?(?:[a-zA-Z*]| \(?(?:{_KIND_OF_YEAR})\)?)?"
    r"|(?:YTD|FYE?|CY|LTM|TTM) ?'?\d\d|['\u2019]\d\d"
)
_SHORT_YEAR, _LAST_CENTURY = re.compile(r"['\u2019](\d\d)"), 60
# classes of age or size: "18–29", "60+", "< 5", ">80 km", "€5-10", "1,000–4,999"
_CURRENCY = r"[$\u20ac\u00a3]?"
_WHOLE = r"(?:\d{1,3}(?:,\d{3})+|\d{1,4})"
_CLASS = re.compile(
    rf"{_CURRENCY}(?:{_WHOLE}\s?[-\u2013\u2014]\s?{_CURRENCY}{_WHOLE}|{_WHOLE}\s?\+"
    rf"|[<>\u2264\u2265]\s?{_CURRENCY}{_WHOLE}(?:\s?[a-z]{{1,6}})?)"
)
# "Under 30 18%", "Direct (19 %)"
_NAMED_SHARE = re.compile(r"(.*[^\W\d_].*?)[:;,]?\s+\(?(\d+(?:[.,]\d+)?\s?%)\)?")
# the tick behind a mark or name of an axis is read as a dash, a quotation mark or a star
_TICK = re.compile(r"(?<=\w)\s+[-\u2013\u2014\"*]$")
_NARROW = frozenset("1IiJjl|")
_NUMBER = re.compile(r"[\d.,\s+\-\u2212\u2013]")
_WORD, _SHARE = re.compile(r"\S+"), re.compile(r"[+\-\u2212\u2013]?\d+(?:[.,]\d+)?%")
# the last value of a line, and its name right behind: "3.58Recordable", not "1.5Mbit"
_VALUE_AND_NAME = re.compile(
    r"(?P<value>\d+[.,]\d+\s?%?)"
    r"(?!(?:Thousand|Million|Billion|Trillion|Mio|Mrd|Tsd|[KMGT]bit|Bytes?|Euro|Watt|Volt|Points?)\b)"
    r"(?P<name>[A-Z][a-z]{2,}.*)"
)
_NOT_NUMBER = re.compile(r"[^\d.\-]")

_T = TypeVar("_T")


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
        text = without_before(self.text)
        return is_key_figure(text) and not (_YEAR.fullmatch(text) or _CLASS.fullmatch(text))

    @property
    def is_upright(self) -> bool:
        """Whether it runs upwards, as the title of an upright axis does."""
        return len(self.text) > 1 and self.bbox.height > _UPRIGHT * self.bbox.width

    @property
    def is_name(self) -> bool:
        """Whether it is short enough to be no line of a text."""
        return len(self.text.split()) <= MAX_NAME_WORDS


# values by the name of their row, and by the name of their series in it
Table = dict[str, dict[str, Label]]


def labels_of_words(
    words: Sequence[Word], corner: tuple[float, float], scale: float, *, gap: float = WORD_GAP
) -> list[Label]:
    """Labels from words of a text layer.

    Args:
        words: of the page, boxes in points.
        corner: left and top of the image on the page, in points.
        scale: pixels a point.
        gap: what parts two labels of one line, in sizes of the type.
    """
    turned = turned_texts(words)
    upright = {id(word) for text in turned for word in text}
    return [
        Label(
            text=read_upwards(text),
            bbox=_on_image(box_around(text), corner, scale),
            size=scale * _EM * min(word.bbox.width for word in text),
        )
        for text in turned
    ] + [
        Label(
            text=" ".join(word.text for word in part),
            bbox=_on_image(box_around(part), corner, scale),
            size=scale * max(map(type_size, part)),
        )
        for line in lines_of([word for word in words if id(word) not in upright])
        for whole in parted_names(split_line(line, gap=gap, size=type_size))
        for some in _without_legend_marks(whole)
        for part in _each_period(some, [word.text for word in some])
    ]


def _each_period(line: Sequence[_T], words: Sequence[str]) -> list[Sequence[_T]]:
    """Periods, sizes along an axis or shares of a ring, which may stand as close as words do; else the line."""
    if len(words) > 1 and all(map(_SHARE.fullmatch, words)):
        return [line[at : at + 1] for at in range(len(words))]
    for num_words in (1, 2):
        texts = {at: " ".join(words[at : at + num_words]) for at in range(0, len(words), num_words)}
        if len(texts) >= MIN_NAMES and (all(map(is_period, texts.values())) or are_sizes(list(texts.values()))):
            return [line[at : at + num_words] for at in texts]
    return [line]


def _parted(line: OcrLine) -> list[tuple[str, BoundingBox]]:
    """Periods or sizes that were read as one line, each with its part of the box; else the line."""
    words = list(_WORD.finditer(line.text))
    parts = _each_period(words, [word[0] for word in words])
    places = [part[0].start() for part in parts], [part[-1].end() for part in parts]
    if (joined := _VALUE_AND_NAME.fullmatch(line.text)) is not None:
        places = [joined.start("value"), joined.start("name")], [joined.end("value"), joined.end("name")]
    elif len(parts) < MIN_NAMES:
        return [(line.text.strip(), line.bbox)]
    box, per_letter = line.bbox, line.bbox.width / max(len(line.text), 1)
    return [
        (line.text[start:end], replace(box, l=box.l + start * per_letter, r=box.l + end * per_letter))
        for start, end in zip(*places, strict=True)
    ]


def _without_legend_marks(line: Sequence[Word]) -> Iterator[list[Word]]:
    """The texts of a line between the patches of a legend: those are drawn, and tell colours."""
    part: list[Word] = []
    for word in line:
        if word.text in LEGEND_MARKS:
            if part:
                yield part
            part = []
        else:
            part.append(word)
    if part:
        yield part


def labels_of_lines(lines: Sequence[OcrLine]) -> list[Label]:
    """Labels from lines that OCR read, boxes in pixels of the chart's image; without what is a mark and no text."""
    lines = [line for line in lines if any(map(str.isalnum, line.text))]
    # boxes of lines that were read are of uneven height
    size = statistics.median(line.bbox.height for line in lines) if lines else 0.0
    # no letter as narrow as these fills a box that is wider than high: it was a mark of a legend
    lines = [line for line in lines if not (line.text in _NARROW and line.bbox.width > size)]
    return [Label(text=_TICK.sub("", text), bbox=bbox, size=size) for line in lines for text, bbox in _parted(line)]


def whole_names(names: Sequence[Label]) -> list[Label]:
    """Names with the lines that they go on in."""
    whole: list[Label] = []
    for name in sorted(names, key=lambda name: name.bbox.t):
        above = next(
            (at for at, other in enumerate(whole) if _goes_on(other, name) and not _reaches_over(name, other, names)),
            None,
        )
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
    is_near = 0.5 * size < pitch <= LINE_PITCH * size and abs(upper.size - lower.size) <= 0.3 * size
    # a caption below is none, but "A" over "fair amount" goes on
    is_near &= upper.text.casefold() in OPEN_ENDS or lower.bbox.width <= _MAX_WIDER * upper.bbox.width
    return is_near and min(map(abs, edges)) <= _WRAP_SHIFT * size


def _reaches_over(lower: Label, upper: Label, names: Sequence[Label]) -> bool:
    """Whether a line below one of several names side by side reaches over to another one: a title, no line of it."""
    level = [name for name in names if name is not upper and abs(name.bbox.b - upper.bbox.b) <= ALIGNED * upper.size]
    return any(
        lower.bbox.l < (name.bbox.r + upper.bbox.l) / 2 < lower.bbox.r
        if name.x < upper.x
        else lower.bbox.l < (upper.bbox.r + name.bbox.l) / 2 < lower.bbox.r
        for name in level
    )


def name_rows(names: Sequence[Label]) -> list[list[Label]]:
    """Names that begin or, above bars, end on one line, evenly spaced; each once: those side by side may share some."""
    tops, ends = (even_lines(names, attrgetter(edge), lambda name: name.x) for edge in ("bbox.t", "bbox.b"))
    rows = [*tops, *(row for row in ends if row not in tops)]
    return [part for row in rows for part in _each_once(row) if len(part) >= MIN_NAMES]


def name_columns(names: Sequence[Label]) -> list[list[Label]]:
    """Names below each other, on one edge, evenly spaced."""
    lines = [line for edge in ("bbox.l", "bbox.r") for line in _in_lines(names, attrgetter(edge))]
    return [run for line in lines for run in (*_even_runs(line, lambda name: name.y), *_grouped_runs(line))]


def _grouped_runs(names: Sequence[Label]) -> Iterator[list[Label]]:
    """Names below each other in groups: at one distance, with a wider one between two groups."""
    every = sorted(names, key=lambda name: name.y)
    step = statistics.median_low([lower.y - upper.y for upper, lower in pairwise(every)]) if len(every) > 1 else 0.0
    # a title and a note may stand on the same edge, further away
    ends = [at for at, pair in enumerate(pairwise(every), start=1) if pair[1].y - pair[0].y > _GROUP_GAP * step]
    for column in (every[start:end] for start, end in pairwise([0, *ends, len(every)])):
        steps = [lower.y - upper.y for upper, lower in pairwise(column)]
        is_even = [abs(one - step) <= _UNEVEN * step for one in steps]
        are_groups = all(even or step < one for one, even in zip(steps, is_even, strict=True))
        if len(column) > MIN_NAMES and are_groups and 2 * sum(is_even) >= len(steps) and not all(is_even):
            yield column


def pitch_of(places: Sequence[float]) -> float:
    """The distance of names from each other, without the gaps between groups of them."""
    return statistics.median_low([after - before for before, after in pairwise(places)])


def _each_once(names: Sequence[Label]) -> list[list[Label]]:
    """Names parted before each that was among them already."""
    parts: list[list[Label]] = []
    for name in names:
        if not parts or any(name.text == other.text for other in parts[-1]):
            parts.append([])
        parts[-1].append(name)
    return parts


def even_lines(
    values: Sequence[Label], edge: Callable[[Label], float], place: Callable[[Label], float]
) -> list[list[Label]]:
    """Labels on one line or edge that follow each other at one distance."""
    return [run for line in _in_lines(values, edge) for run in _even_runs(line, place)]


def named_share(text: str) -> tuple[str, str] | None:
    """The name and the percentage that are one label of a pie.

    >>> named_share("Under 30 18%"), named_share("Direct (19 %)"), named_share("18 %"), named_share("Direct")
    (('Under 30', '18%'), ('Direct', '19 %'), None, None)
    """
    found = _NAMED_SHARE.fullmatch(text)
    return (found[1], found[2]) if found else None


def is_right_below(lower: Label, upper: Label) -> bool:
    """Whether two labels of one middle or edge stand right below each other."""
    edges = (lower.x - upper.x, lower.bbox.l - upper.bbox.l, lower.bbox.r - upper.bbox.r)
    size = max(lower.size, upper.size)
    is_next = 0 < lower.y - upper.y <= LINE_PITCH * size + upper.bbox.height / 2
    return is_next and min(map(abs, edges)) <= ALIGNED * lower.size


def whole_year(text: str) -> str:
    """A year that is cut short, as all of a label, in full.

    >>> whole_year("'24"), whole_year("\u201998"), whole_year("FY '24")
    ('2024', '1998', "FY '24")
    """
    found = _SHORT_YEAR.fullmatch(text)
    return f"{19 if int(found[1]) >= _LAST_CENTURY else 20}{found[1]}" if found else text


def unit_of(text: str) -> str:
    """What a value has beside its number.

    >>> [unit_of(text) for text in ("\u22128 %", "\u20ac1,204.5m", "31 days", "417")]
    ['%', '\u20acm', 'days', '']
    """
    return _NUMBER.sub("", text)


def is_sum(total: str, parts: Sequence[str]) -> bool:
    """Whether a value is the sum of others, as far as rounding lets tell.

    >>> is_sum("69.6", ["41.2", "28.4"]), is_sum("100%", ["38%", "36%", "25%"]), is_sum("75", ["38", "36"])
    (True, True, True)
    >>> is_sum("90", ["38", "36"]), is_sum("n/a", ["38", "36"])
    (False, False)
    """
    numbers = [number_of(text) for text in (total, *parts)]
    digits = max(len(_plain(text).partition(".")[2]) for text in (total, *parts))
    return abs(numbers[0] - sum(numbers[1:])) <= 0.5 * (len(parts) + 1) * 10.0**-digits


def _plain(text: str) -> str:
    return _NOT_NUMBER.sub("", text.replace("\u2212", "-").replace("\u2013", "-"))


def number_of(text: str) -> float:
    """The number of a value; NaN without one."""
    try:
        return float(_plain(without_before(text)))
    except ValueError:
        return float("nan")


def on_image(labels: Sequence[Label], *, width: float, height: float) -> list[Label]:
    """The labels that stand on an image of so many pixels, their boxes cut to it."""
    return [
        replace(label, bbox=label.bbox.clipped(width=width, height=height))
        for label in labels
        if 0 <= label.x < width and 0 <= label.y < height
    ]


def _in_lines(names: Sequence[Label], edge: Callable[[Label], float]) -> list[list[Label]]:
    """Names whose edges are at nearly one place. What stands exactly level stays together: a word of the text beside a
    chart, half a line higher, takes no name out of an axis.
    """
    level: list[list[Label]] = []
    for name in sorted(names, key=edge):
        if level and edge(name) - edge(level[-1][-1]) <= _LEVEL * name.size:
            level[-1].append(name)
        else:
            level.append([name])
    groups: list[list[Label]] = []
    for part in level:
        if groups and edge(part[-1]) - edge(groups[-1][0]) <= ALIGNED * part[-1].size:
            groups[-1] += part
        else:
            groups.append(part)
    return [sorted(group, key=lambda name: name.x) for group in groups if len(group) >= MIN_NAMES]


def _even_runs(names: Sequence[Label], place: Callable[[Label], float]) -> list[list[Label]]:
    """Names that follow each other at one distance; axes of two charts may stand on one line."""
    runs: list[list[Label]] = []
    for name in sorted(names, key=place):
        if runs and _is_even([*map(place, runs[-1]), place(name)]):
            runs[-1].append(name)
        else:
            # the last one of a run may be the first of the next
            runs.append([runs[-1][-1], name] if runs and len(runs[-1]) < MIN_NAMES else [name])
    return [run for run in runs if len(run) >= MIN_NAMES]


def _is_even(places: Sequence[float]) -> bool:
    pitch = (places[-1] - places[0]) / (len(places) - 1)
    return pitch > 0 and all(
        abs(place - places[0] - number * pitch) <= _UNEVEN * pitch for number, place in enumerate(places)
    )


def type_size(word: Word) -> float:
    """The size of a word's type, in its own unit."""
    # a font's own account of its height is often too small
    return max(word.font_pt, _EM * word.bbox.height)


def _on_image(box: BoundingBox, corner: tuple[float, float], scale: float) -> BoundingBox:
    left, top = max(box.l - corner[0], 0.0) * scale, max(box.t - corner[1], 0.0) * scale
    right, bottom = max(left, (box.r - corner[0]) * scale), max(top, (box.b - corner[1]) * scale)
    return BoundingBox(l=left, t=top, r=right, b=bottom)
