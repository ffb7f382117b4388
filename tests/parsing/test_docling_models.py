"""docling's own layout and table models: their real loading code, on checkpoints of random weights."""

from __future__ import annotations

from pathlib import Path

import pytest

from bizrag.errors import ConfigurationError
from bizrag.model.documents import Layout
from bizrag.model.parses import Parse
from bizrag.parsing.confined.workers import ParserPool
from bizrag.parsing.images.sinks import FolderSink
from bizrag.settings import LayoutEngine, ParsingSettings, Settings, TableEngine

# as in a parser process: the libraries warn of their own parts that are to go
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
REPORT = Path(__file__).parents[2] / "samples" / "docs" / "annual_report_2025.pdf"


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from bizrag.parsing.engines import torchvision_shim

    torchvision_shim.install()
    from tests.parsing import tiny_docling

    folder = tmp_path_factory.mktemp("artifacts")
    tiny_docling.write_heron(folder, always="section_header")
    return tiny_docling.write_tableformer(folder)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of the report with headings, a table and a chart: these models take seconds for a page."""
    return page_of_report(tmp_path_factory.mktemp("report"), 3)


def page_of_report(folder: Path, page_no: int) -> Path:
    import pypdfium2

    path = folder / "page.pdf"
    with pypdfium2.PdfDocument(REPORT) as whole, pypdfium2.PdfDocument.new() as part:
        part.import_pages(whole, [page_no - 1])
        part.save(path)
    return path


def parse(
    tmp_path: Path, weights_path: Path, artifacts: Path, report: Path, layout: LayoutEngine, table: TableEngine
) -> Parse:
    """The report, read by a confined parser process with these engines."""
    parsing = ParsingSettings(layout_engine=layout, table_engine=table, artifacts_path=artifacts)
    settings = Settings.model_construct(home=tmp_path, weights_path=weights_path, parsing=parsing)
    with ParserPool(settings, FolderSink(tmp_path / "images")) as pool:
        return pool.submit(report, content_sha256="r", layout=Layout.VERTICAL).result(300)


def words_of(parsed: Parse) -> set[str]:
    cells = [cell.text for table in parsed.tables for cell in table.cells]
    return set(" ".join([parsed.text, *cells, *(picture.text for picture in parsed.pictures)]).split())


def test_heron_says_what_stands_where(tmp_path: Path, weights_path: Path, artifacts: Path, report: Path) -> None:
    """Everything is a section header to it: headings then, and no table. What it leaves out is text, or a footnote."""
    parsed = parse(tmp_path, weights_path, artifacts, report, LayoutEngine.HERON, TableEngine.GRID)
    kinds = {block.kind for block in parsed.blocks}
    assert "heading" in kinds
    assert kinds <= {"heading", "text", "footnote"}
    assert parsed.tables == ()
    assert {"Revenue", "EBITDA"} & words_of(parsed)
    assert not parsed.failed_pages


def test_words_of_a_table_stay_where_tableformer_finds_no_cell(
    tmp_path: Path, weights_path: Path, artifacts: Path, parsers: ParserPool
) -> None:
    report = page_of_report(tmp_path, 5)
    # with our own engines
    grid = parsers.submit(report, content_sha256="g", layout=Layout.VERTICAL).result(300)
    parsed = parse(tmp_path, weights_path, artifacts, report, LayoutEngine.PICODET, TableEngine.TABLEFORMER)
    assert len(parsed.tables) == len(grid.tables) > 1
    assert {len(table.cells) for table in parsed.tables} == {1}
    lost = words_of(grid) - words_of(parsed)
    assert len(lost) <= 0.01 * len(words_of(grid)), lost


@pytest.mark.parametrize(
    ("layout", "table", "named"),
    [
        (LayoutEngine.HERON, TableEngine.GRID, "layout_engine=heron"),
        (LayoutEngine.PICODET, TableEngine.TABLEFORMER, "table_engine=tableformer"),
    ],
)
def test_without_their_weights_one_line_says_what_to_set(
    tmp_path: Path, weights_path: Path, report: Path, layout: LayoutEngine, table: TableEngine, named: str
) -> None:
    with pytest.raises(ConfigurationError, match=rf"parsing\.{named} needs .*: set parsing\.artifacts_path"):
        parse(tmp_path, weights_path, tmp_path / "nowhere", report, layout, table)


def test_a_folder_without_the_model_says_so_at_once(tmp_path: Path, weights_path: Path, report: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigurationError, match=r"own models cannot be loaded from .*/empty: .*docling-layout-heron"):
        parse(tmp_path, weights_path, tmp_path / "empty", report, LayoutEngine.HERON, TableEngine.GRID)
