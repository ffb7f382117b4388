"""Where something stands: in which table or figure, by its caption, and on which page, by its heading or caption. Pure.

"In which table are the fees?", "On which page does the methodology begin?". What a table of contents says of pages,
``asked_pages`` tells before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from bizrag.answering.extractive.sections.asked_pages import asked_of_page
from bizrag.answering.extractive.sections.numbered_headings import heading_of
from bizrag.answering.languages import without_function_words
from bizrag.answering.quoting import cite
from bizrag.answering.statements.headings import is_heading
from bizrag.answering.statements.local_headings import is_heading_at
from bizrag.answering.statements.reading import Statement
from bizrag.model.captions import captions_of, named_caption
from bizrag.model.chunks import ChunkKind
from bizrag.model.places import Part, named_part
from bizrag.model.terms import term_weights, terms, weighted_share

_ASKS_FIGURE = re.compile(
    r"^\W*(?:(?:in|on|from) )?(?:what|which) (?P<kind>table|figure|chart|graph|diagram|listing|exhibit|map)\b"
    r"(?P<what> [^?]+)",
    re.IGNORECASE,
)
# what captions do is no part of what they name
_TOLD_OF_FIGURES = frozenset(
    # a text that began with "show" or "list" would ask for what follows
    terms("it shows presents gives given lists displays illustrates depicts contains reports describes provides finds")
)
_PICTURED = frozenset({"figure", "fig", "chart", "graph", "diagram", "map", "exhibit"})
_LEAST_SHARE = 0.6
_MIN_ASKED = 2


def find_located_figure(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The caption of the table or figure that a question asks the number of: the only one with most of its words; None
    where it asks for something else, or no caption has as many.
    """
    asked = _ASKS_FIGURE.match(question)
    if asked is None:
        return None
    what = set(terms(without_function_words(asked["what"]))) - _TOLD_OF_FIGURES
    captions = list({one.text: one for one in _captions(asked["kind"].casefold(), statements)}.values())
    shares = _shares(what, captions)
    most = max(shares, default=0.0)
    best = [one for one, share in zip(captions, shares, strict=True) if share == most]
    return best[0] if len(what) >= _MIN_ASKED and most >= _LEAST_SHARE and len(best) == 1 else None


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


def _captions(kind: str, statements: Sequence[Statement]) -> Iterator[Statement]:
    """The captions of figures of a kind: the first lines of their descriptions that begin with a number of the kind."""
    by_chunk = {one.hit.chunk_no: one for one in statements if one.hit.kind in (ChunkKind.TABLE, ChunkKind.PICTURE)}
    for one in by_chunk.values():
        line = one.hit.text.split("\n", 1)[0]
        named = named_caption(line)
        if named is None or named.start() > 0:
            continue
        own = named["kind"].casefold()
        if own == kind or {own, kind} <= _PICTURED:
            yield one.part(0, len(line))


def _shares(what: Set[str], captions: Sequence[Statement]) -> list[float]:
    idf = term_weights(what, [frozenset(terms(one.text)) for one in captions])
    return [weighted_share(idf, set(terms(one.text))) for one in captions]
