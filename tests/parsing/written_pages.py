"""Pages written out as text at places, for tests of what their regions are; no model and no PDF takes part.

Pages are 600 x 800 points. A letter is 5 points wide and a line 10 points high, so a font size of 10.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import PageEvidence, as_boxes, lines_of_words
from bizrag.parsing.engines.pages.page_furniture import RunningLines
from bizrag.parsing.engines.regions.rules import decide_regions
from bizrag.parsing.engines.regions.types import Box, Region, RegionLabel

LETTER = 5.0
LINE = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    x: float
    y: float
    text: str
    is_bold: bool = False
    # of the words that it begins with
    num_bold: int = 0
    size: float = LINE
    # runs upwards from its lower end, one word of its layer
    is_turned: bool = False


def page(
    texts: Sequence[Text],
    *,
    horizontal: Sequence[Box] = (),
    vertical: Sequence[Box] = (),
    filled: Sequence[Box] = (),
    curves: Sequence[Box] = (),
    bitmaps: Sequence[Box] = (),
) -> PageEvidence:
    """A page on which each text is one line; words are parted at spaces."""
    words: list[tuple[float, float, float, float]] = []
    word_texts: list[str] = []
    are_bold: list[bool] = []
    for item in texts:
        x, width = item.x, LETTER * item.size / LINE
        if item.is_turned:
            words.append(_line(item))
            word_texts.append(item.text)
            are_bold.append(item.is_bold)
            continue
        for word in item.text.split(" "):
            words.append((x, item.y, x + width * len(word), item.y + item.size))
            word_texts.append(word)
            are_bold.append(item.is_bold or item.text.split(" ").index(word) < item.num_bold)
            x += width * (len(word) + 0.5)
    lines = as_boxes(map(_line, texts))
    return PageEvidence(
        width=600,
        height=800,
        line_boxes=lines,
        line_texts=tuple(item.text for item in texts),
        line_is_mono=np.zeros(len(texts), dtype=np.bool_),
        line_sizes=np.array([item.size for item in texts]),
        word_boxes=as_boxes(words),
        word_texts=tuple(word_texts),
        word_is_bold=np.array(are_bold, dtype=np.bool_),
        word_lines=lines_of_words(as_boxes(words), lines),
        bitmap_boxes=as_boxes(bitmaps),
        horizontal_rules=as_boxes(horizontal),
        vertical_rules=as_boxes(vertical),
        filled_boxes=as_boxes(filled),
        curve_boxes=as_boxes(curves),
    )


def _line(text: Text) -> Box:
    length = LETTER * text.size / LINE * (len(text.text) - 0.5 * text.text.count(" "))
    wide, tall = (text.size, length) if text.is_turned else (length, text.size)
    return text.x, text.y, text.x + wide, text.y + tall


def regions(
    evidence: PageEvidence, detected: Sequence[Region] = (), running: RunningLines | None = None
) -> list[tuple[str, Box]]:
    found = decide_regions(evidence, detected, running or RunningLines())
    return [(region.label.value, _rounded(region.box)) for region in found]


def _rounded(box: Box) -> Box:
    return round(box[0]), round(box[1]), round(box[2]), round(box[3])


def boxes(evidence: PageEvidence, label: str, detected: Sequence[Region] = ()) -> list[Box]:
    return [box for kind, box in regions(evidence, detected) if kind == label]


def picture(box: Box) -> Region:
    return Region(label=RegionLabel.PICTURE, score=0.9, box=box)


def paragraph(x: float, y: float, num_lines: int) -> list[Text]:
    return [Text(x=x, y=y + 12 * i, text="running text of a paragraph that fills its column") for i in range(num_lines)]
