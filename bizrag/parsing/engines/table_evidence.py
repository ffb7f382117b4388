"""What a docling page tells about a table region: its words, in points from the top left corner."""

from __future__ import annotations

from typing import Any

from docling.datamodel.base_models import Cluster, Page

from bizrag.parsing.engines.grid_types import Word


def words_of(page: Page, cluster: Cluster) -> list[Word]:
    """The words of the text layer whose middle is in the region; on scans the recognised lines of the cluster."""
    segmented = page.parsed_page
    cells: list[Any] = list(segmented.word_cells) if segmented is not None else []
    words = [word for cell in cells if (word := _word(cell, page)) is not None and _is_inside(word, cluster)]
    return words or [word for cell in cluster.cells if (word := _word(cell, page)) is not None]


def _is_inside(word: Word, cluster: Cluster) -> bool:
    box = cluster.bbox
    return box.l <= word.middle_x <= box.r and box.t <= word.middle_y <= box.b


def _word(cell: Any, page: Page) -> Word | None:
    text = str(cell.text).strip()
    if not text or page.size is None:
        return None
    box = cell.rect.to_bounding_box().to_top_left_origin(page.size.height)
    return Word(text=text, l=box.l, t=box.t, r=box.r, b=box.b)
