"""Files that pdfium reads and docling's reader refuses are written anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from docling_parse.pdf_parser import DoclingPdfParser

from bizrag.parsing.files.rewritten import written_anew

_SENTENCE = "Total rainfall in May was 48 mm."


def _in_a_circle(path: Path) -> Path:
    """A PDF of one page whose page tree has itself among its pages."""
    text = f"BT /F1 12 Tf 72 700 Td ({_SENTENCE}) Tj ET".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R 2 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(text), text),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    written, places = b"%PDF-1.4\n", list[int]()
    for number, said in enumerate(objects, start=1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, said)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
    path.write_bytes(written + end % (size, table, size, len(written)))
    return path


def _lines(path: Path) -> list[str]:
    document = DoclingPdfParser(loglevel="fatal").load(path_or_stream=str(path))
    return [cell.text for cell in document.get_page(1).textline_cells]


def test_a_page_tree_that_runs_in_a_circle_is_written_anew(tmp_path: Path) -> None:
    path = _in_a_circle(tmp_path / "rain.pdf")
    with pytest.raises(RuntimeError):
        _lines(path)

    with written_anew(path) as copy:
        assert copy != path
        assert _lines(copy) == [_SENTENCE]
    assert not copy.exists()
