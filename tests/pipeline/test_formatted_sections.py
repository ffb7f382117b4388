"""Sections from a chat model in a real ingestion: chunks, what runs again, what is kept, what the event says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bizrag.parsing.confined.workers import ParserPool
from bizrag.pipeline.events import EventStatus, StageEvent
from bizrag.pipeline.runner import run_documents
from bizrag.pipeline.scan import scan
from bizrag.pipeline.services import Services
from bizrag.pipeline.stages import StageName
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from bizrag.sources.listing import list_source
from orchestration.estimating import estimate
from tests.scripted_server import Received, Reply, ScriptedServer, say

pytestmark = pytest.mark.slow

PARAGRAPHS = (
    "Pump manual",
    "The pump moves 412 litres an hour and weighs 31 kilos.",
    "Care",
    "Change the seal every 2,000 hours and write the date on the plate.",
)


def formatted(received: Received) -> Reply:
    """The manual as chapters."""
    title, says, care, change = PARAGRAPHS
    return say(f"# 1 {title}\n\n{says}\n\n# 1.1 {care}\n\n{change}")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "manual.txt").write_text("\n\n".join(PARAGRAPHS))
    return folder


@pytest.fixture
def plain(settings: Settings, scripted: ScriptedServer) -> Settings:
    """Only the job ``format`` has a chat model."""
    configured = scripted.configure(settings, format={"provider": "openai"})
    configured.providers.chat = type(configured.providers.chat).LOCAL
    return configured


@pytest.fixture
def formatting(plain: Settings, parsers: ParserPool, minilm: LocalEmbedder) -> Iterator[Services]:
    with Services(with_sections(plain, "markdown"), parsers=parsers, embedders=[minilm]) as services:
        yield services


def with_sections(settings: Settings, sections: str) -> Settings:
    return Settings.model_validate({**settings.model_dump(), "formatting": {"sections": sections}})


def run(services: Services, folder: Path) -> dict[StageName, StageEvent]:
    with services.engine.begin() as conn:
        numbers = scan(conn, list_source(str(folder), collection="c"), collection="c").listed
    return {event.stage: event for event in run_documents(services, numbers)}


def paths(services: Services) -> list[Any]:
    statement = "SELECT headings FROM live_chunk ORDER BY chunk_no"
    with services.engine.connect() as conn:
        return [list(row[0]) for row in conn.execute(text(statement))]


def test_the_chapters_of_the_model_are_above_the_chunks_and_no_call_is_made_twice(
    formatting: Services, folder: Path, scripted: ScriptedServer
) -> None:
    scripted.reply(formatted, stays=True)
    events = run(formatting, folder)
    described = events[StageName.DESCRIPTIONS]
    assert described.calls == {"chat": 1}
    assert (described.metadata["headings found"], described.metadata["windows kept as parsed"]) == (2, 0)
    assert described.outputs["outline"]["headings"] == [[0, 1], [2, 2]]
    assert all(path[1] == "Pump manual" for path in paths(formatting))
    assert {event.status for event in run(formatting, folder).values()} == {EventStatus.UNCHANGED}
    assert len(scripted.chats) == 1


def test_another_source_of_sections_parses_nothing_and_embeds_what_changed(
    plain: Settings, parsers: ParserPool, minilm: LocalEmbedder, folder: Path, scripted: ScriptedServer
) -> None:
    scripted.reply(formatted, stays=True)
    statuses: list[Counter[str]] = []
    outlines: list[Any] = []
    for sections in ("parser", "markdown", "parser", "markdown"):
        with Services(with_sections(plain, sections), parsers=parsers, embedders=[minilm]) as services:
            events = run(services, folder)
        statuses.append(Counter(stage.value for stage, event in events.items() if event.status is EventStatus.DONE))
        outlines.append(events[StageName.DESCRIPTIONS].outputs.get("outline"))
    assert "pages" in statuses[0]
    assert all("pages" not in later and {"descriptions", "chunks"} <= later.keys() for later in statuses[1:])
    assert [outline is None for outline in outlines] == [True, False, True, False]
    assert outlines[1] == outlines[3]
    # kept, window by window
    assert len(scripted.chats) == 1


def test_a_window_that_is_not_the_text_keeps_the_parsers_sections_and_says_so(
    formatting: Services, folder: Path, scripted: ScriptedServer
) -> None:
    scripted.reply(say("# 1 Pump manual\n\nIt moves 421 litres."), stays=True)
    described = run(formatting, folder)[StageName.DESCRIPTIONS]
    assert described.metadata["windows kept as parsed"] == 1
    assert described.metadata["sections of the parser because"] == [
        "paragraphs 0 to 3: text was lost, text was invented"
    ]
    assert len(scripted.chats) == 2


def test_an_estimate_counts_the_windows(formatting: Services, folder: Path, scripted: ScriptedServer) -> None:
    (folder / "long.txt").write_text("\n\n".join(f"Paragraph {number} " + "word " * 98 for number in range(20)))
    found = estimate(formatting, [str(folder)], collection="c", parse=True).to_json()
    (stage,) = [stage for stage in found["stages"] if stage["call"] == "format"]
    # 2,000 words in windows of 800, and the manual
    assert stage["calls"] == {"low": 4, "likely": 4, "high": 4}
    assert stage["tokens"]["likely"] > 4 * 4 * 800
    assert scripted.chats == []


def test_without_a_model_the_document_fails_with_one_line(
    settings: Settings, parsers: ParserPool, minilm: LocalEmbedder, folder: Path
) -> None:
    with Services(with_sections(settings, "markdown"), parsers=parsers, embedders=[minilm]) as services:
        failed = run(services, folder)[StageName.DESCRIPTIONS]
    assert failed.status is EventStatus.FAILED
    assert failed.error is not None
    assert "FORMATTING__SECTIONS=markdown needs a chat model" in failed.error
