"""Status, retry and forget over real folders, a real database and real Dagster runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from bizrag.errors import NotFoundError
from bizrag.model.variants import Variant
from bizrag.parsing.confined.workers import ParserPool
from bizrag.pipeline.runner import run_documents
from bizrag.pipeline.scan import scan
from bizrag.pipeline.services import Services
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import ChunkSettings, IndexSettings, ParsingSettings, Settings
from bizrag.sources.listing import list_source
from bizrag.store.forget import delete_unused, forget_documents, let_in_again
from orchestration import forgetting
from orchestration.cli.output import print_report
from orchestration.ingest import ingest, retry
from orchestration.instance import open_instance
from orchestration.status import read_status
from query import QueryService
from query.to_json import answer_to_json, hits_to_json
from sql import statement
from tests.made import write_page

pytestmark = pytest.mark.slow


@pytest.fixture
def partial(settings: Settings, parsers: ParserPool, parser_blobs: str, minilm: LocalEmbedder) -> Iterator[Services]:
    """Services that let documents with missing pages pass; images lie where the shared parser processes put them."""
    allowed = {"parsing": ParsingSettings(allow_partial=True), "blob_url": parser_blobs}
    with Services(settings.model_copy(update=allowed), parsers=parsers, embedders=[minilm]) as services:
        yield services


def rows(services: Services, table: str) -> int:
    with services.engine.connect() as conn:
        return int(conn.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


def pdf_with_a_giant_page(path: Path, *, what: str = "pump") -> None:
    """Three pages, the second larger than any PDF page may be: its layout is not analysed."""
    from reportlab.pdfgen.canvas import Canvas

    # no time of creation: the file is the same in each test and parsed once
    canvas = Canvas(str(path), pagesize=(595, 842), invariant=1)
    for number, size in enumerate([(595, 842), (15_000, 842), (595, 842)], 1):
        canvas.setPageSize(size)
        canvas.setFont("Helvetica", 12)
        for line in range(8):
            canvas.drawString(72, 760 - 16 * line, f"Section {number}: {what} {line} of hall {number} runs at 40 bar.")
        canvas.showPage()
    canvas.save()


def test_status_says_where_every_document_stands_and_why_work_is_due(
    services: Services, settings: Settings, notes: Path
) -> None:
    ingest(services, [str(notes)], collection="c")
    (notes / "note_6.txt").write_text("Note 6\n\nNobody has read this one yet.\n")
    with services.engine.begin() as conn:
        scan(conn, list_source(str(notes), collection="c"), collection="c")
    found = read_status(settings, with_documents=True)
    assert found["states"] == {"live": 4, "failed": 2, "waiting": 1}
    assert found["stale"] == [{"reason": "new, not read yet", "documents": 1}]
    failure = next(item for item in found["failed"] if item["doc"] == "note_1.txt")
    assert failure["error"] == "note_1.txt: the file is empty (0 bytes)"
    assert (failure["attempts"], failure["answers_with_old_version"], failure["tried_again"]) == (1, False, False)
    waiting = next(item for item in found["document_states"] if item["state"] == "waiting")
    assert (waiting["doc"], waiting["work"]) == ("note_6.txt", "new, not read yet")
    with services.engine.connect() as conn:
        number = conn.execute(text("SELECT document_no FROM document WHERE source_uri = 'note_6.txt'")).scalar_one()
        conn.execute(statement("try_lock_document"), {"document_no": number})
        assert read_status(settings)["stale"] == [{"reason": "an ingestion is at it now", "documents": 1}]
        conn.invalidate()

    smaller = settings.model_copy(update={"chunking": ChunkSettings(max_tokens=64)})
    found = read_status(smaller)
    assert {"reason": "chunks: code, model or settings changed", "documents": 4} in found["stale"]
    assert found["states"]["stale"] == 4


def test_a_failure_that_was_not_tried_again_is_told_as_one_of_an_earlier_run(
    services: Services, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    print_report(ingest(services, [str(notes)], collection="c"))
    assert "earlier run" not in capsys.readouterr().out
    again = ingest(services, [str(notes)], collection="c")
    assert [item["is_earlier"] for item in again.failed] == [True, True]
    print_report(again)
    shown = capsys.readouterr().out
    assert "note_1.txt (documents, in an earlier run): the file is empty (0 bytes)" in shown
    assert "what failed in an earlier run is left alone until the file or a setting changes" in shown


def test_a_folder_without_a_document_is_told(
    services: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    print_report(ingest(services, [str(folder)], collection="c"))
    assert f"! no document in {folder}\n" in capsys.readouterr().out


def test_a_document_that_lacked_a_key_is_tried_again(
    settings: Settings, notes: Path, parsers: ParserPool, minilm: LocalEmbedder
) -> None:
    without = settings.model_copy(update={"indexes": {"tried": IndexSettings(variant=Variant.TCMIE)}})
    with Services(without, parsers=parsers, embedders=[minilm]) as keyless:
        failed = ingest(keyless, [str(notes / "note_0.txt")], collection="c").failed
    assert "no key for the embedding model" in failed[0]["error"]
    assert [item["tried_again"] for item in read_status(without)["failed"]] == [True]


def test_retry_tries_failed_documents_again_and_only_those(services: Services, notes: Path) -> None:
    ingest(services, [str(notes)], collection="c")
    again = retry(services)
    assert [item["doc"] for item in again.failed] == ["note_1.txt", "note_4.txt"]
    assert again.stage_seconds.keys() == {"documents"}
    one = retry(services, ["note_4.txt"])
    assert [item["doc"] for item in one.failed] == ["note_4.txt"]
    with services.engine.connect() as conn:
        attempts = conn.execute(text("SELECT attempts FROM stage_state WHERE status = 'failed' ORDER BY document_no"))
        assert list(attempts.scalars()) == [2, 3]
    (notes / "note_1.txt").write_text("Note 1\n\nNow there is something to read.\n")
    mended = retry(services, ["note_1"])
    assert (mended.failed, mended.added) == ([], 1)
    with pytest.raises(NotFoundError, match=r"nothing to retry: note_0\.txt did not fail"):
        retry(services, ["note_0.txt"])
    with pytest.raises(NotFoundError, match="no document 'nowhere'"):
        retry(services, ["nowhere"])


def test_an_index_that_the_settings_name_no_more_fails_nothing_any_more(
    services: Services, settings: Settings, notes: Path, parsers: ParserPool, minilm: LocalEmbedder
) -> None:
    """A variant was tried whose model cannot be had, and taken out of the settings again."""
    tried = settings.model_copy(update={"indexes": {**settings.indexes, "tried": IndexSettings(variant=Variant.TCMIE)}})
    with Services(tried, parsers=parsers, embedders=[minilm]) as both:
        failed = ingest(both, [str(notes)], collection="c").failed
    assert [item["doc"] for item in failed] == [f"note_{number}.txt" for number in range(6)]
    assert "no key for the embedding model" in failed[0]["error"]

    empty = ["note_1.txt", "note_4.txt"]
    assert [item["doc"] for item in ingest(services, [str(notes)], collection="c").failed] == empty
    assert [item["doc"] for item in read_status(settings)["failed"]] == empty
    assert len(read_status(tried)["failed"]) == 6
    with pytest.raises(NotFoundError, match=r"note_0\.txt did not fail"):
        retry(services, ["note_0.txt"])


def test_an_old_version_that_answers_says_so(services: Services, settings: Settings, notes: Path) -> None:
    ingest(services, [str(notes)], collection="c")
    (notes / "note_0.txt").write_bytes(b"")
    ingest(services, [str(notes)], collection="c")
    assert read_status(settings)["states"] == {"live": 3, "failed": 2, "outdated": 1}
    with QueryService(settings) as service:
        hits = hits_to_json(service.search("pump in hall 0"))
        answer = answer_to_json(service.ask("When was the pump in hall 0 serviced?"))
    (note,) = next(hit["notes"] for hit in hits if hit["doc"] == "note_0.txt")
    assert note.endswith("bringing it up to date failed at documents (note_0.txt: the file is empty (0 bytes))")
    assert all(hit["notes"] == [] for hit in hits if hit["doc"] != "note_0.txt")
    assert {"doc": "note_0.txt", "note": note} in answer["notes"]


def test_a_forgotten_document_leaves_nothing_and_stays_out_until_it_is_let_in(
    partial: Services, tmp_path: Path
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    # no other test has its images
    pdf_with_a_giant_page(folder / "pumps.pdf", what="valve")
    (folder / "note.txt").write_text("Note\n\nThe boiler was serviced in May.\n")
    # those that other tests left would go with the ingestion
    delete_unused(partial.engine, partial.blobs)
    before = set(partial.blobs.iterate())
    ingest(partial, [str(folder)], collection="c")
    assert set(partial.blobs.iterate()) > before
    found = forgetting.forget(partial, forgetting.find(partial, ["pumps"], collection=None))
    assert found.still_there == ["pumps.pdf"]
    assert found.deleted["parses"] == found.deleted["contents"] == 1
    assert set(partial.blobs.iterate()) == before
    tables = ("document", "content", "classification", "parse", "chunk_set", "index_document")
    assert {table: rows(partial, table) for table in tables} == dict.fromkeys(tables, 1)
    with open_instance(partial.settings) as instance:
        assert instance.get_dynamic_partitions("documents") == ["c/note.txt"]
    assert rows(partial, "dagster.event_logs WHERE partition = 'c/pumps.pdf'") == 0
    assert rows(partial, "dagster.event_logs WHERE partition = 'c/note.txt'") > 0

    again = ingest(partial, [str(folder)], collection="c")
    assert (again.kept_out, again.listed, again.deleted) == (["pumps.pdf"], 1, 0)
    assert not +again.calls
    with partial.engine.begin() as conn:
        assert let_in_again(conn, "pumps.pdf") == ["pumps.pdf"]
    assert ingest(partial, [str(folder)], collection="c").added == 1


def test_a_partial_parse_fails_unless_it_is_allowed_and_then_every_answer_says_so(
    partial: Services, minilm: LocalEmbedder, tmp_path: Path
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    pdf_with_a_giant_page(folder / "pumps.pdf")
    strictly = partial.settings.model_copy(update={"parsing": ParsingSettings()})
    with Services(strictly, parsers=partial.parsers, embedders=[minilm]) as strict:
        (refused,) = ingest(strict, [str(folder)], collection="c").failed
        assert refused["stage"] == "pages"
        assert refused["error"].startswith(
            "pumps.pdf: 1 of 3 pages failed (2); page 2: it is larger than any PDF page may be"
        )
        report = ingest(partial, [str(folder)], collection="c")
        assert (report.failed, report.calls["parse"]) == ([], 1)
        with QueryService(partial.settings) as service:
            hits = service.search("pump of hall 2")
            assert {page for hit in hits for page in hit.page_nos} == {1, 2, 3}
            assert {hit.notes for hit in hits} == {("1 of 3 pages are missing or incomplete: 2",)}
        # no longer allowed: the document has failed again
        assert [item["stage"] for item in ingest(strict, [str(folder)], collection="c").failed] == ["pages"]


def test_a_document_that_is_forgotten_while_others_are_worked_on_does_no_harm(services: Services, notes: Path) -> None:
    with services.engine.begin() as conn:
        listed = scan(conn, list_source(str(notes), collection="c"), collection="c").listed
    events = run_documents(services, listed)
    first = next(events).document.document_no
    victim = listed[-1]
    assert victim != first
    forget_documents(services.engine, [victim])
    seen = {event.document.document_no for event in events}
    assert victim not in seen
    assert rows(services, "index_document") == 3


def test_status_promises_another_try_where_a_setting_has_changed(
    settings: Settings, services: Services, tmp_path: Path
) -> None:
    """A document that lacks pages fails for good, until the setting lets it pass."""
    folder = tmp_path / "docs"
    folder.mkdir()
    pdf_with_a_giant_page(folder / "plan.pdf", what="gauge")
    (failure,) = ingest(services, [str(folder)], collection="c").failed
    assert failure["stage"] == "pages"
    assert [item["tried_again"] for item in read_status(settings)["failed"]] == [False]
    allowed = settings.model_copy(update={"parsing": ParsingSettings(allow_partial=True)})
    assert [item["tried_again"] for item in read_status(allowed)["failed"]] == [True]


def test_an_old_version_that_answered_beside_a_broken_one_leaves_no_parse(services: Services, tmp_path: Path) -> None:
    """It would pass for one that an estimate made ahead: nothing but it remembers its bytes."""
    path = tmp_path / "docs" / "plan.pdf"
    path.parent.mkdir()
    write_page(path)
    assert ingest(services, [str(path.parent)], collection="c").failed == []
    pdf_with_a_giant_page(path, what="lamp")
    assert len(ingest(services, [str(path.parent)], collection="c").failed) == 1
    assert rows(services, "parse") == 1
    write_page(path, num_pages=2)
    assert ingest(services, [str(path.parent)], collection="c").failed == []
    assert rows(services, "parse") == 1
