"""The e-mail or web address that a question asks for: the line of it says nothing else. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

_KINDS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (
        re.compile(r"\be-?mail(?:s| address(?:es)?)?\b", re.IGNORECASE),
        re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    ),
    (
        re.compile(r"\b(?:web ?sites?|web ?page|home ?page|web address|url)\b", re.IGNORECASE),
        re.compile(r"\b(?:https?://|www\.)[^\s,;)]+[^\s,;).]", re.IGNORECASE),
    ),
)
_ASKS = re.compile(
    r"^\W*(?:(?:what|which)(?: is| are|'s|’s)?\b|(?:to|at|on|under) (?:which|what)\b|give\b|find\b|the\b)",
    re.IGNORECASE,
)
_LINE = re.compile(r"[^\n]+")
_WORDS = frozenset(terms("e-mail email mail address addresses website web site page homepage url"))
# lines above an address say whose it is
_LINES_ABOVE = 4


def find_net_address(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The line with the address whose line, and lines right above, have the most words of the question; of as many the
    first. None where the question asks for none, or the statements have none of its kind.
    """
    address = next((address for asks, address in _KINDS if asks.search(question)), None)
    if address is None or not _ASKS.match(question):
        return None
    asked = set(terms(question)) - _WORDS
    found = list(_lines_with(address, statements))
    return max(found, key=lambda one: len(asked & one[1]), default=(None, set[str]()))[0]


def _lines_with(address: re.Pattern[str], statements: Sequence[Statement]) -> Iterator[tuple[Statement, set[str]]]:
    """Lines of text with an address, as statements, each with the terms of it and of the lines above."""
    texts = {one.hit.chunk_no: one for one in statements if one.hit.kind is not ChunkKind.PICTURE}
    for one in texts.values():
        lines = list(_LINE.finditer(one.hit.text))
        for at, line in enumerate(lines):
            if (found := address.search(line[0])) is None:
                continue
            around = " ".join(above[0] for above in lines[max(0, at - _LINES_ABOVE) : at + 1])
            sentence = next((own for own in statements if _holds(own, one, line.start() + found.start())), None)
            yield sentence or one.part(*line.span()), set(terms(around))


def _holds(own: Statement, other: Statement, place: int) -> bool:
    return own.hit.chunk_no == other.hit.chunk_no and own.start <= place < own.end
