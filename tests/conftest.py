"""A real embedded Postgres for the whole test run, and a fresh migrated database for every test that asks.

The template database is migrated once and cloned per test. Variables of the caller's environment never reach a test,
but one: ``BIZRAG_TEST_SERVER`` is the address of another Postgres to test against (role that may create databases).
"""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bizrag.garbage import collect_and_keep, collect_seldom

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from xdist.scheduler import LoadFileScheduling

    from bizrag.parsing.confined.workers import ParserPool
    from bizrag.pipeline.services import Services
    from bizrag.providers.local_embedding import LocalEmbedder
    from bizrag.settings import Settings
    from bizrag.store.server import EmbeddedServer
    from tests.scripted_server import ScriptedServer

pytest_plugins = ["tests.samples_index"]
# as in a command
collect_seldom()

_TEMPLATE = "bizrag_template"
_WITH_DAGSTER = "dagster_template"
_OTHER_SERVER = os.environ.get("BIZRAG_TEST_SERVER")
_SHARED_MEMORY = Path("/dev/shm")
_ROOM = 8 * 2**30  # bytes, of all processes together; containers often have no more than 64 MiB

# The folders whose tests ask the ingested samples. One process takes them all: ingesting once a process costs a minute.
_ASKING_SAMPLES = ("tests/web/", "tests/docs/")


def pytest_collection() -> None:
    """As in a parser process: torch is not imported for docling's options. A run of one file may need neither."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        from bizrag.parsing.engines import light_docling

        light_docling.install()


def pytest_collection_finish() -> None:
    """What the tests are made of stays: it is not looked at as garbage again."""
    collect_and_keep(0)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests first: at the end of a run in several processes none waits long for the last one. Whatever
    asks for the server is marked as of a database.
    """
    for item in items:
        if "server" in getattr(item, "fixturenames", ()):
            item.add_marker("database")
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling:
    """Files are handed out whole; those that share the ingested samples go together."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return "samples" if nodeid.startswith(_ASKING_SAMPLES) else super()._split_scope(nodeid)

    return Scheduling(config, log)


@dataclass(frozen=True, slots=True)
class OtherServer:
    """A server that runs already, in place of the embedded one."""

    url: str


@pytest.fixture(autouse=True)
def _no_outside_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("BIZRAG_", "OPENAI_", "AZURE_", "COHERE_"))]:
        monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def _no_real_providers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client library reaches servers on this machine only, whatever a test sets."""
    import httpx2

    send = httpx2.HTTPTransport.handle_request

    def guarded(transport: httpx2.HTTPTransport, request: httpx2.Request) -> httpx2.Response:
        if request.url.host not in ("127.0.0.1", "localhost"):
            raise AssertionError(f"a test called {request.url.host}")
        return send(transport, request)

    monkeypatch.setattr(httpx2.HTTPTransport, "handle_request", guarded)


@pytest.fixture(scope="session")
def _scripted_server() -> Iterator[ScriptedServer]:
    from tests.scripted_server import ScriptedServer

    server = ScriptedServer()
    yield server
    server.close()


@pytest.fixture
def scripted(_scripted_server: ScriptedServer) -> Iterator[ScriptedServer]:
    """A server of the OpenAI API that says what the test told it; requests that nothing was told for fail the test."""
    from bizrag.providers.guards import reset_guards
    from bizrag.providers.openai_client import close_clients

    _scripted_server.reset()
    reset_guards()
    yield _scripted_server
    unexpected = [received.text[:200] for received in _scripted_server.unexpected]
    close_clients()
    assert unexpected == []


@pytest.fixture(scope="session")
def reachable_folder() -> Iterator[Path]:
    """A temporary folder that the server's unprivileged user may enter; pytest's own folders are closed to it.

    In memory where there is room: seven hundred databases are made in a run, ten times as fast as on a disk.
    """
    folder = Path(tempfile.mkdtemp(prefix="bizrag-tests-", dir=_SHARED_MEMORY if _has_room(_SHARED_MEMORY) else None))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def _has_room(folder: Path) -> bool:
    """Whether programs may run from there too: a home may keep those of the database."""
    if not folder.is_dir():
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize >= _ROOM and not found.f_flag & os.ST_NOEXEC


@pytest.fixture(scope="session")
def server(reachable_folder: Path) -> Iterator[EmbeddedServer | OtherServer]:
    """The running server of this test run. It is not safe against power loss, which saves a second a run."""
    from bizrag.store.engine import parse_url
    from bizrag.store.server import EmbeddedServer

    if _OTHER_SERVER is not None:
        yield OtherServer(parse_url(_OTHER_SERVER).render_as_string(hide_password=False))
        return
    server = EmbeddedServer(reachable_folder / "home", is_durable=False)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def template_database(server: EmbeddedServer | OtherServer) -> str:
    """Name of a migrated database to clone."""
    from sqlalchemy import make_url

    from bizrag.store.engine import connect, prepare

    run_sql(server, f"DROP DATABASE IF EXISTS {_TEMPLATE} WITH (FORCE)")
    run_sql(server, f"CREATE DATABASE {_TEMPLATE}")
    engine = connect(make_url(server.url).set(database=_TEMPLATE))
    prepare(engine)
    engine.dispose()
    return _TEMPLATE


@pytest.fixture(scope="session")
def template_with_dagster(server: EmbeddedServer | OtherServer, template_database: str, tmp_path_factory: Any) -> str:
    """Name of a migrated database to clone in which Dagster has its tables: making them takes a second each time."""
    from sqlalchemy import make_url

    from bizrag.settings import Settings
    from orchestration.instance import open_instance

    run_sql(server, f"DROP DATABASE IF EXISTS {_WITH_DAGSTER} WITH (FORCE)")
    run_sql(server, f"CREATE DATABASE {_WITH_DAGSTER} TEMPLATE {template_database} STRATEGY file_copy")
    url = make_url(server.url).set(database=_WITH_DAGSTER).render_as_string(hide_password=False)
    values = {"home": tmp_path_factory.mktemp("home"), "database_url": url}
    with open_instance(Settings.model_validate(values), keep_output=False) as instance:
        assert instance.get_runs_count() == 0
    return _WITH_DAGSTER


@pytest.fixture
def database_url(
    server: EmbeddedServer | OtherServer, template_database: str, request: pytest.FixtureRequest
) -> Iterator[str]:
    """Address of a fresh migrated database; it is dropped after the test. Who ingests finds Dagster's tables there."""
    from sqlalchemy import make_url

    name = f"test_{uuid.uuid4().hex[:12]}"
    is_ingesting = not {"services", "instance", "parsers"}.isdisjoint(request.fixturenames)
    template = request.getfixturevalue("template_with_dagster") if is_ingesting else template_database
    run_sql(server, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    yield make_url(server.url).set(database=name).render_as_string(hide_password=False)
    run_sql(server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def shared_engine(server: EmbeddedServer | OtherServer, template_database: str) -> Iterator[Engine]:
    """An engine on one migrated database for all tests that only call functions and write nothing."""
    from sqlalchemy import make_url

    from bizrag.store.engine import connect

    run_sql(server, "DROP DATABASE IF EXISTS shared WITH (FORCE)")
    run_sql(server, f"CREATE DATABASE shared TEMPLATE {template_database} STRATEGY file_copy")
    engine = connect(make_url(server.url).set(database="shared"))
    yield engine
    engine.dispose()


@pytest.fixture
def empty_database_url(server: EmbeddedServer | OtherServer) -> Iterator[str]:
    """Address of a database in which nothing was migrated; it is dropped after the test."""
    from sqlalchemy import make_url

    name = f"test_{uuid.uuid4().hex[:12]}"
    run_sql(server, f"CREATE DATABASE {name}")
    yield make_url(server.url).set(database=name).render_as_string(hide_password=False)
    run_sql(server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def engine(settings: Settings) -> Iterator[Engine]:
    """An engine on a fresh migrated database."""
    from bizrag.store.engine import open_engine

    engine = open_engine(settings)
    yield engine
    engine.dispose()


@pytest.fixture(scope="session")
def weights_path() -> Path:
    """Where the packaged weights lie: those of the usual home, so that a machine fetches them once."""
    from bizrag.settings import Settings

    return Settings.model_construct().weights


@pytest.fixture
def settings(database_url: str, weights_path: Path, tmp_path: Path) -> Settings:
    """Settings with a fresh migrated database and an empty home; no file and no variable is read."""
    from bizrag.settings import ParsingSettings, Settings

    return Settings(
        _env_file=None,
        home=tmp_path / "home",
        database_url=database_url,
        weights_path=weights_path,
        # tests run side by side already
        parsing=ParsingSettings(workers=1),
    )


@pytest.fixture(scope="session")
def minilm(weights_path: Path) -> LocalEmbedder:
    """The real embedder."""
    from bizrag.providers.local_embedding import local_embedder
    from bizrag.settings import Settings

    return local_embedder(Settings.model_validate({"weights_path": weights_path}))


@pytest.fixture(scope="session")
def parser_blobs(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where the shared parser processes put images; a test that reads them makes it its ``blob_url``."""
    return str(tmp_path_factory.mktemp("parsers") / "blobs")


@pytest.fixture(scope="session")
def parsers(weights_path: Path, parser_blobs: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ParserPool]:
    """Parser processes that the tests share, and what they parsed: starting one takes longer than most tests."""
    from bizrag.settings import Settings
    from bizrag.store.blobs import BlobStore
    from tests.remembered_parses import RememberingPool

    one = {"workers": 1}
    settings = Settings.model_validate({"blob_url": parser_blobs, "weights_path": weights_path, "parsing": one})
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    (folder / "parses").mkdir(exist_ok=True)
    with RememberingPool(settings, BlobStore(settings.blobs), folder / "parses") as pool:
        yield pool


@pytest.fixture
def services(settings: Settings, parsers: ParserPool, minilm: LocalEmbedder) -> Iterator[Services]:
    """Open services on a fresh database, with the shared parser processes and embedder."""
    from bizrag.pipeline.services import Services

    with Services(settings, parsers=parsers, embedders=[minilm]) as services:
        yield services


def run_sql(server: EmbeddedServer | OtherServer, statement: str) -> None:
    """Run a statement outside transactions, on a connection that is kept: hundreds of tests make a database."""
    from sqlalchemy import text

    with _administration(server.url).connect() as connection:
        connection.execute(text(statement))


@cache
def _administration(url: str) -> Engine:
    from sqlalchemy import create_engine, make_url

    return create_engine(
        make_url(url).set(database="postgres"), isolation_level="AUTOCOMMIT", pool_size=1, pool_pre_ping=True
    )
