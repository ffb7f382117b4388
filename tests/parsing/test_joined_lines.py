"""Lines of two columns that the reader of the PDF gives as one come apart."""

from __future__ import annotations

from typing import Any

from docling_core.types.doc.base import BoundingBox, CoordOrigin
from docling_core.types.doc.page import BoundingRectangle, PdfTextCell, SegmentedPdfPage, TextDirection

from bizrag.parsing.engines.letters.joined_lines import part_lines

HEIGHT = 800.0


def _cell(text: str, box: tuple[float, float, float, float]) -> PdfTextCell:
    left, top, right, bottom = box
    place = BoundingBox(l=left, t=HEIGHT - top, r=right, b=HEIGHT - bottom, coord_origin=CoordOrigin.BOTTOMLEFT)
    return PdfTextCell.model_construct(
        text=text,
        orig=text,
        rect=BoundingRectangle.from_bounding_box(place),
        from_ocr=False,
        text_direction=TextDirection.LEFT_TO_RIGHT,
        font_name="/F1",
        index=0,
    )


def _page(lines: list[PdfTextCell], words: list[PdfTextCell]) -> Any:
    return SegmentedPdfPage.model_construct(textline_cells=lines, word_cells=words)


def _texts(page: Any) -> list[str]:
    return [cell.text for cell in page.textline_cells]


def test_a_line_and_what_stands_beside_it_in_the_next_column_are_two() -> None:
    words = [
        _cell("rates", (50, 100, 80, 110)),
        _cell("of", (83, 100, 95, 110)),
        _cell("2011.", (98, 100, 130, 110)),
        _cell("Weekly", (180, 106, 220, 116)),
    ]
    page = _page([_cell("rates of 2011. Weekly", (50, 100, 220, 116))], words)
    part_lines(page, HEIGHT)
    assert _texts(page) == ["rates of 2011.", "Weekly"]
    boxes = [cell.rect.to_bounding_box().to_top_left_origin(HEIGHT) for cell in page.textline_cells]
    assert [(box.l, box.t, box.r, box.b) for box in boxes] == [(50, 100, 130, 110), (180, 106, 220, 116)]
    assert [cell.index for cell in page.textline_cells] == [0, 1]
    part_lines(page, HEIGHT)
    assert _texts(page) == ["rates of 2011.", "Weekly"]


def test_the_number_of_an_item_stays_with_its_text() -> None:
    for marker in ("3.", "!"):
        words = [_cell(marker, (50, 100, 58, 110)), _cell("Encryption", (82, 100, 130, 110))]
        page = _page([_cell(f"{marker} Encryption", (50, 100, 130, 110))], words)
        part_lines(page, HEIGHT)
        assert _texts(page) == [f"{marker} Encryption"]


def test_raised_figures_and_stretched_spaces_stay_in_their_line() -> None:
    words = [
        _cell("output", (50, 100, 85, 110)),
        _cell("rose", (100, 100, 120, 110)),
        _cell("2", (122, 97, 125, 102)),
        _cell("again", (128, 100, 150, 110)),
    ]
    page = _page([_cell("output rose 2 again", (50, 97, 150, 110))], words)
    part_lines(page, HEIGHT)
    assert _texts(page) == ["output rose 2 again"]


def _columns(*, gap: float = 13, num_lines: int = 9, space: float = 3) -> tuple[Any, list[str]]:
    """Lines of a narrow column, each begun at 222 points in the next one too; the last of both are given as one."""
    lines: list[PdfTextCell] = []
    words: list[PdfTextCell] = []
    for row in range(num_lines):
        top = 100.0 + 12 * row
        lines += [_cell("income of the", (42, top, 209, top + 9)), _cell("may be an", (222, top, 300, top + 9))]
    top = 100.0 + 12 * num_lines
    at, texts = 42.0, ["You", "have", "no", "income"]
    for text in texts:
        end = at + 6 * len(text)
        words.append(_cell(text, (at, top, end, top + 9)))
        at = end + space
    words.append(_cell("executor", (222, top, 262, top + 9)))
    shift = 222 - gap - (at - space)
    moved = [_cell(cell.text, _box(cell, shift)) for cell in words[:-1]]
    joined = _cell(" ".join([*texts, "executor"]), (42 + shift, top, 262, top + 9))
    return _page([*lines, joined], [*moved, words[-1]]), texts


def _box(cell: PdfTextCell, shift: float) -> tuple[float, float, float, float]:
    box = cell.rect.to_bounding_box().to_top_left_origin(HEIGHT)
    return box.l + shift, box.t, box.r + shift, box.b


def test_a_line_goes_no_further_than_to_where_the_next_column_begins() -> None:
    page, texts = _columns()
    part_lines(page, HEIGHT)
    assert _texts(page)[-2:] == [" ".join(texts), "executor"]


def test_where_few_lines_begin_or_words_stand_as_far_apart_no_column_does() -> None:
    for page, texts in (_columns(num_lines=4), _columns(gap=6), _columns(space=8)):
        part_lines(page, HEIGHT)
        assert _texts(page)[-1] == " ".join([*texts, "executor"])


def test_the_number_of_an_item_stays_where_many_items_begin() -> None:
    lines = [_cell("text of an item", (82, 100.0 + 12 * row, 160, 109.0 + 12 * row)) for row in range(9)]
    words = [_cell("3.", (58, 220, 66, 229)), _cell("Encryption", (82, 220, 130, 229))]
    page = _page([*lines, _cell("3. Encryption", (58, 220, 130, 229))], words)
    part_lines(page, HEIGHT)
    assert _texts(page)[-1] == "3. Encryption"
