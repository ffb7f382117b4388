"""Boxes that lines join are one picture; cells, rows and forms are none, on written pages (``written_pages``)."""

from __future__ import annotations

from bizrag.parsing.engines.pages.page_evidence import PageEvidence
from bizrag.parsing.engines.regions.joined_boxes import find_joined_boxes
from bizrag.parsing.engines.regions.types import Box
from tests.parsing.written_pages import Text, boxes, page

TEAM = ((60.0, 300.0, 180.0, 340.0), (220.0, 300.0, 340.0, 340.0), (380.0, 300.0, 500.0, 340.0))
BOSS = (220.0, 200.0, 340.0, 240.0)
NAMES = [
    Text(x=235, y=214, text="Head of Audit"),
    *(Text(x=box[0] + 20, y=314, text=name) for box, name in zip(TEAM, ("Finance", "Systems", "Cases"), strict=True)),
]
TRUNK = ((280.0, 240.0, 280.0, 270.0), *((box[0] + 60, 270.0, box[0] + 60, 300.0) for box in TEAM))
BRANCHES = ((120.0, 270.0, 440.0, 270.0),)


def _chart(boxes_drawn: tuple[Box, ...] = (BOSS, *TEAM), vertical: tuple[Box, ...] = TRUNK) -> PageEvidence:
    return page(NAMES, filled=boxes_drawn, vertical=vertical, horizontal=BRANCHES)


def test_boxes_on_a_trunk_of_lines_are_one_picture_and_no_table() -> None:
    assert find_joined_boxes(_chart()) == [(56, 196, 504, 344)]
    assert boxes(_chart(), "picture") == [(56, 196, 504, 344)]
    assert boxes(_chart(), "table") == []


def test_round_boxes_and_slanted_lines_are_curves() -> None:
    slanted = [(120.0, 240.0, 280.0, 300.0), (280.0, 240.0, 440.0, 300.0)]
    evidence = page(NAMES, curves=[BOSS, *TEAM, *slanted], vertical=[(280.0, 240.0, 280.0, 300.0)])
    assert find_joined_boxes(evidence) == [(56, 196, 504, 344)]


def test_an_elbow_in_one_piece_is_a_box_without_a_text() -> None:
    elbows = ((120.0, 240.0, 280.0, 300.0), (280.0, 240.0, 440.0, 300.0))
    assert find_joined_boxes(page(NAMES, filled=(BOSS, *TEAM, *elbows))) == [(56, 196, 504, 344)]


def test_boxes_without_lines_are_no_diagram() -> None:
    assert find_joined_boxes(page(NAMES, filled=(BOSS, *TEAM))) == []


def test_lines_that_lead_from_one_box_to_nowhere_join_nothing() -> None:
    answers = [(box[2], 320.0, box[2] + 25, 320.0) for box in TEAM]
    assert find_joined_boxes(page(NAMES, filled=(BOSS, *TEAM), horizontal=answers)) == []


def test_striped_rows_of_a_table_are_no_boxes_that_rules_join() -> None:
    rows = [Text(x=x, y=104 + 30 * at, text=text) for at in range(5) for x, text in ((70, "Oats"), (250, "12 t"))]
    stripes = [(60.0, 100.0 + 60 * at, 340.0, 120.0 + 60 * at) for at in range(3)]
    sides = [(x, 100.0 + 30 * at, x, 130.0 + 30 * at) for at in range(5) for x in (60.0, 200.0, 340.0)]
    assert find_joined_boxes(page(rows, filled=stripes, vertical=sides)) == []


def test_cells_that_touch_are_no_boxes_of_a_diagram() -> None:
    cells = [(60.0 + 120 * x, 100.0 + 30 * y, 180.0 + 120 * x, 130.0 + 30 * y) for y in range(3) for x in range(3)]
    texts = [Text(x=cell[0] + 10, y=cell[1] + 10, text="Value of it") for cell in cells]
    rules = [(180.0, 90.0, 180.0, 100.0), (300.0, 190.0, 300.0, 200.0)]
    assert find_joined_boxes(page(texts, filled=cells, vertical=rules)) == []


def test_tiles_with_a_name_and_its_value_each_are_a_map_and_no_table() -> None:
    places = [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2)]
    tiles = [(100.0 + 40 * x, 100.0 + 40 * y, 140.0 + 40 * x, 140.0 + 40 * y) for x, y in places]
    names = ("NOR", "HIL", "WES", "CEN", "EAS", "HAR", "SOU")
    texts = [Text(x=tile[0] + 12, y=tile[1] + 6, text=name) for tile, name in zip(tiles, names, strict=True)]
    texts += [Text(x=tile[0] + 12, y=tile[1] + 22, text=f"{10 + at}%") for at, tile in enumerate(tiles)]
    evidence = page(texts, filled=tiles)
    assert boxes(evidence, "table") == []
    assert boxes(evidence, "picture") == [(100, 100, 260, 220)]


def test_shaded_cells_with_empty_ones_between_them_are_no_boxes_that_rules_join() -> None:
    rows = [("Operating leases", "8 years"), ("Finance leases", "11 years"), ("Other leases", "3 years")]
    texts: list[Text] = []
    cells: list[Box] = []
    for at, (label, value) in enumerate(rows):
        top = 200.0 + 24 * at
        texts += [Text(x=55, y=top + 4, text=label), Text(x=405, y=top + 4, text=value)]
        cells += [(50.0, top, 200.0, top + 18), (202.0, top, 398.0, top + 18), (400.0, top, 500.0, top + 18)]
    ruled = [(50.0, 218.5 + 24 * at, 500.0, 218.5 + 24 * at) for at in range(len(rows))]
    assert find_joined_boxes(page(texts, filled=cells, horizontal=ruled)) == []
