"""Documents and what is derived from them, except parses (parses.py): read and write the tables of migration 0001.

All functions run in the caller's transaction. Writes are idempotent: the same output stored twice is stored once.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import Connection

from bizrag.errors import NotFoundError
from bizrag.model import inputs
from bizrag.model.chunks import Chunk
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.documents import Classification, Layout, SourceFile
from bizrag.model.hashing import sha256_json
from bizrag.model.inputs import StoredInput
from bizrag.store.rows import columns
from bizrag.store.vectors import copy_rows, to_driver
from sql import query, statement


def to_json(value: Any) -> str:
    """JSON that Postgres can store: NUL characters and lone surrogates, both found in broken fonts, are dropped."""
    dumped = json.dumps(value, ensure_ascii=False).replace("\\u0000", "")
    return dumped.encode("utf-8", "ignore").decode("utf-8")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow:
    """A document as the catalog knows it."""

    document_no: int
    document_id: str
    collection: str
    source_root: str
    source_uri: str
    partition_key: str
    size_bytes: int
    content_sha256: str | None
    change_mark: str

    @property
    def name(self) -> str:
        """The file name, without folders."""
        return self.source_uri.rsplit("/", 1)[-1]


# --- documents -----------------------------------------------------------------------------------------------------


def change_mark(file: SourceFile) -> str:
    """What changes when a file's bytes may have: size, time and etag."""
    modified = file.modified_at.isoformat() if file.modified_at else ""
    return f"{file.size_bytes}|{modified}|{file.etag or ''}"


def upsert_documents(conn: Connection, files: Sequence[tuple[SourceFile, str]]) -> list[int]:
    """Remember listed files, given with their partition keys; returns the numbers of new and changed ones.

    Two that list the same new file at once take turns by ``lock_listing.sql``, from before they compare.
    """
    rows = [
        {
            "document_id": file.document_id,
            "collection": file.collection,
            "source_root": file.source_root,
            "source_uri": file.source_uri,
            "partition_key": partition_key,
            "size_bytes": file.size_bytes,
            "modified_at": file.modified_at.isoformat() if file.modified_at else None,
            "etag": file.etag,
            "change_mark": change_mark(file),
        }
        for file, partition_key in files
    ]
    found = conn.execute(statement("upsert_document"), {"rows": to_json(rows)}).mappings()
    return sorted(int(row["document_no"]) for row in found)


def load_documents(conn: Connection, documents: Sequence[int]) -> list[DocumentRow]:
    """Documents by number, in the order in which they were added."""
    rows = conn.execute(statement("select_documents"), {"documents": list(documents)}).mappings()
    return [DocumentRow(**columns(row)) for row in rows]


def find_by_partition(conn: Connection, partition_keys: Sequence[str]) -> list[int]:
    """Numbers of the documents with these partition keys; unknown keys are passed over."""
    rows = conn.execute(statement("select_documents_by_partition"), {"partition_keys": list(partition_keys)})
    return [int(row[0]) for row in rows]


def find_by_name(conn: Connection, name: str, *, collection: str | None = None) -> int:
    """The number of the one document that a name means: its path, its file name, or a part only its path has.

    Raises NotFoundError when none or several match.
    """
    parameters = {"name": name, "collection": collection}
    found = conn.execute(statement("select_documents_by_name"), parameters).mappings().all()
    closest = [row for row in found if row["closeness"] == found[0]["closeness"]]
    if len(closest) == 1:
        return int(closest[0]["document_no"])
    if not closest:
        raise NotFoundError(f"no document {name!r}; 'bizrag status --documents' lists them")
    names = ", ".join(f"{row['source_uri']} ({row['collection']})" for row in closest[:5])
    more = f" and {len(closest) - 5} more" if len(closest) > 5 else ""
    apart = told_apart_by([row["source_uri"] for row in closest])
    raise NotFoundError(f"{name!r} matches several documents: {names}{more}; give {apart}")


def told_apart_by(source_uris: Sequence[str]) -> str:
    """What tells documents apart that a name means alike: two collections may hold documents of one path.

    >>> told_apart_by(["a/x.pdf", "b/x.pdf"]), told_apart_by(["x.pdf", "x.pdf"])
    ('the path', '--collection')
    """
    num_paths = len(set(source_uris))
    if num_paths == len(source_uris):
        return "the path"
    return "--collection" if num_paths == 1 else "the path and --collection"


def find_by_bucket(conn: Connection, numbers: Sequence[int], buckets: int) -> list[int]:
    """Numbers of the documents in some of so many buckets."""
    rows = conn.execute(statement("select_documents_by_bucket"), {"numbers": list(numbers), "buckets": buckets})
    return [int(row[0]) for row in rows]


def list_partition_keys(conn: Connection) -> list[str]:
    """The Dagster partition of every document, in the order in which documents were added."""
    return [str(row[0]) for row in conn.execute(statement("select_partition_keys"))]


def read_catalog_mark(conn: Connection) -> str:
    """What changes when documents are added, removed or marked."""
    return str(conn.execute(statement("select_catalog_mark")).scalar_one())


# --- contents and classifications ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentRow:
    """The first look at some bytes; ``preview`` as bizrag.pipeline.previews writes it."""

    content_sha256: str
    mime_type: str
    num_pages: int | None
    preview: dict[str, Any]


def save_content(conn: Connection, *, document_no: int, content: ContentRow) -> None:
    """Store the first look and note that the document holds this content."""
    conn.execute(
        statement("insert_content"),
        {
            "content_sha256": content.content_sha256,
            "mime_type": content.mime_type,
            "num_pages": content.num_pages,
            "preview": to_json(content.preview),
        },
    )
    conn.execute(
        statement("update_document_content"),
        {"document_no": document_no, "content_sha256": content.content_sha256},
    )


def load_content(conn: Connection, content_sha256: str) -> ContentRow | None:
    """The first look at these bytes, if there was one."""
    row = conn.execute(statement("select_content"), {"content_sha256": content_sha256}).mappings().first()
    return ContentRow(**columns(row)) if row else None


def save_classification(
    conn: Connection, classification_id: str, classification: Classification, *, provider: str
) -> None:
    """Store a classification under the hash of what it was made from."""
    conn.execute(
        statement("insert_classification"),
        {
            "classification_id": classification_id,
            "layout": classification.layout.value,
            "reasoning": classification.reasoning,
            "title": classification.title,
            "provider": provider,
        },
    )


def load_classification(conn: Connection, classification_id: str) -> Classification | None:
    """A classification by the hash of what it was made from."""
    parameters = {"classification_id": classification_id}
    row = conn.execute(statement("select_classification"), parameters).mappings().first()
    if row is None:
        return None
    return Classification(layout=Layout(row["layout"]), reasoning=row["reasoning"], title=row["title"])


# --- descriptions --------------------------------------------------------------------------------------------------


def save_descriptions(conn: Connection, *, parse_id: str, descriptions: Sequence[Description]) -> None:
    """Store descriptions and which artifact of the parse each answers for."""
    rows = [
        {
            "artifact_sha256": item.artifact_sha256,
            "describer": item.describer,
            "kind": item.kind.value,
            "ordinal": item.ordinal,
            "artifact_class": item.artifact_class.value,
            "text": item.text,
        }
        for item in descriptions
    ]
    if not rows:
        return
    parameters = {"rows": to_json(rows)}
    conn.execute(statement("insert_descriptions"), parameters)
    conn.execute(statement("insert_parse_descriptions"), parameters | {"parse_id": parse_id})


def load_descriptions(conn: Connection, *, parse_id: str, describers: Sequence[str]) -> list[Description]:
    """The descriptions of a parse's artifacts; of two of the same artifact that of the describer named first."""
    rows = conn.execute(
        statement("select_descriptions"), {"parse_id": parse_id, "describers": list(describers)}
    ).mappings()
    return [
        Description(
            kind=ArtifactKind(row["kind"]),
            ordinal=row["ordinal"],
            artifact_sha256=row["artifact_sha256"],
            describer=row["describer"],
            artifact_class=ArtifactClass(row["artifact_class"]),
            text=row["text"],
        )
        for row in rows
    ]


def find_described(
    conn: Connection, keys: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], tuple[ArtifactClass, str]]:
    """Class and text of what is described already, by ``(artifact_sha256, describer)``; of any document."""
    rows = conn.execute(
        statement("select_described"),
        {"artifacts": [artifact for artifact, _ in keys], "describers": [describer for _, describer in keys]},
    ).mappings()
    return {
        (row["artifact_sha256"], row["describer"]): (ArtifactClass(row["artifact_class"]), row["text"]) for row in rows
    }


# --- chunks and embeddings -----------------------------------------------------------------------------------------


def chunks_output_sha256(chunks: Sequence[Chunk]) -> str:
    """Hash of everything that a chunk set holds."""
    return sha256_json([_chunk_row(chunk) for chunk in chunks])


def save_chunk_set(
    conn: Connection, *, chunk_set_id: str, document_no: int, parse_id: str, output_sha256: str, chunks: Sequence[Chunk]
) -> None:
    """Store a chunk set; nothing happens when it is stored already."""
    stored = conn.execute(
        statement("insert_chunk_set"),
        {
            "chunk_set_id": chunk_set_id,
            "document_no": document_no,
            "parse_id": parse_id,
            "output_sha256": output_sha256,
            "num_chunks": len(chunks),
        },
    ).first()
    if stored is not None and chunks:
        rows = to_json([_chunk_row(chunk) | {"input_hashes": _input_hashes(chunk)} for chunk in chunks])
        conn.execute(statement("insert_chunks"), {"chunk_set_id": chunk_set_id, "rows": rows})


def _chunk_row(chunk: Chunk) -> dict[str, Any]:
    return {
        "ordinal": chunk.ordinal,
        "chunk_id": chunk.chunk_id,
        "kind": chunk.kind.value,
        "text": chunk.text,
        "headings": list(chunk.headings),
        "lexical_text": chunk.lexical_text,
        "locators": [locator.to_json() for locator in chunk.locators],
        "page_nos": list(chunk.page_nos),
        "num_tokens": chunk.num_tokens,
        "artifact_ordinal": chunk.artifact_ordinal,
        "parent_ordinal": chunk.parent_ordinal,
        "inputs": [inputs.to_json(item) for item in chunk.inputs],
    }


def _input_hashes(chunk: Chunk) -> list[str]:
    """The keys of what is embedded, of the form in which it is stored."""
    return [inputs.input_sha256(inputs.from_json(json.loads(to_json(inputs.to_json(item))))) for item in chunk.inputs]


def missing_embeddings(conn: Connection, *, chunk_set_id: str, space: str) -> list[tuple[str, StoredInput]]:
    """``(input_sha256, input)`` of what a chunk set still needs vectors for."""
    rows = conn.execute(statement("select_missing_embeddings"), {"chunk_set_id": chunk_set_id, "space": space})
    return [(sha256, inputs.from_json(words if parts is None else parts)) for sha256, words, parts in rows]


def save_embeddings(conn: Connection, *, space: str, hashes: Sequence[str], vectors: np.ndarray) -> None:
    """Store vectors, float32 of shape (len(hashes), dimensions); a text that has a vector in the space keeps it."""
    if not hashes:
        return
    conn.execute(statement("create_embedding_load"))
    copy_rows(conn, query("copy_embeddings"), ("text", "vector"), zip(hashes, map(to_driver, vectors), strict=True))
    conn.execute(statement("insert_embeddings"), {"space": space})


def vectors_output(conn: Connection, *, chunk_set_id: str) -> tuple[int, str]:
    """How many inputs a chunk set has, and the hash over them in order."""
    row = conn.execute(statement("select_vectors_output"), {"chunk_set_id": chunk_set_id}).one()
    return int(row[0]), str(row[1])
