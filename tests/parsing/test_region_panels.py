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


def test_cards_with_round_corners_are_boxes_of_text_and_no_drawing(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "cards.pdf"), pagesize=(600, 800))
    for left, name in ((40, "Emergency"), (230, "Nurse line"), (420, "Your doctor")):
        canvas.setFillGray(0.85)
        canvas.roundRect(left, 560, 150, 90, 8, stroke=0, fill=1)
        canvas.setFillGray(0)
        for at, line in enumerate((name, "Day and night, free", "for all members", "of the plan")):
            canvas.drawString(left + 10, 630 - 18 * at, line)
    # a disc has no straight sides
    canvas.circle(300, 300, 60, stroke=0, fill=1)
    canvas.save()
    ((_, evidence),) = read_pages(tmp_path / "cards.pdf", (1, 1), num_threads=1)
    assert evidence is not None
    assert (len(evidence.filled_boxes), len(evidence.curve_boxes)) == (3, 1)
    kinds = {kind for kind, box in regions(evidence) if box[3] < 300}
    assert not kinds & {"picture", "table"}


def test_cards_whose_frames_are_four_lines_each_are_panels_and_no_rows_of_one_table() -> None:
    facts = (("Length", "7 semesters"), ("Places", "40"), ("Apply by", "15 July"), ("Head", "Prof. Brandis"))
    cards = [(left, 100.0, left + 160, 240.0) for left in (40.0, 210.0, 380.0)]
    texts = [Text(x=left + 10, y=110, text="Wind Engineering", is_bold=True) for left, *_ in cards]
    texts += [
        Text(x=left + (10, 80)[col], y=140 + 20 * row, text=text)
        for left, *_ in cards
        for row, fact in enumerate(facts)
        for col, text in enumerate(fact)
    ]
    evidence = page(
        texts,
        horizontal=[(left, 240, right, 240) for left, _, right, _ in cards],
        vertical=[(x, 100, x, 240) for left, _, right, _ in cards for x in (left, right)],
        # the upper one is a bar
        filled=[(left, 100, right, 105) for left, _, right, _ in cards],
    )
    assert find_panels(evidence, find_rows(evidence)) == cards
    assert all(box[2] - box[0] < 160 for box in boxes(evidence, "table"))


def test_cards_of_two_lines_are_panels_where_three_of_one_width_stand_side_by_side() -> None:
    steps = (("Referral", "by your doctor"), ("Evaluation", "six weeks of tests"), ("Surgery", "three hours"))
    cards = [(left, 100.0, left + 120, 140.0) for left in (40.0, 190.0, 340.0)]
    texts = [
        Text(x=box[0] + 8, y=106 + 14 * at, text=line)
        for box, lines in zip(cards, steps, strict=True)
        for at, line in enumerate(lines)
    ]
    for num_cards, found in ((3, cards), (2, [])):
        evidence = page(texts[: 2 * num_cards], filled=cards[:num_cards])
        assert find_panels(evidence, find_rows(evidence)) == found


def test_a_coloured_row_whose_cell_has_several_lines_is_no_panel() -> None:
    sites = (("Aschau", "6", "125"), ("Ybbsau", "8", "68"), ("Nedre Vang", "7", "167"), ("Ribeira", "4", "94"))
    texts = [Text(x=(40, 140, 200)[col], y=100, text=text) for col, text in enumerate(("Plant", "Units", "Speed"))]
    drawn: list[tuple[float, float, float, float]] = []
    for row, (name, *values) in enumerate(sites):
        top = 120.0 + 24 * row
        drawn.append((36, top - 4, 240, top + 20))
        lines = name.split()
        texts += [
            Text(x=40, y=top + 10 * at if len(lines) > 1 else top + 4, text=line) for at, line in enumerate(lines)
        ]
        texts += [Text(x=(140, 200)[col], y=top + 4, text=text) for col, text in enumerate(values)]
    evidence = page(texts, filled=drawn)
    assert find_panels(evidence, find_rows(evidence)) == []
    ((_, top, _, bottom),) = boxes(evidence, "table")
    assert top <= 100
    assert bottom >= 120 + 24 * 3 + 4
