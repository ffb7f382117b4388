"""The title of a slide by its looks: in PDF, and in PPTX where its author set it in a text box of its own. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bizrag.model.labels import is_period
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftText
from bizrag.parsing.key_figures import is_key_figure
from bizrag.parsing.slides.pieces import Piece

# of the height of the slide: where a title begins
_TITLE_ZONE = 0.4
_MAX_TITLE_WORDS = 25
# its type is so much larger than all other
_LARGER = 1.15


def find_title(pieces: Sequence[Piece], height_pt: float) -> int | None:
    """The number of the text near the top that no other one comes near in size; None where there is none."""
    sizes = sorted((piece.size_pt, number) for number, piece in enumerate(pieces) if _is_text(piece))
    if len(sizes) < 2:
        return None
    size, number = sizes[-1]
    title = pieces[number]
    is_title = size >= _LARGER * sizes[-2][0] and title.bbox.t < _TITLE_ZONE * height_pt
    is_title &= not any(other.is_like(title) for at, other in enumerate(pieces) if at != number)
    return number if is_title and len(title.text.split()) <= _MAX_TITLE_WORDS else None


def _is_text(piece: Piece) -> bool:
    """Whether a piece says something: no figure, and no sign."""
    return any(map(str.isalpha, piece.text)) and not is_key_figure(piece.text)


def mark_title(blocks: Sequence[DraftText], sizes: Sequence[float], height_pt: float, *, least: float) -> None:
    """Make the largest block near the top a heading, where its type is no smaller than ``least``."""
    candidates = [
        (size, block)
        for size, block in zip(sizes, blocks, strict=True)
        if block.bbox is not None
        and size >= 0.95 * least
        and block.bbox.t < _TITLE_ZONE * height_pt
        and len(block.text.split()) <= _MAX_TITLE_WORDS
        and any(map(str.isalpha, block.text))
    ]
    # a figure under a name is none, however large
    named = [block.bbox.t for _, block in candidates if block.bbox is not None and not _is_figure(block)]
    first = min(named, default=math.inf)
    candidates = [(size, block) for size, block in candidates if not _is_figure(block) or _top(block) < first]
    if not candidates:
        return
    largest = max(size for size, _ in candidates)
    large = [block for size, block in candidates if size >= 0.95 * largest]
    title = min(large, key=lambda block: (block.bbox.t, block.bbox.l) if block.bbox is not None else (0.0, 0.0))
    title.kind, title.level, title.text = BlockKind.HEADING, 1, " ".join(title.text.split())


def _is_figure(block: DraftText) -> bool:
    """Whether a text is a figure with its unit: "141 Mt", and not a year with a word."""
    text = block.text.strip()
    return is_key_figure(text) and not is_period(text.split()[0])


def _top(block: DraftText) -> float:
    return block.bbox.t if block.bbox is not None else 0.0
