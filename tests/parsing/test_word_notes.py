"""Footnotes and endnotes of Word stand behind what they are a note to."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from bizrag.parsing.draft import DraftTable, DraftText
from bizrag.parsing.files.formats import DOCX
from bizrag.parsing.office.docling_readers import parse_flow
from tests.parsing.kept_pictures import embedded_pictures

pytestmark = pytest.mark.slow

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def _refer(paragraph: Any, kind: str, number: int) -> None:
    reference = OxmlElement(f"w:{kind}Reference")
    reference.set(qn("w:id"), str(number))
    paragraph.add_run()._r.append(reference)


def _with_notes(path: Path, kind: str, notes: Sequence[str]) -> None:
    """The part with the notes, as Word writes it: the first two are lines that part notes from the text."""
    lines = "".join(f'<w:{kind} w:type="separator" w:id="{at}"><w:p/></w:{kind}>' for at in (-1, 0))
    said = "".join(
        f'<w:{kind} w:id="{number}"><w:p><w:r><w:{kind}Ref/></w:r>'
        f'<w:r><w:t xml:space="preserve"> {text}</w:t></w:r></w:p></w:{kind}>'
        for number, text in enumerate(notes, start=1)
    )
    part = f'<w:{kind}s xmlns:w="{_WORD}">{lines}{said}</w:{kind}s>'
    with zipfile.ZipFile(path) as source:
        members = {name: source.read(name) for name in source.namelist()}
    mime = f"application/vnd.openxmlformats-officedocument.wordprocessingml.{kind}s+xml"
    members["[Content_Types].xml"] = members["[Content_Types].xml"].replace(
        b"</Types>", f'<Override PartName="/word/{kind}s.xml" ContentType="{mime}"/></Types>'.encode()
    )
    members["word/_rels/document.xml.rels"] = members["word/_rels/document.xml.rels"].replace(
        b"</Relationships>",
        f'<Relationship Id="rId99" Type="{_RELATION}/{kind}s" Target="{kind}s.xml"/></Relationships>'.encode(),
    )
    with zipfile.ZipFile(path, "w") as target:
        for name, data in {**members, f"word/{kind}s.xml": part.encode()}.items():
            target.writestr(name, data)


@pytest.mark.parametrize("kind", ["footnote", "endnote"])
def test_notes_stand_behind_their_paragraph_and_their_table(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "lease.docx"
    document: Any = docx.Document()
    first = document.add_paragraph("The tenant pays a deposit of two rents.")
    _refer(first, kind, 1)
    first.add_run(" It is returned within 30 days.")
    table = document.add_table(rows=2, cols=2)
    for row, texts in enumerate((("Room", "Rent"), ("Attic", "450"))):
        for col, text in enumerate(texts):
            table.cell(row, col).text = text
    _refer(table.cell(1, 0).paragraphs[0], kind, 2)
    document.add_paragraph("Pets are allowed with consent.")
    document.save(str(path))
    _with_notes(path, kind, ["Students pay one rent only.", "From May to August."])
    items = parse_flow(path, DOCX, embedded_pictures()).items
    said = [item.text if isinstance(item, DraftText) else "table" for item in items]
    assert said == [
        "The tenant pays a deposit of two rents. 1 It is returned within 30 days.",
        "1 Students pay one rent only.",
        "table",
        "2 From May to August.",
        "Pets are allowed with consent.",
    ]
    (found,) = (item for item in items if isinstance(item, DraftTable))
    assert "Attic 2" in [cell.text for cell in found.cells]


def test_a_note_that_nothing_refers_to_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "lease.docx"
    document: Any = docx.Document()
    _refer(document.add_paragraph("Pets are allowed with consent."), "footnote", 1)
    document.save(str(path))
    _with_notes(path, "footnote", ["Guide dogs need none.", "Left over."])
    items = parse_flow(path, DOCX, embedded_pictures()).items
    said = [item.text for item in items if isinstance(item, DraftText)]
    assert said[:2] == ["Pets are allowed with consent. 1", "1 Guide dogs need none."]
    assert any("Left over." in text for text in said)
