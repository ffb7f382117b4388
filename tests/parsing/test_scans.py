"""Scans: rules, bold type and pictures told from the image; a scanned report comes out like a born-digital one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from bizrag.model.documents import Layout
from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind, Parse
from bizrag.parsing.engines.pages.page_evidence import PAGE_SCALE, Boxes
from bizrag.parsing.engines.pages.page_furniture import running_lines
from bizrag.parsing.engines.pages.scan_evidence import line_sizes, read_image, split_words
from bizrag.parsing.engines.pages.scan_pixels import Pixels, find_marks, find_rules
from bizrag.parsing.engines.regions.types import Box, Region, RegionLabel, to_box
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.ocr.engine import OcrLine
from bizrag.parsing.ocr.scans import slope_of, straightened
from bizrag.parsing.parser import DocumentParser
from bizrag.settings import OcrEngine, ParsingSettings, Settings

# pixels per point of the scans that are made here
DPI = 150
SCALE = DPI / 72


def pixels_of(image: Image.Image) -> Pixels:
    return np.asarray(image.convert("L"), dtype=np.int16)


def test_rules_are_thin_lines_darker_or_lighter_than_both_sides() -> None:
    image = Image.new("L", (400, 300), 255)
    draw = ImageDraw.Draw(image)
    draw.line((20, 40, 300, 40), fill=60, width=1)
    draw.rectangle((20, 100, 380, 200), fill=40)
    # white parts shaded cells, black frames a page
    draw.line((20, 150, 380, 150), fill=255, width=2)
    draw.line((200, 220, 200, 290), fill=0, width=2)
    level, upright = find_rules(pixels_of(image), min_px=36, upright_px=36)
    assert level.round().astype(int).tolist() == [[20, 40, 301, 41], [20, 150, 381, 152]]
    assert [(box[1], box[3]) for box in upright.tolist()] == [(220, 291)]


def test_text_right_beside_a_rule_does_not_hide_it() -> None:
    image = Image.new("L", (400, 100), 255)
    draw = ImageDraw.Draw(image)
    draw.line((20, 50, 300, 50), fill=60, width=1)
    for x in range(24, 300, 12):
        draw.rectangle((x, 40, x + 6, 47), fill=0)
    level, _ = find_rules(pixels_of(image), min_px=36, upright_px=36)
    assert [20, 50, 301, 51] in level.astype(int).tolist()


def test_marks_are_edges_outside_of_text_and_rules() -> None:
    image = Image.new("L", (200, 200), 255)
    draw = ImageDraw.Draw(image)
    draw.rectangle((20, 20, 60, 40), fill=0)
    draw.ellipse((100, 100, 180, 180), outline=0, width=3)
    marks = find_marks(pixels_of(image), [np.array([[20.0, 20.0, 61.0, 41.0]])])
    assert not marks[:70, :70].any()
    assert marks[100:180, 100:180].any()


def test_a_line_with_raised_notes_has_the_size_of_its_letters() -> None:
    # as high as a title, but its letters are no wider than those of the lines around it
    boxes = np.array([[0, 20 * i, 5.0 * 40, 20 * i + 13.3] for i in range(5)] + [[0, 120, 5.0 * 30, 141]])
    assert line_sizes(boxes, ["x" * 40] * 5 + ["x" * 30]).round(1).tolist() == [10.0] * 6


def test_a_line_that_runs_upwards_stays_where_it_stands_and_is_as_large_as_its_type() -> None:
    image, lines = _written((400, 600), range(60, 360, 20))
    boxes = np.vstack([lines, [[60.0, 200.0, 73.0, 290.0]]])
    texts = (*("Some text of a form" for _ in lines), "million journeys")
    evidence = read_image(image, boxes, texts, size=(400.0, 600.0))
    assert evidence is not None
    assert evidence.line_boxes[-1].tolist() == evidence.word_boxes[-1].tolist() == [60.0, 200.0, 73.0, 290.0]
    assert evidence.line_sizes[-1] == evidence.line_sizes[0]
    assert evidence.word_texts[-1] == "million journeys"


def test_words_of_a_line_stand_in_it_from_left_to_right() -> None:
    boxes, words, lines = split_words(np.array([[10.0, 0, 110, 9], [10, 20, 60, 29]]), ["to be or not", "to be"])
    assert words == ("to", "be", "or", "not", "to", "be")
    assert lines.tolist() == [0, 0, 0, 0, 1, 1]
    assert all(a[2] < b[0] for a, b in itertools.pairwise(boxes[:4].tolist()))
    assert (boxes[0, 0], boxes[3, 2]) == (10, 110)


def _written(size: tuple[int, int], tops: Sequence[int], *, ground: int = 255) -> tuple[Image.Image, Boxes]:
    """A page image (points) with a line of strokes at each height, and the boxes of the lines."""
    image = Image.new("L", (round(size[0] * PAGE_SCALE), round(size[1] * PAGE_SCALE)), ground)
    draw = ImageDraw.Draw(image)
    boxes = [(100.0, float(top), 300.0, top + 13.0) for top in tops]
    draw.rectangle([80 * PAGE_SCALE, 40 * PAGE_SCALE, 360 * PAGE_SCALE, 560 * PAGE_SCALE], fill=255)
    for left, top, right, bottom in boxes:
        for x in range(round(left * PAGE_SCALE), round(right * PAGE_SCALE), 8):
            draw.rectangle([x, (top + 3) * PAGE_SCALE, x + 2, (bottom - 3) * PAGE_SCALE], fill=0)
    return image, np.array(boxes)


def _pictures_on(image: Image.Image, lines: Boxes, box: tuple[float, float, float, float]) -> int:
    seen = Region(label=RegionLabel.PICTURE, score=0.9, box=box)
    texts = tuple("Some text of a form" for _ in lines)
    evidence = read_image(image, lines, texts, size=(400.0, 600.0), detected=[seen])
    assert evidence is not None
    return len(evidence.bitmap_boxes) + len(evidence.curve_boxes)


@pytest.mark.slow
def test_the_photograph_of_a_sheet_on_a_table_is_no_picture() -> None:
    image, lines = _written((400, 600), range(60, 360, 20), ground=70)
    page = (0.0, 0.0, 400.0, 600.0)
    assert _pictures_on(image, lines, page) == 0
    # what is drawn between the lines is one
    draw = ImageDraw.Draw(image)
    for x in range(310, 350, 4):
        draw.line([x * PAGE_SCALE, 60 * PAGE_SCALE, (x - 120) * PAGE_SCALE, 350 * PAGE_SCALE], fill=0, width=3)
    assert _pictures_on(image, lines, page) > 0


def _plotted(*, marks: Sequence[str] = ("8.5", "8.0", "7.5", "7.0"), bars: int = 0, axis: bool = True) -> list[Box]:
    """What a scanned page has for pictures where the model saw a plot of few marks: an axis with points, or bars."""
    image, lines = _written((400, 600), range(60, 160, 20))
    draw = ImageDraw.Draw(image)
    texts = ["Some text of a form" for _ in lines]
    if axis:
        draw.line([130 * PAGE_SCALE, 300 * PAGE_SCALE, 130 * PAGE_SCALE, 500 * PAGE_SCALE], fill=0, width=2)
    for top in range(295, 295 + 50 * bars, 50):
        draw.rectangle([value * PAGE_SCALE for value in (98, top, 372, top + 25)], fill=90)
    boxes = [[100.0, 300.0 + 50 * at, 122.0, 312.0 + 50 * at] for at in range(len(marks))]
    seen = Region(label=RegionLabel.PICTURE, score=0.9, box=(90.0, 280.0, 380.0, 520.0))
    found = read_image(image, np.vstack([lines, boxes]), (*texts, *marks), size=(400.0, 600.0), detected=[seen])
    assert found is not None
    return [to_box(box) for box in found.bitmap_boxes]


def test_a_plot_of_lines_or_points_has_few_marks_and_an_axis() -> None:
    whole = [(90.0, 280.0, 380.0, 520.0)]
    assert _plotted() == whole
    assert _plotted(bars=4, axis=False) == whole
    assert _plotted(axis=False) == []
    assert _plotted(marks=("Ayr", "Elgin", "Oban", "Wick")) == []


def test_bars_behind_headings_make_no_picture_of_a_form() -> None:
    image, lines = _written((400, 600), range(60, 360, 20))
    draw = ImageDraw.Draw(image)
    for top in (60, 160, 260):
        draw.rectangle([90 * PAGE_SCALE, (top - 3) * PAGE_SCALE, 350 * PAGE_SCALE, (top + 14) * PAGE_SCALE], fill=0)
        draw.rectangle([120 * PAGE_SCALE, (top + 3) * PAGE_SCALE, 180 * PAGE_SCALE, (top + 8) * PAGE_SCALE], fill=255)
    assert _pictures_on(image, lines, (80.0, 50.0, 355.0, 380.0)) == 0


def test_the_shadow_of_a_fold_makes_no_letters_bold() -> None:
    image, lines = _written((400, 600), range(60, 360, 20))
    pixels = np.asarray(image).astype(np.float64)
    fold = round(106 * PAGE_SCALE)
    for reach in range(-14, 15):
        pixels[fold + reach] *= 1 - 0.4 * (1 - abs(reach) / 15)
    shaded = Image.fromarray(pixels.astype(np.uint8))
    evidence = read_image(shaded, lines, tuple("Some text of a form" for _ in lines), size=(400.0, 600.0))
    assert evidence is not None
    assert not evidence.word_is_bold.any()


def test_lines_that_come_back_on_scans_are_running_lines() -> None:
    pages = [
        [
            ("Annual report", (50.0, 30.0, 150.0, 42.0)),
            (f"{n}", (500.0, 30.0, 510.0, 42.0)),
            ("x" * n, (50, 99, 90, 110)),
        ]
        for n in (1, 2, 3)
    ]
    running = running_lines(pages)
    assert running.num_pages == 3
    assert running.is_running("Annual report 7", in_band=True)
    assert running.is_running("Annual report", in_band=False)
    assert not running.is_running("Another report", in_band=True)


HEADINGS = ("Sales of the year", "Order book", "Steel and copper")
SENTENCES = (
    "The group sold more pumps in every region than in the year before,",
    "and the order book at the end of the year was the longest so far.",
    "Prices of steel and copper went down, which helped the margin more",
    "than the new plant cost it. The board proposes a higher dividend.",
)
# what stands at the foot of the pages differs, or it would be running lines
ENDINGS = (
    ("Turbines are not part of it.", "Sold as a whole in May.", "The buyer pays in two parts."),
    ("Most come from the north.", "Ships carry them abroad.", "Rail takes what is left."),
    ("Contracts end in winter.", "New ones are being signed.", "Copper is bought monthly."),
)
ROWS = (
    ("Region", "Orders", "Revenue"),
    ("Europe", "1,204", "88.5"),
    ("America", "977", "64.2"),
    ("Asia", "655", "41.0"),
)

CELLS = {(row, column): text for row, texts in enumerate(ROWS) for column, text in enumerate(texts)}


def _scan(page_no: int) -> Image.Image:
    """A4 with a running line, a heading in bold type of the usual size, a paragraph, a ruled table and a drawing."""
    image = Image.new("RGB", (1240, 1754), "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=24)
    draw.text((150, 70), "Northern Pumps annual report", fill="black", font=font)
    draw.text((1060, 70), str(page_no), fill="black", font=font)
    draw.text((150, 250), HEADINGS[page_no - 1], fill="black", font=font, stroke_width=1, stroke_fill="black")
    for number, line in enumerate(SENTENCES):
        draw.text((150, 310 + 36 * number), line, fill="black", font=font)
    left, top, width, height = 150, 560, 250, 60
    for row in range(len(ROWS) + 1):
        draw.line((left, top + row * height, left + 3 * width, top + row * height), fill="black", width=2)
    for column in range(4):
        x = left + column * width
        draw.line((x, top, x, top + len(ROWS) * height), fill="black", width=2)
    for row, column in itertools.product(range(len(ROWS)), range(3)):
        place = (left + 15 + column * width, top + 15 + row * height)
        draw.text(place, ROWS[row][column], fill="black", font=font)
    for number, line in enumerate(ENDINGS[page_no - 1]):
        draw.text((150, 1100 + 80 * number), line, fill="black", font=font)
    return image


@pytest.fixture(scope="module")
def parser(tmp_path_factory: pytest.TempPathFactory, weights_path: Path) -> DocumentParser:
    """One for all scans, as in a parser process: its models load once."""
    folder = tmp_path_factory.mktemp("parser")
    parsing = ParsingSettings(ocr_engine=OcrEngine.RAPIDOCR)
    settings = Settings.model_construct(home=folder, weights_path=weights_path, parsing=parsing)
    return DocumentParser(settings, FolderSink(folder / "images"))


def _parse(scans: Sequence[Image.Image], folder: Path, parser: DocumentParser) -> Parse:
    first, *others = scans
    first.save(folder / "report.pdf", save_all=True, append_images=others, resolution=DPI)
    return parser.parse(folder / "report.pdf", content_sha256="s", layout=Layout.VERTICAL)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory, parser: DocumentParser) -> Parse:
    return _parse([_scan(page_no) for page_no in (1, 2, 3)], tmp_path_factory.mktemp("scans"), parser)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_scanned_report_has_headings_paragraphs_tables_and_furniture(report: Parse) -> None:
    assert all(page.is_ocr for page in report.pages)
    for page in report.pages:
        blocks = [
            (block.kind, " ".join(block.text.split())) for block in report.blocks if block.page_no == page.page_no
        ]
        assert (BlockKind.HEADING, HEADINGS[page.page_no - 1]) in blocks
        # one paragraph, its lines in order, then three
        paragraphs = [text for kind, text in blocks if kind is BlockKind.TEXT]
        assert len(paragraphs) == 4
        assert paragraphs[0].startswith("The group sold more pumps")
        assert paragraphs[0].endswith("a higher dividend.")
        headers = " ".join(text for kind, text in blocks if kind is BlockKind.PAGE_HEADER)
        assert "Northern Pumps annual report" in headers
        assert "Northern Pumps" not in page.text
    assert not report.pictures


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_rules_of_a_scan_part_the_cells_of_its_table(report: Parse) -> None:
    assert [(table.page_no, table.num_rows, table.num_cols) for table in report.tables] == [
        (page_no, len(ROWS), 3) for page_no in (1, 2, 3)
    ]
    assert {(cell.row_start, cell.col_start): cell.text for cell in report.tables[0].cells} == CELLS


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("degrees", "turn"), [(1.5, 0), (-1.0, 90)])
def test_a_page_that_lies_askew_is_straightened(
    degrees: float, turn: int, tmp_path: Path, parser: DocumentParser
) -> None:
    askew = _scan(1).rotate(degrees, resample=Image.Resampling.BICUBIC, fillcolor="white").rotate(turn, expand=True)
    parse = _parse([askew], tmp_path, parser)
    (table,) = parse.tables
    assert {(cell.row_start, cell.col_start): cell.text for cell in table.cells} == CELLS
    # boxes stand where the straightened page shows them
    assert table.bbox is not None
    assert abs(table.bbox.t - 560 / SCALE) < 4
    assert abs(table.bbox.l - 150 / SCALE) < 4


def test_lines_that_fall_alike_are_turned_level_about_the_middle_of_the_page() -> None:
    # a line across a page of 1000 x 500 that falls by 20 pixels, and one below it
    lines = [
        OcrLine(text="x" * 40, bbox=BoundingBox(l=100, t=y, r=900, b=y + 36), confidence=1.0, slope=0.025)
        for y in range(40, 440, 60)
    ]
    slope = slope_of(lines)
    assert slope == 0.025
    level = straightened(lines, slope, width=1000, height=500)
    assert [round(line.bbox.height) for line in level] == [16] * len(lines)
    # the one in the middle stays there
    middle = lines[3].bbox
    assert abs(level[3].bbox.t - (middle.t + 10)) < 1
    assert slope_of(lines[:3]) == 0.0
    assert slope_of([replace(line, slope=0.001) for line in lines]) == 0.0
    assert slope_of([replace(line, slope=0.05 * (-1) ** n) for n, line in enumerate(lines)]) == 0.0
