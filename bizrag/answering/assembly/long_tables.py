"""Tables too long to be read whole: the rows that share words with the question stay. Pure.

A log of a thousand rows is one table; left out for its length, none of its rows would ever be answered with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bizrag.model.chunks import ChunkKind
from bizrag.model.parses import is_part_of_table
from bizrag.model.retrieval import Hit
from bizrag.model.terms import term_weights, terms, weighted_share

#: stands where rows were left out
OMITTED = "[…]"
# lines before the rows: caption, what leads to the table, headers without rows
_HEAD_LINES = 3


def shorten_tables(hits: Sequence[Hit], question: str, *, max_chars: int) -> list[Hit]:
    """The hits, tables among them cut to about ``max_chars``: first lines, and the rows closest to the question."""
    return [
        _shortened(hit, question, max_chars) if hit.kind is ChunkKind.TABLE and len(hit.text) > max_chars else hit
        for hit in hits
    ]


def is_whole(hit: Hit) -> bool:
    """Whether no row of a hit was left out, and its table is no part of a longer one."""
    return OMITTED not in hit.text and not is_part_of_table(hit.text)


def _shortened(hit: Hit, question: str, max_chars: int) -> Hit:
    lines = hit.text.split("\n")
    said = [frozenset(terms(line)) for line in lines]
    weights = term_weights(set(terms(question)), said)
    order = sorted(range(len(lines)), key=lambda at: (at >= _HEAD_LINES, -weighted_share(weights, said[at]), at))
    kept: set[int] = set()
    left = max_chars
    for at in order:
        left -= len(lines[at]) + 1
        if left < 0:
            break
        kept.add(at)
    parts: list[str] = []
    for at, line in enumerate(lines):
        if at in kept:
            parts.append(line)
        elif not parts or parts[-1] != OMITTED:
            parts.append(OMITTED)
    return replace(hit, text="\n".join(parts))
