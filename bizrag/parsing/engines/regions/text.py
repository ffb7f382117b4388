"""Running text of a page as blocks: paragraphs, headings, list items, captions, code. Pure.

Every segment outside tables and pictures ends in exactly one block, so no text is lost; the detector's boxes only say
which lines belong together and what they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.model.labels import is_fact
from bizrag.model.number_words import value_of
from bizrag.model.unspaced import count_words
from bizrag.parsing.engines.regions.captions import CAPTION
from bizrag.parsing.engines.regions.panels import is_inside
from bizrag.parsing.engines.regions.prose import goes_on_unspaced, usual_leading
from bizrag.parsing.engines.regions.rows import Row, Segment
from bizrag.parsing.engines.regions.text_body import Body, body_of
from bizrag.parsing.engines.regions.text_columns import TextColumns
from bizrag.parsing.engines.regions.text_labels import Around, to_region
from bizrag.parsing.engines.regions.text_lines import (
    FULL_STOP,
    SECTION_NO,
    SENTENCE_END,
    TextLine,
    lines_of,
    starts_item,
)
from bizrag.parsing.engines.regions.types import Box, Region, RegionLabel, union

# what stands so many rows above and below tells whether a gap is one between columns
_NEAR_ROWS = 6
# a line goes on with one of so many blocks before it: those of other columns are among them
_NEAR_BLOCKS = 12
# the first line of a paragraph is set in by less, in font sizes
_MAX_INDENT = 3.0
# a panel of so few lines tells one thing
_CARD = 4
_AMOUNT = re.compile(r"[$€£¥]?\d")
_NUMBER = re.compile(r"\(?(\d{1,2})[.)]")
# "thirty (30) days" may break before the figure
_IN_FIGURES = re.compile(r"\((\d{1,3})\)")
# lines of a listing stand no further from each other, in font sizes
_LISTING_GAP = 0.8
# a heading is so much larger than one of the next level
_HEADING_STEP = 1.05
# a line of so many words is one of a sentence
_SENTENCE_WORDS = 5
# lines of a paragraph begin at one place, in font sizes; one that fills its column is as wide as the next
_SAME_EDGE, _FULL_LINE = 0.5, 0.98


def find_blocks(
    rows: Sequence[Row], detected: Sequence[Region], artifacts: Sequence[Box], columns: TextColumns
) -> list[Region]:
    """The text regions of a page; ``rows`` hold no furniture, ``artifacts`` are its tables and pictures."""
    lines = [
        line
        for at, row in enumerate(rows)
        for line in lines_of(row, detected, artifacts, rows[max(at - _NEAR_ROWS, 0) : at + _NEAR_ROWS + 1], columns)
    ]
    if not lines:
        return []
    # tables count too: beside a large one the page's headings alone would be the body
    body = body_of([segment for row in rows for segment in row.segments], usual_leading(rows))
    blocks = _blocks(lines, body, columns)
    sentences = [box for block in blocks if (box := _sentence_box(block)) is not None]
    found = [to_region(block, body, detected, Around(artifacts, sentences)) for block in blocks]
    figures = [panel for panel in columns.panels if sum(is_inside(line.segment.box, panel) for line in lines) <= _CARD]
    return [_as_text(region) if _is_told_by(region, found, columns.panels, figures) else region for region in found]


def _is_told_by(region: Region, found: Sequence[Region], panels: Sequence[Box], figures: Sequence[Box]) -> bool:
    """Whether what looks like a heading is the figure of a card, below the name of it: one of few lines (``figures``),
    or the last thing in its panel, as the price of an article.
    """

    def is_told(panel: Box) -> bool:
        others = [other.box for other in found if is_inside(other.box, panel)]
        is_named = any(box[3] <= region.box[1] + 1 for box in others)
        return is_named and (panel in figures or all(box[1] < region.box[3] - 1 for box in others))

    return any(is_inside(region.box, panel) and is_told(panel) for panel in panels)


def _as_text(region: Region) -> Region:
    return replace(region, label=RegionLabel.TEXT) if region.label is RegionLabel.HEADING else region


def _blocks(lines: Sequence[TextLine], body: Body, columns: TextColumns) -> list[list[TextLine]]:
    blocks: list[list[TextLine]] = []
    for line in lines:
        block = _block_before(line, blocks, body, columns)
        if block is None:
            blocks.append([line])
        else:
            block.append(line)
    return blocks


def _block_before(
    line: TextLine, blocks: Sequence[list[TextLine]], body: Body, columns: TextColumns
) -> list[TextLine] | None:
    """The block that a line goes on with: no other one stands between them."""
    for block in reversed(blocks[-_NEAR_BLOCKS:]):
        last, new = block[-1].segment, line.segment
        if not columns.change_panel(last, new) and _continues(block, line, body):
            return block
        if (last.box[1] + last.box[3]) / 2 < new.box[1] and _is_under(last, new):
            return None
    return None


def _continues(block: Sequence[TextLine], line: TextLine, body: Body) -> bool:
    last, new = block[-1].segment, line.segment
    if last.is_mono and new.is_mono and not body.is_mono:
        return _goes_on_in_listing([one.segment for one in block], new)
    # a small letter goes on with the sentence, whatever the detector makes of the line before
    goes_on = _goes_on(last, new)
    if not goes_on and line.region != block[-1].region and min(line.region, block[-1].region) >= 0:
        return False
    if not body.is_near(last, new):
        return False
    # facts below each other, each behind its name
    if not (last.is_prose or new.is_prose or goes_on) and is_fact(last.text) and is_fact(new.text):
        return False
    # a sentence that starts in bold type may change its size with it
    least, most = (0.7, 1.4) if goes_on and not last.is_bold else (0.85, 1.18)
    if not _is_under(last, new, goes_on=goes_on) or not least < new.size / last.size < most:
        return False
    if (not body.is_bold and _changes_weight(last, new)) or new.is_mono != last.is_mono:
        return False
    # "Table 1 lists ..." may begin a line of a paragraph, and so may the number that ends a sentence
    is_inside = last.is_prose and new.is_prose and not FULL_STOP.search(last.text)
    if CAPTION.match(new.text) and not is_inside:
        return False
    # one heading right below another
    if last.is_bold and new.is_bold and (SECTION_NO.match(new.text) or _is_other_heading(last, new)):
        return False
    if _repeats_number(last, new):
        return True
    return not starts_item(new) or (goes_on and not _counts_on(block[0].segment, new))


def _goes_on_in_listing(block: Sequence[Segment], new: Segment) -> bool:
    """Whether a line in typewriter type is of the listing before it: right below, wherever the line before ends."""
    gap = new.box[1] - block[-1].box[3]
    is_below = max(one.box[2] for one in block) > new.box[0] and new.box[2] > min(one.box[0] for one in block)
    return is_below and -_LISTING_GAP * new.size < gap < _LISTING_GAP * new.size


def _is_under(last: Segment, new: Segment, *, goes_on: bool = False) -> bool:
    """Whether two lines share columns; the short end of a paragraph hardly does with a first line that is set in."""
    common = min(last.box[2], new.box[2]) - max(last.box[0], new.box[0])
    is_end = goes_on and common > 0 and 0 < last.box[0] - new.box[0] < _MAX_INDENT * last.size
    return is_end or common >= 0.5 * min(last.width, new.width)


def _changes_weight(last: Segment, new: Segment) -> bool:
    """Whether bold type begins or ends between two lines, so that they are of different blocks.

    Bold words that a paragraph begins with end inside a line, the first or the second.
    """
    # items of lists end without a full stop
    ends = FULL_STOP.search(last.text) is not None or (starts_item(last) and new.text[0].isupper())
    if new.starts_bold and not last.ends_bold and ends:
        return True
    if new.is_bold == last.is_bold or _reaches_over(last, new):
        return False
    return new.is_bold or (last.starts_bold and last.ends_bold)


def _is_other_heading(last: Segment, new: Segment) -> bool:
    """Whether two lines in bold type are headings of two levels: one heading is set in one size."""
    sizes = sorted((last.size, new.size))
    return sizes[1] > _HEADING_STEP * sizes[0] and new.text[0].isupper()


def _reaches_over(last: Segment, new: Segment) -> bool:
    """Whether the bold words that a paragraph begins with fill a line and end inside the next one."""
    ends_inside = last.is_bold and last.ends_bold and new.starts_bold and not new.ends_bold
    return ends_inside and last.width > 0.8 * new.width and not SENTENCE_END.search(last.text)


def _goes_on(last: Segment, new: Segment) -> bool:
    """Whether a line goes on with the sentence of the one before: with a small letter, an amount after words, or where
    both are running text and the one before fills its column.
    """
    if goes_on_unspaced(last, new) or _repeats_number(last, new):
        return True
    if SENTENCE_END.search(last.text):
        return False
    is_long = last.num_words >= _SENTENCE_WORDS and last.width > 0.8 * new.width and new.num_words > 2
    is_amount = is_long and last.text[-1].islower() and _AMOUNT.match(new.text) is not None
    return new.text[0].islower() or is_amount or _reaches_over(last, new) or _fills_line(last, new)


def _fills_line(last: Segment, new: Segment) -> bool:
    """Whether a line of running text breaks off within a sentence at the edge of its column, right above another."""
    is_level = abs(last.box[0] - new.box[0]) < _SAME_EDGE * last.size and last.ends_bold == new.starts_bold
    is_running = last.is_prose and new.is_prose and last.num_words >= _SENTENCE_WORDS
    return is_running and is_level and last.width > _FULL_LINE * new.width


def _repeats_number(last: Segment, new: Segment) -> bool:
    """Whether a line begins with the figure of the number in words that the one before ends with: it is no item."""
    figure = _IN_FIGURES.match(new.text)
    return figure is not None and value_of(last.text.split()[-1]) == int(figure[1])


def _counts_on(first: Segment, new: Segment) -> bool:
    """Whether the enumerator of a line is the first of a list or follows that of the block."""
    number, before = (_NUMBER.match(segment.text) for segment in (new, first))
    return number is None or int(number[1]) in (1, int(before[1]) + 1 if before else 1)


def _sentence_box(block: Sequence[TextLine]) -> Box | None:
    """Where a block stands that is a sentence or ends with one."""
    text = " ".join(line.segment.text for line in block)
    is_sentence = count_words(text) > _SENTENCE_WORDS and FULL_STOP.search(text)
    return union(line.segment.box for line in block) if is_sentence else None
