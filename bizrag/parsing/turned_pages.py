"""Pages whose text runs up or down: wide tables of reports are often set so on upright paper.

Lines and columns are found in text that runs from left to right, so such pages are turned in the open document before
anything reads them. Scans are turned after they have been read (``ocr.scans``).
"""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from typing import Any

from bizrag.parsing.text_layers.text_layer import PageLayer

# so many letters of a page tell which way its text runs; fewer on a page say too little
_SAMPLE, _MIN_LETTERS = 400, 60
# and most of them must agree: running lines of a turned page stand upright
_AGREE = 0.7
_QUARTER, _SLACK = 90, 2.0
# so many letters are wider than high
_LONG_WORD = 4


def turn_upright(document: Any, layer: PageLayer) -> bool:
    """Turn the page of a layer in a ``pypdfium2.PdfDocument`` so that most of its text is level; whether it was not."""
    words = [word.bbox for word in layer.words if len(word.text) >= _LONG_WORD]
    if 2 * sum(box.height > box.width for box in words) <= len(words):
        return False
    page = document[layer.page_no - 1]
    turn = text_direction(page)
    if turn:
        page.set_rotation((page.get_rotation() - turn) % 360)
    page.close()
    return turn != 0


def text_direction(page: Any) -> int:
    """Which way most text of a displayed page (``pypdfium2.PdfPage``) runs: 0, 90, 180 or 270 degrees with the clock.

    0 too where letters disagree, or run aslant as watermarks do.
    """
    textpage = page.get_textpage()
    num_letters = int(textpage.count_chars())
    directions: Counter[int] = Counter()
    for index in range(0, num_letters - 1, max(1, num_letters // _SAMPLE)):
        direction = _direction_at(textpage.raw, index)
        if direction is not None:
            directions[direction] += 1
    textpage.close()
    if sum(directions.values()) < _MIN_LETTERS:
        return 0
    direction, number = directions.most_common(1)[0]
    if number < _AGREE * sum(directions.values()):
        return 0
    return (direction + int(page.get_rotation())) % 360


def _direction_at(textpage: Any, index: int) -> int | None:
    """Where text goes on behind a letter, in degrees with the clock in the space of the PDF; None at a word's end.

    Letters must be turned as their text is: those that are set one below the other stand upright, and a letter that is
    drawn with a negative size looks turned by its matrix only.
    """
    from pypdfium2 import raw

    letters = (chr(min(raw.FPDFText_GetUnicode(textpage, at), 0x10FFFF)) for at in (index, index + 1))
    if not all(map(str.isalnum, letters)):
        return None
    x, y = ctypes.c_double(), ctypes.c_double()
    places: list[tuple[float, float]] = []
    for at in (index, index + 1):
        raw.FPDFText_GetCharOrigin(textpage, at, x, y)
        places.append((x.value, y.value))
    right, up = places[1][0] - places[0][0], places[1][1] - places[0][1]
    # the clock turns from right to down
    goes_on = math.degrees(math.atan2(-up, right)) % 360
    turned = math.degrees(float(raw.FPDFText_GetCharAngle(textpage, index))) % 360
    quarter = round(goes_on / _QUARTER) * _QUARTER % 360
    return quarter if abs((turned - quarter + 180) % 360 - 180) < _SLACK else 0
