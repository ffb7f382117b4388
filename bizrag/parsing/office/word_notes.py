"""Footnotes and endnotes of Word as paragraphs right behind the one with their mark: readers put them at the end of the
document without one, or leave them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
#: the parts that hold notes, and what refers to one of them in a text
NOTE_PARTS = {"word/footnotes.xml": "footnote", "word/endnotes.xml": "endnote"}


def place_notes(document: Any, notes: Any, kind: str) -> None:
    """Write the notes of one kind behind the paragraphs of a document that refer to them, each with its number, and
    take them out of their own part; a note of a table stands behind the table.

    ``document`` and ``notes`` are the roots of the parts, ``kind`` is "footnote" or "endnote".
    """
    texts = {
        note.get(f"{_WORD}id"): note for note in notes.findall(f"{_WORD}{kind}") if note.get(f"{_WORD}type") is None
    }
    behind: dict[Any, list[Any]] = {}
    for number, (reference, note) in enumerate(_referred(document, kind, texts), start=1):
        run = reference.getparent()
        run.replace(reference, _text(f" {number}"))
        home = _home(run)
        if home is not None:
            behind.setdefault(home, []).append(_paragraph(f"{number} {_said(note)}"))
            notes.remove(note)
    for home, paragraphs in behind.items():
        for paragraph in reversed(paragraphs):
            home.addnext(paragraph)


def _referred(document: Any, kind: str, texts: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    """The references of a text with the notes that they name, each note once."""
    left = dict(texts)
    for reference in list(document.iter(f"{_WORD}{kind}Reference")):
        note = left.pop(reference.get(f"{_WORD}id"), None)
        if note is not None and _said(note):
            yield reference, note


def _home(run: Any) -> Any | None:
    """What a note stands behind: the paragraph, or the outermost table that it is in."""
    tables = list(run.iterancestors(f"{_WORD}tbl"))
    return tables[-1] if tables else next(run.iterancestors(f"{_WORD}p"), None)


def _said(note: Any) -> str:
    return " ".join("".join(text.text or "" for text in note.iter(f"{_WORD}t")).split())


def _paragraph(said: str) -> Any:
    from lxml import etree

    paragraph = etree.Element(f"{_WORD}p")
    etree.SubElement(paragraph, f"{_WORD}r").append(_text(said))
    return paragraph


def _text(said: str) -> Any:
    from lxml import etree

    text = etree.Element(f"{_WORD}t")
    text.text = said
    text.set(_SPACE, "preserve")
    return text
