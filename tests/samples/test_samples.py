"""The committed sample documents and their questions: present, well-formed, true, and built the same every time."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "samples" / "docs"
KEYS = {"id", "question", "answer", "doc", "pages", "evidence", "modality", "scope"}
NAMES = {
    "annual_report_2025.pdf",
    "strategy_deck.pptx",
    "strategy_deck.pdf",
    "travel_policy.docx",
    "press_release.html",
    "support_notes.txt",
    "scanned_memo.png",
    "delivery_note.pdf",
}
SCANS = {"scanned_memo.png", "delivery_note.pdf"}
# read off a bitmap inside a document that has text otherwise
ON_A_BITMAP = {"report-21", "deck-08"}


def read_questions(name: str) -> list[dict[str, Any]]:
    lines = (ROOT / "samples" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


QUESTIONS = read_questions("questions.jsonl")


def _pdf_pages(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    try:
        return [page.get_textpage().get_text_bounded() for page in document]
    finally:
        document.close()


def _slide_text(slide: Any) -> str:
    parts: list[str] = []
    for shape in slide.shapes:
        if shape.has_text_frame:
            parts.append(shape.text_frame.text)
        if shape.has_table:
            parts += [cell.text for row in shape.table.rows for cell in row.cells]
        if shape.has_chart:
            plot = shape.chart.plots[0]
            parts += [str(category) for category in plot.categories]
            parts += [str(value) for series in plot.series for value in series.values]
    return "\n".join(parts)


@cache
def page_texts(name: str) -> list[str]:
    """The text of each page, white space folded; one entry for a format without pages, none for a scan."""
    path = DOCS / name
    if name in SCANS:
        return []
    if path.suffix == ".pdf":
        pages = _pdf_pages(path)
    elif path.suffix == ".pptx":
        from pptx import Presentation

        pages = [_slide_text(slide) for slide in Presentation(str(path)).slides]
    elif path.suffix == ".docx":
        from docx import Document

        document = Document(str(path))
        cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
        pages = ["\n".join([paragraph.text for paragraph in document.paragraphs] + cells)]
    else:
        text = re.sub(r"(?s)<script>.*?</script>|<[^>]+>", " ", path.read_text(encoding="utf-8"))
        pages = [text.replace("&amp;", "&")]
    return [" ".join(text.split()) for text in pages]


def cited_text(case: dict[str, Any]) -> str:
    pages = page_texts(case["doc"])
    return " ".join(pages) if case["pages"] is None else " ".join(pages[page_no - 1] for page_no in case["pages"])


def test_every_document_is_there_and_all_are_small() -> None:
    assert {path.name for path in DOCS.iterdir()} == NAMES
    assert sum(path.stat().st_size for path in DOCS.iterdir()) < 4_000_000


def test_the_questions_are_well_formed_and_cover_documents_modalities_and_scopes() -> None:
    assert len(QUESTIONS) >= 36
    assert all(set(case) == KEYS for case in QUESTIONS)
    assert len({case["id"] for case in QUESTIONS}) == len(QUESTIONS)
    assert {case["doc"] for case in QUESTIONS} == NAMES
    modalities = Counter(case["modality"] for case in QUESTIONS)
    assert set(modalities) == {"text", "table", "picture", "slide", "mixture"}
    assert min(modalities.values()) >= 4
    assert {case["scope"] for case in QUESTIONS} == {"corpus", "doc"}
    assert all(case["question"].endswith(("?", ".")) and case["answer"] for case in QUESTIONS)


def test_unanswerable_questions_name_no_document() -> None:
    cases = read_questions("unanswerable.jsonl")
    assert len(cases) == 52
    for case in cases:
        assert set(case) == KEYS
        assert case["modality"] == "unanswerable"
        assert (case["answer"], case["doc"], case["pages"], case["evidence"]) == (None, None, None, None)


@pytest.mark.parametrize("case", [case for case in QUESTIONS if case["doc"] not in SCANS], ids=lambda case: case["id"])
def test_answer_and_evidence_stand_on_the_named_pages(case: dict[str, Any]) -> None:
    text = cited_text(case)
    assert case["evidence"] in text
    if case["id"] not in ON_A_BITMAP:
        assert case["answer"] in text


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in QUESTIONS if case["doc"] in SCANS], ids=lambda case: case["id"])
def test_answers_about_scans_stand_in_what_was_printed(case: dict[str, Any]) -> None:
    script = f"from samples import scans; print('\\f'.join(scans.printed_text({case['doc']!r})))"
    printed = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    page = printed.stdout.split("\f")[case["pages"][0] - 1]
    assert case["evidence"] in page
    assert case["answer"] in page


def test_scans_have_no_text_layer_and_as_many_pages_as_cited() -> None:
    assert _pdf_pages(DOCS / "delivery_note.pdf") == ["", ""]


def test_both_decks_say_the_same_slide_by_slide() -> None:
    slides, pages = page_texts("strategy_deck.pptx"), page_texts("strategy_deck.pdf")
    assert len(slides) == len(pages) == 10
    for slide, page in zip(slides, pages, strict=True):
        assert set(slide.split()) - {"0.0"} <= set(page.replace("•", " ").split())


def test_the_policy_has_three_heading_levels_numbered_lists_and_merged_cells() -> None:
    from docx import Document

    document = Document(str(DOCS / "travel_policy.docx"))
    styles = {paragraph.style.name for paragraph in document.paragraphs if paragraph.style}
    assert styles >= {"Heading 1", "Heading 2", "Heading 3", "List Number", "List Bullet", "Caption"}
    xml = document.tables[0]._tbl.xml
    assert "w:gridSpan" in xml
    assert "w:vMerge" in xml


@pytest.mark.slow
def test_rebuilding_gives_the_same_bytes_and_the_committed_text(tmp_path: Path) -> None:
    """Bytes depend on the versions of Pillow and matplotlib, so only two builds of today are compared in full."""
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "MPLCONFIGDIR": str(tmp_path / "mpl")}
        command = [sys.executable, "-m", "samples.build", str(tmp_path / seed)]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    for name in sorted(NAMES):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes(), name
    for name in ("annual_report_2025.pdf", "strategy_deck.pdf"):
        assert _pdf_pages(tmp_path / "1" / name) == _pdf_pages(DOCS / name)
    for name in ("press_release.html", "support_notes.txt"):
        assert (tmp_path / "1" / name).read_bytes() == (DOCS / name).read_bytes()
