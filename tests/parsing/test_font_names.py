"""Fonts that are not embedded: docling-parse knows them by their keys, pdfium by their names."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docling_core.types.doc.base import BoundingBox, CoordOrigin
from docling_core.types.doc.page import BoundingRectangle
from reportlab.pdfgen.canvas import Canvas

from bizrag.model.documents import Layout
from bizrag.model.parses import BlockKind
from bizrag.parsing.engines.letters.font_names import name_fonts
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.parser import DocumentParser
from bizrag.settings import Settings

HEIGHT = 400.0


def write(path: Path, *, rotation: int = 0) -> Path:
    canvas = Canvas(str(path), pagesize=(300, HEIGHT))
    canvas.setPageRotation(rotation)
    for y, font, text in ((350, "Helvetica-Bold", "Delivery"), (320, "Helvetica", "within"), (290, "Courier", "weeks")):
        canvas.setFont(font, 12)
        canvas.drawString(50, y, text)
    canvas.save()
    return path


def cell(text: str, *, y: float, font: str) -> Any:
    box = BoundingBox(l=50, t=HEIGHT - y - 9, r=85, b=HEIGHT - y, coord_origin=CoordOrigin.TOPLEFT)
    return SimpleNamespace(text=text, rect=BoundingRectangle.from_bounding_box(box), font_name=font)


def page(*cells: Any) -> Any:
    segmented = SimpleNamespace(word_cells=list(cells), textline_cells=[cell("Delivery", y=350, font="/F2")])
    return SimpleNamespace(parsed_page=segmented, page_no=1, size=SimpleNamespace(height=HEIGHT))


def fonts(found: Any) -> list[str]:
    return [one.font_name for one in (*found.parsed_page.word_cells, *found.parsed_page.textline_cells)]


def test_keys_become_names(tmp_path: Path) -> None:
    words = [cell("Delivery", y=350, font="/F2"), cell("within", y=320, font="/F1"), cell("weeks", y=290, font="/F3")]
    found = page(*words)
    name_fonts(found, write(tmp_path / "keys.pdf"))
    assert fonts(found) == ["Helvetica-Bold", "Helvetica", "Courier", "Helvetica-Bold"]


def test_names_and_what_is_not_found_stay(tmp_path: Path) -> None:
    named = page(cell("Delivery", y=350, font="/ABCDEF+Arial-BoldMT"), cell("nowhere", y=100, font="/F9"))
    source = write(tmp_path / "names.pdf")
    name_fonts(named, BytesIO(source.read_bytes()))
    assert fonts(named) == ["/ABCDEF+Arial-BoldMT", "/F9", "/F2"]
    for kept in (write(tmp_path / "turned.pdf", rotation=90), BytesIO(b"no file of any kind")):
        words = page(cell("Delivery", y=350, font="/F2"))
        name_fonts(words, kept)
        assert fonts(words) == ["/F2", "/F2"]


# docling reads its own fields that it calls deprecated
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.slow
def test_facts_below_names_and_a_heading_in_bold_type_part_two_tables(tmp_path: Path) -> None:
    """As laboratories print them: facts of a patient, then sections with a head of their own."""
    canvas = Canvas(str(tmp_path / "report.pdf"), pagesize=(595, 842))

    def line(y: float, texts: list[tuple[float, str]], font: str = "Helvetica") -> None:
        canvas.setFont(font, 9)
        for x, text in texts:
            canvas.drawString(x, y, text)

    for number, texts in enumerate(
        (("Sample:", "Ore 17", "Taken:", "4 May 2025"), ("From:", "Pit B", "By:", "R. Moen"))
    ):
        line(780 - 14 * number, list(zip((50, 130, 300, 380), texts, strict=True)))
    columns = (50, 200, 300, 420)
    y = 740.0
    for heading, rows in (
        ("Metals", (("Copper", "11.2", "g/kg", "9.4"), ("Zinc", "3.8", "g/kg", "4.1"), ("Lead", "0.4", "g/kg", "0.6"))),
        (
            "Salts",
            (("Sodium", "138", "g/kg", "139"), ("Chlorine", "97", "g/kg", "91"), ("Nitrate", "5", "mg/kg", "7")),
        ),
    ):
        line(y, [(50, heading)], "Helvetica-Bold")
        line(y - 16, list(zip(columns, ("Test", "Result", "Unit", "Previous"), strict=True)), "Helvetica-Bold")
        for number, texts in enumerate(rows):
            line(y - 30 - 13 * number, list(zip(columns, texts, strict=True)))
        y -= 76
    canvas.save()
    parser = DocumentParser(Settings(_env_file=None), FolderSink(tmp_path / "images"))
    parsed = parser.parse(tmp_path / "report.pdf", content_sha256="a" * 64, layout=Layout.VERTICAL)
    heads = [[one.text for one in table.cells if one.is_header] for table in parsed.tables]
    assert heads[-2:] == [["Test", "Result", "Unit", "Previous"]] * 2
    assert [block.text for block in parsed.blocks if block.kind is BlockKind.HEADING][-2:] == ["Metals", "Salts"]
    assert [one.text for one in parsed.tables[-2].cells if one.row_start == 2] == ["Zinc", "3.8", "g/kg", "4.1"]
