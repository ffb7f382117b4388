"""Whole documents through the real parser in its process: what comes out of each format, and where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bizrag.errors import BadInputError
from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_bytes
from bizrag.model.parses import BlockKind, Parse
from bizrag.parsing.confined.workers import ParserPool
from bizrag.parsing.files import formats
from bizrag.parsing.parser import parser_fingerprint
from bizrag.settings import OcrEngine, ParsingSettings
from samples.deck_content import SLIDES

_SAMPLES = Path(__file__).parents[2] / "samples" / "docs"
_SCAN_LINES = ("Delivery of twelve pumps", "arrived on the fourth of May", "and was signed by the foreman")

pytestmark = pytest.mark.slow

ParseFile = Callable[..., Parse]


@pytest.fixture
def parse(parsers: ParserPool) -> ParseFile:
    """Parse a file in the shared processes."""

    def run(path: Path, layout: Layout = Layout.VERTICAL) -> Parse:
        digest = sha256_bytes(path.read_bytes())
        return parsers.submit(path, content_sha256=digest, layout=layout).result(300)

    return run


def _scan(size: tuple[int, int] = (1240, 800)) -> Any:
    """A page of typed text as pixels."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", size, "white")
    font = ImageFont.load_default(size=44)
    for number, line in enumerate(_SCAN_LINES):
        ImageDraw.Draw(image).text((120, 150 + 110 * number), line, fill="black", font=font)
    return image


def _canvas(path: Path, size: tuple[float, float] = (595, 842)) -> Any:
    from reportlab.pdfgen.canvas import Canvas

    return Canvas(str(path), pagesize=size)


def _check_shape(parse: Parse) -> None:
    """What holds for every parse: numbering, placeholders, boxes on their pages, nothing lost."""
    assert [block.ordinal for block in parse.blocks] == list(range(len(parse.blocks)))
    marks = [item.placeholder for item in (*parse.tables, *parse.pictures)]
    assert Counter(block.text for block in parse.blocks if block.text in marks) == Counter(marks)
    sizes = {page.page_no: (page.width_pt, page.height_pt) for page in parse.pages}
    for item in (*parse.blocks, *parse.tables, *parse.pictures):
        if item.bbox is not None and item.page_no is not None:
            width, height = sizes[item.page_no]
            assert -1 <= item.bbox.l <= item.bbox.r <= width + 1
            assert -1 <= item.bbox.t <= item.bbox.b <= height + 1
    assert sum(page.num_lost_tokens for page in parse.pages) == 0


def test_a_report_keeps_headings_tables_pictures_and_every_word(parse: ParseFile) -> None:
    report = parse(_SAMPLES / "annual_report_2025.pdf")
    _check_shape(report)
    assert len(report.tables) >= 5
    assert report.pictures
    assert all(page.image_sha256 for page in report.pages)
    assert all(picture.image_sha256 for picture in report.pictures)
    bitmap, drawn, steps = (picture.chart_markdown.splitlines() for picture in report.pictures)
    assert "| Q4 25 | 189.3 |" in bitmap
    # the title in the image, and the caption below the drawing
    assert bitmap[0] == "|  | Order backlog at quarter end |"
    assert steps[0] == "|  | Steps of a standard order with the median working days of each step |"
    assert drawn[:3:2] == ["|  | 2024 | 2025 |", "| Europe | 172.1 | 189.8 |"]
    assert len({block.level for block in report.blocks if block.kind is BlockKind.HEADING}) > 1
    assert sum(page.num_layer_tokens for page in report.pages) > 1000
    assert {"docling", "layout", "table_structure", "render", "conserve"} <= report.seconds.keys()


def _made_report(path: Path) -> None:
    """Chapters in letters of one size, told apart by the outline alone, and bars that are drawn, not an image."""
    canvas = _canvas(path)

    def chapter(title: str, level: int, y: float) -> None:
        canvas.bookmarkPage(title)
        canvas.addOutlineEntry(title, title, level)
        canvas.setFont("Helvetica-Bold", 14)
        canvas.drawString(72, y, title)
        canvas.setFont("Helvetica", 10)
        for line in range(6):
            canvas.drawString(
                72, y - 26 - 13 * line, f"{title} is told in line {line} of this paragraph of the report,"
            )

    chapter("Overview", 0, 760)
    chapter("Sales by region", 1, 600)
    canvas.showPage()
    chapter("Northern plants", 2, 760)
    canvas.line(120, 420, 480, 420)
    canvas.line(120, 420, 120, 620)
    for number, (plant, tonnes) in enumerate([("Vellmar", 412), ("Dunmere", 285), ("Brackwater", 367)]):
        canvas.rect(150 + 110 * number, 420, 60, tonnes / 2.5, fill=1)
        canvas.drawString(155 + 110 * number, 405, plant)
        canvas.drawString(165 + 110 * number, 425 + tonnes / 2.5, str(tonnes))
    canvas.drawString(120, 375, "Figure 1. Output of the northern plants in tonnes.")
    chapter("Outlook", 0, 320)
    canvas.save()


def test_a_made_report_has_the_levels_of_its_outline_and_its_drawing_as_a_picture(
    parse: ParseFile, tmp_path: Path
) -> None:
    _made_report(tmp_path / "made.pdf")
    made = parse(tmp_path / "made.pdf")
    _check_shape(made)
    headings = [(block.text, block.level) for block in made.blocks if block.kind is BlockKind.HEADING]
    assert headings == [("Overview", 1), ("Sales by region", 2), ("Northern plants", 3), ("Outlook", 1)]
    (picture,) = made.pictures
    assert picture.caption == "Figure 1. Output of the northern plants in tonnes."
    assert {"Vellmar", "412", "Brackwater", "367"} <= set(picture.text.split())
    assert picture.image_sha256
    assert picture.bbox is not None
    assert picture.bbox.l <= 150
    assert picture.bbox.r >= 420
    # it stands in its chapter
    texts = [block.text for block in made.blocks]
    assert texts.index("Northern plants") < texts.index(picture.placeholder) < texts.index("Outlook")


def test_years_over_several_columns_are_in_the_names_of_each(parse: ParseFile) -> None:
    tables = [table.markdown for table in parse(_SAMPLES / "annual_report_2025.pdf").tables]
    head = "| Segment | 2025 Revenue | 2025 Operating income | 2025 Margin | 2024 Revenue | 2024 Operating income |"
    assert any(markdown.startswith(head) for markdown in tables)


def test_a_deck_as_pdf_has_a_title_a_slide_and_its_tables(parse: ParseFile) -> None:
    deck = parse(_SAMPLES / "strategy_deck.pdf", Layout.HORIZONTAL)
    _check_shape(deck)
    segments, risks = deck.tables
    assert "| Marine | 96.5 | 104 | 2.5% | R. Oduya |" in segments.markdown
    # its last column is of several lines, centred beside the others
    assert risks.markdown.startswith("| Risk | Likelihood | Effect on profit 2028 | Answer |\n")
    assert "| Second hall opens late | Medium | $6 million | Penalty clause, second crane hired |" in risks.markdown
    by_page = {picture.page_no: picture for picture in deck.pictures}
    assert len(by_page) == len(deck.pictures)
    assert [page_no for page_no, picture in by_page.items() if "Parts store" in picture.text] == [7]
    # the charts are drawn, and tell what the slides are made of
    charts = {slide.title: slide.series for slide in SLIDES if slide.series is not None}
    titles = {b.page_no: b.text for b in deck.blocks if b.kind is BlockKind.HEADING}
    drawn = {titles[no]: picture for no, picture in by_page.items() if picture.chart_markdown}
    assert drawn.keys() == charts.keys()
    for title, series in charts.items():
        rows = [f"| {name} | {value:.1f} |" for name, value in zip(series.categories, series.values, strict=True)]
        assert drawn[title].chart_markdown.splitlines() == [f"|  | {series.name} |", "| --- | --- |", *rows]
    titled = {block.page_no for block in deck.blocks if block.kind is BlockKind.HEADING}
    assert len(titled) >= len(deck.pages) - 2
    assert all(page.image_sha256 for page in deck.pages)


def test_a_powerpoint_deck_gives_charts_tables_and_labelled_notes(parse: ParseFile) -> None:
    deck = parse(_SAMPLES / "strategy_deck.pptx", Layout.HORIZONTAL)
    _check_shape(deck)
    assert deck.tables
    assert any(picture.chart_markdown.startswith("| ") for picture in deck.pictures)
    assert any(block.text.startswith("Speaker notes: ") for block in deck.blocks)
    assert all(block.page_no is not None for block in deck.blocks)


def test_text_in_a_picture_of_an_office_file_is_read(parse: ParseFile, tmp_path: Path) -> None:
    import docx
    import pptx
    from pptx.util import Pt

    _scan().save(tmp_path / "shot.png")
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    slide.shapes.add_picture(str(tmp_path / "shot.png"), Pt(0), Pt(0), Pt(480))
    deck.save(str(tmp_path / "deck.pptx"))
    letter = docx.Document()
    letter.add_picture(str(tmp_path / "shot.png"), Pt(300))
    letter.save(str(tmp_path / "letter.docx"))
    for name in ("deck.pptx", "letter.docx"):
        (picture,) = parse(tmp_path / name).pictures
        assert "twelve pumps" in picture.text
        assert "foreman" in picture.text


def test_numbered_lists_of_a_page_keep_their_numbers(parse: ParseFile, tmp_path: Path) -> None:
    page = tmp_path / "guide.html"
    page.write_text(
        "<html><body><h1>Pump</h1><ol><li>Open the valve.</li><li>Press <b>start</b>.</li></ol>"
        "<ol start='3'><li>Close the lid.</li></ol><ul><li>Wear gloves.</li></ul></body></html>"
    )
    items = [block.text for block in parse(page).blocks if block.kind is BlockKind.LIST_ITEM]
    assert items == ["1. Open the valve.", "2. Press start.", "3. Close the lid.", "- Wear gloves."]


@pytest.mark.parametrize("name", ["travel_policy.docx", "press_release.html", "support_notes.txt"])
def test_formats_without_pages_have_blocks_without_pages(parse: ParseFile, name: str) -> None:
    document = parse(_SAMPLES / name)
    _check_shape(document)
    assert any(block.kind is BlockKind.HEADING for block in document.blocks)
    if not document.pages:
        assert all(block.page_no is None for block in document.blocks)


def test_a_markdown_file_keeps_levels_lists_and_whole_sentences(parse: ParseFile, tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# Pumps\n\n## Care\n\nOil **every** week.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    notes = parse(path)
    assert [(block.kind, block.level) for block in notes.blocks[:2]] == [
        (BlockKind.HEADING, 1),
        (BlockKind.HEADING, 2),
    ]
    assert [block.text for block in notes.blocks[2:]] == ["Oil every week.", "- one", "- two", "<<table_1>>"]
    assert notes.tables[0].markdown == "| a | b |\n| --- | --- |\n| 1 | 2 |"


def test_only_the_page_without_text_is_read_by_ocr(parse: ParseFile, tmp_path: Path) -> None:
    path = tmp_path / "mixed.pdf"
    canvas = _canvas(path)
    for line in range(12):
        canvas.drawString(72, 700 - 16 * line, f"Line {line} of a page that was typed, with the figure 12,{line:03d}.")
    canvas.showPage()
    from reportlab.lib.utils import ImageReader

    canvas.drawImage(ImageReader(_scan()), 0, 400, 595, 384)
    canvas.save()
    mixed = parse(path)
    _check_shape(mixed)
    assert [page.is_ocr for page in mixed.pages] == [False, True]
    assert "12,007" in mixed.pages[0].text
    assert "Delivery of twelve pumps" in " ".join(mixed.pages[1].text.split())
    assert (mixed.pages[1].num_layer_tokens, mixed.pages[1].num_lost_tokens) == (0, 0)


def test_a_sideways_scan_is_turned_upright(parse: ParseFile, tmp_path: Path) -> None:
    path = tmp_path / "sideways.png"
    _scan().rotate(90, expand=True).save(path)
    scan = parse(path)
    _check_shape(scan)
    assert scan.pages[0].width_pt > scan.pages[0].height_pt
    assert "arrived on the fourth of May" in " ".join(scan.text.split())


def test_frames_of_a_tiff_are_pages_and_a_camera_s_rotation_is_undone(parse: ParseFile, tmp_path: Path) -> None:
    tiff, photo = tmp_path / "scans.tiff", tmp_path / "photo.jpg"
    _scan().save(tiff, save_all=True, append_images=[_scan((1240, 1600))], compression="tiff_lzw", dpi=(150, 150))
    pages = parse(tiff, Layout.HORIZONTAL).pages
    # 1240 / 150 x 72 points wide
    assert [(round(page.width_pt), round(page.height_pt)) for page in pages] == [(595, 384), (595, 768)]
    from PIL import Image

    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright: turn the pixels clockwise
    _scan().rotate(90, expand=True).save(photo, exif=exif)
    turned = parse(photo, Layout.HORIZONTAL)
    assert turned.pages[0].width_pt > turned.pages[0].height_pt
    assert "signed by the foreman" in turned.text


def test_boxes_of_a_rotated_page_lie_where_its_image_shows_them(parse: ParseFile, tmp_path: Path) -> None:
    path = tmp_path / "rotated.pdf"
    # reportlab swaps the sides of a page that it rotates: the sheet is 595 x 842, shown as 842 x 595
    canvas = _canvas(path, (842, 595))
    canvas.setPageRotation(90)
    # drawn upwards along the left edge of the sheet: on the displayed page it runs along the top
    canvas.rotate(90)
    for line in range(6):
        canvas.drawString(72, -60 - 16 * line, f"Line {line} of a sheet that lies on its side in the printer.")
    canvas.save()
    for layout in Layout:
        page = parse(path, layout)
        assert (round(page.pages[0].width_pt), round(page.pages[0].height_pt)) == (842, 595)
        boxes = [block.bbox for block in page.blocks if block.bbox is not None]
        assert boxes
        assert all(box.b < 200 and box.width > box.height for box in boxes)


def test_text_inside_a_bitmap_chart_is_read_and_belongs_to_the_picture(parse: ParseFile, tmp_path: Path) -> None:
    from PIL import ImageDraw, ImageFont
    from reportlab.lib.utils import ImageReader

    chart = _scan((900, 600))
    for number, height in enumerate((200, 320, 260, 380)):
        ImageDraw.Draw(chart).rectangle((120 + 180 * number, 580 - height // 3, 220 + 180 * number, 580), fill="navy")
    ImageDraw.Draw(chart).text((120, 40), "Sales by quarter", fill="black", font=ImageFont.load_default(size=40))
    path = tmp_path / "chart.pdf"
    canvas = _canvas(path)
    for line in range(8):
        canvas.drawString(72, 760 - 16 * line, f"Sentence {line} explains what the figure below shows to the reader.")
    canvas.drawImage(ImageReader(chart), 100, 250, 390, 260)
    canvas.save()
    page = parse(path)
    _check_shape(page)
    assert [picture.text for picture in page.pictures if "Sales by quarter" in picture.text]


def test_letters_that_are_drawn_as_outlines_are_read(parse: ParseFile, tmp_path: Path) -> None:
    """Charts of many programs draw their labels; the title beside them is in the layer."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.ttLib import TTFont
    from matplotlib import font_manager

    # DejaVu's letters are drawn on a square of 2048 units
    font = TTFont(font_manager.findfont("DejaVu Sans"))
    glyphs, names = font.getGlyphSet(), font.getBestCmap() or {}
    canvas = _canvas(tmp_path / "outlines.pdf")
    for line in range(6):
        canvas.drawString(72, 760 - 16 * line, f"Sentence {line} tells what the figure shows to those who read it.")

    def outline(text: str, x: float, y: float, size: float = 11) -> None:
        scale = size / 2048
        for letter in text:
            glyph, pen = glyphs[names[ord(letter)]], RecordingPen()
            glyph.draw(pen)
            path = canvas.beginPath()
            for step, points in pen.value:
                at = [(x + px * scale, y + py * scale) for px, py in points]
                if step == "moveTo":
                    path.moveTo(*at[0])
                elif step == "lineTo":
                    path.lineTo(*at[0])
                elif step == "qCurveTo":
                    for point in at:
                        path.lineTo(*point)
                else:
                    path.close()
            canvas.drawPath(path, stroke=0, fill=1)
            x += glyph.width * scale

    canvas.drawString(110, 610, "Willingness of members to sail at night, in per cent")
    for number, (name, value) in enumerate({"Harbour": 47, "Estuary": 63, "Open sea": 82, "Lagoon": 35}.items()):
        y = 560 - 40 * number
        outline(name, 110, y)
        canvas.setFillColorRGB(0.1, 0.3, 0.6)
        canvas.rect(190, y - 6, 2.6 * value, 22, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0, 0)
        outline(str(value), 200 + 2.6 * value, y)
    canvas.save()
    page = parse(tmp_path / "outlines.pdf")
    _check_shape(page)
    read = " ".join(picture.text for picture in page.pictures)
    assert [word for word in ("Harbour", "Estuary", "Lagoon", "47", "63", "82", "35") if word not in read] == []


def test_a_bitmap_chart_of_few_labels_tells_its_values(parse: ParseFile, tmp_path: Path) -> None:
    from PIL import Image, ImageDraw, ImageFont
    from reportlab.lib.utils import ImageReader

    claims = {"2020": 17.2, "2021": 26.7, "2022": 31.5, "2023": 28.4}
    image = Image.new("RGB", (1300, 520), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size=24)
    for number, (year, value) in enumerate(claims.items()):
        x, top = 200 + 300 * number, 460 - 12 * value
        draw.rectangle((x - 100, top, x + 100, 460), fill=(32, 80, 120))
        draw.text((x, top - 18), str(value), fill="black", anchor="mm", font=font)
        draw.text((x, 490), year, fill="black", anchor="mm", font=font)
    canvas = _canvas(tmp_path / "claims.pdf")
    canvas.setFont("Helvetica", 11)
    for line in range(6):
        canvas.drawString(
            72, 760 - 15 * line, f"Claims of the year {line} were paid as the terms of cover say, in full."
        )
    canvas.drawImage(ImageReader(image), 72, 420, width=450, height=180)
    canvas.save()
    (picture,) = parse(tmp_path / "claims.pdf").pictures
    assert picture.chart_markdown.splitlines()[2:] == [f"| {year} | {value} |" for year, value in claims.items()]


def test_encrypted_files_are_named_and_owner_passwords_do_no_harm(parse: ParseFile, tmp_path: Path) -> None:
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    for name, password in (("locked.pdf", "secret"), ("open.pdf", "")):
        canvas = Canvas(str(tmp_path / name), encrypt=StandardEncryption(password, ownerPassword="owner"))
        canvas.drawString(72, 700, "Printing is not allowed, reading is.")
        canvas.save()
    with pytest.raises(BadInputError, match="encrypted with a password"):
        parse(tmp_path / "locked.pdf")
    assert "reading is" in parse(tmp_path / "open.pdf").text


def test_a_fingerprint_follows_the_settings_that_a_format_reads() -> None:
    plain = ParsingSettings.model_validate({})
    easy = plain.model_copy(update={"ocr_engine": OcrEngine.EASYOCR})

    def prints(settings: ParsingSettings, layout: Layout = Layout.VERTICAL) -> list[str]:
        return [parser_fingerprint(settings, layout, mime) for mime in (formats.PDF, formats.TEXT)]

    assert prints(plain) == prints(plain.model_copy(update={"workers": 8, "timeout_seconds": 1.0}))
    assert [a == b for a, b in zip(prints(plain), prints(easy), strict=True)] == [False, True]
    assert [a == b for a, b in zip(prints(plain), prints(plain, Layout.HORIZONTAL), strict=True)] == [False, True]


def test_pages_are_reported_while_they_are_parsed(parsers: ParserPool, tmp_path: Path) -> None:
    path = tmp_path / "three.pdf"
    canvas = _canvas(path)
    for number in range(3):
        canvas.drawString(72, 700, f"This is page {number + 1} of a short report about pumps and valves.")
        canvas.showPage()
    canvas.save()
    seen: list[tuple[int, int]] = []
    future = parsers.submit(
        path, content_sha256="three", layout=Layout.VERTICAL, on_page=lambda done, total: seen.append((done, total))
    )
    future.result(300)
    assert (3, 3) in seen


def test_compounds_keep_the_hyphen_that_stands_at_a_lines_end(parse: ParseFile, tmp_path: Path) -> None:
    canvas = _canvas(tmp_path / "a.pdf")
    canvas.setFont("Helvetica", 11)
    lines = (
        "Members who see in-network doctors pay nothing for a visit in the first month, and",
        "those who choose others pay a part of it. A list of all hospitals, offices and in-",
        "network laboratories is sent to every member at the beginning of a year, with Form 10-",
        "K where the plan needs it. Words that end a line are hyphenated where a sylla-",
        "ble ends.",
    )
    for number, line in enumerate(lines):
        canvas.drawString(60, 760 - 14 * number, line)
    canvas.save()
    text = " ".join(block.text for block in parse(tmp_path / "a.pdf").blocks)
    for said in ("offices and in-network laboratories", "Form 10-K where", "where a syllable ends"):
        assert said in text


def test_tasks_of_markdown_say_whether_they_are_done(parse: ParseFile, tmp_path: Path) -> None:
    path = tmp_path / "minutes.md"
    path.write_text("# Actions\n\n- [x] Helen: sign the lease\n- [ ] Ingrid: order filters\n", encoding="utf-8")
    texts = [block.text for block in parse(path).blocks]
    assert any("☑ Helen: sign the lease" in text for text in texts)
    assert any("☐ Ingrid: order filters" in text for text in texts)


def test_quotes_and_fields_of_markdown_are_apart_from_the_text(parse: ParseFile, tmp_path: Path) -> None:
    path = tmp_path / "runbook.md"
    path.write_text(
        "---\nowner: Team A\ntested: 2025-04-17\n---\n\n> Ask `ops` first.\n\nIt takes **one** hour.\n\n"
        "1. Stop it:\n   ```\n   stop all\n   wait\n   ```\n2. Copy.\n\n"
        "<details>\n<summary>Why?</summary>\n\nRisk.\n</details>\n",
        encoding="utf-8",
    )
    texts = [block.text for block in parse(path).blocks]
    assert texts[:4] == ["owner: Team A", "tested: 2025-04-17", "Ask ops first.", "It takes one hour."]
    assert texts[4:] == ["1. Stop it:", "stop all\nwait", "2. Copy.", "Why?", "Risk."]
