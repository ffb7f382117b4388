"""Reads the values of charts: those on pages of a PDF, from its words and lines of OCR, and those in images."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import reduce

from PIL import Image

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.changes import with_changes
from bizrag.parsing.charts.chart_tables import box_of
from bizrag.parsing.charts.close_names import are_even, parted_names
from bizrag.parsing.charts.labels import (
    ALIGNED,
    LINE_PITCH,
    MAX_NAME_WORDS,
    WORD_GAP,
    Label,
    Table,
    is_right_below,
    labels_of_lines,
    labels_of_words,
    type_size,
    whole_names,
)
from bizrag.parsing.charts.titles import title_above, title_of_caption
from bizrag.parsing.charts.values import find_values
from bizrag.parsing.conservation import margin_kind
from bizrag.parsing.draft import DraftPage, DraftPicture
from bizrag.parsing.engines.regions.captions import is_named_caption
from bizrag.parsing.images.render import crop
from bizrag.parsing.key_figures import is_key_figure
from bizrag.parsing.ocr.engine import OcrLine
from bizrag.parsing.ocr.patches import LEGEND_MARKS
from bizrag.parsing.text_layers.text_layer import Word, box_around, lines_of, split_line

# so far from its bars a chart has names, in widths of the page: beside them, and above or below them; and its title
_NAMES_BESIDE, _NAMES_ABOVE = 0.25, 0.075
_TITLE_ABOVE = 0.1
# in sizes of the type: a text that starts further above is none
_TITLE_LINES = 6.0
# between words of a title, in sizes of the type
_TITLE_GAP = 1.0
# between words of a line that is stretched to both edges of its column, in that
_SPACED_OUT = 1.5
# sizes of the type of one paragraph differ by less
_SAME_SIZE = 0.15
# all lines near a chart are compared with each other
_MAX_LINES = 200
# of the width of a chart's values: how far left of them its axis has marks
_MARKS_SHARE = 0.1
# a chart that takes less of its picture has another one beside it, which told nothing
_WHOLE_SHARE = 0.55
# what patches of a legend are read as
_PATCHES = re.compile(r"[oO]|[0oO][0oO ]*[0oO]")
# of their letters two readings of one text share
_SAME_TEXT = 0.8
_EAST_ASIAN = re.compile("[\u2e80-\u9fff\uac00-\ud7af]")
# values at the end of bars that reach to its edge
_VALUES_BESIDE_PT = 18.0


def values_of_image(labels: Sequence[Label], image: Image.Image) -> str:
    """The values printed in a chart that is an image, as markdown; empty without any.

    Args:
        labels: the texts in it, boxes in its pixels.
        image: in RGB.
    """
    texts = whole_names([label for label in labels if not label.is_value])
    return with_changes(find_values(labels, image), labels).markdown(
        lambda table: title_above(box_of(table), texts, table)
    )


def read_values(
    picture: DraftPicture,
    page_image: Image.Image,
    page: DraftPage,
    words: Sequence[Word],
    lines: Sequence[OcrLine],
    others: Sequence[BoundingBox],
) -> None:
    """Give a picture the values printed in it, by their names, as its ``chart_markdown``.

    Names of an axis and of series may stand beside the picture: what is taken for a chart is often its bars alone.

    Args:
        picture: its box in points; one that has values already keeps them.
        page_image: the whole page.
        page: its size in points.
        words: of the page's layer.
        lines: read in the picture's own crop, boxes in its pixels.
        others: boxes of tables and pictures beside it, in points; words in them or nearer to them are theirs.
    """
    box = picture.bbox
    if box is None or picture.chart_markdown or not (words or lines):
        return
    near = _with_names_beside(box, page.width_pt).clipped(width=page.width_pt, height=page.height_pt)
    part = crop(page_image, near, width_pt=page.width_pt, height_pt=page.height_pt)
    if part is None:
        return
    of_text = {id(word) for line in _running_lines(words, near) for word in _before_legend(line)}
    beside = {id(word) for line in _lines_beside(words, box, others) for word in line}
    near_words = [
        word
        for word in words
        if box.holds_centre(word.bbox)
        # what stands nearer to others is theirs
        or (
            near.holds_centre(word.bbox)
            and id(word) not in of_text
            and (id(word) in beside or all(_distance(box, word.bbox) < _distance(other, word.bbox) for other in others))
        )
    ]
    scale = page_image.width / page.width_pt
    own = _in_pixels(box, near, scale)
    of_layer = labels_of_words(near_words, (near.l, near.t), scale)
    # on a page without such letters they are what error bars and marks were read as
    is_east_asian = any(_EAST_ASIAN.search(word.text) for word in words)
    told = [line for line in lines if is_east_asian or not words or not _EAST_ASIAN.search(line.text)]
    read = [replace(line, bbox=_moved(line.bbox, own.l, own.t)) for line in told]
    # a crop is read whole where the layer has few words: those are in both
    labels = [
        *of_layer,
        *(
            label
            for label in labels_of_lines(read)
            # patches of a legend look like letters; where the names beside them are written, so would these be
            if not (of_layer and _PATCHES.fullmatch(label.text)) and not any(_is_same(label, one) for one in of_layer)
        ),
    ]
    labels = [label for label in labels if _may_be_of(label, labels, own, scale)]
    values = with_changes(find_values(labels, part), labels)
    if not values.tables:
        return
    own_lines = [replace(line, bbox=_in_points(line.bbox, box, scale)) for line in lines]
    texts = _title_texts(picture, page, words, own_lines)
    blocking = [other for other in others if any(is_key_figure(w.text) and other.holds_centre(w.bbox) for w in words)]

    def title_of(table: Table, texts: Sequence[Label] = texts) -> str:
        plot = _in_points(box_of(table), near, scale)
        # titles may start over the marks of the axis
        if len(values.tables) == 1 and plot.width >= _WHOLE_SHARE * box.width:
            plot = replace(plot, l=min(plot.l, box.l), r=max(plot.r, box.r))
        else:
            plot = replace(plot, l=plot.l - _MARKS_SHARE * plot.width)
        return title_above(plot, texts, table, blocking)

    picture.chart_markdown = values.markdown(title_of)
    over = _without_legend(texts, values.series)
    picture.title = values.title(lambda table: title_of(table, over))


def find_chart(
    page_image: Image.Image, page: DraftPage, words: Sequence[Word], others: Sequence[BoundingBox]
) -> DraftPicture | None:
    """The values on a page that evenly spaced names say something of, as a picture; None where there are none.

    Of lines and of bars on an image not enough may be seen to call them a drawing.

    Args:
        page_image: the whole page.
        page: its size in points.
        words: those that nothing else has, boxes in points.
        others: boxes of tables and pictures of the page, in points.
    """
    scale = page_image.width / page.width_pt
    labels = [label for label in labels_of_words(words, (0.0, 0.0), scale) if label.is_value or label.is_name]
    values = find_values(labels, page_image).where(lambda table: not _is_column(table, labels))
    if not values.tables:
        return None
    names = {name for table in values.tables for name in table}
    told = [box_of(table) for table in values.tables] + [label.bbox for label in labels if label.text in names]
    whole = BoundingBox(l=0.0, t=0.0, r=page.width_pt, b=page.height_pt)
    chart = DraftPicture(page_no=page.page_no, bbox=_in_points(reduce(BoundingBox.union, told), whole, scale))
    texts = _title_texts(chart, page, words, ())

    def title_of(table: Table, texts: Sequence[Label] = texts) -> str:
        return title_above(_in_points(box_of(table), whole, scale), texts, table, others)

    chart.chart_markdown = values.markdown(title_of)
    over = _without_legend(texts, values.series)
    chart.title = values.title(lambda table: title_of(table, over))
    return chart


def _without_legend(texts: Sequence[Label], series: Sequence[str]) -> list[Label]:
    """Texts, without those that are made of names of series alone: a legend may stand between a chart and its title."""
    said = {word for name in series for word in name.split()}
    return [text for text in texts if not said.issuperset(text.text.split())]


def _is_column(table: Table, labels: Sequence[Label]) -> bool:
    """Whether other texts stand between names and their values: those are a column of a table without rules."""
    told = {(value.x, value.y) for row in table.values() for value in row.values()}
    num_parted = 0
    for name in (label for label in labels if label.text in table):
        for value in table[name.text].values():
            between = (
                label
                for label in labels
                if (label.x, label.y) not in told
                and name.bbox.r < label.x < value.bbox.l
                and abs(label.y - value.y) < ALIGNED * value.size
            )
            num_parted += any(True for _ in between)
    return 2 * num_parted > len(told)


def _title_texts(
    picture: DraftPicture, page: DraftPage, words: Sequence[Word], lines: Sequence[OcrLine]
) -> list[Label]:
    """The texts of a page that a chart may have its title in, boxes in points; ``lines`` are its own."""
    box = picture.bbox
    if box is None:
        return []
    # what has a title in its caption needs none from the text around it
    top = box.t - (0.0 if title_of_caption(picture.caption) else _TITLE_ABOVE * page.width_pt)
    lines_of_page = [text for text in labels_of_words(words, (0.0, 0.0), 1.0, gap=_TITLE_GAP) if not text.is_value]
    body = statistics.median(text.size for text in lines_of_page) if lines_of_page else 0.0
    # whole with the lines that they start in
    near = [text for text in lines_of_page if top - _TITLE_LINES * text.size <= text.y <= box.b]
    texts = [
        text
        for text in whole_names(near)
        if text.y >= top
        # the caption of a figure above
        and not (is_named_caption(text.text) and text.text not in picture.caption)
        # a header of the page
        and (text.y >= box.t or text.size > body or margin_kind(text.bbox, page.height_pt) is None)
    ]
    return [*texts, *whole_names(labels_of_lines(lines))]


def _with_names_beside(box: BoundingBox, width: float) -> BoundingBox:
    beside, above = _NAMES_BESIDE * width, _NAMES_ABOVE * width
    return BoundingBox(l=box.l - beside, t=box.t - above, r=box.r + beside, b=box.b + above)


def _running_lines(words: Sequence[Word], near: BoundingBox) -> list[Sequence[Word]]:
    """Lines of running text that begin or end near a chart: they go on further away, or their words are spaced out;
    with the other lines of their paragraphs.
    """
    lines = [line for line in lines_of(words) if any(near.holds_centre(word.bbox) for word in line)]
    runs: list[Sequence[Word]] = [run for line in lines for run in split_line(line, gap=_SPACED_OUT, size=type_size)]
    running = [run for run in runs if _is_running(run, near)]
    found = {id(run) for run in running}
    # grows while it is gone through; a page of more lines is no slide
    for one in running if len(runs) <= _MAX_LINES else ():
        added = [run for run in runs if id(run) not in found and _is_next_line(run, one)]
        running += added
        found |= set(map(id, added))
    return running


def _before_legend(line: Sequence[Word]) -> Sequence[Word]:
    """The words of a line before the legend that a title goes on with: "Prices  ● day-ahead  ■ future"."""
    marks = [at for at, word in enumerate(line) if word.text in LEGEND_MARKS]
    return line[: marks[0]] if marks and marks[0] > 0 else line


def _is_running(run: Sequence[Word], near: BoundingBox) -> bool:
    parts = split_line(run, gap=WORD_GAP, size=type_size)
    # names of an axis may stand so close
    is_spaced = len(run) > MAX_NAME_WORDS and len(parts) > 1 and not are_even(parted_names(parts))
    return is_spaced or (len(run) > 1 and not all(near.holds_centre(word.bbox) for word in run))


def _is_next_line(run: Sequence[Word], other: Sequence[Word]) -> bool:
    """Whether a line stands right above or below one of running text, and begins where that does, behind its bullet."""
    run, other = ([word for word in line if word.text not in LEGEND_MARKS] or line for line in (run, other))
    box, of_other, size = box_around(run), box_around(other), type_size(other[0])
    is_near = 0 < abs(box.b - of_other.b) <= LINE_PITCH * size and abs(type_size(run[0]) - size) <= _SAME_SIZE * size
    return is_near and abs(box.l - of_other.l) <= ALIGNED * size


def _lines_beside(words: Sequence[Word], box: BoundingBox, others: Sequence[BoundingBox]) -> Iterator[Sequence[Word]]:
    """Names that reach from the gap between charts up to one, and may begin nearer to another: whole they are its."""
    columns = [other for other in others if other.r <= box.l or box.r <= other.l]
    level = [line for line in lines_of(words) if any(box.t <= word.bbox.middle_y <= box.b for word in line)]
    for run in (run for line in level if columns for run in split_line(line, gap=WORD_GAP, size=type_size)):
        around = box_around(run)
        is_free = not any(other.l < around.r and around.l < other.r for other in columns)
        if len(run) > 1 and is_free and all(_gap(box, around) < _gap(other, around) for other in columns):
            yield run


def _gap(box: BoundingBox, other: BoundingBox) -> float:
    """What is between two boxes beside each other, in points; 0 where they share columns."""
    return max(other.l - box.r, box.l - other.r, 0.0)


def _distance(box: BoundingBox, word: BoundingBox) -> float:
    """From a box to the middle of a word, in points; 0 within."""
    x, y = (word.l + word.r) / 2, (word.t + word.b) / 2
    return math.hypot(max(box.l - x, x - box.r, 0.0), max(box.t - y, y - box.b, 0.0))


def _is_same(read: Label, label: Label) -> bool:
    """Whether a label that was read is one of the text layer, but for a letter or two."""
    if read.bbox.intersection_area(label.bbox) <= 0:
        return False
    return read.text.split() == label.text.split() or (
        read.bbox.holds_centre(label.bbox) and SequenceMatcher(None, read.text, label.text).ratio() >= _SAME_TEXT
    )


def _in_pixels(box: BoundingBox, around: BoundingBox, scale: float) -> BoundingBox:
    """A box on the image of another one."""
    moved = _moved(box, -around.l, -around.t)
    return BoundingBox(l=moved.l * scale, t=moved.t * scale, r=moved.r * scale, b=moved.b * scale)


def _in_points(box: BoundingBox, corner: BoundingBox, scale: float) -> BoundingBox:
    """A box on the page: that of pixels on an image of a part of it."""
    left, top, right, bottom = (side / scale for side in (box.l, box.t, box.r, box.b))
    return _moved(BoundingBox(l=left, t=top, r=right, b=bottom), corner.l, corner.t)


def _moved(box: BoundingBox, right: float, down: float) -> BoundingBox:
    return BoundingBox(l=box.l + right, t=box.t + down, r=box.r + right, b=box.b + down)


def _may_be_of(label: Label, labels: Sequence[Label], own: BoundingBox, scale: float) -> bool:
    """Whether a label may be that of a chart (its box in pixels): inside, a name beside it, a value at its edge or
    right below a name.
    """
    box = label.bbox
    away = max(own.l - box.r, box.l - own.r, own.t - label.y, label.y - own.b)
    if away <= _VALUES_BESIDE_PT * scale or not label.is_value:
        return away <= _VALUES_BESIDE_PT * scale or label.is_name
    return any(not name.is_value and name.is_name and is_right_below(label, name) for name in labels)
