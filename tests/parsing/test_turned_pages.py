"""Pages whose text runs up or down are turned before they are read."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from bizrag.parsing.draft import Draft
from bizrag.parsing.pdf import as_it_is_now, read_layers
from bizrag.parsing.text_layers.text_layer import open_pdf, read_page

LINES = [f"Plant {number} sold heat for several hundred thousand" for number in range(8)]


def _sheet(path: Path, degrees: int) -> Path:
    """An upright sheet whose text is turned against the clock, with an upright page number."""
    sheet = Canvas(str(path), pagesize=(400, 600))
    sheet.setFont("Helvetica", 10)
    sheet.drawString(200, 20, "Page 7")
    sheet.translate(200, 300)
    sheet.rotate(degrees)
    for number, line in enumerate(LINES):
        sheet.drawString(-120, 60 - 14 * number, line)
    sheet.save()
    return path


@pytest.mark.parametrize("degrees", [90, 270])
def test_a_page_of_text_that_runs_up_or_down_is_turned(degrees: int, tmp_path: Path) -> None:
    path = _sheet(tmp_path / "sheet.pdf", degrees)
    document = open_pdf(path)
    draft = Draft()
    layers, _ = read_layers(document, draft, lambda done, total: None)
    assert (layers[0].width_pt, layers[0].height_pt) == (600, 400)
    lines = [word for word in layers[0].words if word.text == "Plant"]
    assert len({round(word.bbox.l) for word in lines}) == 1
    assert [round(lower.bbox.t - upper.bbox.t) for upper, lower in itertools.pairwise(lines)] == [14] * 7
    with as_it_is_now(document, path, draft) as changed:
        assert changed != path
        assert open_pdf(changed)[0].get_size() == (600, 400)


def test_level_text_stays_and_so_do_a_few_words_on_their_side(tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    page = Canvas(str(path), pagesize=(400, 600))
    for number, line in enumerate(LINES):
        page.drawString(50, 500 - 14 * number, line)
    page.translate(20, 100)
    page.rotate(90)
    page.drawString(0, 0, "arXiv:1503.07589v1 [hep-ex] 26 March 2015")
    page.save()
    document = open_pdf(path)
    draft = Draft()
    layers, _ = read_layers(document, draft, lambda done, total: None)
    assert layers == [read_page(open_pdf(path), 1)]
    assert not draft.pages[0].is_turned
