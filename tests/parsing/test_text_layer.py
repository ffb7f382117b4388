"""Words and lines of a page as pdfium reads them."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from bizrag.parsing.text_layers.broken_words import in_halves
from bizrag.parsing.text_layers.text_layer import box_around, lines_of, open_pdf, read_page


def test_letters_that_are_written_one_by_one_in_columns_are_words_and_lines(tmp_path: Path) -> None:
    path = tmp_path / "prices.pdf"
    canvas = Canvas(str(path), pagesize=(400, 600))
    for column in (40, 220):
        for row in range(6):
            left = float(column)
            for letter in "Carrot Nantes":
                canvas.drawString(left, 550 - 16 * row, letter)
                left += canvas.stringWidth(letter)
            canvas.drawString(column + 120, 550 - 16 * row, "2.40")
    canvas.save()
    document = open_pdf(path)
    try:
        lines = [[word.text for word in line] for line in lines_of(read_page(document, 1).words)]
    finally:
        document.close()
    assert lines == [["Carrot", "Nantes", "2.40"]] * 12


def test_a_line_goes_on_behind_a_raised_figure(tmp_path: Path) -> None:
    path = tmp_path / "areas.pdf"
    canvas = Canvas(str(path), pagesize=(400, 200))
    left = 40.0
    for text, size, rise in (
        ("Small basins (< 50 km", 11, 0),
        ("2", 7, 4.2),
        (") have", 11, 0),
        (" one station", 11, 0),
    ):
        canvas.setFont("Helvetica", size)
        canvas.drawString(left, 150 + rise, text)
        left += canvas.stringWidth(text, "Helvetica", size)
    canvas.save()
    document = open_pdf(path)
    try:
        lines = lines_of(read_page(document, 1).words)
    finally:
        document.close()
    assert [" ".join(word.text for word in line) for line in lines] == ["Small basins (< 50 km2) have one station"]


def test_figures_of_columns_are_words_of_their_own_where_the_space_between_letters_parts_them(tmp_path: Path) -> None:
    path = tmp_path / "grades.pdf"
    canvas = Canvas(str(path), pagesize=(400, 200))
    for row, grades in enumerate(("731", "246")):
        written = canvas.beginText(120, 150 - 14 * row)
        written.setFont("Helvetica", 9)
        written.setCharSpace(60)
        written.textOut(grades)
        canvas.drawText(written)
    canvas.save()
    document = open_pdf(path)
    try:
        words = [word.text for word in read_page(document, 1).words]
    finally:
        document.close()
    assert words == ["7", "3", "1", "2", "4", "6"]


def test_the_line_below_a_word_that_a_hyphen_parts_is_a_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    canvas = Canvas(str(path), pagesize=(400, 200))
    canvas.setFont("Times-Roman", 10)
    for row, line in enumerate(
        ("The data set contains the monthly expen\u00ad", "ditures between January and May, which")
    ):
        canvas.drawString(40, 150 - 12 * row, line)
    canvas.save()
    document = open_pdf(path)
    try:
        words = read_page(document, 1).words
    finally:
        document.close()
    # what the page says is one word
    assert [word.text for word in words if word.broken_at] == ["expen-ditures"]
    lines = lines_of(in_halves(words))
    assert [[word.text for word in line] for line in lines] == [
        ["The", "data", "set", "contains", "the", "monthly", "expen-"],
        ["ditures", "between", "January", "and", "May,", "which"],
    ]
    first, second = box_around(lines[0]), box_around(lines[1])
    assert first.b < second.t + 2
    assert second.l == pytest.approx(40, abs=2)


def test_labels_of_a_drawing_on_two_levels_are_two_lines_though_one_begins_where_the_other_ends(tmp_path: Path) -> None:
    path = tmp_path / "drawing.pdf"
    canvas = Canvas(str(path), pagesize=(400, 200))
    canvas.setFont("Helvetica", 9)
    canvas.drawString(100, 40, "2026")
    canvas.drawString(100 + canvas.stringWidth("2026"), 120, "Trikes")
    canvas.save()
    document = open_pdf(path)
    try:
        lines = [[word.text for word in line] for line in lines_of(read_page(document, 1).words)]
    finally:
        document.close()
    assert lines == [["2026"], ["Trikes"]]
