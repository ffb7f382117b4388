"""On which page something stands, by its heading or caption: "On which page does the methodology begin?" Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from bizrag.answering.extractive.sections.numbered_headings import heading_of
from bizrag.answering.languages import without_function_words
from bizrag.answering.quoting import cite
from bizrag.answering.statements.headings import is_heading
from bizrag.answering.statements.local_headings import is_heading_at
from bizrag.answering.statements.reading import Statement
from bizrag.model.captions import captions_of, named_caption
from bizrag.model.chunks import ChunkKind
from bizrag.model.places import Part, named_part
from bizrag.model.terms import terms

_ASKS = re.compile(r"^\W*(?:on |at )?(?:what|which) page\b(?: number)? (?P<what>[^?]+)", re.IGNORECASE)
_OF_PAGES = frozenset(
    terms("chapter section part page start begin find located appear table contents describe cover on")
)


def find_page_of(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The shortest heading with all words of what a question asks the page of, or the caption that it names by its
    number, behind its page; None without.
    """
    what, words = asked_of_page(question)
    if not words:
        return None
    named = named_caption(what)
    part = named_part(what) if named is None else None
    if named is not None:
        found = _numbered(named, statements)
    elif part is not None and part[0] is Part.SECTION:
        found = heading_of(part[1]["number"], statements)
    else:
        found = _headings(words, statements)
    page_no = cite([found]).locators[0].page_no if found is not None else None
    return replace(found, label=f"page {page_no}") if found is not None and page_no is not None else None


def asked_of_page(question: str) -> tuple[str, set[str]]:
    """What a question asks the page of, and its terms; empty where it asks for something else."""
    asked = _ASKS.match(question)
    if asked is None:
        return "", set()
    return asked["what"], set(terms(without_function_words(asked["what"]))) - _OF_PAGES


def _numbered(named: re.Match[str], statements: Sequence[Statement]) -> Statement | None:
    # a figure stands where it stands, and the text that is read with it may name it before
    by_chunk = {one.hit.chunk_no: one for one in statements}
    ordered = sorted(by_chunk.values(), key=lambda one: one.hit.kind is ChunkKind.TEXT)
    captions = captions_of(named)
    return next((one.part(*found.span()) for one in ordered if (found := captions.search(one.hit.text))), None)


def _headings(words: Set[str], statements: Sequence[Statement]) -> Statement | None:
    named = [
        one
        for one in statements
        if one.hit.kind is ChunkKind.TEXT
        and not (one.is_row or one.is_field)
        and (is_heading_at(one.hit.text, one.end) or is_heading(one))
        and words <= set(terms(one.text))
    ]
    return min(named, key=lambda one: len(one.text.split()), default=None)
