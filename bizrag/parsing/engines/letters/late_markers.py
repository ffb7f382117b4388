"""Numbers and bullets of lists that a file draws after the text of its page: they stand before the lines they mark.

Programs that print HTML draw the markers of lists last. docling reads in the order of the file, so an item would end
with its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import cell_boxes
from bizrag.parsing.engines.regions.rows import is_marker

# how far left of its text a marker stands, in heights of a line
_REACH = 3.0


def move_late_markers(segmented: Any, page_height: float) -> None:
    """Put markers that stand alone before the lines and words right of them, in place.

    ``segmented`` is docling's ``SegmentedPdfPage``, in points. A marker that comes before its text stays.
    """
    segmented.textline_cells = _in_order(segmented.textline_cells, page_height)
    segmented.word_cells = _in_order(segmented.word_cells, page_height)


def _in_order(cells: list[Any], page_height: float) -> list[Any]:
    """The cells, each late marker before the one that it marks; numbered anew where one was moved."""
    late = [at for at, cell in enumerate(cells) if not cell.from_ocr and is_marker(cell.text.strip())]
    if not late:
        return cells
    boxes = cell_boxes(cells, page_height)
    marked = {at: text for at in late if (text := _marked_by(at, boxes)) is not None}
    if not marked:
        return cells
    before: dict[int, list[int]] = {}
    for marker, text in marked.items():
        before.setdefault(text, []).append(marker)
    order = [one for at in range(len(cells)) if at not in marked for one in (*before.get(at, ()), at)]
    return _numbered([cells[at] for at in order])


def _marked_by(marker: int, boxes: np.ndarray) -> int | None:
    """The cell that begins right of a marker on its height, where it comes earlier in the file; else None."""
    left, top, right, bottom = boxes[marker]
    height = max(bottom - top, 1.0)
    middles = (boxes[:, 1] + boxes[:, 3]) / 2
    gaps = boxes[:, 0] - right
    is_right = (np.abs(middles - (top + bottom) / 2) < height / 2) & (gaps > -0.2 * height) & (boxes[:, 0] > left)
    near = np.flatnonzero(is_right & (gaps <= _REACH * height))
    if not len(near):
        return None
    first = int(near[np.argmin(gaps[near])])
    return first if first < marker else None


def _numbered(cells: Sequence[Any]) -> list[Any]:
    # docling reads cells in the order of their numbers
    for number, cell in enumerate(cells):
        cell.index = number
    return list(cells)
