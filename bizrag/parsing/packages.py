"""Office packages of a kind that their readers refuse although they could read them: macros, templates, slide shows."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

_TYPES = "[Content_Types].xml"
_DOCUMENT = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_PRESENTATION = b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
_PLAIN = {
    b"application/vnd.ms-word.document.macroEnabled.main+xml": _DOCUMENT,
    b"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml": _DOCUMENT,
    b"application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml": _PRESENTATION,
}


def open_plain(path: Path) -> io.BytesIO | Path:
    """The package as a plain document or presentation: the file itself, or a copy in memory with its kind changed.

    Macros are never run; python-docx and python-pptx only read the parts that hold content.
    """
    with zipfile.ZipFile(path) as source:
        types = source.read(_TYPES)
        plain = types
        for kind, replacement in _PLAIN.items():
            plain = plain.replace(kind, replacement)
        if plain == types:
            return path
        copy = io.BytesIO()
        with zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as target:
            for member in source.infolist():
                target.writestr(member, plain if member.filename == _TYPES else source.read(member))
    copy.seek(0)
    return copy
