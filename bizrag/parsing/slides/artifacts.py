"""Tables and images of a slide in a PDF, told from its words, rules and bitmaps: no model looks at slides.

The slide stays one chunk (MM-BizRAG 1.3); its tables keep their columns there, and what is written in its images is
read. A drawing is a chart where it tells values, which the slide's own image decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.draft import DraftPicture, DraftTable
from bizrag.parsing.engines.grid.grid import build_grid
from bizrag.parsing.engines.grid.types import TableGrid, Word
from bizrag.parsing.engines.pages.page_evidence import Boxes, PageEvidence, as_boxes
from bizrag.parsing.engines.regions.charts import find_drawings, with_frame, with_labels
from bizrag.parsing.engines.regions.drawings import find_images, rule_levels
from bizrag.parsing.engines.regions.rows import find_rows, is_figure
from bizrag.parsing.engines.regions.rules import find_slide_tables
from bizrag.parsing.engines.regions.types import Box, area, connected, intersection, to_box, union
from bizrag.parsing.engines.table_evidence import boxes_near, rules_near, words_inside
from bizrag.parsing.key_figures import is_key_figure
from bizrag.parsing.tables.grids import cells_of

Artifact = DraftTable | DraftPicture

# a grid that is less sure of its columns is none
_MIN_CONFIDENCE = 0.5
_MIN_ROWS, _MIN_COLS = 2, 2
# where nothing parts rows, so much of the body is figures
_FIGURE_SHARE = 0.25
# what is drawn this near to the edge (points) is a frame; a shaded row is at most so often as high as others
_EDGE_PT = 2.0
_ROW_HEIGHT = 2.0
_MAX_FRAMES, _SHARED_EDGES = 1_500, 3
# a slide with more straight lines has a grid
_MAX_LINES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class SlideFinds:
    """What stands on a slide beside its text: tables, images, and boxes (points) of drawings that may be charts, of all
    that is drawn and may frame texts, and of all that may be lines between these.
    """

    artifacts: tuple[Artifact, ...] = ()
    drawings: tuple[BoundingBox, ...] = ()
    frames: tuple[BoundingBox, ...] = ()
    lines: tuple[BoundingBox, ...] = ()


def look_at_slide(evidence: PageEvidence, page_no: int) -> SlideFinds:
    """The tables of a slide, its images without their text, and its drawings; boxes in points from the top left."""
    words = _words(evidence.word_texts, evidence.word_boxes, evidence.word_is_bold.tolist())
    regions = find_slide_tables(evidence)
    tables = {box: table for box in regions if (table := _table(evidence, _bbox(box), words, page_no)) is not None}
    images = [box for box in find_images(evidence) if not _is_mostly_in(box, list(tables))]
    taken = [*tables, *images]
    return SlideFinds(
        artifacts=(*tables.values(), *(DraftPicture(page_no=page_no, bbox=_bbox(box)) for box in images)),
        drawings=tuple(_bbox(box) for box in _find_slide_drawings(evidence) if not _is_mostly_in(box, taken)),
        frames=tuple(_bbox(box) for box in _find_frames(evidence)),
        lines=tuple(_bbox(box) for box in _find_lines(evidence)),
    )


def with_frames(finds: SlideFinds, boxes: Boxes) -> SlideFinds:
    """What stands on a slide, with boxes (points) that were seen behind its texts and are none of its frames yet."""

    def is_known(box: BoundingBox) -> bool:
        return any(2 * box.intersection_area(frame) > max(box.area, frame.area) for frame in finds.frames)

    return replace(finds, frames=(*finds.frames, *(box for box in map(_bbox, map(to_box, boxes)) if not is_known(box))))


def _find_frames(evidence: PageEvidence) -> list[Box]:
    """Boxes of what is drawn, without those of most of the page, and without bands and strips: parts of a box that end
    with it on three sides.
    """
    drawn = np.concatenate([evidence.filled_boxes, evidence.curve_boxes, evidence.bitmap_boxes])
    boxes = np.unique(drawn.round(), axis=0)
    if len(boxes) > _MAX_FRAMES:
        # a slide with so many shapes is a drawing
        return []
    sizes = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    num_shared = (np.abs(boxes[:, None] - boxes[None, :]) <= _EDGE_PT).sum(axis=2)
    is_most = 2 * sizes > evidence.width * evidence.height
    is_part = ((num_shared >= _SHARED_EDGES) & (sizes[:, None] < sizes[None, :])).any(axis=1)
    return [to_box(box) for box in boxes[~(is_part | is_most)]]


def _find_lines(evidence: PageEvidence) -> list[Box]:
    """Straight lines, and all else that may be a line with elbows or the head of an arrow; none of very many."""
    rules = np.concatenate([evidence.horizontal_rules, evidence.vertical_rules])
    shapes = np.concatenate([evidence.filled_boxes, evidence.curve_boxes])
    is_many = len(rules) > _MAX_LINES or len(shapes) > _MAX_FRAMES
    return [] if is_many else [to_box(one) for one in np.concatenate([rules, shapes])]


def _find_slide_drawings(evidence: PageEvidence) -> list[Box]:
    """Drawings with their axes, and with the labels at their edges."""
    framed = as_boxes(with_frame(evidence, box) for box in find_drawings(evidence))
    if not len(framed):
        return []
    rows = find_rows(evidence)
    # lines may stand apart from the bars that they are drawn over
    return [with_labels(union(map(to_box, framed[members])), rows) for members in connected(framed, touch=0.0)]


def _is_mostly_in(box: Box, others: Sequence[Box]) -> bool:
    return any(2 * area(intersection(box, other)) > area(box) for other in others)


def _words(texts: Sequence[str], boxes: Boxes, are_bold: Sequence[bool]) -> list[Word]:
    return [
        Word(text=text, l=left, t=top, r=right, b=bottom, is_bold=is_bold)
        for text, (left, top, right, bottom), is_bold in zip(texts, map(to_box, boxes), are_bold, strict=True)
    ]


def _bbox(box: Box) -> BoundingBox:
    left, top, right, bottom = box
    return BoundingBox(l=left, t=top, r=right, b=bottom)


def _table(evidence: PageEvidence, region: BoundingBox, words: list[Word], page_no: int) -> DraftTable | None:
    inside = words_inside(words, region)
    grid = build_grid(inside, rules_near(evidence, region), boxes_near(evidence, region))
    if grid.num_rows < _MIN_ROWS or grid.num_cols < _MIN_COLS or grid.confidence < _MIN_CONFIDENCE:
        return None
    if (
        _is_cards(grid)
        or _is_counted(grid)
        or not _has_labels(grid)
        or not (_holds_figures(grid) or _has_drawn_rows(evidence, region, grid.num_rows))
    ):
        return None
    return DraftTable(
        num_rows=grid.num_rows, num_cols=grid.num_cols, cells=cells_of(grid), page_no=page_no, bbox=region
    )


def _is_cards(grid: TableGrid) -> bool:
    """Whether rows of figures stand over rows of their labels: rows of a table have both, but for the head."""
    rows: dict[int, set[bool]] = {}
    for cell in grid.cells:
        if cell.text:
            rows.setdefault(cell.row_start, set()).add(is_key_figure(cell.text))
    kinds = [kind for _, kind in sorted(rows.items())]
    first = kinds.index({True}) if {True} in kinds else len(kinds)
    return {False} in kinds[first:] and {True, False} not in kinds


def _is_counted(grid: TableGrid) -> bool:
    """Whether a table is a list whose items are counted: the numbers from 1 and a text beside each."""
    first = [cell.text for cell in sorted(grid.cells, key=lambda cell: cell.row_start) if cell.col_start == 0]
    return grid.num_cols == _MIN_COLS and first == [str(number + 1) for number in range(grid.num_rows)]


def _has_labels(grid: TableGrid) -> bool:
    """Whether words stand along a row or down a column: values of a chart stand in rows and columns, too."""
    lines: dict[tuple[str, int], list[bool]] = {}
    for cell in grid.cells:
        if cell.text:
            for line in (("row", cell.row_start), ("column", cell.col_start)):
                lines.setdefault(line, []).append(not is_figure(cell.text))
    return any(len(are_words) > 1 and 2 * sum(are_words) > len(are_words) for are_words in lines.values())


def _holds_figures(grid: TableGrid) -> bool:
    body = [cell.text for cell in grid.cells if not cell.is_header and cell.text]
    # a dash is a figure in a table, and a bullet elsewhere
    figures = [text for text in body if is_figure(text) and any(map(str.isdigit, text))]
    return len(figures) >= _FIGURE_SHARE * len(body)


def _has_drawn_rows(evidence: PageEvidence, region: BoundingBox, num_rows: int) -> bool:
    """Whether lines or shades part rows: texts side by side on cards are no table, nor are lists with drawn bullets."""

    def is_inside(y: float) -> bool:
        return region.t + _EDGE_PT < y < region.b - _EDGE_PT

    if any(
        is_inside(top) and min(right, region.r) - max(left, region.l) > region.width / 2
        for left, top, right, _ in rule_levels(evidence)
    ):
        return True
    shaded: dict[int, list[tuple[float, float]]] = {}
    for left, top, right, bottom in map(to_box, evidence.filled_boxes):
        is_row = bottom - top < _ROW_HEIGHT * region.height / num_rows
        if is_row and is_inside((top + bottom) / 2) and region.l < (left + right) / 2 < region.r:
            shaded.setdefault(round((top + bottom) / 2), []).append((max(left, region.l), min(right, region.r)))
    return sum(2 * _covered(spans) > region.width for spans in shaded.values()) > 1


def _covered(spans: Sequence[tuple[float, float]]) -> float:
    """How much of a line some spans cover; a box and its shadow are there once."""
    covered, end = 0.0, float("-inf")
    for left, right in sorted(spans):
        covered += max(right - max(left, end), 0.0)
        end = max(end, right)
    return covered
