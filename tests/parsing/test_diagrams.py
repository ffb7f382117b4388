"""What boxes and the lines between them say: who leads to whom, which way, and what is written beside it."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from PIL import Image, ImageDraw

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.labels import Label
from bizrag.parsing.diagrams.reader import find_diagram

Place = tuple[float, float]
SIZE = 18


class Sketch:
    """A diagram that is drawn with its texts; only the boxes of the texts matter, not their letters."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (900, 500), "white")
        self.draw = ImageDraw.Draw(self.image)
        self.labels: list[Label] = []

    def write(self, text: str, x: float, y: float) -> None:
        half = 4.5 * len(text)
        box = BoundingBox(l=x - half, t=y - 8, r=x + half, b=y + 8)
        self.labels.append(Label(text=text, bbox=box, size=SIZE))
        self.draw.line((box.l, y, box.r, y), fill="black", width=5)

    def box(self, text: str, x: float, y: float, *, fill: str = "white") -> None:
        self.draw.rectangle((x - 80, y - 26, x + 80, y + 26), fill=fill, outline="black", width=2)
        for number, line in enumerate(text.split("\n")):
            self.write(line, x, y + 20 * number - 10 * text.count("\n"))

    def diamond(self, text: str, x: float, y: float) -> None:
        corners = [(x, y - 50), (x + 110, y), (x, y + 50), (x - 110, y)]
        self.draw.polygon(corners, fill="#fff2cc", outline="black")
        self.write(text, x, y)

    def line(self, *places: Place, head: bool = False) -> None:
        self.draw.line(places, fill="black", width=2)
        if head:
            (x0, y0), (x, y) = places[-2:]
            angle = math.atan2(y - y0, x - x0)
            sides = [(x - 12 * math.cos(angle + turn), y - 12 * math.sin(angle + turn)) for turn in (-0.4, 0.4)]
            self.draw.polygon([(x, y), *sides], fill="black")

    def links(self) -> list[str]:
        return sorted(find_diagram(self.labels, self.image).links)


def test_straight_arrows_say_what_follows_what() -> None:
    sketch = Sketch()
    for x, text in zip((120, 420, 720), ("Order", "Packing", "Shipping"), strict=True):
        sketch.box(text, x, 100)
    sketch.line((340, 100), (200, 100), head=True)
    sketch.line((500, 100), (640, 100), head=True)
    assert sketch.links() == ["Packing → Order; Shipping"]


def test_what_is_written_beside_an_arrow_is_said_with_it() -> None:
    sketch = Sketch()
    sketch.diamond("Paid in full?", 250, 100)
    sketch.box("Ship the goods", 600, 100)
    sketch.box("Send a reminder", 250, 300)
    sketch.line((360, 100), (520, 100), head=True)
    sketch.line((250, 150), (250, 274), head=True)
    sketch.write("Yes", 440, 86)
    sketch.write("No", 272, 210)
    assert sketch.links() == ["Paid in full – Yes → Ship the goods; No → Send a reminder"]


def test_a_trunk_without_heads_leads_from_the_box_above_to_those_below() -> None:
    sketch = Sketch()
    sketch.box("Director\nAda Lind", 450, 60, fill="#cfe2f3")
    for x, text in zip((150, 450, 750), ("Sales\nBo Roth", "Plant\nCy Ames", "Staff\nDee Wolf"), strict=True):
        sketch.box(text, x, 300)
        sketch.line((x, 180), (x, 274))
    sketch.line((450, 86), (450, 180))
    sketch.line((150, 180), (750, 180))
    assert sketch.links() == ["Director – Ada Lind → Sales – Bo Roth; Plant – Cy Ames; Staff – Dee Wolf"]


def test_a_corner_close_to_a_box_is_no_head() -> None:
    sketch = Sketch()
    sketch.box("Board", 450, 60)
    for x, text in zip((150, 450, 750), ("Workshop", "Shop", "Youth group"), strict=True):
        sketch.box(text, x, 220)
        sketch.line((x, 176), (x, 194))
    sketch.line((450, 86), (450, 176))
    sketch.line((150, 176), (750, 176))
    assert sketch.links() == ["Board → Workshop; Shop; Youth group"]


def test_arrows_that_meet_lead_to_the_box_with_the_head() -> None:
    sketch = Sketch()
    sketch.box("Spring", 200, 100)
    sketch.box("Well", 700, 100)
    sketch.box("Tank", 450, 350)
    sketch.line((200, 126), (200, 220), (700, 220), (700, 126))
    sketch.line((450, 220), (450, 324), head=True)
    assert sketch.links() == ["Spring → Tank", "Well → Tank"]


def test_lines_between_lanes_are_no_arrows() -> None:
    sketch = Sketch()
    for y in (20, 180, 340):
        sketch.line((20, y), (880, y))
    for x in (20, 140, 880):
        sketch.line((x, 20), (x, 340))
    sketch.write("Sales", 80, 100)
    sketch.write("Finance", 80, 260)
    sketch.box("Sends an offer", 300, 100)
    sketch.box("Writes a bill", 300, 260)
    sketch.box("Books money", 600, 260)
    sketch.line((300, 126), (300, 234), head=True)
    sketch.line((380, 260), (520, 260), head=True)
    assert sketch.links() == ["Sends an offer → Writes a bill → Books money"]


def test_a_ring_of_boxes_is_said_once_around() -> None:
    sketch = Sketch()
    places = {"Plan": (450, 60), "Do": (750, 250), "Check": (450, 440), "Act": (150, 250)}
    for text, (x, y) in places.items():
        sketch.draw.ellipse((x - 60, y - 45, x + 60, y + 45), fill="#fde9d9", outline="black")
        sketch.write(text, x, y)
    ways = [(512, 80, 714, 208), (714, 292, 512, 420), (388, 420, 186, 292), (186, 208, 388, 80)]
    for left, top, right, bottom in ways:
        sketch.line((left, top), (right, bottom), head=True)
    assert sketch.links() == ["Plan → Do → Check → Act → Plan"]


@pytest.mark.parametrize("names", [("High", "Low", "Mean"), ("12 Mt", "8 Mt", "5 Mt")])
def test_bars_on_lines_of_a_grid_are_no_diagram(names: tuple[str, str, str]) -> None:
    sketch = Sketch()
    for x in (100, 300, 500, 700):
        sketch.line((x, 20), (x, 400))
    for number, name in enumerate(names):
        sketch.draw.rectangle((100, 60 + 110 * number, 800 - 150 * number, 110 + 110 * number), fill="#9dc3e6")
        sketch.write(name, 220, 85 + 110 * number)
    assert sketch.links() == []


@pytest.mark.slow
def test_tables_are_no_diagram() -> None:
    sketch = Sketch()
    for y in range(40, 241, 50):
        sketch.line((40, y), (640, y))
    for x in range(40, 641, 150):
        sketch.line((x, 40), (x, 240))
    for row, column in ((row, column) for row in range(4) for column in range(4)):
        sketch.write(f"Cell {row}{column}", 115 + 150 * column, 65 + 50 * row)
    assert sketch.links() == []


def test_a_place_that_lines_close_in_is_no_box() -> None:
    sketch = Sketch()
    corners = [(150, 100), (650, 100), (650, 350), (150, 350)]
    for text, (x, y) in zip(("Pump", "Filter", "Tank", "Meter"), corners, strict=True):
        sketch.box(text, x, y)
    for (x0, y0), (x1, y1) in pairwise([*corners, corners[0]]):
        step = (80 if x1 > x0 else -80, 0) if y0 == y1 else (0, 26 if y1 > y0 else -26)
        sketch.line((x0 + step[0], y0 + step[1]), (x1 - step[0], y1 - step[1]), head=True)
    sketch.write("raw", 400, 118)
    sketch.write("clean", 600, 220)
    assert sketch.links() == ["Filter – clean → Tank", "Meter → Pump", "Pump – raw → Filter", "Tank → Meter"]


def test_names_that_the_width_of_a_box_broke_are_whole() -> None:
    sketch = Sketch()
    sketch.box("Director\nAda Lind", 450, 60)
    for x, text in zip(
        (150, 450, 750), ("Merit Systems\nCompliance", "Policy/\nStrategy", "Plant\nCy Ames"), strict=True
    ):
        sketch.box(text, x, 300)
        sketch.line((x, 180), (x, 274))
    sketch.line((450, 86), (450, 180))
    sketch.line((150, 180), (750, 180))
    assert sketch.links() == ["Director – Ada Lind → Merit Systems Compliance; Policy/ Strategy; Plant – Cy Ames"]


def test_what_looks_like_a_head_at_one_of_several_boxes_on_a_trunk_is_none() -> None:
    sketch = Sketch()
    sketch.box("Services", 450, 60)
    for number, text in enumerate(("Pay", "Talent", "Planning")):
        y = 160 + 110 * number
        sketch.box(text, 620, y)
        sketch.line((450, y), (540, y), head=text == "Planning")
    sketch.line((450, 86), (450, 380))
    assert sketch.links() == ["Services → Pay; Talent; Planning"]


def test_what_stands_below_each_box_of_a_row_is_said_with_it() -> None:
    sketch = Sketch()
    steps = {"Supervisor": "answer in\n5 days", "Steward": "answer in\n10 days", "Committee": "decision in\n20 days"}
    for number, (name, time) in enumerate(steps.items()):
        x = 150 + 280 * number
        sketch.box(name, x, 200)
        for row, line in enumerate(time.split("\n")):
            sketch.write(line, x, 240 + 22 * row)
        if number:
            sketch.line((x - 198, 200), (x - 84, 200), head=True)
    diagram = find_diagram(sketch.labels, sketch.image)
    assert diagram.texts == tuple(f"{name} – {time}".replace("\n", " ") for name, time in steps.items())
    assert diagram.links == ("Supervisor → Steward → Committee",)
    # where one box has none, texts may be about anything
    rest = find_diagram([label for label in sketch.labels if label.y < 230 or label.x > 300], sketch.image)
    assert rest.texts[:3] == tuple(steps)
