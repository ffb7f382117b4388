"""Bombs, loops and depths: each ends in a parse or one clear line, within bounded memory, and the next file is read."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from benchmarks.hostile_files import MADE
from bizrag.errors import BadInputError, BizragError
from bizrag.model.documents import Layout
from bizrag.model.parses import Parse
from bizrag.parsing.confined.workers import ParserPool

# What a refusal may take, and what reading may: half of what parsing.memory_mb allows.
_LOOK_MB = 700
_PARSE_MB = 1800
# This takes two processes to their limits; ``benchmarks.hostile`` has it.
_LONG = {"stream_bomb.pdf"}


def _read(parsers: ParserPool, path: Path) -> Parse | BizragError:
    """What the real way through both processes makes of a file."""
    try:
        parsers.looker.preview(path)
        return parsers.submit(path, content_sha256=path.name, layout=Layout.VERTICAL).result(120)
    except BizragError as error:
        return error


class _Peak:
    megabytes = 0.0


@contextmanager
def _memory_of_children() -> Generator[_Peak]:
    peak, ended = _Peak(), threading.Event()

    def look() -> None:
        while not ended.wait(0.05):
            peak.megabytes = max(peak.megabytes, sum(map(_resident_mb, psutil.Process().children(recursive=True))))

    before = sum(map(_resident_mb, psutil.Process().children(recursive=True)))
    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield peak
    finally:
        ended.set()
        thread.join()
        peak.megabytes -= before


def _resident_mb(process: psutil.Process) -> float:
    try:
        return float(process.memory_info().rss) / 1e6
    except psutil.NoSuchProcess:
        return 0.0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(MADE) - _LONG))
def test_a_bomb_ends_in_one_clear_line_and_costs_little(parsers: ParserPool, tmp_path: Path, name: str) -> None:
    make, line = MADE[name]
    path = tmp_path / name
    path.write_bytes(make())
    with _memory_of_children() as peak:
        found = _read(parsers, path)
    if line is not None:
        assert isinstance(found, BadInputError)
        assert line in str(found)
    if isinstance(found, BizragError):
        assert name in str(found)
        assert "\n" not in str(found)
    assert peak.megabytes < (_LOOK_MB if line is not None else _PARSE_MB)
    after = tmp_path / "after.txt"
    after.write_text("All is well.")
    sound = _read(parsers, after)
    assert isinstance(sound, Parse)
    assert sound.text == "All is well."
    assert not list(Path("/tmp").glob("bizrag-escaped*"))


def test_a_head_that_a_pattern_would_try_for_ever_is_read_at_once(tmp_path: Path) -> None:
    from bizrag.parsing.files.formats import detect_mime

    path = tmp_path / "comments.txt"
    path.write_bytes(b"<!---->" * 580)
    began = time.perf_counter()
    assert detect_mime(path) == "text/plain"
    path.write_bytes(b" <!-- a --> <!-- b -->\n<!DOCTYPE html><p>x</p>")
    assert detect_mime(path) == "text/html"
    assert time.perf_counter() - began < 20


def test_headings_under_headings_are_read_in_one_go(tmp_path: Path) -> None:
    from bizrag.parsing.plain_text.reader import parse_text

    path = tmp_path / "headings.txt"
    path.write_text("A heading\n=====\n" * 20_000)
    assert len(parse_text(path).items) == 20_000


@pytest.mark.parametrize("odd", [b"\x0c", b"\x01", b"&#12;", "\ufffe".encode(), b"\x1a"])
def test_a_control_character_costs_no_page(odd: bytes) -> None:
    from bizrag.parsing.web_pages.html_clean import clean_html

    # in a run, after one, and after what is taken out
    page = b"<p><b>ab%scd</b>ef%sgh</p><script></script>ij%skl" % (odd, odd, odd)
    cleaned = clean_html(page).decode()
    assert [part in cleaned for part in ("ab", "cdef", "gh", "ij", "kl")] == [True] * 5


@pytest.mark.parametrize("page", [b"<meta charset='klingon'><p>x</p>", b"<meta charset='hex'><p>x</p>"])
def test_an_encoding_that_does_not_exist_costs_no_page(page: bytes) -> None:
    from bizrag.parsing.web_pages.html_clean import clean_html

    assert b"<p>x</p>" in clean_html(page)
