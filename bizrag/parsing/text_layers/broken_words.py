"""Words that a hyphen at a line's end parts, where lines and boxes are read. Pure.

pdfium writes such a word as one, in a box around both halves: that is right for what a page says, and wrong for where
it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bizrag.parsing.text_layers.text_layer import Word


def in_halves(words: Sequence[Word]) -> list[Word]:
    """Words with the halves of broken ones on lines of their own, the hyphen with the first: a box around both would
    reach over all that stands on these lines.
    """
    return [part for word in words for part in _halves_of(word)]


def _halves_of(word: Word) -> tuple[Word, ...]:
    if word.halves is None or word.broken_at is None:
        return (word,)
    (first, second), end = word.halves, word.broken_at + 1
    whole = replace(word, broken_at=None, halves=None)
    return (
        replace(whole, text=word.text[:end], bbox=first),
        replace(whole, text=word.text[end:], bbox=second, line=word.last_line),
    )
