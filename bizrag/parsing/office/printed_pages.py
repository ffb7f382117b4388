"""Which printed page each item of a document without pages stands on, told by its letters."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from bizrag.parsing.conservation import item_text, tokens
from bizrag.parsing.draft import DraftItem
from bizrag.parsing.text_layers.text_layer import PageLayer

# So many letters in a row identify the beginning of a paragraph.
_MATCHED_LETTERS = 24
# Of the items with that many letters, so many must be found in order; else the printed text is another one.
_FOUND_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where an item begins: index of the page, offset in its letters."""

    page: int
    offset: int


@dataclass(frozen=True, slots=True)
class _Link:
    """An item on a page, at the end of a chain of items whose pages never go back."""

    item: int
    page: int
    before: Self | None


def assign_pages(items: Sequence[DraftItem], layers: Sequence[PageLayer]) -> bool:
    """Give items the page where their first letters stand in the printed text.

    Long texts are found by themselves, in their order; short ones (headings, cells) in front of the next long one.
    What is not found (pictures, fields that print as something else) gets the page of what stands before it. A single
    page holds all. Returns False, and changes nothing, when too few of the long texts are found in order.
    """
    if len(layers) == 1:
        for item in items:
            item.page_no = layers[0].page_no
        return True
    pages = ["".join(token for word in layer.words for token in tokens(word.text)) for layer in layers]
    keys = ["".join(tokens(item_text(item)))[:_MATCHED_LETTERS] for item in items]
    chosen = _longest_chain(keys, pages)
    if not chosen or len(chosen) < _FOUND_SHARE * sum(len(key) == _MATCHED_LETTERS for key in keys):
        return False
    spots = _place_long(keys, chosen, pages)
    _place_short(keys, spots, pages)
    page = next(spot.page for spot in spots if spot is not None)
    for item, spot in zip(items, spots, strict=True):
        page = spot.page if spot is not None else page
        item.page_no = layers[page].page_no
    return True


def _longest_chain(keys: Sequence[str], pages: Sequence[str]) -> dict[int, int]:
    """Item -> page for the most items that can stand in their order (the longest non-decreasing subsequence).

    A text that is printed on several pages (a running title) takes the page that fits, and one that is printed
    elsewhere (a text box, a footnote) is left out instead of misleading those behind it.
    """
    candidates = _candidates(keys, pages)
    ends: list[int] = []
    chains: list[_Link] = []
    for item, key in enumerate(keys):
        # From the last page on, so that no item follows itself.
        for page in reversed(candidates.get(key, [])):
            at = bisect_right(ends, page)
            link = _Link(item, page, chains[at - 1] if at else None)
            ends[at : at + 1], chains[at : at + 1] = [page], [link]
    chosen: dict[int, int] = {}
    link = chains[-1] if chains else None
    while link is not None:
        chosen[link.item] = link.page
        link = link.before
    return chosen


def _candidates(keys: Sequence[str], pages: Sequence[str]) -> dict[str, list[int]]:
    """Long keys and the pages that hold them, rising; one look at every place of the text."""
    found: dict[str, list[int]] = {key: [] for key in keys if len(key) == _MATCHED_LETTERS}
    for page, letters in enumerate(pages):
        for start in range(len(letters) - _MATCHED_LETTERS + 1):
            places = found.get(letters[start : start + _MATCHED_LETTERS])
            if places is not None and page not in places[-1:]:
                places.append(page)
    return found


def _place_long(keys: Sequence[str], chosen: dict[int, int], pages: Sequence[str]) -> list[_Spot | None]:
    spots: list[_Spot | None] = [None] * len(keys)
    last = _Spot(0, 0)
    for item, page in sorted(chosen.items()):
        start = last.offset if last.page == page else 0
        offset = pages[page].find(keys[item], start)
        last = spots[item] = _Spot(page, offset if offset >= 0 else pages[page].find(keys[item]))
    return spots


def _place_short(keys: Sequence[str], spots: list[_Spot | None], pages: Sequence[str]) -> None:
    """Fill in what stands between two long texts: from the second one back, because headings stand before texts."""
    first = _Spot(0, 0)
    floors: list[_Spot] = []  # the last long text before each item
    for spot in spots:
        first = spot or first
        floors.append(first)
    limit: _Spot | None = None
    for item in range(len(keys) - 1, -1, -1):
        spot = spots[item]
        if spot is not None:
            limit = spot
        elif keys[item] and limit is not None:
            spots[item] = _last_before(keys[item], floors[item], limit, pages)
            limit = spots[item] or limit


def _last_before(key: str, floor: _Spot, limit: _Spot, pages: Sequence[str]) -> _Spot | None:
    for page in range(limit.page, floor.page - 1, -1):
        end = limit.offset if page == limit.page else len(pages[page])
        start = floor.offset if page == floor.page else 0
        offset = pages[page].rfind(key, start, end)
        if offset >= 0:
            return _Spot(page, offset)
    return None
