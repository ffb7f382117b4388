"""Slides in PDF: their tables keep columns, their images are read, the slide stays whole."""

from __future__ import annotations

import io
import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from bizrag.describing.describe import describe_slides
from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_bytes
from bizrag.model.parses import BlockKind, Parse
from bizrag.parsing.confined.workers import ParserPool
from bizrag.parsing.engines.pages.page_evidence import as_boxes
from bizrag.parsing.engines.pages.scan_pixels import find_shapes

ROWS = (
    ("Region", "2024", "2025"),
    ("Nordics", "118.4", "131.9"),
    ("Benelux", "76.2", "80.5"),
    ("Iberia", "(4.1)", "12.7"),
    ("Total", "190.5", "225.1"),
)
CELLS = {(row, column): text for row, texts in enumerate(ROWS) for column, text in enumerate(texts)}
BULLETS = ("Order book up by a tenth", "Two plants were closed", "Hiring is frozen until May")
PEOPLE = (
    ("Mary Hollis", "Chief executive", "from Leeds"),
    ("Tom Reeve", "Finance director", "from York"),
    ("Ines Prado", "Operations", "from Porto"),
)
# written on the image of the plan, not in it
LABEL = "Opens in June"
PLAN = ("Loading bay", "Cold store", "Packing line")
LEFT, TOP, WIDTH, HEIGHT = 120, 200, 320, 56

MARGINS = {"2023": 10.5, "2024": 12.0, "2025": 11.2, "2026": 12.5, "2027": 13.8}
MODES = {"Car": (200, 60, 70), "Bus": (40, 120, 70), "Bicycle": (40, 70, 150)}
GROUPS = {"18-29": (30, 40, 30), "30-59": (55, 25, 20), "60+": (48, 42, 10)}

ParseDeck = Callable[[Path], Parse]


@pytest.fixture
def parse(parsers: ParserPool) -> ParseDeck:
    """Parse a deck in the shared processes."""

    def run(path: Path) -> Parse:
        digest = sha256_bytes(path.read_bytes())
        return parsers.submit(path, content_sha256=digest, layout=Layout.HORIZONTAL).result(300)

    return run


def _cells(parse: Parse) -> dict[tuple[int, int], str]:
    (table,) = parse.tables
    assert all(cell.bbox is not None for cell in table.cells if cell.text)
    return {(cell.row_start, cell.col_start): cell.text for cell in table.cells}


def _floor_plan() -> Image.Image:
    image = Image.new("RGB", (900, 600), "white")
    draw = ImageDraw.Draw(image)
    for number, label in enumerate(PLAN):
        draw.rectangle((40 + 280 * number, 60, 300 + 280 * number, 540), outline="black", width=4)
        draw.text((60 + 280 * number, 280), label, fill="black", font=ImageFont.load_default(size=36))
    return image


def _deck(path: Path) -> None:
    """A table without any rule beside bullets, an image of text, bullets in two columns, three cards: four slides."""
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    canvas: Any = Canvas(str(path), pagesize=(960, 540))

    def title(text: str) -> None:
        canvas.setFont("Helvetica-Bold", 30)
        canvas.drawString(60, 470, text)
        canvas.setFont("Helvetica", 16)

    def bullets(texts: Sequence[str], x: float) -> None:
        for number, text in enumerate(texts):
            canvas.drawString(x, 380 - 40 * number, f"• {text}")

    title("Sales by region, €m")
    for row, texts in enumerate(ROWS):
        canvas.drawString(60, 380 - 26 * row, texts[0])
        for column, text in enumerate(texts[1:]):
            canvas.drawRightString(280 + 110 * column, 380 - 26 * row, text)
    bullets(BULLETS, 560)
    canvas.showPage()
    title("The new warehouse")
    data = io.BytesIO()
    _floor_plan().save(data, "PNG")
    canvas.drawImage(ImageReader(data), 200, 60, width=540, height=360)
    canvas.drawString(420, 370, LABEL)
    canvas.showPage()
    title("What went well, what did not")
    bullets(BULLETS, 60)
    bullets(("Returns doubled in autumn", "One audit was late", "Freight costs rose again"), 520)
    canvas.showPage()
    title("Who does what")
    for column, lines in enumerate(PEOPLE):
        canvas.setFillGray(0.92)
        canvas.rect(60 + 290 * column, 280, 260, 120, stroke=0, fill=1)
        canvas.setFillGray(0)
        for number, line in enumerate(lines):
            canvas.drawString(80 + 290 * column, 370 - 20 * number, line)
    canvas.showPage()
    canvas.save()


@pytest.mark.slow
def test_a_deck_keeps_its_tables_and_its_images_are_read(parse: ParseDeck, tmp_path: Path) -> None:
    _deck(tmp_path / "deck.pdf")
    deck = parse(tmp_path / "deck.pdf")
    assert _cells(deck) == CELLS
    assert deck.tables[0].page_no == 1
    (picture,) = deck.pictures
    assert picture.page_no == 2
    assert sorted(picture.text.splitlines()) == sorted(PLAN)
    assert sum(page.num_lost_tokens for page in deck.pages) == 0
    titles = [block.text for block in deck.blocks if block.kind is BlockKind.HEADING]
    assert titles == ["Sales by region, €m", "The new warehouse", "What went well, what did not", "Who does what"]
    first, second, third, fourth = (slide.text for slide in describe_slides(deck))
    assert "Region | 2024 | 2025\nNordics | 118.4 | 131.9" in first
    assert all(f"• {text}" in first for text in BULLETS)
    assert all(label in second for label in PLAN)
    assert second.count(LABEL) == 1
    assert "|" not in third
    assert all(f"{name} – {office} {town}" in fourth for name, office, town in PEOPLE)


LISTS = (
    ("Grow the core", "Two new indications", "Pen for children", "Twelve more countries"),
    ("Renew the pipeline", "Four trials by 2027", "Gene therapy unit", "Up to €1.5bn to spend"),
    ("Simplify", "Close the Porto plant", "One ERP system", "Savings of €180m"),
)
FIGURES = (
    ("€4.9bn", "14,600", "19%"),
    ("sales", "employees", "margin"),
    ("11", "7", "31.4%"),
    ("trials", "plants", "tax"),
)
SIGNS = (
    ("Line", "Gluten", "Milk", "Soy"),
    ("Biscuits", "•", "", "•"),
    ("Muesli", "•", "•", ""),
    ("Wafers", "(T)", "", "•"),
    ("Fillings", "", "•", "•"),
)


def _designs(path: Path) -> None:
    """Lists whose bullets are drawn, key figures in two rows, and a shaded table of signs."""
    from reportlab.pdfgen.canvas import Canvas

    canvas: Any = Canvas(str(path), pagesize=(960, 540))
    canvas.setFont("Helvetica", 16)
    for column, lines in enumerate(LISTS):
        for number, line in enumerate(lines):
            left, bottom = 60 + 290 * column, 400 - 40 * number
            canvas.drawString(left + 20 * (number > 0), bottom, line)
            if number:
                canvas.rect(left + 2, bottom + 3, 6, 6, stroke=0, fill=1)
    canvas.showPage()
    for row, texts in enumerate(FIGURES):
        canvas.setFont("Helvetica", 16)
        for column, text in enumerate(texts):
            canvas.drawString(60 + 290 * column, 400 - 30 * row, text)
    canvas.showPage()
    canvas.setFont("Helvetica", 16)
    for row, texts in enumerate(SIGNS):
        if row % 2 == 0:
            canvas.setFillGray(0.85)
            canvas.rect(50, 394 - 30 * row, 800, 30, stroke=0, fill=1)
            canvas.setFillGray(0)
        for column, text in enumerate(texts):
            canvas.drawString(70 + 200 * column, 402 - 30 * row, text)
    canvas.showPage()
    canvas.save()


@pytest.mark.slow
def test_lists_and_key_figures_side_by_side_are_no_table_but_signs_in_cells_are(
    parse: ParseDeck, tmp_path: Path
) -> None:
    _designs(tmp_path / "designs.pdf")
    deck = parse(tmp_path / "designs.pdf")
    assert [table.page_no for table in deck.tables] == [3]
    found = {place: text for place, text in _cells(deck).items() if text}
    assert found == {
        (row, column): text for row, texts in enumerate(SIGNS) for column, text in enumerate(texts) if text
    }
    assert sum(page.num_lost_tokens for page in deck.pages) == 0


# parts of pies that stand closer than the parts of one chart do, their colours and one legend each
PIES = (("Sea", "Road", "Rail"), ("Owned", "Leased", "Hired"))
SHARES = ((40, 35, 25), (20, 30, 50))
COLOURS = ("#14285a", "#ee8c28", "#3c965a")


def _charts(path: Path) -> None:
    """Two pies side by side in the same colours, a line high over the names of its axis, arrows with numbers."""
    from reportlab.pdfgen.canvas import Canvas

    canvas: Any = Canvas(str(path), pagesize=(960, 540))
    canvas.setFont("Helvetica", 14)
    for pie, (names, shares) in enumerate(zip(PIES, SHARES, strict=True)):
        x, y, start = 280 + 270 * pie, 300, 90.0
        for name, share, colour in zip(names, shares, COLOURS, strict=True):
            canvas.setFillColor(colour)
            canvas.wedge(x - 125, y - 125, x + 125, y + 125, start, 3.6 * share, stroke=0, fill=1)
            ray = math.radians(start + 1.8 * share)
            left = x - 110 + 80 * names.index(name)
            canvas.rect(left - 16, 120, 10, 10, stroke=0, fill=1)
            canvas.setFillColor("black")
            canvas.drawString(left, 120, name)
            canvas.setFillColor("white")
            canvas.drawCentredString(x + 80 * math.cos(ray), y - 5 + 80 * math.sin(ray), f"{share}%")
            start += 3.6 * share
    canvas.showPage()
    canvas.setFont("Helvetica", 14)
    line = canvas.beginPath()
    for number, value in enumerate((50, 62, 55, 71)):
        x, y = 150 + 180 * number, 260 + 2 * value
        (line.lineTo if number else line.moveTo)(x, y)
        canvas.drawCentredString(x, y + 12, f"{value}.5")
        canvas.drawCentredString(x, 80, f"Week {number + 1}")
    canvas.drawPath(line, stroke=1, fill=0)
    canvas.line(80, 100, 780, 100)
    canvas.line(80, 100, 80, 460)
    canvas.showPage()
    canvas.setFont("Helvetica", 14)
    for number, text in enumerate(("Order", "Pick", "Pack", "Ship")):
        x = 80 + 200 * number
        arrow = canvas.beginPath()
        arrow.moveTo(x, 250)
        for corner in ((x + 150, 250), (x + 180, 290), (x + 150, 330), (x, 330), (x + 30, 290)):
            arrow.lineTo(*corner)
        canvas.setFillGray(0.9)
        canvas.drawPath(arrow, stroke=0, fill=1)
        canvas.setFillGray(0)
        canvas.drawString(x + 50, 285, f"{number + 1} {text}")
    canvas.showPage()
    canvas.save()


@pytest.mark.slow
def test_drawn_charts_are_pictures_with_their_values_and_other_drawings_are_none(
    parse: ParseDeck, tmp_path: Path
) -> None:
    _charts(tmp_path / "charts.pdf")
    deck = parse(tmp_path / "charts.pdf")
    assert [picture.page_no for picture in deck.pictures] == [1, 1, 2]
    told = [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in picture.chart_markdown.splitlines()[2:]]
        for picture in deck.pictures
    ]
    for rows, names, shares in zip(told, PIES, SHARES, strict=False):
        assert rows == [[name, f"{share}%"] for name, share in zip(names, shares, strict=True)]
    assert told[2] == [["Week 1", "50.5"], ["Week 2", "62.5"], ["Week 3", "55.5"], ["Week 4", "71.5"]]
    assert all(picture.image_sha256 and picture.bbox for picture in deck.pictures)
    assert sum(page.num_lost_tokens for page in deck.pages) == 0


@pytest.mark.slow
def test_a_shaded_table_on_a_slide_that_is_an_image_keeps_its_columns(parse: ParseDeck, tmp_path: Path) -> None:
    """The way PowerPoint draws tables: a dark head, bands of two light shades, white lines between cells."""
    image = Image.new("RGB", (1280, 720), "white")
    draw = ImageDraw.Draw(image)
    draw.text((LEFT, 80), "Sales by region", fill="black", font=ImageFont.load_default(size=48))
    shades = ((79, 129, 189), (208, 216, 232), (233, 237, 244))
    for row, texts in enumerate(ROWS):
        for column, text in enumerate(texts):
            left, top = LEFT + column * WIDTH, TOP + row * HEIGHT
            shade = shades[0] if row == 0 else shades[1 + (row + 1) % 2]
            draw.rectangle((left, top, left + WIDTH - 3, top + HEIGHT - 3), fill=shade)
            letters = "white" if row == 0 else "black"
            draw.text((left + 14, top + 12), text, fill=letters, font=ImageFont.load_default(size=26))
    image.save(tmp_path / "slide.jpg", quality=80)
    Image.open(tmp_path / "slide.jpg").save(tmp_path / "slide.pdf", resolution=96)
    deck = parse(tmp_path / "slide.pdf")
    assert deck.pages[0].is_ocr
    assert _cells(deck) == CELLS
    assert [block.text for block in deck.blocks if block.kind is BlockKind.HEADING] == ["Sales by region"]


def _image_deck(path: Path) -> None:
    """Slides exported as images: a line without a bar, stacked bars with a legend, a table with room between rows."""
    slides: list[Image.Image] = []

    def slide(title: str, subtitle: str) -> ImageDraw.ImageDraw:
        slides.append(Image.new("RGB", (1280, 720), (250, 246, 238)))
        draw = ImageDraw.Draw(slides[-1])
        draw.text((80, 50), title, fill="black", font=ImageFont.load_default(size=44))
        draw.text((80, 112), subtitle, fill=(90, 90, 90), font=ImageFont.load_default(size=22))
        return draw

    def write(
        draw: ImageDraw.ImageDraw, text: str, x: float, y: float, fill: str | tuple[int, int, int] = "black"
    ) -> None:
        draw.text((x, y), text, fill=fill, anchor="mm", font=ImageFont.load_default(size=22))

    line = slide("Margin rises", "Operating margin, per cent")
    points = [(200 + 180 * number, 620 - 30 * value) for number, value in enumerate(MARGINS.values())]
    line.line(points, fill=(20, 40, 90), width=4)
    for (year, value), (x, y) in zip(MARGINS.items(), points, strict=True):
        write(line, year, x, 660)
        write(line, str(value), x, y - 26)
    bars = slide("How people travel", "Per cent of commuters by age")
    for number, (name, colour) in enumerate(MODES.items()):
        bars.rectangle((200 + 220 * number, 165, 220 + 220 * number, 185), fill=colour)
        bars.text((230 + 220 * number, 163), name, fill="black", font=ImageFont.load_default(size=22))
    for number, (group, shares) in enumerate(GROUPS.items()):
        x, bottom = 280 + 260 * number, 620.0
        write(bars, group, x, 650)
        for share, colour in zip(shares, MODES.values(), strict=True):
            top = bottom - 4 * share
            bars.rectangle((x - 60, top, x + 60, bottom), fill=colour)
            write(bars, f"{share}%", x, (top + bottom) / 2, "white")
            bottom = top
    table = slide("Sales by region", "Millions of euros")
    for row, texts in enumerate(ROWS):
        for column, text in enumerate(texts):
            anchor = "rm" if column else "lm"
            table.text(
                (80 + 380 * column, 220 + 86 * row),
                text,
                fill="black",
                anchor=anchor,
                font=ImageFont.load_default(size=24),
            )
    slides[0].save(path, "PDF", save_all=True, append_images=slides[1:], resolution=96, quality=80)


@pytest.mark.slow
def test_charts_and_tables_of_slides_that_are_images_are_told(parse: ParseDeck, tmp_path: Path) -> None:
    _image_deck(tmp_path / "images.pdf")
    deck = parse(tmp_path / "images.pdf")
    assert all(page.is_ocr for page in deck.pages)
    headings = [block.text for block in deck.blocks if block.kind is BlockKind.HEADING]
    # subtitles are texts of their own
    assert headings == ["Margin rises", "How people travel", "Sales by region"]
    told = {
        picture.page_no: [
            [cell.strip() for cell in line.strip("|").split("|")]
            for number, line in enumerate(picture.chart_markdown.splitlines())
            if number != 1
        ]
        for picture in deck.pictures
    }
    assert told == {
        1: [["", "Operating margin, per cent"], *([year, str(value)] for year, value in MARGINS.items())],
        2: [["", *MODES], *([group, *(f"{share}%" for share in shares)] for group, shares in GROUPS.items())],
    }
    assert _cells(deck) == CELLS


def _noisy(shade: int, box: tuple[int, int, int, int]) -> Any:
    """White paper of 400 by 200 with a shaded box, as a photograph or JPEG has it."""
    noise = random.Random(7)
    pixels = np.full((200, 400), 255, dtype=np.int16)
    left, top, right, bottom = box
    for y in range(top, bottom):
        for x in range(left, right):
            pixels[y, x] = shade + noise.randint(-3, 3)
    return pixels


def test_a_shade_at_the_limit_is_one_solid_box() -> None:
    solid, drawn = find_shapes(_noisy(215, (40, 60, 360, 100)), as_boxes([]), as_boxes([]), min_side=4, min_px=18)
    assert solid.tolist() == [[40, 60, 360, 100]]
    assert not len(drawn)


def test_text_that_reaches_over_a_shade_does_not_make_it_larger() -> None:
    pixels = _noisy(120, (40, 60, 360, 100))
    lines = as_boxes([(60, 50, 120, 112), (200, 66, 300, 94)])
    solid, drawn = find_shapes(pixels, lines, as_boxes([]), min_side=4, min_px=18)
    assert solid.tolist() == [[40, 60, 360, 100]]
    assert not len(drawn)
