"""Fixed chunks, a baseline of HiQA's ablation: as many words as fit, whatever they say and wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator

from bizrag.chunking.packing import Piece
from bizrag.chunking.sections import Unit
from bizrag.chunking.sentences import fitting_spans, word_spans
from bizrag.chunking.work import DocumentWork
from bizrag.model.parses import BlockKind

_BLOCK_GAP = 2  # blocks are joined by a blank line


def fixed_pieces(work: DocumentWork) -> list[Piece]:
    """The document's reading text, cut where the window is full: no sections, no sentences, no headings above.

    Every word and placeholder is in exactly one piece. A placeholder is never cut and is not embedded, so that it takes
    no room; the title in front does, where ``params.cascade`` asks for it.
    """
    room = work.params.input_tokens - work.headings.prefix_tokens(())
    pieces: list[Piece] = []
    current: list[Unit] = []
    used = 0
    for unit in _words(work, limit=room):
        tokens = 0 if unit.is_placeholder else unit.tokens
        if current and used + tokens > room:
            pieces.append(Piece(units=tuple(current)))
            current = []
            used = 0
        current.append(unit)
        used += tokens
    return [*pieces, Piece(units=tuple(current))] if current else pieces


def _words(work: DocumentWork, *, limit: int) -> Iterator[Unit]:
    """The words and placeholders of the text, page headers and footers left out; an overlong word in parts."""
    counted: dict[str, int] = {}

    def count(text: str) -> int:
        if text not in counted:
            counted[text] = work.count_tokens(text)
        return counted[text]

    offset = 0
    for block in work.parse.blocks:
        if block.kind.is_furniture:
            continue
        is_artifact = block.kind in (BlockKind.TABLE, BlockKind.PICTURE)
        for span in word_spans(block.text):
            whole = [(span, count(block.text[slice(*span)]))]
            parts = whole if is_artifact else fitting_spans(block.text, span, limit=limit, count_tokens=count)
            for (first, last), tokens in parts:
                yield Unit(start=offset + first, end=offset + last, tokens=tokens, block=block, path=())
        offset += len(block.text) + _BLOCK_GAP
