"""The scenario table of ``benchmarks.incremental`` on a few documents: exact calls, nothing stale, nothing lost."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from benchmarks.incremental_audit import Audit, audit, difference, whole_state
from benchmarks.incremental_kills import run_command
from benchmarks.incremental_lab import Lab, measure, new_corpus
from benchmarks.incremental_scenarios import run_changes
from benchmarks.incremental_troubles import disk_full, killed, poisoned, timed_out, two_at_once
from bizrag.parsing.confined.workers import ParserPool
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from bizrag.store.server import EmbeddedServer
from tests.conftest import OtherServer, run_sql

pytestmark = pytest.mark.slow

CHANGES = [
    "cold",
    "unchanged",
    "1 % changed",
    "deleted",
    "renamed",
    "same content twice",
    "chunk settings changed",
    "parser option changed",
]


@pytest.fixture(scope="module")
def lab(
    server: EmbeddedServer | OtherServer,
    template_database: str,
    weights_path: Path,
    minilm: LocalEmbedder,
    parsers: ParserPool,
    parser_blobs: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Lab]:
    folder = tmp_path_factory.mktemp("lab")
    names: list[str] = []

    def new_settings() -> Settings:
        names.append(f"lab_{uuid.uuid4().hex[:12]}")
        run_sql(server, f"CREATE DATABASE {names[-1]} TEMPLATE {template_database} STRATEGY file_copy")
        url = make_url(server.url).set(database=names[-1]).render_as_string(hide_password=False)
        values = {"home": folder / names[-1], "database_url": url, "weights_path": weights_path}
        return Settings.model_validate(values)

    yield Lab(new_settings=new_settings, parsers=parsers, embedder=minilm, blob_url=parser_blobs)
    for name in names:
        run_sql(server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def changes(lab: Lab) -> dict[str, dict[str, object]]:
    with new_corpus(9) as corpus:
        run_changes(lab, corpus)
    return {row["scenario"]: row for row in lab.rows}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_costs_what_it_must_and_leaves_nothing_stale_or_lost(
    changes: dict[str, dict[str, object]], name: str
) -> None:
    assert changes[name]["ok"], changes[name]


def test_the_audit_sees_what_is_stale_and_what_is_lost(lab: Lab) -> None:
    with new_corpus(4) as corpus, lab.services() as services:
        index_no = services.indexes["default"].index_no
        assert audit(services.engine, corpus, index_no=index_no) == Audit(stale=0, lost=4)
        measure(services, corpus)
        assert audit(services.engine, corpus, index_no=index_no) == Audit(stale=0, lost=0)
        before = whole_state(services.engine)
        changed, deleted = corpus.names(2, seed=1)
        corpus.change(changed)
        corpus.delete(deleted)
        found = audit(services.engine, corpus, index_no=index_no)
        assert found.stale >= 2
        assert found.lost == 0
        with services.engine.begin() as conn:
            conn.execute(text("DELETE FROM vector_row WHERE chunk_no = (SELECT min(chunk_no) FROM vector_row)"))
        assert audit(services.engine, corpus, index_no=index_no).lost == 1
        assert [row[:8] for row in difference(before, whole_state(services.engine))] == ["- vector"]


def few_images_on_a_full_disk(lab: Lab, number: int) -> None:
    disk_full(lab, number, num_images=2)


@pytest.mark.parametrize("trouble", [poisoned, timed_out, two_at_once, few_images_on_a_full_disk])
def test_a_trouble_costs_its_document_only(lab: Lab, trouble: Callable[[Lab, int], None]) -> None:
    lab.rows.clear()
    trouble(lab, 4)
    if "skipped" in lab.rows[0]:
        pytest.skip(lab.rows[0]["skipped"])
    assert all(row["ok"] for row in lab.rows), lab.rows


def test_a_killed_run_is_made_good_by_the_next(lab: Lab) -> None:
    lab.rows.clear()
    killed(lab, 5, kills=2, seed=3)
    (row,) = lab.rows
    assert row["ok"], row


def test_the_command_says_with_its_exit_status_that_a_document_failed(lab: Lab) -> None:
    with new_corpus(2) as corpus:
        (corpus.folder / "empty.txt").touch()
        report = run_command(lab.new_settings(), corpus.folder)
    assert report["exit_status"] == 1
    assert [item["doc"] for item in report["failed"]] == ["empty.txt"]
    assert report["documents"]["added"] == 2
