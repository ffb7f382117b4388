"""Labels around what is drawn over the numbered caption of a figure: marks and titles of its axes, names of its parts.

What stands between a figure and its caption is of the figure, and so is what runs upwards beside it. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bizrag.parsing.engines.pages.page_evidence import PageEvidence, are_turned
from bizrag.parsing.engines.regions.captions import is_named_caption
from bizrag.parsing.engines.regions.rows import Row, Segment
from bizrag.parsing.engines.regions.types import TOUCH_PT, Box, to_box, union

# so far below what is drawn its caption begins, and so many words a label has
_CAPTION_REACH_PT, _MAX_WORDS = 60.0, 8
# marks of an axis stand so near beside it, and are so many
_BESIDE_PT, _MIN_MARKS = 30.0, 3
# marks of an axis may stand so far above what is drawn, in sizes of their type, and labels so far aside (of its width)
_MARK_ABOVE, _ASIDE = 1.5, 0.1
# a title stands as near above its middle (of its width)
_TITLE_ABOVE, _CENTRED = 2.0, 0.05


def is_captioned(box: Box, rows: Sequence[Row]) -> bool:
    """Whether the numbered caption of a figure stands right below a box, with nothing but labels between them."""
    return _caption_below(box, rows) is not None


def with_figure_labels(evidence: PageEvidence, pictures: Sequence[Box], rows: Sequence[Row]) -> list[Box]:
    """Pictures with the labels that stand between them and the numbered caption of a figure below, and beside them.

    A line that runs upwards right beside a picture, and no further than that, is of it without a caption.
    """
    if any(is_named_caption(row.segments[0].text) for row in rows):
        turned = list(_turned_words(evidence, rows))
        pictures = [_whole(box, [other for other in pictures if other != box], rows, turned) for box in pictures]
    lines = [to_box(line) for line in evidence.line_boxes[are_turned(evidence.line_boxes, evidence.line_texts)]]
    return [_with_axis(box, [other for other in pictures if other != box], lines) for box in pictures]


def _with_axis(box: Box, others: Sequence[Box], turned: Sequence[Box]) -> Box:
    """A picture with the lines that run upwards beside it."""
    own = [
        one
        for one in turned
        if _is_beside(one, box)
        and box[1] - TOUCH_PT <= one[1]
        and one[3] <= box[3] + TOUCH_PT
        and not any(_gap(one, other) < _gap(one, box) for other in others)
    ]
    return union([box, *own])


def _whole(box: Box, others: Sequence[Box], rows: Sequence[Row], turned: Sequence[Box]) -> Box:
    caption = _caption_below(box, rows)
    if caption is None:
        return box
    below = [one.box for one in _between(box, caption, rows)]
    figures = [one for row in rows for one in row.segments if one.is_figure and not one.is_prose]
    marks = [one.box for one in figures if _is_beside(one.box, box)]
    # one alone may be of a text
    beside = [one.box for one in figures if _is_mark_above(one, box)] + (marks if len(marks) >= _MIN_MARKS else [])
    titles = [one.box for row in rows for one in row.segments if _is_title(one, box, caption)]
    found = [*below, *beside, *titles, *(word for word in turned if _is_beside(word, box))]
    return union([box, *(one for one in found if not any(_gap(one, other) < _gap(one, box) for other in others))])


def _caption_below(box: Box, rows: Sequence[Row]) -> Segment | None:
    captions = [
        one
        for row in rows
        for one in row.segments
        if is_named_caption(one.text)
        and not one.text.casefold().startswith("tab")
        and -TOUCH_PT <= one.box[1] - box[3] <= _CAPTION_REACH_PT
        and min(one.box[2], box[2]) > max(one.box[0], box[0])
    ]
    caption = min(captions, key=lambda one: one.box[1], default=None)
    if caption is None or not all(_is_label(one) for one in _between(box, caption, rows)):
        return None
    return caption


def _between(box: Box, caption: Segment, rows: Sequence[Row]) -> list[Segment]:
    """What stands below a box and above a caption, not beside it."""
    aside = _ASIDE * (box[2] - box[0])
    return [
        one
        for row in rows
        for one in row.segments
        if box[3] - TOUCH_PT <= one.box[1]
        and (one.box[1] + one.box[3]) / 2 < caption.box[1]
        and box[0] - aside <= (one.box[0] + one.box[2]) / 2 <= box[2] + aside
    ]


def _is_label(segment: Segment) -> bool:
    return not segment.is_prose and segment.num_words <= _MAX_WORDS and not is_named_caption(segment.text)


def _is_title(segment: Segment, box: Box, caption: Segment) -> bool:
    """Whether a label stands right above the middle of what is drawn, in type no larger than the caption's, as headings
    have.
    """
    is_above = 0 <= box[1] - segment.box[3] + TOUCH_PT <= _TITLE_ABOVE * segment.size
    off = abs(segment.box[0] + segment.box[2] - box[0] - box[2]) / 2
    return (
        is_above
        and off <= _CENTRED * (box[2] - box[0])
        and segment.size <= caption.size + TOUCH_PT / 2
        and _is_label(segment)
    )


def _is_mark_above(segment: Segment, box: Box) -> bool:
    """Whether a figure stands at the upper end of an axis: at one side of what is drawn, or beside it."""
    left, top, right, _ = box
    is_at_side = min(abs(segment.box[0] - left), abs(segment.box[2] - right), abs(segment.box[2] - left)) <= _BESIDE_PT
    return segment.is_figure and is_at_side and 0 <= top - segment.box[3] + TOUCH_PT <= _MARK_ABOVE * segment.size


def _is_beside(one: Box, box: Box) -> bool:
    middle = (one[1] + one[3]) / 2
    gap = max(box[0] - one[2], one[0] - box[2])
    return box[1] <= middle <= box[3] and gap <= _BESIDE_PT


def _turned_words(evidence: PageEvidence, rows: Sequence[Row]) -> Iterator[Box]:
    """Words that are in no row: those that run upwards."""
    for word in map(to_box, evidence.word_boxes):
        middle = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
        if word[3] - word[1] > word[2] - word[0] and not any(
            row.box[0] <= middle[0] <= row.box[2] and row.box[1] <= middle[1] <= row.box[3] for row in rows
        ):
            yield word


def _gap(one: Box, box: Box) -> float:
    return max(box[0] - one[2], one[0] - box[2], box[1] - one[3], one[1] - box[3], 0.0)
