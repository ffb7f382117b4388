"""docling, set up from the settings: our engines or its own, and OCR for pages without text only.

Two things are ours beside options: a pipeline class in which pages get the lines of ``KnownLines`` with their text
layer, so that layout sees them (docling reads after it, and its full-page mode would skip the text layer of every page,
``resolve_skip_cell_extraction``), and a map from docling's failures to one line for a person.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from bizrag.errors import BadInputError, ConfigurationError
from bizrag.model.geometry import BoundingBox
from bizrag.parsing.engines.known_text import KnownText
from bizrag.parsing.ocr.engine import KnownLines, OcrLine, TextReader
from bizrag.settings import LayoutEngine, ParsingSettings, Settings, TableEngine

# Pages rendered ahead of the pipeline, and waiting before each of its stages: bounds the memory of large documents.
_PAGES_AHEAD = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """What docling made of a file."""

    # docling_core DoclingDocument
    document: Any
    # pages that failed, with docling's reason
    failed_pages: dict[int, str]
    # wall seconds inside a stage by stage name; stages overlap
    seconds: dict[str, float]
    # boxes with lines of their own, by page
    panels: Mapping[int, Sequence[BoundingBox]]


class Converter:
    """A docling converter for PDF files. Models load on the first document."""

    def __init__(self, settings: Settings, reader: TextReader) -> None:
        self._settings = settings
        self._ocr = KnownLines(reader)
        self._known = KnownText()
        self._panels: dict[int, tuple[BoundingBox, ...]] = {}
        self._docling: Any = None

    def convert(
        self,
        path: Path,
        *,
        ocr_lines: Mapping[int, Sequence[OcrLine]],
        known: KnownText,
        on_page: Callable[[int, int], None] | None = None,
        pages: tuple[int, int] | None = None,
    ) -> Conversion:
        """Convert a PDF, or its pages from first to last.

        Pages in ``ocr_lines`` (1-based, boxes in points) have these lines instead of their own text.

        Raises:
            BadInputError: docling could not load the file or no page survived.
            ConfigurationError: a model's weights are missing.
        """
        from bizrag.parsing.engines import light_docling

        light_docling.install()
        from docling.datamodel.base_models import ConversionStatus
        from docling.datamodel.document import ConversionResult
        from docling.datamodel.progress import PageCompletedProgress
        from docling.datamodel.settings import DEFAULT_PAGE_RANGE

        def report(event: Any) -> None:
            if on_page is not None and isinstance(event, PageCompletedProgress):
                on_page(event.completed_pages, event.total_pages)

        converter = self._start()
        self._ocr.lines = ocr_lines
        self._known = replace(known, running_on_scans=self._ocr.running_lines())
        self._panels.clear()
        result: ConversionResult = converter.convert(
            path, raises_on_error=False, progress_callback=report, page_range=pages or DEFAULT_PAGE_RANGE
        )
        if result.status not in (ConversionStatus.SUCCESS, ConversionStatus.PARTIAL_SUCCESS):
            # docling's own line holds paths and hashes; which stage failed is all that it tells a person
            stage = str(result.errors[0].category.value) if result.errors else "unknown"
            raise BadInputError(f"{path.name}: layout analysis failed ({stage.replace('_', ' ')})")
        failed = {error.page_no: error.error_message for error in result.errors if error.page_no is not None}
        seconds = {name: float(item.total()) for name, item in result.timings.items()}
        return Conversion(document=result.document, failed_pages=failed, seconds=seconds, panels=dict(self._panels))

    def _start(self) -> Any:
        """The converter with its models loaded. Raises ConfigurationError when docling's own are not there."""
        from docling.datamodel.base_models import InputFormat

        if self._docling is None:
            converter = _build(self._settings, self._ocr, lambda: self._known, self._panels)
            try:
                converter.initialize_pipeline(InputFormat.PDF)
            except (OSError, ValueError, KeyError, RuntimeError) as error:
                if not _uses_artifacts(self._settings.parsing):
                    raise
                detail = " ".join(str(error).split())[:200]
                raise ConfigurationError(
                    f"docling's own models cannot be loaded from {self._settings.parsing.artifacts_path}: {detail}; "
                    "set parsing.artifacts_path to what 'docling-tools models download' made"
                ) from error
            self._docling = converter
        return self._docling


def _uses_artifacts(parsing: ParsingSettings) -> bool:
    return parsing.layout_engine is LayoutEngine.HERON or parsing.table_engine is TableEngine.TABLEFORMER


def _build(
    settings: Settings, ocr: KnownLines, known: Callable[[], KnownText], panels: dict[int, tuple[BoundingBox, ...]]
) -> Any:
    from bizrag.parsing.engines import light_docling, torchvision_shim

    # says what is missing before anything large is imported
    options = _pipeline_options(settings)
    if _uses_artifacts(settings.parsing):
        torchvision_shim.install()
    light_docling.install_converter()
    from docling.datamodel.backend_options import ThreadedDoclingParseBackendOptions
    from docling.datamodel.base_models import InputFormat
    from docling.datamodel.settings import settings as docling_settings
    from docling.document_converter import DocumentConverter, PdfFormatOption
    from docling.pipeline.standard_pdf_pipeline import StandardPdfPipeline

    from bizrag.parsing.engines.layout import PicoDetLayoutModel
    from bizrag.parsing.engines.pages.page_evidence import PAGE_SCALE

    class KnownLinesPipeline(StandardPdfPipeline):
        """docling's pipeline with text of scans that was read before."""

        def _init_models(self) -> None:
            super()._init_models()
            ocr.read_pages = self.preprocessing_model
            self.preprocessing_model = cast("Any", ocr)
            if isinstance(self.layout_model, PicoDetLayoutModel):
                self.layout_model.known = known
                self.layout_model.panels = panels

    # Its warnings name internals; what matters comes back with the result.
    logging.getLogger("docling").setLevel(logging.CRITICAL)
    docling_settings.debug.profile_pipeline_timings = True
    backend = {
        "parser_threads": settings.parsing.num_threads,
        # rendered once instead of twice
        "render_scale": PAGE_SCALE,
        "max_concurrent_results": _PAGES_AHEAD,
    }
    return DocumentConverter(
        allowed_formats=[InputFormat.PDF],
        format_options={
            InputFormat.PDF: PdfFormatOption(
                pipeline_cls=KnownLinesPipeline,
                pipeline_options=options,
                backend_options=ThreadedDoclingParseBackendOptions.model_validate(backend),
            ),
        },
    )


def plain_converter(settings: Settings, *, draws_images: bool = False) -> Any:
    """docling's own DocumentConverter with our engines and options and nothing else of ours: what ours is measured by.

    ``draws_images`` lets docling draw page images and picture crops, which our parser draws itself.
    """
    from bizrag.parsing.engines import light_docling, torchvision_shim

    torchvision_shim.install()
    light_docling.install()
    from docling.datamodel.base_models import InputFormat
    from docling.document_converter import DocumentConverter, PdfFormatOption

    options = _pipeline_options(settings)
    options.generate_page_images = options.generate_picture_images = draws_images
    options.images_scale = settings.parsing.page_image_dpi / 72
    converter = DocumentConverter(
        allowed_formats=[InputFormat.PDF],
        format_options={InputFormat.PDF: PdfFormatOption(pipeline_options=options)},
    )
    converter.initialize_pipeline(InputFormat.PDF)
    return converter


def _pipeline_options(settings: Settings) -> Any:
    from docling.datamodel.accelerator_options import AcceleratorOptions
    from docling.datamodel.pipeline_options import (
        LayoutObjectDetectionOptions,
        TableStructureOptions,
        ThreadedPdfPipelineOptions,
    )

    parsing = settings.parsing
    options = ThreadedPdfPipelineOptions(
        # do_ocr stays off: on, docling would not read the text layer of any page
        do_ocr=False,
        allow_external_plugins=True,
        artifacts_path=parsing.artifacts_path,
        accelerator_options=AcceleratorOptions(num_threads=parsing.num_threads),
        # our own waits end sooner than the default half second when the last page is through
        batch_polling_interval_seconds=0.05,
        queue_max_size=_PAGES_AHEAD,
    )
    if parsing.layout_engine is LayoutEngine.PICODET:
        from bizrag.parsing.engines.layout import PicoDetLayoutOptions
        from bizrag.weights import layout_model_path

        options.layout_options = PicoDetLayoutOptions(model_path=str(layout_model_path(settings)))
    else:
        _require_artifacts(settings, "parsing.layout_engine=heron")
        options.layout_options = LayoutObjectDetectionOptions()
    if parsing.table_engine is TableEngine.GRID:
        from bizrag.parsing.engines.table import GridTableOptions
        from bizrag.weights import table_model_path

        options.table_structure_options = GridTableOptions(model_path=str(table_model_path(settings)))
    else:
        _require_artifacts(settings, "parsing.table_engine=tableformer")
        options.table_structure_options = TableStructureOptions()
    return options


def _require_artifacts(settings: Settings, setting: str) -> None:
    folder = settings.parsing.artifacts_path
    if folder is None or not folder.is_dir():
        raise ConfigurationError(f"{setting} needs docling's own weights: set parsing.artifacts_path to their folder")
