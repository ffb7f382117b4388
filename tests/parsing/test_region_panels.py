"""Leaflets that are folded, and boxes that a bar on top names, on written pages (``written_pages``)."""

from __future__ import annotations

from bizrag.parsing.engines.regions.panels import find_panels
from bizrag.parsing.engines.regions.rows import find_rows
from tests.parsing.written_pages import Text, boxes, page

PRICES = (("Adults", "19", "34"), ("Children", "8", "15"), ("Families", "42", "76"), ("Groups", "90", "160"))


def test_no_table_of_a_leaflet_reaches_over_a_fold() -> None:
    texts = [
        Text(x=200 * fold + (20, 90, 140)[col], y=100 + 20 * row, text=text)
        for fold in range(3)
        for row, cells in enumerate(PRICES)
        for col, text in enumerate(cells)
    ]
    found = boxes(page(texts, filled=[(200, 0, 400, 800)]), "table")
    assert [(box[0] // 200, (box[2] - 1) // 200) for box in sorted(found)] == [(0, 0), (1, 1), (2, 2)]


def test_backgrounds_as_high_as_the_page_are_no_cells() -> None:
    texts = [
        Text(x=210 + 200 * col, y=100 + 40 * row, text=text)
        for col in range(2)
        for row, text in enumerate(("Where to stay", "In a room with a view", "or in one without", "Call 112"))
    ]
    assert boxes(page(texts, filled=[(200, 0, 400, 800), (400, 0, 600, 800)]), "table") == []


def test_a_bar_on_top_of_a_box_is_of_it() -> None:
    cards = [(50.0, 250.0), (300.0, 500.0)]
    texts = [Text(x=left + 10, y=105, text="First week") for left, _ in cards]
    texts += [Text(x=left + 10, y=140 + 20 * row, text=f"Item {row}") for left, _ in cards for row in range(4)]
    drawn = [box for left, right in cards for box in ((left, 100, right, 120), (left, 120, right, 240))]
    evidence = page(texts, filled=drawn)
    assert find_panels(evidence, find_rows(evidence)) == [(left, 100, right, 240) for left, right in cards]
