"""Paragraphs of Word files that docling breaks into runs, and tables whose first row it takes for names of columns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import docx
import pytest

from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftTable, DraftText
from bizrag.parsing.files.formats import DOCX
from bizrag.parsing.office.docling_readers import parse_flow
from tests.parsing.kept_pictures import embedded_pictures

pytestmark = pytest.mark.slow

_FACTS = [("Site:", "Halden tank farm"), ("Reported by:", "Knut Solberg"), ("Injuries:", "none")]


def _written(path: Path, *paragraphs: list[tuple[str, bool]]) -> list[tuple[BlockKind, str]]:
    document: Any = docx.Document()
    document.add_heading("Incident report", level=1)
    for runs in paragraphs:
        paragraph = document.add_paragraph()
        for text, is_bold in runs:
            paragraph.add_run(text).bold = is_bold
    document.save(str(path))
    items = parse_flow(path, DOCX, embedded_pictures()).items
    return [(item.kind, item.text) for item in items if isinstance(item, DraftText)]


def test_a_paragraph_with_bold_words_below_a_heading_is_none(tmp_path: Path) -> None:
    found = _written(tmp_path / "report.docx", [("No diesel left ", False), ("the site", True), (" that day.", False)])
    assert found == [
        (BlockKind.HEADING, "Incident report"),
        (BlockKind.TEXT, "No diesel left the site that day."),
    ]


def test_facts_behind_bold_names_are_a_paragraph_each(tmp_path: Path) -> None:
    runs = [run for name, value in _FACTS for run in ((name, True), (f" {value}\n", False))]
    found = _written(tmp_path / "report.docx", runs)
    assert found[1:] == [(BlockKind.TEXT, f"{name} {value}") for name, value in _FACTS]


def test_a_heading_of_several_runs_is_one(tmp_path: Path) -> None:
    document: Any = docx.Document()
    heading = document.add_heading(level=2)
    heading.add_run("Costs of ")
    heading.add_run("clean-up").italic = True
    document.save(str(tmp_path / "report.docx"))
    items = parse_flow(tmp_path / "report.docx", DOCX, embedded_pictures()).items
    assert [(item.kind, item.text) for item in items if isinstance(item, DraftText)] == [
        (BlockKind.HEADING, "Costs of clean-up")
    ]


def _table_of(path: Path, rows: Sequence[tuple[str, ...]]) -> DraftTable:
    document: Any = docx.Document()
    table = document.add_table(rows=len(rows), cols=len(rows[0]))
    for line, texts in zip(table.rows, rows, strict=True):
        for cell, text in zip(line.cells, texts, strict=True):
            cell.text = text
    document.save(str(path))
    (found,) = [item for item in parse_flow(path, DOCX, embedded_pictures()).items if isinstance(item, DraftTable)]
    return found


def test_names_beside_values_of_several_kinds_are_facts(tmp_path: Path) -> None:
    facts = [("Patient", "Edith Barlow"), ("Born", "4 February 1951"), ("Number", "K-448210"), ("Ward", "Cardiology")]
    table = _table_of(tmp_path / "one.docx", facts)
    assert not any(cell.is_header for cell in table.cells)
    beside = [
        ("Size", "842 million", "Code", "LU229"),
        ("Manager", "Clara Aker", "Holdings", "58"),
        ("Charge", "1.38%", "Benchmark", "World"),
    ]
    table = _table_of(tmp_path / "two.docx", beside)
    assert (table.num_rows, table.num_cols) == (6, 2)
    assert [cell.text for cell in table.cells[:4]] == ["Size", "842 million", "Code", "LU229"]


def test_names_over_columns_of_one_kind_stay_names(tmp_path: Path) -> None:
    table = _table_of(tmp_path / "roles.docx", [("Role", "Number"), ("Driver", "310"), ("Clerk", "8"), ("Chef", "3")])
    assert [cell.text for cell in table.cells if cell.is_header] == ["Role", "Number"]


def test_a_list_in_a_list_stays_with_its_item(tmp_path: Path) -> None:
    document: Any = docx.Document()
    for text, style in (
        ("In scope", "List Bullet"),
        ("sensors", "List Bullet 2"),
        ("gateways", "List Bullet 2"),
        ("Out of scope", "List Bullet"),
        ("repairs", "List Bullet 2"),
    ):
        document.add_paragraph(text, style=style)
    document.save(str(tmp_path / "order.docx"))
    items = parse_flow(tmp_path / "order.docx", DOCX, embedded_pictures()).items
    assert [item.text for item in items if isinstance(item, DraftText)] == [
        "- In scope\n  - sensors\n  - gateways",
        "- Out of scope\n  - repairs",
    ]


def test_a_table_in_a_cell_follows_the_one_around_it(tmp_path: Path) -> None:
    document: Any = docx.Document()
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ("Budget", "By year:", "Cost centre", "4471-H"), strict=True):
        cell.text = text
    inner = table.cell(0, 1).add_table(rows=2, cols=2)
    table.cell(0, 1).add_paragraph("without the north bank", style="List Bullet")
    for cell, text in zip(inner._cells, ("Kind", "2025", "Staff", "310"), strict=True):
        cell.text = text
    document.save(str(tmp_path / "order.docx"))
    items = parse_flow(tmp_path / "order.docx", DOCX, embedded_pictures()).items
    tables = [[cell.text for cell in item.cells] for item in items if isinstance(item, DraftTable)]
    assert tables == [
        ["Budget", "By year: without the north bank", "Cost centre", "4471-H"],
        ["Kind", "2025", "Staff", "310"],
    ]
