"""PPTX through python-pptx, slides as their authors wrote them: titles, texts, tables, charts, pictures, notes.

Boxes are in points (12,700 EMU each). Speaker notes stand at the end of their slide and say that they are notes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import Any

from bizrag.errors import BadInputError, ConfigurationError
from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind, TableCell
from bizrag.parsing.draft import Draft, DraftItem, DraftPage, DraftPicture, DraftTable, DraftText
from bizrag.parsing.images.pictures import EmbeddedPictures
from bizrag.parsing.office.decimal_commas import group_sign, with_decimal_commas
from bizrag.parsing.office.native_charts import chart_markdown
from bizrag.parsing.office.packages import open_plain
from bizrag.parsing.office.smart_art import read_smart_art
from bizrag.parsing.slides.arrows import join_arrows
from bizrag.parsing.slides.boxes import (
    WrittenText,
    join_figures,
    join_rows,
    join_texts,
    link_lines,
    read_looks,
    with_plan,
)
from bizrag.parsing.slides.counted_rows import join_counted
from bizrag.parsing.slides.drawn_titles import find_title
from bizrag.parsing.slides.quotes import join_quotes
from bizrag.parsing.slides.shaded_tables import shaded_lines
from bizrag.parsing.slides.shapes import EMU_PER_PT, Placed, linked_part, place_shapes
from bizrag.parsing.slides.text import paragraphs
from bizrag.parsing.slides.time_lines import in_time_order
from bizrag.parsing.tables.header_rows import mark_headers

_MAX_PIXELS = 60_000_000
NOTES_LABEL = "Speaker notes: "


def parse_powerpoint(path: Path, pictures: EmbeddedPictures, on_page: Callable[[int, int], None]) -> Draft:
    """A PPTX file: one page per slide, hidden slides included.

    Raises:
        BadInputError: the file is damaged.
    """
    import pptx

    try:
        source = open_plain(path)
        deck = pptx.Presentation(str(source) if isinstance(source, Path) else source)
        width, height = float(deck.slide_width or 9_144_000), float(deck.slide_height or 6_858_000)
        slides = list(deck.slides)
    except Exception as error:  # python-pptx and lxml raise many kinds on damaged files
        raise BadInputError(f"{path.name}: damaged PPTX file ({_one_line(error)})") from error
    draft = Draft()
    for page_no, slide in enumerate(slides, 1):
        page = DraftPage(page_no=page_no, width_pt=width / EMU_PER_PT, height_pt=height / EMU_PER_PT)
        draft.pages.append(page)
        reader = _SlideReader(page, draft, pictures)
        reader.read(slide)
        on_page(page_no, len(slides))
    draft.spend("picture_ocr", pictures.seconds)
    _write_charts_as_text(draft.items)
    return draft


def _write_charts_as_text(items: Sequence[DraftItem]) -> None:
    """Values of charts with commas for points where the texts and tables of the slides have them so."""
    texts = [item.text for item in items if isinstance(item, DraftText)]
    texts += [cell.text for item in items if isinstance(item, DraftTable) for cell in item.cells]
    group = group_sign(texts)
    for item in items:
        if isinstance(item, DraftPicture) and item.chart_markdown and group is not None:
            item.chart_markdown = with_decimal_commas(item.chart_markdown, group)


class _SlideReader:
    """Turns one slide into draft items."""

    def __init__(self, page: DraftPage, draft: Draft, pictures: EmbeddedPictures) -> None:
        self._page, self._draft, self._pictures = page, draft, pictures

    def read(self, slide: Any) -> None:
        try:
            title = slide.shapes.title
            title_id = title.shape_id if title is not None else None
            placed = place_shapes(slide, width_pt=self._page.width_pt, height_pt=self._page.height_pt)
        except Exception as error:  # broken XML inside one slide
            self._draft.warn(f"slide {self._page.page_no}: could not be read ({_one_line(error)})")
            return
        first = [entry for entry in placed if entry.shape.shape_id == title_id]
        rest = [entry for entry in placed if entry.shape.shape_id != title_id]
        items: list[DraftItem] = []
        looks: list[WrittenText] = []
        for entry in [*first, *_in_reading_order(rest)]:
            is_title = entry.shape.shape_id == title_id
            try:
                found = self._read_shape(entry, is_title=is_title)
                items += found
                if found and not is_title and _furniture_kind(entry.shape) is None:
                    looks += read_looks(entry, found)
            except ConfigurationError:
                raise
            except Exception as error:  # one damaged shape does not cost the slide
                self._draft.warn(f"slide {self._page.page_no}: a shape could not be read ({_one_line(error)})")
        if not any(isinstance(item, DraftText) and item.kind is BlockKind.HEADING and item.text for item in items):
            looks = self._with_title(looks)
        try:
            items = self._joined(items, looks, placed, rest)
        except Exception as error:  # a damaged shape costs what belongs together, not the slide
            self._draft.warn(f"slide {self._page.page_no}: its texts are in reading order only ({_one_line(error)})")
        self._draft.items += items
        self._read_notes(slide)

    def _with_title(self, looks: Sequence[WrittenText]) -> list[WrittenText]:
        """Make the text that is the title by its looks a heading; the others are what may belong together."""
        number = find_title([text.piece for text in looks], self._page.height_pt)
        if number is not None:
            looks[number].item.kind, looks[number].item.level = BlockKind.HEADING, 1
        return [text for at, text in enumerate(looks) if at != number]

    def _joined(
        self, items: Sequence[DraftItem], looks: Sequence[WrittenText], placed: Sequence[Placed], rest: Sequence[Placed]
    ) -> list[DraftItem]:
        """The items with what belongs together in one; ``rest`` is all that is placed but the title."""
        most = self._page.width_pt * self._page.height_pt / 2
        frames = [entry.bbox for entry in rest if entry.bbox is not None and entry.bbox.area < most]
        links = link_lines(looks, placed)
        items, looks = join_rows(with_plan(items, looks, placed), looks, frames)
        items, looks = join_figures(items, looks)
        ordered = in_time_order(join_texts(items, looks, frames))
        return [*join_quotes(join_arrows(join_counted(ordered))), *links]

    def _read_shape(self, entry: Placed, *, is_title: bool) -> list[DraftItem]:
        shape, page_no = entry.shape, self._page.page_no
        if getattr(shape, "has_table", False):
            found = self._table(shape.table, entry.bbox)
            lines = shaded_lines(shape.table, found.cells)
            return [
                found,
                *(DraftText(kind=BlockKind.TEXT, text=line, page_no=page_no, bbox=entry.bbox) for line in lines),
            ]
        if getattr(shape, "has_chart", False):
            return self._chart(shape.chart.part.blob, entry.bbox)
        kind, part = linked_part(shape)
        if kind == "chart":
            return self._chart(part, entry.bbox)
        if kind == "diagram":
            return read_smart_art(part, page_no=page_no, bbox=entry.bbox)
        if hasattr(shape, "image"):
            return self._picture(shape, entry.bbox)
        if not getattr(shape, "has_text_frame", False):
            return []
        if is_title:
            text = " ".join(shape.text_frame.text.split())
            return [DraftText(kind=BlockKind.HEADING, text=text, page_no=page_no, bbox=entry.bbox, level=1)]
        furniture = _furniture_kind(shape)
        return [
            DraftText(kind=furniture or kind, text=text, page_no=page_no, bbox=entry.bbox)
            for kind, text in paragraphs(shape.text_frame)
        ]

    def _table(self, table: Any, bbox: BoundingBox | None) -> DraftTable:
        cells: list[TableCell] = []
        rows = _edges(bbox.t if bbox else 0.0, [row.height for row in table.rows])
        cols = _edges(bbox.l if bbox else 0.0, [column.width for column in table.columns])
        for row, line in enumerate(table.rows):
            for col, cell in enumerate(line.cells):
                if not cell.is_spanned:
                    cells.append(
                        TableCell(
                            text=" ".join(cell.text.split()),
                            row_start=row,
                            row_end=row + cell.span_height,
                            col_start=col,
                            col_end=col + cell.span_width,
                            is_header=bool(table.first_row) and row == 0,
                            bbox=self._cell_box(cell, cols[col:], rows[row:]) if bbox else None,
                        )
                    )
        return DraftTable(
            num_rows=len(table.rows),
            num_cols=len(table.columns),
            cells=mark_headers(cells, num_rows=len(table.rows), num_cols=len(table.columns)),
            page_no=self._page.page_no,
            bbox=bbox,
        )

    def _cell_box(self, cell: Any, lefts: Sequence[float], tops: Sequence[float]) -> BoundingBox:
        right, bottom = lefts[: cell.span_width + 1][-1], tops[: cell.span_height + 1][-1]
        box = BoundingBox(l=lefts[0], t=tops[0], r=right, b=bottom)
        return box.clipped(width=self._page.width_pt, height=self._page.height_pt)

    def _chart(self, part: bytes, bbox: BoundingBox | None) -> list[DraftItem]:
        title, markdown = chart_markdown(part)
        return [DraftPicture(caption=title, chart_markdown=markdown, page_no=self._page.page_no, bbox=bbox)]

    def _picture(self, shape: Any, bbox: BoundingBox | None) -> list[DraftItem]:
        caption = _alt_text(shape)
        picture = DraftPicture(caption=caption, page_no=self._page.page_no, bbox=bbox)
        try:
            picture = replace(self._store(shape.image.blob), caption=caption, page_no=self._page.page_no, bbox=bbox)
        except ConfigurationError:
            raise
        except Exception as error:  # WMF, EMF, SVG, missing or damaged parts
            self._draft.warn(f"slide {self._page.page_no}: a picture is kept without its image ({_one_line(error)})")
        return [picture]

    def _store(self, blob: bytes) -> DraftPicture:
        from PIL import Image

        with Image.open(io.BytesIO(blob)) as image:
            if image.width * image.height > _MAX_PIXELS:
                raise ValueError(f"{image.width} x {image.height} pixels")
            return self._pictures.keep(image)

    def _read_notes(self, slide: Any) -> None:
        try:
            frame = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
            text = frame.text.strip() if frame is not None else ""
        except Exception as error:  # a broken notes part does not cost the slide
            self._draft.warn(f"slide {self._page.page_no}: its notes could not be read ({_one_line(error)})")
            return
        if text:
            note = DraftText(kind=BlockKind.FOOTNOTE, text=NOTES_LABEL + text, page_no=self._page.page_no)
            self._draft.items.append(note)


def _edges(start: float, sizes_emu: Iterable[int]) -> list[float]:
    """Where rows or columns of a table begin, and the last ends, in points."""
    return list(accumulate((max(size, 0) / EMU_PER_PT for size in sizes_emu), initial=start))


def _in_reading_order(placed: list[Placed]) -> list[Placed]:
    """Shapes as they are read: boxes by cuts along empty stripes, shapes without a box (placeholders) first."""
    from bizrag.parsing.slides.reading_order import reading_order

    boxed = [(entry, entry.bbox) for entry in placed if entry.bbox is not None]
    order = reading_order([box for _, box in boxed])
    return [entry for entry in placed if entry.bbox is None] + [boxed[index][0] for index in order]


def _furniture_kind(shape: Any) -> BlockKind | None:
    from pptx.enum.shapes import PP_PLACEHOLDER

    if not shape.is_placeholder:
        return None
    kind = shape.placeholder_format.type
    if kind in (PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.SLIDE_NUMBER, PP_PLACEHOLDER.DATE):
        return BlockKind.PAGE_FOOTER
    return BlockKind.PAGE_HEADER if kind == PP_PLACEHOLDER.HEADER else None


def _alt_text(shape: Any) -> str:
    properties = shape._element._nvXxPr.cNvPr  # noqa: SLF001 - python-pptx has no public way
    return str(properties.get("descr") or properties.get("title") or "").strip()


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
