"""Bookmarks of a PDF (its outline): titles of chapters with their depth and page, which whoever made the file knew.

Parsers find headings by how they look and put them all on one level; the outline says which paragraphs are headings,
and how deep each stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftText

# a file may hold any number of them
_MAX_BOOKMARKS = 20_000
_MAX_DEPTH = 6
# longer paragraphs are no headings, whatever an outline says
_MAX_CHARS = 300
_NUMBER = re.compile(
    r"^(?:(?i:note|item|part|chapter|section|annex|appendix)\s+)?(?:\d{1,2}(?:\.\d{1,2}){0,5}[A-Z]?|[A-Z]|[IVX]+)"
    r"(?:[.)]|\s?[:–—-])?\s+(?=\S)"
)
_MAY_BE_HEADINGS = (BlockKind.HEADING, BlockKind.TEXT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bookmark:
    """A chapter of the outline."""

    title: str
    # depth, from 1
    level: int
    # from 1; None where the outline does not say
    page_no: int | None


def read_bookmarks(document: Any) -> list[Bookmark]:
    """The outline of an open pdfium document, in its order; nothing where there is none or it cannot be read."""
    found: list[Bookmark] = []
    try:
        for bookmark in islice(document.get_toc(max_depth=_MAX_DEPTH), _MAX_BOOKMARKS):
            title = " ".join(bookmark.get_title().split())
            if title:
                found.append(Bookmark(title=title, level=bookmark.level + 1, page_no=_page_no(bookmark)))
    except (RuntimeError, ValueError, OSError):  # a damaged outline must not cost the document
        return found
    return found


def _page_no(bookmark: Any) -> int | None:
    destination = bookmark.get_dest()
    index = destination.get_index() if destination is not None else None
    return None if index is None else index + 1


def mark_bookmarks(items: Sequence[DraftItem], bookmarks: Sequence[Bookmark]) -> None:
    """Paragraphs that a bookmark names on its page become headings; a bookmark names one at most. A heading is one
    level below the last heading that a bookmark above its own names: what stands on no page is above nothing.

    Titles are compared without case, spaces and punctuation, and without a number that only one of both carries. Of
    several paragraphs on the page a heading comes first, then the first. Bookmarks without a page name nothing: their
    words may stand anywhere.
    """
    by_page: dict[int | None, list[DraftText]] = {}
    for item in items:
        if isinstance(item, DraftText) and item.kind in _MAY_BE_HEADINGS and len(item.text) <= _MAX_CHARS:
            by_page.setdefault(item.page_no, []).append(item)
    # levels of the bookmarks above, and of their headings
    above: list[tuple[int, int]] = []
    for bookmark in bookmarks:
        above = [(level, own) for level, own in above if level < bookmark.level]
        on_page = by_page.get(bookmark.page_no, []) if bookmark.page_no is not None else []
        named = [item for item in on_page if item.outline_level is None and is_same_title(bookmark.title, item.text)]
        # the sort is stable: the first of its kind
        for item in sorted(named, key=lambda item: item.kind is not BlockKind.HEADING)[:1]:
            item.kind, item.outline_level = BlockKind.HEADING, above[-1][1] + 1 if above else 1
            above.append((bookmark.level, item.outline_level))


def is_same_title(one: str, other: str) -> bool:
    """Whether two titles are the same words.

    >>> is_same_title("Net  sales.", "2.1 Net Sales"), is_same_title("1 Sales", "2 Sales"), is_same_title("...", "-")
    (True, False, False)
    >>> is_same_title("Note 5 : Investments", "Investments"), is_same_title("Item 1A. Risks", "Risks")
    (True, True)
    """
    first, second = _letters(one), _letters(other)
    if first == second:
        return bool(first)
    bare_first, bare_second = _letters(_NUMBER.sub("", one)), _letters(_NUMBER.sub("", other))
    is_one_numbered = (bare_first == first) != (bare_second == second)
    return is_one_numbered and bare_first == bare_second != ""


def _letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
