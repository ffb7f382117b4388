"""Lines that OCR read: blanks between words, digits in numbers, boxes as the letters fill them."""

from __future__ import annotations

import re

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.ocr.boxes import letters_box, word_spans, words_of_lines
from bizrag.parsing.ocr.engine import OcrLine
from bizrag.parsing.ocr.letters import mend_numbers, read_steps

CHARACTERS = ["blank", *"abcdefghijklmnopqrstuvwxyz0123456789%.\u5e74", " "]
LEGEND = {"Wind": (40, 160, 80), "Hydro": (30, 60, 150)}


def _steps(text: str, blanks: dict[int, float]) -> NDArray[np.float32]:
    """What a recogniser believes of a text without blanks: letters and the CTC blank in turn; ``blanks`` by letter."""
    scores = np.zeros((2 * len(text), len(CHARACTERS)), dtype=np.float32)
    for number, letter in enumerate(text):
        belief = blanks.get(number, 0.0)
        scores[2 * number, CHARACTERS.index(letter)] = 0.9
        scores[2 * number + 1, 0] = 1.0 - belief
        scores[2 * number + 1, -1] = belief
    return scores


@pytest.mark.parametrize(
    ("text", "blanks", "expected"),
    [
        pytest.param("pellworthgo", {8: 0.3}, "pellworth go", id="nearly read"),
        pytest.param("pellworthgo", {8: 0.1}, "pellworthgo", id="hardly seen"),
        pytest.param("34weeks", {1: 0.05}, "34 weeks", id="after a figure less will do"),
        pytest.param("19%of", {2: 0.05}, "19% of", id="after a sign too"),
        pytest.param("2024\u5e74", {3: 0.05}, "2024\u5e74", id="not in scripts without blanks"),
        pytest.param("2024", {1: 0.4}, "2024", id="numbers stay whole"),
        pytest.param("9kg", {1: 0.4}, "9kg", id="units too"),
        pytest.param("9kg", {0: 0.4}, "9 kg", id="but not with their figure"),
        pytest.param("netsales", {2: 0.9}, "net sales", id="read"),
    ],
)
def test_blanks_that_were_nearly_read_part_words(text: str, blanks: dict[int, float], expected: str) -> None:
    read, belief = read_steps(_steps(text, blanks), CHARACTERS)
    assert read == expected
    assert belief == pytest.approx(0.9)


def test_nothing_read_is_nothing() -> None:
    assert read_steps(np.eye(1, len(CHARACTERS), dtype=np.float32).repeat(4, axis=0), CHARACTERS) == ("", 0.0)


@pytest.mark.parametrize("code", ["MFC-L8900CDW", "I5", "O2", "B2B", "IO-K", "ISO", "5l", "Q3"])
def test_codes_are_no_numbers(code: str) -> None:
    assert mend_numbers(code) == code


def _written(*lines: tuple[str, int, int]) -> tuple[Image.Image, list[BoundingBox]]:
    """An image with lines (text, left, top), and boxes as an engine draws them."""
    image = Image.new("RGB", (900, 300), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=30)
    boxes: list[BoundingBox] = []
    for text, left, top in lines:
        draw.text((left, top), text, fill="black", font=font)
        x0, y0, x1, y1 = draw.textbbox((left, top), text, font=font)
        boxes.append(BoundingBox(l=x0 - 9, t=y0 - 7, r=x1 + 6, b=y1 + 8))
    return image, boxes


def test_boxes_shrink_to_their_letters() -> None:
    image, (box,) = _written(("Sales by region", 100, 80))
    filled, _ = letters_box(box, np.asarray(image).astype(np.int16))
    exact = ImageDraw.Draw(image).textbbox((100, 80), "Sales by region", font=ImageFont.load_default(size=30))
    assert (filled.l, filled.t, filled.r, filled.b) == pytest.approx(exact, abs=2)


def test_a_box_without_letters_stays() -> None:
    box = BoundingBox(l=10, t=10, r=90, b=40)
    assert letters_box(box, np.full((60, 100, 3), 255, dtype=np.int16)) == (box, [])


def test_the_patch_of_a_legend_that_a_box_reaches_over_is_none_of_its_letters() -> None:
    image, (box,) = _written(("Oat drink", 130, 80))
    ImageDraw.Draw(image).rectangle((96, 84, 116, 106), fill=LEGEND["Wind"])
    reaching = BoundingBox(l=108, t=box.t, r=box.r, b=box.b)
    filled, _ = letters_box(reaching, np.asarray(image).astype(np.int16))
    assert filled.l > 125


def test_words_begin_where_gaps_between_letters_are_widest() -> None:
    text = "WWW iiiiii WW"
    image, (box,) = _written((text, 60, 80))
    words = words_of_lines([OcrLine(text=text, bbox=box, confidence=1.0)], image, 0.5)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=30)
    begins = [60 + draw.textlength(text[: found.start()], font=font) for found in re.finditer(r"\S+", text)]
    assert [word.text for word in words] == text.split()
    assert [2 * word.bbox.l for word in words] == pytest.approx(begins, abs=4)
    # letters of even width would put the last one elsewhere
    assert abs(60 + draw.textlength(text, font=font) * 11 / len(text) - begins[2]) > 15
    assert {word.line for word in words} == {0}
    assert words[0].font_pt == pytest.approx(15, rel=0.2)


def test_where_gaps_tell_nothing_letters_share_the_width() -> None:
    box = BoundingBox(l=0, t=0, r=90, b=10)
    pieces = list(re.finditer(r"\S+", "one two six"))
    assert word_spans("one two six", pieces, box, []) == [
        pytest.approx((0, 28.64), abs=0.01),
        pytest.approx((32.73, 61.36), abs=0.01),
        pytest.approx((65.45, 90), abs=0.01),
    ]
    # a gap that is nowhere near the second word
    assert word_spans("one two six", pieces, box, [(2, 4), (5, 6)])[1][0] == pytest.approx(32.73, abs=0.01)


def test_legend_marks_that_were_read_as_letters_are_words_of_their_own() -> None:
    text = "■Wind ■ Hydro"
    image, (box,) = _written((text, 60, 80))
    words = words_of_lines([OcrLine(text=text, bbox=box, confidence=1.0)], image, 1.0)
    assert [word.text for word in words] == ["■", "Wind", "■", "Hydro"]
