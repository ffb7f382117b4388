"""Both OCR engines read the same scan; a language that is not there is a matter of configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from bizrag.errors import ConfigurationError
from bizrag.model.documents import Layout
from bizrag.parsing.images import FolderSink
from bizrag.parsing.workers import ParserPool
from bizrag.settings import OcrEngine, ParsingSettings, Settings

pytestmark = pytest.mark.slow


def _scan(path: Path) -> Path:
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (1240, 500), "white")
    for number, line in enumerate(("Delivery of twelve pumps", "signed on the fourth of May")):
        ImageDraw.Draw(image).text((120, 120 + 120 * number), line, fill="black", font=ImageFont.load_default(size=44))
    image.save(path)
    return path


def _pool(tmp_path: Path, weights_path: Path, engine: OcrEngine, *languages: str) -> ParserPool:
    parsing = ParsingSettings.model_validate({"ocr_engine": engine, "ocr_languages": languages})
    settings = Settings.model_construct(home=tmp_path, weights_path=weights_path, parsing=parsing)
    return ParserPool(settings, FolderSink(tmp_path / "images"))


@pytest.mark.parametrize("engine", [OcrEngine.EASYOCR, OcrEngine.RAPIDOCR])
def test_an_engine_reads_a_scan(tmp_path: Path, weights_path: Path, engine: OcrEngine) -> None:
    with _pool(tmp_path, weights_path, engine, "en") as pool:
        page = pool.submit(_scan(tmp_path / "scan.png"), content_sha256="s", layout=Layout.VERTICAL).result(300)
    assert page.pages[0].is_ocr
    assert "twelve pumps" in page.text
    assert "fourth of May" in " ".join(page.text.split())


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
    with (
        _pool(tmp_path, weights_path, engine, language) as pool,
        pytest.raises(ConfigurationError, match=f"OCR cannot read {language} with {engine}"),
    ):
        pool.submit(_scan(tmp_path / "scan.png"), content_sha256="s", layout=Layout.HORIZONTAL).result(300)
