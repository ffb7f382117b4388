"""Pages of a PDF as docling-parse reads them, without docling's pipeline and its models."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bizrag.parsing.engines.letters.invisible_letters import drop_invisible_letters
from bizrag.parsing.engines.letters.joined_lines import part_lines
from bizrag.parsing.engines.letters.late_markers import move_late_markers
from bizrag.parsing.engines.letters.letter_heights import mend_letter_heights
from bizrag.parsing.engines.letters.numbered_glyphs import spell_numbered_glyphs
from bizrag.parsing.engines.letters.overprints import drop_overprints
from bizrag.parsing.engines.letters.unread_fonts import read_lost_letters
from bizrag.parsing.engines.marks.plotted_marks import drop_plotted_marks
from bizrag.parsing.engines.pages.page_evidence import PageEvidence, read_page


def read_pages(path: Path, pages: tuple[int, int], *, num_threads: int) -> Iterator[tuple[int, PageEvidence | None]]:
    """Number and evidence of the pages from first to last (1-based, both included), as they come.

    None for a page without a text layer, and for one that docling-parse cannot read; no page of a file that it cannot
    open.
    """
    from docling.backend.docling_parse_backend import ThreadedDoclingParsePageBackend
    from docling.datamodel.base_models import Page
    from docling_core.types.doc.base import Size
    from docling_parse.pdf_parser import (
        ContentConfig,
        ContentLevel,
        DecodeConfig,
        DoclingThreadedPdfParser,
        ThreadedPdfParserConfig,
    )

    content = ContentConfig(
        char_cells_content_level=ContentLevel.COMPUTE,
        word_cells_content_level=ContentLevel.COMPUTE_AND_MATERIALIZE,
        line_cells_content_level=ContentLevel.COMPUTE_AND_MATERIALIZE,
        shapes_content_level=ContentLevel.COMPUTE,
        bitmaps_content_level=ContentLevel.COMPUTE_AND_MATERIALIZE,
        include_bitmap_bytes=False,
    )
    parser = DoclingThreadedPdfParser(
        parser_config=ThreadedPdfParserConfig(threads=num_threads, page_content_config=content),
        decode_config=DecodeConfig(enforce_same_font=True),
    )
    try:
        parser.load(path, page_range=pages)
    except (RuntimeError, ValueError):
        return
    try:
        for result in parser.iterate_results():
            backend = ThreadedDoclingParsePageBackend(result, rendered=False)
            if not backend.is_valid():
                yield result.page_number, None
                continue
            page = Page(page_no=result.page_number, size=Size(width=result.page_width, height=result.page_height))
            page.parsed_page = backend.get_segmented_page()
            spell_numbered_glyphs(page.parsed_page)
            read_lost_letters(page, path)
            mend_letter_heights(page.parsed_page)
            drop_overprints(page.parsed_page)
            drop_invisible_letters(page.parsed_page)
            drop_plotted_marks(page.parsed_page, result.page_height)
            part_lines(page.parsed_page, result.page_height)
            move_late_markers(page.parsed_page, result.page_height)
            page._backend = backend  # noqa: SLF001 - docling has no public way
            yield result.page_number, read_page(page)
    finally:
        parser.unload_all()
