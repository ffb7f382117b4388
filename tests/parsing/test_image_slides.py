"""Slides that are images: lines that an engine tore, sizes and weights of type, pale boxes, lines that run upwards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.engines.pages.even_areas import find_even_areas
from bizrag.parsing.ocr.boxes import join_torn, letters_box, type_size, words_of_lines
from bizrag.parsing.ocr.engine import OcrLine, TextReader
from bizrag.parsing.slides.artifacts import SlideFinds, with_frames
from bizrag.settings import OcrEngine, ParsingSettings, Settings

SIZE = 40


def _line(draw: ImageDraw.ImageDraw, text: str, left: float, top: float, *, weight: int = 0) -> OcrLine:
    """A line drawn with strokes that are wider by ``weight`` on each side, and read in a box with margins."""
    font = ImageFont.load_default(size=SIZE)
    draw.text((left, top), text, fill="black", font=font, stroke_width=weight)
    x0, y0, x1, y1 = draw.textbbox((left, top), text, font=font, stroke_width=weight)
    return OcrLine(text=text, bbox=BoundingBox(l=x0 - 8, t=y0 - 8, r=x1 + 8, b=y1 + 8), confidence=1.0)


def _slide() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (1200, 600), "white")
    return image, ImageDraw.Draw(image)


def test_a_line_that_was_torn_at_its_blanks_is_one_again() -> None:
    image, draw = _slide()
    pieces = [_line(draw, "Plans", 40, 40), _line(draw, "for", 152, 40), _line(draw, "2030", 214, 40)]
    assert [line.text for line in join_torn(pieces, image)] == ["Plans for 2030"]


def test_a_dot_over_small_letters_rises_as_high_as_tall_ones() -> None:
    letters = BoundingBox(l=0, t=0, r=34, b=28.8)
    assert type_size("in", letters, letters.height + 16) == pytest.approx(40.0, rel=0.01)


def test_what_is_far_is_level_with_a_figure_or_has_a_patch_before_it_is_no_torn_line() -> None:
    image, draw = _slide()
    apart = [_line(draw, "Left", 40, 40), _line(draw, "Right", 300, 40)]
    figures = [_line(draw, "2029", 40, 140), _line(draw, "2030", 148, 140)]
    legend = [_line(draw, "Tea", 40, 240), _line(draw, "Milk", 132, 240)]
    draw.rectangle((114, 248, 126, 280), fill="red")
    lines = [*apart, *figures, *legend]
    assert join_torn(lines, image) == lines


def test_a_word_at_the_edge_of_a_tight_box_is_no_patch() -> None:
    image, draw = _slide()
    line = _line(draw, "Tobias Wren", 40, 40)
    tight = BoundingBox(l=line.bbox.l + 8, t=line.bbox.t, r=line.bbox.r, b=line.bbox.b)
    filled, _ = letters_box(tight, np.asarray(image).astype(np.int16))
    assert filled.l == pytest.approx(tight.l, abs=2)


@pytest.mark.parametrize("margin", [5.0, 8.0, 12.0])
def test_the_size_of_type_does_not_hang_on_the_margins_of_a_box(margin: float) -> None:
    letters = BoundingBox(l=0, t=0, r=300, b=28.8)
    assert type_size("Annual flow", letters, letters.height + 2 * margin) == pytest.approx(40.0, rel=0.01)


def test_lines_with_wide_strokes_are_bold_however_many_they_are() -> None:
    image, draw = _slide()
    heavy = [_line(draw, text, 40, 40 + 90 * row, weight=2) for row, text in enumerate(("Wash cycle", "Drip", "Rinse"))]
    light = [_line(draw, text, 500, 40 + 90 * row) for row, text in enumerate(("ninety seconds", "ten"))]
    words = words_of_lines([*heavy, *light], image, 1.0)
    assert {word.text for word in words if word.is_bold} == {"Wash", "cycle", "Drip", "Rinse"}


def test_lines_of_one_weight_are_not_bold() -> None:
    image, draw = _slide()
    lines = [_line(draw, text, 40, 40 + 90 * row) for row, text in enumerate(("Illinois", "Wyoming", "Ohio", "Maine"))]
    assert not any(word.is_bold for word in words_of_lines(lines, image, 1.0))


@pytest.mark.parametrize(("ground", "box"), [("#ffffff", "#eef6f5"), ("#10131a", "#1b2030")])
def test_boxes_a_shade_off_the_ground_are_seen(ground: str, box: str) -> None:
    image = Image.new("RGB", (1200, 600), ground)
    draw = ImageDraw.Draw(image)
    for left in (60, 640):
        draw.rectangle((left, 120, left + 480, 500), fill=box)
        draw.text((left + 40, 160), "Production", fill="#808080", font=ImageFont.load_default(size=SIZE))
    draw.line((60, 60, 1100, 60), fill=box)
    found = sorted(find_even_areas(image, 1.5).tolist())
    assert found == [pytest.approx([left / 1.5, 80, (left + 480) / 1.5, 500 / 1.5], abs=2) for left in (60, 640)]
    known = BoundingBox(l=41, t=81, r=359, b=332)
    frames = with_frames(SlideFinds(frames=(known,)), find_even_areas(image, 1.5)).frames
    assert len(frames) == 2
    assert frames[0] is known


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_name_of_an_upright_axis_is_read(tmp_path: Path, weights_path: Path) -> None:
    image, draw = _slide()
    font = ImageFont.load_default(size=SIZE)
    for row, text in enumerate(("Flow at the gauge", "rises in spring", "falls in autumn")):
        draw.text((300, 60 + 120 * row), text, fill="black", font=font)
    name = Image.new("RGB", (340, 60), "white")
    ImageDraw.Draw(name).text((10, 5), "Discharge rate", fill="black", font=font)
    image.paste(name.rotate(90, expand=True), (60, 120))
    parsing = ParsingSettings.model_validate({"ocr_engine": OcrEngine.RAPIDOCR, "ocr_languages": ("en",)})
    settings = Settings.model_construct(home=tmp_path, weights_path=weights_path, parsing=parsing)
    lines = TextReader(settings).read(image)
    assert [line.text for line in lines if line.is_upright] == ["Discharge rate"]
