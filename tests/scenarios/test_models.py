"""What a changed chat model and a provider that is down cost: exact calls, over real HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from bizrag.pipeline.services import Services
from bizrag.settings import Settings
from orchestration.ingest import ingest
from orchestration.report import IngestReport
from tests.scripted_server import Received, Reply, ScriptedServer, fail, say_json

pytestmark = pytest.mark.slow

PLUMS = "Plums\n\n| year | tons |\n|---|---|\n| 2023 | 51 |\n| 2024 | 64 |\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "plums.md").write_text(f"# {PLUMS}")
    (folder / "apples.txt").write_text("Apples\n\nThe orchard at Linden Hill grew 412 tons of apples in 2024.\n")
    return folder


def answer(received: Received) -> Reply:
    """The one table and the titles."""
    if received.model == "tables-2":
        return say_json({"TABLE DESCRIPTION": "Of plums 51 tons came in 2023 and 64 tons in 2024."})
    if "TABLE DESCRIPTION" in str(received.body):
        return say_json({"TABLE DESCRIPTION": "Plums: 51 tons in 2023, 64 tons in 2024."})
    return say_json({"LLM WRITTEN FILE NAME": "Fruit of the orchard"})


def run(services: Services, settings: Settings, folder: Path) -> IngestReport:
    with Services(settings, parsers=services.parsers, embedders=[services.embedders.packaged()]) as remote:
        return ingest(remote, [str(folder)], collection="c")


def live_texts(services: Services) -> str:
    with services.engine.connect() as conn:
        found = conn.execute(text("SELECT text FROM chunk JOIN index_document USING (chunk_set_id)")).scalars()
        return "\n".join(found)


def test_another_model_for_tables_describes_tables_again_and_nothing_else(
    services: Services, settings: Settings, folder: Path, scripted: ScriptedServer
) -> None:
    scripted.reply(answer, stays=True)
    cold = run(services, scripted.configure(settings), folder)
    assert (cold.calls["parse"], len(scripted.chats), cold.failed) == (2, 3, [])
    assert run(services, scripted.configure(settings), folder).calls.total() == 0
    assert len(scripted.chats) == 3

    other = scripted.configure(settings, table={"model": "tables-2"})
    report = run(services, other, folder)
    assert [received.model for received in scripted.chats[3:]] == ["tables-2"]
    assert (report.calls["parse"], report.stale, report.orphaned) == (0, 0, 0)
    assert 1 <= report.calls["embed_texts"] <= 2
    assert "Of plums 51 tons came" in live_texts(services)
    assert "Plums: 51 tons in 2023" not in live_texts(services)


def test_while_a_provider_is_down_old_versions_answer_and_afterwards_all_goes_on(
    services: Services, settings: Settings, folder: Path, scripted: ScriptedServer
) -> None:
    scripted.reply(answer, stays=True)
    remote = scripted.configure(settings)
    run(services, remote, folder)
    (folder / "plums.md").write_text("# " + PLUMS.replace("64", "77"))
    scripted.reset()
    scripted.reply(fail(503), stays=True)
    down = run(services, remote, folder)
    assert [item["doc"] for item in down.failed] == ["plums.md"]
    assert "51" in live_texts(services)
    assert "77" not in live_texts(services)
    assert "412 tons" in live_texts(services)

    scripted.reset()
    scripted.reply(answer, stays=True)
    with services.engine.begin() as conn:
        conn.execute(text("UPDATE model_rate SET paused_until = '-infinity'"))
    up = run(services, remote, folder)
    assert (up.failed, up.stale) == ([], 0)
    assert up.calls["parse"] <= 1
    assert "77" in live_texts(services)
