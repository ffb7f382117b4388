"""The title of a PPTX slide whose author set it in a text box of its own, not in the title's place. Pure."""

from __future__ import annotations

from collections.abc import Sequence

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
