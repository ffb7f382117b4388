"""What lines and arrows of a PPTX that are glued to nothing say: what follows what."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from pptx.enum.shapes import MSO_SHAPE

from bizrag.parsing.slides.shapes import DRAWING
from tests.parsing.written_decks import WrittenDeck


@pytest.fixture
def deck(tmp_path: Path) -> WrittenDeck:
    return WrittenDeck(tmp_path)


def _with_head(connector: object, name: str) -> None:
    line = connector.line._get_or_add_ln()  # type: ignore[attr-defined]
    line.append(line.makeelement(f"{DRAWING}{name}", {"type": "arrow"}))


def test_lines_that_are_glued_to_nothing_join_the_boxes_at_their_ends(deck: WrittenDeck) -> None:
    for number, name in enumerate(("Secure the site", "Give first aid", "Call the shift leader")):
        deck.draw((200, 60 + 120 * number, 200, 60), name)
    deck.draw((460, 60, 160, 100), "Emergency", "Internal 4-112")
    for number in range(2):
        deck.line((300, 120 + 120 * number), (300, 180 + 120 * number))
    assert deck.texts()[-1] == "Secure the site → Give first aid → Call the shift leader"


def test_one_line_without_a_head_joins_nothing(deck: WrittenDeck) -> None:
    for number, name in enumerate(("Secure the site", "Give first aid")):
        deck.draw((200, 60 + 120 * number, 200, 60), name)
    connector = deck.line((300, 180), (300, 120))
    assert not any("→" in text for text in deck.texts())
    _with_head(connector, "headEnd")
    assert deck.texts()[-1] == "Secure the site → Give first aid"
    # a line between columns ends at no side of a box
    deck.line((410, 60), (410, 240))
    assert deck.texts()[-1] == "Secure the site → Give first aid"


@pytest.mark.parametrize(
    ("shape", "turned", "said"),
    [
        (MSO_SHAPE.RIGHT_ARROW, 0, "Audits take two weeks → Records within minutes"),
        (MSO_SHAPE.LEFT_ARROW, 0, "Records within minutes → Audits take two weeks"),
        (MSO_SHAPE.DOWN_ARROW, 270, "Audits take two weeks → Records within minutes"),
        (MSO_SHAPE.STAR_5_POINT, 0, "Records within minutes"),
    ],
)
def test_arrows_that_are_shapes_lead_from_box_to_box(
    deck: WrittenDeck, shape: MSO_SHAPE, turned: int, said: str
) -> None:
    deck.draw((40, 100, 200, 60), "Audits take two weeks")
    deck.draw((320, 100, 200, 60), "Records within minutes")
    deck.draw((255, 110, 50, 40) if not turned else (260, 105, 40, 50), shape=shape).rotation = turned
    assert deck.texts()[-1] == said


def test_shapes_that_point_at_each_other_are_steps(deck: WrittenDeck) -> None:
    names = ("Analyse", "Design", "Build", "Run")
    boxes = [(30 + 150 * number, 100, 155, 50) for number in range(len(names))]
    assert all(one[0] + one[2] > other[0] for one, other in pairwise(boxes))
    for name, box in zip(names, boxes, strict=True):
        deck.draw(box, name, shape=MSO_SHAPE.CHEVRON)
    assert deck.texts()[-1] == "Analyse → Design → Build → Run"
