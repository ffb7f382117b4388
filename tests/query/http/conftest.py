"""The HTTP service over the small corpus, on a real socket; one database for all tests of a file, which only read."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from sqlalchemy import Engine, make_url, text

from bizrag.providers.embedders import Embedders
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from bizrag.store.blobs import BlobStore
from bizrag.store.engine import open_engine
from bizrag.store.keys import add_key
from bizrag.store.server import EmbeddedServer
from query import QueryService
from query.http import logs
from query.http.app import create_app
from tests.conftest import OtherServer, run_sql
from tests.made import make_image
from tests.serving import serving


@pytest.fixture(scope="module")
def served_settings(
    server: EmbeddedServer | OtherServer,
    template_database: str,
    weights_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Settings]:
    """Settings with a database for this file."""
    name = f"served_{uuid.uuid4().hex[:12]}"
    run_sql(server, f"CREATE DATABASE {name} TEMPLATE {template_database} STRATEGY file_copy")
    yield Settings(
        _env_file=None,
        home=tmp_path_factory.mktemp("served"),
        database_url=make_url(server.url).set(database=name).render_as_string(hide_password=False),
        weights_path=weights_path,
    )
    run_sql(server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def served_engine(served_settings: Settings, fill: Callable[[Engine], None]) -> Iterator[Engine]:
    """The corpus, with images of page 1 and of the picture on it."""
    engine = open_engine(served_settings)
    fill(engine)
    blobs = BlobStore(served_settings.blobs)
    with engine.begin() as conn:
        page = blobs.put(make_image("blue", size=(300, 400)), suffix=".png")
        conn.execute(text("UPDATE page SET image_sha256 = :sha256 WHERE page_no = 1"), {"sha256": page})
        picture = blobs.put(make_image("green", size=(40, 30)), suffix=".png")
        conn.execute(text("UPDATE picture_artifact SET image_sha256 = :sha256"), {"sha256": picture})
    yield engine
    engine.dispose()


def open_service(settings: Settings, minilm: LocalEmbedder) -> QueryService:
    """A service whose weights are loaded once for all tests."""
    service = QueryService(settings)
    service.__dict__["embedders"] = Embedders(settings, lambda: service.engine, given=[minilm])
    return service


@pytest.fixture(scope="module")
def service(served_engine: Engine, served_settings: Settings, minilm: LocalEmbedder) -> Iterator[QueryService]:
    with open_service(served_settings, minilm) as service:
        yield service


@pytest.fixture(scope="module")
def address(service: QueryService, served_settings: Settings) -> Iterator[str]:
    """Where the service listens."""
    with serving(create_app(served_settings, service=service)) as url:
        yield url


@pytest.fixture
def key(service: QueryService) -> Iterator[str]:
    """A key that reads everything. At the end there never was one: who needs none before needs none again."""
    yield add_key(service.engine, "test")
    with service.engine.begin() as conn:
        conn.execute(text("DELETE FROM api_key"))


@pytest.fixture
def log_lines(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """The log as a service writes it, read since it was asked for last."""
    logs.configure()
    yield lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    structlog.reset_defaults()


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    """A client of the service."""
    with httpx.Client(base_url=address, timeout=30) as client:
        yield client
