"""Running text of a page as blocks: paragraphs, headings, list items, captions, code. Pure.

Every segment outside tables and pictures ends in exactly one block, so no text is lost; the detector's boxes only say
which lines belong together and what they are.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bizrag.model.labels import is_fact
from bizrag.parsing.engines.page_evidence import Floats
from bizrag.parsing.engines.regions.captions import CAPTION, is_named_caption
from bizrag.parsing.engines.regions.gutters import is_between_columns
from bizrag.parsing.engines.regions.panels import is_inside
from bizrag.parsing.engines.regions.prose import LEADING_SLACK, is_bullet, usual_leading
from bizrag.parsing.engines.regions.rows import Row, Segment, is_figure, is_marker
from bizrag.parsing.engines.regions.text_columns import TextColumns
from bizrag.parsing.engines.regions.types import Box, Region, RegionLabel, area, intersection, union

_MAX_HEADING_WORDS = 18
_MAX_HEADING_LINES = 3
# titles of papers are long, and larger than headings
_TITLE_SCALE, _MAX_TITLE_WORDS, _MAX_TITLE_LINES = 1.3, 30, 4
_MAX_CAPTION_LINES = 5
# a line of capitals with fewer letters may be a name or a code
_MIN_CAPITALS = 8
# a heading is at least so much larger than the text around it
_HEADING_SCALE = 1.15
# empty height between lines of one paragraph: in font sizes, and as a multiple of what is usual on the page
_LINE_GAP = 0.75
_LINE_GAP_SCALE = 1.35
_MAX_LINE_GAP = 1.2
# the first line of a paragraph may stand so far, in font sizes, to the right
_INDENT = 0.8
# a caption stands no further from its table or picture, in font sizes
_CAPTION_REACH = 3.5
_BULLET = re.compile(r"^[•‣◦⁃∙▪▫●○■□➢➤►▶▸✓✔❖·*\-–—o\uf0b7\uf0a7]$")
_CURRENCIES = "$€£¥"
# words of a label and of a value that stands behind its colon, no further than so many font sizes
_LABEL_WORDS, _VALUE_WORDS, _VALUE_GAP = 8, 4, 15.0
# "12.4.4. Map" is a heading, whatever stands below it, and so is "Section 9: Map"
_SECTION_NO = re.compile(
    r"\d{1,2}(?:\.\d{1,2})+\.?\s+[^\W\d]|(?i:section|chapter|article|annex|appendix|note|item)\s+(?:\d{1,3}|[A-Z]|[IVX]+)\b"
)
# what stands so many rows above and below tells whether a gap is one between columns
_NEAR_ROWS = 6
# a panel of so few lines tells one thing
_CARD = 4
# parts of one line are of one size, within this
_OTHER_SIZE = 1.2
_SENTENCE_END = re.compile(r"[.;,]$")
# dots that lead to a page number; an address, or a word that ends one
_LEADERS = re.compile(r"(?:[.·…]\s*){4,}\d*$")
_ADDRESS = re.compile(r"www\.|://|\S@\S+\.\S|^\S*(?:/\S*/|\.(?:html?|pdf)\b)\S*$", re.IGNORECASE)
_AMOUNT = re.compile(r"[$€£¥]?\d")
_NUMBER = re.compile(r"\(?(\d{1,2})[.)]")
# a line of so many words is one of a sentence
_SENTENCE_WORDS = 5
_FULL_STOP = re.compile(r"[.:!?][\"”’)]*$")


@dataclass(slots=True)
class _Line:
    segment: Segment
    # index of the detected region that holds the line, -1 for none
    region: int
    # a label and its value, far apart: "Total    702.10"
    is_pair: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Body:
    """What most of the page's text looks like."""

    size: float
    is_bold: bool
    is_mono: bool
    # largest empty height between two lines of a paragraph, and the usual one where lines stand apart, in font sizes
    line_gap: float
    leading: float

    def is_near(self, last: Segment, new: Segment) -> bool:
        """Whether a line stands no further below another than lines of one paragraph do."""
        gap = new.box[1] - last.box[3]
        if -0.4 * last.size < gap < self.line_gap * max(last.size, self.size):
            return True
        # double spaced: further than that paragraphs stand elsewhere, so that only the indent tells where one begins
        is_usual = self.leading > 0 and abs(gap - self.leading * last.size) < LEADING_SLACK * last.size
        is_indented = new.box[0] - last.box[0] > _INDENT * last.size
        return is_usual and not (is_indented and _FULL_STOP.search(last.text))


@dataclass(frozen=True, slots=True)
class _Around:
    """What a block may stand next to: tables and pictures, and sentences."""

    artifacts: Sequence[Box]
    sentences: Sequence[Box]

    def is_parted(self, box: Box, artifact: Box) -> bool:
        """Whether a sentence stands between a block and a table or picture below it."""
        return any(box[3] <= one[1] + 1 and one[3] <= artifact[1] + 1 for one in self.sentences)


def find_blocks(
    rows: Sequence[Row], detected: Sequence[Region], artifacts: Sequence[Box], columns: TextColumns
) -> list[Region]:
    """The text regions of a page; ``rows`` hold no furniture, ``artifacts`` are its tables and pictures."""
    lines = [
        line
        for at, row in enumerate(rows)
        for line in _lines_of(row, detected, artifacts, rows[max(at - _NEAR_ROWS, 0) : at + _NEAR_ROWS + 1], columns)
    ]
    if not lines:
        return []
    # tables count too: beside a large one the page's headings alone would be the body
    body = _body([segment for row in rows for segment in row.segments], usual_leading(rows))
    blocks = _blocks(lines, body, columns)
    sentences = [box for block in blocks if (box := _sentence_box(block)) is not None]
    found = [_to_region(block, body, detected, _Around(artifacts, sentences)) for block in blocks]
    figures = [panel for panel in columns.panels if sum(is_inside(line.segment.box, panel) for line in lines) <= _CARD]
    return [_as_text(region) if _is_told_by(region, found, figures) else region for region in found]


def _is_told_by(region: Region, found: Sequence[Region], figures: Sequence[Box]) -> bool:
    """Whether what looks like a heading is the figure of a card with few lines, below the name of it."""
    return any(
        is_inside(region.box, card)
        and any(is_inside(other.box, card) and other.box[3] <= region.box[1] + 1 for other in found)
        for card in figures
    )


def _as_text(region: Region) -> Region:
    return replace(region, label=RegionLabel.TEXT) if region.label is RegionLabel.HEADING else region


def _lines_of(
    row: Row, detected: Sequence[Region], artifacts: Sequence[Box], near: Sequence[Row], columns: TextColumns
) -> list[_Line]:
    free = [
        segment for segment in row.segments if not any(_share(segment.box, artifact) > 0.5 for artifact in artifacts)
    ]
    if len(free) > 1 and _are_label_and_values(free[0], free[1:]):
        return [_Line(functools.reduce(_joined, free), _region_of(free[0].box, detected), is_pair=True)]
    lines: list[_Line] = []
    for segment in free:
        region = _region_of(segment.box, detected)
        is_same = lines and _is_same_line(lines[-1], segment, region)
        is_same = is_same and not columns.are_parted(lines[-1].segment, segment)
        if is_same and not is_between_columns(lines[-1].segment, segment, near):
            lines[-1] = _Line(_joined(lines[-1].segment, segment), region if lines[-1].region < 0 else lines[-1].region)
        else:
            lines.append(_Line(segment, region))
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


def _is_same_line(line: _Line, segment: Segment, region: int) -> bool:
    """Whether a wide gap in a row is a tab or a stretched space rather than the space between two columns."""
    if line.segment.is_prose and segment.is_prose:
        return False
    # a heading level with a line of running text stands in another column
    sizes = sorted((line.segment.size, segment.size))
    if line.segment.is_prose != segment.is_prose and sizes[1] > _OTHER_SIZE * sizes[0]:
        return False
    gap = segment.box[0] - line.segment.box[2]
    if is_marker(line.segment.text.split()[-1]) and line.segment.num_words <= 2:
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


def _body(segments: Sequence[Segment], leading: float) -> _Body:
    weights: Floats = np.array([len(segment.text) for segment in segments], dtype=np.float64)
    sizes: Floats = np.array([segment.size for segment in segments], dtype=np.float64)
    order = sizes.argsort()
    reach: Floats = np.add.accumulate(weights[order])
    middle = int(np.searchsorted(reach, float(reach[-1]) / 2))
    bold = weights[[segment.is_bold for segment in segments]].sum()
    mono = weights[[segment.is_mono for segment in segments]].sum()
    return _Body(
        size=float(sizes[order][min(middle, len(sizes) - 1)]),
        is_bold=bool(2 * bold > weights.sum()),
        is_mono=bool(2 * mono > weights.sum()),
        line_gap=max(_LINE_GAP, min(_LINE_GAP_SCALE * _usual_gap(segments), _MAX_LINE_GAP)),
        leading=leading,
    )


def _usual_gap(segments: Sequence[Segment]) -> float:
    """The middle gap between lines of running text that follow each other, in font sizes; 0 without any."""
    prose = [segment for segment in segments if segment.is_prose]
    gaps = [
        (lower.box[1] - upper.box[3]) / upper.size
        for upper, lower in itertools.pairwise(prose)
        if abs(upper.box[0] - lower.box[0]) < upper.size
    ]
    return float(np.median([gap for gap in gaps if 0 <= gap < 2.5] or [0.0]))


def _blocks(lines: Sequence[_Line], body: _Body, columns: TextColumns) -> list[list[_Line]]:
    blocks: list[list[_Line]] = []
    for line in lines:
        for block in reversed(blocks[-12:]):
            if not columns.change_panel(block[-1].segment, line.segment) and _continues(block, line, body):
                block.append(line)
                break
        else:
            blocks.append([line])
    return blocks


def _continues(block: Sequence[_Line], line: _Line, body: _Body) -> bool:
    last, new = block[-1].segment, line.segment
    # a small letter goes on with the sentence, whatever the detector makes of the line before
    goes_on = _goes_on(last, new)
    if not goes_on and line.region != block[-1].region and min(line.region, block[-1].region) >= 0:
        return False
    if not body.is_near(last, new):
        return False
    # facts below each other, each behind its name
    if not (last.is_prose or new.is_prose or goes_on) and is_fact(last.text) and is_fact(new.text):
        return False
    common = min(last.box[2], new.box[2]) - max(last.box[0], new.box[0])
    # a sentence that starts in bold type may change its size with it
    least, most = (0.7, 1.4) if goes_on and not last.is_bold else (0.85, 1.18)
    if common < 0.5 * min(last.width, new.width) or not least < new.size / last.size < most:
        return False
    if (not body.is_bold and _changes_weight(last, new)) or new.is_mono != last.is_mono:
        return False
    # "Table 1 lists ..." may begin a line of a paragraph, and so may the number that ends a sentence
    is_inside = last.is_prose and new.is_prose and not _FULL_STOP.search(last.text)
    if CAPTION.match(new.text) and not is_inside:
        return False
    # one heading right below another
    if last.is_bold and new.is_bold and _SECTION_NO.match(new.text):
        return False
    return not _starts_item(new) or (goes_on and not _counts_on(block[0].segment, new))


def _changes_weight(last: Segment, new: Segment) -> bool:
    """Whether bold type begins or ends between two lines, so that they are of different blocks.

    Bold words that a paragraph begins with end inside a line, the first or the second.
    """
    if new.starts_bold and not last.ends_bold and _FULL_STOP.search(last.text):
        return True
    if new.is_bold == last.is_bold or _reaches_over(last, new):
        return False
    return new.is_bold or last.ends_bold


def _reaches_over(last: Segment, new: Segment) -> bool:
    """Whether the bold words that a paragraph begins with fill a line and end inside the next one."""
    ends_inside = last.is_bold and last.ends_bold and new.starts_bold and not new.ends_bold
    return ends_inside and last.width > 0.8 * new.width and not _SENTENCE_END.search(last.text)


def _goes_on(last: Segment, new: Segment) -> bool:
    """Whether a line goes on with the sentence of the one before: with a small letter, or an amount after words."""
    if _SENTENCE_END.search(last.text):
        return False
    is_long = last.num_words >= _SENTENCE_WORDS and last.width > 0.8 * new.width and new.num_words > 2
    is_amount = is_long and last.text[-1].islower() and _AMOUNT.match(new.text) is not None
    return new.text[0].islower() or is_amount or _reaches_over(last, new)


def _counts_on(first: Segment, new: Segment) -> bool:
    """Whether the enumerator of a line is the first of a list or follows that of the block."""
    number, before = (_NUMBER.match(segment.text) for segment in (new, first))
    return number is None or int(number[1]) in (1, int(before[1]) + 1 if before else 1)


def _starts_item(segment: Segment) -> bool:
    first, _, rest = segment.text.partition(" ")
    # "- 12" may be a value, "5. 3" a number that is broken
    return bool(rest) and is_marker(first) and (is_bullet(first) or not is_figure(rest.split()[0]))


def _sentence_box(block: Sequence[_Line]) -> Box | None:
    """Where a block stands that is a sentence or ends with one."""
    text = " ".join(line.segment.text for line in block)
    is_sentence = len(text.split()) > _SENTENCE_WORDS and _FULL_STOP.search(text)
    return union(line.segment.box for line in block) if is_sentence else None


def _to_region(block: Sequence[_Line], body: _Body, detected: Sequence[Region], around: _Around) -> Region:
    box = union(line.segment.box for line in block)
    votes = [line.region for line in block if line.region >= 0]
    hint = detected[max(set(votes), key=votes.count)] if votes else None
    label = _label(block, box, body, hint, around)
    return Region(label=label, score=max(hint.score, 0.5) if hint else 1.0, box=box)


def _label(block: Sequence[_Line], box: Box, body: _Body, hint: Region | None, around: _Around) -> RegionLabel:
    first = block[0].segment
    seen = hint.label if hint else RegionLabel.TEXT
    is_named = is_named_caption(first.text) and len(block) <= _MAX_CAPTION_LINES
    beside = [artifact for artifact in around.artifacts if _is_beside(box, first.size, artifact)]
    # a sentence between the two introduces the table, below a heading
    nearest = [artifact for artifact in beside if not around.is_parted(box, artifact)]
    # what looks like a heading is one where it stands below a table, or in larger type than the text
    is_above = any(artifact[1] > box[1] for artifact in nearest) and first.size < _HEADING_SCALE * body.size
    is_titled = seen is RegionLabel.CAPTION and not _SECTION_NO.match(first.text)
    is_titled = is_titled and (is_above or not _is_heading(block, body, RegionLabel.TEXT))
    if (beside and is_named) or (nearest and is_titled):
        return RegionLabel.CAPTION
    if first.is_mono and not body.is_mono:
        return RegionLabel.CODE if len(block) > 1 else RegionLabel.TEXT
    if _starts_item(first) and _BULLET.match(first.text.split()[0]):
        return RegionLabel.LIST_ITEM
    if _is_heading(block, body, seen):
        return RegionLabel.HEADING
    if _starts_item(first):
        return RegionLabel.LIST_ITEM
    return RegionLabel.FORMULA if seen is RegionLabel.FORMULA else RegionLabel.TEXT


def _is_beside(box: Box, size: float, artifact: Box) -> bool:
    """Whether a table or picture stands right above or below the box."""
    common = min(artifact[2], box[2]) - max(artifact[0], box[0])
    is_near = max(artifact[1] - box[3], box[1] - artifact[3]) < _CAPTION_REACH * size
    return is_near and common > 0.3 * min(artifact[2] - artifact[0], box[2] - box[0])


def _is_heading(block: Sequence[_Line], body: _Body, seen: RegionLabel) -> bool:
    text = " ".join(line.segment.text for line in block)
    words = text.split()
    size = min(line.segment.size for line in block)
    is_title = size >= _TITLE_SCALE * body.size
    max_lines, max_words = (
        (_MAX_TITLE_LINES, _MAX_TITLE_WORDS) if is_title else (_MAX_HEADING_LINES, _MAX_HEADING_WORDS)
    )
    if len(block) > max_lines or len(words) > max_words:
        return False
    if any(line.is_pair for line in block) and not _SECTION_NO.match(text):
        return False
    if _LEADERS.search(text) or _ADDRESS.search(text):
        return False
    if sum(character.isalpha() for character in text) < 3 or (_SENTENCE_END.search(text) and len(words) > 3):
        return False
    if size >= _HEADING_SCALE * body.size:
        return True
    if size < 0.85 * body.size:
        return False
    # the last row of a list of amounts is bold as well
    if text.lstrip("(")[0] in _CURRENCIES:
        return False
    is_bold = all(line.segment.is_bold for line in block) and not body.is_bold
    is_capital = len(block) == 1 and text.isupper() and sum(character.isalpha() for character in text) >= _MIN_CAPITALS
    return is_bold or is_capital or (seen is RegionLabel.HEADING and not is_fact(text))
