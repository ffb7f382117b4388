"""Lines and arrows between the boxes of a slide in PDF say what follows what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bizrag.model.documents import Layout
from bizrag.model.geometry import BoundingBox
from bizrag.model.hashing import sha256_bytes
from bizrag.parsing.confined.workers import ParserPool
from bizrag.parsing.slides.drawn_links import find_links
from bizrag.parsing.slides.link_texts import texts_of_links


def _box(left: float, top: float, width: float = 120.0, height: float = 50.0) -> BoundingBox:
    return BoundingBox(l=left, t=top, r=left + width, b=top + height)


ROW = [_box(40 + 200 * at, 100) for at in range(3)]
# from the side of a box to that of the next, as far as the head
ARROWS = [BoundingBox(l=160 + 200 * at, t=125, r=234 + 200 * at, b=125) for at in range(2)]


def test_lines_lead_to_the_right_and_down_or_to_their_head() -> None:
    assert find_links(ROW, ARROWS) == [(0, 1), (1, 2)]
    heads = [BoundingBox(l=158 + 200 * at, t=121, r=166 + 200 * at, b=129) for at in range(2)]
    assert find_links(ROW, [*ARROWS, *heads]) == [(1, 0), (2, 1)]
    below = [_box(240, 300), _box(440, 300)]
    falls = [BoundingBox(l=300 + 200 * at, t=150, r=300 + 200 * at, b=300) for at in range(2)]
    assert find_links([*ROW, *below], falls) == [(1, 3), (2, 4)]


def test_lines_with_elbows_are_known_by_their_corners() -> None:
    boss, team = _box(240, 100), [_box(40, 300), _box(240, 300), _box(440, 300)]
    # from the middle of the boss's foot to the middle of each head, with shadows
    elbows = [BoundingBox(l=100, t=150, r=300, b=300), BoundingBox(l=300, t=150, r=500, b=300)]
    shadows = [BoundingBox(l=one.l - 3, t=one.t - 2, r=one.r + 3, b=one.b + 3) for one in elbows]
    line = BoundingBox(l=300, t=150, r=300, b=300)
    assert sorted(find_links([boss, *team], [*elbows, *shadows, line])) == [(0, 1), (0, 2), (0, 3)]


def test_what_is_drawn_between_tiles_or_in_them_joins_nothing() -> None:
    tiles = [_box(40 + 126 * (at % 3), 100 + 56 * (at // 3)) for at in range(9)]
    grown = [BoundingBox(l=one.l - 3, t=one.t - 1, r=one.r + 3, b=one.b + 5) for one in tiles]
    between = [BoundingBox(l=163, t=100, r=163, b=260), BoundingBox(l=40, t=153, r=412, b=153)]
    inside = [BoundingBox(l=one.l + 5, t=one.t + 40, r=one.r - 5, b=one.t + 40) for one in tiles]
    # a picture in the place of a tile
    assert find_links([*tiles[:4], *tiles[5:]], [*tiles, *grown, *between, *inside]) == []


def test_a_text_between_two_boxes_is_that_of_the_line_that_joins_them() -> None:
    below = _box(40, 300)
    texts = {
        BoundingBox(l=185, t=108, r=205, b=118): "yes",
        BoundingBox(l=106, t=220, r=120, b=230): "no",
        BoundingBox(l=385, t=108, r=480, b=118): "a remark of five words",
        BoundingBox(l=385, t=400, r=400, b=410): "far",
    }
    told = texts_of_links([(0, 1), (0, 3), (1, 2)], [*ROW, below], texts)
    assert told == {(0, 1): "yes", (0, 3): "no"}
    # from the side of a box to that of one further down
    aslant = {BoundingBox(l=185, t=205, r=205, b=215): "48 %", BoundingBox(l=185, t=120, r=205, b=130): "far"}
    assert texts_of_links([(0, 1)], [ROW[0], _box(240, 270)], aslant) == {(0, 1): "48 %"}


def _process(path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas: Any = Canvas(str(path), pagesize=(960, 540))
    canvas.setFont("Helvetica-Bold", 28)
    canvas.drawString(60, 470, "How an order is handled")
    canvas.setFont("Helvetica", 14)
    for at, text in enumerate(("Receive order", "Check credit", "Ship goods")):
        canvas.setFillColorRGB(0.8, 0.9, 1.0)
        canvas.rect(60 + 300 * at, 300, 180, 60, fill=1)
        canvas.setFillColorRGB(0, 0, 0)
        canvas.drawString(90 + 300 * at, 325, text)
        if at:
            canvas.line(300 * at - 60, 330, 300 * at + 52, 330)
            head = canvas.beginPath()
            head.moveTo(300 * at + 60, 330)
            head.lineTo(300 * at + 52, 334)
            head.lineTo(300 * at + 52, 326)
            head.close()
            canvas.drawPath(head, fill=1)
    canvas.save()


@pytest.mark.slow
def test_a_process_is_said_step_by_step(tmp_path: Path, parsers: ParserPool) -> None:
    path = tmp_path / "process.pdf"
    _process(path)
    digest = sha256_bytes(path.read_bytes())
    parse = parsers.submit(path, content_sha256=digest, layout=Layout.HORIZONTAL).result(300)
    texts = [block.text for block in parse.blocks]
    assert texts == [
        "How an order is handled",
        "Receive order",
        "Check credit",
        "Ship goods",
        "Receive order → Check credit → Ship goods",
    ]
    assert parse.pages[0].num_lost_tokens == 0
