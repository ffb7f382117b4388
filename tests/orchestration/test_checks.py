"""The checks of the corpus: sound documents pass, and each thing that is broken on purpose is found."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import dagster as dg
import pytest
from dagster import DagsterInstance
from sqlalchemy import Engine, text

from bizrag.configuration.watch import CheckSettings
from bizrag.parsing.confined.workers import ParserPool
from bizrag.pipeline.services import Services
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from bizrag.store.server import EmbeddedServer
from orchestration.definitions import build_definitions
from orchestration.ingest import ingest
from resources.ingestion import IngestionSession
from tests.orchestration.ticks import write_notes
from tests.store.cloned import cloned

pytestmark = pytest.mark.slow

SettingsOf = Callable[[Engine], Settings]


@pytest.fixture(scope="module")
def settings_of(weights_path: Path, parser_blobs: str, tmp_path_factory: pytest.TempPathFactory) -> SettingsOf:
    """Settings with a home of their own for a database."""
    values = {"home": tmp_path_factory.mktemp("home"), "weights_path": weights_path, "blob_url": parser_blobs}

    def settings_of(engine: Engine) -> Settings:
        return Settings.model_validate({**values, "database_url": engine.url.render_as_string(hide_password=False)})

    return settings_of


@pytest.fixture(scope="module")
def ingested(
    server: EmbeddedServer,
    template_with_dagster: str,
    settings_of: SettingsOf,
    parsers: ParserPool,
    minilm: LocalEmbedder,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    """A database with four notes that answer; tests work on copies of it."""
    folder = tmp_path_factory.mktemp("notes")
    write_notes(folder, range(4))
    with cloned(server, template_with_dagster, "checks_base") as engine:
        with Services(settings_of(engine), parsers=parsers, embedders=[minilm]) as services:
            assert ingest(services, [str(folder)], collection="c").added == 4
        engine.dispose()
        yield "checks_base"


@pytest.fixture
def corpus(
    server: EmbeddedServer, ingested: str, settings_of: SettingsOf, parsers: ParserPool, minilm: LocalEmbedder
) -> Iterator[Services]:
    """Services on four notes that answer."""
    with (
        cloned(server, ingested, "checks_copy") as engine,
        Services(settings_of(engine), parsers=parsers, embedders=[minilm]) as services,
    ):
        yield services


def inspect(services: Services) -> dict[str, dg.AssetCheckEvaluation]:
    """All checks, run by their job, by name."""
    definitions = build_definitions(services.settings, IngestionSession(services=services))
    job = definitions.resolve_job_def("inspect_corpus")
    with DagsterInstance.ephemeral() as instance:
        result = job.execute_in_process(instance=instance)
        return {evaluation.check_name: evaluation for evaluation in result.get_asset_check_evaluations()}


def failed(services: Services) -> set[str]:
    return {name for name, evaluation in inspect(services).items() if not evaluation.passed}


def test_a_sound_corpus_passes_and_says_how_much_was_looked_at(corpus: Services) -> None:
    found = inspect(corpus)
    assert [name for name, evaluation in found.items() if not evaluation.passed] == []
    looked_at = {name: evaluation.metadata["looked at"].value for name, evaluation in found.items()}
    # text files have no text layer
    assert looked_at == {
        "conservation": 0,
        "empty_text": 4,
        "duplicates": 4,
        "missing_vectors": 4,
        "dimensions": 4,
        "orphan_vectors": 4,
        "coverage": 4,
    }
    assert all(isinstance(evaluation.metadata["share"].value, float) for evaluation in found.values())


def test_the_corpus_asset_counts_what_the_index_holds(corpus: Services) -> None:
    definitions = build_definitions(corpus.settings, IngestionSession(services=corpus))
    with DagsterInstance.ephemeral() as instance:
        result = definitions.resolve_job_def("inspect_corpus").execute_in_process(instance=instance)
        (event,) = result.asset_materializations_for_node("inspection")
    numbers = {name: event.metadata[name].value for name in ("documents", "documents that answer", "chunks", "vectors")}
    assert numbers == {"documents": 4, "documents that answer": 4, "chunks": 4, "vectors": 4}
    assert str(event.metadata["embedding map"].value).startswith("![chunks by document](data:image/png;base64,")
    similarity = event.metadata["similarity between documents"].value
    assert isinstance(similarity, float)
    assert -1 <= similarity <= 1


BREAKS = {
    "orphan_vectors": "UPDATE vector_row SET chunk_no = -1 WHERE chunk_no = (SELECT min(chunk_no) FROM vector_row)",
    "missing_vectors": "DELETE FROM vector_row WHERE chunk_no = (SELECT min(chunk_no) FROM vector_row)",
    "empty_text": "UPDATE chunk SET text = ' - ' WHERE chunk_no = (SELECT min(chunk_no) FROM chunk)",
    "duplicates": "UPDATE chunk SET text = 'the same'",
    "coverage": "DELETE FROM index_document WHERE document_no = (SELECT min(document_no) FROM document)",
}


@pytest.mark.parametrize("check", BREAKS)
def test_what_is_broken_is_found_by_its_check(corpus: Services, check: str) -> None:
    with corpus.engine.begin() as conn:
        conn.execute(text(BREAKS[check]))
    found = inspect(corpus)[check]
    assert not found.passed
    assert found.metadata["found"].value
    assert str(found.metadata["examples"].value).startswith("- ")


def test_lost_text_is_an_error_and_duplicates_are_a_warning(corpus: Services) -> None:
    with corpus.engine.begin() as conn:
        conn.execute(
            text(
                "INSERT INTO page (parse_id, page_no, width_pt, height_pt, text, num_layer_tokens, num_lost_tokens) "
                "SELECT parse_id, 99, 600, 800, 'x', 1000, 7 FROM parse LIMIT 1"
            )
        )
        conn.execute(text(BREAKS["duplicates"]))
    found = inspect(corpus)
    assert (found["conservation"].passed, found["conservation"].severity) == (False, dg.AssetCheckSeverity.ERROR)
    assert (found["duplicates"].passed, found["duplicates"].severity) == (False, dg.AssetCheckSeverity.WARN)
    assert found["conservation"].description == (
        "7 of 1000: tokens of the text layers that reached no text, table, picture or page furniture"
    )


def test_limits_are_settings(corpus: Services) -> None:
    with corpus.engine.begin() as conn:
        conn.execute(text(BREAKS["duplicates"]))
    # three of four chunks say what another says
    for share, passed in ((0.75, True), (0.74, False)):
        checks = CheckSettings(max_duplicate_share=share)
        corpus.settings = corpus.settings.model_copy(update={"checks": checks})
        assert inspect(corpus)["duplicates"].passed is passed


def test_smoke_questions_must_be_found(corpus: Services, tmp_path: Path) -> None:
    path = tmp_path / "smoke.jsonl"
    case = {"answer": "May", "pages": [1], "evidence": "serviced in May", "modality": "text", "scope": "corpus"}

    def recall(doc: str) -> dg.AssetCheckEvaluation:
        path.write_text(json.dumps({"id": "q", "question": "When was hall 2 serviced?", "doc": doc, **case}) + "\n")
        return inspect(corpus)["recall"]

    corpus.settings = corpus.settings.model_copy(update={"checks": CheckSettings(questions=path)})
    assert recall("note_002.txt").passed
    assert not recall("note_999.txt").passed
    path.write_text("no JSON\n")
    broken = inspect(corpus)["recall"]
    assert not broken.passed
    assert broken.description
