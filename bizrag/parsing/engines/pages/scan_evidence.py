"""What the image of a scanned page shows, in the form of what a PDF knows about a page (``PageEvidence``).

The lines are those that OCR read. Bold type, ruling lines and pictures are told from the pixels: bold letters have more
ink, rules are long and thin, and pictures have edges that are neither text nor rules. So the same rules decide on scans
and on pages with a text layer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bizrag.parsing.engines.pages.page_evidence import (
    PAGE_SCALE,
    Boxes,
    Flags,
    Floats,
    PageEvidence,
    are_turned,
    as_boxes,
    cell_boxes,
)
from bizrag.parsing.engines.pages.scan_pixels import Pixels, cut, find_marks, find_rules, find_shapes, without
from bizrag.parsing.engines.regions.rows import is_figure
from bizrag.parsing.engines.regions.types import (
    Box,
    Region,
    RegionLabel,
    area,
    areas,
    centres_inside,
    intersection,
    to_box,
)

# OCR draws its boxes around letters with a margin: their height in font sizes, and what is too much at each end
_BOX_HEIGHT = 1.33
_BOX_MARGIN = 0.12
# heights of OCR boxes differ by so much where the type does not; raised notes make them higher
_MIN_SIZE, _MAX_SIZE = 0.78, 1.35
# and letters of one size take up so much more width in one line than in another of so many
_MAX_ADVANCE = 1.15
_MIN_LETTERS = 8
# so much darker than their ground are letters (of 255)
_INK = 60
# so much more ink than the page's usual line has a line in bold type
_BOLD_INK = 1.35
_MIN_BOLD_LETTERS = 4
_MIN_USUAL_LINES = 5
# a rule is at least so long
_RULE_PT = 24.0
# shapes of drawings are at least so large
_SHAPE_PT = 12.0
_SHAPE_SIDE_PT = 3.0
# letters keep away so far, in heights of the line, from its upper and lower edge
_LETTERS = 0.15
# upright rules are longer than letters are high
_UPRIGHT_SIZES = 1.8
# a picture has so many marks beside its text and rules, by area (shaded tables: less than half); more text than this is
# running text
_MIN_PICTURE_MARKS = 0.006
_MAX_PICTURE_TEXT = 0.5
# charts of lines or points have few; they hold no more text than this, so many bars of one thickness, or so many marks
# this near beside an axis
_MAX_PLOT_TEXT, _MIN_BARS, _MIN_AXIS_MARKS, _MARKS_REACH_PT = 0.15, 3, 3, 20.0
# a bar behind the heading of a section is so wide, as a share of what the section stands in
_BAR_WIDTH = 0.8
# the photograph of a sheet takes up so much of the page, and shows so many lines of text at least
_SHEET_SHARE, _SHEET_LINES = 0.9, 10
# walls of posters and plans would take the memory of a parser process: the model's boxes must do
_MAX_PIXELS = 40_000_000


def read_scan(page: Any, detected: Sequence[Region]) -> PageEvidence | None:
    """The evidence of a docling page that OCR read; None where it read nothing, and for pages of several metres.

    ``detected`` are the layout model's regions, which only pictures are taken from.
    """
    found: Sequence[Any] = [] if page.parsed_page is None else page.parsed_page.textline_cells
    cells = [cell for cell in found if cell.text.strip()]
    image = page.get_image(scale=PAGE_SCALE)
    if not cells or image is None:
        return None
    width, height = float(page.size.width), float(page.size.height)
    texts = tuple(cell.text.strip() for cell in cells)
    return read_image(image, cell_boxes(cells, height), texts, size=(width, height), detected=detected)


def read_image(
    image: Any, drawn: Boxes, texts: tuple[str, ...], *, size: tuple[float, float], detected: Sequence[Region] = ()
) -> PageEvidence | None:
    """The evidence of a page by its image (``PAGE_SCALE`` pixels a point) and its lines: boxes [n] and texts.

    ``size`` is the page's width and height in points. None for pages of several metres.
    """
    (width, height), scale = size, PAGE_SCALE
    if image.width * image.height > _MAX_PIXELS:
        return None
    pixels: Pixels = np.asarray(image.convert("L"), dtype=np.int16)
    sizes = line_sizes(drawn, texts)
    lines = np.where(are_turned(drawn, texts)[:, None], drawn, _without_margins(drawn, sizes))
    word_boxes, word_texts, word_lines = split_words(lines, texts)
    lengths = {"min_px": _RULE_PT * scale, "upright_px": _tallest(sizes) * scale}
    level, upright = find_rules(pixels, **lengths)
    level = level[~_in_letters(level / scale, lines)]
    solid, curves = find_shapes(
        pixels,
        drawn * scale,
        np.concatenate([level, upright]),
        min_side=_SHAPE_SIDE_PT * scale,
        min_px=_SHAPE_PT * scale,
    )
    # what is dark all around a sheet is the table that it lies on
    curves = curves[areas(curves) < _SHEET_SHARE * image.width * image.height]
    evidence = PageEvidence(
        width=width,
        height=height,
        line_boxes=lines,
        line_texts=texts,
        line_is_mono=np.zeros(len(texts), dtype=np.bool_),
        line_sizes=sizes,
        word_boxes=word_boxes,
        word_texts=word_texts,
        word_is_bold=_bold_lines(pixels, drawn * scale, sizes * scale, texts)[word_lines],
        word_lines=word_lines,
        bitmap_boxes=as_boxes([]),
        horizontal_rules=level / scale,
        vertical_rules=upright / scale,
        filled_boxes=solid / scale,
        curve_boxes=curves / scale,
    )
    # the dots of a dotted line are none either
    marks = find_marks(pixels, [drawn * scale, level, upright, *find_rules(pixels, **lengths, density=0.0)])
    return replace(evidence, bitmap_boxes=as_boxes(_pictures(detected, evidence, marks, scale)))


def line_sizes(drawn: Boxes, texts: Sequence[str]) -> Floats:
    """The font size [n] of lines in points, from their OCR boxes: one size for all that differ little.

    A box that is too high for how wide its letters are holds raised notes or a stroke below. A line that runs upwards
    is as wide as its type is high.

    >>> boxes = np.array([[0, 0, 30, 13.3], [0, 15, 35, 29], [0, 30, 50, 42.5], [0, 50, 60, 76.6]])
    >>> line_sizes(boxes, ["a line", "of text", "with notes", "TITLE"]).round(1)
    array([10., 10., 10., 20.])
    """
    heights, widths = drawn[:, 3] - drawn[:, 1], drawn[:, 2] - drawn[:, 0]
    turned = are_turned(drawn, texts)
    sizes = np.maximum(np.where(turned, widths, heights), 1.0) / _BOX_HEIGHT
    letters = np.array([len(text) for text in texts], dtype=np.float64)
    advances: Floats = np.where(turned, heights, widths) / letters
    rest = np.arange(len(sizes))
    while len(rest):
        order = rest[np.argsort(sizes[rest], kind="stable")]
        reach: Floats = np.add.accumulate(letters[order])
        usual = float(sizes[order[int(np.searchsorted(reach, float(reach[-1]) / 2))]])
        is_near = (sizes[rest] > _MIN_SIZE * usual) & (sizes[rest] < _MAX_SIZE * usual)
        advance = _MAX_ADVANCE * float(np.median(advances[rest[is_near]]))
        is_near |= (sizes[rest] > usual) & (letters[rest] >= _MIN_LETTERS) & (advances[rest] < advance)
        sizes[rest[is_near]] = usual
        rest = rest[~is_near]
    return sizes


def split_words(lines: Boxes, texts: Sequence[str]) -> tuple[Boxes, tuple[str, ...], NDArray[np.int64]]:
    """The words of lines: boxes [m], texts, and the line [m] of each. A line's width is shared out by letters.

    A line that runs upwards is one word: it is of what it stands beside as a whole.

    >>> boxes, words, lines = split_words(np.array([[0.0, 0.0, 70.0, 9.0]]), ["net sales"])
    >>> words, boxes[:, 2].round().tolist()
    (('net', 'sales'), [23.0, 70.0])
    """
    boxes: list[Box] = []
    words: list[str] = []
    members: list[int] = []
    turned = are_turned(lines, texts)
    for number, text in enumerate(texts):
        left, top, right, bottom = to_box(lines[number])
        if turned[number]:
            boxes.append((left, top, right, bottom))
            words.append(text)
            members.append(number)
            continue
        step = (right - left) / len(text)
        start = 0
        for word in text.split():
            start = text.index(word, start)
            boxes.append((left + start * step, top, left + (start + len(word)) * step, bottom))
            words.append(word)
            members.append(number)
            start += len(word)
    return as_boxes(boxes), tuple(words), np.array(members, dtype=np.int64)


def _in_letters(rules: Boxes, lines: Boxes) -> Flags:
    """Which level rules [n] are rather strokes of a line's letters: most of their length lies inside its height."""
    middles = (rules[:, 1] + rules[:, 3]) / 2
    margins = _LETTERS * (lines[:, 3] - lines[:, 1])
    is_level = (middles[:, None] > lines[None, :, 1] + margins) & (middles[:, None] < lines[None, :, 3] - margins)
    common = np.minimum(rules[:, None, 2], lines[None, :, 2]) - np.maximum(rules[:, None, 0], lines[None, :, 0])
    lies_in = is_level & (2 * common > (rules[:, 2] - rules[:, 0])[:, None])
    return np.logical_or.reduce(lies_in, axis=1)


def _tallest(sizes: Floats) -> float:
    """Upright strokes up to this height (points) are letters of the page's usual type."""
    return _UPRIGHT_SIZES * float(np.median(sizes))


def _without_margins(drawn: Boxes, sizes: Floats) -> Boxes:
    middles = (drawn[:, 1] + drawn[:, 3]) / 2
    margins = np.minimum(_BOX_MARGIN * (drawn[:, 3] - drawn[:, 1]), (drawn[:, 2] - drawn[:, 0]) / 4)
    columns = [drawn[:, 0] + margins, middles - sizes / 2, drawn[:, 2] - margins, middles + sizes / 2]
    return np.stack(columns, axis=1)


def _bold_lines(pixels: Pixels, boxes: Boxes, sizes: Floats, texts: Sequence[str]) -> Flags:
    """Which lines [n] have more ink for their letters than others (boxes and sizes in pixels)."""
    letters = np.array([sum(not character.isspace() for character in text) for text in texts], dtype=np.float64)
    inks = np.array([_ink_of(cut(pixels, to_box(box))) for box in boxes]) / (letters * sizes**2)
    told = inks[np.isfinite(inks) & (letters > _MIN_BOLD_LETTERS)]
    if len(told) < _MIN_USUAL_LINES:
        return np.zeros(len(texts), dtype=np.bool_)
    return (letters >= _MIN_BOLD_LETTERS) & (np.nan_to_num(inks) > _BOLD_INK * float(np.median(told)))


def _ink_of(region: Pixels) -> float:
    """How many pixels' worth of ink a region holds; NaN where letters do not stand dark on light."""
    if not region.size:
        return float("nan")
    ground = float(np.percentile(region, 90))
    if ground < _INK or float(np.median(region)) < ground - _INK:
        return float("nan")
    # of each row of pixels: the shadow of a fold makes no letters bold, a stroke below them does not either
    grounds = np.maximum(np.percentile(region, 90, axis=1, keepdims=True), 1.0)
    return float(np.clip((grounds - region) / grounds, 0.0, 1.0).sum())


def _pictures(detected: Sequence[Region], evidence: PageEvidence, marks: Flags, scale: float) -> list[Box]:
    """What has marks of its own in the detector's pictures, but running text and what it rather takes for a table."""
    pictures: list[Box] = []
    for region in detected:
        if region.label is not RegionLabel.PICTURE or not area(region.box) > 0:
            continue
        is_table = any(
            table.score > region.score and area(intersection(table.box, region.box)) > 0.5 * area(region.box)
            for table in detected
            if table.label is RegionLabel.TABLE
        )
        covered = sum(area(intersection(to_box(line), region.box)) for line in evidence.line_boxes)
        is_text = covered > _MAX_PICTURE_TEXT * area(region.box) or _is_sheet(region.box, evidence, marks, scale)
        shown = _without_bars(marks, region.box, evidence, scale)
        if is_table or is_text:
            continue
        if (box := _marked(shown, _scaled(region.box, scale))) is not None:
            pictures.append(_scaled(box, 1 / scale))
        elif covered <= _MAX_PLOT_TEXT * area(region.box) and _is_plot(region.box, evidence):
            pictures.append(region.box)
    return pictures


def _is_plot(box: Box, evidence: PageEvidence) -> bool:
    """Whether a picture shows bars, or an upright axis with its marks: lines and points have few edges."""
    bars = evidence.filled_boxes[centres_inside(evidence.filled_boxes, box)]
    sides = bars[:, 2:] - bars[:, :2]
    thick = [float(np.abs(sides[:, axis] - sides[0, axis]).max()) for axis in (0, 1)] if len(bars) >= _MIN_BARS else []
    if thick and min(thick) <= _SHAPE_SIDE_PT:
        return True
    lines = evidence.line_boxes
    is_mark = np.array([is_figure(text) for text in evidence.line_texts], dtype=np.bool_)
    for left, top, _, bottom in evidence.vertical_rules[centres_inside(evidence.vertical_rules, box)].tolist():
        middles = (lines[:, 1] + lines[:, 3]) / 2
        is_beside = (lines[:, 2] < left) & (left - lines[:, 2] < _MARKS_REACH_PT)
        is_level = (middles > top - _MARKS_REACH_PT) & (middles < bottom + _MARKS_REACH_PT)
        if int((is_mark & is_beside & is_level).sum()) >= _MIN_AXIS_MARKS:
            return True
    return False


def _without_bars(marks: Flags, box: Box, evidence: PageEvidence, scale: float) -> Flags:
    """Marks without the edges of bars behind headings: of forms that a detector takes for a picture."""
    bars = [bar for bar in map(to_box, evidence.filled_boxes) if bar[2] - bar[0] > _BAR_WIDTH * (box[2] - box[0])]
    bars = [bar for bar in bars if any(area(intersection(to_box(line), bar)) > 0 for line in evidence.line_boxes)]
    return without(marks, as_boxes(bars) * scale) if bars else marks


def _is_sheet(box: Box, evidence: PageEvidence, marks: Flags, scale: float) -> bool:
    """Whether a picture is the photograph of a sheet on a table: the whole page, with nothing but text on it."""
    lines = evidence.line_boxes
    if area(box) < _SHEET_SHARE * evidence.width * evidence.height or len(lines) < _SHEET_LINES:
        return False
    sheet = (*lines[:, :2].min(axis=0).tolist(), *lines[:, 2:].max(axis=0).tolist())
    return float(cut(marks, _scaled(sheet, scale)).mean()) < _MIN_PICTURE_MARKS


def _marked(marks: Flags, box: Box) -> Box | None:
    """The part of a box (pixels) from the first to the last row and column with marks, None where there are few."""
    region = cut(marks, box)
    if region.size == 0 or float(region.mean()) < _MIN_PICTURE_MARKS:
        return None
    columns = np.flatnonzero(region.mean(axis=0) > _MIN_PICTURE_MARKS)
    rows = np.flatnonzero(region.mean(axis=1) > _MIN_PICTURE_MARKS)
    left, top = max(int(box[0]), 0), max(int(box[1]), 0)
    return (left + float(columns[0]), top + float(rows[0]), left + columns[-1] + 1.0, top + rows[-1] + 1.0)


def _scaled(box: Box, scale: float) -> Box:
    return (box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale)
