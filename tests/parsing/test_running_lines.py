"""Lines that come back at the edges of pages: whole lines, told from text layers that were read anyway."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from bizrag.model.documents import Layout
from bizrag.model.parses import BlockKind
from bizrag.parsing.engines import layout
from bizrag.parsing.engines.pages.page_furniture import line_key, read_running_lines, running_lines
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.parser import DocumentParser
from bizrag.settings import Settings

_HEADER, _FOOTER = "Northern Pumps plc", "Interim report 2025"


def _write(path: Path, *, num_pages: int) -> Path:
    canvas = Canvas(str(path), pagesize=(595, 842), invariant=1)
    for page_no in range(1, num_pages + 1):
        canvas.setFont("Helvetica", 9)
        canvas.drawString(72, 810, _HEADER)
        # letters that are set one by one
        for at, letter in enumerate(_FOOTER):
            canvas.drawString(72 + 5 * at, 30, letter)
        canvas.drawRightString(520, 30, f"Page {page_no}")
        canvas.setFont("Helvetica", 11)
        for line in range(12):
            canvas.drawString(
                72, 740 - 16 * line, f"Hall {line} of plant {page_no} was serviced and runs at 4{line} bar."
            )
        canvas.showPage()
    canvas.save()
    return path


def test_lines_come_back_whole_and_in_the_parts_that_gaps_make(tmp_path: Path) -> None:
    running = read_running_lines(_write(tmp_path / "report.pdf", num_pages=5))
    assert running.num_pages == 5
    back = {key for key, count in running.counts.items() if count == 5}
    assert {line_key(_HEADER), line_key(_FOOTER), "page0", line_key(f"{_FOOTER} Page 1")} <= back
    # no letter of a line and no piece of a word is one
    assert not {"i", "in", "p", "np"} & set(running.counts)


def test_what_ends_one_page_and_begins_another_does_not_come_back() -> None:
    contents = [("Signature 2", (72.0, 700.0, 500.0, 712.0)), *_body()]
    signature = [("Signature 1", (72.0, 20.0, 200.0, 32.0)), *_body()]
    assert running_lines([contents, signature, _body()]).counts["signature0"] == 1
    assert running_lines([signature, signature, _body()]).counts["signature0"] == 2


def _body() -> list[tuple[str, tuple[float, float, float, float]]]:
    return [(f"Line {at} of a page", (72.0, 60.0 + 16 * at, 500.0, 70.0 + 16 * at)) for at in range(9)]


# docling reads its own fields that it calls deprecated
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.slow
def test_a_document_is_not_read_again_for_the_lines_that_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "read_running_lines", lambda _: pytest.fail("its text layers are known"))
    parser = DocumentParser(Settings(), FolderSink(tmp_path / "images"))
    path = _write(tmp_path / "report.pdf", num_pages=4)
    parse = parser.parse(path, content_sha256="0" * 64, layout=Layout.VERTICAL)
    assert parse.failed_pages == ()
    furniture = [block for block in parse.blocks if block.kind in (BlockKind.PAGE_HEADER, BlockKind.PAGE_FOOTER)]
    assert sum(block.text == _HEADER for block in furniture) == 4
    assert not any(_FOOTER in block.text for block in parse.blocks if block not in furniture)
