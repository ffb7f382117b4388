"""The page on which a section begins, as a table of contents says it: "On which page does the chapter on fees start?"

Pure. Entries may stand one after the other in a paragraph: "7.3 Adjustments … 56 7.4 Options … 61".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.captions import named_caption
from bizrag.model.chunks import ChunkKind
from bizrag.model.places import Part, named_part, number_of_heading
from bizrag.model.terms import terms

_ASKS = re.compile(r"^\W*(?:on |at )?(?:what|which) page\b(?: number)? (?P<what>[^?]+)", re.IGNORECASE)
_OF_PAGES = frozenset(
    terms("chapter section part page start begin find located appear table contents describe cover on")
)
_ENTRY = re.compile(r"(?P<name>[^\n…;]{3,160}?)(?: … |: |; )(?:page )?(?P<page>\d{1,4})(?=[.:\s]|$)", re.IGNORECASE)
# so many entries in one text are a table of contents
_MIN_ENTRIES = 3


def find_asked_page(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The entry of a table of contents whose name has all words of what a question asks the page of, the shortest one;
    None where it asks for something else.
    """
    asked, what = asked_of_page(question)
    if not asked or named_caption(asked) is not None:
        # "4.1 Income" is a section, whatever Table 4.1 is of
        return None
    part = named_part(asked)
    if part is not None and part[0] is Part.SECTION:
        number = part[1]["number"]
        return next((one for one in _entries(statements) if number_of_heading(one.text) == number), None)
    named = [one for one in _entries(statements) if what and what <= set(terms(one.text))]
    return min(named, key=lambda one: len(one.text.split()), default=None)


def asked_of_page(question: str) -> tuple[str, set[str]]:
    """What a question asks the page of, and its terms; empty where it asks for something else."""
    asked = _ASKS.match(question)
    if asked is None:
        return "", set()
    return asked["what"], set(terms(without_function_words(asked["what"]))) - _OF_PAGES


def _entries(statements: Sequence[Statement]) -> Iterator[Statement]:
    by_chunk = {one.hit.chunk_no: one for one in statements if one.hit.kind in (ChunkKind.TEXT, ChunkKind.TABLE)}
    for one in by_chunk.values():
        found = list(_ENTRY.finditer(one.hit.text))
        pages = [int(entry["page"]) for entry in found]
        if len(found) >= _MIN_ENTRIES and pages == sorted(pages):
            yield from (one.part(*entry.span()) for entry in found)
