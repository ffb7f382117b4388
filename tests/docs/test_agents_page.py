"""docs/agents.md tells what the agents do with a question about the samples today."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sqlalchemy import Engine

from bizrag.model.agents import AgentEnd
from bizrag.providers.embedders import Embedders
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from bizrag.store.blobs import BlobStore
from query import QueryService
from samples.agents_page import PAGE, ask, render
from tests.scripted_server import ScriptedServer

pytestmark = pytest.mark.slow


def test_the_page_is_what_the_script_writes(
    samples_engine: Engine,
    samples_blobs: BlobStore,
    minilm: LocalEmbedder,
    scripted: ScriptedServer,
    weights_path: Path,
    tmp_path: Path,
) -> None:
    settings = scripted.configure(
        Settings(
            _env_file=None,
            home=tmp_path,
            database_url=samples_engine.url.render_as_string(hide_password=False),
            weights_path=weights_path,
            blob_url=samples_blobs.url,
        )
    )
    settings.providers.calls.fresh = True
    with QueryService(settings) as service:
        service.__dict__["embedders"] = Embedders(settings, lambda: service.engine, given=[minilm])
        answer = ask(service, scripted)
    assert answer.agents is not None
    assert answer.agents.end is AgentEnd.CHECKED
    assert [citation.page_nos for citation in answer.citations] == [(2,), (6,)]
    made = render(answer)
    if os.environ.get("UPDATE_GOLDEN"):
        PAGE.write_text(made + "\n", encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8").splitlines() == made.splitlines()


def test_the_page_names_every_end() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"| {end.value} |" in page for end in AgentEnd)
