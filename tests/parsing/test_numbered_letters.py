"""Fonts that have numbers for the names of their glyphs, as TeX's bitmap fonts do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from docling_core.types.doc.base import BoundingBox, CoordOrigin
from docling_core.types.doc.page import BoundingRectangle

from bizrag.model.documents import Layout
from bizrag.parsing.engines.letters.numbered_glyphs import spell_dingbats
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.parser import DocumentParser
from bizrag.parsing.text_layers.text_layer import open_pdf, read_page
from bizrag.settings import Settings

LINES = (
    "Survival of the residents of this county, broken into",
    "three cohorts: the e\x1bect of age is di\x1berent in each of them,",
    "and 7874 persons were followed for up to 14 years in all.",
)


def write(path: Path, prefix: str = "a", lines: Sequence[str] = LINES) -> Path:
    """A page in one Type 3 font whose glyphs, boxes all of them, are called "a70" and the like."""
    codes = sorted({ord(letter) for line in lines for letter in line if letter != " "})
    names = [f"{prefix}{code}" for code in codes]
    content = "\n".join(
        f"BT /F1 10 Tf 60 {700 - 14 * number} Td <{line.encode('latin-1').hex()}> Tj ET"
        for number, line in enumerate(lines)
    )
    glyph = "500 0 0 0 500 700 d1 0 0 450 600 re f"
    widths = " ".join("500" for _ in range(256))
    differences = " ".join(f"{code} /{name}" for code, name in zip(codes, names, strict=True))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        f"<</Length {len(content)}>>stream\n{content}\nendstream",
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 500 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 0/LastChar 255"
        f"/Widths[{widths}]/Encoding<</Type/Encoding/Differences[{differences}]>>"
        f"/CharProcs<<{''.join(f'/{name} 6 0 R' for name in names)}>>/Resources<<>>>>",
        f"<</Length {len(glyph)}>>stream\n{glyph}\nendstream",
    ]
    written, places = "%PDF-1.4\n", []
    for number, one in enumerate(objects, start=1):
        places.append(len(written))
        written += f"{number} 0 obj\n{one}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(objects) + 1
    end = f"trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{len(written)}\n%%EOF\n"
    path.write_bytes(f"{written}xref\n0 {size}\n0000000000 65535 f \n{table}{end}".encode("latin-1"))
    return path


def test_ligatures_without_a_letter_are_spelled(tmp_path: Path) -> None:
    document = open_pdf(write(tmp_path / "numbered.pdf"))
    words = [word.text for word in read_page(document, 1).words]
    document.close()
    assert {"effect", "different"} <= set(words)


def test_ligatures_whose_codes_others_take_for_blanks_are_spelled(tmp_path: Path) -> None:
    lines = ("the \x1drst \x1cgures are di\x1ecult", "su\x1ecient o\x1fine e\x1bort")
    document = open_pdf(write(tmp_path / "numbered.pdf", lines=lines))
    words = [word.text for word in read_page(document, 1).words]
    document.close()
    assert words == ["the", "flrst", "figures", "are", "difficult", "sufficient", "offline", "effort"]


# docling reads its own fields that it calls deprecated
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.slow
def test_a_page_in_numbered_glyphs_is_read_as_letters(tmp_path: Path) -> None:
    parser = DocumentParser(Settings(_env_file=None), FolderSink(tmp_path / "images"))
    parsed = parser.parse(write(tmp_path / "numbered.pdf"), content_sha256="a" * 64, layout=Layout.VERTICAL)
    text = " ".join(" ".join(block.text for block in parsed.blocks).split())
    assert text == " ".join(" ".join(LINES).replace("\x1b", "ff").split())


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.slow
def test_a_page_whose_glyphs_have_names_of_no_meaning_is_read_by_the_codes_of_its_letters(tmp_path: Path) -> None:
    parser = DocumentParser(Settings(_env_file=None), FolderSink(tmp_path / "images"))
    parsed = parser.parse(write(tmp_path / "coded.pdf", "g"), content_sha256="a" * 64, layout=Layout.VERTICAL)
    text = " ".join(" ".join(block.text for block in parsed.blocks).split())
    assert text == " ".join(" ".join(LINES).replace("\x1b", "ff").split())


def test_dingbats_are_read_as_what_they_show() -> None:
    def cell(text: str, left: float, font: str) -> SimpleNamespace:
        box = BoundingBox(l=left, t=10, r=left + 6 * len(text), b=18, coord_origin=CoordOrigin.TOPLEFT)
        rect = BoundingRectangle.from_bounding_box(box)
        return SimpleNamespace(text=text, rect=rect, font_name=font, from_ocr=False)

    words = [cell("l", 10, "/ZapfDingbats"), cell("4", 40, "/ZapfDingbats"), cell("all", 100, "/Helvetica")]
    lines = [cell("l", 10, "/ZapfDingbats"), cell("4", 40, "/ZapfDingbats"), cell("all", 100, "/Helvetica")]
    page = SimpleNamespace(word_cells=words, textline_cells=lines)
    for _ in range(2):
        spell_dingbats(page, 800.0)
        assert [one.text for one in (*words, *lines)] == ["●", "✔", "all"] * 2
