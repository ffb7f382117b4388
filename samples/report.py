"""The annual report as a two-column PDF: cover, running header and footer, footnotes, metadata."""

from __future__ import annotations

from pathlib import Path

from reportlab.lib.colors import white
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

from samples import company
from samples.pdf_style import COPPER, FOOTNOTE, GREY, INK, RULE, TEAL, draw_logo
from samples.report_story import COLUMN, FULL, story

WIDTH, HEIGHT = A4
LEFT = 18 * mm
BOTTOM, TOP = 28 * mm, HEIGHT - 24 * mm
RIGHT_COLUMN = LEFT + FULL - COLUMN
DIAGRAM = 64 * mm

# physical page -> footnotes at its foot
FOOTNOTES = {
    2: (
        "<super>1</super> Orders received divided by revenue of the same period.",
        "<super>2</super> Share of units sold since 2019 that send operating data to our Kestrel Park service hub.",
    ),
    4: ("<super>3</super> Operating income before depreciation and amortisation; 2025: $68.6 million.",),
    6: ("<super>4</super> Market-based method. Business travel and purchased goods are not included.",),
}

KEY_FIGURES = (
    ("$412.6 million", "revenue, up 11.1%"),
    ("12.2%", "operating margin"),
    ("$189.3 million", "order backlog"),
    ("1,684", "employees"),
)


def _cover(canvas: Canvas, _: BaseDocTemplate) -> None:
    canvas.saveState()
    canvas.setFillColor(TEAL)
    canvas.rect(0, HEIGHT * 0.42, WIDTH, HEIGHT * 0.58, stroke=0, fill=1)
    canvas.setFillColor(white)
    canvas.setFont("Helvetica", 13)
    canvas.drawString(LEFT, HEIGHT - 40 * mm, company.NAME)
    canvas.setFont("Helvetica-Bold", 40)
    canvas.drawString(LEFT, HEIGHT * 0.62, "Annual Report")
    canvas.drawString(LEFT, HEIGHT * 0.62 - 16 * mm, "2025")
    canvas.setFont("Helvetica-Oblique", 13)
    canvas.drawString(LEFT, HEIGHT * 0.62 - 28 * mm, "Heat that pays back")
    canvas.setFillColor(COPPER)
    canvas.rect(0, HEIGHT * 0.42 - 3 * mm, WIDTH, 3 * mm, stroke=0, fill=1)
    for at, (figure, meaning) in enumerate(KEY_FIGURES):
        left, bottom = LEFT + (at % 2) * 88 * mm, HEIGHT * 0.31 - (at // 2) * 26 * mm
        canvas.setFillColor(INK)
        canvas.setFont("Helvetica-Bold", 22)
        canvas.drawString(left, bottom, figure)
        canvas.setFillColor(GREY)
        canvas.setFont("Helvetica", 10.5)
        canvas.drawString(left, bottom - 6 * mm, meaning)
    canvas.setFont("Helvetica", 8.5)
    canvas.drawString(LEFT, 18 * mm, f"{company.HEAD_OFFICE}  |  {company.SITE}  |  TRNH")
    draw_logo(canvas, WIDTH - LEFT - 14 * mm, 15 * mm, 11 * mm)
    canvas.restoreState()


def _furniture(canvas: Canvas, document: BaseDocTemplate) -> None:
    """Running header with the logo, footer with the page number, the page's footnotes."""
    page = document.page
    canvas.saveState()
    draw_logo(canvas, LEFT, HEIGHT - 17 * mm, 5 * mm)
    canvas.setFont("Helvetica", 8)
    canvas.setFillColor(GREY)
    canvas.drawString(LEFT + 9 * mm, HEIGHT - 15.5 * mm, company.NAME)
    canvas.drawRightString(LEFT + FULL, HEIGHT - 15.5 * mm, "Annual Report 2025")
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.5)
    canvas.line(LEFT, HEIGHT - 19 * mm, LEFT + FULL, HEIGHT - 19 * mm)
    canvas.line(LEFT, 14 * mm, LEFT + FULL, 14 * mm)
    canvas.drawString(LEFT, 9.5 * mm, "© 2026 Tarnholm Thermal Systems")
    canvas.drawRightString(LEFT + FULL, 9.5 * mm, f"Page {page}")
    top = 25 * mm
    for text in FOOTNOTES.get(page, ()):
        if top == 25 * mm:
            canvas.line(LEFT, top, LEFT + 40 * mm, top)
        note = Paragraph(text, FOOTNOTE)
        _, height = note.wrap(FULL, 20 * mm)
        top -= height + 1.5
        note.drawOn(canvas, LEFT, top)
    canvas.restoreState()


def _frame(left: float, bottom: float, width: float, top: float) -> Frame:
    return Frame(left, bottom, width, top - bottom, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)


def _templates() -> list[PageTemplate]:
    two = (LEFT, RIGHT_COLUMN)
    under = TOP - DIAGRAM
    return [
        PageTemplate("cover", [_frame(LEFT, BOTTOM, FULL, TOP)], onPage=_cover),
        PageTemplate("columns", [_frame(left, BOTTOM, COLUMN, TOP) for left in two], onPage=_furniture),
        PageTemplate("wide", [_frame(LEFT, BOTTOM, FULL, TOP)], onPage=_furniture),
        PageTemplate(
            "figure",
            [_frame(LEFT, under, FULL, TOP), *(_frame(left, BOTTOM, COLUMN, under) for left in two)],
            onPage=_furniture,
        ),
    ]


def build(path: Path) -> None:
    """Write the report to `path`."""
    document = BaseDocTemplate(
        str(path),
        pagesize=A4,
        pageTemplates=_templates(),
        title="Tarnholm Thermal Systems: Annual Report 2025",
        author="Tarnholm Thermal Systems, Investor Relations",
        subject="Report on the financial year ended 31 December 2025",
        keywords="annual report, heat exchangers, heat pumps",
        creator="bizrag samples",
        invariant=1,
        lang="en",
    )
    document.build(story())
