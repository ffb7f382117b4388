"""Numbered captions of the figures of a page: all above them or all below. Pure.

Layout gives a caption to the picture next to it; of figures that follow each other that is as often the wrong one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftPicture, DraftTable, DraftText
from bizrag.parsing.engines.regions.captions import is_named_caption

_MAX_LETTERS = 300
# a figure has a margin between what is drawn and its caption
_MAX_GAP_PT = 48.0
# and a wide one where nothing but its labels stands there
_MAX_BARE_GAP_PT = 100.0
# of their height: how far the edges of panels side by side differ
_LEVEL = 0.25
_SENTENCE = re.compile(r"(?:\S+\s+){5,}\S+[.!?:]$")

_Pairs = list[tuple[DraftText, DraftPicture]]


def place_captions(items: Sequence[DraftItem]) -> None:
    """Give the pictures of each page the numbered captions beside them, and no other's."""
    pages: dict[int, list[DraftItem]] = {}
    for item in items:
        if item.page_no is not None and item.bbox is not None:
            pages.setdefault(item.page_no, []).append(item)
    sides = [(page, _pairs(page, is_below=True), _pairs(page, is_below=False)) for page in pages.values()]
    # where a page does not tell, the others do
    lead = sum(len(below) - len(above) for _, below, above in sides)
    for page, below, above in sides:
        is_below = (len(below), lead) >= (len(above), 0)
        pairs, others = (below, above) if is_below else (above, below)
        taken = {id(item) for pair in pairs for item in pair}
        pairs = [*pairs, *(pair for pair in others if taken.isdisjoint(map(id, pair)))]
        _give(page, [*pairs, *_panels(page, pairs)])


def _pairs(page: Sequence[DraftItem], *, is_below: bool) -> _Pairs:
    """Captions with the picture right above them, or right below, the nearest first; each once."""
    of_tables = {item.caption for item in page if isinstance(item, DraftTable)}
    pictures = [item for item in page if isinstance(item, DraftPicture)]
    captions = [item for item in page if isinstance(item, DraftText) and _is_of_figure(item.text)]
    near = [
        (gap, caption, picture)
        for caption in captions
        for picture in pictures
        if caption.text not in of_tables
        and (gap := _gap(picture, caption, is_below=is_below)) <= _MAX_BARE_GAP_PT
        and not _is_between(page, caption, picture, is_bare=gap > _MAX_GAP_PT)
    ]
    taken: set[int] = set()
    found: _Pairs = []
    for _, caption, picture in sorted(near, key=lambda entry: entry[0]):
        if taken.isdisjoint((id(caption), id(picture))):
            taken |= {id(caption), id(picture)}
            found.append((caption, picture))
    return found


def _panels(page: Sequence[DraftItem], pairs: _Pairs) -> _Pairs:
    """Pictures without a caption that stand level with one that has it, over or under the same lines: parts of the
    figure.
    """
    taken = {id(picture) for _, picture in pairs}
    return [
        (caption, other)
        for caption, picture in pairs
        for other in page
        if isinstance(other, DraftPicture)
        and id(other) not in taken
        and _are_level(picture, other)
        and other.bbox is not None
        and caption.bbox is not None
        and caption.bbox.l <= (other.bbox.l + other.bbox.r) / 2 <= caption.bbox.r
    ]


def _are_level(one: DraftPicture, other: DraftPicture) -> bool:
    """Whether two pictures stand beside each other, on one line, about as high."""
    if one.bbox is None or other.bbox is None or min(one.bbox.r, other.bbox.r) > max(one.bbox.l, other.bbox.l):
        return False
    height = max(one.bbox.height, other.bbox.height)
    return max(abs(one.bbox.t - other.bbox.t), abs(one.bbox.b - other.bbox.b)) <= _LEVEL * height


def _is_of_figure(text: str) -> bool:
    return len(text) <= _MAX_LETTERS and is_named_caption(text) and not text.casefold().startswith("tab")


def _gap(picture: DraftPicture, caption: DraftText, *, is_below: bool) -> float:
    """From a picture to the caption below or above it; infinite where it is beside it or on the other side."""
    one, other = picture.bbox, caption.bbox
    if one is None or other is None or min(one.r, other.r) <= max(one.l, other.l):
        return math.inf
    gap = other.t - one.b if is_below else one.t - other.b
    return gap if gap > -other.height else math.inf


def _is_between(page: Sequence[DraftItem], caption: DraftText, picture: DraftPicture, *, is_bare: bool) -> bool:
    """Whether a sentence or something that is no text stands between a caption and a picture; or a heading, too."""
    one, other = caption.bbox, picture.bbox
    if one is None or other is None:
        return True
    top, bottom = sorted((one.middle_y, other.t if other.t > one.middle_y else other.b))
    return any(
        item is not caption
        and item is not picture
        and item.bbox is not None
        and top < item.bbox.middle_y < bottom
        and min(item.bbox.r, one.r) > max(item.bbox.l, one.l)
        and (
            not isinstance(item, DraftText)
            or _SENTENCE.search(item.text) is not None
            or (is_bare and item.kind is BlockKind.HEADING)
        )
        for item in page
    )


def _give(page: Sequence[DraftItem], pairs: _Pairs) -> None:
    own = {id(picture): caption for caption, picture in pairs}
    given = {caption.text for caption, _ in pairs}
    for picture in (item for item in page if isinstance(item, DraftPicture)):
        caption = own.get(id(picture))
        if caption is None:
            picture.caption = "" if picture.caption in given else picture.caption
        elif picture.caption != caption.text:
            title = "" if picture.caption in given else _title(picture, page)
            picture.caption = ". ".join(filter(None, (caption.text.rstrip("."), title))) if title else caption.text
            caption.kind, caption.level = BlockKind.CAPTION, None


def _title(picture: DraftPicture, page: Sequence[DraftItem]) -> str:
    """What layout took for the caption of a picture that has a numbered one: its title, but for sentences."""
    if not _SENTENCE.search(picture.caption):
        return picture.caption
    for item in page:
        if isinstance(item, DraftText) and item.kind is BlockKind.CAPTION and item.text == picture.caption:
            item.kind = BlockKind.TEXT
    return ""
