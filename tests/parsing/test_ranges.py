"""A PDF parsed in ranges of pages gives the parse that it gives in one piece; an error of a range is the document's."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

from bizrag.errors import WorkerCrashError
from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_bytes
from bizrag.model.parses import BlockKind
from bizrag.parsing.confined.workers import ParserPool
from bizrag.parsing.draft import Draft, DraftPage, DraftText
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.ranges import JoinedParse
from bizrag.settings import ParsingSettings, Settings

REPORT = Path(__file__).parents[2] / "samples" / "docs" / "annual_report_2025.pdf"
PAGES = 8


def part(page_no: int, heading: str, letter_pt: float) -> Draft:
    items = [DraftText(kind=BlockKind.HEADING, text=heading, page_no=page_no, letter_pt=letter_pt)]
    return Draft(items=list(items), pages=[DraftPage(page_no=page_no, width_pt=595, height_pt=842)])


def test_levels_of_headings_are_told_from_all_ranges_together() -> None:
    joined = JoinedParse(ParsingSettings(), "sha", Layout.VERTICAL, None)
    parts: list[Future[Draft]] = [Future(), Future()]
    joined.expect(parts, 2)
    parts[1].set_result(part(2, "Pumps", 12.0))  # the later range may end first
    assert not joined.future.done()
    parts[0].set_result(part(1, "Annual report", 20.0))
    parse = joined.future.result(0)
    assert [(block.text, block.level) for block in parse.blocks] == [("Annual report", 1), ("Pumps", 2)]
    assert [page.page_no for page in parse.pages] == [1, 2]


def test_a_range_that_fails_fails_the_document_and_cancels_the_rest() -> None:
    joined = JoinedParse(ParsingSettings(), "sha", Layout.VERTICAL, None)
    parts: list[Future[Draft]] = [Future(), Future(), Future()]
    joined.expect(parts, 3)
    parts[0].set_running_or_notify_cancel()
    parts[1].set_exception(WorkerCrashError("x.pdf: the parser process died"))
    with pytest.raises(WorkerCrashError):
        joined.future.result(0)
    assert parts[2].cancelled()
    parts[0].set_result(Draft())  # too late: nothing happens


def test_progress_counts_the_pages_of_all_ranges() -> None:
    heard: list[tuple[int, int]] = []
    lock = threading.Lock()

    def on_page(done: int, total: int) -> None:
        with lock:
            heard.append((done, total))

    joined = JoinedParse(ParsingSettings(), "sha", Layout.VERTICAL, on_page)
    joined.expect([Future(), Future()], 9)
    first, second = joined.listener(0), joined.listener(1)
    assert first is not None
    assert second is not None
    first(3, 5)
    second(1, 4)
    assert heard == [(3, 9), (4, 9)]


@pytest.mark.slow
def test_a_report_is_the_same_in_ranges_and_in_one_piece(
    parsers: ParserPool, weights_path: Path, tmp_path: Path
) -> None:
    settings = Settings.model_validate({"weights_path": weights_path, "parsing": {"split_pages": 3}})
    # as the tests that ingest the report say it: one of them may have parsed it before
    digest = sha256_bytes(REPORT.read_bytes())
    whole = parsers.submit(REPORT, content_sha256=digest, layout=Layout.VERTICAL, pdf_pages=PAGES)
    with ParserPool(settings, FolderSink(tmp_path)) as pool:
        ranges = pool.submit(REPORT, content_sha256=digest, layout=Layout.VERTICAL, pdf_pages=PAGES).result(600)
    expected = whole.result(600)
    assert len(expected.pages) == PAGES
    assert len(expected.tables) > 5
    assert replace(ranges, seconds={}) == replace(expected, seconds={})
