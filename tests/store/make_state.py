"""Freeze a database as this version of the code leaves it.

Run ``python -m tests.store.make_state > tests/store/states/NNNN.sql``, where NNNN is the newest migration. Upgrade
tests load these files, so that every later version is tried on what this one really wrote: its tables, its functions
and views, and rows made by its own functions. Run it at a release. A state is never changed afterwards.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from sqlalchemy import Connection, make_url

from bizrag.chunking import ChunkParams, chunk_document
from bizrag.model.descriptions import ArtifactKind
from bizrag.model.documents import Classification, Layout, SourceFile
from bizrag.model.hashing import sha256_text
from bizrag.model.parses import Parse
from bizrag.store import catalog, parses, state
from bizrag.store.binaries import packaged_folder
from bizrag.store.engine import connect, prepare
from bizrag.store.indexes import IndexRow, IndexSpec, ensure_index, set_alias
from bizrag.store.publish import publish
from bizrag.store.server import EmbeddedServer
from tests.query.conftest import (
    MAP_TEXT,
    POLICY_BLOCKS,
    REPORT_BLOCKS,
    REVENUE_TEXT,
    describe,
    parsed,
)

SPACE = "state/hash-8"
DIMENSIONS = 8


def vector_of(text: str) -> np.ndarray:
    """A unit vector of its own for every text, shape (8,)."""
    numbers = np.frombuffer(bytes.fromhex(sha256_text(text)), dtype=">u4").astype(np.float32) / 2**32 - 0.5
    return numbers / np.linalg.norm(numbers)


def add(conn: Connection, index: IndexRow, name: str, title: str, parse: Parse, *, collection: str = "docs") -> None:
    """One document through every stage."""
    source = SourceFile(
        collection=collection,
        source_root="memory://",
        source_uri=name,
        size_bytes=1000,
        modified_at=datetime(2025, 3, 1, tzinfo=UTC),
    )
    (number,) = catalog.upsert_documents(conn, [(source, f"{collection}/{name}")])
    content = catalog.ContentRow(
        content_sha256=parse.content_sha256,
        mime_type="application/pdf" if parse.pages else "text/plain",
        num_pages=len(parse.pages) or None,
        preview={"pages": []},
    )
    catalog.save_content(conn, document_no=number, content=content)
    label = Classification(layout=Layout.VERTICAL, reasoning="prose", title=title)
    catalog.save_classification(conn, sha256_text(name), label, provider="local")
    output = parses.parse_output_sha256(parse)
    parses.save_parse(conn, parse, output_sha256=output)
    descriptions = [describe(ArtifactKind.TABLE, table, REVENUE_TEXT) for table in parse.tables]
    descriptions += [describe(ArtifactKind.PICTURE, picture, MAP_TEXT) for picture in parse.pictures]
    catalog.save_descriptions(conn, parse_id=parse.parse_id, descriptions=descriptions)
    chunks = chunk_document(
        document_id=source.document_id,
        title=title,
        layout=Layout.VERTICAL,
        parse=parse,
        descriptions=descriptions,
        params=ChunkParams(max_tokens=64, merge_share=0.0),
        count_tokens=lambda item: len(item.split()),
    )
    made = catalog.chunks_output_sha256(chunks)
    catalog.save_chunk_set(
        conn,
        chunk_set_id=made[:32],
        document_no=number,
        parse_id=parse.parse_id,
        output_sha256=made,
        chunks=chunks,
    )
    inputs = [str(item) for chunk in chunks for item in chunk.inputs]
    hashes = [sha256_text(item) for item in inputs]
    catalog.save_embeddings(conn, space=SPACE, hashes=hashes, vectors=np.stack([vector_of(item) for item in inputs]))
    publish(conn, index=index, document_no=number, chunk_set_id=made[:32])
    for stage, index_no, outputs in (
        ("documents", 0, {"content": parse.content_sha256}),
        ("classifications", 0, {"title": title, "layout": "vertical", "classification": sha256_text(name)}),
        ("pages", 0, {"parse": output, "parse_id": parse.parse_id}),
        ("descriptions", 0, {"descriptions": sha256_text("descriptions")}),
        ("chunks", index.index_no, {"chunks": made, "chunk_set": made[:32]}),
        ("embeddings", index.index_no, {"vectors": made}),
        ("search_index", index.index_no, {"published": made}),
    ):
        state.record_success(
            conn,
            document_no=number,
            stage=stage,
            index_no=index_no,
            fingerprint=sha256_text(f"{stage} {name}"),
            outputs=outputs,
            seconds=0.5,
            calls={"parse": 1} if stage == "pages" else {},
        )


def fill(conn: Connection) -> None:
    """A report with pages, a table and a picture; a policy without pages; a document that could not be read."""
    spec = IndexSpec(
        index_name="default", variant="tcte", chunk_params={"max_tokens": 64}, space=SPACE, dimensions=DIMENSIONS
    )
    index = ensure_index(conn, spec)
    set_alias(conn, "main", "default")
    add(conn, index, "annual report.pdf", "Annual report 2025", parsed("report", REPORT_BLOCKS, 2, tables=1))
    add(conn, index, "travel policy.txt", "Travel policy", parsed("policy", POLICY_BLOCKS, 0))
    broken = SourceFile(
        collection="docs", source_root="memory://", source_uri="broken.pdf", size_bytes=3, modified_at=None
    )
    (number,) = catalog.upsert_documents(conn, [(broken, "docs/broken.pdf")])
    state.record_failure(
        conn,
        document_no=number,
        stage="documents",
        index_no=0,
        fingerprint=sha256_text("broken"),
        error_class="BadInputError",
        error="broken.pdf: the file is damaged",
        is_transient=False,
        seconds=0.1,
    )


def main() -> None:
    """Print the whole database as SQL that any server of the same or a later version can run."""
    with tempfile.TemporaryDirectory(prefix="bizrag-state-") as folder:
        Path(folder).chmod(0o755)
        server = EmbeddedServer(Path(folder), is_durable=False)
        try:
            url = make_url(server.start())
            engine = connect(url)
            prepare(engine)
            with engine.begin() as conn:
                fill(conn)
            engine.dispose()
            command = [packaged_folder() / "bin" / "pg_dump", "--no-owner", "--no-privileges", "--inserts"]
            command += ["--rows-per-insert=100", "--dbname", url.set(drivername="postgresql").render_as_string()]
            dump = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        finally:
            server.stop()
    # psql's own commands, settings that older servers do not know, and pg_dump's headlines
    dump = re.sub(r"(?m)^(\\.*|SET transaction_timeout.*|--\n-- (Name|Data for Name): .*\n--|-- .*|--)\n", "", dump)
    sys.stdout.write(re.sub(r"\n{3,}", "\n\n", dump).strip() + "\n")


if __name__ == "__main__":
    main()
