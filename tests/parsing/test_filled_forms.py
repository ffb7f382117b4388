"""What was filled into a PDF: fields, ticks and typed remarks are text of the page, on its image too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from bizrag.describing.tables import describe_table
from bizrag.model.documents import Layout
from bizrag.model.parses import Parse
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.parser import DocumentParser
from bizrag.parsing.text_layers.filled_forms import fill_in
from bizrag.parsing.text_layers.text_layer import open_pdf, read_page
from bizrag.settings import Settings

# docling reads its own fields that it calls deprecated
pytestmark = pytest.mark.filterwarnings("ignore")

FIELDS = (
    ("Name", "Marta Oyelaran"),
    ("Department", "Harbour operations"),
    ("First day", "3 March 2026"),
    ("Days", "10"),
)


def _form(path: Path, *, is_scan: bool = False) -> None:
    canvas = Canvas(str(path), pagesize=(595, 842))
    form = canvas.acroForm
    if is_scan:
        canvas.drawInlineImage(Image.effect_noise((595, 842), 20), 0, 0)
    canvas.setFont("Helvetica-Bold", 16)
    canvas.drawString(60, 780, "" if is_scan else "Application for leave")
    canvas.setFont("Helvetica", 11)
    for row, (name, value) in enumerate(FIELDS):
        y = 730 - row * 30
        canvas.drawString(60, y, "" if is_scan else name)
        form.textfield(name=name, value=value, x=180, y=y - 6, width=220, height=20, fontSize=11, borderWidth=0)
    for column, (name, is_ticked) in enumerate((("Annual leave", True), ("Parental leave", False))):
        x = 180 + column * 130
        form.checkbox(name=name, x=x, y=577, size=14, checked=is_ticked, buttonStyle="check")
        canvas.drawString(x + 22, 580, "" if is_scan else name)
    for column, name in enumerate(("Paid", "Unpaid")):
        x = 180 + column * 130
        form.radio(name="paid", value=name, selected=column == 1, x=x, y=547, size=14)
        canvas.drawString(x + 22, 550, "" if is_scan else name)
    canvas.save()


@pytest.fixture
def parse(tmp_path: Path) -> Callable[[Path, Layout], Parse]:
    def read(path: Path, layout: Layout) -> Parse:
        parser = DocumentParser(Settings.model_validate({}), FolderSink(tmp_path / "images"))
        return parser.parse(path, content_sha256="0" * 64, layout=layout)

    return read


@pytest.mark.slow
def test_fields_and_ticks_of_a_form_are_read(tmp_path: Path, parse: Callable[[Path, Layout], Parse]) -> None:
    path = tmp_path / "leave.pdf"
    _form(path)
    before = path.read_bytes()
    found = parse(path, Layout.VERTICAL)
    (table,) = found.tables
    assert describe_table(table).splitlines() == [f"{name}: {value}." for name, value in FIELDS]
    texts = [block.text for block in found.blocks]
    assert texts[0] == "Application for leave"
    assert "☒ Annual leave ☐ Parental leave" in texts
    assert "☐ Paid ☒ Unpaid" in texts
    assert found.pages[0].num_lost_tokens == 0
    assert path.read_bytes() == before


def test_fields_are_read_on_slides_too(tmp_path: Path, parse: Callable[[Path, Layout], Parse]) -> None:
    path = tmp_path / "leave.pdf"
    _form(path)
    found = parse(path, Layout.HORIZONTAL)
    text = " ".join([*(block.text for block in found.blocks), *map(describe_table, found.tables)])
    assert all(value in text for _, value in FIELDS)


@pytest.mark.slow
def test_a_scan_stays_a_scan_whatever_was_typed_over_it(tmp_path: Path, parse: Callable[[Path, Layout], Parse]) -> None:
    path = tmp_path / "scan.pdf"
    _form(path, is_scan=True)
    found = parse(path, Layout.VERTICAL)
    assert found.pages[0].is_ocr
    assert "Oyelaran" in " ".join([*(block.text for block in found.blocks), *map(describe_table, found.tables)])


def test_pages_without_anything_over_them_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "plain.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842))
    canvas.drawString(60, 780, "See the web page")
    canvas.linkURL("https://example.com", (60, 770, 200, 795))
    canvas.showPage()
    canvas.acroForm.textfield(name="a", value="filled", x=60, y=700, width=100, height=20)
    canvas.showPage()
    canvas.save()
    document = open_pdf(path)
    try:
        assert [read_page(document, page_no).is_written_on for page_no in (1, 2)] == [False, True]
        assert fill_in(document, [2]) == {2}
        assert [word.text for word in read_page(document, 2).words] == ["filled"]
    finally:
        document.close()
