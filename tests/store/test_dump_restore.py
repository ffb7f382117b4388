"""A dump of a live index, restored into an empty database, answers the same and goes on being ingested into."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url, text

from bizrag.model.retrieval import Retriever, SearchFilter
from bizrag.parsing.confined.workers import ParserPool
from bizrag.pipeline.services import Services
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.retrieval.retriever import HybridRetriever
from bizrag.settings import Settings
from bizrag.store.binaries import packaged_folder
from orchestration.ingest import ingest

pytestmark = pytest.mark.slow

_QUESTIONS = ("tons of apples in 2024", "when does the road to Esk Bridge open", "price of pears a kilo", "plums")


def _run(program: str, *arguments: str) -> None:
    subprocess.run([str(packaged_folder() / "bin" / program), *arguments], check=True, capture_output=True, timeout=120)


def _address(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def _answers(services: Services) -> list[Any]:
    retriever = HybridRetriever(services.engine, services.embedders, services.settings)
    return [
        retriever.retrieve(question, index="default", filters=SearchFilter(), retriever=way, top_k=10)
        for question in _QUESTIONS
        for way in Retriever
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "apples.txt").write_text("Apples\n\nThe orchard at Linden Hill grew 412 tons of apples in 2024.\n")
    (folder / "pears.txt").write_text("Pears\n\nPears were sold for 3.88 euros a kilo at the Marden market.\n")
    (folder / "plums.md").write_text("# Plums\n\n| year | tons |\n|---|---|\n| 2023 | 51 |\n| 2024 | 64 |\n")
    (folder / "roads.html").write_text("<h1>Roads</h1><p>The road to Esk Bridge is closed until May 2026.</p>")
    return folder


def test_a_restored_dump_answers_the_same_and_can_be_ingested_into(
    services: Services,
    settings: Settings,
    parsers: ParserPool,
    minilm: LocalEmbedder,
    folder: Path,
    empty_database_url: str,
    tmp_path: Path,
) -> None:
    assert ingest(services, [str(folder)], collection="c").failed == []
    before = _answers(services)
    assert all(before)
    assert settings.database_url is not None
    dump = tmp_path / "bizrag.dump"
    _run("pg_dump", "--format=custom", f"--file={dump}", _address(settings.database_url))
    # what is written after the dump is not in it
    (folder / "late.txt").write_text("Quinces\n\nQuinces came late this year: 9 tons.\n")
    ingest(services, [str(folder)], collection="c")

    _run("pg_restore", "--exit-on-error", f"--dbname={_address(empty_database_url)}", str(dump))
    moved = settings.model_copy(update={"database_url": empty_database_url})
    with Services(moved, parsers=parsers, embedders=[minilm]) as restored:
        assert _answers(restored) == before
        report = ingest(restored, [str(folder)], collection="c").to_json()
        assert report["documents"] == {"added": 1, "changed": 0, "unchanged": 4, "deleted": 0, "failed": 0}
        assert report["rows"]["stale"] == report["rows"]["orphaned"] == 0
        assert _answers(restored) == _answers(services)
        with restored.engine.connect() as conn:
            assert conn.execute(text("SELECT count(*) FROM document")).scalar_one() == 5
