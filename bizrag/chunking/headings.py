"""Headings in front of a text: which ones, and how a long path becomes short."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.chunking.params import Cascade, ChunkParams
from bizrag.chunking.sentences import CountTokens

_SEPARATOR = " > "
_GAP = "…"
# of the headings above a text only the last one stands in front of it
_NEAREST = (Cascade.HEADING, Cascade.TITLE_AND_HEADING)
# a file extension at the end of a written title: no word of the document
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,4}$")


class HeadingPaths:
    """The heading paths of one document, each shortened once.

    A path is the headings above a text, the highest first, without the document title.
    """

    def __init__(self, title: str, params: ChunkParams, count_tokens: CountTokens) -> None:
        self.title = title
        self._spoken_title = _EXTENSION.sub("", title).strip()
        self._short_title = short_title(self._spoken_title)
        self._params = params
        self._count_tokens = count_tokens
        self._short: dict[tuple[str, ...], str] = {}
        self._tokens: dict[tuple[str, ...], int] = {}

    def prefix(self, path: tuple[str, ...], *, said: Sequence[str] = ()) -> str:
        """What stands in front of an embedded text, within the heading share of the window; may be empty.

        ``said`` are headings that the text holds itself: they are not repeated.
        """
        cascade = self._params.cascade
        if cascade is Cascade.NONE:
            return ""
        parts = self._parts(self._short_title, path[-1:] if cascade in _NEAREST else path, said)
        if parts not in self._short:
            self._short[parts] = shorten_path(
                parts, max_tokens=self._params.heading_tokens, count_tokens=self._count_tokens
            )
        return self._short[parts]

    def lexical(self, path: tuple[str, ...], *, said: Sequence[str] = ()) -> str:
        """The headings for BM25: the whole path, except where the ablation asks for less."""
        cascade = self._params.cascade
        if cascade is Cascade.NONE:
            return ""
        chosen = path[-1:] if cascade is Cascade.HEADING else path
        return _SEPARATOR.join(self._parts(self._spoken_title, chosen, said))

    def prefix_tokens(self, path: tuple[str, ...]) -> int:
        """Tokens of the longest prefix that a text under this path, or under a part of it, can get."""
        if path not in self._tokens:
            own = self._count_tokens(self.prefix(path))
            self._tokens[path] = max(own, self.prefix_tokens(path[:-1])) if path else own
        return self._tokens[path]

    def _parts(self, title: str, path: tuple[str, ...], said: Sequence[str]) -> tuple[str, ...]:
        cascade = self._params.cascade
        above = () if cascade is Cascade.TITLE else path
        spoken = "" if cascade is Cascade.HEADING else title
        parts = (spoken, *(heading for heading in above if heading not in said))
        return tuple(part for part in parts if part)


def short_title(title: str) -> str:
    """The file name's part of a written title ('name - what the document calls itself'), where it has two words.

    Long titles dilute vectors: on 207 development questions over eight documents, dense page recall@1/5/10 was
    .58/.83/.90 with the file name's words in front and .51/.81/.88 with whole titles. BM25 sees the whole title.

    >>> short_title("2023 Q2 AAPL - Apple Inc. Form 10-Q")
    '2023 Q2 AAPL'
    >>> short_title("MSFT - Form 10-Q")
    'MSFT - Form 10-Q'
    """
    name, dash, _ = title.partition(" - ")
    return name if dash and len(name.split()) > 1 else title


def shorten_path(parts: Sequence[str], *, max_tokens: int, count_tokens: CountTokens) -> str:
    """Join a path; when it is too long, drop headings from its middle, then words from the middle of what is left.

    >>> count = lambda text: len(text.split())
    >>> shorten_path(["Report", "Part one", "Results", "Sales"], max_tokens=7, count_tokens=count)
    'Report > … > Sales'
    >>> shorten_path(["a b c d e f g h"], max_tokens=5, count_tokens=count)
    'a b … g h'
    """
    kept = [part for part in parts if part]
    path = _SEPARATOR.join(kept)
    while count_tokens(path) > max_tokens and len(kept) > 2:
        del kept[len(kept) // 2]
        path = _SEPARATOR.join([kept[0], _GAP, *kept[1:]])
    if count_tokens(path) <= max_tokens:
        return path
    return shorten_text(path, max_tokens=max_tokens, count_tokens=count_tokens)


def shorten_text(text: str, *, max_tokens: int, count_tokens: CountTokens) -> str:
    """Drop words from the middle until the text fits; characters where there is only one word; may become empty."""
    if count_tokens(text) <= max_tokens:
        return text
    for pieces, joiner in ((text.split(), " "), (list(text), "")):
        low, high = 0, len(pieces) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if count_tokens(_without_middle(pieces, middle, joiner)) <= max_tokens:
                low = middle
            else:
                high = middle - 1
        if low:
            return _without_middle(pieces, low, joiner)
    return ""


def _without_middle(pieces: list[str], keep: int, joiner: str) -> str:
    """The first and the last pieces, ``keep`` in all."""
    first = (keep + 1) // 2
    last = pieces[len(pieces) - (keep - first) :]
    return joiner.join([*pieces[:first], _GAP, *last])
