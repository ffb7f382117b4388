"""Ingestion with chat models over real HTTP: who is asked, how often, and what is kept when something fails."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import docx
import pytest
from PIL import Image
from sqlalchemy import text

from bizrag.errors import ItemsFailedError
from bizrag.pipeline.runner import run_documents
from bizrag.pipeline.scan import scan
from bizrag.pipeline.services import Services
from bizrag.pipeline.stages import StageName
from bizrag.providers import prompts
from bizrag.providers.guards import reset_guards
from bizrag.settings import IngestSettings, Settings
from bizrag.sources.listing import list_source
from orchestration.ingest import IngestReport, ingest
from orchestration.status import read_status
from samples.reproducible import write_office_file
from tests.scripted_server import KEY, Received, Reply, ScriptedServer, fail, refuse, say_json

if TYPE_CHECKING:
    from bizrag.parsing.confined.workers import ParserPool
    from bizrag.providers.embedding import TextEmbedder
    from bizrag.providers.local_embedding import LocalEmbedder

pytestmark = pytest.mark.slow

SAMPLES = Path(__file__).parents[2] / "samples" / "docs"


def schema_of(received: Received) -> str:
    return received.body["response_format"]["json_schema"]["name"]


def answer(received: Received) -> Reply:
    """Something valid for every prompt; a table's numbers are all said."""
    table = received.texts[-1]
    return say_json(
        {
            "ClassificationOutput": {
                "DOCUMENT TYPE REASONING": "Text runs from page to page.",
                "DOCUMENT TYPE": "standard",
                "LLM WRITTEN FILE NAME": "Tarnholm annual report 2025.pdf",
            },
            "TitleOutput": {"LLM WRITTEN FILE NAME": "A title by the model"},
            "TableOutput": {"TABLE DESCRIPTION": f"The model on the table: {table}"},
            "PictureOutput": {"Image class": "Chart", "Image description": f"Chart {len(received.images[0:1])}."},
            "SlideOutput": {"SLIDE CLASS": "Informative", "SLIDE DESCRIPTION": "# A slide\n- said by the model"},
        }[schema_of(received)]
    )


def asked(scripted: ScriptedServer) -> Counter[str]:
    return Counter(schema_of(received) for received in scripted.chats)


def png(color: str, size: tuple[int, int] = (640, 320)) -> io.BytesIO:
    buffer = io.BytesIO()
    Image.new("RGB", size, color).save(buffer, "PNG")
    buffer.seek(0)
    return buffer


def rgb_of(image: Image.Image) -> tuple[int, int, int]:
    """The colour in the middle."""
    red, green, blue = image.convert("RGB").resize((1, 1)).tobytes()
    return red, green, blue


def write_docx(path: Path, *, tables: int, pictures: tuple[str, ...] = (), name: str = "Plant") -> None:
    """A report with tables of their own numbers and pictures of one colour each.

    Equal reports are equal bytes, with no time in them: one that another test made before is not parsed again.
    """
    document = docx.Document()
    document.add_heading(f"{name} report", 1)
    for number in range(1, tables + 1):
        document.add_paragraph(f"Paragraph {number} of the {name} report speaks of hall {number}.")
        table = document.add_table(rows=3, cols=2)
        for row, cells in enumerate((("Hall", "Tons"), (f"{name} {number}", str(1000 + number)), ("All", "77"))):
            for col, value in enumerate(cells):
                table.cell(row, col).text = value
    for color in pictures:
        document.add_paragraph(f"The picture in {color} shows the hall.")
        document.add_picture(png(color))
    made = io.BytesIO()
    document.save(made)
    write_office_file(path, made.getvalue())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    return folder


@pytest.fixture
def chatting(
    settings: Settings, scripted: ScriptedServer, parsers: ParserPool, parser_blobs: str, minilm: LocalEmbedder
) -> Iterator[Services]:
    """Services whose chat jobs are all done by the scripted server."""
    configured = scripted.configure(settings.model_copy(update={"blob_url": parser_blobs}))
    with Services(configured, parsers=parsers, embedders=[minilm]) as services:
        yield services


def changed(services: Services, **update: Any) -> Services:
    return Services(
        services.settings.model_copy(update=update), parsers=services.parsers, embedders=[minilm_of(services)]
    )


def minilm_of(services: Services) -> TextEmbedder:
    return services.embedders.text("default")


def run(services: Services, folder: Path) -> IngestReport:
    return ingest(services, [str(folder)], collection="c")


def rows(services: Services, statement: str) -> list[Any]:
    with services.engine.connect() as conn:
        return list(conn.execute(text(statement)).all())


@pytest.fixture
def edit_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Changes the file of a prompt, for this test."""
    package = tmp_path / "package"
    shutil.copytree(Path(prompts.__file__).parent / "prompts", package / "prompts")
    caches = (prompts._source, prompts._template, prompts._environment, prompts._with_parts)

    def edit(name: str, old: str, new: str) -> None:
        path = package / "prompts" / f"{name}.j2"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
        monkeypatch.setattr(prompts, "files", lambda _: package)
        for cached in caches:
            cached.cache_clear()

    yield edit
    monkeypatch.undo()
    for cached in caches:
        cached.cache_clear()


def test_the_samples_are_described_by_models_once(
    chatting: Services, scripted: ScriptedServer, folder: Path, edit_prompt: Any
) -> None:
    for name in ("annual_report_2025.pdf", "strategy_deck.pptx"):
        shutil.copyfile(SAMPLES / name, folder / name)
    # two slides are described side by side, however fast a reply is
    pair = threading.Barrier(2)

    def answer_pairs(received: Received) -> Reply:
        if schema_of(received) == "SlideOutput":
            with suppress(threading.BrokenBarrierError):
                pair.wait(timeout=20)
        return answer(received)

    scripted.reply(answer_pairs, stays=True)
    report = run(chatting, folder)
    assert report.failed == []
    counts = dict(
        rows(chatting, "SELECT kind, count(*) FROM description WHERE describer LIKE 'openai/%' GROUP BY kind")
    )
    parsed = rows(
        chatting,
        "SELECT (SELECT count(*) FROM table_artifact), (SELECT count(*) FROM picture_artifact WHERE page_no > 0)",
    )
    assert counts["table"] >= 4
    assert counts["picture"] >= 2
    assert counts["slide"] == 10
    assert parsed[0][0] >= counts["table"]
    # the report is labelled and named by its pages, the deck, a deck by its format, is named by its text
    assert asked(scripted) == {
        "ClassificationOutput": 1,
        "TitleOutput": 1,
        "TableOutput": counts["table"],
        "PictureOutput": counts["picture"],
        "SlideOutput": counts["slide"],
    }
    assert report.to_json()["calls"]["chat"] == len(scripted.chats)
    assert report.to_json()["cost_usd"] > 0
    titles = {row[0] for row in rows(chatting, "SELECT title FROM classification")}
    assert titles == {"Tarnholm annual report 2025.pdf", "A title by the model.pptx"}
    assert scripted.most_at_once > 1

    # nothing is asked again
    scripted.received.clear()
    again = run(chatting, folder)
    assert (len(scripted.chats), again.to_json()["calls"]["chat"], again.calls["parse"]) == (0, 0, 0)

    # a changed prompt asks for what it is for, and for nothing else
    edit_prompt("picture", "You look at one picture", "You see one picture")
    with changed(chatting) as edited:
        third = run(edited, folder)
    assert asked(scripted) == {"PictureOutput": counts["picture"]}
    assert third.to_json()["calls"] == {"parse": 0, "chat": counts["picture"], "embed_texts": 0, "embed_images": 0}


def test_pictures_are_sent_as_they_are_stored_and_scaled_to_the_limit(
    chatting: Services, scripted: ScriptedServer, folder: Path
) -> None:
    write_docx(folder / "plant.docx", tables=0, pictures=("navy", "maroon"))
    scripted.reply(answer, stays=True)
    describing = chatting.settings.describing.model_copy(update={"image_max_px": 100})
    with changed(chatting, describing=describing) as services:
        assert run(services, folder).failed == []
    sent = [image for received in scripted.chats for image in received.images]
    opened = [Image.open(io.BytesIO(image)) for image in sent]
    assert [image.size for image in opened] == [(100, 50), (100, 50)]
    colors = sorted(tuple(round(value, -1) for value in rgb_of(image)) for image in opened)
    assert colors == [(0, 0, 130), (130, 0, 0)]


def test_pictures_by_a_model_and_tables_by_the_local_rules(
    chatting: Services, scripted: ScriptedServer, folder: Path
) -> None:
    write_docx(folder / "plant.docx", tables=2, pictures=("navy",))
    scripted.reply(answer, stays=True)
    values = chatting.settings.model_dump()
    values["providers"]["jobs"]["table"]["provider"] = values["providers"]["jobs"]["title"]["provider"] = "local"
    mixed = Settings.model_validate(values)
    with Services(mixed, parsers=chatting.parsers, embedders=[minilm_of(chatting)]) as services:
        assert run(services, folder).failed == []
        assert asked(scripted) == {"PictureOutput": 1}
        chunks = rows(services, "SELECT kind, text FROM chunk ORDER BY ordinal")
    assert [kind for kind, _ in chunks if kind != "text"] == ["table", "table", "picture"]
    assert any("Plant 1: Tons 1001." in said for kind, said in chunks if kind == "table")
    assert any("Chart 1." in said for kind, said in chunks if kind == "picture")


def test_a_failed_item_fails_its_document_and_is_asked_for_again_alone(
    chatting: Services, scripted: ScriptedServer, folder: Path
) -> None:
    write_docx(folder / "plant.docx", tables=4)

    def is_third_table(received: Received) -> bool:
        return schema_of(received) == "TableOutput" and "1003" in received.text

    scripted.reply(say_json({"wrong": "key"}), when=is_third_table)
    scripted.reply(say_json({"wrong": "again"}), when=is_third_table)
    scripted.reply(answer, stays=True)
    (failure,) = run(chatting, folder).failed
    assert (failure["doc"], failure["stage"]) == ("plant.docx", "descriptions")
    assert failure["error"].startswith("1 of 4 descriptions failed, the others are kept: table 3")
    assert "TABLE DESCRIPTION" in failure["error"]
    (state,) = rows(chatting, "SELECT error_class, is_transient FROM stage_state WHERE status = 'failed'")
    assert tuple(state) == (ItemsFailedError.__name__, True)
    assert rows(chatting, "SELECT count(*) FROM description")[0][0] == 3
    scripted.received.clear()
    retried = run(chatting, folder)
    assert retried.failed == []
    assert retried.to_json()["calls"]["chat"] == len(scripted.chats) == 1
    assert "1003" in scripted.chats[0].text


def test_what_a_model_refuses_is_described_locally(chatting: Services, scripted: ScriptedServer, folder: Path) -> None:
    write_docx(folder / "plant.docx", tables=2)
    scripted.reply(refuse(), when=lambda received: schema_of(received) == "TitleOutput")
    scripted.reply(refuse(), when=lambda received: "1002" in received.text)
    scripted.reply(answer, stays=True)
    assert run(chatting, folder).failed == []
    chunks = [row[0] for row in rows(chatting, "SELECT text FROM chunk WHERE kind = 'table' ORDER BY ordinal")]
    assert chunks[0].startswith("The model on the table")
    assert "Plant 2: Tons 1002." in chunks[1]
    assert rows(chatting, "SELECT provider FROM classification")[0][0].startswith("local/")


def test_a_request_that_the_provider_rejects_is_not_made_again_by_itself(
    chatting: Services, scripted: ScriptedServer, folder: Path
) -> None:
    write_docx(folder / "plant.docx", tables=2)
    scripted.reply(answer, when=lambda received: schema_of(received) == "TitleOutput")
    scripted.reply(fail(400, f"too long, {KEY}"), stays=True)
    (failure,) = run(chatting, folder).failed
    assert "2 of 2 descriptions failed" in failure["error"]
    assert "(400)" in failure["error"]
    assert KEY not in failure["error"]
    assert not failure["is_earlier"]
    scripted.received.clear()
    assert [item["is_earlier"] for item in run(chatting, folder).failed] == [True]
    assert scripted.chats == []


@pytest.mark.parametrize(
    ("reply", "cause", "most"),
    [
        (fail(401, "no such key"), "(401): no such key", 1),
        (fail(403, "not for you"), "(403): not for you", 2),
        (Reply(raw=b'{"choices": []}'), "its address usually ends in /v1", 2),
    ],
)
def test_what_a_key_or_an_address_failed_is_tried_again_with_the_next_ingestion(
    chatting: Services, scripted: ScriptedServer, folder: Path, reply: Reply, cause: str, most: int
) -> None:
    for number in range(6):
        write_docx(folder / f"plant_{number}.docx", tables=0, name=f"Plant {number}")
    calls = chatting.settings.providers.calls.model_copy(update={"breaker_failures": 2})
    values = chatting.settings.model_copy(update={"ingest": IngestSettings(concurrent_documents=1)}).model_dump()
    values["providers"]["calls"] = calls.model_dump()
    values["describing"]["concurrent_calls"] = 1
    scripted.reply(reply, stays=True)
    settings = Settings.model_validate(values)
    with Services(settings, parsers=chatting.parsers, embedders=[minilm_of(chatting)]) as services:
        failed = run(services, folder).failed
        assert [item["stage"] for item in failed] == ["classifications"] * 6
        assert all(cause in item["error"] for item in failed)
        assert len(scripted.chats) == most
        assert all(item["tried_again"] for item in read_status(settings)["failed"])
        scripted.reset()
        reset_guards()
        scripted.reply(answer, stays=True)
        assert run(services, folder).failed == []


def test_a_wrong_key_after_a_server_error_leaves_no_document_alone(
    chatting: Services, scripted: ScriptedServer, folder: Path
) -> None:
    write_docx(folder / "plant.docx", tables=0)
    calls = chatting.settings.providers.calls.model_copy(update={"max_attempts": 1})
    providers = chatting.settings.providers.model_copy(update={"calls": calls})
    with changed(chatting, providers=providers) as services:
        for reply in (fail(500), fail(401)):
            scripted.reply(reply)
            assert len(run(services, folder).failed) == 1
        reset_guards()
        scripted.reply(answer, stays=True)
        assert run(services, folder).failed == []


def test_an_equal_table_in_another_document_is_not_asked_for(
    chatting: Services, scripted: ScriptedServer, folder: Path
) -> None:
    """Not while the first is described, and not later."""
    scripted.reply(answer, stays=True)
    write_docx(folder / "plant.docx", tables=2)
    shutil.copyfile(folder / "plant.docx", folder / "copy.docx")
    first = run(chatting, folder)
    assert (first.failed, asked(scripted)) == ([], {"TitleOutput": 2, "TableOutput": 2})
    assert first.to_json()["calls"]["chat"] == 4
    write_docx(folder / "later.docx", tables=3)
    scripted.received.clear()
    assert run(chatting, folder).failed == []
    assert asked(scripted) == {"TitleOutput": 1, "TableOutput": 1}


def test_a_run_that_is_closed_keeps_the_answers_under_way(
    chatting: Services, scripted: ScriptedServer, folder: Path
) -> None:
    write_docx(folder / "plant.docx", tables=6)
    scripted.reply(
        lambda received: replace(answer(received), delay_seconds=1.0),
        when=lambda received: schema_of(received) == "TableOutput",
        stays=True,
    )
    scripted.reply(answer, stays=True)
    describing = chatting.settings.describing.model_copy(update={"concurrent_calls": 2})
    with changed(chatting, describing=describing) as services:
        with services.engine.begin() as conn:
            numbers = scan(conn, list_source(str(folder), collection="c"), collection="c").listed
        events = run_documents(services, numbers)
        while next(events).stage is not StageName.PAGES:
            pass
        deadline = time.monotonic() + 60
        while asked(scripted)["TableOutput"] < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        events.close()
        kept = rows(services, "SELECT count(*) FROM description")[0][0]
        assert kept == asked(scripted)["TableOutput"] < 6
        assert rows(services, "SELECT stage FROM stage_state WHERE status = 'failed'") == []
        scripted.received.clear()
        assert run(services, folder).failed == []
        assert asked(scripted) == {"TableOutput": 6 - kept}


def test_a_killed_run_repeats_at_most_the_calls_under_way(
    chatting: Services, scripted: ScriptedServer, folder: Path, settings: Settings
) -> None:
    write_docx(folder / "plant.docx", tables=6)
    late = 2

    def hang_twice(received: Received) -> Reply:
        number = next(n for n in range(1, 7) if str(1000 + n) in received.texts[-1])
        return Reply(text="late", delay_seconds=60) if number > 6 - late else answer(received)

    scripted.reply(hang_twice, when=lambda received: schema_of(received) == "TableOutput", stays=True)
    scripted.reply(answer, stays=True)
    environment = os.environ | {
        "BIZRAG_HOME": str(settings.home),
        "BIZRAG_DATABASE_URL": str(settings.database_url),
        "BIZRAG_WEIGHTS_PATH": str(settings.weights),
        "BIZRAG_BLOB_URL": str(chatting.settings.blob_url),
        "BIZRAG_PROVIDERS__OPENAI__BASE_URL": scripted.url,
        "BIZRAG_PROVIDERS__OPENAI__API_KEY": KEY,
    }
    command = [sys.executable, "-c", "from orchestration.cli import main; main()", "ingest", str(folder)]
    process = subprocess.Popen(
        [*command, "--collection", "c"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 300
    while len(rows(chatting, "SELECT 1 FROM description")) < 6 - late or asked(scripted)["TableOutput"] < 6:
        assert process.poll() is None, process.communicate()[1][-2000:]
        assert time.monotonic() < deadline
        time.sleep(0.2)
    process.send_signal(signal.SIGKILL)
    process.communicate()

    scripted.reset()
    scripted.reply(answer, stays=True)
    report = run(chatting, folder)
    assert report.failed == []
    assert asked(scripted) == {"TableOutput": late}
    assert report.calls["parse"] == 0
    done = rows(chatting, "SELECT calls FROM stage_state WHERE stage = 'descriptions'")[0][0]
    assert json.loads(json.dumps(done)) == {"chat": late}
