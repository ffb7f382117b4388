"""Words of a slide in PDF, as the text layer gives them."""

from __future__ import annotations

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.text_layers.text_layer import Word


def slide_words(text: str, left: float, top: float, line: int, *, size: float = 12, bold: bool = False) -> list[Word]:
    """The words of a line that starts at ``left``: letters are half as wide as high, blanks a quarter."""
    words: list[Word] = []
    for part in text.split():
        right = left + 0.5 * size * len(part)
        box = BoundingBox(l=left, t=top, r=right, b=top + size)
        words.append(Word(part, box, size, line, em_pt=size, is_bold=bold))
        left = right + 0.25 * size
    return words
