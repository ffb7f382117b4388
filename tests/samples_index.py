"""The sample documents, ingested once for all tests of a process that ask for them (a plugin of ``conftest.py``)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from bizrag.parsing.confined.workers import ParserPool
    from bizrag.providers.local_embedding import LocalEmbedder
    from bizrag.store.blobs import BlobStore
    from bizrag.store.server import EmbeddedServer

SAMPLES = Path(__file__).parents[1] / "samples" / "docs"


@pytest.fixture(scope="session")
def samples_blobs(tmp_path_factory: pytest.TempPathFactory) -> BlobStore:
    """Where the images of the samples are once they are ingested."""
    from bizrag.store.blobs import BlobStore

    return BlobStore(str(tmp_path_factory.mktemp("blobs")))


@pytest.fixture(scope="session")
def samples_engine(
    server: EmbeddedServer,
    template_with_dagster: str,
    minilm: LocalEmbedder,
    weights_path: Path,
    samples_blobs: BlobStore,
    parsers: ParserPool,
    parser_blobs: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Engine]:
    """A database with the samples, a second copy of one of them, and a file that cannot be read."""
    from bizrag.pipeline.services import Services
    from bizrag.settings import Settings
    from orchestration.ingest import ingest
    from tests.store.cloned import cloned

    folder = tmp_path_factory.mktemp("samples") / "docs"
    shutil.copytree(SAMPLES, folder)
    (folder / "archive").mkdir()
    shutil.copy(folder / "press_release.html", folder / "archive")
    (folder / "damaged.pdf").write_bytes(b"%PDF-1.7\nnothing follows\n")
    with cloned(server, template_with_dagster, "samples") as engine:
        settings = Settings(
            _env_file=None,
            home=tmp_path_factory.mktemp("home"),
            database_url=engine.url.render_as_string(hide_password=False),
            weights_path=weights_path,
            blob_url=parser_blobs,
        )
        with Services(settings, parsers=parsers, embedders=[minilm]) as services:
            ingest(services, [str(folder)], collection="samples")
        # a copy: other tests of the process may forget documents, and with them the images of the shared processes
        shutil.copytree(parser_blobs, samples_blobs.url, dirs_exist_ok=True)
        yield engine
