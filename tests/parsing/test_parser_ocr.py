"""Both OCR engines read the same scan; a language that is not there is a matter of configuration.

The shared parser processes read scans with RapidOCR in most tests of this folder; here EasyOCR does in a process.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bizrag.errors import ConfigurationError
from bizrag.model.documents import Layout
from bizrag.parsing.images import FolderSink
from bizrag.parsing.ocr import TextReader
from bizrag.parsing.workers import ParserPool
from bizrag.settings import OcrEngine, ParsingSettings, Settings

if TYPE_CHECKING:
    from PIL import Image

# as in a parser process: the engines warn of their own parts that are to go
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


def _scan() -> Image.Image:
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (1240, 500), "white")
    for number, line in enumerate(("Delivery of twelve pumps", "signed on the fourth of May")):
        ImageDraw.Draw(image).text((120, 120 + 120 * number), line, fill="black", font=ImageFont.load_default(size=44))
    return image


def _settings(tmp_path: Path, weights_path: Path, engine: OcrEngine, *languages: str) -> Settings:
    parsing = ParsingSettings.model_validate({"ocr_engine": engine, "ocr_languages": languages})
    return Settings.model_construct(home=tmp_path, weights_path=weights_path, parsing=parsing)


def test_a_parser_process_reads_a_scan_with_easyocr(tmp_path: Path, weights_path: Path) -> None:
    _scan().save(tmp_path / "scan.png")
    settings = _settings(tmp_path, weights_path, OcrEngine.EASYOCR, "en")
    with ParserPool(settings, FolderSink(tmp_path / "images")) as pool:
        page = pool.submit(tmp_path / "scan.png", content_sha256="s", layout=Layout.VERTICAL).result(300)
    assert page.pages[0].is_ocr
    assert "twelve pumps" in page.text
    assert "fourth of May" in " ".join(page.text.split())


def test_rapidocr_reads_a_scan(tmp_path: Path, weights_path: Path) -> None:
    lines = TextReader(_settings(tmp_path, weights_path, OcrEngine.RAPIDOCR, "en")).read(_scan())
    assert [line.text for line in lines] == ["Delivery of twelve pumps", "signed on the fourth of May"]


@pytest.mark.parametrize(
    ("engine", "language"),
    [
        # French needs a recogniser that the packaged weights do not hold, and nothing is downloaded
        (OcrEngine.EASYOCR, "fr"),
        # Georgian has no recogniser at all
        (OcrEngine.RAPIDOCR, "iso:ka-Geor"),
    ],
)
def test_a_language_without_weights_is_named(
    tmp_path: Path, weights_path: Path, engine: OcrEngine, language: str
) -> None:
    reader = TextReader(_settings(tmp_path, weights_path, engine, language))
    with pytest.raises(ConfigurationError, match=f"OCR cannot read {language} with {engine}"):
        reader.read(_scan())
