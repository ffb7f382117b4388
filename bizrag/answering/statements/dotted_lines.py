"""Facts that stand in one line with dots or bars between them: "CG-114 · Version 5 · Lead author: Ann Reid". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

Span = tuple[int, int]

_DOT = re.compile(r"\s+[·•|∙⋅]\s+")
_WORD = re.compile(r"[^\W\d_]{2}")
_MIN_DOTS, _MOST_WORDS = 2, 12


def dotted_spans(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """The spans of the facts of such lines; ``spans`` are the sentences and lines of a text.

    >>> line = "Version 5 · Valid until 30 June · Lead author: Ann Reid"
    >>> [line[slice(*span)] for span in dotted_spans(line, [(0, len(line))])]
    ['Version 5', 'Valid until 30 June', 'Lead author: Ann Reid']
    """
    for start, end in spans:
        dots = [found.span() for found in _DOT.finditer(text, start, end)]
        if len(dots) < _MIN_DOTS or "\n" in text[start:end]:
            continue
        starts, ends = [start, *(dot[1] for dot in dots)], [*(dot[0] for dot in dots), end]
        parts = list(zip(starts, ends, strict=True))
        if all(len(text[slice(*part)].split()) <= _MOST_WORDS for part in parts):
            # a single word is said by no fact
            yield from (
                part for part in parts if _WORD.search(text[slice(*part)]) and len(text[slice(*part)].split()) > 1
            )
