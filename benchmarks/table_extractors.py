"""The table extractors that ``benchmarks.tables`` compares: ours, also on scans, the networks, pdfplumber and camelot.

Every extractor gives the tables of a document as ``FoundTable``; regions are boxes in points from the top left corner
of the page as it is shown (rotated pages turned).
"""

from __future__ import annotations

import importlib
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.table_metrics import PlacedText
from bizrag.model.parses import TableCell

Box = tuple[float, float, float, float]
# regions of a document by page
Regions = Mapping[int, Sequence[Box]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTable:
    """A table that an extractor found: 1-based page, cells and region."""

    page_no: int
    cells: tuple[PlacedText, ...]
    box: Box


# the tables of a document in the regions given, or in regions of its own when there are none
Extractor = Callable[[Path, Regions | None], list[FoundTable]]


class DoclingExtractor:
    """Our engines in docling; without evidence the two networks alone."""

    def __init__(self, *, layout_model: str, table_model: str, use_evidence: bool, num_threads: int = 2) -> None:
        from docling.datamodel.accelerator_options import AcceleratorDevice, AcceleratorOptions
        from docling.datamodel.base_models import InputFormat
        from docling.datamodel.pipeline_options import PdfPipelineOptions
        from docling.document_converter import DocumentConverter, PdfFormatOption

        from bizrag.parsing.engines import torchvision_shim
        from bizrag.parsing.engines.layout import PicoDetLayoutOptions
        from bizrag.parsing.engines.table import GridTableModel, GridTableOptions

        torchvision_shim.install()
        accelerator = AcceleratorOptions(num_threads=num_threads, device=AcceleratorDevice.CPU)
        tables = GridTableOptions(model_path=table_model, use_evidence=use_evidence)
        options = PdfPipelineOptions(
            do_ocr=False,
            allow_external_plugins=True,
            layout_options=PicoDetLayoutOptions(model_path=layout_model, use_evidence=use_evidence),
            table_structure_options=tables,
            accelerator_options=accelerator,
        )
        self._converter = DocumentConverter(format_options={InputFormat.PDF: PdfFormatOption(pipeline_options=options)})
        self._tables = GridTableModel(True, None, tables, accelerator)

    def __call__(self, path: Path, regions: Regions | None) -> list[FoundTable]:
        return self._detect(path) if regions is None else list(self._in_regions(path, regions))

    def _detect(self, path: Path) -> list[FoundTable]:
        document = self._converter.convert(path).document
        found: list[FoundTable] = []
        for table in document.tables:
            place = table.prov[0]
            box = place.bbox.to_top_left_origin(document.pages[place.page_no].size.height)
            cells = tuple(_placed(cell) for cell in table.data.table_cells)
            found.append(FoundTable(page_no=place.page_no, cells=cells, box=(box.l, box.t, box.r, box.b)))
        return found

    def _in_regions(self, path: Path, regions: Regions) -> Iterator[FoundTable]:
        """The table engine alone, in the place that docling gives it, on regions instead of a layout."""
        from docling.backend.docling_parse_backend import ThreadedDoclingParseDocumentBackend
        from docling.datamodel.base_models import Cluster, InputFormat, LayoutPrediction, Page
        from docling.datamodel.document import ConversionResult, InputDocument
        from docling_core.types.doc.base import BoundingBox
        from docling_core.types.doc.labels import DocItemLabel

        source = InputDocument(
            path_or_stream=path, format=InputFormat.PDF, backend=ThreadedDoclingParseDocumentBackend, filename=path.name
        )
        result = ConversionResult(input=source)
        backend: Any = source._backend
        for page_backend in backend.iter_pages():
            boxes = regions.get(page_backend.page_no, ())
            if not boxes:
                continue
            page = Page(page_no=page_backend.page_no)
            page._backend = page_backend
            page.size = page_backend.get_size()
            page.parsed_page = page_backend.get_segmented_page()
            clusters = [
                Cluster(id=i, label=DocItemLabel.TABLE, bbox=BoundingBox(l=box[0], t=box[1], r=box[2], b=box[3]))
                for i, box in enumerate(boxes)
            ]
            page.predictions.layout = LayoutPrediction(clusters=clusters)
            prediction = self._tables.predict_tables(result, [page])[0]
            for number, box in enumerate(boxes):
                cells = tuple(_placed(cell) for cell in prediction.table_map[number].table_cells)
                yield FoundTable(page_no=page.page_no, cells=cells, box=box)


class ScanExtractor:
    """Our parser on images of the pages, which OCR reads: no text layer, no rules and no drawings are left."""

    def __init__(self, *, dpi: int = 150) -> None:
        from bizrag.parsing.images.sinks import FolderSink
        from bizrag.parsing.parser import DocumentParser
        from bizrag.settings import Settings

        self._dpi = dpi
        self._folder = tempfile.TemporaryDirectory()
        self._parser = DocumentParser(Settings(), FolderSink(Path(self._folder.name) / "images"))

    def __call__(self, path: Path, regions: Regions | None) -> list[FoundTable]:
        from bizrag.model.documents import Layout

        if regions is not None:
            raise ValueError("scans are measured end to end only")
        scan = Path(self._folder.name) / path.name
        self._draw(path, scan)
        parse = self._parser.parse(scan, content_sha256=path.name, layout=Layout.VERTICAL)
        return [
            FoundTable(page_no=table.page_no, cells=tuple(map(_cell_of, table.cells)), box=(box.l, box.t, box.r, box.b))
            for table in parse.tables
            if table.page_no is not None and (box := table.bbox) is not None
        ]

    def _draw(self, path: Path, scan: Path) -> None:
        import pypdfium2 as pdfium

        with pdfium.PdfDocument(path) as pdf:
            first, *others = [page.render(scale=self._dpi / 72).to_pil().convert("RGB") for page in pdf]
        first.save(scan, save_all=True, append_images=others, resolution=self._dpi, quality=85)


def _cell_of(cell: TableCell) -> PlacedText:
    return PlacedText(
        text=cell.text,
        row_start=cell.row_start,
        row_end=cell.row_end,
        col_start=cell.col_start,
        col_end=cell.col_end,
    )


def pdfplumber_extractor(strategy: str) -> Extractor:
    """pdfplumber with one strategy (``text`` or ``lines``) for rows and columns."""
    settings = {"vertical_strategy": strategy, "horizontal_strategy": strategy}

    def extract(path: Path, regions: Regions | None) -> list[FoundTable]:
        import pdfplumber

        found: list[FoundTable] = []
        with pdfplumber.open(path) as document:
            for page in document.pages:
                if regions is None:
                    tables = page.find_tables(settings)
                    found.extend(_from_rows(page.page_number, table.extract(), table.bbox) for table in tables)
                    continue
                for box in regions.get(page.page_number, ()):
                    part = page.crop(_clip(box, float(page.width), float(page.height)))
                    found.append(_from_rows(page.page_number, part.extract_table(settings) or [], box))
        return found

    return extract


def camelot_extractor(flavor: str) -> Extractor:
    """camelot with one flavour (``lattice``, ``stream`` or ``hybrid``)."""

    def extract(path: Path, regions: Regions | None) -> list[FoundTable]:
        if regions is None:
            return list(_camelot(path, "all", flavor, {}))
        found: list[FoundTable] = []
        heights = _page_heights(path)
        for page_no, boxes in sorted(regions.items()):
            height = heights[page_no - 1]
            for box in boxes:
                # the frame of a ruled table stands outside its text, and lattice needs it
                room = 8.0 if flavor == "lattice" else 0.0
                left, top, right, bottom = box[0] - room, box[1] - room, box[2] + room, box[3] + room
                area = f"{left:.1f},{height - top:.1f},{right:.1f},{height - bottom:.1f}"
                found.extend(_camelot(path, str(page_no), flavor, {"table_areas": [area]}))
        return found

    return extract


def _camelot(path: Path, pages: str, flavor: str, options: dict[str, Any]) -> Iterator[FoundTable]:
    # it ships wrong types
    camelot: Any = importlib.import_module("camelot")
    heights = _page_heights(path)
    with warnings.catch_warnings():
        # it warns about every page without a table
        warnings.simplefilter("ignore")
        try:
            tables = camelot.read_pdf(str(path), pages=pages, flavor=flavor, suppress_stdout=True, **options)
        except (IndexError, ValueError, ZeroDivisionError):
            # some of its parsers fail on regions without a table: that is a table not found
            return
    for table in tables:
        left, bottom, right, top = table._bbox
        page_no = int(table.page)
        height = heights[page_no - 1]
        yield _from_rows(page_no, table.df.to_numpy().tolist(), (left, height - top, right, height - bottom))


def _page_heights(path: Path) -> list[float]:
    """Heights of the pages as shown, in points."""
    import pypdfium2 as pdfium

    with pdfium.PdfDocument(path) as document:
        return [page.get_height() for page in document]


def _from_rows(page_no: int, rows: Iterable[Sequence[str | None]], box: Box) -> FoundTable:
    cells = tuple(
        PlacedText(text=text, row_start=r, row_end=r + 1, col_start=c, col_end=c + 1)
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
        if text
    )
    return FoundTable(page_no=page_no, cells=cells, box=box)


def _placed(cell: Any) -> PlacedText:
    return PlacedText(
        text=cell.text,
        row_start=cell.start_row_offset_idx,
        row_end=cell.end_row_offset_idx,
        col_start=cell.start_col_offset_idx,
        col_end=cell.end_col_offset_idx,
    )


def _clip(box: Box, width: float, height: float) -> Box:
    return max(box[0], 0.0), max(box[1], 0.0), min(box[2], width), min(box[3], height)
