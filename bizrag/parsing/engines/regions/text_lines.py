"""The lines of running text that the rows of a page hold, each with the detected region it stands in. Pure."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.parsing.engines.regions.gutters import is_between_columns
from bizrag.parsing.engines.regions.prose import is_bullet
from bizrag.parsing.engines.regions.rows import Row, Segment, is_figure, is_marker
from bizrag.parsing.engines.regions.text_columns import TextColumns
from bizrag.parsing.engines.regions.types import Box, Region, area, intersection, union

# words of a label and of a value that stands behind its colon, no further than so many font sizes
_LABEL_WORDS, _VALUE_WORDS, _VALUE_GAP = 8, 4, 15.0
# parts of one line are of one size, within this
_OTHER_SIZE = 1.2


@dataclass(slots=True)
class TextLine:
    """What stands in one row of one column of text."""

    segment: Segment
    # index of the detected region that holds the line, -1 for none
    region: int
    # a label and its value, far apart: "Total    702.10"
    is_pair: bool = False


def lines_of(
    row: Row, detected: Sequence[Region], artifacts: Sequence[Box], near: Sequence[Row], columns: TextColumns
) -> list[TextLine]:
    """The lines of text in a row, beside its tables and pictures; ``near`` are the rows above and below."""
    free = [
        segment for segment in row.segments if not any(_share(segment.box, artifact) > 0.5 for artifact in artifacts)
    ]
    is_whole = not any(columns.change_panel(free[0], segment) for segment in free[1:])
    if len(free) > 1 and is_whole and _are_label_and_values(free[0], free[1:]):
        return [TextLine(functools.reduce(_joined, free), _region_of(free[0].box, detected), is_pair=True)]
    lines: list[TextLine] = []
    for segment in free:
        region = _region_of(segment.box, detected)
        is_same = lines and _is_same_line(lines[-1], segment, region)
        is_same = is_same and not columns.are_parted(lines[-1].segment, segment)
        if is_same and not is_between_columns(lines[-1].segment, segment, near):
            last = lines[-1]
            lines[-1] = TextLine(_joined(last.segment, segment), region if last.region < 0 else last.region)
        else:
            lines.append(TextLine(segment, region))
    return lines


def _are_label_and_values(label: Segment, values: Sequence[Segment]) -> bool:
    """Whether all that stands in a row is a label and its values, as in the totals of a bill: amounts at the other side
    of the page, or something short behind a colon.
    """
    if label.is_figure or is_marker(label.text) or label.num_words > _LABEL_WORDS:
        return False
    if any(segment.is_prose for segment in (label, *values)) or not any(map(str.isalpha, label.text)):
        return False
    if all(value.is_figure and any(map(str.isdigit, value.text)) for value in values):
        return True
    value = values[0]
    is_short = len(values) == 1 and value.num_words <= _VALUE_WORDS and not value.text.endswith(":")
    return label.text.endswith(":") and is_short and value.box[0] - label.box[2] < _VALUE_GAP * value.size


def _share(box: Box, of: Box) -> float:
    return area(intersection(box, of)) / max(area(box), 1e-6)


def _region_of(box: Box, detected: Sequence[Region]) -> int:
    best, best_value = -1, 0.0
    for index, region in enumerate(detected):
        share = _share(box, region.box)
        if share > 0.5 and share * region.score > best_value:
            best, best_value = index, share * region.score
    return best


def _is_same_line(line: TextLine, segment: Segment, region: int) -> bool:
    """Whether a wide gap in a row is a tab or a stretched space rather than the space between two columns."""
    if line.segment.is_prose and segment.is_prose:
        return False
    gap = segment.box[0] - line.segment.box[2]
    is_behind_marker = is_marker(line.segment.text.split()[-1]) and line.segment.num_words <= 2
    # a heading level with a line of running text stands in another column, and so does text in other type
    sizes = sorted((line.segment.size, segment.size))
    is_prose = line.segment.is_prose != segment.is_prose or not is_behind_marker
    if is_prose and sizes[1] > _OTHER_SIZE * sizes[0]:
        return False
    if is_behind_marker:
        return gap < 6 * segment.size
    return gap < (4 if region >= 0 and region == line.region else 1.5) * segment.size


def _joined(left: Segment, right: Segment) -> Segment:
    return Segment(
        box=union([left.box, right.box]),
        text=f"{left.text} {right.text}",
        num_words=left.num_words + right.num_words,
        size=max(left.size, right.size),
        is_bold=left.is_bold and right.is_bold,
        starts_bold=left.starts_bold,
        ends_bold=right.ends_bold,
        is_mono=left.is_mono and right.is_mono,
        is_prose=left.is_prose or right.is_prose,
    )


# "12.4.4. Map" is a heading, whatever stands below it, and so is "Section 9: Map"
SECTION_NO = re.compile(
    r"\d{1,2}(?:\.\d{1,2})+\.?\s+[^\W\d]|(?i:section|chapter|article|annex|appendix|note|item)\s+(?:\d{1,3}|[A-Z]|[IVX]+)\b"
)
SENTENCE_END = re.compile(r"[.;,。；，、]$")
FULL_STOP = re.compile(r"[.:!?。：！？][\"”’)」』）]*$")


def starts_item(segment: Segment) -> bool:
    """Whether a line begins with a bullet or an enumerator before words."""
    first, _, rest = segment.text.partition(" ")
    # "- 12" may be a value, "5. 3" a number that is broken
    return bool(rest) and is_marker(first) and (is_bullet(first) or not is_figure(rest.split()[0]))
