"""Where texts of a page stand, to tell one that is drawn again on nearly its place: a shadow, an outline, bold type."""

from __future__ import annotations

from collections import defaultdict

# of the smaller side of a text: a shadow lies nearer than the next word or line
_SLACK = 0.25


class PlacesOfTexts:
    """The places of the texts of one page so far, in points or any other unit."""

    def __init__(self) -> None:
        self._places: defaultdict[str, list[tuple[float, float, float]]] = defaultdict(list)

    def is_first(self, text: str, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether the text stands on no place of the same text that was asked for before; if so, it is kept."""
        # a rotated line has a box as high as it is long
        slack = _SLACK * min(abs(right - left), abs(bottom - top))
        same = self._places[text]
        for other_left, other_top, other_right in same:
            # most stand in another line
            if abs(top - other_top) <= slack and max(abs(left - other_left), abs(right - other_right)) <= slack:
                return False
        same.append((left, top, right))
        return True
