"""Captions that layout took for plain text: "Table 3: Sales" right above or below a table or picture without one.

Charts that stand side by side are one picture; the title over each of them is part of its caption.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftPicture, DraftTable, DraftText
from bizrag.parsing.engines.regions.captions import CAPTION, SOURCE_UNSPACED, is_named_caption

# of a map set as tiles there is a table
_TABLE = re.compile(
    r"^(?:table|tab\.|exhibit|map|tabelle|tableau|[附续續]?[图圖図]?表|표)\s*[A-Z]?\.?\d", re.IGNORECASE
)
_PICTURE = re.compile(
    r"^(?:figure|fig\.|chart|graph|exhibit|map|abbildung|abb\.|[附续續]?[图圖図]表?|그림)\s*[A-Z]?\.?\d", re.IGNORECASE
)
# "Source: own", "See accompanying notes to the statements."
_SOURCE = re.compile(
    rf"^(?:(?:sources?|notes?|quellen?|{SOURCE_UNSPACED}|注)\s?[:：]"
    r"|(?:see|refer to) (?:the )?(?:accompanying )?notes?\b)",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"[a-z]{2}[.!?] +[A-Z]")
_MAX_LETTERS = 300
# A title over one of several charts is a short line, and no wider than the picture by more than this.
_MAX_TITLE_LETTERS = 80
_TITLE_SLACK_PT = 12.0
# one line is so high, and stands off the middle of what it is over by less (of its width)
_MAX_LINE_PT, _OFF_MIDDLE = 18.0, 0.04
# and one over a table has few words, and is no sentence, label or lead-in
_TITLE = re.compile(r"[A-Z\u00c0-\u024f](?:[^\s:;.?!|]*\s){0,6}[^\s:;.?!|]*[^\W_]\)?%?")
# What a page's text is made of, and how near two blocks begin at one edge.
_RUNNING = (BlockKind.TEXT, BlockKind.LIST_ITEM, BlockKind.HEADING)
_SAME_EDGE_PT = 3.0
# lines of a picture's text, first and last, that may be its caption
_NUM_LOOKED_AT = 2
_NUMBERED = re.compile(r"\d+(?:\.\d+)*\.?\s")
# A caption stands no further from what it names than about two lines.
_MAX_GAP_PT = 30.0


def link_captions(items: Sequence[DraftItem]) -> None:
    """Give tables and pictures of one page the numbered caption beside them; its block becomes a caption.

    A paragraph that layout took for the caption of a table is a text again where a numbered one stands beside it.
    """
    for index, item in enumerate(items):
        if isinstance(item, DraftText) or item.bbox is None:
            continue
        pattern = _TABLE if isinstance(item, DraftTable) else _PICTURE
        is_of_own = isinstance(item, DraftPicture) and _is_sentence(item.caption) and bool(_inside(item, pattern))
        if _SOURCE.match(item.caption) or is_of_own:
            _unlink(item, items)
        paragraph = _paragraph_as_caption(item, pattern, items)
        if item.caption and paragraph is None:
            continue
        for neighbour in (*items[max(0, index - 1) : index], *items[index + 1 : index + 2]):
            if isinstance(neighbour, DraftText) and _is_caption(_as_text(neighbour, items), pattern, item):
                if paragraph is not None:
                    paragraph.kind = BlockKind.TEXT
                item.caption, neighbour.kind, neighbour.level = neighbour.text, BlockKind.CAPTION, None
                break
        else:
            _link_with_subtitle(item, items[:index], pattern, paragraph)
        if isinstance(item, DraftTable) and not item.caption:
            _link_bare_title(item, items[max(0, index - 1) : index])
        if isinstance(item, DraftPicture) and not pattern.match(item.caption) and (inside := _inside(item, pattern)):
            item.caption = inside
        if isinstance(item, DraftPicture) and not item.caption:
            titles = _panel_titles(item, items)
            item.caption = "; ".join(title.text for title in titles)
            for title in titles:
                title.kind, title.level = BlockKind.CAPTION, None
    _link_titles([item for item in items if isinstance(item, DraftPicture)], items)


def link_flowing_captions(items: Sequence[DraftItem]) -> None:
    """Give pictures of a document without pages the numbered caption right before or behind them.

    Between two captions the one counts that stands where most of the document's captions do.
    """
    pictures = [at for at, item in enumerate(items) if isinstance(item, DraftPicture) and not item.caption]
    beside = {at: [step for step in (1, -1) if _is_flowing_caption(items, at + step)] for at in pictures}
    alone = [steps[0] for steps in beside.values() if len(steps) == 1]
    usual = -1 if 2 * alone.count(-1) > len(alone) else 1
    for at in pictures:
        steps = sorted(beside[at], key=lambda step: step != usual)
        # a picture before it may have taken it
        found = next((items[at + step] for step in steps if _is_flowing_caption(items, at + step)), None)
        picture = items[at]
        if isinstance(found, DraftText) and isinstance(picture, DraftPicture):
            picture.caption, found.kind, found.level = found.text, BlockKind.CAPTION, None


def _as_text(block: DraftText, items: Sequence[DraftItem]) -> DraftText:
    """A block; what layout took for a caption and gave to nothing is looked at as a text."""
    is_given = any(not isinstance(item, DraftText) and item.caption == block.text for item in items)
    return replace(block, kind=BlockKind.TEXT) if block.kind is BlockKind.CAPTION and not is_given else block


def _is_flowing_caption(items: Sequence[DraftItem], at: int) -> bool:
    item = items[at] if 0 <= at < len(items) else None
    return (
        isinstance(item, DraftText)
        and item.kind in (BlockKind.TEXT, BlockKind.HEADING)
        and len(item.text) <= _MAX_LETTERS
        and _PICTURE.match(item.text) is not None
        and is_named_caption(item.text)
    )


def _paragraph_as_caption(
    item: DraftTable | DraftPicture, pattern: re.Pattern[str], items: Sequence[DraftItem]
) -> DraftText | None:
    """The block of a caption that is sentences without a number; None where the caption is one."""
    if pattern.match(item.caption) or not _SENTENCES.search(item.caption):
        return None
    blocks = (one for one in items if isinstance(one, DraftText) and one.kind is BlockKind.CAPTION)
    return next((one for one in blocks if one.text == item.caption and one.page_no == item.page_no), None)


def _unlink(item: DraftTable | DraftPicture, items: Sequence[DraftItem]) -> None:
    """Where something comes from is no caption, nor is a sentence where a picture has a numbered one inside."""
    for block in items:
        if isinstance(block, DraftText) and block.text == item.caption and block.page_no == item.page_no:
            block.kind = BlockKind.TEXT
    item.caption = ""


def _link_with_subtitle(
    item: DraftTable | DraftPicture,
    before: Sequence[DraftItem],
    pattern: re.Pattern[str],
    paragraph: DraftText | None,
) -> None:
    """The numbered caption above a short line that stands right above a table or picture ("Percent, 2022"): both are
    its caption.
    """
    near = [one for one in before[-3:] if not (isinstance(one, DraftText) and _SOURCE.match(one.text))]
    if len(near) < 2:
        return
    above, line = near[-2:]
    if not (isinstance(line, DraftText) and isinstance(above, DraftText)) or line.bbox is None or item.bbox is None:
        return
    is_subtitle = line.kind is BlockKind.TEXT and len(line.text) <= _MAX_TITLE_LETTERS and not line.text.endswith(".")
    is_over = line.bbox.b <= item.bbox.t + _TITLE_SLACK_PT and _gap(line.bbox, item.bbox) <= _MAX_GAP_PT
    if is_subtitle and is_over and _is_caption(above, pattern, item, line.bbox):
        if paragraph is not None:
            paragraph.kind = BlockKind.TEXT
        item.caption = f"{above.text.rstrip('.')}. {line.text}"
        for block in (above, line):
            block.kind, block.level = BlockKind.CAPTION, None


def _link_bare_title(table: DraftTable, before: Sequence[DraftItem]) -> None:
    """A short line right above a table, beginning where it does, is its title: "Main holders" of a column of facts."""
    line = before[0] if before else None
    if not isinstance(line, DraftText) or line.bbox is None or table.bbox is None or line.page_no != table.page_no:
        return
    # a sentence about a figure begins with its number
    is_title = line.kind is BlockKind.TEXT and _TITLE.fullmatch(line.text) is not None and not CAPTION.match(line.text)
    is_at_edge = abs(line.bbox.l - table.bbox.l) <= _SAME_EDGE_PT and line.bbox.r <= table.bbox.r
    is_right_above = -_SAME_EDGE_PT <= table.bbox.t - line.bbox.b <= line.bbox.height
    if is_title and is_at_edge and is_right_above:
        table.caption, line.kind, line.level = line.text, BlockKind.CAPTION, None


def _inside(picture: DraftPicture, pattern: re.Pattern[str]) -> str:
    """The numbered caption among the first or last lines of the text in a picture, with the line below it where that
    closes its bracket; empty without one.
    """
    lines = [*picture.text.splitlines(), ""]
    first = [at for at in range(len(lines) - 1) if at < _NUM_LOOKED_AT or at >= len(lines) - 1 - _NUM_LOOKED_AT]
    found = next((at for at in first if pattern.match(lines[at]) and len(lines[at]) <= _MAX_LETTERS), None)
    if found is None:
        return ""
    line, below = lines[found : found + 2]
    is_open = line.count("(") > line.count(")") and below.count(")") > below.count("(")
    return f"{line} {below}" if is_open else line


def _is_sentence(caption: str) -> bool:
    return len(caption) > _MAX_TITLE_LETTERS and caption.rstrip().endswith(".") and not is_named_caption(caption)


def _panel_titles(picture: DraftPicture, items: Sequence[DraftItem]) -> list[DraftText]:
    """Two or more short lines side by side right above a picture, from left to right; one alone may be a heading."""
    above = [
        item
        for item in items
        if isinstance(item, DraftText) and len(item.text) <= _MAX_TITLE_LETTERS and _is_above(item, picture)
    ]
    above.sort(key=lambda item: item.bbox.l if item.bbox else 0.0)
    boxes = [item.bbox for item in above if item.bbox]
    is_one_line = all(box.t < boxes[0].b and boxes[0].t < box.b for box in boxes)
    stand_apart = all(left.r <= right.l for left, right in pairwise(boxes))
    return above if len(above) > 1 and is_one_line and stand_apart else []


def _link_titles(pictures: Sequence[DraftPicture], items: Sequence[DraftItem]) -> None:
    """Give charts the titles over them, beside the captions that they have: as headings those name what follows."""
    for picture in pictures:
        if (title := _title_over(picture, items)) is not None:
            picture.caption = ". ".join(filter(None, (picture.caption.rstrip("."), title.text)))
            title.kind, title.level = BlockKind.CAPTION, None


def _title_over(picture: DraftPicture, items: Sequence[DraftItem]) -> DraftText | None:
    """The title over a drawing with labels, where it looks like a heading, or is one line in its middle: no text of the
    page begins where it does.

    What stands above all other texts of its page is no title of a drawing, nor is what has the number of a section.
    """
    texts = [item for item in items if isinstance(item, DraftText) and item.kind in _RUNNING and item.bbox is not None]
    above = [text for text in texts if _is_above(text, picture)]
    over = [text for text in above if text.kind is BlockKind.HEADING]
    # the labels of a bitmap are read later
    is_drawn = bool(picture.text) or not over
    if not (over or picture.caption):
        over = [text for text in above if _is_centred(text, picture)]
    if len(over) != 1 or not is_drawn or _NUMBERED.match(over[0].text) or len(over[0].text) > _MAX_TITLE_LETTERS:
        return None
    box = over[0].bbox
    others = [text.bbox for text in texts if text is not over[0] and text.bbox is not None]
    if box is None or picture.bbox is None or not any(other.b <= box.t for other in others):
        return None
    begins_like_text = any(abs(other.l - box.l) <= _SAME_EDGE_PT for other in others)
    return None if begins_like_text or box.l <= picture.bbox.l else over[0]


def _is_centred(text: DraftText, picture: DraftPicture) -> bool:
    """Whether a text is one short line, and no sentence, in the middle of what it stands over."""
    box, below = text.bbox, picture.bbox
    if text.kind is not BlockKind.TEXT or box is None or below is None or text.text.rstrip().endswith((".", ":", ";")):
        return False
    return box.height <= _MAX_LINE_PT and abs(box.l + box.r - below.l - below.r) / 2 <= _OFF_MIDDLE * below.width


def _is_above(text: DraftText, picture: DraftPicture) -> bool:
    box, below = text.bbox, picture.bbox
    return (
        text.kind in (BlockKind.TEXT, BlockKind.HEADING)
        and text.page_no == picture.page_no
        and box is not None
        and below is not None
        and 0 <= below.t - (box.t + box.b) / 2 <= _MAX_GAP_PT
        and box.l >= below.l - _TITLE_SLACK_PT
        and box.r <= below.r + _TITLE_SLACK_PT
    )


def _is_caption(
    candidate: DraftText, pattern: re.Pattern[str], item: DraftTable | DraftPicture, near: BoundingBox | None = None
) -> bool:
    """Whether a text is a numbered caption, close to ``near`` or else to the item."""
    kinds = (BlockKind.TEXT, BlockKind.HEADING) if near is None else (BlockKind.TEXT, BlockKind.CAPTION)
    near = near or item.bbox
    return (
        candidate.kind in kinds
        and candidate.page_no == item.page_no
        and len(candidate.text) <= _MAX_LETTERS
        and pattern.match(candidate.text) is not None
        and (CAPTION.match(candidate.text) is None or is_named_caption(candidate.text))
        and candidate.bbox is not None
        and near is not None
        and _gap(candidate.bbox, near) <= _MAX_GAP_PT
    )


def _gap(one: BoundingBox, other: BoundingBox) -> float:
    """Vertical distance of two boxes; infinite when they share no column."""
    if one.r <= other.l or other.r <= one.l:
        return float("inf")
    return max(0.0, other.t - one.b, one.t - other.b)
