"""Words into the cells a model proposed (pure): every word lands in exactly one cell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bizrag.parsing.engines.grid.types import CellFrame, GridCell, TableGrid, Word, box_of
from bizrag.parsing.engines.grid.words import text_lines, text_of


def fill_frames(frames: list[CellFrame], words: list[Word], *, confidence: float) -> TableGrid:
    """The grid of the frames with each word in the frame it overlaps most, else in the nearest one.

    Words without any frame (the model saw no cell) become one row per line of text, so nothing is lost.
    """
    if not frames:
        return _one_column(words)
    held: list[list[Word]] = [[] for _ in frames]
    edges = np.array([[f.bbox.l, f.bbox.t, f.bbox.r, f.bbox.b] for f in frames])
    for word in words:
        held[_best_frame(edges, word)].append(word)
    cells = tuple(
        GridCell(
            text=text_of(words_in),
            row_start=frame.row_start,
            row_end=frame.row_end,
            col_start=frame.col_start,
            col_end=frame.col_end,
            is_header=frame.is_header,
            bbox=box_of(words_in) or frame.bbox,
        )
        for frame, words_in in zip(frames, held, strict=True)
    )
    return TableGrid(
        num_rows=max(frame.row_end for frame in frames),
        num_cols=max(frame.col_end for frame in frames),
        cells=cells,
        confidence=confidence,
    )


def _best_frame(edges: NDArray[np.float64], word: Word) -> int:
    wide = np.minimum(edges[:, 2], word.r) - np.maximum(edges[:, 0], word.l)
    high = np.minimum(edges[:, 3], word.b) - np.maximum(edges[:, 1], word.t)
    overlap = np.clip(wide, 0, None) * np.clip(high, 0, None)
    if overlap.max() > 0:
        return int(overlap.argmax())
    # Rows are closer together than columns, so a vertical step counts double.
    dx = (edges[:, 0] + edges[:, 2]) / 2 - word.middle_x
    dy = (edges[:, 1] + edges[:, 3]) / 2 - word.middle_y
    return int(np.hypot(dx, 2 * dy).argmin())


def _one_column(words: list[Word]) -> TableGrid:
    cells = tuple(
        GridCell(
            text=text_of(line),
            row_start=row,
            row_end=row + 1,
            col_start=0,
            col_end=1,
            is_header=False,
            bbox=box_of(line),
        )
        for row, line in enumerate(text_lines(words))
    )
    return TableGrid(num_rows=len(cells), num_cols=min(1, len(cells)), cells=cells, confidence=0.0)
