"""Marks in tables whose colours are what they say: traffic lights of reports."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import TableCell
from bizrag.parsing.draft import DraftPage, DraftTable
from bizrag.parsing.tables.coloured_marks import name_colours

_RED, _AMBER, _GREEN, _GREY = (255, 79, 129), (245, 180, 0), (80, 190, 120), (120, 120, 122)
_PAGE = DraftPage(page_no=1, width_pt=400, height_pt=300)


def _named(colours: list[tuple[int, int, int]], *, ground: str = "white", mark: str = "●") -> list[str]:
    image = Image.new("RGB", (400, 300), ground)
    draw = ImageDraw.Draw(image)
    cells = [TableCell(text="Status", row_start=0, row_end=1, col_start=0, col_end=1, is_header=True)]
    for row, colour in enumerate(colours, 1):
        box = BoundingBox(l=100, t=30.0 * row, r=112, b=30.0 * row + 12)
        draw.ellipse((box.l + 1, box.t + 1, box.r - 1, box.b - 1), fill=colour)
        cells.append(TableCell(text=mark, row_start=row, row_end=row + 1, col_start=0, col_end=1, bbox=box))
    table = DraftTable(num_rows=len(cells), num_cols=1, cells=cells)
    name_colours(table, _PAGE, lambda: image)
    return [cell.text for cell in table.cells[1:]]


def test_marks_in_several_colours_are_told_by_these() -> None:
    assert _named([_AMBER, _GREEN, _RED, _GREEN]) == ["● amber", "● green", "● red", "● green"]
    assert _named([_AMBER, _GREEN, _RED], ground="#12202e") == ["● amber", "● green", "● red"]


def test_marks_of_one_colour_or_in_grey_say_nothing_by_it() -> None:
    assert _named([_GREEN, _GREEN, _GREEN]) == ["●"] * 3
    assert _named([_GREEN, _GREY, _RED]) == ["●"] * 3
    # two are no list
    assert _named([_GREEN, _RED]) == ["●"] * 2


def test_other_cells_stay_as_they_are() -> None:
    assert _named([_GREEN, _RED, _AMBER], mark="done") == ["done"] * 3
