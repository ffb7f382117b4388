"""What the PDF samples share: colours, paragraph styles, fonts that ship with matplotlib, the logo."""

from __future__ import annotations

from pathlib import Path

import matplotlib
from reportlab.lib.colors import HexColor, white
from reportlab.lib.enums import TA_JUSTIFY, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

TEAL = HexColor("#0b5563")
COPPER = HexColor("#c0632b")
INK = HexColor("#1f2a2e")
GREY = HexColor("#6b7780")
PALE = HexColor("#e8eff0")
RULE = HexColor("#9fb1b5")

FONT_FOLDER = Path(matplotlib.get_data_path()) / "fonts" / "ttf"


def register_fonts() -> None:
    """Make DejaVu Sans (shipped with matplotlib) known to reportlab."""
    for name in ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique"):
        pdfmetrics.registerFont(TTFont(name, FONT_FOLDER / f"{name}.ttf"))
    pdfmetrics.registerFontFamily("DejaVuSans", "DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique")


BODY = ParagraphStyle(
    "body", fontName="Times-Roman", fontSize=10, leading=12.9, alignment=TA_JUSTIFY, spaceAfter=6, textColor=INK
)
BULLET = ParagraphStyle("bullet", parent=BODY, leftIndent=11, bulletIndent=1, spaceAfter=3)
H1 = ParagraphStyle(
    "h1",
    fontName="Helvetica-Bold",
    fontSize=15,
    leading=18,
    textColor=TEAL,
    spaceBefore=10,
    spaceAfter=7,
    keepWithNext=1,
)
H2 = ParagraphStyle("h2", parent=H1, fontSize=11.5, leading=14, spaceBefore=8, spaceAfter=4)
H3 = ParagraphStyle("h3", parent=H1, fontSize=10, leading=12.5, textColor=INK, spaceBefore=5, spaceAfter=3)
CAPTION = ParagraphStyle(
    "caption", fontName="Helvetica-Oblique", fontSize=8, leading=10, textColor=GREY, spaceBefore=3, spaceAfter=8
)
CELL = ParagraphStyle("cell", fontName="Helvetica", fontSize=8, leading=9.8, textColor=INK)
CELL_RIGHT = ParagraphStyle("cell_right", parent=CELL, alignment=TA_RIGHT)
CELL_HEAD = ParagraphStyle("cell_head", parent=CELL, fontName="Helvetica-Bold", textColor=white)
FOOTNOTE = ParagraphStyle("footnote", fontName="Times-Roman", fontSize=7.8, leading=9.4, textColor=INK)


def draw_logo(canvas: Canvas, left: float, bottom: float, height: float) -> None:
    """Three stacked plates with a warm one in the middle; the same small mark on every page. Sizes in points."""
    canvas.saveState()
    for row, colour in enumerate((TEAL, COPPER, TEAL)):
        offset = height * 0.18 if row == 1 else 0
        canvas.setFillColor(colour)
        canvas.roundRect(
            left + offset, bottom + row * height * 0.36, height * 1.1, height * 0.24, height * 0.08, stroke=0, fill=1
        )
    canvas.restoreState()
