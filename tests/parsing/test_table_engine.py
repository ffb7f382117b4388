"""The table engine: the network's tokens on a grid, words into its cells, and the whole engine on a made PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bizrag.errors import ConfigurationError
from bizrag.model.geometry import BoundingBox
from bizrag.parsing.engines.grid.fill import fill_frames
from bizrag.parsing.engines.grid.types import CellFrame, TableGrid, Word
from bizrag.parsing.engines.models.slanet import SlanetModel, place_cells, token_list


def word(text: str, left: float, top: float) -> Word:
    return Word(text=text, l=left, t=top, r=left + 5 * len(text), b=top + 10)


def cell_frame(row: int, col: int, *, cols: int = 1) -> CellFrame:
    """A cell of 50 by 20 points at its place."""
    return CellFrame(
        row_start=row,
        row_end=row + 1,
        col_start=col,
        col_end=col + cols,
        is_header=row == 0,
        bbox=BoundingBox(l=50 * col, t=20 * row, r=50 * (col + cols), b=20 * (row + 1)),
    )


def test_tokens_become_places_and_spans_move_later_cells() -> None:
    tokens = [
        "<thead>", "<tr>", "<td", ' colspan="2"', ">", "</td>", "<td></td>", "</tr>", "</thead>",
        "<tr>", "<td", ' rowspan="2"', ">", "</td>", "<td></td>", "<td></td>", "</tr>",
        "<tr>", "<td></td>", "<td></td>", "</tr>",
    ]  # fmt: skip
    assert place_cells(tokens) == [
        (0, 1, 0, 2, True), (0, 1, 2, 1, True),
        (1, 2, 0, 1, False), (1, 1, 1, 1, False), (1, 1, 2, 1, False),
        (2, 1, 1, 1, False), (2, 1, 2, 1, False),
    ]  # fmt: skip


def test_the_vocabulary_has_the_closed_cell_and_not_the_open_one() -> None:
    assert token_list(["<tr>", "<td>"]) == ["sos", "<tr>", "<td></td>", "eos"]


def test_words_go_to_the_cell_they_overlap_most_and_strays_to_the_nearest() -> None:
    frames = [cell_frame(0, 0), cell_frame(0, 1)]
    grid = fill_frames(frames, [word("left", 5, 5), word("right", 55, 5), word("stray", 120, 5)], confidence=0.3)
    assert [cell.text for cell in grid.cells] == ["left", "right stray"]


def test_without_cells_every_line_is_a_row_and_no_word_is_lost() -> None:
    grid = fill_frames([], [word("one", 0, 0), word("two", 30, 0), word("three", 0, 20)], confidence=0.3)
    assert [cell.text for cell in grid.cells] == ["one two", "three"]
    assert (grid.num_rows, grid.num_cols) == (2, 1)


def test_a_missing_model_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="fetch the weights"):
        SlanetModel(tmp_path / "none.onnx", num_threads=1)


def test_the_picture_wins_where_it_joins_wrapped_lines_of_the_same_columns() -> None:
    from bizrag.parsing.engines.table import better_grid

    words = TableGrid(num_rows=5, num_cols=3, cells=(), confidence=1.0)
    joined = TableGrid(num_rows=4, num_cols=3, cells=(), confidence=0.3)
    other_columns = TableGrid(num_rows=4, num_cols=2, cells=(), confidence=0.3)
    assert better_grid(words, joined) is joined
    assert better_grid(words, other_columns) is words


@pytest.mark.slow
def test_a_ruled_table_of_a_pdf_is_read_without_the_network(tmp_path: Path) -> None:
    cells = predict(ruled_pdf(tmp_path / "table.pdf"), BoundingBox(l=60, t=60, r=400, b=200))
    found = [(c.start_row_offset_idx, c.start_col_offset_idx, c.text, c.column_header) for c in cells]
    assert found == [
        (0, 0, "Region", True), (0, 1, "2025", True), (0, 2, "2024", True),
        (1, 0, "North", False), (1, 1, "1,200", False), (1, 2, "(35)", False),
        (2, 0, "South", False), (2, 1, "$ 980", False), (2, 2, "12.5%", False),
    ]  # fmt: skip
    assert all(cell.bbox.l >= 60 and cell.bbox.b <= 200 for cell in cells)


def ruled_pdf(path: Path) -> Path:
    """One page with a ruled table of three rows, its top left corner at (72, 72)."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path), pagesize=(500, 400))
    rows = [("Region", "2025", "2024"), ("North", "1,200", "(35)"), ("South", "$ 980", "12.5%")]
    for index, row in enumerate(rows):
        for column, text in enumerate(row):
            canvas.drawString(78 + 100 * column, 400 - 87 - 20 * index, text)
    canvas.grid([72, 172, 272, 372], [400 - 72 - 20 * n for n in range(4)])
    canvas.save()
    return path


def predict(path: Path, region: BoundingBox) -> list[Any]:
    """The cells that the engine finds in a region of the first page, in docling's own types."""
    from docling.backend.docling_parse_backend import ThreadedDoclingParseDocumentBackend
    from docling.datamodel.accelerator_options import AcceleratorOptions
    from docling.datamodel.base_models import Cluster, InputFormat, LayoutPrediction, Page
    from docling.datamodel.document import ConversionResult, InputDocument
    from docling_core.types.doc.base import BoundingBox as DoclingBox
    from docling_core.types.doc.labels import DocItemLabel

    from bizrag.parsing.engines.table import GridTableModel, GridTableOptions

    source = InputDocument(
        path_or_stream=path, format=InputFormat.PDF, backend=ThreadedDoclingParseDocumentBackend, filename=path.name
    )
    backend: Any = source._backend
    page_backend = next(iter(backend.iter_pages()))
    page = Page(page_no=1)
    page._backend = page_backend
    page.size = page_backend.get_size()
    page.parsed_page = page_backend.get_segmented_page()
    box = DoclingBox(l=region.l, t=region.t, r=region.r, b=region.b)
    cluster = Cluster(id=0, label=DocItemLabel.TABLE, bbox=box)
    page.predictions.layout = LayoutPrediction(clusters=[cluster])
    model = GridTableModel(True, None, GridTableOptions(model_path="not needed"), AcceleratorOptions(num_threads=1))
    return model.predict_tables(ConversionResult(input=source), [page])[0].table_map[0].table_cells
