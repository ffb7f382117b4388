"""DOCX and HTML, and Markdown as HTML, through docling's own readers: no models, no pages.

LibreOffice, where it is installed, prints DOCX and PPTX so that their pages have images too.
"""

from __future__ import annotations

import io
import itertools
import re
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bizrag.errors import BadInputError, BizragError
from bizrag.model.parses import BlockKind
from bizrag.parsing.captions.plain_captions import link_flowing_captions
from bizrag.parsing.conservation import tokens
from bizrag.parsing.draft import Draft, DraftItem, DraftPage, DraftPicture, DraftTable, DraftText
from bizrag.parsing.files.formats import HTML, MARKDOWN
from bizrag.parsing.from_docling import read_document
from bizrag.parsing.images.pictures import EmbeddedPictures
from bizrag.parsing.images.render import encode, find_soffice, render_page
from bizrag.parsing.images.sinks import ImageSink
from bizrag.parsing.office.libreoffice import PRINT_SECONDS, print_to_pdf
from bizrag.parsing.office.packages import open_plain
from bizrag.parsing.office.printed_pages import assign_pages
from bizrag.parsing.office.word_drawings import mark_drawings, put_drawings
from bizrag.parsing.plain_text.reader import read_text
from bizrag.parsing.tables.tidy_tables import tidy_table, with_facts
from bizrag.parsing.text_layers.text_layer import open_pdf, read_page
from bizrag.parsing.web_pages.markdown_page import markdown_to_html
from bizrag.settings import ParsingSettings

_MAX_LEVEL = 6
_MIN_PAGE_NUMBERS = 4
# paragraphs of a text box stand so near to its picture, and have so much of what is read in it
_ECHO_ITEMS = 12
_ECHO_SHARE = 0.8


def parse_flow(path: Path, mime_type: str, pictures: EmbeddedPictures) -> Draft:
    """A document without pages: DOCX, HTML or Markdown.

    Raises:
        BadInputError: damaged beyond reading, or without any text.
    """
    draft = Draft()
    start = time.perf_counter()
    try:
        try:
            document, drawings = _read(path, mime_type, pictures)
        except (OSError, SyntaxError):
            # what Pillow raises for an image that is cut short: the page is read without its images
            document, drawings = _read(path, mime_type, pictures, with_images=False)
        items = put_drawings(read_document(document, store=pictures.keep), drawings)
    except BizragError:
        raise
    except Exception as error:  # each reader raises its own kinds on damaged files
        detail = " ".join(str(error).split())[:160] or type(error).__name__
        raise BadInputError(f"{path.name}: damaged file ({detail})") from error
    tidy = [item for item in map(_tidy, items) if item is not None]
    if mime_type not in (HTML, MARKDOWN):
        tidy = [with_facts(item) if isinstance(item, DraftTable) else item for item in tidy]
    draft.items = _without_echoes(tidy)
    link_flowing_captions(draft.items)
    _shift_levels(draft.items)
    _mark_page_numbers(draft.items)
    draft.spend("read", time.perf_counter() - start - pictures.seconds)
    draft.spend("picture_ocr", pictures.seconds)
    if not any(not isinstance(item, DraftText) or item.text.strip() for item in draft.items):
        raise BadInputError(f"{path.name}: the file holds no text")
    return draft


def _read(
    path: Path, mime_type: str, pictures: EmbeddedPictures, *, with_images: bool = True
) -> tuple[Any, list[list[DraftItem]]]:
    """docling's document, and what stands in the place of its marks (``word_drawings``); of web pages images are those
    that are written in the page itself, files and addresses stay shut.
    """
    from bizrag.parsing.engines import light_docling

    light_docling.install()
    from docling.datamodel.backend_options import HTMLBackendOptions, MsWordBackendOptions
    from docling.datamodel.base_models import InputFormat
    from docling.datamodel.document import InputDocument

    source: Any
    options: Any
    drawings: list[list[DraftItem]] = []
    if mime_type in (HTML, MARKDOWN):
        from docling.backend.html_backend import HTMLDocumentBackend as Backend

        from bizrag.parsing.web_pages.html_clean import clean_html

        page = markdown_to_html(read_text(path)).encode() if mime_type == MARKDOWN else path.read_bytes()
        source, kind = io.BytesIO(clean_html(page, draw=pictures.draw, name=path.name)), InputFormat.HTML
        shut = {"enable_remote_fetch": False, "enable_local_fetch": False}
        options = HTMLBackendOptions.model_validate({"add_title": False, "fetch_images": with_images, **shut})
    else:
        from docling.backend.msword_backend import MsWordDocumentBackend as Backend

        source, drawings = mark_drawings(open_plain(path))
        kind, options = InputFormat.DOCX, MsWordBackendOptions.model_validate({})
    entry: Any = InputDocument(
        path_or_stream=source, format=kind, backend=Backend, backend_options=options, filename=path.name
    )
    if not entry.valid:
        raise BadInputError(f"{path.name}: damaged file; open and save it again")
    with warnings.catch_warnings():
        # one for each image that stays shut, with all of its address
        warnings.simplefilter("ignore", UserWarning)
        return entry._backend.convert(), drawings  # noqa: SLF001 - docling has no public way


def _tidy(item: DraftItem) -> DraftItem | None:
    """Tables without spacers; a picture that shows nothing goes."""
    if isinstance(item, DraftPicture):
        return item if item.image_sha256 or item.caption or item.chart_markdown else None
    return tidy_table(item) if isinstance(item, DraftTable) else item


def _without_echoes(items: list[DraftItem]) -> list[DraftItem]:
    """Pictures lose a text that the paragraphs around them have too: docling gives a text box out as both."""
    for at, item in enumerate(items):
        if isinstance(item, DraftPicture) and item.text:
            around = items[max(at - _ECHO_ITEMS, 0) : at + _ECHO_ITEMS + 1]
            said = {token for other in around if isinstance(other, DraftText) for token in tokens(other.text)}
            read = tokens(item.text)
            if sum(token in said for token in read) >= _ECHO_SHARE * len(read):
                item.text = ""
    return items


def _shift_levels(items: list[DraftItem]) -> None:
    """Levels from 1 without gaps; a title (0 so far) stands above the first level of headings."""
    headings = [item for item in items if isinstance(item, DraftText) and item.kind is BlockKind.HEADING]
    used = sorted({heading.level or 0 for heading in headings})
    for heading in headings:
        heading.level = min(_MAX_LEVEL, used.index(heading.level or 0) + 1)


def _mark_page_numbers(items: list[DraftItem]) -> None:
    """Numbers alone in a paragraph that count up through the document are its printed page numbers."""
    numbers = [
        item for item in items if isinstance(item, DraftText) and re.fullmatch(r"[-–— ]*\d{1,4}[-–— ]*", item.text)
    ]
    values = [int(re.sub(r"\D", "", item.text)) for item in numbers]
    steps = [after - before for before, after in itertools.pairwise(values)]
    if len(numbers) >= _MIN_PAGE_NUMBERS and sum(step == 1 for step in steps) >= 0.8 * len(steps):
        for item in numbers:
            item.kind, item.level = BlockKind.PAGE_FOOTER, None


def add_page_images(
    path: Path, draft: Draft, settings: ParsingSettings, sink: ImageSink, on_page: Callable[[int, int], None]
) -> None:
    """Images of the pages of a DOCX or PPTX, printed by LibreOffice; a warning where that is not possible.

    A draft without pages gets them, and its blocks their page numbers where all of them can be told.
    """
    if not settings.render_office:
        return
    if find_soffice() is None:
        draft.warn("no page images: LibreOffice (soffice) is not installed")
        return
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        printed = print_to_pdf(
            path,
            Path(folder),
            suffix=".pptx" if draft.pages else ".docx",
            # The silence must not end the parser process, which would cost the document and not only its images.
            seconds=min(PRINT_SECONDS, settings.timeout_seconds / 2),
            memory_mb=settings.memory_mb,
        )
        if printed is None:
            draft.warn("no page images: LibreOffice could not print the file")
            return
        document = open_pdf(printed)
        try:
            _take_pages(document, draft, settings, sink, on_page)
        finally:
            document.close()
    draft.spend("render", time.perf_counter() - start)


def _take_pages(
    document: Any, draft: Draft, settings: ParsingSettings, sink: ImageSink, on_page: Callable[[int, int], None]
) -> None:
    layers = [read_page(document, page_no) for page_no in range(1, len(document) + 1)]
    if not draft.pages:
        draft.pages = [DraftPage(page_no=x.page_no, width_pt=x.width_pt, height_pt=x.height_pt) for x in layers]
        if not assign_pages(draft.items, layers):
            draft.warn("page numbers of the blocks are not known: the printed pages do not follow the file's text")
    elif len(draft.pages) != len(layers):
        draft.warn("no page images: LibreOffice printed another number of pages than there are slides")
        return
    for page in draft.pages:
        image = render_page(document, page.page_no, dpi=settings.page_image_dpi)
        if image is not None:
            data, suffix = encode(image)
            page.image_sha256 = sink.put(data, suffix=suffix)
        on_page(page.page_no, len(draft.pages))
