"""The parser of one process: a file in, a ``Parse`` out. Which reader takes which format is decided here.

| format | reader |
|---|---|
| PDF, PNG, JPEG, TIFF | ``pdf`` (vertical) or ``slides.pdf_slides`` (horizontal) |
| PPTX | ``slides.powerpoint``, whatever the layout |
| DOCX, HTML, Markdown | ``office.docling_readers`` |
| TXT | ``plain_text.reader`` |
| XLSX, CSV, TSV | ``sheets.workbooks``, ``sheets.delimited`` |
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from bizrag.errors import BadInputError, BizragError
from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_json
from bizrag.model.parses import Parse
from bizrag.parsing.draft import Draft, DraftPicture, finish, join
from bizrag.parsing.files.formats import (
    CSV,
    EXCEL_MIMES,
    IMAGE_MIMES,
    MARKDOWN,
    PDF,
    POWERPOINT_MIMES,
    TEXT,
    WORD_MIMES,
    check_file,
    detect_mime,
)
from bizrag.parsing.images.sinks import ImageSink
from bizrag.settings import LayoutEngine, ParsingSettings, Settings, TableEngine

if TYPE_CHECKING:
    from bizrag.parsing.ocr.engine import TextReader
    from bizrag.parsing.pdf import PageRange, PdfTools

# Raised whenever the same file may parse to something else; part of every fingerprint. A test asks for the decision.
PARSER_VERSION = "52"


def parser_fingerprint(settings: ParsingSettings, layout: Layout, mime_type: str) -> str:
    """What decides the outcome of parsing beside the bytes: code, libraries and the settings that this format reads.

    64 hex digits. Settings that a format does not read (OCR for TXT) do not change its fingerprint.
    """
    static: dict[str, object] = {"parser": PARSER_VERSION, "mime": mime_type}
    if mime_type == PDF or mime_type in IMAGE_MIMES:
        static |= {
            "docling": _version("docling"),
            "layout": layout,
            "page_dpi": settings.page_image_dpi,
        }
        if layout is Layout.VERTICAL:
            static |= {
                "engines": [settings.layout_engine, settings.table_engine],
                "picture_dpi": settings.picture_dpi,
            }
            if settings.layout_engine is LayoutEngine.HERON or settings.table_engine is TableEngine.TABLEFORMER:
                static["artifacts_path"] = str(settings.artifacts_path)
    elif mime_type in WORD_MIMES | POWERPOINT_MIMES:
        from bizrag.parsing.images.render import find_soffice

        # Pages get images once LibreOffice is there: such files are then parsed again.
        renders = settings.render_office and find_soffice() is not None
        static |= {"docling": _version("docling"), "page_dpi": settings.page_image_dpi if renders else None}
    elif mime_type in EXCEL_MIMES:
        static["openpyxl"] = _version("openpyxl")
    elif mime_type not in (TEXT, CSV):
        static["docling"] = _version("docling")
    if mime_type not in (TEXT, CSV, MARKDOWN):
        # of scans, and of the pictures that office files and web pages bring along
        static["ocr"] = [settings.ocr_engine, list(settings.ocr_languages)]
    return sha256_json(static)


@cache
def _version(package: str) -> str:
    """Kept, as a look reads files: a plan asks once for each layout and format."""
    return version(package)


class DocumentParser:
    """Parses files one after the other; models load with the first file that needs them. One per process."""

    def __init__(self, settings: Settings, sink: ImageSink) -> None:
        # No model of ours comes from a hub; a library that asks for one must fail at once, not wait for the network.
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        self._settings = settings
        self._sink = sink

    @cached_property
    def _reader(self) -> TextReader:
        from bizrag.parsing.ocr.engine import TextReader

        return TextReader(self._settings)

    @cached_property
    def _tools(self) -> PdfTools:
        from bizrag.parsing.converter import Converter
        from bizrag.parsing.pdf import PdfTools

        reader = self._reader
        converter = Converter(self._settings, reader)
        return PdfTools(settings=self._settings.parsing, converter=converter, reader=reader, sink=self._sink)

    def parse(
        self,
        path: Path,
        *,
        content_sha256: str,
        layout: Layout,
        on_page: Callable[[int, int], None] | None = None,
    ) -> Parse:
        """Parse a file. ``on_page(done, total)`` is called whenever a step of a page is through.

        Raises:
            BadInputError: the file cannot or must not be read; one line for a person.
            ConfigurationError: weights or an OCR language are missing.
        """
        check_file(path, self._settings.parsing)
        mime_type = detect_mime(path)
        draft = self._timed(path, lambda: self._read(path, mime_type, layout, on_page or _ignore))
        return finish_draft([draft], self._settings.parsing, content_sha256, layout, mime_type)

    def parse_range(
        self, path: Path, *, layout: Layout, pages: PageRange, on_page: Callable[[int, int], None] | None = None
    ) -> Draft:
        """Some pages of a PDF, first and last from 1; ``finish_draft`` makes one parse of all. Raises as parse."""
        check_file(path, self._settings.parsing)
        return self._timed(path, lambda: self._read_pages(path, layout, on_page or _ignore, pages))

    def _timed(self, path: Path, read: Callable[[], Draft]) -> Draft:
        start = time.perf_counter()
        try:
            draft = read()
        except BizragError:
            raise
        except MemoryError as error:
            raise BadInputError(f"{path.name}: needs more memory than there is") from error
        draft.spend("total", time.perf_counter() - start)
        return draft

    def _read(self, path: Path, mime_type: str, layout: Layout, on_page: Callable[[int, int], None]) -> Draft:
        """Each reader is imported where it is needed: a note of ten lines took as long to begin with as a report."""
        if mime_type == PDF:
            return self._read_pages(path, layout, on_page)
        if mime_type in IMAGE_MIMES:
            from bizrag.parsing.files.image_files import image_to_pdf

            with tempfile.TemporaryDirectory() as folder:
                return self._read_pages(image_to_pdf(path, Path(folder)), layout, on_page)
        if mime_type == TEXT:
            from bizrag.parsing.plain_text.reader import parse_text

            return parse_text(path)
        if mime_type == CSV:
            from bizrag.parsing.sheets.delimited import parse_delimited

            return parse_delimited(path)
        return self._read_office(path, mime_type, on_page)

    def _read_office(self, path: Path, mime_type: str, on_page: Callable[[int, int], None]) -> Draft:
        """What may bring pictures along."""
        from bizrag.parsing.images.pictures import EmbeddedPictures

        # a manual of screenshots and a workbook have no pages yet
        pictures = EmbeddedPictures(self._sink, self._reader, on_read=lambda: on_page(0, 1))
        if mime_type in EXCEL_MIMES:
            from bizrag.parsing.sheets.workbooks import parse_workbook

            return parse_workbook(path, pictures)
        from bizrag.parsing.office import docling_readers

        if mime_type in POWERPOINT_MIMES:
            from bizrag.parsing.slides.powerpoint import parse_powerpoint

            draft = parse_powerpoint(path, EmbeddedPictures(self._sink, self._reader), on_page)
        else:
            draft = docling_readers.parse_flow(path, mime_type, pictures)
        if mime_type in WORD_MIMES | POWERPOINT_MIMES:
            docling_readers.add_page_images(path, draft, self._settings.parsing, self._sink, on_page)
        return draft

    def _read_pages(
        self, path: Path, layout: Layout, on_page: Callable[[int, int], None], pages: PageRange | None = None
    ) -> Draft:
        from bizrag.parsing.pdf import parse_pdf
        from bizrag.parsing.slides.pdf_slides import parse_slides

        if layout is Layout.HORIZONTAL:
            return parse_slides(path, self._tools, on_page, pages)
        return parse_pdf(path, self._tools, on_page, pages)


def finish_draft(
    drafts: Sequence[Draft], settings: ParsingSettings, content_sha256: str, layout: Layout, mime_type: str
) -> Parse:
    """One parse of a whole document, or of its page ranges in order: the same either way.

    What needs all pages happens here: levels of headings, heads of tables that go on, how broken words are written,
    lines that come back on many slides, all numbering; and what needs captions, which come after the pictures in some
    formats.
    """
    from bizrag.parsing.captions.sign_legends import name_signs
    from bizrag.parsing.charts.titles import with_title
    from bizrag.parsing.headings.levels import set_levels
    from bizrag.parsing.slides.repeated_lines import mark_repeated
    from bizrag.parsing.tables.continued_tables import name_columns
    from bizrag.parsing.tables.pages_to_the_right import name_rows
    from bizrag.parsing.tables.running_tables import mark_running_tables
    from bizrag.parsing.text_layers.joined_words import mend_words

    draft = join(drafts)
    if mime_type in POWERPOINT_MIMES:
        mark_repeated(draft)
    if mime_type == PDF or mime_type in IMAGE_MIMES:
        if layout is Layout.HORIZONTAL:
            mark_repeated(draft)
        else:
            set_levels(draft.items)
            mark_running_tables(draft)
            name_rows(draft.items)
            name_columns(draft.items)
            mend_words(draft)
    name_signs(draft.items)
    for item in draft.items:
        if isinstance(item, DraftPicture):
            item.chart_markdown = with_title(item.chart_markdown, item.caption)
    fingerprint = parser_fingerprint(settings, layout, mime_type)
    return finish(draft, content_sha256=content_sha256, parser_fingerprint=fingerprint)


def _ignore(done: int, total: int) -> None:
    """Nobody listens."""
