"""Office files that come out the same on every run: fixed dates inside, fixed time stamps in the archive."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

# the date that every sample carries
STAMP = (2026, 3, 12, 9, 0, 0)
_DATED = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(</dcterms:)")


def normalise_office_file(data: bytes) -> bytes:
    """The same DOCX, PPTX or XLSX with fixed dates, also in the workbooks embedded behind charts."""
    source = zipfile.ZipFile(io.BytesIO(data))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            content = source.read(entry)
            if entry.filename == "docProps/core.xml":
                content = _DATED.sub(rb"\g<1>2026-03-12T09:00:00Z\g<2>", content)
            elif entry.filename.endswith(".xlsx"):
                content = normalise_office_file(content)
            fixed = zipfile.ZipInfo(entry.filename, date_time=STAMP)
            fixed.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(fixed, content)
    return buffer.getvalue()


def write_office_file(path: Path, data: bytes) -> None:
    """Write `data` to `path` with fixed dates."""
    path.write_bytes(normalise_office_file(data))
