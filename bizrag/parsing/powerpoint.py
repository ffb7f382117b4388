"""PPTX through python-pptx, slides as their authors wrote them: titles, texts, tables, charts, pictures, notes.

Boxes are in points (12,700 EMU each). Speaker notes stand at the end of their slide and say that they are notes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bizrag.errors import BadInputError
from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind, TableCell
from bizrag.parsing.charts import chart_markdown
from bizrag.parsing.draft import Draft, DraftItem, DraftPage, DraftPicture, DraftTable, DraftText
from bizrag.parsing.images import ImageSink
from bizrag.parsing.packages import open_plain
from bizrag.parsing.pictures import store_image

EMU_PER_PT = 12_700
_MAX_GROUP_DEPTH = 12
_MAX_PIXELS = 60_000_000
NOTES_LABEL = "Speaker notes: "


@dataclass(frozen=True, slots=True)
class _Placed:
    """A shape with its box on the slide, groups resolved."""

    shape: Any
    bbox: BoundingBox | None


def parse_powerpoint(path: Path, sink: ImageSink, on_page: Callable[[int, int], None]) -> Draft:
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
        reader = _SlideReader(page, draft, sink)
        reader.read(slide)
        on_page(page_no, len(slides))
    return draft


class _SlideReader:
    """Turns one slide into draft items."""

    def __init__(self, page: DraftPage, draft: Draft, sink: ImageSink) -> None:
        self._page, self._draft, self._sink = page, draft, sink

    def read(self, slide: Any) -> None:
        try:
            title = slide.shapes.title
            title_id = title.shape_id if title is not None else None
            placed = list(self._walk(slide.shapes, (1.0, 1.0, 0.0, 0.0), 0))
        except Exception as error:  # broken XML inside one slide
            self._draft.warn(f"slide {self._page.page_no}: could not be read ({_one_line(error)})")
            return
        first = [entry for entry in placed if entry.shape.shape_id == title_id]
        rest = [entry for entry in placed if entry.shape.shape_id != title_id]
        for entry in [*first, *_in_reading_order(rest)]:
            try:
                self._draft.items += self._read_shape(entry, is_title=entry.shape.shape_id == title_id)
            except Exception as error:  # one damaged shape does not cost the slide
                self._draft.warn(f"slide {self._page.page_no}: a shape could not be read ({_one_line(error)})")
        self._read_notes(slide)

    def _walk(self, shapes: Any, frame: tuple[float, float, float, float], depth: int) -> Iterator[_Placed]:
        """Shapes with boxes; ``frame`` maps a group's own coordinates: scale x, scale y, offset x, offset y."""
        from pptx.enum.shapes import MSO_SHAPE_TYPE

        for shape in shapes:
            if shape.shape_type == MSO_SHAPE_TYPE.GROUP and depth < _MAX_GROUP_DEPTH:
                yield from self._walk(shape.shapes, _inner_frame(shape, frame), depth + 1)
            else:
                yield _Placed(shape, self._box(shape, frame))

    def _box(self, shape: Any, frame: tuple[float, float, float, float]) -> BoundingBox | None:
        if shape.left is None or shape.width is None:
            return None
        across, down, right, below = frame
        left, top = shape.left * across + right, shape.top * down + below
        box = BoundingBox(
            l=left / EMU_PER_PT,
            t=top / EMU_PER_PT,
            r=(left + abs(shape.width * across)) / EMU_PER_PT,
            b=(top + abs(shape.height * down)) / EMU_PER_PT,
        )
        return box.clipped(width=self._page.width_pt, height=self._page.height_pt)

    def _read_shape(self, entry: _Placed, *, is_title: bool) -> list[DraftItem]:
        shape, page_no = entry.shape, self._page.page_no
        if getattr(shape, "has_table", False):
            return [self._table(shape.table, entry.bbox)]
        if getattr(shape, "has_chart", False):
            return self._chart(shape, entry.bbox)
        if hasattr(shape, "image"):
            return self._picture(shape, entry.bbox)
        if not getattr(shape, "has_text_frame", False):
            return []
        if is_title:
            text = " ".join(shape.text_frame.text.split())
            return [DraftText(kind=BlockKind.HEADING, text=text, page_no=page_no, bbox=entry.bbox, level=1)]
        kind = _furniture_kind(shape)
        return [
            DraftText(kind=kind or block_kind, text=text, page_no=page_no, bbox=entry.bbox)
            for block_kind, text in _paragraphs(shape.text_frame)
        ]

    def _table(self, table: Any, bbox: BoundingBox | None) -> DraftTable:
        cells: list[TableCell] = []
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
                        )
                    )
        return DraftTable(
            num_rows=len(table.rows), num_cols=len(table.columns), cells=cells, page_no=self._page.page_no, bbox=bbox
        )

    def _chart(self, shape: Any, bbox: BoundingBox | None) -> list[DraftItem]:
        title, markdown = chart_markdown(shape.chart.part.blob)
        return [DraftPicture(caption=title, chart_markdown=markdown, page_no=self._page.page_no, bbox=bbox)]

    def _picture(self, shape: Any, bbox: BoundingBox | None) -> list[DraftItem]:
        caption = _alt_text(shape)
        picture = DraftPicture(caption=caption, page_no=self._page.page_no, bbox=bbox)
        try:
            picture = replace(self._store(shape.image.blob), caption=caption, page_no=self._page.page_no, bbox=bbox)
        except Exception as error:  # WMF, EMF, SVG, missing or damaged parts
            self._draft.warn(f"slide {self._page.page_no}: a picture is kept without its image ({_one_line(error)})")
        return [picture]

    def _store(self, blob: bytes) -> DraftPicture:
        from PIL import Image

        with Image.open(io.BytesIO(blob)) as image:
            if image.width * image.height > _MAX_PIXELS:
                raise ValueError(f"{image.width} x {image.height} pixels")
            return store_image(image, self._sink)

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


def _inner_frame(group: Any, frame: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """How coordinates inside a group map to the slide (DrawingML a:xfrm with a:chOff and a:chExt)."""
    across, down, right, below = frame
    element = group._element  # noqa: SLF001 - python-pptx has no public way
    xfrm = element.grpSpPr.find("{http://schemas.openxmlformats.org/drawingml/2006/main}xfrm")
    if xfrm is None or xfrm.find(f"{xfrm.tag[:-4]}chExt") is None:
        return frame
    offset, extent = xfrm.find(f"{xfrm.tag[:-4]}chOff"), xfrm.find(f"{xfrm.tag[:-4]}chExt")
    wide, high = int(extent.get("cx")) or 1, int(extent.get("cy")) or 1
    inner_across, inner_down = (group.width or wide) / wide, (group.height or high) / high
    inner_right = (group.left or 0) - int(offset.get("x")) * inner_across
    inner_below = (group.top or 0) - int(offset.get("y")) * inner_down
    return (
        across * inner_across,
        down * inner_down,
        right + inner_right * across,
        below + inner_below * down,
    )


def _in_reading_order(placed: list[_Placed]) -> list[_Placed]:
    """Shapes as they are read: boxes by cuts along empty stripes, shapes without a box (placeholders) first."""
    from bizrag.parsing.slides import reading_order

    boxed = [(entry, entry.bbox) for entry in placed if entry.bbox is not None]
    order = reading_order([box for _, box in boxed])
    return [entry for entry in placed if entry.bbox is None] + [boxed[index][0] for index in order]


def _paragraphs(frame: Any) -> list[tuple[BlockKind, str]]:
    """Paragraphs of a text frame; those below the first level or one of several are list items."""
    texts = [(paragraph.level, " ".join(paragraph.text.split())) for paragraph in frame.paragraphs]
    texts = [(level, text) for level, text in texts if text]
    if len(texts) == 1:
        return [(BlockKind.TEXT, texts[0][1])]
    return [(BlockKind.LIST_ITEM, f"{'  ' * level}- {text}") for level, text in texts]


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
