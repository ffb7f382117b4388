"""A document in windows of whole paragraphs (HiQA 3.1: window W, step W, padding K on both sides). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.model.parses import Block, Parse


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Paragraphs that are formatted in one call, with the words around them."""

    blocks: tuple[Block, ...]
    # the last words before, the first words after; empty at the ends of the document
    before: str
    after: str

    @property
    def text(self) -> str:
        return joined(self.blocks)


def split_windows(parse: Parse, *, window_words: int, padding_words: int) -> list[Window]:
    """All paragraphs of the reading text in order, each in one window.

    A window ends with the paragraph that holds its last word, so it may be longer than ``window_words``, never cut
    inside a paragraph. Page furniture is in no window.
    """
    groups: list[list[Block]] = [[]]
    num_words = 0
    for block in parse.blocks:
        if block.kind.is_furniture or not block.text.strip():
            continue
        if num_words >= window_words:
            groups.append([])
            num_words = 0
        groups[-1].append(block)
        num_words += len(block.text.split())
    groups = [group for group in groups if group]
    return [
        Window(
            blocks=tuple(group),
            before=_last_words(groups[place - 1], padding_words) if place else "",
            after=_first_words(groups[place + 1], padding_words) if place + 1 < len(groups) else "",
        )
        for place, group in enumerate(groups)
    ]


def joined(blocks: Sequence[Block]) -> str:
    """Paragraphs as a text, a blank line between them."""
    return "\n\n".join(block.text.strip() for block in blocks)


def _last_words(blocks: Sequence[Block], number: int) -> str:
    words = joined(blocks).split()
    return " ".join(words[max(len(words) - number, 0) :])


def _first_words(blocks: Sequence[Block], number: int) -> str:
    return " ".join(joined(blocks).split()[:number])
