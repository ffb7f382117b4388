"""Letters on images are counted and measured as they were set, whichever way a page lies."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from bizrag.parsing.images.seen_letters import see_letters
from bizrag.parsing.preview import preview
from bizrag.settings import ParsingSettings

_LINE = "the quarterly review of pumps and valves shows nine sites"


def _page(*, font_px: int, num_lines: int, ink: str = "black", paper: str = "white") -> Image.Image:
    """A landscape page of 1,400 pixels with lines of ten words."""
    image = Image.new("RGB", (1400, 990), paper)
    draw = ImageDraw.Draw(image)
    for number in range(num_lines):
        draw.text((60, 40 + number * font_px * 1.5), _LINE, font=ImageFont.load_default(font_px), fill=ink)
    return image


@pytest.mark.parametrize("font_px", [18, 40])
@pytest.mark.parametrize(("ink", "paper"), [("black", "white"), ("white", "navy")])
def test_words_and_lines_are_measured(font_px: int, ink: str, paper: str) -> None:
    seen = see_letters(_page(font_px=font_px, num_lines=12, ink=ink, paper=paper))

    assert seen.num_words == pytest.approx(120, rel=0.25)
    assert seen.line_px == pytest.approx(1.15 * font_px, rel=0.25)
    assert not seen.is_sideways


@pytest.mark.parametrize("turn", [90, 270])
def test_a_page_on_its_side_is_told_and_measured_alike(turn: int) -> None:
    upright = _page(font_px=18, num_lines=20)
    seen, turned = see_letters(upright), see_letters(upright.rotate(turn, expand=True))

    assert turned.is_sideways
    assert turned.num_words == pytest.approx(seen.num_words, rel=0.05)
    assert turned.line_px == pytest.approx(seen.line_px, rel=0.1)


def test_noise_blocks_and_rules_are_no_letters() -> None:
    image = Image.fromarray(np.random.default_rng(7).normal(235, 6, (990, 1400)).clip(0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    draw.rectangle((100, 100, 700, 500), fill=90)
    for number in range(8):
        draw.line((800, 100 + 60 * number, 1350, 100 + 60 * number), fill=0, width=3)

    assert see_letters(image).num_words <= 2


def test_an_image_of_one_colour_holds_nothing() -> None:
    assert see_letters(Image.new("RGB", (1400, 990), "teal")).num_words == 0


def test_pages_that_are_images_are_measured_in_a_preview(tmp_path: Path) -> None:
    path = tmp_path / "slides.pdf"
    _page(font_px=40, num_lines=5).save(path, resolution=120)

    [first] = preview(path, ParsingSettings.model_validate({})).pages

    assert (first.text, first.is_image, first.is_sideways) == ("", True, False)
    assert first.num_words == pytest.approx(50, rel=0.25)
    # 40 pixels of 120 dpi are 24 pt
    assert first.median_font_pt == pytest.approx(1.15 * 24, rel=0.25)
