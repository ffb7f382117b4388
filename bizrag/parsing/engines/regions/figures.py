"""Figures that were taken for one picture: each numbered caption has a picture of its own. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

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


def part_figures(evidence: PageEvidence, pictures: Sequence[Box], rows: Sequence[Row]) -> list[Box]:
    """The pictures of a page, those with captions between what they show parted there.

    The model takes figures that follow each other for one, and drawings that stand close are joined.
    """
    segments = [segment for row in rows for segment in row.segments if is_named_caption(segment.text)]
    if not segments:
        return list(pictures)
    drawn = [*(to_box(shape) for shape in chart_shapes(evidence)), *map(to_box, evidence.bitmap_boxes)]
    stacked = [part for box in pictures for part in _between(box, drawn, evidence, rows)]
    return [part for box in stacked for part in _beside(box, segments, evidence)]


def _captions_in(box: Box, evidence: PageEvidence, rows: Sequence[Row]) -> list[Box]:
    """The captions that stand alone in the column of a picture; the name of a box in a diagram may read like one."""
    own = [[one for one in row.segments if box[0] <= (one.box[0] + one.box[2]) / 2 <= box[2]] for row in rows]
    alone = [Row(segments) for segments in own if len(segments) == 1]
    captions = [_whole(row, alone) for row in alone if is_named_caption(row.segments[0].text)]
    return [one for one in captions if not any(_holds(to_box(filled), one) for filled in evidence.filled_boxes)]


def _whole(row: Row, rows: Sequence[Row]) -> Box:
    """A caption with the line that it goes on in: close below, with an edge or the middle in common."""
    left, _, right, bottom = row.box
    for other in rows:
        edges = (other.box[0] - left, other.box[2] - right, (other.box[0] + other.box[2] - left - right) / 2)
        is_below = 0 <= other.box[1] - bottom <= _SAME_CAPTION * row.height
        if is_below and min(map(abs, edges)) <= TOUCH_PT and not is_named_caption(other.segments[0].text):
            return union([row.box, other.box])
    return row.box


def _between(box: Box, drawn: Sequence[Box], evidence: PageEvidence, rows: Sequence[Row]) -> Iterator[Box]:
    """The parts of a picture above and below the captions in it; what shows nothing is none."""
    left, top, right, bottom = box
    inside = [one for one in _captions_in(box, evidence, rows) if top < one[1] and one[3] < bottom]
    own = [one for one in drawn if _holds(box, one)]
    # letters that run upwards are in no row
    words = map(to_box, evidence.word_boxes[centres_inside(evidence.word_boxes, box)])
    turned = [word for word in words if not any(_holds(row.box, word) for row in rows)]
    cuts = [one for one in inside if not any(shape[1] < one[1] and one[3] < shape[3] for shape in own)]
    if not cuts:
        yield box
        return
    ends = [top, *(side for cut in cuts for side in (cut[1], cut[3])), bottom]
    for upper, lower in zip(ends[::2], ends[1::2], strict=True):
        part = (left, upper, right, lower)
        if any(_holds(part, shape) for shape in own):
            yield union([shrunk_to_image(evidence, part, rows), *(word for word in turned if _holds(part, word))])


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
