"""Both OCR engines read the same scan; a language that is not there is a matter of configuration.

The shared parser processes read scans with RapidOCR in most tests of this folder; here EasyOCR does in a process.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bizrag.errors import ConfigurationError
from bizrag.model.documents import Layout
from bizrag.parsing.confined.workers import ParserPool
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.ocr.engine import TextReader
from bizrag.settings import OcrEngine, ParsingSettings, Settings

if TYPE_CHECKING:
    from PIL import Image

# as in a parser process: the engines warn of their own parts that are to go
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


def _scan() -> Image.Image:
    from PIL import Image, ImageDraw, ImageFont

    # not larger than its lines need: EasyOCR takes time for every pixel
    image = Image.new("RGB", (820, 340), "white")
    for number, line in enumerate(("Delivery of twelve pumps", "signed on the fourth of May")):
        ImageDraw.Draw(image).text((120, 120 + 120 * number), line, fill="black", font=ImageFont.load_default(size=44))
    return image


def _settings(tmp_path: Path, weights_path: Path, engine: OcrEngine, *languages: str) -> Settings:
    parsing = ParsingSettings.model_validate({"ocr_engine": engine, "ocr_languages": languages})
    return Settings.model_construct(home=tmp_path, weights_path=weights_path, parsing=parsing)


def test_a_parser_process_reads_a_scan_with_easyocr(tmp_path: Path, weights_path: Path) -> None:
    _scan().save(tmp_path / "scan.png", dpi=(150, 150))
    settings = _settings(tmp_path, weights_path, OcrEngine.EASYOCR, "en")
    with ParserPool(settings, FolderSink(tmp_path / "images")) as pool:
        page = pool.submit(tmp_path / "scan.png", content_sha256="s", layout=Layout.VERTICAL).result(300)
    assert page.pages[0].is_ocr
    assert "twelve pumps" in page.text
    assert "fourth of May" in " ".join(page.text.split())


def test_rapidocr_reads_a_scan(tmp_path: Path, weights_path: Path) -> None:
    lines = TextReader(_settings(tmp_path, weights_path, OcrEngine.RAPIDOCR, "en")).read(_scan())
    assert [line.text for line in lines] == ["Delivery of twelve pumps", "signed on the fourth of May"]


def test_a_shallow_chart_is_read_without_being_blown_up(tmp_path: Path, weights_path: Path) -> None:
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (1100, 90), "white")
    labels = ("Q1 2021 $24.1", "Q2 2021 $12.6", "Q3 2021 $1.45")
    for number, label in enumerate(labels):
        ImageDraw.Draw(image).text((40 + 360 * number, 30), label, fill="black", font=ImageFont.load_default(size=18))
    reader = TextReader(_settings(tmp_path, weights_path, OcrEngine.RAPIDOCR, "en"))

    assert [line.text for line in reader.read(image)] == list(labels)
    # RapidOCR's own limit is 736: 64 times as many pixels
    assert reader.model.reader.text_det.limit_side_len == 2 * image.height


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
