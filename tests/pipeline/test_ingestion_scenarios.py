"""What is done when a folder changes: exactly the necessary calls, nothing stale, nothing lost.

Folders, database, parser processes, models and Dagster are real.
"""

from __future__ import annotations

import io
import shutil
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import text

from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_json
from bizrag.model.retrieval import Retriever, SearchFilter
from bizrag.parsing.parser import parser_fingerprint
from bizrag.parsing.preview import PREVIEWER
from bizrag.pipeline.batch import Batch
from bizrag.pipeline.events import EventStatus, StageEvent
from bizrag.pipeline.runner import run_documents
from bizrag.pipeline.scan import scan
from bizrag.pipeline.services import Services
from bizrag.pipeline.stages import StageName
from bizrag.pipeline.versions import stage_versions
from bizrag.providers.embedding import Vectors
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.retrieval.retriever import HybridRetriever
from bizrag.settings import ChunkSettings, OcrEngine, Settings
from bizrag.sources.listing import list_source
from bizrag.sources.reading import content_sha256
from orchestration.estimating import estimate
from orchestration.ingest import ingest
from orchestration.report import IngestListener, IngestReport
from sql import statement

pytestmark = pytest.mark.slow


def run(services: Services, folder: Path) -> IngestReport:
    report = ingest(services, [str(folder)], collection="c")
    assert (report.stale, report.orphaned) == (0, 0)
    return report


def counts(report: IngestReport) -> dict[str, int]:
    return report.to_json()["documents"]


def found(services: Services, question: str) -> list[str]:
    retriever = HybridRetriever(services.engine, services.embedders, services.settings)
    hits = retriever.retrieve(question, index="default", filters=SearchFilter(), retriever=Retriever.HYBRID, top_k=20)
    return [hit.doc for hit in hits]


def count(services: Services, table: str) -> int:
    with services.engine.connect() as conn:
        return int(conn.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


def test_a_cold_run_does_everything_once_and_the_next_run_nothing(services: Services, corpus: Path) -> None:
    first = run(services, corpus)
    assert counts(first) == {"added": 4, "changed": 0, "unchanged": 0, "deleted": 0, "failed": 0}
    assert first.calls["parse"] == 4
    assert first.calls["embed_texts"] == count(services, "embedding") > 0
    second = run(services, corpus)
    assert counts(second) == {"added": 0, "changed": 0, "unchanged": 4, "deleted": 0, "failed": 0}
    assert not second.calls
    assert found(services, "Which road is closed?")[0] == "roads.html"


def test_content_that_an_older_version_looked_at_is_looked_at_anew(
    services: Services, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        for module in ("previews", "versions"):
            before.setattr(f"bizrag.pipeline.{module}.PREVIEWER", "pdfium-0")
        run(services, corpus)
    second = run(services, corpus)
    with services.engine.connect() as conn:
        previewers = conn.execute(text("SELECT DISTINCT preview ->> 'previewer' FROM content")).scalars().all()
    assert previewers == [PREVIEWER]
    # what is seen is as it was, so nothing follows
    assert (counts(second)["unchanged"], dict(second.calls)) == (4, {})


def test_a_changed_document_alone_is_done_again(services: Services, corpus: Path) -> None:
    run(services, corpus)
    (corpus / "apples.txt").write_text("Apples\n\nThe orchard at Linden Hill grew 555 tons of apples in 2025.\n")
    report = run(services, corpus)
    assert counts(report) == {"added": 0, "changed": 1, "unchanged": 3, "deleted": 0, "failed": 0}
    assert report.calls["parse"] == 1
    with services.engine.connect() as conn:
        live = conn.execute(text("SELECT text FROM chunk JOIN index_document USING (chunk_set_id)")).scalars().all()
    assert any("555 tons" in item for item in live)
    assert not any("412 tons" in item for item in live)
    # and nothing of the old version is kept
    assert count(services, "chunk_set") == count(services, "parse") == count(services, "document") == 4


def test_a_touched_document_is_read_again_and_nothing_else_happens(services: Services, corpus: Path) -> None:
    run(services, corpus)
    content = (corpus / "apples.txt").read_bytes()
    (corpus / "apples.txt").unlink()
    (corpus / "apples.txt").write_bytes(content)
    report = run(services, corpus)
    assert counts(report) == {"added": 0, "changed": 0, "unchanged": 4, "deleted": 0, "failed": 0}
    assert not +report.calls


def test_an_emptied_folder_deletes_its_documents_only_when_that_is_said(services: Services, corpus: Path) -> None:
    """A share that is not mounted is an empty folder."""
    run(services, corpus)
    for file in corpus.iterdir():
        file.unlink()
    refused = run(services, corpus)
    assert counts(refused) == {"added": 0, "changed": 0, "unchanged": 0, "deleted": 0, "failed": 1}
    assert "no file is there any more, and the 4 documents of it were kept" in refused.failed[0]["error"]
    assert count(services, "document") == 4
    wanted = ingest(services, [str(corpus)], collection="c", allow_empty=True)
    assert (wanted.deleted, wanted.failed, count(services, "document")) == (4, [], 0)


def test_a_deleted_document_leaves_no_row_and_no_answer(services: Services, corpus: Path) -> None:
    run(services, corpus)
    (corpus / "pears.txt").unlink()
    report = run(services, corpus)
    assert counts(report) == {"added": 0, "changed": 0, "unchanged": 3, "deleted": 1, "failed": 0}
    assert not report.calls
    assert "pears.txt" not in found(services, "price of pears at the Marden market")
    for table in ("document", "content", "classification", "parse", "chunk_set", "index_document"):
        assert count(services, table) == 3, table
    with services.engine.connect() as conn:
        unused = "SELECT count(*) FROM embedding WHERE input_sha256 NOT IN (SELECT input_sha256 FROM chunk_input)"
        assert conn.execute(text(unused)).scalar_one() == 0


def test_a_renamed_document_is_not_parsed_again(services: Services, corpus: Path) -> None:
    run(services, corpus)
    (corpus / "roads.html").rename(corpus / "streets.html")
    report = run(services, corpus)
    assert counts(report) == {"added": 1, "changed": 0, "unchanged": 3, "deleted": 1, "failed": 0}
    assert report.calls["parse"] == 0
    assert found(services, "Which road is closed?")[0] == "streets.html"


def test_the_same_content_twice_is_parsed_and_embedded_once(services: Services, corpus: Path) -> None:
    (corpus / "again").mkdir()
    shutil.copy(corpus / "apples.txt", corpus / "again" / "apples.txt")
    report = run(services, corpus)
    assert counts(report)["added"] == 5
    assert report.calls["parse"] == 4
    assert report.calls["embed_texts"] == count(services, "embedding")
    assert {"apples.txt", "again/apples.txt"} <= set(found(services, "tons of apples at Linden Hill"))


def test_bytes_written_while_a_file_is_read_are_kept_under_no_other_hash(services: Services, corpus: Path) -> None:
    apples = corpus / "apples.txt"
    first, second = apples.read_text(), "Apples\n\nThe orchard at Linden Hill grew 555 tons of apples in 2025.\n"
    with services.engine.begin() as conn:
        scanned = scan(conn, list_source(str(apples), collection="c"), collection="c")
    seen: list[tuple[StageName, EventStatus, str | None]] = []
    for event in run_documents(services, scanned.listed):
        if event.stage is StageName.CLASSIFICATIONS:  # its parse has not begun
            apples.write_text(second)
        seen.append((event.stage, event.status, event.error))
    assert seen[-1][:2] == (StageName.PAGES, EventStatus.FAILED)
    assert "apples.txt: it changed while it was read" in str(seen[-1][2])
    assert count(services, "parse") == 0
    assert "555 tons" in live_text(services, run(services, corpus))
    # the old bytes again: what was read in between does not answer for them
    apples.write_text(first)
    assert "412 tons" in live_text(services, run(services, corpus))


def live_text(services: Services, report: IngestReport) -> str:
    assert report.failed == []
    with services.engine.connect() as conn:
        return "\n".join(
            conn.execute(text("SELECT c.text FROM chunk c JOIN index_document USING (chunk_set_id)")).scalars()
        )


def test_a_moved_document_answers_until_it_answers_in_its_new_place(services: Services, corpus: Path) -> None:
    run(services, corpus)
    (corpus / "fruit").mkdir()
    (corpus / "apples.txt").rename(corpus / "fruit" / "apples.txt")
    answering: list[list[str]] = []

    class Listener(IngestListener):
        def event(self, event: StageEvent) -> None:
            if event.stage is StageName.DOCUMENTS:
                answering.append(found(services, "How many tons of apples grew at Linden Hill?"))

    report = ingest(services, [str(corpus)], collection="c", listener=Listener())
    assert [docs[0] for docs in answering] == ["apples.txt"]
    assert counts(report) == {"added": 1, "changed": 0, "unchanged": 3, "deleted": 1, "failed": 0}
    assert (report.calls["parse"], report.calls["embed_texts"]) == (0, 0)
    assert count(services, "document") == 4
    hits = found(services, "How many tons of apples grew at Linden Hill?")
    assert hits[0] == "fruit/apples.txt"
    assert "apples.txt" not in hits


def test_a_file_that_is_away_for_a_while_is_tried_again(services: Services, corpus: Path, tmp_path: Path) -> None:
    """A share that is lost between the listing and the reading: its files come back as they were."""
    with services.engine.begin() as conn:
        scanned = scan(conn, list_source(str(corpus), collection="c"), collection="c")
    away = corpus.rename(tmp_path / "away")
    events = list(run_documents(services, scanned.listed))
    assert {event.status for event in events} == {EventStatus.FAILED}
    assert all("no such file; it was moved or deleted" in str(event.error) for event in events)
    away.rename(corpus)
    report = run(services, corpus)
    assert report.failed == []
    assert count(services, "index_document") == 4


def test_a_copy_that_another_process_parses_is_waited_for(
    services: Services, settings: Settings, corpus: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    shutil.copytree(corpus, other)
    with (
        Services(settings, parsers=services.parsers, embedders=[services.embedders.packaged()]) as second,
        ThreadPoolExecutor(2) as both,
    ):
        one = both.submit(documents_through, services, corpus, "c")
        two = both.submit(documents_through, second, other, "d")
        calls = one.result() + two.result()
    assert calls["parse"] == 4
    assert calls["embed_texts"] == count(services, "embedding")
    assert count(services, "index_document") == 8


def documents_through(services: Services, folder: Path, collection: str) -> Counter[str]:
    """A run as another process has it: a connection, locks and claims of its own."""
    with services.engine.begin() as conn:
        scanned = scan(conn, list_source(str(folder), collection=collection), collection=collection)
    calls: Counter[str] = Counter()
    for event in run_documents(services, scanned.listed):
        assert event.status is not EventStatus.FAILED, event.error
        calls.update(event.calls)
    return calls


def test_new_chunk_settings_chunk_again_and_parse_nothing(services: Services, corpus: Path, settings: Settings) -> None:
    run(services, corpus)
    smaller = settings.model_copy(update={"chunking": ChunkSettings(max_tokens=64)})
    with Services(smaller, parsers=services.parsers, embedders=[services.embedders.text("default")]) as changed:
        report = run(changed, corpus)
    assert counts(report)["unchanged"] == 4
    assert report.calls["parse"] == 0
    assert count(services, "chunk_set") == 4


def test_tables_stay_when_documents_are_parsed_anew_and_chunked_later(
    services: Services, corpus: Path, settings: Settings
) -> None:
    """A new parser that says the same stops chunks, and still owns the descriptions that later ones are made of."""
    table = "<table><tr><th>Road</th><th>km</th></tr><tr><td>Esk</td><td>7</td></tr></table>"
    (corpus / "roads.html").write_text(f"<h1>Roads</h1><p>The road to Esk Bridge is closed.</p>{table}")
    run(services, corpus)
    # of the four formats HTML alone may have pictures to read
    parsing = settings.parsing.model_copy(update={"ocr_engine": OcrEngine.RAPIDOCR})
    other = settings.model_copy(update={"parsing": parsing})
    with Services(other) as parsed:
        report = run(parsed, corpus)
    assert (report.calls["parse"], report.calls["embed_texts"]) == (1, 0)
    with Services(other.model_copy(update={"chunking": ChunkSettings(max_tokens=64)})) as chunked:
        assert run(chunked, corpus).calls["parse"] == 0
    with services.engine.connect() as conn:
        live = conn.execute(text("SELECT kind, text FROM chunk JOIN index_document USING (chunk_set_id)")).all()
    tables = " ".join(said for kind, said in live if kind == "table")
    assert "Esk: km 7" in tables
    assert "2024: tons 64" in tables


def test_unreadable_files_are_named_and_the_others_are_indexed(services: Services, corpus: Path) -> None:
    (corpus / "empty.pdf").write_bytes(b"")
    (corpus / "cut.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog")
    # a name without a type: its bytes decide
    (corpus / "cut").write_bytes(b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog")
    report = run(services, corpus)
    assert counts(report) == {"added": 4, "changed": 0, "unchanged": 0, "deleted": 0, "failed": 3}
    lines = {item["doc"]: item["error"] for item in report.failed}
    assert set(lines) == {"empty.pdf", "cut.pdf", "cut"}
    assert all(name in line and "\n" not in line for name, line in lines.items())
    # the same files again: named again, not tried again
    again = run(services, corpus)
    assert [item["doc"] for item in again.failed] == [item["doc"] for item in report.failed]
    assert not again.stage_seconds


def test_files_of_other_types_are_skipped_in_a_folder_and_refused_by_name(services: Services, corpus: Path) -> None:
    for name in ("plan.ods", "list.dat", "old/list.DAT"):
        (corpus / name).parent.mkdir(exist_ok=True)
        (corpus / name).write_text("a,b\n1,2\n")
    report = run(services, corpus)
    assert counts(report) == {"added": 4, "changed": 0, "unchanged": 0, "deleted": 0, "failed": 0}
    assert report.to_json()["skipped"] == ["list.dat", "old/list.DAT", "plan.ods"]
    assert count(services, "document") == 4
    named = ingest(services, [str(corpus / "plan.ods")], collection="c")
    assert [item["doc"] for item in named.failed] == ["plan.ods"]
    assert "format not supported" in named.failed[0]["error"]


def test_a_file_without_a_suffix_is_read_or_skipped_by_its_bytes(services: Services, corpus: Path) -> None:
    (corpus / "LICENSE").write_text("Permission is granted to all.")
    (corpus / "ferries").write_text("<!DOCTYPE html><p>The ferry to Orme leaves at noon.</p>")
    report = run(services, corpus)
    assert (counts(report)["added"], counts(report)["failed"], report.skipped) == (5, 0, ["LICENSE"])
    assert found(services, "When does the ferry leave?")[0] == "ferries"
    named = ingest(services, [str(corpus / "LICENSE")], collection="c")
    assert [item["doc"] for item in named.failed] == ["LICENSE"]
    # what was read stays a document whatever becomes of it
    (corpus / "ferries").write_bytes(b"MZ\x90\x00" + bytes(200))
    report = run(services, corpus)
    assert [item["doc"] for item in report.failed] == ["ferries"]
    assert found(services, "When does the ferry leave?")[0] == "ferries"


def test_a_file_of_another_type_that_is_named_and_read_goes_on_answering(services: Services, corpus: Path) -> None:
    (corpus / "notice.aspx").write_text("<!DOCTYPE html><p>The ferry to Orme leaves at noon.</p>")
    assert run(services, corpus).skipped == ["notice.aspx"]
    assert ingest(services, [str(corpus / "notice.aspx")], collection="c").added == 1
    report = run(services, corpus)
    assert (report.deleted, report.skipped) == (0, [])
    assert found(services, "When does the ferry leave?")[0] == "notice.aspx"


def test_a_document_that_breaks_keeps_its_last_good_version(services: Services, corpus: Path) -> None:
    run(services, corpus)
    (corpus / "roads.html").write_bytes(b"")
    report = run(services, corpus)
    assert counts(report) == {"added": 0, "changed": 0, "unchanged": 3, "deleted": 0, "failed": 1}
    assert found(services, "Which road is closed?")[0] == "roads.html"
    (corpus / "roads.html").write_text("<p>The road to Esk Bridge was opened in June.</p>")
    repaired = run(services, corpus)
    assert counts(repaired) == {"added": 0, "changed": 1, "unchanged": 3, "deleted": 0, "failed": 0}


def test_a_folder_around_the_home_is_ingested_without_what_bizrag_keeps_there(
    services: Services, corpus: Path, tmp_path: Path
) -> None:
    """The database, the page images and the weights lie there; documents may lie beside them."""
    logs = tmp_path / "home" / "dagster"
    logs.mkdir(parents=True, exist_ok=True)
    (logs / "notes.txt").write_text("A file of ours.")
    (tmp_path / "home" / "report.txt").write_text("Net sales grew by four per cent.")
    expected = estimate(services, [str(tmp_path), str(logs)], collection="c").to_json()
    assert expected["documents"]["added"] == 5
    assert "home/dagster" in expected["left_out"]
    assert [line.partition(": ")[2][:8] for line in expected["missing"]] == ["lies in "]
    report = ingest(services, [str(tmp_path), str(logs)], collection="c")
    assert counts(report)["added"] == 5
    assert "home/dagster" in report.to_json()["left_out"]
    assert [item["error"].partition(", where")[0] for item in report.failed] == [f"{logs}: lies in {logs}"]


def test_a_missing_folder_fails_alone(services: Services, corpus: Path, tmp_path: Path) -> None:
    report = ingest(services, [str(tmp_path / "nowhere"), str(corpus)], collection="c")
    assert counts(report)["added"] == 4
    assert [item["stage"] for item in report.failed] == ["source"]


def test_a_folder_without_a_document_is_named(services: Services, corpus: Path, tmp_path: Path) -> None:
    """A misspelt folder may be there; numbers that are all 0 do not tell it from one that is up to date."""
    other = tmp_path / "other"
    (other / "old").mkdir(parents=True)
    report = ingest(services, [str(other), str(corpus)], collection="c")
    assert report.to_json()["empty"] == [str(other)]
    assert (counts(report)["added"], report.failed) == (4, [])
    assert run(services, corpus).empty == []


@pytest.mark.parametrize("collection", ["", " ", "a\nb"])
def test_a_collection_needs_a_name(services: Services, corpus: Path, collection: str) -> None:
    report = ingest(services, [str(corpus)], collection=collection)
    assert [item["error"] for item in report.failed] == [
        f"{collection!r} is no name for a collection: take letters that can be seen"
    ]
    assert count(services, "document") == 0


def test_an_interrupted_run_goes_on_where_it_stopped(services: Services, corpus: Path) -> None:
    from bizrag.pipeline.runner import run_documents
    from bizrag.pipeline.scan import scan
    from bizrag.sources.listing import list_source

    with services.engine.begin() as conn:
        numbers = scan(conn, list_source(str(corpus), collection="c"), collection="c").listed
    events = run_documents(services, numbers)
    stopped_after = [next(events) for _ in range(9)]
    events.close()
    parsed = sum(event.calls.get("parse", 0) for event in stopped_after)
    kept, live = count(services, "parse"), count(services, "index_document")
    assert kept >= parsed  # what was through when it was closed counts, whether its event was read or not
    report = run(services, corpus)
    assert report.calls["parse"] == 4 - kept
    assert count(services, "index_document") == 4
    # those that the run made live, whoever had read them
    assert (report.added, report.unchanged) == (4 - live, live)


def test_a_run_that_is_ended_waits_for_the_vectors_under_way_and_keeps_them(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    halls = {hall: " ".join(f"Pump {hall}-{n} runs at {n} bar." for n in range(60)) for hall in "abcdef"}
    (folder / "halls.md").write_text("\n\n".join(f"# Hall {hall}\n\n{said}" for hall, said in halls.items()))
    with services.engine.begin() as conn:
        numbers = scan(conn, list_source(str(folder), collection="c"), collection="c").listed
    monkeypatch.setattr("bizrag.pipeline.embed._SLICE_TEXTS", 1)
    is_embedding, is_ending = threading.Event(), threading.Event()
    embed, stop = LocalEmbedder.embed, Batch.stop

    def embed_once_told(embedder: LocalEmbedder, texts: Sequence[str]) -> Vectors:
        is_embedding.set()
        assert is_ending.wait(60)
        return embed(embedder, texts)

    def stop_and_tell(batch: Batch) -> None:
        stop(batch)
        is_ending.set()

    monkeypatch.setattr(LocalEmbedder, "embed", embed_once_told)
    monkeypatch.setattr(Batch, "stop", stop_and_tell)
    events = run_documents(services, numbers)
    while next(events).stage is not StageName.CHUNKS:
        pass
    assert is_embedding.wait(60)
    events.close()
    assert (count(services, "embedding"), count(services, "index_document")) == (1, 0)
    report = run(services, folder)
    assert report.calls["embed_texts"] == count(services, "embedding") - 1 > 2
    assert count(services, "index_document") == 1


def test_a_change_that_an_interrupted_run_read_is_counted_where_it_answers(services: Services, corpus: Path) -> None:
    run(services, corpus)
    (corpus / "apples.txt").write_text("Apples\n\nThe orchard at Linden Hill grew 555 tons of apples in 2025.\n")
    with services.engine.begin() as conn:
        numbers = scan(conn, list_source(str(corpus / "apples.txt"), collection="c"), collection="c").listed
    events = run_documents(services, numbers, stages=frozenset({StageName.DOCUMENTS}))
    assert [event.status for event in events] == [EventStatus.DONE]
    assert counts(run(services, corpus)) == {"added": 0, "changed": 1, "unchanged": 3, "deleted": 0, "failed": 0}


def test_what_takes_long_is_told(services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from reportlab.pdfgen.canvas import Canvas

    from bizrag.pipeline import runner
    from bizrag.pipeline.events import Wait
    from bizrag.pipeline.scan import scan
    from bizrag.sources.listing import list_source

    monkeypatch.setattr(runner, "WAIT_SECONDS", 0.02)
    fruits = {"pears.pdf": "Pears ripen in October.", "plums.pdf": "Plums ripen in August."}
    for name, sentence in fruits.items():
        canvas = Canvas(str(tmp_path / name))
        canvas.drawString(72, 740, sentence)
        canvas.save()
    heard: list[Wait] = []
    parsing: list[set[str]] = []
    is_parsing_told = threading.Event()

    def hear(waits: Sequence[Wait]) -> None:
        heard.extend(waits)
        if told := {wait.document for wait in waits if wait.stage is StageName.PAGES}:
            parsing.append(told)
        if len(parsing) == 10:
            is_parsing_told.set()

    with services.engine.begin() as conn:
        numbers = scan(conn, list_source(str(tmp_path), collection="c"), collection="c").listed

    # The parse ends only when its listener returns, and that is once the wait for it was told often enough.
    def hold(_document: str, _done: int, _total: int) -> None:
        is_parsing_told.wait(60)

    for _ in runner.run_documents(services, numbers, on_page=hold, on_wait=hear):
        pass
    assert is_parsing_told.is_set()
    assert {wait.document for wait in heard} == set(fruits)
    assert all(wait.seconds >= 0.02 for wait in heard)
    # one parser: while it is held the other document queues, and nobody is told that it was being parsed
    assert all(len(told) == 1 for told in parsing[:10])


@pytest.mark.parametrize("what", ["document", "output"])
def test_a_document_that_another_run_works_on_is_told_as_such(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """The other run has the document itself, or parses the same bytes under another name."""
    from bizrag.pipeline import runner
    from bizrag.pipeline.events import Wait
    from orchestration.progress import told

    monkeypatch.setattr(runner, "WAIT_SECONDS", 0.02)
    (tmp_path / "apples.txt").write_text("Apples\n\nForty tons grew at Linden Hill.\n")
    with services.engine.begin() as conn:
        (number,) = scan(conn, list_source(str(tmp_path), collection="c"), collection="c").listed
    parser = parser_fingerprint(services.settings.parsing, Layout.VERTICAL, "text/plain")
    content = content_sha256(tmp_path / "apples.txt")
    parse_id = sha256_json([content, parser])[:32]
    other = services.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    other.execute(statement(f"try_lock_{what}"), {"document_no": number, "output": parse_id})
    heard: list[Wait] = []

    def hear(waits: Sequence[Wait]) -> None:
        heard.extend(wait for wait in waits if wait.is_elsewhere)
        if heard and not other.closed:
            other.invalidate()
            other.close()

    events = list(runner.run_documents(services, [number], on_wait=hear))
    assert [event.status for event in events] == [EventStatus.DONE] * 7
    assert told(heard[0]).startswith("waiting for apples.txt, which another run is working on, for ")


def test_where_nothing_can_be_drawn_a_line_says_what_takes_long() -> None:
    from rich.console import Console

    from bizrag.pipeline.events import Wait
    from orchestration.progress import ProgressListener

    written = io.StringIO()
    slow = Wait(document="a/report.pdf", stage=StageName.PAGES, pages=(3, 20), seconds=75.0)
    with ProgressListener(Console(file=written, width=40)) as listener:
        listener.planned(2)
        listener.waiting([slow, slow])
        listener.waiting([slow])
    assert written.getvalue().splitlines() == [
        "still parsing a/report.pdf, 3 of 20 pages done, nothing new for 75 s (and 1 more)"
    ]


def test_where_nothing_can_be_drawn_a_line_now_and_then_says_how_far_the_run_is(
    services: Services, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log of a long document stayed silent for as long as its pages came."""
    from rich.console import Console

    from orchestration import progress

    written = io.StringIO()
    with progress.ProgressListener(Console(file=written, width=40)) as listener:
        listener.planned(2)
        listener.page("a/report.pdf", 119, 400)
        monkeypatch.setattr(progress, "_LINE_SECONDS", 0.0)
        listener.page("a/report.pdf", 120, 400)
        with services.engine.begin() as conn:
            (first, *_) = scan(conn, list_source(str(corpus), collection="c"), collection="c").listed
        for event in run_documents(services, [first]):
            listener.event(event)
    lines = written.getvalue().splitlines()
    assert lines[0] == "0 of 2 documents done; parsing a/report.pdf, page 120 of 400"
    assert lines[-1] == "1 of 2 documents done"


@pytest.mark.parametrize("width", [80, 120])
def test_what_takes_long_leaves_the_numbers_beside_it_whole(width: int) -> None:
    """A name and a wait are longer than what columns leave: at 80 columns they took bars, counts and times away."""
    from rich.console import Console

    from bizrag.pipeline.events import Wait
    from orchestration.progress import ProgressListener

    written = io.StringIO()
    slow = Wait(document="reports/annual report of the year 2025.pdf", stage=StageName.PAGES, pages=None, seconds=75.0)
    with ProgressListener(Console(file=written, width=width, force_terminal=True, color_system=None)) as listener:
        listener.planned(1400)
        listener.page("deck.pdf", 3, 20)
        listener.waiting([slow])
    lines = written.getvalue().rsplit("documents", 1)[-1].splitlines()
    assert all(" 0/1400 " in line and " 0:00:00 " in line for line in lines[:8])
    said = " ".join(" ".join(line.split()) for line in lines[8:])
    assert "year 2025.pdf, no page done yet, nothing new for 75 s" in said


def test_every_stage_of_every_document_is_recorded_with_the_key_of_the_plan(services: Services, corpus: Path) -> None:
    run(services, corpus)
    versions = stage_versions(services.settings, services.indexes)
    with services.engine.connect() as conn:
        rows = conn.execute(text("SELECT stage, count(*) FROM stage_state WHERE status = 'done' GROUP BY stage")).all()
    assert {str(row[0]): int(row[1]) for row in rows} == {version.stage.value: 4 for version in versions}
    assert set(StageName) == {version.stage for version in versions}
