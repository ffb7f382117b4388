"""Boxes that are ticked on scanned forms become signs before their labels."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.ocr.engine import OcrLine
from bizrag.parsing.ocr.tick_boxes import find_tick_boxes, with_signs, without_boxes, without_letters

_SIDE = 20


def _form(ticked: tuple[bool, ...]) -> Image.Image:
    """A grey page with letters and a box each 200 pixels, and ticks in them that reach out of the box."""
    image = Image.new("L", (900, 200), 240)
    draw = ImageDraw.Draw(image)
    draw.text((40, 40), "BOard Do a 0 8 D H", fill=20, font=ImageFont.load_default(24))
    for at, is_ticked in enumerate(ticked):
        left = 40 + 200 * at
        draw.rectangle([left, 100, left + _SIDE, 100 + _SIDE], outline=30, width=2)
        if is_ticked:
            draw.line([(left + 4, 112), (left + 9, 117), (left + 24, 94)], fill=30, width=3)
    # a solid square is a bullet
    draw.rectangle([840, 100, 840 + _SIDE, 100 + _SIDE], fill=30)
    return image.rotate(0.3, fillcolor=240).filter(ImageFilter.GaussianBlur(0.6))


def test_squares_are_boxes_and_what_is_in_them_ticks_them() -> None:
    boxes = sorted(find_tick_boxes(_form((True, False, True))), key=lambda box: box.bbox.l)
    assert [box.text for box in boxes] == ["☒", "☐", "☒"]
    assert [round(box.bbox.l, -1) for box in boxes] == [40, 240, 440]


def test_a_page_without_ticks_has_no_boxes_to_tell() -> None:
    assert find_tick_boxes(_form((False, False))) == []


def test_boxes_are_wiped_off_what_is_read() -> None:
    form = _form((True, True))
    wiped = without_boxes(form, find_tick_boxes(form))
    assert find_tick_boxes(wiped) == []


def test_a_sign_stands_before_its_label_in_a_line_of_several_or_alone() -> None:
    def line(text: str, left: float, right: float) -> OcrLine:
        return OcrLine(text=text, bbox=BoundingBox(l=left, t=98, r=right, b=122), confidence=0.9)

    def box(sign: str, left: float) -> OcrLine:
        return OcrLine(text=sign, bbox=BoundingBox(l=left, t=100, r=left + 20, b=120), confidence=1.0)

    lines = [line("Bakery", 66, 140), line("Crafts Hot food", 266, 440)]
    signed = with_signs(lines, [box("☒", 40), box("☐", 240), box("☒", 340), box("☒", 600)])
    assert [found.text for found in signed] == ["☒", "☒ Bakery", "☐ Crafts ☒ Hot food"]
    assert signed[1].bbox.l == 40


def test_ideographs_with_a_frame_are_no_boxes() -> None:
    def box(sign: str, left: float, top: float = 100) -> OcrLine:
        return OcrLine(text=sign, bbox=BoundingBox(l=left, t=top, r=left + 20, b=top + 20), confidence=1.0)

    # 24 pixels a letter: the sixth is a mouth, the ninth a day
    sentence = OcrLine(text="境外人民币出口业务日期", bbox=BoundingBox(l=40, t=98, r=304, b=122), confidence=0.9)
    letters = [box("☐", 40 + 24 * 6 + 2), box("☒", 40 + 24 * 9 + 2)]
    assert without_letters(letters, [sentence]) == []
    # boxes of a form stand elsewhere on such a page, and before other letters
    choices = OcrLine(text="男 女", bbox=BoundingBox(l=66, t=198, r=150, b=222), confidence=0.9)
    boxes = [box("☒", 40, 200), box("☐", 100, 200)]
    assert without_letters([*letters, *boxes], [sentence, choices]) == boxes
