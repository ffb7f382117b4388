"""Bullets that are drawn: which discs are such, and what a parse makes of them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from bizrag.model.documents import Layout
from bizrag.model.parses import BlockKind
from bizrag.parsing.engines.marks.drawn_bullets import find_bullets
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.parser import DocumentParser
from bizrag.settings import Settings

Box = tuple[float, float, float, float]


def disc(x: float, y: float, side: float = 4.0) -> list[tuple[float, float]]:
    turns = [2 * math.pi * at / 24 for at in range(24)]
    return [(x + side / 2 * (1 + math.cos(turn)), y + side / 2 * (1 + math.sin(turn))) for turn in turns]


LINES: list[Box] = [(62, 100 + 14 * at, 200, 112 + 14 * at) for at in range(3)]


def test_discs_below_each_other_with_a_line_beside_each_are_bullets() -> None:
    found = find_bullets([("black", disc(50, 104 + 14 * at)) for at in range(3)], LINES)
    assert [round(box[1]) for box in found] == [104, 118, 132]


def test_one_disc_and_discs_of_several_colours_are_none() -> None:
    assert find_bullets([("black", disc(50, 104))], LINES) == []
    assert find_bullets([(colour, disc(50, 104 + 14 * at)) for at, colour in enumerate("rgb")], LINES) == []


def test_discs_without_text_beside_them_or_as_large_as_letters_are_none() -> None:
    assert find_bullets([("black", disc(300, 104 + 14 * at)) for at in range(3)], LINES) == []
    small: list[Box] = [(62, 104 + 14 * at, 200, 109 + 14 * at) for at in range(3)]
    assert find_bullets([("black", disc(50, 104 + 14 * at)) for at in range(3)], small) == []
    assert find_bullets([("black", disc(40, 104 + 14 * at, side=12)) for at in range(3)], LINES) == []


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_items_of_a_list_with_drawn_bullets_are_read_one_by_one(tmp_path: Path) -> None:
    items = ("Firmware of gate readers is out of support.", "Two engineers leave in August.", "Route 4 has no spare.")
    canvas = Canvas(str(tmp_path / "risks.pdf"), pagesize=(595, 842))
    canvas.setFont("Helvetica-Bold", 16)
    canvas.drawString(50, 780, "Risks of the quarter")
    canvas.setFont("Helvetica", 10)
    for at, item in enumerate(items):
        canvas.circle(62, 743.5 - 12 * at, 2, stroke=0, fill=1)
        canvas.drawString(72, 740 - 12 * at, item)
    canvas.save()
    parser = DocumentParser(Settings(), FolderSink(tmp_path / "images"))
    parse = parser.parse(tmp_path / "risks.pdf", content_sha256="b" * 64, layout=Layout.VERTICAL)
    found = [block.text for block in parse.blocks if block.kind is BlockKind.LIST_ITEM]
    assert [text.lstrip("•- ") for text in found] == list(items)
