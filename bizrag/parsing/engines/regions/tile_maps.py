"""Maps of tiles: squares of one size that touch, each with a name and its value below it, not all places taken.

Pure. Cells of a table fill their grid, and have no name each.
"""

from __future__ import annotations

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import PageEvidence
from bizrag.parsing.engines.regions.rows import is_figure
from bizrag.parsing.engines.regions.types import MAX_RULES, TOUCH_PT, Box, centres_inside, connected, to_box, union

# so many tiles make a map; a tile is nearly as high as wide, and no smaller (points)
_MIN_TILES, _SQUARE, _MIN_SIDE_PT = 5, 0.7, 16.0


def find_tile_maps(evidence: PageEvidence) -> list[Box]:
    """The boxes of maps of tiles."""
    drawn = np.unique(np.round(evidence.filled_boxes), axis=0)
    if not 0 < len(drawn) <= MAX_RULES:
        return []
    sides = drawn[:, 2:] - drawn[:, :2]
    is_square = (sides.min(axis=1) >= _MIN_SIDE_PT) & (sides.min(axis=1) >= _SQUARE * sides.max(axis=1))
    tiles = np.array([box for box in drawn[is_square] if _is_named_value(evidence, to_box(box))]).reshape(-1, 4)
    found: list[Box] = []
    for group in connected(tiles, touch=2 * TOUCH_PT) if len(tiles) else []:
        part = tiles[group]
        left, top, right, bottom = union(map(to_box, part))
        wide, tall = np.median(part[:, 2] - part[:, 0]), np.median(part[:, 3] - part[:, 1])
        num_places = round((right - left) / float(wide)) * round((bottom - top) / float(tall))
        is_even = float(np.ptp(part[:, 2] - part[:, 0])) <= TOUCH_PT >= float(np.ptp(part[:, 3] - part[:, 1]))
        if len(part) >= _MIN_TILES and is_even and len(part) < num_places:
            found.append((left, top, right, bottom))
    return found


def _is_named_value(evidence: PageEvidence, tile: Box) -> bool:
    """Whether a tile holds a word and a figure right below it."""
    inside = np.flatnonzero(centres_inside(evidence.word_boxes, tile))
    if len(inside) != 2:
        return False
    name, value = sorted(inside, key=lambda word: float(evidence.word_boxes[word, 1]))
    is_below = evidence.word_boxes[value, 1] >= evidence.word_boxes[name, 3] - TOUCH_PT
    return bool(is_below) and is_figure(evidence.word_texts[value]) and not is_figure(evidence.word_texts[name])
