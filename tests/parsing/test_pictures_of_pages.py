"""Pictures of documents without pages: images that are written in a web page, and the captions beside pictures."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_bytes
from bizrag.model.parses import BlockKind, Parse
from bizrag.parsing.captions.plain_captions import link_flowing_captions
from bizrag.parsing.confined.workers import ParserPool
from bizrag.parsing.draft import DraftItem, DraftPicture, DraftText

ParseFile = Callable[..., Parse]


@pytest.fixture
def parse(parsers: ParserPool) -> ParseFile:
    """Parse a file in the shared processes."""

    def run(path: Path) -> Parse:
        digest = sha256_bytes(path.read_bytes())
        return parsers.submit(path, content_sha256=digest, layout=Layout.VERTICAL).result(300)

    return run


def _png(*lines: str) -> bytes:
    image = Image.new("RGB", (700, 300), "white")
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        draw.text((40, 40 + 70 * number), line, fill="black", font=ImageFont.load_default(size=34))
    data = io.BytesIO()
    image.save(data, format="PNG")
    return data.getvalue()


def _page(path: Path, data: bytes) -> Path:
    source = f"data:image/png;base64,{base64.b64encode(data).decode()}"
    path.write_text(
        f"<html><body><h1>Pumps</h1><p>They are counted once a year.</p><figure><img src='{source}'>"
        "<figcaption>Figure 1. Count of pumps</figcaption></figure><img src='other.png'></body></html>"
    )
    return path


@pytest.mark.slow
def test_images_that_are_written_in_a_web_page_are_read(parse: ParseFile, tmp_path: Path) -> None:
    (tmp_path / "other.png").write_bytes(_png("from another file"))
    document = parse(_page(tmp_path / "pumps.html", _png("twelve pumps", "nine valves")))
    shown = [picture for picture in document.pictures if picture.text]
    assert [picture.caption for picture in shown] == ["Figure 1. Count of pumps"]
    assert "twelve pumps" in shown[0].text


@pytest.mark.slow
def test_a_web_page_with_an_image_that_is_cut_short_keeps_its_text(parse: ParseFile, tmp_path: Path) -> None:
    document = parse(_page(tmp_path / "pumps.html", _png("twelve pumps")[:900]))
    assert any("counted once a year" in block.text for block in document.blocks)


def _flow(*parts: str) -> list[DraftItem]:
    """Pictures where a part is empty."""
    return [DraftText(kind=BlockKind.TEXT, text=part) if part else DraftPicture() for part in parts]


def _captions(items: list[DraftItem]) -> list[str]:
    link_flowing_captions(items)
    return [item.caption for item in items if isinstance(item, DraftPicture)]


def test_captions_stand_before_or_behind_their_pictures_as_in_the_rest_of_the_document() -> None:
    behind = _flow("Sales rose.", "", "Figure 1: Sales", "", "Figure 2: Costs")
    assert _captions(behind) == ["Figure 1: Sales", "Figure 2: Costs"]
    before = _flow("Figure 1: Sales", "", "Figure 2: Costs", "", "Costs fell.")
    assert _captions(before) == ["Figure 1: Sales", "Figure 2: Costs"]
    assert [item.kind for item in before if isinstance(item, DraftText)][:2] == [BlockKind.CAPTION, BlockKind.CAPTION]


def test_a_sentence_on_a_figure_is_no_caption() -> None:
    assert _captions(_flow("Figure 1 shows the sales of the year.", "", "They rose.")) == [""]
