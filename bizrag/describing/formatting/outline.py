"""An outline: which paragraphs of a parse are headings, by a formatter. It changes labels, never text. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bizrag.describing.formatting.checks import Heading, Wrong
from bizrag.model.parses import Block, BlockKind, Parse


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptWindow:
    """A window whose headings are the parser's."""

    first_ordinal: int
    last_ordinal: int
    why: tuple[Wrong, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """The headings of a document, and where the parser's were kept."""

    headings: tuple[Heading, ...]
    num_windows: int
    kept: tuple[KeptWindow, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Numbers of paragraphs only, no text: ``{"headings": [[ordinal, level]], "kept": [[first, last]]}``."""
        return {
            "headings": [[heading.ordinal, heading.level] for heading in self.headings],
            "kept": [[window.first_ordinal, window.last_ordinal] for window in self.kept],
        }


def with_outline(parse: Parse, outline: Mapping[str, Sequence[tuple[int, int]]]) -> Parse:
    """The parse with the headings of an outline's JSON in place of the parser's; its text stays as it is.

    Where windows were kept, the parser's headings stay too.
    """
    levels = dict(outline["headings"])
    kept = [range(first, last + 1) for first, last in outline["kept"]]

    def labelled(block: Block) -> Block:
        if block.kind.is_furniture or any(block.ordinal in window for window in kept):
            return block
        if block.ordinal in levels:
            return replace(block, kind=BlockKind.HEADING, level=levels[block.ordinal])
        return replace(block, kind=BlockKind.TEXT, level=None) if block.kind is BlockKind.HEADING else block

    return replace(parse, blocks=tuple(map(labelled, parse.blocks)))
