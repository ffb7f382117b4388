"""Text that is drawn twice, a little apart or with its outline first: bold type and shadows as some programs make them.

docling-parse drops what lies nearly on the same place; what is further off would be read twice, word by word.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

# in heights of the letters: a shadow lies nearer than the next line or the next word
_SLACK = 0.25


def drop_overprints(segmented: Any) -> None:
    """Keep the first of each text that is drawn again on nearly its place; a second call changes nothing.

    ``segmented`` is docling's ``SegmentedPdfPage``, in points, which is changed.
    """
    segmented.word_cells = _without_overprints(segmented.word_cells)
    segmented.textline_cells = _without_overprints(segmented.textline_cells)


def _without_overprints(cells: list[Any]) -> list[Any]:
    boxes: defaultdict[str, list[Any]] = defaultdict(list)
    kept: list[Any] = []
    for cell in cells:
        box = cell.rect.to_bounding_box()
        # a rotated line has a box as high as it is long
        slack = _SLACK * min(abs(box.t - box.b), abs(box.r - box.l))
        same = boxes[cell.text]
        if any(max(abs(box.l - other.l), abs(box.r - other.r), abs(box.t - other.t)) <= slack for other in same):
            continue
        same.append(box)
        kept.append(cell)
    return kept
