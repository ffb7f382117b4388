"""What the axes of a chart measure and which series its legend names, as lines of text.

Among the labels of a chart nothing tells which of them is a title of an axis, and questions ask for it by that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
from PIL import Image

from bizrag.model.axes import HORIZONTAL, LEGEND, VERTICAL
from bizrag.parsing.charts.colours import Pixels
from bizrag.parsing.charts.labels import ALIGNED, Label, number_of
from bizrag.parsing.charts.legends import find_legends, has_patch

_FIGURE = re.compile(r"[$€£]?[-−–+]?[$€£]?\d[\d.,]*(?:[eE][-+]?\d+)?\s?[%kKmMbB+]?")
# an axis has so many marks
_MIN_MARKS, _MIN_UPRIGHT = 3, 2
# so many times as far as before no mark of the same axis follows
_APART = 2.0
# a title stands so far below marks, and right of it marks begin so near, in sizes of the type
_BELOW, _BESIDE = 4.0, 6.0
# of the width of the marks: how far from their middle a title is centred
_CENTRED = 0.2
_MAX_WORDS = 8
# entries of a legend have so few words
_MAX_LEGEND_WORDS = 5
# a step of colour that is drawn, and the share of a width that a rule takes
_DRAWN, _MOST = 40, 0.7


def say_axes(labels: Sequence[Label], image: Image.Image) -> list[str]:
    """Lines that tell the titles of the axes and the entries of the legend; of several charts all of them.

    Args:
        labels: of a picture, boxes in pixels of its image.
        image: in RGB.
    """
    pixels: Pixels = np.asarray(image.convert("RGB")).astype(np.int16)
    upright = [label for label in labels if label.is_upright]
    level = [label for label in labels if not label.is_upright]
    found = {
        HORIZONTAL: [title.text for marks in _rows_of_marks(level) for title in _below(marks, level, pixels)],
        VERTICAL: [title.text for title in sorted(upright, key=_place) if _has_marks(title, labels)],
        LEGEND: [name.text for legend in find_legends(_names(level), level, pixels) for name, _ in legend],
    }
    return [start + ", ".join(dict.fromkeys(texts)) for start, texts in found.items() if texts]


def _place(label: Label) -> tuple[float, float]:
    return label.y, label.x


def _is_figure(label: Label) -> bool:
    return _FIGURE.fullmatch(label.text.strip()) is not None


def _is_words(label: Label) -> bool:
    return any(map(str.isalpha, label.text)) and not _is_figure(label) and len(label.text.split()) <= _MAX_WORDS


def _rows_of_marks(labels: Sequence[Label]) -> Iterator[list[Label]]:
    """Figures on one line that rise to the right: the marks of a level axis each."""
    rows: list[list[Label]] = []
    for label in sorted(filter(_is_figure, labels), key=_place):
        if rows and abs(rows[-1][0].y - label.y) < ALIGNED * label.size:
            rows[-1].append(label)
        else:
            rows.append([label])
    for row in rows:
        run: list[Label] = []
        for label in sorted(row, key=lambda label: label.x):
            if run and (number_of(label.text) <= number_of(run[-1].text) or _is_apart(run, label)):
                if len(run) >= _MIN_MARKS:
                    yield run
                run = []
            run.append(label)
        if len(run) >= _MIN_MARKS:
            yield run


def _is_apart(run: Sequence[Label], label: Label) -> bool:
    """Whether a mark stands further from the last one than marks of one axis do: it is of the next panel."""
    return len(run) > 1 and label.x - run[-1].x > _APART * (run[-1].x - run[-2].x)


def _below(marks: Sequence[Label], labels: Sequence[Label], pixels: Pixels) -> list[Label]:
    """The title of a level axis, if any: the nearest text below the middle of its marks, alone on its line there."""
    left, right = marks[0].bbox.l, marks[-1].bbox.r
    bottom = max(mark.bbox.b for mark in marks)
    near = [
        label
        for label in labels
        if 0 <= label.y - bottom <= _BELOW * marks[0].size and min(label.bbox.r, right) > max(label.bbox.l, left)
    ]
    first = min(near, key=lambda label: label.y, default=None)
    if first is None:
        return []
    line = [label for label in near if abs(label.y - first.y) < ALIGNED * first.size]
    is_centred = abs(first.x - (left + right) / 2) <= _CENTRED * (right - left)
    is_title = len(line) == 1 and is_centred and _is_words(first) and not has_patch(first, labels, pixels)
    # the name of the next panel stands in a strip
    ruled = (bottom, first.bbox.t), (first.bbox.b, first.bbox.b + first.size)
    return [first] if is_title and not any(_has_rule(pixels, *span, left, right) for span in ruled) else []


def _has_rule(pixels: Pixels, top: float, bottom: float, left: float, right: float) -> bool:
    """Whether anything is drawn across most of the width between two heights."""
    area = pixels[int(top) + 1 : int(bottom), max(int(left), 0) : int(right)]
    if not area.size:
        return False
    paper = np.median(area.reshape(-1, 3), axis=0)
    drawn = np.abs(area - paper).max(axis=2) > _DRAWN
    return bool((drawn.mean(axis=1) > _MOST).any())


def _has_marks(title: Label, labels: Sequence[Label]) -> bool:
    """Whether marks of an upright axis stand right of what runs upwards."""
    if not _is_words(title):
        return False
    reach = title.bbox.height
    levels = [
        label.y
        for label in labels
        if _is_figure(label)
        and -title.size / 2 <= label.bbox.l - title.bbox.r <= _BESIDE * title.bbox.width
        and title.bbox.t - reach <= label.y <= title.bbox.b + reach
    ]
    return len(levels) >= _MIN_UPRIGHT and max(levels) - min(levels) > title.bbox.width


def _names(labels: Sequence[Label]) -> list[Label]:
    """What may be an entry of a legend: short, and no figure in it."""
    return [
        label
        for label in labels
        if _is_words(label) and len(label.text.split()) <= _MAX_LEGEND_WORDS and not any(map(str.isdigit, label.text))
    ]
