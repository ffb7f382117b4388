"""Files made to hurt: each ends in a parse or in one clear line, and the next file is parsed as if nothing had been."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from bizrag.errors import BadInputError
from bizrag.model.documents import Layout
from bizrag.parsing.workers import ParserPool

pytestmark = pytest.mark.slow


def _report() -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.drawString(72, 700, "A short report about pumps and valves for every page.")
    canvas.save()
    return buffer.getvalue()


def _raw_pdf(*objects: str) -> bytes:
    """A PDF of hand-written objects without a cross-reference table: readers must rebuild it."""
    body = "\n".join(f"{number} 0 obj\n{text}\nendobj" for number, text in enumerate(objects, 1))
    return f"%PDF-1.4\n{body}\ntrailer\n<</Root 1 0 R>>\n%%EOF".encode()


def _huge_page() -> bytes:
    return _raw_pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 99999999>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 2147483647]>>",
    )


def _loop_of_pages() -> bytes:
    return _raw_pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R]/Count 1>>")


def _entity_bomb() -> bytes:
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    xml = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "ha">{entities}]><w:document>&a9;</w:document>'
    types = "<Types>wordprocessingml.document.main+xml</Types>"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("[Content_Types].xml", types)
        archive.writestr("word/document.xml", xml)
    return buffer.getvalue()


_MADE: dict[str, Callable[[], bytes]] = {
    "cut.pdf": lambda: _report()[:-300],
    "flipped.pdf": lambda: bytes(byte ^ (0xFF if 300 < index < 500 else 0) for index, byte in enumerate(_report())),
    "huge_page.pdf": _huge_page,
    "loop.pdf": _loop_of_pages,
    "entities.docx": _entity_bomb,
    "deep.html": lambda: b"<html>" + b"<div>" * 20_000 + b"deep" + b"</div>" * 20_000,
    "broken.html": lambda: b"<html><table><tr><td>one<td>two<tr><td colspan='x'>three</html>",
    "binary.txt": lambda: bytes(range(256)) * 50,
    "one_line.txt": lambda: b"word " * 400_000,
}


@pytest.mark.parametrize("name", list(_MADE))
def test_a_hostile_file_ends_in_a_parse_or_in_one_line(parsers: ParserPool, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(_MADE[name]())
    error = parsers.submit(path, content_sha256=name, layout=Layout.VERTICAL).exception(120)
    assert error is None or isinstance(error, BadInputError)
    assert error is None or (name in str(error) and "\n" not in str(error))
    after = tmp_path / "after.txt"
    after.write_text("All is well.")
    assert parsers.submit(after, content_sha256="after", layout=Layout.VERTICAL).result(120).text == "All is well."


def test_a_page_fetches_nothing_and_runs_nothing(parsers: ParserPool, tmp_path: Path) -> None:
    import http.server
    import threading

    asked: list[str] = []

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
            """Quiet."""

    with http.server.HTTPServer(("127.0.0.1", 0), Listener) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        path = tmp_path / "page.html"
        path.write_text(
            f"<html><head><link rel='stylesheet' href='{base}/a.css'><script src='{base}/b.js'></script></head>"
            f"<body><p>Only this.</p><img src='{base}/c.png' alt='A pump'><iframe src='{base}/d'></iframe></body>"
        )
        page = parsers.submit(path, content_sha256="page", layout=Layout.VERTICAL).result(120)
        server.shutdown()
    assert asked == []
    assert page.blocks[0].text == "Only this."


@pytest.mark.parametrize(
    ("suffix", "plain", "kind"),
    [
        ("docm", "openxmlformats-officedocument.wordprocessingml.document", "ms-word.document.macroEnabled"),
        ("ppsx", "presentationml.presentation.main", "presentationml.slideshow.main"),
    ],
)
def test_macro_files_and_slide_shows_are_read_like_plain_ones(
    parsers: ParserPool, tmp_path: Path, suffix: str, plain: str, kind: str
) -> None:
    import docx
    import pptx

    made, path = tmp_path / "made", tmp_path / f"pumps.{suffix}"
    if suffix == "docm":
        document = docx.Document()
        document.add_paragraph("Pumps pump.")
        document.save(str(made))
    else:
        deck = pptx.Presentation()
        title = deck.slides.add_slide(deck.slide_layouts[5]).shapes.title
        assert title is not None
        title.text = "Pumps pump."
        deck.save(str(made))
    with zipfile.ZipFile(made) as source, zipfile.ZipFile(path, "w") as target:
        for member in source.infolist():
            target.writestr(member, source.read(member).replace(plain.encode(), kind.encode()))
    assert parsers.submit(path, content_sha256=suffix, layout=Layout.VERTICAL).result(120).text == "Pumps pump."
