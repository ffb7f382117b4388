"""Files made to hurt: each ends in a parse or in one clear line, and the next file is parsed as if nothing had been."""

from __future__ import annotations

import io
import socket
import socketserver
import threading
import time
import zipfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bizrag.errors import BadInputError
from bizrag.model.documents import Layout
from bizrag.parsing.confined.workers import ParserPool

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


@contextmanager
def listening() -> Generator[tuple[str, list[bytes]]]:
    """An address of this machine, and what anybody who connects to it sends first."""
    heard: list[bytes] = []

    class Listener(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.settimeout(1)
            heard.append(self.request.recv(200))

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Listener) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        address = f"127.0.0.1:{server.server_address[1]}"
        yield f"http://{address}", heard
        # the listener does hear who comes
        assert not heard
        with socket.create_connection(("127.0.0.1", server.server_address[1])) as caller:
            caller.sendall(b"me")
        give_up = time.monotonic() + 10
        while not heard and time.monotonic() < give_up:
            time.sleep(0.01)
        server.shutdown()
    assert heard == [b"me"]


_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def _linked_docx(base: str) -> bytes:
    """A document with a linked picture, template, field and sub-document; Word would ask before it fetches them."""
    import docx
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls, qn

    from tests.made import make_image

    document = docx.Document()
    document.add_paragraph("Only this.")
    document.add_picture(io.BytesIO(make_image("red", size=(40, 40))))
    part, settings = document.part, document.settings.element
    for blip in document.element.iter(qn("a:blip")):
        del blip.attrib[qn("r:embed")]
        blip.set(qn("r:link"), part.relate_to(f"{base}/picture.png", f"{_RELATED}/image", is_external=True))
    template = document.part._settings_part.relate_to(
        f"{base}/t.dotm", f"{_RELATED}/attachedTemplate", is_external=True
    )
    settings.append(parse_xml(f'<w:attachedTemplate {nsdecls("w", "r")} r:id="{template}"/>'))
    field = f"INCLUDEPICTURE &quot;{base}/field.png&quot; \\d"
    body = document.element.body
    body.insert(
        0, parse_xml(f'<w:p {nsdecls("w")}><w:fldSimple w:instr="{field}"><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p>')
    )
    further = part.relate_to(f"{base}/sub.docx", f"{_RELATED}/subDocument", is_external=True)
    body.insert(0, parse_xml(f'<w:p {nsdecls("w", "r")}><w:subDoc r:id="{further}"/></w:p>'))
    with io.BytesIO() as buffer:
        document.save(buffer)
        return buffer.getvalue()


def test_documents_fetch_nothing_and_run_nothing(parsers: ParserPool, tmp_path: Path) -> None:
    """Nobody connects to a real socket that everything in them points to; LibreOffice opens the office file too."""
    with listening() as (base, _):
        markup = (
            f"<html><head><link rel='stylesheet' href='{base}/a.css'><script src='{base}/b.js'></script>"
            f"<meta http-equiv='refresh' content='0;url={base}/r'><base href='{base}/'></head>"
            f"<body background='{base}/w.png'><p>Only this.</p>"
            f"<img src='{base}/c.png' srcset='{base}/c2.png 2x' alt='A pump'>"
            f"<iframe src='{base}/d'></iframe><object data='{base}/o'></object><video poster='{base}/v.png'></video>"
            "<svg xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 200 40' width='200' height='40'>"
            f"<style>@import url({base}/i.css); rect {{ fill: url({base}/f.svg#a) }}</style>"
            f"<image xlink:href='{base}/s.png' width='9' height='9'/><use href='{base}/u.svg#a'/>"
            "<rect width='9' height='9'/><text x='20' y='20'>Pump house</text></svg>"
            "</body></html>"
        )
        files = {
            "page.html": markup.encode(),
            "note.md": f"Only this.\n\n![A pump]({base}/m.png)\n\n[x]: {base}/x\n\n<img src='{base}/n.png'>\n".encode(),
            "report.docx": _linked_docx(base),
        }
        for name, data in files.items():
            path = tmp_path / name
            path.write_bytes(data)
            parsers.looker.preview(path)
            parsed = parsers.submit(path, content_sha256=name, layout=Layout.VERTICAL).result(240)
            assert "Only this." in parsed.text, name
            # what is drawn here is drawn without them
            drawn = [picture.text for picture in parsed.pictures if picture.image_sha256]
            assert drawn == (["Pump house"] if name == "page.html" else []), name


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


def test_comments_between_the_elements_of_a_docx_are_passed_over(parsers: ParserPool, tmp_path: Path) -> None:
    import docx

    made, path = tmp_path / "made", tmp_path / "filled_in.docx"
    document = docx.Document()
    document.add_paragraph("Pumps pump.")
    table = document.add_table(2, 2)
    for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = f"flow {number}"
    document.save(str(made))
    with zipfile.ZipFile(made) as source, zipfile.ZipFile(path, "w") as target:
        for member in source.infolist():
            part = source.read(member)
            if member.filename == "word/document.xml":
                for element in (b"<w:tbl>", b"<w:tr>", b"<w:tc>", b"<w:p>"):
                    part = part.replace(element, b"<!-- filled in -->" + element)
            target.writestr(member, part)
    parsed = parsers.submit(path, content_sha256="comments", layout=Layout.VERTICAL).result(120)
    assert parsed.text == "Pumps pump.\n\n<<table_1>>"
    assert [cell.text for cell in parsed.tables[0].cells] == [f"flow {number}" for number in range(4)]
