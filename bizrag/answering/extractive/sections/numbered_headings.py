"""What a section or slide is called that a question names by its number: "What is the title of section 3.2?" Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.places import Part, named_part, number_of_heading

_ASKS = re.compile(
    r"\b(?:title|heading|headline|name|caption) of\b|\b(?:called|titled|entitled|headed|named)\W*$"
    r"|^\W*what (?:is|are) (?:the )?(?:sub-?sections?|sections?|chapters?|clauses?|appendix|annex|slides?)\b[^?]{0,20}?"
    r"(?:about)?\W*$",
    re.IGNORECASE,
)
_LINE = re.compile(r"[^\n]+")
_MAX_WORDS, _STOPS = 14, (".", ";", ",")


def find_numbered_heading(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The heading of the section, or the first line of the slide, whose number a question asks the name of; None where
    it asks for something else.
    """
    named = named_part(question) if _ASKS.search(question) else None
    if named is None:
        return None
    part, number = named[0], named[1]["number"]
    if part is Part.SECTION:
        return heading_of(number, statements)
    on_page = (one for one in statements if one.hit.kind is ChunkKind.SLIDE and one.hit.page_nos == (int(number),))
    first = next(on_page, None)
    line = _LINE.search(first.hit.text) if first is not None else None
    return first.part(*line.span()) if first is not None and line is not None else None


def heading_of(number: str, statements: Sequence[Statement]) -> Statement | None:
    """The heading with a number, where it stands over its section: alone on its line, in the chunk that it is above."""
    for one in {one.hit.chunk_no: one for one in statements if one.hit.kind is ChunkKind.TEXT}.values():
        for line in _LINE.finditer(one.hit.text):
            said = line[0].strip()
            is_short = len(said.split()) <= _MAX_WORDS and not said.endswith(_STOPS)
            if is_short and number_of_heading(said) == number and _stands_alone(one.hit.text, *line.span()):
                return one.part(*line.span())
    return None


def _stands_alone(text: str, start: int, end: int) -> bool:
    return text[:start].endswith("\n\n" if start else "") and (end == len(text) or text.startswith("\n\n", end))
