"""Office packages that their readers refuse although they could read them: macros, templates, slide shows, comments of
XML between the elements (programs that fill in templates leave some). Forms get their ticks as text (``form_fields``),
notes stand behind what they are a note to (``word_notes``).
"""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

from bizrag.parsing.office import form_fields
from bizrag.parsing.office.word_notes import NOTE_PARTS, place_notes

_TYPES = "[Content_Types].xml"
_DOCUMENT = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_PRESENTATION = b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
_PLAIN = {
    b"application/vnd.ms-word.document.macroEnabled.main+xml": _DOCUMENT,
    b"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml": _DOCUMENT,
    b"application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml": _PRESENTATION,
}
# docling's reader of DOCX takes each node for an element
_WORD_TEXT = "word/document.xml"
_TEXT_PART = re.compile(r"word/[^/]+\.xml")


def open_plain(path: Path) -> io.BytesIO | Path:
    """The package as its reader takes it: the file, or a copy in memory with its kind changed, without comments, with
    the values of form fields.

    Macros are never run; python-docx and python-pptx only read the parts that hold content.
    """
    with zipfile.ZipFile(path) as source:
        names = [name for name in source.namelist() if name == _TYPES or _TEXT_PART.fullmatch(name)]
        parts = {name: source.read(name) for name in names}
        plain = _with_notes({name: _as_plain(name, part) for name, part in parts.items()})
        if plain == parts:
            return path
        copy = io.BytesIO()
        with zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as target:
            for member in source.infolist():
                target.writestr(member, plain.get(member.filename) or source.read(member))
    copy.seek(0)
    return copy


def _as_plain(name: str, part: bytes) -> bytes:
    if name == _TYPES:
        for kind, replacement in _PLAIN.items():
            part = part.replace(kind, replacement)
        return part
    return _rewritten(part) if form_fields.is_form(part) or b"<!--" in part else part


def _with_notes(parts: dict[str, bytes]) -> dict[str, bytes]:
    """Parts with the notes of Word behind the paragraphs that refer to them."""
    document = _root(parts.get(_WORD_TEXT, b""))
    placed = dict(parts)
    for name, kind in NOTE_PARTS.items():
        notes = _root(parts.get(name, b""))
        if document is not None and notes is not None and f"{kind}Reference".encode() in parts[_WORD_TEXT]:
            place_notes(document, notes, kind)
            placed |= {_WORD_TEXT: _written(document), name: _written(notes)}
    return placed


def _rewritten(part: bytes) -> bytes:
    """A part of text without comments, with what its form fields show."""
    root = _root(part)
    if root is None:
        return part
    form_fields.write_out(root)
    return _written(root)


def _root(part: bytes) -> Any | None:
    """The root of a part of text without comments; None of one that is damaged: its reader says what is wrong."""
    from lxml import etree

    parser = etree.XMLParser(remove_comments=True, resolve_entities=False, no_network=True, huge_tree=True)
    try:
        return etree.fromstring(part, parser)
    except etree.XMLSyntaxError:
        return None


def _written(root: Any) -> bytes:
    from lxml import etree

    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
