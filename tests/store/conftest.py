"""Documents with chunks and vectors, made through the catalog as the pipeline makes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection, Engine, event, text

from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.documents import SourceFile
from bizrag.model.geometry import Locator
from bizrag.model.hashing import sha256_text
from bizrag.model.inputs import input_sha256
from bizrag.store import catalog
from bizrag.store.indexes import IndexRow, IndexSpec, ensure_index
from bizrag.store.server import EmbeddedServer
from tests.store.cloned import copied, filled_once

SPACE = "test/random-8"
DIMENSIONS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDocument:
    """A document in the catalog."""

    document_no: int
    source: SourceFile


@dataclass(slots=True)
class Library:
    """Makes documents and chunk sets with random unit vectors."""

    conn: Connection
    dimensions: int = DIMENSIONS
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(7))

    def document(self, name: str, *, collection: str = "docs") -> StoredDocument:
        source = SourceFile(
            collection=collection, source_root="memory://", source_uri=name, size_bytes=1, modified_at=datetime.now(UTC)
        )
        (number,) = catalog.upsert_documents(self.conn, [(source, f"{collection}/{name}")])
        return StoredDocument(document_no=number, source=source)

    def chunk_set(
        self, document: StoredDocument, texts: Sequence[str], *, version: int = 1, parts: int = 1, embed: bool = True
    ) -> str:
        chunks = [
            Chunk(
                document_id=document.source.document_id,
                ordinal=ordinal,
                kind=ChunkKind.TEXT,
                text=item,
                headings=(f"Title of {document.source.source_uri}",),
                inputs=tuple(f"{item} #{part} of {document.document_no}.{ordinal}.{version}" for part in range(parts)),
                lexical_text=item,
                locators=(Locator(page_no=ordinal + 1),),
                num_tokens=len(item.split()),
            )
            for ordinal, item in enumerate(texts)
        ]
        return self.save(document, chunks, version=version, embed=embed)

    def save(self, document: StoredDocument, chunks: Sequence[Chunk], *, version: int = 1, embed: bool = True) -> str:
        parse_id = self.parse(document)
        chunk_set_id = sha256_text(f"{document.document_no} {version}")[:32]
        catalog.save_chunk_set(
            self.conn,
            chunk_set_id=chunk_set_id,
            document_no=document.document_no,
            parse_id=parse_id,
            output_sha256=catalog.chunks_output_sha256(chunks),
            chunks=chunks,
        )
        if embed:
            hashes = [input_sha256(item) for chunk in chunks for item in chunk.inputs]
            vectors = self.rng.standard_normal((len(hashes), self.dimensions)).astype(np.float32)
            vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
            catalog.save_embeddings(self.conn, space=SPACE, hashes=hashes, vectors=vectors)
        return chunk_set_id

    def parse(self, document: StoredDocument) -> str:
        parse_id = sha256_text(document.source.document_id)[:32]
        self.conn.execute(
            text(
                "INSERT INTO parse (parse_id, content_sha256, parser_fingerprint, output_sha256, num_pages) "
                "VALUES (:id, :id, 'test', :id, 1) ON CONFLICT DO NOTHING"
            ),
            {"id": parse_id},
        )
        return parse_id

    def index(self, name: str = "main", *, text_config: str | None = "english") -> IndexRow:
        spec = IndexSpec(
            index_name=name,
            variant="tcte",
            chunk_params={"max_tokens": 256},
            space=SPACE,
            dimensions=self.dimensions,
            text_config=text_config,
        )
        return ensure_index(self.conn, spec)


@pytest.fixture(scope="module")
def filled_database(request: pytest.FixtureRequest, server: EmbeddedServer, template_database: str) -> Iterator[str]:
    """The name of a database that the module's function ``fill`` filled."""
    with filled_once(server, template_database, request.module.fill) as name:
        yield name


@pytest.fixture
def filled_engine(server: EmbeddedServer, filled_database: str) -> Iterator[Engine]:
    """An engine on a copy of it for one test."""
    with copied(server, filled_database) as engine:
        yield engine


@pytest.fixture
def library() -> Callable[[Connection], Library]:
    return Library


@pytest.fixture
def conn(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as connection:
        yield connection


@pytest.fixture
def explain() -> Callable[[Connection, Callable[[], object]], str]:
    """The plan of the statement with which a search ranks, as it ran."""

    def plan(connection: Connection, run: Callable[[], object]) -> str:
        seen: list[tuple[str, Any]] = []

        def remember(_conn: object, _cursor: object, statement: str, parameters: Any, *_more: object) -> None:
            seen.append((statement, parameters))

        event.listen(connection, "before_cursor_execute", remember)
        run()
        event.remove(connection, "before_cursor_execute", remember)
        statement, parameters = next(
            item for item in reversed(seen) if " AS MATERIALIZED" in item[0] and "walked" in item[0]
        )
        explained = "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) " + statement
        rows = connection.exec_driver_sql(explained, parameters)
        return "\n".join(row[0] for row in rows)

    return plan
