"""What drawn rules, filled boxes and bitmaps say: grids of tables, and images. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bizrag.parsing.engines.pages.page_evidence import Boxes, Flags, PageEvidence
from bizrag.parsing.engines.regions.captions import CAPTION
from bizrag.parsing.engines.regions.charts import chart_shapes, is_chart
from bizrag.parsing.engines.regions.rows import Row, Segment
from bizrag.parsing.engines.regions.stacked_grids import cut_at_heads
from bizrag.parsing.engines.regions.types import (
    LABEL_WORDS,
    MAX_RULES,
    MIN_TEXT_WORDS,
    TOUCH_PT,
    Box,
    area,
    areas,
    centres_inside,
    connected,
    intersection,
    share_inside,
    to_box,
    union,
)

_MIN_GRID_RULES = 4
# of a row between two grids that is one of both: its pieces, and in heights of its text how high it is
_MIN_PIECES, _MAX_ROW = 3, 4.0
_DIRECTIONS = (True, False)
# of the page's height: a box as high is no cell
_PAGE_HIGH = 0.9
# a grid is open at a side where so many of its level rules, by their heights, reach beyond its upright ones
_OPEN_SHARE = 0.5
# what is so far inside is inside, along a side or by its area
_INSIDE_SHARE = 0.8
# a band with the names of columns is so near to the first row, in font sizes
_BAND_GAP = 2.0
_MIN_BITMAP_SHARE = 0.2
_MIN_IMAGE_PT = 36.0


def rule_levels(evidence: PageEvidence) -> list[Box]:
    """Horizontal rules with the pieces of one height joined, also where gaps part them (one piece per column)."""
    rules = evidence.horizontal_rules
    levels: list[list[Box]] = []
    for index in np.argsort(rules[:, 1], kind="stable"):
        box = to_box(rules[index])
        if levels and box[1] - levels[-1][-1][1] < TOUCH_PT:
            levels[-1].append(box)
        else:
            levels.append([box])
    return [union(level) for level in levels]


def find_grids(evidence: PageEvidence, rows: Sequence[Row]) -> list[Box]:
    """Boxes of crossing rules that part text into at least two columns and two rows.

    A frame around a table often holds its caption and notes too: the box reaches from the first to the last row that
    upright rules inside the frame stand beside.
    """
    rules = np.concatenate([evidence.horizontal_rules, evidence.vertical_rules, _cell_edges(evidence)])
    is_vertical = rules[:, 3] - rules[:, 1] > rules[:, 2] - rules[:, 0]
    if not is_vertical.any() or len(rules) > MAX_RULES:
        return []
    grids: list[Box] = []
    for members in connected(rules):
        if members.sum() < _MIN_GRID_RULES or len(set(is_vertical[members])) < len(_DIRECTIONS):
            continue
        box = _between_uprights(rules[members & is_vertical], rules[members & ~is_vertical])
        inner = rules[members & is_vertical]
        inner = inner[(inner[:, 0] > box[0] + 4) & (inner[:, 2] < box[2] - 4)]
        if area(box) > 0.9 * evidence.width * evidence.height or not len(inner):
            continue
        parting, num_rows = _parting_rules(inner, box, rows)
        if num_rows > 1:
            # a line between columns may be drawn row by row
            parting = np.isclose(inner[:, :1], inner[parting, 0], atol=TOUCH_PT).any(axis=1)
            top, bottom = float(inner[parting, 1].min()), float(inner[parting, 3].max())
            bottom = _below_uprights(inner[parting, 0], (box[0], top, box[2], bottom), box[3], rows)
            grid = (box[0], max(box[1], top), box[2], min(box[3], bottom))
            grids.append(_with_band(evidence, inner[parting, 0], grid, rows))
    return cut_at_heads(_over_marked_rows(grids, rows), rules[is_vertical], rows)


def _over_marked_rows(grids: Sequence[Box], rows: Sequence[Row]) -> list[Box]:
    """Grids of one width joined over the one row between them that has as many pieces as those above and below it.

    On a coloured row of a scan no rules are seen.
    """
    joined: list[Box] = []
    for grid in sorted(grids, key=lambda box: box[1]):
        if joined and _is_parted_by_row(joined[-1], grid, rows):
            joined[-1] = union([joined[-1], grid])
        else:
            joined.append(grid)
    return joined


def _is_parted_by_row(upper: Box, lower: Box, rows: Sequence[Row]) -> bool:
    if max(abs(upper[0] - lower[0]), abs(upper[2] - lower[2])) > TOUCH_PT or upper[3] > lower[1]:
        return False
    within = [row for row in rows if upper[0] <= row.box[0] and row.box[2] <= upper[2]]
    middles = [(row, row.middle) for row in within]
    above = [row for row, middle in middles if upper[1] <= middle <= upper[3]]
    between = [row for row, middle in middles if upper[3] < middle < lower[1]]
    below = [row for row, middle in middles if lower[1] <= middle <= lower[3]]
    if not above or len(between) != 1 or not below:
        return False
    # a head of the lower one has names over its figures, and may stand further away
    kinds = [[one.is_figure for one in row.segments] for row in (above[-1], below[0], between[0])]
    is_near = lower[1] - upper[3] <= _MAX_ROW * between[0].height
    return is_near and len(kinds[2]) >= _MIN_PIECES and kinds[2] in kinds[:2] and len(kinds[0]) == len(kinds[1])


def _below_uprights(uprights: NDArray[np.float64], grid: Box, end: float, rows: Sequence[Row]) -> float:
    """How far down a grid goes in its frame: over rows of figures right below that have a cell in each of its columns,
    as a total has that is set off without lines between its cells.

    Args:
        uprights: [n], where upright rules part the columns.
        grid: what they stand beside.
        end: where the frame ends.
        rows: all rows of the page.
    """
    bottom = grid[3]
    edges = sorted(set(uprights.round().tolist()))
    for row in sorted(rows, key=lambda row: row.box[1]):
        inside = [seg for seg in row.segments if grid[0] - 2 <= seg.box[0] and seg.box[2] <= grid[2] + 2]
        if row.box[1] < bottom - TOUCH_PT or row.box[3] > end + TOUCH_PT or not inside:
            continue
        columns = [sum(edge < (seg.box[0] + seg.box[2]) / 2 for edge in edges) for seg in inside]
        crosses = any(seg.box[0] < edge - 2 and edge + 2 < seg.box[2] for seg in inside for edge in edges)
        is_set_off = row.box[1] - bottom > inside[0].size or crosses or len(columns) != len(set(columns))
        if is_set_off or columns[0] != 0 or not any(seg.is_figure for seg in inside[1:]):
            break
        bottom = min(end, row.box[3] + TOUCH_PT)
    return bottom


def _with_band(evidence: PageEvidence, uprights: NDArray[np.float64], grid: Box, rows: Sequence[Row]) -> Box:
    """A grid with the shaded band right above it that has the names of its columns.

    Fields of a form have edges of their own, and the band above them none.
    """
    edges = sorted(set(uprights.round().tolist()))
    for row in rows:
        is_right_above = 0 < grid[1] - row.box[3] < _BAND_GAP * row.segments[0].size
        if not is_right_above or len(row.segments) <= 2 or any(segment.is_figure for segment in row.segments):
            continue
        columns = {sum(edge < (seg.box[0] + seg.box[2]) / 2 for edge in edges) for seg in row.segments}
        if len(columns) < len(row.segments):
            continue
        boxes = evidence.filled_boxes
        is_around = (boxes[:, 1] <= row.box[1]) & (boxes[:, 3] >= row.box[3]) & (boxes[:, 3] <= grid[1] + TOUCH_PT)
        is_wide = boxes[:, 2] - boxes[:, 0] > _INSIDE_SHARE * (grid[2] - grid[0])
        if (is_around & is_wide).any():
            return (grid[0], float(boxes[is_around & is_wide, 1].max()), grid[2], grid[3])
    return grid


def cut_at_charts(evidence: PageEvidence, grids: Sequence[Box], charts: Sequence[Box]) -> list[Box]:
    """Grids without the part that holds nothing but charts: a frame may be around a table and what is drawn beside it.

    An upright rule parts them.
    """
    return [_cut_at_charts(evidence.vertical_rules, grid, charts) for grid in grids]


def _cut_at_charts(uprights: Boxes, grid: Box, charts: Sequence[Box]) -> Box:
    inside = [chart for chart in charts if area(intersection(chart, grid)) > _INSIDE_SHARE * area(chart)]
    left, top, right, bottom = grid
    spanning = [float(x) for x, t, _, b in uprights if min(b, bottom) - max(t, top) > _INSIDE_SHARE * (bottom - top)]
    inner = [x for x in spanning if left + TOUCH_PT < x < right - TOUCH_PT]
    if not inside or not inner:
        return grid
    before = [x for x in inner if x <= min(chart[0] for chart in inside) + TOUCH_PT]
    behind = [x for x in inner if x >= max(chart[2] for chart in inside) - TOUCH_PT]
    return (left, top, max(before), bottom) if before else (min(behind), top, right, bottom) if behind else grid


def _between_uprights(uprights: Boxes, levels: Boxes) -> Box:
    """The box of crossing rules. What reaches beyond the outermost upright ones is of it where most of the level rules
    do: a table may be open at its sides, and the rule below a heading may end at the frame beside it.
    """
    left, top, right, bottom = union(to_box(rule) for rule in np.concatenate([uprights, levels]))
    for side, edge in ((0, float(uprights[:, 0].min())), (2, float(uprights[:, 2].max()))):
        is_beyond = levels[:, 0] < edge - TOUCH_PT if side == 0 else levels[:, 2] > edge + TOUCH_PT
        heights = levels[:, 1].round()
        if len(np.unique(heights[is_beyond])) < _OPEN_SHARE * len(np.unique(heights)):
            left, right = (edge, right) if side == 0 else (left, edge)
    return left, top, right, bottom


def _cell_edges(evidence: PageEvidence) -> Boxes:
    """The edges of filled boxes as rules: cells are often drawn as backgrounds. One as high as the page is that of a
    column of text, as in leaflets that are folded.
    """
    heights = evidence.filled_boxes[:, 3] - evidence.filled_boxes[:, 1]
    filled = evidence.filled_boxes[heights < _PAGE_HIGH * evidence.height]
    if not len(filled) or len(filled) > MAX_RULES // 4:
        return np.zeros((0, 4))
    left, right = filled.copy(), filled.copy()
    left[:, 2], right[:, 0] = filled[:, 0], filled[:, 2]
    upper, lower = filled.copy(), filled.copy()
    upper[:, 3], lower[:, 1] = filled[:, 1], filled[:, 3]
    return np.concatenate([left, right, upper, lower])


def _parting_rules(verticals: Boxes, box: Box, rows: Sequence[Row]) -> tuple[Flags, int]:
    """Which upright rules [n] stand between two segments of a row inside the box, and in how many rows any does."""
    parting = np.zeros(len(verticals), dtype=np.bool_)
    num_rows = 0
    for row in rows:
        middle = row.middle
        if not box[1] < middle < box[3]:
            continue
        inside = [seg for seg in row.segments if box[0] - 2 <= seg.box[0] and seg.box[2] <= box[2] + 2]
        crosses = (verticals[:, 1] - 2 < middle) & (middle < verticals[:, 3] + 2)
        here = np.zeros(len(verticals), dtype=np.bool_)
        for left, right in itertools.pairwise(inside):
            here |= crosses & (left.box[2] - 2 < verticals[:, 0]) & (verticals[:, 0] < right.box[0] + 2)
        parting |= here
        num_rows += bool(here.any())
    return parting, num_rows


def images_of(evidence: PageEvidence, box: Box, rows: Sequence[Row]) -> list[Box]:
    """A picture's box without the running text beside its image; of several images with text between them each.

    The detector takes a page of images in columns of text for one figure.
    """
    images = [image for image in find_images(evidence) if area(intersection(image, box)) > _INSIDE_SHARE * area(image)]
    shapes = chart_shapes(evidence)
    drawn = [shape for shape in map(to_box, shapes[centres_inside(shapes, box)]) if area(shape) > 0]
    inside = [seg for row in rows for seg in row.segments if area(intersection(seg.box, box)) > 0.5 * area(seg.box)]
    text = [seg for seg in inside if seg.num_words > LABEL_WORDS and not _is_on(seg.box, images)]
    is_parted = len(images) > 1 and sum(seg.num_words for seg in text) >= MIN_TEXT_WORDS
    if is_parted and all(_is_on(shape, images) for shape in drawn):
        return images
    return [shrunk_to_image(evidence, box, rows)]


def _is_on(box: Box, images: Sequence[Box]) -> bool:
    return any(area(intersection(box, image)) > 0.5 * area(box) for image in images)


def shrunk_to_image(evidence: PageEvidence, box: Box, rows: Sequence[Row]) -> Box:
    """A picture's box without the running text beside its image.

    The detector often takes an image and the text next to it for one figure. Short labels stay, but for those that
    running text parts from a bitmap, and so does text that stands on it. Of a photograph or a screen no label is a
    caption or a line of text above or below it. A caption ends a picture: what follows behind it is none of its labels
    either.
    """
    bitmaps = [shared for image in evidence.bitmap_boxes if area(shared := intersection(to_box(image), box)) > 0]
    shapes = chart_shapes(evidence)
    drawn = [to_box(shape) for shape in shapes[centres_inside(shapes, box)]]
    images = bitmaps + [shape for shape in drawn if area(shape) > 0]
    if not images:
        return box
    core = union(images)
    whole, box = box, _up_to_captions(box, core, rows)
    inside = [seg for row in rows for seg in row.segments if area(intersection(seg.box, box)) > 0.5 * area(seg.box)]
    beside = [seg for seg in inside if area(intersection(seg.box, core)) < 0.5 * area(seg.box)]
    is_apart = not drawn and (box != whole or any(_is_text_around(seg, core) for seg in beside))
    if sum(seg.num_words for seg in beside) < MIN_TEXT_WORDS and not is_apart:
        return box
    # of a drawing not all shapes are known
    lines = [seg for seg in beside if not drawn and (seg.num_words > LABEL_WORDS or seg.is_prose)]
    text = [line.box for line in lines if _spans(line.box, core)]
    top = max((line[1] for line in text if line[3] <= core[1] + TOUCH_PT), default=box[1])
    bottom = min((line[3] for line in text if line[1] >= core[3] - TOUCH_PT), default=box[3])
    beside = [seg for seg in beside if not (is_apart and _is_text_around(seg, core))]
    labels = [seg.box for seg in beside if seg.num_words <= LABEL_WORDS and not seg.is_prose]
    return union([core, *(label for label in labels if top <= label[3] and label[1] <= bottom)])


def _spans(line: Box, image: Box) -> bool:
    """Whether a line stands over or below an image, and not beside it."""
    return min(line[2], image[2]) > max(line[0], image[0])


def _up_to_captions(box: Box, image: Box, rows: Sequence[Row]) -> Box:
    """The part of a picture's box between the captions above and below its image."""
    captions = [
        seg.box
        for row in rows
        for seg in row.segments
        if area(intersection(seg.box, box)) > 0.5 * area(seg.box) and CAPTION.match(seg.text)
    ]
    above = [caption[3] for caption in captions if caption[3] <= image[1] + TOUCH_PT]
    below = [caption[1] for caption in captions if caption[1] >= image[3] - TOUCH_PT]
    return (box[0], max([box[1], *above]), box[2], min([box[3], *below]))


def _is_text_around(segment: Segment, image: Box) -> bool:
    """Whether a segment is a caption or a line of text, above or below an image."""
    is_over = segment.box[3] <= image[1] + TOUCH_PT or segment.box[1] >= image[3] - TOUCH_PT
    return is_over and (segment.num_words > LABEL_WORDS or CAPTION.match(segment.text) is not None)


def bitmap_share(evidence: PageEvidence, box: Box) -> float:
    """The share of the box that images cover (images that overlap count twice, up to 1)."""
    covered = float((share_inside(evidence.bitmap_boxes, box) * areas(evidence.bitmap_boxes)).sum())
    return min(covered / max(area(box), 1e-6), 1.0)


def is_picture(evidence: PageEvidence, box: Box) -> bool:
    """Whether the region shows an image or a drawing."""
    return bitmap_share(evidence, box) >= _MIN_BITMAP_SHARE or is_chart(evidence, box)


def find_images(evidence: PageEvidence) -> list[Box]:
    """Boxes of images large enough to show something, without those that running text stands on."""
    if not 0 < len(evidence.bitmap_boxes) <= MAX_RULES:
        return []
    # one image is often stored in strips
    images = [
        union(to_box(strip) for strip in evidence.bitmap_boxes[members]) for members in connected(evidence.bitmap_boxes)
    ]
    return [
        box
        for box in images
        if min(box[2] - box[0], box[3] - box[1]) >= _MIN_IMAGE_PT
        and int(centres_inside(evidence.word_boxes, box).sum()) < MIN_TEXT_WORDS
    ]
