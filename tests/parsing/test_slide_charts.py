"""Charts on slides beside other things: side by side in a PDF, beside key figures; how a PPTX writes their values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Pt

from bizrag.describing.describe import describe_slides
from bizrag.model.documents import Layout
from bizrag.model.geometry import BoundingBox
from bizrag.model.hashing import sha256_bytes
from bizrag.parsing.charts.labels import labels_of_words
from bizrag.parsing.confined.workers import ParserPool
from bizrag.parsing.draft import DraftPicture
from bizrag.parsing.text_layers.text_layer import Word
from tests.parsing.written_decks import WrittenDeck

REASONS = {"Slow line": 31, "Billing": 24, "Moving": 19, "Outage": 16, "Other": 10}
TITLE = "Reason for the call"
MONTHS = {"April": (92, 41), "May": (68, 44), "June": (61, 49)}
QUARTERS = {"Q1": 1240, "Q2": 2615, "Q3": 4380, "Q4": 7905}
FACTS = (("38 %", "order again within", "ninety days"), ("£ 27", "average order", ""), ("212", "tailors signed up", ""))


def _lying_bars(canvas: Any) -> None:
    canvas.setFillGray(0)
    canvas.drawString(110, 450, TITLE)
    for number, (name, share) in enumerate(REASONS.items()):
        bottom = 390 - 60 * number
        canvas.setFillGray(0)
        canvas.drawRightString(150, bottom + 8, name)
        canvas.drawString(168 + 7 * share, bottom + 8, f"{share}%")
        canvas.setFillColorRGB(0.1, 0.4, 0.9)
        canvas.rect(160, bottom, 7 * share, 28, stroke=0, fill=1)


def _stacked_bars(canvas: Any) -> None:
    colours = ((0.1, 0.3, 0.7), (0.9, 0.5, 0.1))
    canvas.setFillGray(0)
    canvas.drawString(540, 450, "Calls per month")
    for number, (name, parts) in enumerate(MONTHS.items()):
        bottom = 150.0
        for part, colour in zip(parts, colours, strict=True):
            canvas.setFillColorRGB(*colour)
            canvas.rect(560 + 110 * number, bottom, 60, 1.8 * part, stroke=0, fill=1)
            canvas.setFillGray(1)
            canvas.drawCentredString(590 + 110 * number, bottom + 0.9 * part - 4, str(part))
            bottom += 1.8 * part
        canvas.setFillGray(0)
        canvas.drawCentredString(590 + 110 * number, 132, name)
    for number, (name, colour) in enumerate(zip(("Phone", "Chat"), colours, strict=True)):
        canvas.setFillColorRGB(*colour)
        canvas.rect(560 + 100 * number, 90, 12, 12, stroke=0, fill=1)
        canvas.setFillGray(0)
        canvas.drawString(578 + 100 * number, 91, name)


def _bars_beside_facts(canvas: Any) -> None:
    canvas.setFont("Helvetica", 11)
    for mark in range(0, 9000, 1000):
        canvas.drawRightString(90, 116 + 0.03 * mark, str(mark))
        canvas.line(96, 120 + 0.03 * mark, 560, 120 + 0.03 * mark)
    for number, (name, value) in enumerate(QUARTERS.items()):
        canvas.setFillColorRGB(0.1, 0.4, 0.9)
        canvas.rect(130 + 110 * number, 120, 50, 0.03 * value, stroke=0, fill=1)
        canvas.setFillGray(0)
        canvas.drawCentredString(155 + 110 * number, 102, name)
        canvas.drawCentredString(155 + 110 * number, 124 + 0.03 * value, f"{value:,}")
    for number, (figure, text, more) in enumerate(FACTS):
        canvas.setFont("Helvetica-Bold", 24)
        canvas.drawString(620, 350 - 90 * number, figure)
        canvas.setFont("Helvetica", 14)
        canvas.drawString(750, 354 - 90 * number, text)
        canvas.drawString(750, 336 - 90 * number, more)


@pytest.mark.slow
def test_charts_beside_each_other_and_beside_key_figures_make_no_tables(parsers: ParserPool, tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path / "deck.pdf"
    canvas: Any = Canvas(str(path), pagesize=(960, 540))
    for title, draw in (("Why people call", (_lying_bars, _stacked_bars)), ("Orders", (_bars_beside_facts,))):
        canvas.setFont("Helvetica-Bold", 28)
        canvas.drawString(60, 490, title)
        canvas.setFont("Helvetica", 12)
        for one in draw:
            one(canvas)
        canvas.showPage()
    canvas.save()
    digest = sha256_bytes(path.read_bytes())
    deck = parsers.submit(path, content_sha256=digest, layout=Layout.HORIZONTAL).result(300)
    assert deck.tables == ()
    first, second = (slide.text for slide in describe_slides(deck))
    assert all(f"{name}: {TITLE} {share}%." in first for name, share in REASONS.items())
    assert all(f"{name}: Phone {phone}; Chat {chat}." in first for name, (phone, chat) in MONTHS.items())
    assert all(f"{name}: {value:,}." in second for name, value in QUARTERS.items())
    assert all(f"{figure} – {text} {more}".strip() in second for figure, text, more in FACTS)


TARIFFS = (
    ("Basic", "£ 899", "45 litres", "No steam"),
    ("Family", "£ 1,249", "60 litres", "Steam"),
    ("Chef", "£ 1,890", "72 litres", "Steam"),
)
PARTS = ("Why queues form", "Notation", "The law of Little", "Summary")


def _tariffs(canvas: Any) -> None:
    """Three cards with a name over a price; what one of them has on top moves all that is in it."""
    for number, (name, price, *lines) in enumerate(TARIFFS):
        left = 70 + 280 * number
        canvas.setFillGray(0.9)
        canvas.roundRect(left, 250, 260, 160, 12, stroke=0, fill=1)
        canvas.setFillGray(0)
        top = 380
        if number == 1:
            canvas.setFont("Helvetica", 12)
            canvas.drawString(left + 20, top, "BEST SELLER")
            top -= 19
        canvas.setFont("Helvetica-Bold", 16)
        canvas.drawString(left + 20, top, name)
        canvas.setFont("Helvetica-Bold", 34)
        canvas.drawString(left + 20, top - 36, price)
        canvas.setFont("Helvetica", 12)
        for line, text in enumerate(lines):
            canvas.drawString(left + 20, top - 60 - 18 * line, text)


def _counted_list(canvas: Any) -> None:
    for number, part in enumerate(PARTS):
        canvas.setFont("Helvetica", 10)
        canvas.drawString(70, 400 - 50 * number, str(number + 1))
        canvas.setFont("Helvetica", 16)
        canvas.drawString(120, 400 - 50 * number, part)


def _risks(canvas: Any) -> None:
    """A map of risks: its fields and their shadows, signs of two risks in one row, and what these are beside it."""
    for row in range(3):
        for col in range(4):
            for shift, grey in ((2, 0.4), (0, 0.8)):
                canvas.setFillGray(grey)
                canvas.rect(80 + 86 * col + shift, 370 - 82 * row - shift, 83, 79, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.setFont("Helvetica", 14)
    for sign, left in (("R2", 280), ("R1", 366)):
        canvas.drawString(left, 405, sign)
    for number, (risk, owner) in enumerate(
        (("Data not clean", "Owner: Tan · 4 people"), ("Users leave", "Owner: Roth · 2 teams"))
    ):
        canvas.drawString(470, 420 - 80 * number, f"R{number + 1}")
        canvas.drawString(530, 420 - 80 * number, risk)
        canvas.setFont("Helvetica", 12)
        canvas.drawString(530, 396 - 80 * number, owner)
        canvas.setFont("Helvetica", 14)


@pytest.mark.slow
def test_cards_counted_lists_and_maps_of_risks_are_neither_charts_nor_tables(
    parsers: ParserPool, tmp_path: Path
) -> None:
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path / "cards.pdf"
    canvas: Any = Canvas(str(path), pagesize=(960, 540))
    for draw in (_tariffs, _counted_list, _risks):
        canvas.setFont("Helvetica-Bold", 28)
        canvas.drawString(70, 480, "What stands where")
        draw(canvas)
        canvas.showPage()
    canvas.save()
    digest = sha256_bytes(path.read_bytes())
    parse = parsers.submit(path, content_sha256=digest, layout=Layout.HORIZONTAL).result(300)
    assert [table.page_no for table in parse.tables] == []
    assert [picture.page_no for picture in parse.pictures if picture.chart_markdown] == []


def test_words_of_a_name_in_a_wide_type_are_one_label() -> None:
    # a blank of DejaVu Sans between letters of 11 points
    words = [
        Word(text, BoundingBox(l=left, t=468, r=right, b=476.5), 10.3, 0)
        for text, left, right in (("Fixed", 237.1, 265.2), ("term", 271.5, 295.9))
    ]
    assert [label.text for label in labels_of_words(words, (0.0, 0.0), 1.0)] == ["Fixed term"]


@pytest.mark.parametrize(
    ("text", "value"), [("Umsatz: 148,3 Mio. €, 1.240 Befragte", "3.761,5"), ("Revenue: £ 61.4 m", "3,761.5")]
)
def test_charts_of_a_deck_write_fractions_as_its_texts_do(tmp_path: Path, text: str, value: str) -> None:
    deck = WrittenDeck(tmp_path)
    deck.write((40, 40, 400, 30), text)
    data = CategoryChartData(number_format="#,##0.0")
    data.categories = ["2024", "2025"]
    data.add_series("Sold", (3761.5, 4290.0))
    deck.slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Pt(40), Pt(100), Pt(400), Pt(300), data)
    (chart,) = (item for item in deck.read().items if isinstance(item, DraftPicture))
    assert f"| 2024 | {value} |" in chart.chart_markdown
