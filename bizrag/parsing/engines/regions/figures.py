"""Figures that were taken for one picture: each numbered caption has a picture of its own. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from bizrag.parsing.engines.pages.page_evidence import PageEvidence
from bizrag.parsing.engines.regions.captions import is_named_caption
from bizrag.parsing.engines.regions.charts import chart_shapes
from bizrag.parsing.engines.regions.drawings import find_images, shrunk_to_image
from bizrag.parsing.engines.regions.rows import Row, Segment
from bizrag.parsing.engines.regions.types import TOUCH_PT, Box, area, centres_inside, intersection, to_box, union

# captions stand no further above or below their figure
_CAPTION_REACH_PT = 30.0
# lines of one caption follow each other this closely, in heights of a line
_SAME_CAPTION = 0.8
# in place of shapes of a chart
_MIN_BARS = 3
# what has so many lines of running text, and less drawn beside it than this share, shows nothing
_MIN_LINES, _MIN_SHOWN = 3, 0.1
# right of where a caption begins, what the one before it names may end
_ASIDE_PT = 12.0


def part_figures(evidence: PageEvidence, pictures: Sequence[Box], rows: Sequence[Row]) -> list[Box]:
    """The pictures of a page, those with captions between what they show parted there.

    The model takes figures that follow each other for one, and drawings that stand close are joined.
    """
    segments = [segment for row in rows for segment in row.segments if is_named_caption(segment.text)]
    if not segments:
        return list(pictures)
    drawn = [*(to_box(shape) for shape in chart_shapes(evidence)), *map(to_box, evidence.bitmap_boxes)]
    stacked = [part for box in pictures for part in _between(box, drawn, evidence, rows)]
    parted = [part for box in stacked for part in _beside(box, segments, evidence)]
    # of a figure that reaches into two pictures the smaller part is told with the larger
    return [one for one in parted if not any(_holds(other, one) and area(other) > area(one) for other in parted)]


def _captions_in(box: Box, evidence: PageEvidence, rows: Sequence[Row], drawn: Sequence[Box]) -> list[list[Box]]:
    """The captions that stand alone in the column of a picture, those side by side together; the name of a box in a
    diagram may read like one. Text right of what is ``drawn`` in it below a caption is beside the picture.
    """
    own = [[one for one in row.segments if box[0] <= (one.box[0] + one.box[2]) / 2 <= box[2]] for row in rows]
    alone = [_without_beside(segments, drawn) for segments in own]
    named = [segments for segments in alone if segments and all(is_named_caption(one.text) for one in segments)]
    captions = [[_whole(one, own) for one in segments] for segments in named]
    return [
        level
        for level in captions
        if not any(_holds(to_box(filled), one) for one in level for filled in evidence.filled_boxes)
    ]


def _without_beside(segments: Sequence[Segment], drawn: Sequence[Box]) -> list[Segment]:
    """The captions of a row, where what follows them stands right of all that is drawn below them; else all of it."""
    captions = [one for one in segments if is_named_caption(one.text)]
    others = [one for one in segments if one not in captions]
    if not captions or not others:
        return list(segments)
    bottom = max(one.box[3] for one in captions)
    end = max((shape[2] for shape in drawn if shape[1] >= bottom), default=float("inf"))
    is_beside = min(one.box[0] for one in others) > max(end, *(one.box[2] for one in captions))
    return captions if is_beside else list(segments)


def _whole(caption: Segment, rows: Sequence[Sequence[Segment]]) -> Box:
    """A caption with the line that it goes on in: close below, with an edge or the middle in common."""
    left, top, right, bottom = caption.box
    for other in (segment for row in rows for segment in row):
        edges = (other.box[0] - left, other.box[2] - right, (other.box[0] + other.box[2] - left - right) / 2)
        is_below = 0 <= other.box[1] - bottom <= _SAME_CAPTION * (bottom - top)
        if is_below and min(map(abs, edges)) <= TOUCH_PT and not is_named_caption(other.text):
            return union([caption.box, other.box])
    return caption.box


def _between(box: Box, drawn: Sequence[Box], evidence: PageEvidence, rows: Sequence[Row]) -> Iterator[Box]:
    """The parts of a picture above and below the captions in it; what shows nothing is none."""
    left, top, right, bottom = box
    own = [one for one in drawn if _holds(box, one)]
    # bars with words in them, or in line with others, are no shapes of a chart
    bars = [one for one in map(to_box, evidence.filled_boxes) if _holds(box, one) and 2 * area(one) < area(box)]
    # letters that run upwards are in no row
    words = list(map(to_box, evidence.word_boxes[centres_inside(evidence.word_boxes, box)]))
    turned = [word for word in words if not any(_holds(row.box, word) for row in rows)]
    levels = sorted((union(captions), captions) for captions in _captions_in(box, evidence, rows, own))
    # above it nothing of the picture finds room
    over = [one for one in levels if 2 * one[0][1] - one[0][3] <= top < one[0][3] + _CAPTION_REACH_PT]
    inside = [one for one in levels if top < one[0][1] and one[0][3] < bottom and one not in over]
    cuts = [one for one in inside if not any(shape[1] < one[0][1] and one[0][3] < shape[3] for shape in own)]
    is_ended = any(0 <= one[0][1] - bottom <= _CAPTION_REACH_PT for one in levels)
    # between a caption above and one below, it may be that of either; one that stands in the picture is its own
    is_first = bool(over) and (bool(cuts) or not is_ended or over[-1][0][3] > top)
    first = over[-1] if is_first else (box, [])
    if not cuts and not (len(first[1]) > 1 or (first[1] and first[0][3] > top)):
        yield box
        return
    top = max(top, first[0][3]) if first[1] else top
    ends = [top, *(side for cut, _ in cuts for side in (cut[1], cut[3])), bottom]
    # captions below the last figures are below all others, too
    are_above = any(_holds((left, ends[-2], right, bottom), shape) for shape in own)
    heads = [first[1], *(captions for _, captions in cuts)]
    wholes = [(left, upper, right, lower) for upper, lower in zip(ends[::2], ends[1::2], strict=True)]
    shown = [*own, *bars, *words]
    under = [
        part
        for whole, captions in zip(wholes, heads, strict=True)
        for part in (_under_each(whole, captions, shown) if are_above else [whole])
    ]
    narrowed = (_without_columns(part, [*own, *bars], rows) for part in under)
    parts = [part for part in narrowed if _shows(part, own, bars, rows)] if cuts else under
    # where nothing tells what is shown, the picture stays
    yield from (_of_figure(part, evidence, rows, [*turned, *bars]) for part in parts) if parts else [box]


def _without_columns(part: Box, drawn: Sequence[Box], rows: Sequence[Row]) -> Box:
    """A part of a picture without the columns of running text right and left of all that is drawn in it."""
    own = [shape for shape in drawn if _holds(part, shape)]
    if not own:
        return part
    left, top, right, bottom = part
    lines = [one.box for row in rows for one in row.segments if one.is_prose and _holds(part, one.box)]
    behind = [line[0] for line in lines if line[0] > max(shape[2] for shape in own)]
    before = [line[2] for line in lines if line[2] < min(shape[0] for shape in own)]
    right = min(behind) - TOUCH_PT if len(behind) >= _MIN_LINES else right
    left = max(before) + TOUCH_PT if len(before) >= _MIN_LINES else left
    return (left, top, right, bottom)


def _shows(part: Box, shapes: Sequence[Box], bars: Sequence[Box], rows: Sequence[Row]) -> bool:
    """Whether a part of a picture shows something, and is no text with a bar or a frame beside it."""
    own = [shape for shape in shapes if _holds(part, shape)]
    num_lines = sum(one.is_prose and _holds(part, one.box) for row in rows for one in row.segments)
    is_text = num_lines >= _MIN_LINES and sum(map(area, own)) <= _MIN_SHOWN * area(part)
    return not is_text and (bool(own) or sum(_holds(part, bar) for bar in bars) >= _MIN_BARS)


def _of_figure(part: Box, evidence: PageEvidence, rows: Sequence[Row], marks: Sequence[Box]) -> Box:
    """The part of a picture that shows something, with its bars that have words in them and what is written upwards."""
    image = shrunk_to_image(evidence, part, rows)
    return intersection(part, union([image, *(mark for mark in marks if _holds(part, mark))]))


def _under_each(box: Box, captions: Sequence[Box], shown: Sequence[Box]) -> list[Box]:
    """The parts of a picture below captions side by side; all of it where nothing empty parts two of them."""
    inside = [one for one in shown if _holds(box, one)]
    cuts: list[float] = []
    for caption in sorted(captions)[1:]:
        # what the next one names begins close to where that does
        before = [one[2] for one in inside if one[0] < caption[0] - TOUCH_PT]
        cut = max([box[0], *before])
        if any(one[0] < cut - TOUCH_PT and cut + TOUCH_PT < one[2] for one in inside) or cut > caption[0] + _ASIDE_PT:
            return [box]
        cuts.append(cut)
    edges = [box[0], *cuts, box[2]]
    return [(start, box[1], end, box[3]) for start, end in pairwise(edges)]


def _beside(box: Box, captions: Sequence[Segment], evidence: PageEvidence) -> list[Box]:
    """The images of a picture that stand side by side, where each has a caption right above or below it."""
    images = [image for image in find_images(evidence) if _holds(box, image)]
    are_beside = len(images) > 1 and all(
        _overlap(*pair, 1) > 0 >= _overlap(*pair, 0) for pair in combinations(images, 2)
    )
    if not are_beside or not all(any(_is_at(caption.box, image) for caption in captions) for image in images):
        return [box]
    drawn = [shape for shape in map(to_box, chart_shapes(evidence)) if _holds(box, shape)]
    return images if all(any(_holds(image, shape) for image in images) for shape in drawn) else [box]


def _holds(box: Box, other: Box) -> bool:
    return area(intersection(other, box)) > 0.5 * area(other)


def _overlap(one: Box, other: Box, along: int) -> float:
    return min(one[along + 2], other[along + 2]) - max(one[along], other[along]) - TOUCH_PT


def _is_at(caption: Box, image: Box) -> bool:
    gap = max(caption[1] - image[3], image[1] - caption[3])
    return -TOUCH_PT <= gap <= _CAPTION_REACH_PT and image[0] <= (caption[0] + caption[2]) / 2 <= image[2]
