"""Signs of symbol fonts, in which presentation programs set bullets and ticks: they are no letters. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bizrag.parsing.text_layers.text_layer import Word

# places of the fonts Wingdings and Symbol in the private use area
_SIGNS = {
    0xF06C: "●",
    0xF06E: "■",
    0xF071: "❑",
    0xF076: "❖",
    0xF0A7: "▪",
    0xF0A8: "□",
    0xF0B7: "•",
    0xF0D8: "➢",
    0xF0E0: "→",
    0xF0E8: "→",
    0xF0FB: "✗",
    0xF0FC: "✓",
    0xF0FE: "☑",
}


def with_known_signs(words: Sequence[Word]) -> list[Word]:
    """Words with the signs that everybody can read in place of the numbers of a font."""
    return [replace(word, text=text) if (text := word.text.translate(_SIGNS)) != word.text else word for word in words]
