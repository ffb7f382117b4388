"""PDF files on the vertical path: layout, tables, pictures. Slide decks (the horizontal path): ``slides.pdf_slides``.

Steps: text layer of every page (pdfium), which pages need OCR, docling, then what docling dropped is put back
(``conservation``), heading levels and picture crops; page images meanwhile. pdfium opens the file once, docling once.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from PIL.Image import Image

from bizrag.errors import BadInputError
from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.captions.footnotes import place_footnotes
from bizrag.parsing.captions.numbered_captions import place_captions
from bizrag.parsing.captions.plain_captions import link_captions
from bizrag.parsing.charts.axes import say_axes
from bizrag.parsing.charts.labels import Label, labels_of_lines, labels_of_words
from bizrag.parsing.charts.reader import read_values
from bizrag.parsing.charts.unaligned_tables import with_charts
from bizrag.parsing.conservation import (
    conserve_page,
    fill_pictures,
    margin_kind,
    missing_words,
    paragraphs,
    place_words,
)
from bizrag.parsing.converter import Conversion, Converter
from bizrag.parsing.diagrams.named_boxes import are_of_other_boxes
from bizrag.parsing.diagrams.reader import say_diagram
from bizrag.parsing.draft import Draft, DraftItem, DraftPage, DraftPicture, DraftTable, DraftText
from bizrag.parsing.engines.known_text import KnownText
from bizrag.parsing.engines.pages.page_furniture import running_lines_of
from bizrag.parsing.files.rewritten import written_anew
from bizrag.parsing.from_docling import read_document
from bizrag.parsing.headings.bookmarks import mark_bookmarks, read_bookmarks
from bizrag.parsing.headings.levels import join_lines, measure_headings
from bizrag.parsing.images.page_images import keeping_page_images
from bizrag.parsing.images.pictures import PictureReader, is_worth_keeping, store_crops, without_words
from bizrag.parsing.images.render import render_page
from bizrag.parsing.images.sinks import ImageSink
from bizrag.parsing.ocr.engine import OcrLine, TextReader
from bizrag.parsing.ocr.scans import Scans, read_scans, words_of
from bizrag.parsing.order.choice_lists import join_choices
from bizrag.parsing.order.listings import read_listings
from bizrag.parsing.order.reading_order import mend_order
from bizrag.parsing.tables.coloured_marks import name_colours
from bizrag.parsing.text_layers.filled_forms import fill_in
from bizrag.parsing.text_layers.joined_words import count_words, find_joints
from bizrag.parsing.text_layers.text_layer import (
    PageLayer,
    Word,
    bitmap_boxes,
    box_around,
    lines_of,
    needs_ocr,
    open_pdf,
    read_page,
)
from bizrag.parsing.turned_pages import turn_upright
from bizrag.settings import ParsingSettings

# PDF 1.7, annex C: no side of a page is longer than 200 inches.
_MAX_PAGE_PT = 14_400.0

# Reading text layers is quick; every so many pages a sign of life suffices.
_PAGES_PER_SIGN = 50

OnPage = Callable[[int, int], None]
# first and last page, from 1, both included
PageRange = tuple[int, int]


@dataclass(slots=True, kw_only=True)
class PdfTools:
    """What parsing a PDF needs; one set per process."""

    settings: ParsingSettings
    converter: Converter
    reader: TextReader
    sink: ImageSink


def parse_pdf(path: Path, tools: PdfTools, on_page: OnPage, pages: PageRange | None = None) -> Draft:
    """A PDF, or some pages of it, with text blocks, tables and pictures in reading order.

    Everything that needs all pages is left to do: levels of headings (``headings.set_levels``).

    Raises:
        BadInputError: encrypted or damaged beyond reading.
    """
    draft = Draft()
    document = open_pdf(path)
    try:
        layers, ocr_pages = read_layers(document, draft, on_page, pages)
        scans = read_scans(document, draft, tools.reader, ocr_pages, on_page)
        known = _known_text(layers, is_whole=pages is None)
        layers = [_with_lines(document, layer, page, scans) for layer, page in zip(layers, draft.pages, strict=True)]
        with (
            as_it_is_now(document, path, draft, is_turned=bool(scans.turned)) as changed,
            keeping_page_images(document, draft, tools.sink, dpi=tools.settings.page_image_dpi),
        ):
            _read_layout(changed, partial(tools.converter.convert, ocr_lines=scans.lines, known=known), draft, on_page)
        add_plain_pages(draft, [layer for layer in layers if layer.page_no in draft.failed_pages])
        start = time.perf_counter()
        _conserve(draft, layers)
        mark_bookmarks(draft.items, read_bookmarks(document))
        measure_headings(draft.items, layers)
        join_lines(draft.items)
        draft.spend("conserve", time.perf_counter() - start)
        _find_charts(document, draft, layers, tools)
        _read_pictures(document, draft, layers, tools, on_page)
    finally:
        document.close()
    return draft


def read_layers(
    document: Any, draft: Draft, on_page: OnPage, pages: PageRange | None = None
) -> tuple[list[PageLayer], frozenset[int]]:
    """The text layers of all pages or of a range, and the pages that need OCR; the draft gets its pages."""
    start = time.perf_counter()
    layers: list[PageLayer] = []
    ocr_pages: set[int] = set()
    first, last = pages or (1, len(document))
    turned: set[int] = set()
    for page_no in range(first, last + 1):
        layers.append(read_page(document, page_no))
        if turn_upright(document, layers[-1]):
            turned.add(page_no)
            layers[-1] = read_page(document, page_no)
        if not layers[-1].is_readable:
            draft.fail_page(page_no, "it cannot be read")
        elif needs_ocr(document, layers[-1]):
            ocr_pages.add(page_no)
        if page_no % _PAGES_PER_SIGN == 0:
            on_page(0, last - first + 1)
    # a scan stays one, whatever was typed over it
    filled = fill_in(document, [layer.page_no for layer in layers if layer.is_written_on])
    layers = [read_page(document, layer.page_no) if layer.page_no in filled else layer for layer in layers]
    draft.pages = [
        DraftPage(
            page_no=layer.page_no,
            width_pt=layer.width_pt,
            height_pt=layer.height_pt,
            is_ocr=layer.page_no in ocr_pages,
            is_filled=layer.page_no in filled,
            is_turned=layer.page_no in turned,
        )
        for layer in layers
    ]
    draft.spend("text_layer", time.perf_counter() - start)
    return layers, frozenset(ocr_pages)


@contextmanager
def as_it_is_now(document: Any, path: Path, draft: Draft, *, is_turned: bool = False) -> Generator[Path]:
    """A file for docling, which must see pages as they are in memory by now: turned upright, filled in."""
    if not is_turned and not any(page.is_filled or page.is_turned for page in draft.pages):
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        changed = Path(folder) / "changed.pdf"
        document.save(changed)
        yield changed


def add_plain_pages(draft: Draft, layers: Sequence[PageLayer]) -> None:
    """Paragraphs of the text layer, in the PDF's own order: what is left when no layout is known."""
    for layer in layers:
        for paragraph in paragraphs(layer.words):
            text = " ".join(word.text for line in lines_of(paragraph) for word in line)
            box = box_around(paragraph)
            kind = margin_kind(box, layer.height_pt) or BlockKind.TEXT
            draft.items.append(DraftText(kind=kind, text=text, page_no=layer.page_no, bbox=box))


def read_pictures(
    document: Any,
    page: DraftPage,
    draft: Draft,
    tools: PdfTools,
    pictures: Sequence[DraftPicture],
    texts: PictureReader,
    words: Sequence[Word],
    *,
    are_read: bool = False,
) -> None:
    """Keep the crops of a page's pictures; read the text of bitmaps, the values of charts.

    ``words`` of its layer; with ``are_read`` those on pictures are text of the page, and no picture's.
    """
    if not pictures:
        return
    start = time.perf_counter()
    image = render_page(document, page.page_no, dpi=tools.settings.picture_dpi)
    if image is None:
        return
    crops = store_crops(draft, pictures, image, width_pt=page.width_pt, height_pt=page.height_pt, sink=tools.sink)
    draft.spend("pictures", time.perf_counter() - start)
    bitmaps = bitmap_boxes(document[page.page_no - 1]) if crops and not page.is_ocr else []
    known = [word.bbox for word in words] if are_read else []
    boxes = [item.bbox for item in draft.on_page(page.page_no) if not isinstance(item, DraftText) and item.bbox]
    for picture, part in crops:
        lines: Sequence[OcrLine] = ()
        # what is drawn and told has its words in the layer
        if not (page.is_ocr or picture.chart_markdown):
            shown = without_words(part, picture.bbox, known)
            on_it = [word.bbox for word in words if picture.bbox is not None and picture.bbox.holds_centre(word.bbox)]
            lines = texts.fill_text(draft, picture, shown, bitmaps, on_it)
        start = time.perf_counter()
        diagram = "" if are_read else _diagram_of(picture, part, words, lines)
        picture.text = diagram or picture.text
        title = picture.title
        read_values(picture, image, page, words, lines, [box for box in boxes if box is not picture.bbox])
        if are_of_other_boxes(picture.chart_markdown, diagram):
            picture.chart_markdown, picture.title = "", title
        if not diagram and picture.bbox is not None:
            axes = say_axes(_labels_on(picture.bbox, part, words, lines), part)
            picture.text = "\n".join([*picture.text.splitlines(), *axes])
        draft.spend("chart_values", time.perf_counter() - start)


def _diagram_of(picture: DraftPicture, image: Image, words: Sequence[Word], lines: Sequence[OcrLine]) -> str:
    """What a picture says as a diagram, from words of the layer and lines read in its image; empty for others."""
    box = picture.bbox
    if box is None or picture.chart_markdown:
        return ""
    return say_diagram(_labels_on(box, image, words, lines), image)


def _labels_on(box: BoundingBox, image: Image, words: Sequence[Word], lines: Sequence[OcrLine]) -> list[Label]:
    """The labels of a picture, boxes in pixels: of the layer's words on it, or without any of lines read in it."""
    on_it = [word for word in words if box.holds_centre(word.bbox)]
    labels = labels_of_words(on_it, (box.l, box.t), image.width / box.width)
    return labels if on_it else labels_of_lines(lines)


def _known_text(layers: Sequence[PageLayer], *, is_whole: bool) -> KnownText:
    """What the layout model need not read again; of some pages alone it is not known which lines come back."""
    running = running_lines_of(len(layers), lambda page_no: layers[page_no - 1]) if is_whole else None
    return KnownText(layers={layer.page_no: layer for layer in layers}, running=running)


def _read_layout(path: Path, convert: Callable[..., Conversion], draft: Draft, on_page: OnPage) -> None:
    """Add what docling finds on the pages of the draft; a page that fails is tried again alone, then it is failed."""
    for page in draft.pages:
        if max(page.width_pt, page.height_pt) > _MAX_PAGE_PT:
            # Drawing such a page for the layout model would take all memory.
            draft.fail_page(page.page_no, "it is larger than any PDF page may be; its plain text is kept")
    start = time.perf_counter()
    for first, last in _runs([page.page_no for page in draft.pages if page.page_no not in draft.failed_pages]):
        failed = _convert(path, (first, last), convert, draft, on_page)
        if len(failed) > last - first:
            # pdfium has opened the file: how its pages hang together may be all that docling's reader stumbles over
            with written_anew(path) as copy:
                failed = _convert(copy, (first, last), convert, draft, on_page)
        if len(failed) <= last - first:
            # What a neighbour left behind, memory above all, is no fault of a page: each gets another try, alone.
            for page_no in sorted(failed):
                failed |= _convert(path, (page_no, page_no), convert, draft, None) or {page_no: ""}
        for page_no, reason in sorted((page_no, reason) for page_no, reason in failed.items() if reason):
            line = " ".join(reason.split())[:120]
            draft.fail_page(page_no, f"layout analysis failed ({line}); its plain text is kept")
    draft.spend("docling", time.perf_counter() - start)


def _runs(page_nos: Sequence[int]) -> list[PageRange]:
    """Rising numbers as ranges without gaps.

    >>> _runs([1, 2, 3, 5, 6, 9])
    [(1, 3), (5, 6), (9, 9)]
    """
    runs: list[PageRange] = []
    for page_no in page_nos:
        if runs and runs[-1][1] == page_no - 1:
            runs[-1] = (runs[-1][0], page_no)
        else:
            runs.append((page_no, page_no))
    return runs


def _convert(
    path: Path, pages: PageRange, convert: Callable[..., Conversion], draft: Draft, on_page: OnPage | None
) -> dict[int, str]:
    """Add the items of a range of pages; returns the pages that failed, with docling's reason: nothing of those."""
    try:
        conversion = convert(path, on_page=on_page, pages=pages)
    except BadInputError as error:
        return dict.fromkeys(range(pages[0], pages[1] + 1), str(error))
    failed = {page_no: reason for page_no, reason in conversion.failed_pages.items() if pages[0] <= page_no <= pages[1]}
    items = [item for item in read_document(conversion.document) if _is_kept(item) and item.page_no not in failed]
    place_captions(items)
    draft.items += items
    draft.panels.update(conversion.panels)
    for step, seconds in conversion.seconds.items():
        draft.spend(step, seconds)
    return failed


def _is_kept(item: DraftItem) -> bool:
    # What an icon's box holds as text comes back through conservation.
    return not isinstance(item, DraftPicture) or item.bbox is None or is_worth_keeping(item.bbox)


def _with_lines(document: Any, layer: PageLayer, page: DraftPage, scans: Scans) -> PageLayer:
    """The layer of a page; where it was read by OCR, with those lines instead of the PDF's own words."""
    if page.page_no not in scans.lines:
        return layer
    if page.page_no in scans.turned:
        layer = read_page(document, page.page_no)
        page.width_pt, page.height_pt = layer.width_pt, layer.height_pt
    return replace(layer, words=words_of(scans.lines[page.page_no]))


def _conserve(draft: Draft, layers: Sequence[PageLayer]) -> None:
    """Put back what docling dropped, page by page, and link captions; each page is a draft of its own meanwhile."""
    by_page: dict[int | None, list[DraftItem]] = {}
    for item in draft.items:
        by_page.setdefault(item.page_no, []).append(item)
    draft.items = by_page.pop(None, [])
    for layer, page in zip(layers, draft.pages, strict=True):
        ordered = mend_order(by_page.pop(layer.page_no, []), draft.panels.get(layer.page_no, ()))
        part = Draft(items=join_choices(ordered))
        if page.is_ocr:
            _conserve_scan(part, layer)
        else:
            part.items = read_listings(part.items, layer.words)
            conserve_page(part, layer, page)
            part.items = place_footnotes(part.items, layer.words)
        link_captions(part.items)
        page.joints = find_joints(part.items, layer.words)
        draft.word_counts.update(count_words(layer.words))
        draft.items += part.items


def _conserve_scan(part: Draft, layer: PageLayer) -> None:
    # A scan has no text layer to account for, but what OCR read must not vanish inside regions either.
    fill_pictures(part.items, layer)
    place_words(part, missing_words(layer.words, part.items), layer)


def _find_charts(document: Any, draft: Draft, layers: Sequence[PageLayer], tools: PdfTools) -> None:
    """Put charts in the place of tables that are rather that, and write down the colours of marks in the others."""
    start = time.perf_counter()
    for page, layer in zip(draft.pages, layers, strict=True):
        items = draft.on_page(page.page_no)
        image = partial(render_page, document, page.page_no, dpi=tools.settings.picture_dpi)
        new = with_charts(items, image, page, layer.words)
        if new != items:
            at = {id(item): other for item, other in zip(items, new, strict=True)}
            draft.items = [at.get(id(item), item) for item in draft.items]
        for table in (item for item in new if isinstance(item, DraftTable)):
            name_colours(table, page, image)
    draft.spend("chart_values", time.perf_counter() - start)


def _read_pictures(document: Any, draft: Draft, layers: Sequence[PageLayer], tools: PdfTools, on_page: OnPage) -> None:
    texts = PictureReader(tools.reader)
    pictures: dict[int, list[DraftPicture]] = {}
    for item in draft.items:
        if isinstance(item, DraftPicture) and item.page_no is not None:
            pictures.setdefault(item.page_no, []).append(item)
    for page, layer in zip(draft.pages, layers, strict=True):
        read_pictures(document, page, draft, tools, pictures.get(page.page_no, []), texts, layer.words)
        on_page(page.page_no - draft.pages[0].page_no + 1, len(draft.pages))
