"""Scanned papers: a memo (PNG) and a delivery note of two pages (PDF of images). They have no text layer."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from samples.pdf_style import FONT_FOLDER

DPI = 170
WIDTH, HEIGHT = round(8.27 * DPI), round(11.69 * DPI)
LEFT, RIGHT = 150, WIDTH - 150

# font, size in pixels, gap below in pixels, text
MEMO = (
    ("DejaVuSans-Bold", 44, 16, "MEMORANDUM"),
    ("DejaVuSans", 25, 50, "Tarnholm Thermal Systems, Brackwater plant"),
    ("DejaVuSerif", 31, 6, "To: Shift leaders, press hall"),
    ("DejaVuSerif", 31, 6, "From: Gideon Harrow, plant manager"),
    ("DejaVuSerif", 31, 6, "Date: 9 February 2026"),
    ("DejaVuSerif-Bold", 31, 44, "Subject: Shutdown of press 5 for overhaul"),
    ("DejaVuSerif", 31, 2, "Press 5 will stand still from Monday 2 March to Friday"),
    ("DejaVuSerif", 31, 2, "20 March 2026. During these three weeks the hydraulic"),
    ("DejaVuSerif", 31, 2, "cylinders are replaced and the frame is measured for"),
    ("DejaVuSerif", 31, 26, "cracks. The budget is $640,000."),
    ("DejaVuSerif", 31, 2, "Presses 2 and 3 take over the plates for HX-2200B. Both"),
    ("DejaVuSerif", 31, 2, "run in three shifts, Saturdays included. The plates for"),
    ("DejaVuSerif", 31, 26, "HX-3100M cannot be moved; we build a stock of 1,850 plates."),
    ("DejaVuSerif-Bold", 31, 10, "What you need to do"),
    ("DejaVuSerif", 31, 6, "1. Hand in shift plans to Marta Quist by 18 February."),
    ("DejaVuSerif", 31, 6, "2. Send two fitters per shift to the crane course on"),
    ("DejaVuSerif", 31, 6, "    24 February in hall B."),
    ("DejaVuSerif", 31, 6, "3. Keep the gate at column 14 free: the new cylinders"),
    ("DejaVuSerif", 31, 30, "    weigh 11.5 tonnes each and need its full width."),
    ("DejaVuSerif", 31, 2, "Holidays in these weeks stay as agreed. Extra Saturdays are"),
    ("DejaVuSerif", 31, 60, "paid with a supplement of 40 percent."),
    ("DejaVuSerif", 31, 4, "G. Harrow"),
    ("DejaVuSans", 20, 0, "Copies: works council, safety officer, stores"),
)

NOTE_HEAD = (
    ("DejaVuSans-Bold", 42, 12, "DELIVERY NOTE  DN-26-00483"),
    ("DejaVuSans", 24, 36, "Tarnholm Thermal Systems, 14 Foundry Quay, Port Ellery"),
    ("DejaVuSans", 26, 6, "Deliver to: Ostrel Dairy Cooperative, Creamery Road 3, Millbeck"),
    ("DejaVuSans", 26, 6, "Order: OD-7719 of 4 December 2025"),
    ("DejaVuSans", 26, 6, "Date of dispatch: 27 January 2026"),
    ("DejaVuSans", 26, 40, "Carrier: Fenwright Haulage, truck 2 of 2"),
)
COLUMNS = (("Pos", 80), ("Article", 210), ("Description", 470), ("Quantity", 150), ("Weight kg", 196))
PAGE_1 = (
    ("1", "HX-2200B", "Plate exchanger, 96 plates", "4", "3,480"),
    ("2", "HX-2400D", "Brazed exchanger", "2", "412"),
    ("3", "GK-220", "Gasket kit", "12", "66"),
    ("4", "ST-08", "Strainer 0.8 mm", "6", "51"),
    ("5", "TC-4", "Controller with panel", "3", "27"),
    ("6", "PT-100", "Temperature sensor", "24", "5"),
)
PAGE_2 = (
    ("7", "HP-900S", "Heat pump, crate 1 of 2", "1", "6,150"),
    ("8", "HP-900S", "Heat pump, crate 2 of 2", "1", "2,240"),
    ("9", "BS-2", "Butane sensor", "4", "2"),
    ("", "", "Total", "57", "12,433"),
)
NOTE_FOOT = (
    ("DejaVuSans", 26, 8, "Goods received complete, except position 4: one strainer"),
    ("DejaVuSans", 26, 30, "missing, to be sent by parcel."),
    ("DejaVuSans", 26, 8, "Received on 29 January 2026 at 07:40"),
    ("DejaVuSans", 26, 8, "Name: Elias Thorne, goods-in"),
    ("DejaVuSans", 26, 0, "Unloading: fork-lift, ramp 2"),
)


def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT_FOLDER / f"{name}.ttf"), size)


def _lines(draw: ImageDraw.ImageDraw, lines: tuple[tuple[str, int, int, str], ...], top: float) -> float:
    """Draw lines of text from `top` on; the place below them. Pixels."""
    for name, size, gap, text in lines:
        draw.text((LEFT, top), text, fill=35, font=_font(name, size))
        top += size * 1.35 + gap
    return top


def _table(draw: ImageDraw.ImageDraw, rows: tuple[tuple[str, ...], ...], top: float) -> float:
    """Draw a ruled table from `top` on; the place below it. Pixels."""
    height = 62
    all_rows = (tuple(name for name, _ in COLUMNS), *rows)
    for at, texts in enumerate(all_rows):
        left = LEFT
        font = _font("DejaVuSans-Bold" if at == 0 or texts[2] == "Total" else "DejaVuSans", 24)
        for column, text in enumerate(texts):
            width = COLUMNS[column][1]
            box = (left, top + at * height, left + width, top + (at + 1) * height)
            draw.rectangle(box, outline=60, width=2, fill=225 if at == 0 else None)
            start = left + 12 if column < 3 else left + width - 14 - draw.textlength(text, font=font)
            draw.text((start, box[1] + 16), text, fill=35, font=font)
            left += width
    return top + len(all_rows) * height


def _scan(page: Image.Image, *, degrees: float, seed: int) -> Image.Image:
    """What a scanner makes of a page: turned a little, softened by one pixel, a shadow at the edge, specks."""
    turned = page.rotate(degrees, resample=Image.Resampling.BICUBIC, fillcolor=250)
    values = np.asarray(turned, dtype=np.float64)
    values = (values * 2 + np.roll(values, 1, axis=0) + np.roll(values, 1, axis=1)) / 4
    # the lid leaves a shadow along the left edge
    values = values - 90 * np.exp(-np.arange(values.shape[1]) / 14)[None, :]
    generator = np.random.default_rng(seed)
    specks = generator.random(values.shape) < 0.00025
    values[specks] = generator.integers(60, 190, int(specks.sum()))
    # sixteen greys are enough for a text page and keep the file small
    return Image.fromarray((np.clip(np.round(values / 17), 0, 15) * 17).astype(np.uint8), mode="L")


def _page() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("L", (WIDTH, HEIGHT), 250)
    return image, ImageDraw.Draw(image)


def _signature(draw: ImageDraw.ImageDraw, left: float, top: float) -> None:
    points = [(left + 9 * x, top + 26 * np.sin(x * 0.9) * np.exp(-x / 30) + (x % 5) * 2) for x in range(34)]
    draw.line(points, fill=70, width=4, joint="curve")


def build_memo(path: Path) -> None:
    """Write the scanned memo to `path`."""
    image, draw = _page()
    _lines(draw, MEMO, 170)
    draw.line((LEFT, 300, RIGHT, 300), fill=60, width=3)
    _scan(image, degrees=0.7, seed=11).save(path, format="PNG", optimize=True, dpi=(DPI, DPI))


def _delivery_pages() -> list[Image.Image]:
    first, draw = _page()
    top = _lines(draw, NOTE_HEAD, 150)
    _table(draw, PAGE_1, top)
    draw.text((RIGHT - 170, HEIGHT - 130), "Page 1 of 2", fill=60, font=_font("DejaVuSans", 22))
    second, draw = _page()
    head = ("DejaVuSans-Bold", 30, 30, "Delivery note DN-26-00483, continued")
    top = _table(draw, PAGE_2, _lines(draw, (head,), 150))
    top = _lines(draw, NOTE_FOOT, top + 60)
    _signature(draw, LEFT + 20, top + 70)
    draw.line((LEFT, top + 120, LEFT + 480, top + 120), fill=60, width=2)
    draw.text((LEFT, top + 130), "Signature", fill=60, font=_font("DejaVuSans", 20))
    draw.text((RIGHT - 170, HEIGHT - 130), "Page 2 of 2", fill=60, font=_font("DejaVuSans", 22))
    return [_scan(first, degrees=-0.5, seed=12), _scan(second, degrees=0.9, seed=13)]


def build_delivery_note(path: Path) -> None:
    """Write the scanned delivery note to `path`."""
    canvas = Canvas(str(path), pagesize=A4, invariant=1)
    canvas.setTitle("Scan_20260129")
    canvas.setCreator("bizrag samples")
    for page in _delivery_pages():
        buffer = io.BytesIO()
        page.save(buffer, format="PNG")
        canvas.drawImage(ImageReader(buffer), 0, 0, width=A4[0], height=A4[1])
        canvas.showPage()
    canvas.save()


def printed_text(name: str) -> list[str]:
    """What stands on each page of a scan, cell by cell: the truth that OCR is compared with."""
    memo = "\n".join(line[3].strip() for line in MEMO)
    head, foot = ("\n".join(line[3] for line in lines) for lines in (NOTE_HEAD, NOTE_FOOT))
    first, second = ("\n".join(" ".join(row) for row in rows) for rows in (PAGE_1, PAGE_2))
    pages: dict[str, list[str]] = {
        "scanned_memo.png": [memo],
        "delivery_note.pdf": [f"{head}\n{first}", f"{second}\n{foot}"],
    }
    return pages[name]
