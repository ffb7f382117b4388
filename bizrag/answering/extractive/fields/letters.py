"""Who a letter or memo is to and from: no sentence of it says so. Pure.

A memo has a line for each; a letter has the address above its salutation and the name below its close.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind

_LETTER = r"(?:letter|memo(?:randum)?|e-?mail|message|note|fax)"
_ASKS_TO = re.compile(
    rf"\bto whom\b.*\b{_LETTER}\b"
    rf"|\bwho(?:m)?\b.*\b{_LETTER}\b (?:(?:is|was|addressed|sent|written|directed) )*to\W*$"
    rf"|\bwho(?:m)?\b.*\b{_LETTER}\b (?:\w+ ){{0,3}}addressed\b"
    rf"|\b(?:addressee|recipient)s? of (?:the|this) {_LETTER}\b",
    re.IGNORECASE,
)
_ASKS_FROM = re.compile(
    rf"\bwho(?: has)? (?:wrote|written|signed|sent)\b.*\b{_LETTER}\b"
    rf"|\bwho\b.*\b{_LETTER}\b.*\b(?:from|signed by|written by)\b"
    rf"|\b(?:sender|author|signatory|writer)s?\b.*\b{_LETTER}\b",
    re.IGNORECASE,
)
_TO_LINE = re.compile(r"^(?:to|an|attention|attn\.?)\s*:\s*\S[^\n]*", re.IGNORECASE | re.MULTILINE)
_FROM_LINE = re.compile(r"^(?:from|von)\s*:\s*\S[^\n]*", re.IGNORECASE | re.MULTILINE)
_SALUTATION = re.compile(r"^(?:dear|sehr geehrte[rs]?|liebe[rs]?)\b[^\n]{2,60}$", re.IGNORECASE | re.MULTILINE)
_CLOSE = re.compile(
    r"^(?:(?:yours )?(?:sincerely|faithfully|truly)(?: yours)?|(?:very truly|respectfully) yours|respectfully"
    r"|(?:with )?(?:best|kind|warm)(?:est)? regards|regards|mit freundlichen grüßen)\W*$",
    re.IGNORECASE | re.MULTILINE,
)
_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+)*")
# an address and a signature are short, in words; a signature has no more paragraphs
_MAX_WORDS, _MAX_PARAGRAPHS = 30, 2
_DATE = re.compile(r"(?:19|20)\d\d\W*$")


def find_correspondent(question: str, statements: Sequence[Statement]) -> Statement | None:
    """Who a letter is to or from, as a question asks; None where it asks for neither, or no text is a letter."""
    find = _sender if _ASKS_FROM.search(question) else _addressee if _ASKS_TO.search(question) else None
    if find is None:
        return None
    texts = {one.hit.chunk_no: one for one in statements if one.hit.kind in (ChunkKind.TEXT, ChunkKind.SLIDE)}
    for _, one in sorted(texts.items()):
        if (span := find(one.hit.text)) is not None:
            return one.part(*span)
    return None


def _addressee(text: str) -> tuple[int, int] | None:
    """The line for it, else the salutation with the address right above it."""
    if (line := _TO_LINE.search(text)) is not None:
        return line.span()
    if (salutation := _SALUTATION.search(text)) is None:
        return None
    above = [found for found in _PARAGRAPH.finditer(text, 0, salutation.start()) if found.end() <= salutation.start()]
    address = above[-1] if above else None
    is_address = address is not None and len(address[0].split()) <= _MAX_WORDS and not _DATE.search(address[0])
    return (address.start() if address is not None and is_address else salutation.start()), salutation.end()


def _sender(text: str) -> tuple[int, int] | None:
    """The line for it, else what stands below the close."""
    if (line := _FROM_LINE.search(text)) is not None:
        return line.span()
    close = next(iter(_CLOSE.finditer(text)), None)
    below = list(_PARAGRAPH.finditer(text, close.end()))[:_MAX_PARAGRAPHS] if close is not None else []
    names = [found for found in below if len(found[0].split()) <= _MAX_WORDS]
    return (names[0].start(), names[-1].end()) if names else None
