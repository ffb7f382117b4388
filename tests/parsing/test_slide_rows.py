"""Rows, columns of boxes and labels of boxes on slides in PDF; footers that count the slides."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import Draft, DraftPage, DraftText
from bizrag.parsing.slides.pdf_slides import slide_blocks
from bizrag.parsing.slides.repeated_lines import mark_repeated
from bizrag.parsing.slides.text_boxes import box_label
from bizrag.parsing.text_layer import PageLayer, Word
from tests.parsing.slide_words import slide_words


def _texts(words: Sequence[Word], frames: Sequence[BoundingBox] = ()) -> list[str]:
    layer = PageLayer(page_no=1, width_pt=960, height_pt=540, words=tuple(words))
    return [item.text for item in slide_blocks(layer, frames=frames) if isinstance(item, DraftText)]


def _frame(left: float, top: float, width: float, height: float) -> BoundingBox:
    return BoundingBox(l=left, t=top, r=left + width, b=top + height)


AREAS = (("Scope", "Returns are accepted"), ("Schedule", "Tests are late"), ("Quality", "Eleven defects are open"))


def _areas() -> tuple[list[Word], list[BoundingBox]]:
    words = slide_words("Status at a glance", 40, 30, 0, size=28)
    for number, (area, text) in enumerate(AREAS):
        top = 120.0 + 62 * number
        words += slide_words(area, 48, top, 2 * number + 1, size=14, bold=True)
        words += slide_words(text, 260, top, 2 * number + 2, size=14)
    return words, [_frame(40, 108 + 62 * number, 150, 48) for number in range(len(AREAS))]


def test_what_stands_beside_the_box_of_its_name_is_said_with_it() -> None:
    words, frames = _areas()
    assert _texts(words, frames) == ["Status at a glance", *(" – ".join(area) for area in AREAS)]


def test_rows_whose_texts_go_on_below_are_left_as_they_stand() -> None:
    words, frames = _areas()
    words += slide_words("and will stay so", 260, 136, 99, size=14)
    assert not any(" – " in text for text in _texts(words, frames))


def test_boxes_under_each_other_belong_to_the_box_over_them() -> None:
    sides = {"Today": ("Sites: 34", "Quotes: 3 days"), "Then": ("Sites: 42", "Quotes: 4 hours")}
    words, frames = slide_words("Where we go", 40, 30, 0, size=28), list[BoundingBox]()
    for number, (head, texts) in enumerate(sides.items()):
        left = 40.0 + 440 * number
        frames += [_frame(left, 90, 420, 40), *(_frame(left, 145 + 70 * line, 420, 56) for line in range(2))]
        words += slide_words(head, left + 180, 100, 10 + number, size=20, bold=True)
        for line, text in enumerate(texts):
            words += slide_words(text, left + 8, 165 + 70 * line, 20 + 2 * line + number, size=14)
    assert _texts(words, frames) == ["Where we go", *(" – ".join((head, *texts)) for head, texts in sides.items())]


def test_the_label_of_a_box_is_parted_where_its_lines_had_room() -> None:
    box = _frame(0, 0, 150, 60)
    wrapped = [slide_words("Temperature", 10, 10, 0, size=14), slide_words("release of pallets", 10, 28, 1, size=14)]
    assert box_label(wrapped, box) == "Temperature – release of pallets"
    assert box_label(wrapped, _frame(0, 0, 120, 60)) == "Temperature release of pallets"
    role = [slide_words("Lucia Ferro", 10, 10, 0, size=14, bold=True), slide_words("Quality", 10, 28, 1, size=14)]
    assert box_label(role, _frame(0, 0, 90, 60)) == "Lucia Ferro – Quality"
    assert box_label([], box) == ""


def test_a_footer_that_counts_the_slides_is_one_at_two_digits_too() -> None:
    draft = Draft()
    for page_no in range(8, 12):
        draft.pages.append(DraftPage(page_no=page_no, width_pt=960, height_pt=540))
        box = _frame(40, 512, 300, 12)
        draft.items.append(DraftText(kind=BlockKind.TEXT, text=f"Results {page_no}", page_no=page_no, bbox=box))
    mark_repeated(draft)
    assert {item.kind for item in draft.items if isinstance(item, DraftText)} == {BlockKind.PAGE_FOOTER}
