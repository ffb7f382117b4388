"""A chart that tests draw, and what is told of it."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFont

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.labels import Label
from bizrag.parsing.charts.values import find_values

NAVY, ORANGE, GREEN = (20, 40, 90), (238, 140, 40), (60, 150, 90)
SIZE = 20
# bars stand on this height, a unit is so many pixels
FLOOR, UNIT = 420, 3


class Chart:
    """A picture that is drawn with its labels; where their letters are does not matter, only their boxes."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (900, 520), "white")
        self.draw = ImageDraw.Draw(self.image)
        self.labels: list[Label] = []

    def write(self, text: str, x: float, y: float) -> None:
        """A label centred on a place."""
        half = 5 * len(text)
        box = BoundingBox(l=x - half, t=y - 8, r=x + half, b=y + 8)
        self.labels.append(Label(text=text, bbox=box, size=SIZE))

    def print(self, text: str, x: float, y: float, colour: tuple[int, int, int]) -> None:
        """A label whose letters are drawn too."""
        self.write(text, x, y)
        box = self.labels[-1].bbox
        self.draw.text((box.l, box.t - 2), text, fill=colour, font=ImageFont.load_default(size=SIZE))

    def bar(self, x: float, bottom: float, value: float, colour: tuple[int, int, int], width: float = 36) -> float:
        """An upright bar; returns its upper edge."""
        top = bottom - value * UNIT
        self.draw.rectangle((x - width / 2, top, x + width / 2, bottom), fill=colour)
        return top

    def legend(self, entries: dict[str, tuple[int, int, int]], left: float, y: float = 30) -> None:
        for number, (name, colour) in enumerate(entries.items()):
            x = left + number * 200
            self.draw.rectangle((x, y - 8, x + 16, y + 8), fill=colour)
            self.write(name, x + 26 + 5 * len(name), y)

    def rows(self) -> list[list[str]]:
        lines = find_values(self.labels, self.image).markdown().splitlines()
        return [
            [cell.strip() for cell in line.strip("|").split("|")] for number, line in enumerate(lines) if number != 1
        ]
