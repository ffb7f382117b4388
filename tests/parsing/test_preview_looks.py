"""Previews: what a quick look tells, without any model."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bizrag.errors import BadInputError
from bizrag.parsing.preview import preview
from bizrag.settings import ParsingSettings

_SETTINGS = ParsingSettings.model_validate({})


def _pdf(path: Path, num_pages: int) -> Path:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path))
    canvas.setTitle("Pump report")
    canvas.setCreator("Slide Maker 3")
    for number in range(num_pages):
        canvas.setFont("Helvetica", 20)
        canvas.drawString(72, 700, f"Page {number + 1} shows pumps")
        canvas.showPage()
    canvas.save()
    return path


def test_a_pdf_shows_its_metadata_and_two_pages(tmp_path: Path) -> None:
    look = preview(_pdf(tmp_path / "pumps.pdf", 3), _SETTINGS)
    assert (look.mime_type, look.num_pages) == ("application/pdf", 3)
    assert (look.metadata_title, look.creator) == ("Pump report", "Slide Maker 3")
    assert [(page.page_no, page.text, page.num_words) for page in look.pages] == [
        (1, "Page 1 shows pumps", 4),
        (2, "Page 2 shows pumps", 4),
    ]
    first = look.pages[0]
    assert (first.image_png or b"").startswith(b"\x89PNG")
    # the line box of Helvetica is somewhat higher than its nominal size
    assert 18 <= first.median_font_pt <= 28
    assert first.bitmap_coverage == 0.0


def test_a_page_under_a_bitmap_is_covered(tmp_path: Path) -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path / "half.pdf"
    canvas = Canvas(str(path), pagesize=(600, 800))
    canvas.drawImage(ImageReader(Image.new("RGB", (60, 40), "navy")), 0, 400, 600, 400)
    canvas.save()
    assert preview(path, _SETTINGS).pages[0].bitmap_coverage == pytest.approx(0.5, abs=0.02)


def test_office_files_show_their_core_properties(tmp_path: Path) -> None:
    import docx
    import pptx

    document = docx.Document()
    document.core_properties.title, document.core_properties.author = "Travel & hotels", "Marta Quist"
    document.add_paragraph("Book early.")
    document.save(str(tmp_path / "policy.docx"))
    look = preview(tmp_path / "policy.docx", _SETTINGS)
    assert (look.metadata_title, look.creator, look.num_pages) == ("Travel & hotels", "Marta Quist", None)
    assert look.pages[0].text == "Book early."
    assert look.pages[0].image_png is None

    deck = pptx.Presentation()
    for title in ("Goals", "Means", "Ends"):
        heading = deck.slides.add_slide(deck.slide_layouts[5]).shapes.title
        assert heading is not None
        heading.text = title
    deck.save(str(tmp_path / "deck.pptx"))
    look = preview(tmp_path / "deck.pptx", _SETTINGS)
    assert (look.num_pages, [page.text for page in look.pages]) == (3, ["Goals", "Means"])
    # python-pptx starts from a 4:3 deck of 10 x 7.5 inches
    assert (look.pages[0].width_pt, look.pages[0].height_pt) == (720.0, 540.0)


def test_text_formats_show_their_beginning(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        "<html><head><title>Duck</title><meta name='generator' content='Press 1'></head>"
        "<body><script>x()</script><p>Ducks swim.</p></body></html>"
    )
    look = preview(tmp_path / "a.html", _SETTINGS)
    assert (look.metadata_title, look.creator, look.pages[0].text) == ("Duck", "Press 1", "Ducks swim.")
    (tmp_path / "a.md").write_text("# Geese\n\nGeese fly.")
    assert preview(tmp_path / "a.md", _SETTINGS).metadata_title == "Geese"
    (tmp_path / "a.txt").write_text("word " * 5000)
    assert len(preview(tmp_path / "a.txt", _SETTINGS).pages[0].text) <= 6000


def test_an_image_is_one_covered_page(tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (1000, 2000), "white").save(tmp_path / "scan.png")
    look = preview(tmp_path / "scan.png", _SETTINGS)
    page = look.pages[0]
    assert (look.num_pages, page.bitmap_coverage, page.num_words) == (1, 1.0, 0)
    assert (page.width_pt, page.height_pt) == (421.0, 842.0)


def test_a_preview_refuses_what_the_parser_refuses(tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4 and nothing else")
    with pytest.raises(BadInputError, match="damaged or truncated PDF"):
        preview(tmp_path / "bad.pdf", _SETTINGS)


@pytest.mark.slow
def test_a_preview_loads_no_model_library(tmp_path: Path) -> None:
    import subprocess

    path = _pdf(tmp_path / "pumps.pdf", 1)
    code = (
        "import sys; from pathlib import Path; from bizrag.parsing.preview import preview; "
        "from bizrag.settings import ParsingSettings; preview(Path(sys.argv[1]), ParsingSettings()); "
        "assert not {'docling', 'torch', 'onnxruntime'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)


def test_a_footer_that_is_written_first_stands_last(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "sheet.pdf"), pagesize=(600, 800))
    for y, text in ((20, "Klar 40 printed 20.08.2026"), (740, "Safety data sheet"), (700, "Trade name: Klar 40")):
        canvas.drawString(72, y, text)
    canvas.save()
    page = preview(tmp_path / "sheet.pdf", _SETTINGS).pages[0]
    assert page.text.splitlines() == ["Safety data sheet", "Trade name: Klar 40", "Klar 40 printed 20.08.2026"]
