"""What is read in a picture becomes its text, but for a single letter, which is an edge of what is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.draft import Draft, DraftPicture
from bizrag.parsing.images.pictures import PictureReader, may_hold_text, read_to_edges
from bizrag.parsing.ocr.engine import TextReader
from bizrag.settings import OcrEngine, ParsingSettings, Settings

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

_BOX = BoundingBox(l=0, t=0, r=300, b=200)


@pytest.mark.parametrize(("shown", "expected"), [("K", ""), ("Bay 4", "Bay 4")])
def test_one_letter_alone_is_no_text(tmp_path: Path, weights_path: Path, shown: str, expected: str) -> None:
    image = Image.new("RGB", (600, 400), "white")
    draw = ImageDraw.Draw(image)
    draw.text((200, 120), shown, fill="black", font=ImageFont.load_default(size=120))
    for x in range(40, 560, 40):
        draw.line((x, 340, x, 380), fill="black", width=2)
    picture = DraftPicture(page_no=1, bbox=_BOX, image_sha256=shown)
    parsing = ParsingSettings.model_validate({"ocr_engine": OcrEngine.RAPIDOCR, "ocr_languages": ("en",)})
    settings = Settings.model_construct(home=tmp_path, weights_path=weights_path, parsing=parsing)
    lines = PictureReader(TextReader(settings)).fill_text(Draft(), picture, image, [_BOX])
    # it is read, and left out
    assert lines[0].text == shown
    assert picture.text == expected


def test_what_runs_upwards_at_the_very_edge_is_read(tmp_path: Path, weights_path: Path) -> None:
    image = Image.new("RGB", (720, 580), "white")
    draw = ImageDraw.Draw(image)
    title = Image.new("RGB", (170, 13), "white")
    ImageDraw.Draw(title).text((2, 0), "Conversion cost, EUR per hectolitre", fill="black", font_size=9)
    image.paste(title.rotate(90, expand=True), (-2, 205))
    for mark in range(6):
        draw.text((38, 40 + 96 * mark), str(14 - 2 * mark), fill="black", font_size=12)
    draw.line((62, 20, 62, 540, 710, 540), fill="black")
    parsing = ParsingSettings.model_validate({"ocr_engine": OcrEngine.RAPIDOCR, "ocr_languages": ("en",)})
    reader = TextReader(Settings.model_construct(home=tmp_path, weights_path=weights_path, parsing=parsing))
    # the engine alone does not see it
    assert not any(line.is_upright for line in reader.read(image))
    (upright,) = (line for line in read_to_edges(reader, image) if line.is_upright)
    assert upright.text == "Conversion cost, EUR per hectolitre"
    # its place is that on the image
    assert upright.bbox.r < 20
    assert 190 < upright.bbox.t < upright.bbox.b < 390


def test_labels_of_few_pixels_on_much_paper_are_seen() -> None:
    image = Image.new("RGB", (340, 220), "white")
    draw = ImageDraw.Draw(image)
    for number, label in enumerate(("Linz", "Parma", "Lyon", "Q1 23", "Q2 23", "Q3 23", "Q4 23")):
        draw.text((20 + 42 * number, 90), label, fill="#666666", font=ImageFont.load_default(size=11))
    # drawn larger, as a page prints a canvas of a browser, no edge is sharp from one pixel to the next
    assert may_hold_text(image.resize((1190, 770), Image.Resampling.BICUBIC))
    assert not may_hold_text(Image.new("RGB", (1190, 770), "white"))
