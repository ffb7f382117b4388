"""Lines of two columns that docling-parse gives as one: blanks at the end of a line reach over to the next column.

docling puts a line into one region as a whole, so a paragraph would take in what stands beside it, and two lines at
different heights, given as one, are read as one row.
"""

from __future__ import annotations

import itertools
import statistics
from typing import Any

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import cell_boxes, lines_of_words
from bizrag.parsing.engines.regions.rows import is_marker

# words of one line stand closer, in heights of a word; and closer still where the middles of the two are not level
_GAP, _GAP_OFF_LEVEL = 2.0, 0.8
_LEVEL = 0.25
# where so many lines begin, a column of text does; its first word stands so far behind the line that it was joined to,
# in heights of a word and in gaps of that line, and so near (points) to where the column begins
_COLUMN_LINES, _GAP_OF_COLUMN, _TIMES_USUAL, _ALIGNED_PT = 8, 0.9, 2.5, 1.5
# a bullet or number and the text that it introduces
_GAP_OF_MARKER = 5.0


def part_lines(segmented: Any, page_height: float) -> None:
    """Part lines where a wide gap stands between two of their words, in place; a second call changes nothing.

    ``segmented`` is docling's ``SegmentedPdfPage``, in points.
    """
    lines = [cell for cell in segmented.textline_cells if not cell.from_ocr]
    words = [cell for cell in segmented.word_cells if cell.text.strip() and not cell.from_ocr]
    word_boxes, line_boxes = cell_boxes(words, page_height), cell_boxes(lines, page_height)
    held: dict[int, list[int]] = {}
    for word, line in enumerate(lines_of_words(word_boxes, line_boxes).tolist()):
        held.setdefault(line, []).append(word)
    starts = _column_starts(line_boxes)
    parted = {
        id(lines[line]): [_part_of(lines[line], [words[at] for at in part]) for part in parts]
        for line, members in held.items()
        if line >= 0 and len(parts := _parts(members, word_boxes, [word.text.strip() for word in words], starts)) > 1
    }
    if parted:
        segmented.textline_cells = [part for cell in segmented.textline_cells for part in parted.get(id(cell), [cell])]
        # docling takes cells with one number for one cell
        for number, cell in enumerate(segmented.textline_cells):
            cell.index = number


def _column_starts(line_boxes: np.ndarray) -> np.ndarray:
    """Where columns of text begin [n], in points from the left: where many lines do."""
    lefts, counts = np.unique(line_boxes[:, 0].round(), return_counts=True)
    return lefts[counts >= _COLUMN_LINES]


def _parts(members: list[int], boxes: np.ndarray, texts: list[str], starts: np.ndarray) -> list[list[int]]:
    """The words of a line in the order of the file, parted where the next one stands far to the right; or less far, but
    further than the others, where a column begins (``starts``).

    What marks an item of a list stays with its text.
    """
    gaps = [boxes[word, 0] - boxes[before, 2] for before, word in itertools.pairwise(members)]
    # of one gap nothing tells what is usual
    usual = statistics.median_low(gaps) if len(gaps) > 1 else 0.0
    parts = [members[:1]]
    for at, (before, word) in enumerate(itertools.pairwise(members)):
        # raised figures are small, and stand right behind their word
        height = max(boxes[one, 3] - boxes[one, 1] for one in (before, word))
        off = abs(boxes[word, 1] + boxes[word, 3] - boxes[before, 1] - boxes[before, 3]) / 2
        reach = _GAP_OFF_LEVEL if off > _LEVEL * height else _GAP
        if len(parts[-1]) == 1 and (is_marker(texts[before]) or not any(map(str.isalnum, texts[before]))):
            reach = _GAP_OF_MARKER
        elif (np.abs(starts - boxes[word, 0]) <= _ALIGNED_PT).any():
            reach = min(reach, _GAP_OF_COLUMN) if gaps[at] > _TIMES_USUAL * usual else reach
        if gaps[at] > reach * height:
            parts.append([])
        parts[-1].append(word)
    return parts


def _part_of(line: Any, words: list[Any]) -> Any:
    from docling_core.types.doc.base import BoundingBox
    from docling_core.types.doc.page import BoundingRectangle

    text = " ".join(word.text.strip() for word in words)
    box = BoundingBox.enclosing_bbox([word.rect.to_bounding_box() for word in words])
    return line.model_copy(update={"text": text, "orig": text, "rect": BoundingRectangle.from_bounding_box(box)})
