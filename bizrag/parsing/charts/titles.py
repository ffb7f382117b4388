"""What a chart of one series measures: its legend does not say so, the text above it does. Pure."""

from __future__ import annotations

import re
import statistics
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from bizrag.model.captions import spoken_caption
from bizrag.model.geometry import BoundingBox
from bizrag.model.words import MONTH, OPEN_ENDS
from bizrag.parsing.charts.labels import Label, unit_of
from bizrag.parsing.tables.grids import rows_to_markdown

# more is a text, not a title; a caption has room
_MAX_WORDS, _MAX_CAPTION_WORDS = 16, 24
# what begins with a small letter is a unit, or a line of running text
_MAX_UNIT_WORDS = 5
# of the chart's width: how far left of it its title starts
_LEFT_SHARE = 0.35
# titles that stand on one line miss each other by less, in sizes of the type
_LEVEL = 0.6
# text that runs upwards is that of an axis
_UPRIGHT = 1.5
# how far names of bars may stand from one distance, in that
_ROW_SHARE = 0.2
_LETTERS = re.compile(r"[^\W\d_]{2}")
_NO_TITLE = re.compile(r"[•▪◦‣*–-]\s|(?:sources?|notes?|page)\b", re.IGNORECASE)
# "At 31 December 2024", "2020-2024" say when, and not what
_WHEN = re.compile(
    rf"(?:as )?(?:at|of|in|on|from)?\s*(?:\d{{1,2}}\s)?\s*(?:{MONTH}\s*)?(?:\d{{1,2}},\s*)?(?:19|20)\d\d"
    r"(?:\s*(?:-|\u2013|to|and)\s*(?:(?:19|20)?\d\d))?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?:figure|fig\.|chart|graph|exhibit|table|abbildung|abb\.|tabelle)\s+(?:[A-Z]?\.?\d[\d.]*|[A-Z]\b)[.:]?\s+",
    re.IGNORECASE,
)
# lines of a program, whose charts follow them
_CODE = re.compile(r"\w\((?:\)|.*=)|[+=({]$|<-|#>")
_SENTENCE = re.compile(r"[a-z]{2}[.;]$")
_STOP = re.compile(r"(?:(?<=[^\W\d_]{2})|(?<=[)%]))\. |(?<=\b(?:19|20)\d\d)\. (?=[A-Z])")
# behind a title, it would be read as the first value
_WITH_SUM = re.compile(r"\. (?:total|sum)\b[^.]*\d", re.IGNORECASE)
_NAMELESS = "|  |  |"
# "(a) Sales", "b) Costs": of the charts side by side in a figure
_PANEL = re.compile(r"\(?(?:[a-hA-H]|[ivx]{1,4})\)\s+(?=\w)")
_SECTION = re.compile(r"\d{1,2}(?:\.\d{1,2})*(?:\.\s+(?=[^\W\d])|(?<=\d\.\d)\s+(?=[A-Z]))")
_UNIT = re.compile(
    r"(?:\W|\d|\b(?:in|per|of|usd|eur|gbp|chf|us|euros?|dollars?|pounds?|percent|thousands?|thsd|millions?|mln?|"
    r"billions?|bn|m|k|t|tonnes|units|index|number|days|hours|years|[gmk]wh|km|kg)\b)+",
    re.IGNORECASE,
)


def title_above(
    plot: BoundingBox, texts: Sequence[Label], names: Collection[str], others: Sequence[BoundingBox] = ()
) -> str:
    """The nearest text above a chart that can be its title; with the one above it where it is a unit only.

    Args:
        plot: what the values of the chart stand in.
        texts: whole, in any order; boxes as that of the plot.
        names: of the chart's values, which are no titles.
        others: tables and pictures: a text above them is theirs.

    Returns:
        One line; empty without a title.
    """
    beside = [text for text in texts if text.text in names and _is_beside(text, plot)]
    plot = replace(plot, l=min([plot.l, *(text.bbox.l for text in beside)]))
    above = [
        text
        for text in texts
        if _may_be_title(text, plot, names) and not _is_behind(text, plot, others) and not _is_row_above(text, beside)
    ]
    if not above:
        return ""
    lowest = max(above, key=lambda text: text.bbox.b)
    level = [text for text in above if lowest.bbox.b - text.bbox.b <= _LEVEL * lowest.size]
    nearest = min(level, key=lambda text: _aside(text, plot))
    captions = [text for text in texts if _NUMBERED.match(text.text) and nearest.y < text.y < plot.t]
    if captions:
        # too long for a title, it is the chart's all the same, and what stands above it is not
        title = title_in(max(captions, key=lambda text: text.y).text)
        return title if title.count("(") == title.count(")") else ""
    title = title_in(nearest.text)
    if not _UNIT.fullmatch(title):
        return title
    over = title_above(nearest.bbox, [text for text in above if text is not nearest], names, others)
    return f"{over}, {title}" if over else ""


def title_in(caption: str) -> str:
    """What a caption says without its number, if its first sentence is short enough for a title.

    >>> title_in("Figure 3. Cost per drop by depot, EUR. Source: own"), title_in("Exhibit A2: Votes")
    ('Cost per drop by depot, EUR', 'Votes')
    >>> title_in("Source: annual reports"), title_in("Chart 4."), title_in("Figure 4. At 31 December 2024.")
    ('', '', '')
    >>> title_in("Figure 2 Emissions by category, 2024. Those below 3 % are included in the nearest one.")
    'Emissions by category, 2024'
    >>> title_in("(b) Average price (cents/kWh)")
    'Average price (cents/kWh)'
    >>> title_in("Devices by place, number. Total 34 725.")
    'Devices by place, number'
    >>> [title_in(title) for title in ("5. Sales mix by channel", "2.1 Waste", "2.5 million visits", "10 depots")]
    ['Sales mix by channel', 'Waste', '2.5 million visits', '10 depots']
    """
    line = f"{' '.join(caption.split())} "  # of some there is the number only
    # semicolons part the values of a row where they are told
    number, line = _NUMBERED.match(line), _NUMBERED.sub("", line, count=1).strip().replace(";", ",")
    # the number of a panel, or of the section that the title is the heading of
    line = next((line[found.end() :] for way in (_PANEL, _SECTION) if (found := way.match(line))), line)
    first = (_STOP.split(line)[0] if number or _WITH_SUM.search(line) else line).removesuffix(".")
    most = _MAX_CAPTION_WORDS if number else _MAX_WORDS
    is_title = len(first.split()) <= most and not _NO_TITLE.match(first) and not _WHEN.fullmatch(first)
    return first if is_title else ""


def title_of_caption(caption: str) -> str:
    """The title that a picture has in its caption; of captions of charts side by side nothing tells which is meant.

    >>> title_of_caption("Figure 2. Share of renewals"), title_of_caption("Revenue $B; Operating income $B")
    ('Share of renewals', '')
    >>> title_of_caption("Fig. 3. Migration coefficient. Line: median; box: quartiles")
    'Migration coefficient'
    """
    spoken = spoken_caption(caption)
    first = _STOP.split(_NUMBERED.sub("", f"{spoken} ", count=1))[0]
    return "" if "; " in first else title_in(spoken)


def with_title(markdown: str, caption: str) -> str:
    """The values of a chart as markdown; those of one series, which has no name, under what the caption says.

    >>> print(with_title("|  |  |\\n| --- | --- |\\n| 2024 | 7% |", "Figure 2. Share of renewals"))
    |  | Share of renewals |
    | --- | --- |
    | 2024 | 7% |
    """
    head, *rows = markdown.splitlines() or [""]
    units = {unit_of(row.strip(" |").rpartition(" | ")[2]) for row in rows[1:]}
    title = title_of_caption(caption) if head == _NAMELESS and len(units) == 1 else ""
    return "\n".join([rows_to_markdown([["", title]]).splitlines()[0], *rows]) if title else markdown


def _is_beside(name: Label, plot: BoundingBox) -> bool:
    return plot.t <= name.y <= plot.b and name.bbox.r <= plot.l + name.size


def _is_row_above(text: Label, names: Sequence[Label]) -> bool:
    """Whether a text is rather the name of one more bar, whose value was not read: it stands where the next would."""
    rows = sorted(name.y for name in names)
    if len(rows) < 2:
        return False
    step = statistics.median(below - above for above, below in pairwise(rows))
    is_beside = text.bbox.r <= max(name.bbox.r for name in names) + text.size
    return is_beside and abs(rows[0] - text.y - step) < _ROW_SHARE * step


def _may_be_title(text: Label, plot: BoundingBox, names: Collection[str]) -> bool:
    box = text.bbox
    starts_over = plot.l - _LEFT_SHARE * plot.width - text.size <= box.l < plot.r
    is_over = (starts_over and box.r > plot.l) or box.l <= (plot.l + plot.r) / 2 <= box.r
    return (
        is_over
        and box.b <= plot.t + text.size / 2
        and box.height < _UPRIGHT * max(box.width, text.size)
        and _LETTERS.search(_PANEL.sub("", text.text)) is not None
        and len(text.text.split()) <= _MAX_WORDS
        and _NO_TITLE.match(text.text) is None
        # a note, if it is no unit nor one panel of several
        and (not text.text.startswith("(") or any(way(text.text) for way in (_UNIT.fullmatch, _PANEL.match)))
        and _SENTENCE.search(text.text) is None
        and _CODE.search(text.text) is None
        and not (text.text[0].islower() and len(text.text.split()) > _MAX_UNIT_WORDS)
        # a line of running text
        and text.text.split()[-1].casefold() not in OPEN_ENDS
        and not any(text.text in name for name in names)
    )


def _is_behind(text: Label, plot: BoundingBox, others: Sequence[BoundingBox]) -> bool:
    """Whether something else stands between the text and the chart, or around the text."""
    return any(
        (other.t <= text.y <= other.b and other.l <= text.x <= other.r)
        or (text.y < other.t and other.b <= plot.t and other.l < (plot.l + plot.r) / 2 < other.r)
        for other in others
    )


def _aside(text: Label, plot: BoundingBox) -> float:
    """How far a text stands beside a chart: from the middle or the left edge, whichever is nearer."""
    return min(abs(text.x - (plot.l + plot.r) / 2), abs(text.bbox.l - plot.l))
