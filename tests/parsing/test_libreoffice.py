"""Printing with LibreOffice: page images and page numbers, and what a file or a hang must not do.

Tests that print need LibreOffice on the machine; continuous integration has it.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import psutil
import pypdfium2
import pytest
from PIL import Image

from bizrag.errors import WorkerCrashError
from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_bytes
from bizrag.model.parses import BlockKind, Parse
from bizrag.parsing.confined.workers import ParserPool
from bizrag.parsing.draft import Draft, DraftText
from bizrag.parsing.files import formats
from bizrag.parsing.images.render import find_soffice
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.office.docling_readers import add_page_images
from bizrag.parsing.office.libreoffice import print_to_pdf
from bizrag.parsing.parser import parser_fingerprint
from bizrag.settings import ParsingSettings, Settings
from bizrag.store.blobs import BlobStore
from tests.processes import command_of

_SAMPLES = Path(__file__).parents[2] / "samples" / "docs"
_IMAGE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"

pytestmark = pytest.mark.slow
prints = pytest.mark.skipif(find_soffice() is None, reason="LibreOffice is not installed")


def _parse(parsers: ParserPool, path: Path, layout: Layout = Layout.VERTICAL) -> Parse:
    digest = sha256_bytes(path.read_bytes())
    return parsers.submit(path, content_sha256=digest, layout=layout).result(300)


def _print(path: Path, folder: Path, *, seconds: float = 120, memory_mb: int = 3600) -> Path | None:
    folder.mkdir()
    return print_to_pdf(path, folder, suffix=path.suffix, seconds=seconds, memory_mb=memory_mb)


def _started_here(word: str) -> list[psutil.Process]:
    """Processes below this one, or left behind by it, with the word in their command."""
    return [item for item in psutil.process_iter() if word in command_of(item) and item.pid != os.getpid()]


def _gone(word: str, seconds: float = 5.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not _started_here(word):
            return True
        time.sleep(0.05)
    return False


# --- what comes out ---


@prints
def test_a_word_file_gets_page_images_and_its_blocks_their_pages(parsers: ParserPool) -> None:
    policy = _parse(parsers, _SAMPLES / "travel_policy.docx")
    assert [page.page_no for page in policy.pages] == [1, 2, 3]
    assert all(page.image_sha256 for page in policy.pages)
    assert all(page.width_pt == pytest.approx(595, abs=20) for page in policy.pages)
    pages = [block.page_no for block in policy.blocks]
    assert None not in pages
    assert pages == sorted(page or 0 for page in pages)
    where = {block.text: block.page_no for block in policy.blocks if block.kind is BlockKind.HEADING}
    assert (where["Purpose and scope"], where["Company card"], where["Climate"]) == (1, 2, 3)
    assert "Economy is the rule" in policy.pages[0].text
    assert not any("LibreOffice" in warning for warning in policy.warnings)


@prints
def test_every_slide_of_a_deck_gets_its_image_hidden_ones_too(parsers: ParserPool, tmp_path: Path) -> None:
    import pptx

    deck = pptx.Presentation()
    for number in range(3):
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        assert slide.shapes.title is not None
        slide.shapes.title.text = f"Slide number {number + 1}"
    deck.slides[1]._element.set("show", "0")
    path = tmp_path / "deck.pptx"
    deck.save(str(path))
    parse = _parse(parsers, path, Layout.HORIZONTAL)
    assert [bool(page.image_sha256) for page in parse.pages] == [True, True, True]
    assert len({page.image_sha256 for page in parse.pages}) == 3
    assert parse.warnings == ()


@prints
def test_files_are_printed_at_the_same_time_with_names_of_any_kind(tmp_path: Path) -> None:
    folder = tmp_path / "source"
    folder.mkdir()
    names = ["--version.docx", "50% [a], b*?.docx", "ünïcode 名.docx"]
    for name in names:
        (folder / name).write_bytes((_SAMPLES / "travel_policy.docx").read_bytes())
    folder.chmod(0o500)
    with ThreadPoolExecutor(len(names)) as pool:
        printed = list(pool.map(lambda n: _print(folder / names[n], tmp_path / f"out{n}"), range(len(names))))
    for path in printed:
        assert path is not None
        with contextlib.closing(pypdfium2.PdfDocument(path)) as document:
            assert len(document) == 3
    # no lock file was left, or even made, beside the sources
    assert sorted(entry.name for entry in folder.iterdir()) == sorted(names)


def test_a_machine_without_libreoffice_and_one_with_it_have_different_parses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fingerprint(**settings: bool) -> str:
        return parser_fingerprint(ParsingSettings.model_validate(settings), Layout.VERTICAL, formats.DOCX)

    (tmp_path / "soffice").write_text("#!/bin/sh\n")
    (tmp_path / "soffice").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with_it = fingerprint()
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert fingerprint() != with_it
    assert fingerprint(render_office=False) == fingerprint()
    assert print_to_pdf(tmp_path / "x.docx", tmp_path, suffix=".docx", seconds=1, memory_mb=1000) is None


# --- what a file must not do ---


@pytest.fixture
def web() -> Iterator[tuple[str, list[str]]]:
    """A web server of this test, and the paths that it was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        do_GET = do_HEAD = do_OPTIONS = do_PROPFIND = _answer  # noqa: N815 - the names that the base class looks for

        def log_message(self, format: str, *_args: Any) -> None:  # noqa: A002 - as in the base class
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


def _linking(path: Path, address: str) -> None:
    """A DOCX that shows a picture which is not in the file but at an address."""
    import docx
    from docx.oxml.ns import qn

    Image.new("RGB", (200, 200), "white").save(path.with_suffix(".png"))
    document = docx.Document()
    document.add_paragraph("A picture from elsewhere:")
    document.add_picture(str(path.with_suffix(".png")))
    link = document.part.relate_to(address, _IMAGE, is_external=True)
    blip = next(iter(document.element.body.iter(qn("a:blip"))))
    del blip.attrib[qn("r:embed")]
    blip.set(qn("r:link"), link)
    document.save(str(path))


@prints
def test_a_file_reaches_no_server_and_no_other_file(tmp_path: Path, web: tuple[str, list[str]]) -> None:
    address, asked = web
    _linking(tmp_path / "web.docx", f"{address}/tracker.png")
    assert _print(tmp_path / "web.docx", tmp_path / "out") is not None
    assert asked == []

    secret = tmp_path / "secret.png"
    Image.new("RGB", (200, 200), (0, 200, 0)).save(secret)
    _linking(tmp_path / "local.docx", secret.as_uri())
    printed = _print(tmp_path / "local.docx", tmp_path / "out2")
    assert printed is not None
    with contextlib.closing(pypdfium2.PdfDocument(printed)) as document:
        colours = document[0].render().to_pil().convert("RGB").getcolors(1 << 20) or []
    assert (0, 200, 0) not in {colour for _, colour in colours}


@prints
def test_a_file_that_needs_more_memory_is_not_printed(tmp_path: Path) -> None:
    assert _print(_SAMPLES / "travel_policy.docx", tmp_path / "out", memory_mb=150) is None


# --- what a hang must not do ---


@pytest.fixture
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program called soffice, first on PATH, that starts another and waits for it, as the real one does."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "soffice").write_text("#!/bin/sh\nsleep 987654 &\nwait\n")
    (folder / "soffice").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder


def test_a_hang_ends_in_time_and_leaves_no_process(tmp_path: Path, hanging: Path) -> None:
    began = time.monotonic()
    assert _print(_SAMPLES / "travel_policy.docx", tmp_path / "out", seconds=1) is None
    assert time.monotonic() - began < 10
    assert _gone("987654")
    assert _gone(str(hanging))


def test_a_hang_costs_the_images_and_not_the_document(tmp_path: Path, hanging: Path) -> None:
    draft = Draft(items=[DraftText(kind=BlockKind.TEXT, text="A text")])
    settings = ParsingSettings.model_validate({"timeout_seconds": 8})
    began = time.monotonic()
    add_page_images(_SAMPLES / "travel_policy.docx", draft, settings, FolderSink(tmp_path), lambda _done, _total: None)
    # well before the parser process itself would be taken for dead
    assert time.monotonic() - began < 8
    assert draft.warnings == ["no page images: LibreOffice could not print the file"]
    assert (len(draft.items), draft.pages) == (1, [])
    assert _gone("987654")


def test_closing_the_pool_ends_a_print_too(tmp_path: Path, weights_path: Path, hanging: Path) -> None:
    settings = Settings.model_construct(
        home=tmp_path, weights_path=weights_path, parsing=ParsingSettings.model_validate({})
    )
    pool = ParserPool(settings, BlobStore(settings.blobs))
    with pool:
        path = _SAMPLES / "travel_policy.docx"
        future = pool.submit(path, content_sha256=sha256_bytes(path.read_bytes()), layout=Layout.VERTICAL)
        deadline = time.monotonic() + 120
        while not _started_here("987654"):
            assert time.monotonic() < deadline
            time.sleep(0.05)
    with pytest.raises(WorkerCrashError):
        future.result(10)
    assert _gone("987654")
