"""A dump of a live index, restored into an empty database, answers the same and goes on being ingested into."""

from __future__ import annotations

import subprocess
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, make_url, text

from bizrag.model.retrieval import Retriever, SearchFilter
from bizrag.parsing.confined.workers import ParserPool
from bizrag.pipeline.services import Services
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.retrieval.retriever import HybridRetriever
from bizrag.settings import Settings
from bizrag.store.binaries import packaged_folder
from bizrag.store.engine import connect, open_engine
from orchestration.ingest import ingest

pytestmark = pytest.mark.slow

_QUESTIONS = ("tons of apples in 2024", "when does the road to Esk Bridge open", "price of pears a kilo", "plums")


def _run(program: str, *arguments: str) -> None:
    subprocess.run([str(packaged_folder() / "bin" / program), *arguments], check=True, capture_output=True, timeout=120)


def _restore(dump: Path, address: str, *, options: Sequence[str] = ()) -> None:
    """As the manual has it: all but the extension, which is there already, and its comment."""
    program = str(packaged_folder() / "bin" / "pg_restore")
    listed = subprocess.run([program, "--list", str(dump)], check=True, capture_output=True, text=True, timeout=60)
    contents = dump.with_suffix(".contents")
    contents.write_text("".join(line for line in listed.stdout.splitlines(keepends=True) if " EXTENSION " not in line))
    _run("pg_restore", "--exit-on-error", f"--use-list={contents}", *options, f"--dbname={address}", str(dump))


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

    fresh = connect(make_url(empty_database_url))
    with fresh.begin() as conn:
        conn.execute(text("CREATE EXTENSION vector"))
    fresh.dispose()
    _restore(dump, _address(empty_database_url))
    moved = settings.model_copy(update={"database_url": empty_database_url})
    with Services(moved, parsers=parsers, embedders=[minilm]) as restored:
        assert _answers(restored) == before
        report = ingest(restored, [str(folder)], collection="c").to_json()
        assert report["documents"] == {"added": 1, "changed": 0, "unchanged": 4, "deleted": 0, "failed": 0}
        assert report["rows"]["stale"] == report["rows"]["orphaned"] == 0
        assert _answers(restored) == _answers(services)
        with restored.engine.connect() as conn:
            assert conn.execute(text("SELECT count(*) FROM document")).scalar_one() == 5


@pytest.fixture
def owned_url(empty_database_url: str) -> Iterator[str]:
    """The address of an empty database, as a login that owns it and is no superuser; the extension is there."""
    url = make_url(empty_database_url)
    name = f"owner_{uuid.uuid4().hex[:8]}"
    engine = connect(url)
    with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as conn:
        conn.execute(text("CREATE EXTENSION vector"))
        conn.execute(text(f"CREATE ROLE {name} LOGIN PASSWORD 'secret'"))
        conn.execute(text(f"ALTER DATABASE {url.database} OWNER TO {name}"))
    yield url.set(username=name, password="secret").render_as_string(hide_password=False)
    with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as conn:
        conn.execute(text(f"ALTER DATABASE {url.database} OWNER TO CURRENT_USER"))
        conn.execute(text(f"DROP OWNED BY {name} CASCADE"))
        conn.execute(text(f"DROP ROLE {name}"))
    engine.dispose()


def test_an_owner_without_superuser_restores_everything_but_the_extension(
    settings: Settings, engine: Engine, owned_url: str, tmp_path: Path
) -> None:
    """The comment on the extension belongs to who made it: with it pg_restore ends with status 1."""
    assert settings.database_url is not None
    dump = tmp_path / "bizrag.dump"
    _run("pg_dump", "--format=custom", f"--file={dump}", _address(settings.database_url))
    with pytest.raises(subprocess.CalledProcessError) as refused:
        _run("pg_restore", "--no-owner", "--no-privileges", f"--dbname={_address(owned_url)}", str(dump))
    assert b"must be owner of extension vector" in refused.value.stderr
    restored = connect(make_url(owned_url))
    with restored.begin() as conn:
        conn.execute(text("DROP OWNED BY CURRENT_USER CASCADE"))
        conn.execute(text("CREATE SCHEMA IF NOT EXISTS public"))
    _restore(dump, _address(owned_url), options=("--no-owner", "--no-privileges"))
    # the comments on tables and columns are what analysts read
    comments = text(
        "SELECT c.relname, d.description FROM pg_description d JOIN pg_class c ON c.oid = d.objoid "
        "WHERE d.classoid = CAST('pg_class' AS regclass) AND c.relnamespace = CAST('public' AS regnamespace)"
    )
    with engine.connect() as there, restored.connect() as here:
        expected = {tuple(row) for row in there.execute(comments)}
        assert len(expected) > 100
        assert {tuple(row) for row in here.execute(comments)} == expected
    restored.dispose()
    open_engine(settings.model_copy(update={"database_url": owned_url})).dispose()
