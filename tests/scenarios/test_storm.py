"""A server that fails at the first request of every kind, in every way: nothing is lost, nothing is paid for twice."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bizrag.pipeline.services import Services
from bizrag.settings import Settings
from orchestration.ingest import ingest
from tests.scripted_server import KEY, Received, Reply, ScriptedServer, fail, hang, say, say_json, too_long

pytestmark = pytest.mark.slow

SAMPLES = Path(__file__).parents[2] / "samples" / "docs"
ANSWERS: dict[str, dict[str, Any]] = {
    "TitleOutput": {"LLM WRITTEN FILE NAME": "A title by the model"},
    "TableOutput": {"TABLE DESCRIPTION": "What the model says of the table."},
    "PictureOutput": {"Image class": "Chart", "Image description": "What the model says of the chart."},
    "SlideOutput": {"SLIDE CLASS": "Informative", "SLIDE DESCRIPTION": "# A slide\n- said by the model"},
    "ClassificationOutput": {
        "DOCUMENT TYPE REASONING": "Text runs from page to page.",
        "DOCUMENT TYPE": "standard",
        "LLM WRITTEN FILE NAME": "A title by the model",
    },
}
FAULTS = {
    "too many": fail(429, retry_after=0),
    "away": fail(503),
    "silent": hang(12),
    "half a body": Reply(text="{}", cut_after=40),
    "no JSON": say("As a language model I would say:"),
    "cut": too_long('{"TABLE DESCRI'),
    "another API": Reply(raw=b"<html>Bad gateway</html>"),
}


def kind_of(received: Received) -> str:
    """Whose request it is: the output that is asked for, or the embedding model."""
    form = received.body.get("response_format")
    return form["json_schema"]["name"] if form else received.model


def good(received: Received) -> Reply:
    if received.is_embedding:
        return Reply(raw=json.dumps(received.embeddings()).encode())
    said = ANSWERS[kind_of(received)]
    if "strategy_deck" in received.text and "DOCUMENT TYPE" in said:
        said = {**said, "DOCUMENT TYPE": "presentation"}
    return say_json(said)


class Storm:
    """Fails at the first request of each kind; counts what it answered well."""

    def __init__(self, fault: Reply, *, spares_embeddings: bool) -> None:
        self.fault = fault
        self.met: set[str] = set()
        self.answered: Counter[str] = Counter()
        self._spares = spares_embeddings

    def __call__(self, received: Received) -> Reply:
        kind = kind_of(received)
        if kind not in self.met and not (self._spares and received.is_embedding):
            self.met.add(kind)
            return self.fault
        self.answered[json.dumps([received.path, received.body], sort_keys=True)] += 1
        return good(received)


def stormy(scripted: ScriptedServer, settings: Settings, blobs: str, patience: float) -> Settings:
    """All chat models, a text model and a multimodal one at the server, given up after ``patience`` seconds."""
    values = scripted.configure(settings).model_dump() | {"blob_url": blobs}
    for job in values["providers"]["jobs"].values():
        job["timeout_seconds"] = patience
    place = {"base_url": scripted.url, "api_key": KEY}
    common = {"dimensions": 16, "tokenizer": "minilm", "timeout_seconds": patience, "endpoint": place}
    values["providers"]["embeddings"] |= {
        "words": {"provider": "openai", "model": "words", **common},
        "cohere": {"provider": "cohere", "model": "pages", "image_max_px": 300, **common},
    }
    values["indexes"] = {"default": {"embedding": "words"}, "pages": {"variant": "pcmhe"}}
    return Settings.model_validate(values)


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_fails_once_is_made_good_and_paid_for_once(
    services: Services, settings: Settings, scripted: ScriptedServer, parser_blobs: str, tmp_path: Path, fault: str
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    shutil.copy(SAMPLES / "annual_report_2025.pdf", folder)
    shutil.copy(SAMPLES / "strategy_deck.pdf", folder)
    (folder / "plums.md").write_text("# Plums\n\n| year | tons |\n|---|---|\n| 2023 | 51 |\n| 2024 | 64 |\n")
    # an embedding model says no sentences
    storm = Storm(FAULTS[fault], spares_embeddings=fault in ("no JSON", "cut"))
    scripted.reply(storm, stays=True)
    # only silence is waited for: elsewhere, a busy machine is no slow server
    patience = 5.0 if fault == "silent" else 60.0
    with Services(stormy(scripted, settings, parser_blobs, patience), parsers=services.parsers) as remote:
        reports = [ingest(remote, [str(folder)], collection="c") for _ in range(2)]
        # what no second try of a call helps with, the next ingestion makes good
        assert reports[-1].failed == []
        assert (reports[-1].stale, reports[-1].orphaned) == (0, 0)
        if fault != "another API":
            assert reports[0].failed == []
        with remote.engine.connect() as conn:
            counts = "SELECT index_name, count(DISTINCT source_uri) FROM live_chunk GROUP BY 1 ORDER BY 1"
            assert [tuple(row) for row in conn.execute(text(counts))] == [("default", 3), ("pages", 3)]
        assert {"TableOutput", "PictureOutput", "SlideOutput", "TitleOutput"} < storm.met
        assert [request for request, times in storm.answered.items() if times > 1] == []
        scripted.received.clear()
        assert ingest(remote, [str(folder)], collection="c").calls.total() == 0
        assert scripted.received == []
