"""Decks of one slide that tests fill."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pptx
from pptx.enum.shapes import MSO_CONNECTOR, MSO_SHAPE
from pptx.util import Pt

from bizrag.parsing.draft import Draft, DraftText
from bizrag.parsing.slides.powerpoint import parse_powerpoint
from tests.parsing.kept_pictures import embedded_pictures

# left, top, width, height in points
Place = tuple[float, float, float, float]


class WrittenDeck:
    """A deck of one empty slide that is filled by the test."""

    def __init__(self, folder: Path) -> None:
        self._deck: Any = pptx.Presentation()
        self._path = folder / "deck.pptx"
        self.slide: Any = self._deck.slides.add_slide(self._deck.slide_layouts[6])

    def write(self, place: Place, *lines: str, size: float = 14, bold: bool = False) -> Any:
        return self._fill(self.slide.shapes.add_textbox(*map(Pt, place)), lines, size, bold=bold)

    def draw(
        self, place: Place, *lines: str, size: float = 14, bold: bool = True, shape: MSO_SHAPE = MSO_SHAPE.RECTANGLE
    ) -> Any:
        """A filled box; its first line is bold."""
        return self._fill(self.slide.shapes.add_shape(shape, *map(Pt, place)), lines, size, bold=bold)

    def line(self, start: tuple[float, float], end: tuple[float, float]) -> Any:
        """A line that is glued to nothing."""
        return self.slide.shapes.add_connector(MSO_CONNECTOR.STRAIGHT, *map(Pt, (*start, *end)))

    def join(self, start: Any, end: Any) -> Any:
        connector = self.slide.shapes.add_connector(MSO_CONNECTOR.ELBOW, 0, 0, 0, 0)
        connector.begin_connect(start, 2)
        connector.end_connect(end, 0)
        return connector

    def read(self) -> Draft:
        self._deck.save(self._path)
        pictures = embedded_pictures()
        return parse_powerpoint(self._path, pictures, lambda done, total: None)

    def texts(self) -> list[str]:
        draft = self.read()
        assert draft.warnings == []
        return [item.text for item in draft.items if isinstance(item, DraftText)]

    def _fill(self, shape: Any, lines: Sequence[str], size: float, *, bold: bool) -> Any:
        frame = shape.text_frame
        for number, line in enumerate(lines):
            paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
            run = paragraph.add_run()
            run.text, run.font.size, run.font.bold = line, Pt(size), bold and number == 0
        return shape
