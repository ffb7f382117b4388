"""Points of charts that are letters of a font are no words; bullets and marks in tables are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from docling_core.types.doc.base import BoundingBox, CoordOrigin
from docling_core.types.doc.page import BoundingRectangle

from bizrag.parsing.engines.marks.plotted_marks import drop_plotted_marks

HEIGHT = 800.0
POINTS = ((120.0, 300.0), (133.0, 321.0), (171.0, 310.0), (190.0, 352.0), (204.0, 338.0), (251.0, 361.0))


def _cell(text: str, left: float, top: float) -> Any:
    box = BoundingBox(l=left, t=top, r=left + 6 * len(text), b=top + 8, coord_origin=CoordOrigin.TOPLEFT)
    return SimpleNamespace(text=text, rect=BoundingRectangle.from_bounding_box(box), from_ocr=False)


def _page(*placed: tuple[str, float, float]) -> Any:
    return SimpleNamespace(word_cells=[_cell(*one) for one in placed], textline_cells=[_cell(*one) for one in placed])


def _texts(page: Any) -> list[str]:
    drop_plotted_marks(page, HEIGHT)
    assert [cell.text for cell in page.word_cells] == [cell.text for cell in page.textline_cells]
    return [cell.text for cell in page.word_cells]


def test_points_that_are_scattered_over_a_plot_are_dropped() -> None:
    title = ("Latitude", 150.0, 400.0)
    assert _texts(_page(*(("●", x, y) for x, y in POINTS), title)) == ["Latitude"]


def test_bullets_and_marks_in_the_columns_of_a_table_stay() -> None:
    bullets = [("●", 60.0, 40.0 + 12 * at) for at in range(6)] + [("Item", 74.0, 40.0 + 12 * at) for at in range(6)]
    rows = [("Row", 60.0, 300.0 + 14 * at) for at in range(6)]
    marks = [("●", 200.0 + 50 * (at % 2), 300.0 + 14 * at) for at in range(6)]
    assert _texts(_page(*bullets, *rows, *marks)).count("●") == 12


def test_a_few_marks_may_be_anything() -> None:
    assert _texts(_page(*(("●", x, y) for x, y in POINTS[:3]))) == ["●"] * 3
