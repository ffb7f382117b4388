"""Word files whose headings are bold paragraphs have headings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import docx
import pytest

from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftText
from bizrag.parsing.files.formats import DOCX
from bizrag.parsing.office.docling_readers import parse_flow
from tests.parsing.kept_pictures import embedded_pictures

pytestmark = pytest.mark.slow


def _headings(path: Path, *paragraphs: tuple[str, bool], title: str = "") -> list[tuple[str, int | None]]:
    document: Any = docx.Document()
    if title:
        document.add_heading(title, level=1)
    for text, is_bold in paragraphs:
        document.add_paragraph().add_run(text).bold = is_bold
    document.save(str(path))
    items: Sequence[Any] = parse_flow(path, DOCX, embedded_pictures()).items
    texts = [item for item in items if isinstance(item, DraftText)]
    return [(item.text, item.level) for item in texts if item.kind is BlockKind.HEADING]


def test_bold_lines_over_paragraphs_are_headings(tmp_path: Path) -> None:
    found = _headings(
        tmp_path / "lease.docx",
        ("This lease is made between the landlord and the tenant.", False),
        ("6. ASSIGNMENT", True),
        ("6.1 Tenant may not assign this lease.", False),
        ("6.2 Transfers", True),
        ("No consent is needed for a transfer to a parent company.", False),
        ("7. INSURANCE", True),
        ("7.1 Landlord insures the building.", False),
    )
    assert found == [("6. ASSIGNMENT", 1), ("6.2 Transfers", 2), ("7. INSURANCE", 1)]


def test_lines_in_capitals_stand_over_other_bold_ones_and_below_styled_ones(tmp_path: Path) -> None:
    lines = [
        ("LEAVE", True),
        ("Sick leave", True),
        ("Call before your shift begins.", False),
        ("Who approves my leave?", True),
        ("Your manager does.", False),
        ("Tell the office, too.", False),
        ("Then go.", False),
    ]
    assert _headings(tmp_path / "plain.docx", *lines) == [
        ("LEAVE", 1),
        ("Sick leave", 2),
        ("Who approves my leave?", 2),
    ]
    assert _headings(tmp_path / "styled.docx", *lines, title="Handbook") == [
        ("Handbook", 1),
        ("LEAVE", 2),
        ("Sick leave", 3),
        ("Who approves my leave?", 3),
    ]


def test_stressed_sentences_labels_and_last_lines_are_none(tmp_path: Path) -> None:
    found = _headings(
        tmp_path / "memo.docx",
        ("Never lift a battery by hand.", True),
        ("It weighs a ton.", False),
        ("Reported by:", True),
        ("Knut Solberg, who saw it.", False),
        ("It was late.", False),
        ("We closed the hall.", False),
        ("End of the memo", True),
    )
    assert found == []


def test_where_most_is_bold_nothing_is_told_by_that(tmp_path: Path) -> None:
    found = _headings(tmp_path / "poster.docx", ("Keep left", True), ("Mind the step", True), ("Thank you.", False))
    assert found == []


def test_a_bold_caption_over_a_table_is_no_heading(tmp_path: Path) -> None:
    lines = [
        ("Allowances", True),
        ("The table shows the most that is paid.", False),
        ("Table 1. Hotel limits per day", True),
        ("Capitals have others.", False),
        ("Tell the office, too.", False),
    ]
    assert _headings(tmp_path / "policy.docx", *lines) == [("Allowances", 1)]
