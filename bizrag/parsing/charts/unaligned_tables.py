"""Charts that were taken for tables: figures at the ends of bars and on their parts stand in rows, but in no columns.

Parts of stacked bars, dots that lines join, and bars on both sides of an axis each have a value where they end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from PIL import Image

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.labels import ALIGNED
from bizrag.parsing.charts.reader import find_chart
from bizrag.parsing.draft import DraftItem, DraftPage, DraftPicture, DraftTable, DraftText
from bizrag.parsing.images.render import crop
from bizrag.parsing.key_figures import is_key_figure
from bizrag.parsing.text_layers.text_layer import Word

Mask = np.ndarray[Any, np.dtype[np.bool_]]
_Item = TypeVar("_Item", bound=DraftItem)

# so many figures a table has at least
_MIN_FIGURES = 6
# a figure is aligned with so many of the others that its column or row may have; of a table so many are
_MATES, _IN_TABLE = 0.6, 0.5
# in heights of a figure: what is on one edge or middle
_SAME_EDGE = 0.35
# of a table's figures so many have names and series as a chart
_TOLD = 0.8
# differences in a channel: less is noise of a scan or of a JPEG
_MIN_INK = 40
# pixels at the resolution of pictures: how thick rules are at most, and how long at least
_RULE_PX, _STRAIGHT_PX = 4, 30


def may_be_chart(table: DraftTable, words: Sequence[Word]) -> bool:
    """Whether the figures of a table (words of its page, boxes in points) stand in no columns."""
    figures = _figures_of(table, words)
    return len(figures) >= _MIN_FIGURES and _share_aligned(figures) < _IN_TABLE


def with_charts(
    items: Sequence[_Item],
    page_image: Callable[[], Image.Image | None],
    page: DraftPage,
    words: Sequence[Word],
) -> list[_Item | DraftPicture]:
    """The items of a page, with charts for those tables that are rather that.

    Args:
        items: of one page, boxes in points.
        page_image: renders the whole page; called for what may be a chart only.
        page: its size in points.
        words: of the page, boxes in points.
    """
    found: list[_Item | DraftPicture] = []
    for item in items:
        others = [
            other.bbox
            for other in items
            if other is not item and not isinstance(other, DraftText) and other.bbox is not None
        ]
        chart = _chart_of(item, page_image, page, words, others) if isinstance(item, DraftTable) else None
        found.append(chart or item)
    return found


def _chart_of(
    table: DraftTable,
    page_image: Callable[[], Image.Image | None],
    page: DraftPage,
    words: Sequence[Word],
    others: Sequence[BoundingBox],
) -> DraftPicture | None:
    """The chart that a table is, if it is one and tells most of its figures by their names."""
    if table.bbox is None or not may_be_chart(table, words):
        return None
    image = page_image()
    if image is None or not _has_drawing(image, table.bbox, page, words):
        return None
    own = [word for word in words if not any(other.holds_centre(word.bbox) for other in others)]
    chart = find_chart(image, page, own, others)
    if chart is None:
        return None
    told = _cells(chart.chart_markdown)
    figures = [word.text for word in _figures_of(table, words)]
    if sum(text in told for text in figures) < _TOLD * len(figures):
        return None
    chart.caption = table.caption
    return chart


def _has_drawing(image: Image.Image, box: BoundingBox, page: DraftPage, words: Sequence[Word]) -> bool:
    """Whether anything is drawn in a part of a page but rules and bands of a colour right across: bars, dots, lines."""
    part = crop(image, box, width_pt=page.width_pt, height_pt=page.height_pt)
    if part is None:
        return False
    from scipy import ndimage

    scale = image.width / page.width_pt
    left, top = max(int(box.l * scale), 0), max(int(box.t * scale), 0)
    pixels = np.asarray(part.convert("RGB")).astype(np.int16)
    is_drawn = np.abs(pixels - np.median(pixels, axis=1, keepdims=True)).max(axis=2) > _MIN_INK
    for word in words:
        x, y = word.bbox.l * scale - left, word.bbox.t * scale - top
        at = slice(max(int(y) - 2, 0), max(int(y + word.bbox.height * scale) + 3, 0))
        is_drawn[at, max(int(x) - 2, 0) : max(int(x + word.bbox.width * scale) + 3, 0)] = False
    is_thick = _opened(_opened(is_drawn, _RULE_PX + 1, axis=0), _RULE_PX + 1, axis=1)
    is_straight = _opened(is_drawn, _STRAIGHT_PX, axis=0) | _opened(is_drawn, _STRAIGHT_PX, axis=1)
    shapes = ndimage.find_objects(ndimage.label(is_thick | (is_drawn & ~is_straight))[0])
    return any(min(rows.stop - rows.start, columns.stop - columns.start) > _RULE_PX for rows, columns in shapes)


def _opened(mask: Mask, length: int, *, axis: int) -> Mask:
    """What of a mask lies in runs of so many pixels at least along an axis."""
    from scipy import ndimage

    inner = ndimage.minimum_filter1d(mask.astype(np.uint8), length, axis=axis, mode="constant")
    # of an even length the middle is right of the half: the way back is the other way round
    return ndimage.maximum_filter1d(inner, length, axis=axis, mode="constant", origin=-1 if length % 2 == 0 else 0) > 0


def _figures_of(table: DraftTable, words: Sequence[Word]) -> list[Word]:
    box = table.bbox
    return [word for word in words if box is not None and box.holds_centre(word.bbox) and is_key_figure(word.text)]


def _cells(markdown: str) -> set[str]:
    return {cell.strip() for line in markdown.splitlines()[2:] for cell in line.split("|")}


def _rows(figures: Sequence[Word]) -> int:
    """How many rows some figures stand in."""
    count, last = 0, float("-inf")
    for y, height in sorted(((word.bbox.t + word.bbox.b) / 2, word.bbox.height) for word in figures):
        if y - last > ALIGNED * height:
            count, last = count + 1, y
    return count


def _share_aligned(figures: Sequence[Word]) -> float:
    """The share of figures that have one edge or middle in common with most that their column may have."""
    least = max(_MATES * (_rows(figures) - 1), 1)
    edges = np.array([(word.bbox.l, (word.bbox.l + word.bbox.r) / 2, word.bbox.r) for word in figures])
    slack = _SAME_EDGE * np.array([word.bbox.height for word in figures])
    # [figure, other, edge]
    mates = (np.abs(edges[:, None] - edges[None]) <= slack[:, None, None]).sum(axis=1) - 1
    return float((mates.max(axis=1) >= least).mean())
