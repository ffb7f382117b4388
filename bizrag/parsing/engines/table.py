"""The table-structure engine that docling loads: from a table region to its cells.

Belongs here: docling's interface and the choice between the builders. How a grid is found stands in ``grid.py`` (from
the PDF's words and rules) and ``slanet.py`` (from the picture).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

from docling.datamodel.accelerator_options import AcceleratorOptions
from docling.datamodel.base_models import Cluster, Page, Table, TableStructurePrediction
from docling.datamodel.document import ConversionResult
from docling.datamodel.pipeline_options import BaseTableStructureOptions
from docling.models.base_table_model import BaseTableStructureModel
from docling.utils.profiling import TimeRecorder
from docling_core.types.doc.base import BoundingBox as DoclingBox
from docling_core.types.doc.base import CoordOrigin
from docling_core.types.doc.items.table.table_data import TableCell
from docling_core.types.doc.labels import DocItemLabel

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.engines.grid.fill import fill_frames
from bizrag.parsing.engines.grid.grid import build_grid
from bizrag.parsing.engines.grid.striped_rows import with_striped_rows
from bizrag.parsing.engines.grid.types import GridCell, TableGrid, Word
from bizrag.parsing.engines.models.slanet import SlanetModel
from bizrag.parsing.engines.pages.page_evidence import PageEvidence, read_page
from bizrag.parsing.engines.pages.scan_evidence import read_scan
from bizrag.parsing.engines.table_evidence import boxes_near, layer_words, recognised_words, rules_near

TABLE_LABELS = (DocItemLabel.TABLE, DocItemLabel.DOCUMENT_INDEX)
# resolution of the crop the network reads: pixels per point
IMAGE_SCALE = 2.0
# a grid from words and rules that is less sure than this is compared with the picture's
MIN_CONFIDENCE = 0.5
IMAGE_CONFIDENCE = 0.3


class GridTableOptions(BaseTableStructureOptions):
    """Options of the table engine."""

    # docling declares str and wants a literal in each engine's options
    kind: ClassVar[Literal["bizrag_grid"]] = "bizrag_grid"
    # slanet-plus.onnx
    model_path: str
    # the network alone, for comparison
    use_evidence: bool = True


class GridTableModel(BaseTableStructureModel):
    """Finds the cells of every table region of a page; loads the network when the first table needs it."""

    def __init__(
        self,
        enabled: bool,
        artifacts_path: Path | None,
        options: GridTableOptions,
        accelerator_options: AcceleratorOptions,
        enable_remote_services: bool = False,
    ) -> None:
        self.enabled = enabled
        self.options = options
        self._num_threads = accelerator_options.num_threads
        self._slanet: SlanetModel | None = None

    @classmethod
    def get_options_type(cls) -> type[BaseTableStructureOptions]:
        """The options that select this engine."""
        return GridTableOptions

    def predict_tables(self, conv_res: ConversionResult, pages: Sequence[Page]) -> Sequence[TableStructurePrediction]:
        """One prediction per page; pages that could not be read get an empty one."""
        return [self._predict_page(conv_res, page) for page in pages]

    def _predict_page(self, conv_res: ConversionResult, page: Page) -> TableStructurePrediction:
        prediction = TableStructurePrediction()
        backend: Any = page._backend  # noqa: SLF001 - docling has no public way
        if backend is None or not backend.is_valid() or page.predictions.layout is None:
            return prediction
        clusters = [cluster for cluster in page.predictions.layout.clusters if cluster.label in TABLE_LABELS]
        if clusters:
            with TimeRecorder(conv_res, "table_structure"):
                evidence = (read_page(page) or read_scan(page, [])) if self.options.use_evidence else None
                evidence = with_striped_rows(evidence) if evidence is not None else None
                for cluster in clusters:
                    prediction.table_map[cluster.id] = docling_table(self._grid(page, cluster, evidence), page, cluster)
        return prediction

    def _grid(self, page: Page, cluster: Cluster, evidence: PageEvidence | None) -> TableGrid:
        box = cluster.bbox
        region = BoundingBox(l=box.l, t=box.t, r=box.r, b=box.b)
        words = layer_words(page, region) or recognised_words(page, cluster)
        if not self.options.use_evidence:
            return self._grid_from_image(page, cluster, region, words)
        if evidence is None:
            grid = build_grid(words, [])
        else:
            grid = build_grid(words, rules_near(evidence, region), boxes_near(evidence, region))
        # the picture shows cells where there is nothing to fill them with, too
        if not words or (evidence is not None and grid.confidence >= MIN_CONFIDENCE):
            return grid
        return better_grid(grid, self._grid_from_image(page, cluster, region, words))

    def _grid_from_image(self, page: Page, cluster: Cluster, region: BoundingBox, words: list[Word]) -> TableGrid:
        image = page.get_image(scale=IMAGE_SCALE, cropbox=cluster.bbox)
        if image is None:
            return fill_frames([], words, confidence=0.0)
        if self._slanet is None:
            self._slanet = SlanetModel(Path(self.options.model_path), num_threads=self._num_threads)
        return fill_frames(self._slanet.predict(image, region), words, confidence=IMAGE_CONFIDENCE)


def better_grid(grid: TableGrid, seen: TableGrid) -> TableGrid:
    """The grid of the words, or the picture's where the words do not decide.

    The words find columns; the picture shows which lines are one row, as it has the rules of scans. So where both see
    the same columns, the one with fewer rows has joined wrapped lines (19 tables of ICDAR 2013 read by OCR from their
    pictures: F1 0.90, words alone 0.88, picture alone 0.87).
    """
    if grid.num_cols == seen.num_cols and 0 < seen.num_rows < grid.num_rows:
        return seen
    return seen if seen.confidence > grid.confidence else grid


def docling_table(grid: TableGrid, page: Page, cluster: Cluster) -> Table:
    """The grid in docling's words."""
    return Table(
        otsl_seq=[],
        table_cells=[_docling_cell(cell) for cell in grid.cells],
        num_rows=grid.num_rows,
        num_cols=grid.num_cols,
        id=cluster.id,
        page_no=page.page_no,
        cluster=cluster,
        label=cluster.label,
    )


def _docling_cell(cell: GridCell) -> TableCell:
    box = cell.bbox
    return TableCell(
        text=cell.text,
        bbox=DoclingBox(l=box.l, t=box.t, r=box.r, b=box.b, coord_origin=CoordOrigin.TOPLEFT) if box else None,
        row_span=cell.row_end - cell.row_start,
        col_span=cell.col_end - cell.col_start,
        start_row_offset_idx=cell.row_start,
        end_row_offset_idx=cell.row_end,
        start_col_offset_idx=cell.col_start,
        end_col_offset_idx=cell.col_end,
        column_header=cell.is_header,
    )
