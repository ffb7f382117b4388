"""What stands in a box of its own on a slide is a text of its own, whatever stands level with it."""

from __future__ import annotations

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.draft import DraftText
from bizrag.parsing.slides.pdf_slides import slide_blocks
from bizrag.parsing.slides.text_boxes import find_text_boxes
from bizrag.parsing.text_layers.text_layer import PageLayer, Word

STEPS = ("Receive order", "Credit check", "Pick and pack", "Ship goods")


def _words(text: str, left: float, top: float, line: int, size: float = 14.0) -> list[Word]:
    words: list[Word] = []
    for part in text.split():
        right = left + 0.5 * size * len(part)
        words.append(Word(part, BoundingBox(l=left, t=top, r=right, b=top + size), size, line, None, size))
        left = right + 0.3 * size
    return words


def _frame(left: float, top: float, width: float = 150.0, height: float = 60.0) -> BoundingBox:
    return BoundingBox(l=left, t=top, r=left + width, b=top + height)


def _texts(words: list[Word], frames: list[BoundingBox]) -> list[str]:
    layer = PageLayer(page_no=1, width_pt=960, height_pt=540, words=tuple(words))
    return [item.text for item in slide_blocks(layer, frames=frames) if isinstance(item, DraftText)]


def test_steps_on_one_line_are_texts_of_their_own() -> None:
    # the shadow of a box is a frame as well
    frames = [_frame(40 + 220 * at - grown, 200 - grown, 150 + 2 * grown, 60) for at in range(4) for grown in (0, 3)]
    words = [word for at, step in enumerate(STEPS) for word in _words(step, 52 + 220 * at, 222, 0)]
    assert _texts([*_words("Order to cash", 60, 60, 9, 28), *words], frames) == ["Order to cash", *STEPS]


def test_lines_of_one_box_stay_together_wherever_they_begin() -> None:
    frames = [_frame(60, 200), _frame(360, 200)]
    words = [
        *_words("Ben Ortiz", 110, 212, 0),
        *_words("Chloe Wang", 400, 212, 0),
        *_words("Finance", 64, 232, 1),
        *_words("Operations", 364, 232, 1),
    ]
    assert _texts(words, frames) == ["Ben Ortiz – Finance", "Chloe Wang – Operations"]


def test_marked_words_and_cells_are_no_boxes() -> None:
    words = _words("prices rose by a tenth and wages by less", 60, 200, 0)
    marked = [_frame(word.bbox.l - 1, 198, word.bbox.width + 2, 18) for word in (words[1], words[6])]
    assert find_text_boxes(words, marked) == []
    cells = [_frame(60 + 150 * at, 100) for at in range(3)]
    inside = [word for at in range(3) for word in _words("Total", 70 + 150 * at, 120, 0)]
    assert find_text_boxes(inside, cells) == []


def test_rows_of_cards_below_each_other_are_not_joined() -> None:
    rows = (("4.2bn", "11.3%", "18,420"), ("1.85", "37", "128")), (("Sales", "Margin", "Staff"), ("Dividend",) * 3)
    words: list[Word] = []
    for row, (figures, labels) in enumerate(zip(*rows, strict=True)):
        for column, (figure, label) in enumerate(zip(figures, labels, strict=True)):
            words += _words(figure, 80 + 280 * column, 160 + 100 * row, 2 * row, 30)
            words += _words(label, 80 + 280 * column, 198 + 100 * row, 2 * row + 1)
    texts = _texts(words, [])
    assert texts[:2] == ["4.2bn – Sales", "11.3% – Margin"]
    assert texts[3] == "1.85 – Dividend"
