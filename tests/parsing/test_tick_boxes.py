"""Boxes to tick that are drawn on a form: which squares are such, and what a parse makes of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from bizrag.model.documents import Layout
from bizrag.parsing.engines.marks.tick_boxes import find_tick_boxes
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.parser import DocumentParser
from bizrag.settings import Settings

Part = list[tuple[float, float]]


def _square(left: float, top: float, side: float = 10.0) -> Part:
    right, bottom = left + side, top + side
    return [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]


def _cross(left: float, top: float, side: float = 10.0) -> list[Part]:
    ends = (left + 1, top + 1, left + side - 1, top + side - 1)
    return [[(ends[0], ends[1]), (ends[2], ends[3])], [(ends[0], ends[3]), (ends[2], ends[1])]]


def test_squares_count_where_one_of_their_size_is_ticked() -> None:
    squares = [_square(50, 100), _square(150, 100), _square(250, 100.2), _square(400, 300, 14)]
    found = find_tick_boxes([*squares, *_cross(150, 100)], [])
    assert [(tick.box[0], tick.is_ticked) for tick in found] == [(50, False), (150, True), (250, False)]
    # keys of a chart
    assert find_tick_boxes(squares, []) == []
    # one box alone may be anything
    assert find_tick_boxes([squares[0], *_cross(50, 100)], []) == []
    # a long line over a square is no tick
    assert find_tick_boxes([*squares, [(100, 50), (220, 170)]], []) == []


def test_a_letter_in_a_box_ticks_it() -> None:
    squares = [_square(50, 100), _square(150, 100)]
    found = find_tick_boxes(squares, [("X", (52, 101, 58, 109)), ("a", (152, 101, 158, 109))])
    assert [tick.is_ticked for tick in found] == [True, False]


def _form(path: Path) -> None:
    canvas = Canvas(str(path), pagesize=(595, 842))

    def box(x: float, y: float, *, ticked: bool) -> None:
        canvas.rect(x, y, 10, 10)
        if ticked:
            canvas.line(x + 1, y + 1, x + 9, y + 9)
            canvas.line(x + 1, y + 9, x + 9, y + 1)

    canvas.setFont("Helvetica-Bold", 16)
    canvas.drawString(50, 780, "Report of the yearly inspection")
    canvas.setFont("Helvetica", 10)
    canvas.drawString(50, 740, "The lift truck was inspected at the cold store by two engineers on 19 November 2025.")
    canvas.setFont("Helvetica-Bold", 10)
    for x, name in ((50, "Item examined"), (250, "Good"), (330, "Repair"), (410, "Remarks")):
        canvas.drawString(x, 700, name)
    canvas.setFont("Helvetica", 10)
    rows = (
        ("Mast and rollers", 0, ""),
        ("Lift chains", 1, "worn by 3.1 %"),
        ("Parking brake", 1, "slips"),
        ("Steering", 0, ""),
    )
    for number, (item, ticked, remark) in enumerate(rows):
        y = 680 - 20 * number
        canvas.line(50, y - 6, 520, y - 6)
        canvas.drawString(50, y, item)
        for column in (0, 1):
            box(255 + 80 * column, y - 1, ticked=column == ticked)
        canvas.drawString(410, y, remark)
    canvas.setFont("Helvetica-Bold", 10)
    canvas.drawString(50, 560, "Conclusion")
    canvas.setFont("Helvetica", 10)
    for x, option, is_ticked in ((150, "Safe to operate", False), (270, "Withdraw from use", True)):
        box(x, 559, ticked=is_ticked)
        canvas.drawString(x + 15, 560, option)
    canvas.save()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_form_is_read_with_what_is_ticked(tmp_path: Path) -> None:
    path = tmp_path / "inspection.pdf"
    _form(path)
    parser = DocumentParser(Settings(), FolderSink(tmp_path / "images"))
    parse = parser.parse(path, content_sha256="a" * 64, layout=Layout.VERTICAL)
    texts = [block.text for block in parse.blocks]
    assert "Conclusion ☐ Safe to operate ☒ Withdraw from use" in texts
    rows: dict[int, list[str]] = {}
    for cell in parse.tables[0].cells:
        rows.setdefault(cell.row_start, []).append(cell.text)
    assert [[text for text in row if text] for row in rows.values()] == [
        ["Item examined", "Good", "Repair", "Remarks"],
        ["Mast and rollers", "☒", "☐"],
        ["Lift chains", "☐", "☒", "worn by 3.1%"],
        ["Parking brake", "☐", "☒", "slips"],
        ["Steering", "☒", "☐"],
    ]
