"""Text that is drawn twice, a little apart or with its outline first: bold type and shadows as some programs make them.

docling-parse drops what lies nearly on the same place; what is further off would be read twice, word by word.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from bizrag.parsing.engines.cell_sides import sides

# in heights of the letters: a shadow lies nearer than the next line or the next word
_SLACK = 0.25


def drop_overprints(segmented: Any) -> None:
    """Keep the first of each text that is drawn again on nearly its place; a second call changes nothing.

    ``segmented`` is docling's ``SegmentedPdfPage``, in points, which is changed.
    """
    segmented.word_cells = _without_overprints(segmented.word_cells)
    segmented.textline_cells = _without_overprints(segmented.textline_cells)


def _without_overprints(cells: list[Any]) -> list[Any]:
    places: defaultdict[str, list[tuple[float, float, float]]] = defaultdict(list)
    kept: list[Any] = []
    for cell in cells:
        left, top, right, bottom = sides(cell.rect)
        # a rotated line has a box as high as it is long
        slack = _SLACK * min(abs(top - bottom), abs(right - left))
        same = places[cell.text]
        for other_left, other_top, other_right in same:
            # most stand in another line
            if abs(top - other_top) <= slack and max(abs(left - other_left), abs(right - other_right)) <= slack:
                break
        else:
            same.append((left, top, right))
            kept.append(cell)
    return kept
