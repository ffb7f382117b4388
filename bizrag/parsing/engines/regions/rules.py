"""What the regions of a page are: the model's boxes, corrected by what the PDF knows. Pure decisions, no docling.

The model takes borderless tables of filings for figures (40-78 % of their numbers vanish with the picture), so a
region without bitmap and without drawing is never a picture; and every word of the text layer ends in a region.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import PageEvidence
from bizrag.parsing.engines.pages.page_furniture import EDGE_ROWS, MAX_WORDS, MIN_PAGES, RunningLines, in_band
from bizrag.parsing.engines.regions.bar_names import with_bar_names
from bizrag.parsing.engines.regions.bars_in_cells import without_bars_in_cells
from bizrag.parsing.engines.regions.booktabs import find_booktabs
from bizrag.parsing.engines.regions.charts import (
    LEGEND_REACH_PT,
    find_drawings,
    is_bar_chart,
    is_chart,
    is_frame,
    is_pie,
    is_plot,
    with_frame,
    with_labels,
    with_marks,
    with_ring_labels,
    with_surroundings,
    with_title,
)
from bizrag.parsing.engines.regions.diagrams import find_diagrams
from bizrag.parsing.engines.regions.drawings import (
    bitmap_share,
    cut_at_charts,
    find_grids,
    find_images,
    images_of,
    is_picture,
    rule_levels,
)
from bizrag.parsing.engines.regions.figure_labels import is_captioned, with_figure_labels
from bizrag.parsing.engines.regions.figures import part_figures
from bizrag.parsing.engines.regions.joined_boxes import find_joined_boxes
from bizrag.parsing.engines.regions.ladders import find_ladders, without_heads
from bizrag.parsing.engines.regions.line_numbers import without_line_numbers
from bizrag.parsing.engines.regions.listings import between_rules, with_whole_listings
from bizrag.parsing.engines.regions.panels import find_panels
from bizrag.parsing.engines.regions.parted_drawings import without_text_between
from bizrag.parsing.engines.regions.prose import mark_bulleted_columns, mark_bullets, mark_prose
from bizrag.parsing.engines.regions.rows import Row, Segment, are_aligned, find_rows
from bizrag.parsing.engines.regions.table_hints import TableHints
from bizrag.parsing.engines.regions.tables import find_tables
from bizrag.parsing.engines.regions.terms import find_term_lists
from bizrag.parsing.engines.regions.text import find_blocks
from bizrag.parsing.engines.regions.text_columns import TextColumns
from bizrag.parsing.engines.regions.tile_maps import find_tile_maps
from bizrag.parsing.engines.regions.tiles import find_cards, find_rings, find_tiles, without_parts
from bizrag.parsing.engines.regions.types import MAX_RULES, Box, Region, RegionLabel, area, intersection, to_box, union

# rows of a page's edge with so many segments are the head of a table that goes on, unless in the outer band
_TABLE_SEGMENTS = 4
# two rows with so many pieces each, in columns, no further apart (font sizes), are of one table
_TABLE_COLUMNS, _TABLE_GAP = 3, 2.0
# a table that drawings cover so far is one of charts side by side, of which not all may be known
_MAX_DRAWN_SHARE = 0.4
# and a chart no wider than this share of a table stands beside its rows
_MAX_CHART_WIDTH = 0.75
# of a chart or table, what lies in another one for it to be in it
_HELD = 0.8
# so much larger than the usual type of the page, a line may be a heading
_HEADING_SIZE = 1.2


def decide_regions(evidence: PageEvidence, detected: Sequence[Region], running: RunningLines) -> list[Region]:
    """The regions of a page with a text layer."""
    evidence, line_numbers = without_line_numbers(evidence)
    rows = find_rows(evidence)
    num_top, num_bottom = _count_furniture(rows, evidence, detected, running)
    above, body, below = rows[:num_top], rows[num_top : len(rows) - num_bottom], rows[len(rows) - num_bottom :]
    columns = TextColumns.of(mark_prose(body), body, evidence.horizontal_rules, find_panels(evidence, body))
    mark_bulleted_columns(body)
    if any(segment.is_mono for row in body for segment in row.segments):
        ruled = [*find_grids(evidence, body), *find_ladders(evidence, body), *between_rules(evidence)]
        body = with_whole_listings(body, ruled, columns)
    tables, pictures = _artifacts(_without_marks(evidence, above, below), body, detected, columns)
    pictures = _off_running_lines(pictures, above, below)
    furniture = [
        *(Region(label=RegionLabel.PAGE_HEADER, score=1.0, box=row.box) for row in above),
        *(Region(label=RegionLabel.PAGE_FOOTER, score=1.0, box=row.box) for row in below),
        *(Region(label=RegionLabel.PAGE_HEADER, score=1.0, box=box) for box in line_numbers),
    ]
    texts = [region for region in detected if region.label not in (RegionLabel.TABLE, RegionLabel.PICTURE)]
    return [
        *(Region(label=RegionLabel.TABLE, score=1.0, box=box) for box in tables),
        *(Region(label=RegionLabel.PICTURE, score=1.0, box=box) for box in pictures),
        *find_blocks(body, texts, [*tables, *pictures], columns),
        *furniture,
    ]


def find_slide_tables(evidence: PageEvidence) -> list[Box]:
    """The boxes of what may be tables on a slide, where no layout model looks and bullets stand in columns.

    What stands in the outer bands of the page is in none.
    """
    rows = [row for row in find_rows(evidence) if not in_band(row.box[1], row.box[3], evidence.height)]
    columns = TextColumns.of(mark_prose(rows), rows, evidence.horizontal_rules, find_panels(evidence, rows))
    mark_bullets(rows)
    tables, _ = _artifacts(evidence, rows, [], columns, is_slide=True)
    return tables


def _count_furniture(
    rows: Sequence[Row], evidence: PageEvidence, detected: Sequence[Region], running: RunningLines
) -> tuple[int, int]:
    """How many rows at the top and at the bottom of the page are running headers and footers.

    Counting stops at the first row that does not come back: body text in the margin band is kept.
    """
    seen = [r.box for r in detected if r.label in (RegionLabel.PAGE_HEADER, RegionLabel.PAGE_FOOTER)]
    usual_size = float(np.median([segment.size for row in rows for segment in row.segments])) if rows else 0.0

    def is_furniture(row: Row) -> bool:
        is_outer = in_band(row.box[1], row.box[3], evidence.height)
        if len(row.segments) >= _TABLE_SEGMENTS and not is_outer:
            return False
        text = " ".join(segment.text for segment in row.segments)
        is_long = len(text.split()) > MAX_WORDS
        if is_long and not is_outer:
            return False
        is_large = row.segments[0].size >= _HEADING_SIZE * usual_size
        if is_outer and running.num_pages == 1 and any(_covered(row.box, box) > 0.5 for box in seen):
            # a single page may have its title there
            return not is_large
        # a sentence or a heading may stand at the edge of two pages by chance
        is_plain = not (is_long or is_large)
        return _comes_back(row, running, in_band=is_outer, least=2 if is_plain else MIN_PAGES)

    top = 0
    while top < min(EDGE_ROWS, len(rows)) and is_furniture(rows[top]):
        top += 1
    bottom = 0
    while bottom < min(EDGE_ROWS, len(rows) - top) and is_furniture(rows[-1 - bottom]):
        bottom += 1
    grids = find_grids(evidence, rows)
    while top and top < len(rows) and _share_table(rows[top - 1], rows[top], grids):
        top -= 1
    while bottom and top < len(rows) - bottom and _share_table(rows[-1 - bottom], rows[-bottom], grids):
        bottom -= 1
    return top, bottom


def _share_table(upper: Row, lower: Row, grids: Sequence[Box]) -> bool:
    """Whether two rows that follow each other are of one table: in one grid, or with all their pieces in columns.

    A row that the end of a page cuts off its table may be made of numbers and words that come back.
    """
    if any(all(_covered(row.box, grid) > 0.5 for row in (upper, lower)) for grid in grids):
        return True
    pairs = list(zip(upper.segments, lower.segments, strict=False))
    are_columns = len(upper.segments) == len(lower.segments) >= _TABLE_COLUMNS and all(
        are_aligned(*pair) for pair in pairs
    )
    return are_columns and lower.box[1] - upper.box[3] < _TABLE_GAP * lower.segments[0].size


def _comes_back(row: Row, running: RunningLines, *, in_band: bool, least: int) -> bool:
    """Whether a row is a running line, or half of its parts are: the name of a chapter changes between them.

    Numbers side by side, or beside words, are values of a table, but for one in the outer band: that of the page.
    """
    numbers = [segment for segment in row.segments if segment.is_figure]
    if len(numbers) == len(row.segments) and sum(any(map(str.isdigit, number.text)) for number in numbers) > 1:
        return False

    def num_running(segments: Sequence[Segment]) -> int:
        return sum(running.is_running(segment.text, in_band=in_band, least=least) for segment in segments)

    text = " ".join(segment.text for segment in row.segments)
    if running.is_running(text, in_band=in_band, least=least):
        return True
    num_found = num_running([segment for segment in row.segments if not segment.is_figure])
    num_found += in_band and num_running(numbers) > 0
    return len(row.segments) > 1 and 2 * num_found >= len(row.segments)


def _without_marks(evidence: PageEvidence, above: Sequence[Row], below: Sequence[Row]) -> PageEvidence:
    """The page without what is drawn beside its running lines: a company's mark is no part of the figure next to it.

    A mark may be so much taller than the line beside it as the line is high.
    """
    top = max((row.box[3] + row.height for row in above), default=0.0)
    bottom = min((row.box[1] - row.height for row in below), default=evidence.height)
    return evidence.drawn_between(top, bottom) if above or below else evidence


def _off_running_lines(pictures: Sequence[Box], above: Sequence[Row], below: Sequence[Row]) -> list[Box]:
    """Pictures cut where they reach over running lines; those of which less than half is left are their ground."""
    lines = [segment.box for row in (*above, *below) for segment in row.segments]
    top = max((row.box[3] for row in above), default=-math.inf)
    bottom = min((row.box[1] for row in below), default=math.inf)
    cut = [
        (left, max(upper, top), right, min(lower, bottom))
        if any(area(intersection(line, (left, upper, right, lower))) > 0 for line in lines)
        else (left, upper, right, lower)
        for left, upper, right, lower in pictures
    ]
    return [box for box, whole in zip(cut, pictures, strict=True) if 2 * area(box) >= area(whole)]


def _artifacts(
    evidence: PageEvidence,
    rows: Sequence[Row],
    detected: Sequence[Region],
    columns: TextColumns,
    *,
    is_slide: bool = False,
) -> tuple[list[Box], list[Box]]:
    """The boxes of tables and of pictures."""
    seen = [region.box for region in detected if region.label is RegionLabel.PICTURE]
    is_shown = {box: is_picture(evidence, box) or is_captioned(box, rows) for box in seen}
    shown = [image for box in seen if is_shown[box] for image in images_of(evidence, box, rows)]
    joined = [] if is_slide else [*find_joined_boxes(evidence), *find_tile_maps(evidence)]
    drawings = [*joined, *find_diagrams(evidence)]
    seen_tables = [region.box for region in detected if region.label is RegionLabel.TABLE]
    drawn = without_bars_in_cells(find_drawings(evidence), evidence, seen_tables, rows)
    drawn = without_text_between(evidence, drawn, rows)
    drawings += [_whole_drawing(evidence, box, rows) for box in drawn]
    images = find_images(evidence)
    # what stands in boxes that lines join, or in tiles, is in no row
    outside = _outside(rows, joined)
    # slides have their own way of telling key figures
    boxes = [to_box(box) for box in evidence.filled_boxes[:MAX_RULES]]
    tiles = [] if is_slide else without_parts([*find_tiles(outside), *find_cards(outside, boxes)], shown)
    rings = [] if is_slide else find_rings(outside, [*boxes, *map(to_box, evidence.curve_boxes[:MAX_RULES])])
    drawings, drawn, shown = (_without_rings(some, rings) for some in (drawings, drawn, shown))
    tiles += rings
    grids = cut_at_charts(evidence, find_grids(evidence, outside), drawn)
    grids = [grid for grid in grids if not any(_covered(grid, one) > 0.5 for one in joined)]
    figures = [box for box in shown if any(_covered(one, box) > 0.9 for one in drawings)]
    # bars and shaded rows may be in one frame
    grids = [grid for grid in grids if not any(_is_apart(one, [grid], seen_tables) for one in figures)]
    grids = [*grids, *find_term_lists(outside, grids), *tiles]
    ruled = find_ladders(evidence, outside)
    grids = without_heads(evidence, grids, ruled)
    ladders = [
        box
        for box in (*ruled, *find_booktabs(evidence, outside, ruled, seen_tables))
        if not any(area(intersection(box, grid)) > 0 for grid in grids)
        and sum(_covered(box, drawing) for drawing in drawings) < _MAX_DRAWN_SHARE
    ]
    # what the model saw around a table that its rules show adds nothing
    found = [box for box in seen_tables if not any(_covered(ladder, box) > 0.8 for ladder in ladders)]
    hints = TableHints(
        detected=tuple(found),
        figures=tuple(box for box in seen if not is_shown[box]),
        rules=tuple(rule_levels(evidence)),
        grids=tuple(grids),
        ladders=tuple(ladders),
        columns=columns,
        charts=tuple(_plots(evidence, rows, [*grids, *ladders])) if is_slide else (),
        is_slide=is_slide,
    )
    rows = _off_charts(evidence, outside, drawn, [*grids, *ladders])
    candidates = find_tables(rows, hints)
    bars = [one for one in drawings if is_bar_chart(evidence, one)]
    # bars that lie may be of a table, but for those that the model saw as a figure with all their names
    bars += [box for box in shown if any(_covered(one, box) > 0.9 and is_plot(evidence, one) for one in drawings)]
    beside = [one for one in bars if _stands_beside_rows(one, candidates)]
    if beside := [*beside, *(one for one in figures if _is_apart(one, candidates, seen_tables))]:
        charts = (*hints.charts, *(with_title(one, rows) for one in beside))
        candidates = find_tables(rows, replace(hints, charts=charts))
    framed = [table for table in candidates if any(is_frame(evidence, one, table) for one in drawings)]
    drawings = [one for one in drawings if not any(is_frame(evidence, one, table) for table in framed)]
    tables = [
        box
        for box in candidates
        if (box in framed or not is_chart(evidence, box) or not (is_slide or _is_drawn(box, [*shown, *drawings])))
        and (box in hints.drawn or sum(_covered(box, drawing) for drawing in drawings) < _MAX_DRAWN_SHARE)
    ]
    pictures = part_figures(evidence, _pictures(evidence, shown, drawings + images, tables), rows)
    pictures = pictures if is_slide else with_figure_labels(evidence, pictures, rows)
    return [box for box in tables if sum(_covered(box, picture) for picture in pictures) <= 0.5], pictures


def _without_rings(boxes: Sequence[Box], rings: Sequence[Box]) -> list[Box]:
    """Boxes but for those of rings around key figures, and for what the model saw around rows of them."""
    return [box for box in boxes if not any(_covered(box, one) > 0.5 or _covered(one, box) > 0.9 for one in rings)]


def _is_drawn(box: Box, pictures: Sequence[Box]) -> bool:
    """Whether what is drawn in a box is told with a picture; short bars between names and values are not.

    Charts of slides are read by what draws them.
    """
    return any(area(intersection(box, picture)) > 0 for picture in pictures)


def _outside(rows: Sequence[Row], boxes: Sequence[Box]) -> list[Row]:
    """Rows without what stands in boxes."""
    kept = [[one for one in row.segments if not any(_covered(one.box, box) > 0.5 for box in boxes)] for row in rows]
    return [row if len(left) == len(row.segments) else Row(left) for row, left in zip(rows, kept, strict=True) if left]


def _whole_drawing(evidence: PageEvidence, box: Box, rows: Sequence[Row]) -> Box:
    """A drawing with its labels; one along axes or on a grid with those, their marks and names, and a legend below."""
    framed = with_frame(evidence, box)
    if framed == box:
        return with_bar_names(with_labels(box, rows), rows)
    named = with_bar_names(with_marks(with_labels(framed, rows), rows), rows)
    return with_labels(named, rows, LEGEND_REACH_PT)


def _plots(evidence: PageEvidence, rows: Sequence[Row], tables: Sequence[Box]) -> list[Box]:
    """Charts along axes with their marks, names and titles, but for what is drawn in ``tables`` that rules show.

    Of charts side by side the marks of the axes stand in rows and columns.
    """
    found = find_drawings(evidence)
    apart = [box for box in found if not any(area(intersection(box, table)) > 0 for table in tables)]
    plots = [box for box in apart if is_plot(evidence, box)]
    marked = (with_marks(with_labels(with_frame(evidence, box), rows), rows) for box in plots)
    named = [with_bar_names(box, rows) for box in marked]
    pies = [with_ring_labels(box) for box in apart if box not in plots and is_pie(evidence, box)]
    return [*(with_title(box, rows) for box in named), *pies]


def _stands_beside_rows(chart: Box, tables: Sequence[Box]) -> bool:
    """Whether a chart stands in a table that is much wider: its labels were taken for cells of the rows beside it."""
    width = chart[2] - chart[0]
    return any(_covered(chart, box) > 0.3 and width < _MAX_CHART_WIDTH * (box[2] - box[0]) for box in tables)


def _is_apart(chart: Box, tables: Sequence[Box], seen: Sequence[Box]) -> bool:
    """Whether a chart was taken for rows of a table that the model saw above or below it, and not on it."""
    holding = [box for box in tables if _covered(chart, box) > _HELD]
    apart = [box for box in seen if not area(intersection(box, chart)) > 0]
    return any(_covered(one, box) > _HELD for box in holding for one in apart)


def _off_charts(
    evidence: PageEvidence, rows: Sequence[Row], drawings: Sequence[Box], tables: Sequence[Box]
) -> list[Row]:
    """Rows without the labels of charts that stand beside a table which rules show: they are on its rows by chance."""
    charts = [with_frame(evidence, box) for box in drawings] if tables else []
    level = [chart for chart in charts if any(chart[1] < table[3] and table[1] < chart[3] for table in tables)]
    grown = [with_surroundings(chart) for chart in level]
    beside = [chart for chart in grown if not any(area(intersection(chart, table)) > 0 for table in tables)]
    if not beside:
        return list(rows)
    return _outside(rows, beside)


def _pictures(
    evidence: PageEvidence, detected: Sequence[Box], drawings: Sequence[Box], tables: Sequence[Box]
) -> list[Box]:
    """Images and charts: the detector's, less what is text or table, and the drawings that it missed."""
    pictures: list[Box] = []
    for box in sorted(detected, key=area, reverse=True):
        if any(_covered(table, box) > 0.5 for table in tables) and bitmap_share(evidence, box) < 0.5:
            continue
        if not any(_covered(box, other) > 0.7 for other in pictures):
            pictures.append(box)
    for drawing in drawings:
        overlapped = [box for box in pictures if _covered(drawing, box) > 0.3 or _covered(box, drawing) > 0.5]
        if overlapped:
            pictures = [box for box in pictures if box not in overlapped]
            pictures.append(union([drawing, *overlapped]))
        elif not any(_covered(drawing, table) > 0.3 for table in tables):
            pictures.append(drawing)
    return pictures


def _covered(box: Box, by: Box) -> float:
    """The share of the box that another covers."""
    return area(intersection(box, by)) / max(area(box), 1e-6)
