"""Boxes and lists of Word's forms: what they show is text."""

from __future__ import annotations

from pathlib import Path

import docx
from docx.oxml.parser import parse_xml

from bizrag.parsing.draft import DraftTable, DraftText
from bizrag.parsing.files.formats import DOCX
from bizrag.parsing.images.pictures import EmbeddedPictures
from bizrag.parsing.ocr.engine import TextReader
from bizrag.parsing.office.docling_readers import parse_flow
from bizrag.settings import Settings

_NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


class _NoSink:
    is_local = True

    def put(self, data: bytes, *, suffix: str) -> str:
        raise AssertionError("there are no pictures")


def _add_field(paragraph: docx.text.paragraph.Paragraph, kind: str, data: str, text: str) -> None:
    """A field with its data as Word writes it, then text."""
    for part in (
        f'<w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="f"/>{data}</w:ffData></w:fldChar>',
        f"<w:instrText> {kind} </w:instrText>",
        '<w:fldChar w:fldCharType="separate"/>',
        '<w:fldChar w:fldCharType="end"/>',
    ):
        paragraph._p.append(parse_xml(f"<w:r {_NAMESPACE}>{part}</w:r>"))
    paragraph.add_run(text)


def _box(state: str) -> str:
    return f'<w:checkBox><w:sizeAuto/><w:default w:val="0"/>{state}</w:checkBox>'


def test_ticked_boxes_and_chosen_entries_are_text(tmp_path: Path) -> None:
    document = docx.Document()
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ("Insured", "", "Cover", ""), strict=True):
        cell.text = text
    answer = table.cell(0, 1).paragraphs[0]
    _add_field(answer, "FORMCHECKBOX", _box(""), " No")
    _add_field(answer, "FORMCHECKBOX", _box("<w:checked/>"), "Yes")
    entries = "".join(f'<w:listEntry w:val="{name}"/>' for name in ("None", "Basic", "Full"))
    choice = f'<w:ddList><w:result w:val="2"/>{entries}</w:ddList>'
    _add_field(table.cell(1, 1).paragraphs[0], "FORMDROPDOWN", choice, "")
    line = document.add_paragraph("Signed ")
    _add_field(line, "FORMCHECKBOX", _box('<w:checked w:val="0"/>'), " by the owner")
    document.save(str(tmp_path / "form.docx"))

    items = parse_flow(tmp_path / "form.docx", DOCX, EmbeddedPictures(_NoSink(), TextReader(Settings()))).items

    cells = [cell.text for item in items if isinstance(item, DraftTable) for cell in item.cells]
    assert cells == ["Insured", "☐ No☒ Yes", "Cover", "Full"]
    assert [item.text for item in items if isinstance(item, DraftText)] == ["Signed ☐ by the owner"]


def test_boxes_of_content_controls_keep_their_signs(tmp_path: Path) -> None:
    document = docx.Document()
    line = document.add_paragraph("Deliver to: ")
    for sign, name in (("\u2612", " depot   "), ("\u2610", " site")):
        box = f'<w14:checkbox><w14:checked w14:val="{int(sign == "☒")}"/></w14:checkbox>'
        content = f"<w:sdtContent><w:r><w:t>{sign}</w:t></w:r></w:sdtContent>"
        word = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
        line._p.append(parse_xml(f"<w:sdt {_NAMESPACE} {word}><w:sdtPr>{box}</w:sdtPr>{content}</w:sdt>"))
        line.add_run(name)
    document.save(str(tmp_path / "form.docx"))

    items = parse_flow(tmp_path / "form.docx", DOCX, EmbeddedPictures(_NoSink(), TextReader(Settings()))).items

    assert [item.text for item in items if isinstance(item, DraftText)] == ["Deliver to: ☒ depot   ☐ site"]
