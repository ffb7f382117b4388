"""Leaflets that are folded, and boxes that a bar on top names, on written pages (``written_pages``)."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from bizrag.parsing.engines.plain_pages import read_pages
from bizrag.parsing.engines.regions.panels import find_panels
from bizrag.parsing.engines.regions.rows import find_rows
from tests.parsing.written_pages import Text, boxes, page, regions

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


def test_the_prices_at_the_foot_of_cards_are_told_in_their_cards_and_are_no_headings() -> None:
    articles = (("Bypass pruner", "No. 3105", "Cuts up to 22 mm", "Sizes: S, M, L", "from 29.90"),)
    articles += (("Anvil pruner", "No. 3111", "For dry wood", "Sizes: M only", "24.90"),)
    cards = [(40.0, 100.0, 280.0, 240.0), (310.0, 100.0, 550.0, 240.0)]
    texts = [
        Text(
            x=box[0] + (120 if row == 4 else 10),
            y=box[1] + 20 + 18 * row,
            text=text,
            is_bold=row in (0, 4),
            size=16 if row == 4 else 10,
        )
        for box, lines in zip(cards, articles, strict=True)
        for row, text in enumerate(lines)
    ]
    found = regions(page(texts, filled=cards))
    assert [kind for kind, box in found if box[1] > 185] == ["text", "text"]


def test_cards_with_round_corners_on_a_coloured_ground_are_panels(tmp_path: Path) -> None:
    path = tmp_path / "poster.pdf"
    canvas = Canvas(str(path), pagesize=(600, 800))
    canvas.setFillColorRGB(0.98, 0.95, 0.9)
    canvas.rect(0, 0, 600, 800, stroke=0, fill=1)
    for left in (30, 220, 410):
        canvas.setFillColorRGB(1, 1, 1)
        canvas.roundRect(left, 600, 160, 120, 8, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0, 0)
        for row, text in enumerate(("People", "214 employees", "Chair: A. Thole")):
            canvas.drawString(left + 12, 690 - 24 * row, text)
    canvas.save()
    ((_, evidence),) = read_pages(path, (1, 1), num_threads=1)
    assert evidence is not None
    panels = find_panels(evidence, find_rows(evidence))
    assert [tuple(map(round, box)) for box in panels] == [(left, 80, left + 160, 200) for left in (30, 220, 410)]
