"""Documents and everything derived from them: read and write the tables of migration 0001.

All functions run in the caller's transaction. Writes are idempotent: the same output stored twice is stored once.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from sqlalchemy import Connection, text

from bizrag.model.chunks import Chunk
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.documents import Classification, Layout, SourceFile
from bizrag.model.geometry import BoundingBox
from bizrag.model.hashing import sha256_json
from bizrag.model.parses import Block, BlockKind, Page, Parse, PictureArtifact, TableArtifact, TableCell
from sql import query


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
    """Remember listed files, given with their partition keys; returns the numbers of new and changed ones."""
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
    found = conn.execute(text(query("upsert_document")), {"rows": to_json(rows)}).mappings()
    return sorted(int(row["document_no"]) for row in found)


def load_documents(conn: Connection, documents: Sequence[int]) -> list[DocumentRow]:
    """Documents by number, in the order in which they were added."""
    rows = conn.execute(text(query("select_documents")), {"documents": list(documents)}).mappings()
    return [DocumentRow(**row) for row in rows]


def find_by_partition(conn: Connection, partition_keys: Sequence[str]) -> list[int]:
    """Numbers of the documents with these partition keys; unknown keys are passed over."""
    rows = conn.execute(text(query("select_documents_by_partition")), {"partition_keys": list(partition_keys)})
    return [int(row[0]) for row in rows]


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
        text(query("insert_content")),
        {
            "content_sha256": content.content_sha256,
            "mime_type": content.mime_type,
            "num_pages": content.num_pages,
            "preview": to_json(content.preview),
        },
    )
    conn.execute(
        text(query("update_document_content")),
        {"document_no": document_no, "content_sha256": content.content_sha256},
    )


def load_content(conn: Connection, content_sha256: str) -> ContentRow | None:
    """The first look at these bytes, if there was one."""
    row = conn.execute(text(query("select_content")), {"content_sha256": content_sha256}).mappings().first()
    return ContentRow(**row) if row else None


def save_classification(
    conn: Connection, classification_id: str, classification: Classification, *, provider: str
) -> None:
    """Store a classification under the hash of what it was made from."""
    conn.execute(
        text(query("insert_classification")),
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
    row = conn.execute(text(query("select_classification")), parameters).mappings().first()
    if row is None:
        return None
    return Classification(layout=Layout(row["layout"]), reasoning=row["reasoning"], title=row["title"])


# --- parses --------------------------------------------------------------------------------------------------------


def parse_output_sha256(parse: Parse) -> str:
    """Hash of what later stages read of a parse: a new parser version with the same result stops the cascade."""
    return sha256_json(
        [
            [[page.page_no, page.image_sha256] for page in parse.pages],
            [_block_row(block) for block in parse.blocks],
            [_table_row(table) for table in parse.tables],
            [_picture_row(picture) for picture in parse.pictures],
        ]
    )


def save_parse(conn: Connection, parse: Parse, *, output_sha256: str) -> None:
    """Store a parse with its pages, blocks, tables and pictures; nothing happens when it is stored already."""
    stored = conn.execute(
        text(query("insert_parse")),
        {
            "parse_id": parse.parse_id,
            "content_sha256": parse.content_sha256,
            "parser_fingerprint": parse.parser_fingerprint,
            "output_sha256": output_sha256,
            "num_pages": len(parse.pages),
            "warnings": to_json(list(parse.warnings)),
            "seconds": to_json(parse.seconds),
        },
    ).first()
    if stored is None:
        return
    for name, rows in (
        ("insert_pages", [_page_row(page) for page in parse.pages]),
        ("insert_blocks", [_block_row(block) for block in parse.blocks]),
        ("insert_tables", [_table_row(table) for table in parse.tables]),
        ("insert_pictures", [_picture_row(picture) for picture in parse.pictures]),
    ):
        if rows:
            conn.execute(text(query(name)), {"parse_id": parse.parse_id, "rows": to_json(rows)})


def load_parse_output(conn: Connection, parse_id: str) -> str | None:
    """The output hash of a stored parse."""
    return conn.execute(text(query("select_parse_output")), {"parse_id": parse_id}).scalar()


def load_parse(conn: Connection, parse_id: str) -> Parse:
    """A stored parse. Raises LookupError when there is none."""
    row = conn.execute(text(query("select_parse")), {"parse_id": parse_id}).mappings().first()
    if row is None:
        raise LookupError(f"parse {parse_id} is not stored")
    return Parse(
        content_sha256=row["content_sha256"],
        parser_fingerprint=row["parser_fingerprint"],
        pages=tuple(Page(**_without_parse_id(page)) for page in row["pages"]),
        blocks=tuple(_block(block) for block in row["blocks"]),
        tables=tuple(_table(table) for table in row["tables"]),
        pictures=tuple(_picture(picture) for picture in row["pictures"]),
        warnings=tuple(row["warnings"]),
        seconds=row["seconds"],
    )


def _bbox_json(bbox: BoundingBox | None) -> list[float] | None:
    return bbox.to_json() if bbox else None


def _bbox(value: list[float] | None) -> BoundingBox | None:
    return BoundingBox.from_json(value) if value else None


def _without_parse_id(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in ("parse_id", "artifact_sha256")}


def _page_row(page: Page) -> dict[str, Any]:
    return {name: getattr(page, name) for name in Page.__dataclass_fields__}


def _block_row(block: Block) -> dict[str, Any]:
    return {
        "ordinal": block.ordinal,
        "kind": block.kind.value,
        "text": block.text,
        "page_no": block.page_no,
        "bbox": _bbox_json(block.bbox),
        "level": block.level,
    }


def _block(row: dict[str, Any]) -> Block:
    values = _without_parse_id(row)
    values |= {"kind": BlockKind(values["kind"]), "bbox": _bbox(values["bbox"])}
    return Block(**values)


def _table_row(table: TableArtifact) -> dict[str, Any]:
    return {
        "ordinal": table.ordinal,
        "artifact_sha256": table.artifact_sha256,
        "page_no": table.page_no,
        "bbox": _bbox_json(table.bbox),
        "caption": table.caption,
        "num_rows": table.num_rows,
        "num_cols": table.num_cols,
        "cells": [
            {
                "text": cell.text,
                "row_start": cell.row_start,
                "row_end": cell.row_end,
                "col_start": cell.col_start,
                "col_end": cell.col_end,
                "is_header": cell.is_header,
                "bbox": _bbox_json(cell.bbox),
            }
            for cell in table.cells
        ],
        "markdown": table.markdown,
    }


def _table(row: dict[str, Any]) -> TableArtifact:
    values = _without_parse_id(row)
    values |= {"cells": tuple(_cell(cell) for cell in values["cells"]), "bbox": _bbox(values["bbox"])}
    return TableArtifact(**values)


def _cell(row: dict[str, Any]) -> TableCell:
    values: dict[str, Any] = {**row, "bbox": _bbox(row["bbox"])}
    return TableCell(**values)


def _picture_row(picture: PictureArtifact) -> dict[str, Any]:
    values = {name: getattr(picture, name) for name in PictureArtifact.__dataclass_fields__}
    return values | {"artifact_sha256": picture.artifact_sha256, "bbox": _bbox_json(picture.bbox)}


def _picture(row: dict[str, Any]) -> PictureArtifact:
    values = _without_parse_id(row)
    values |= {"bbox": _bbox(values["bbox"])}
    return PictureArtifact(**values)


# --- descriptions --------------------------------------------------------------------------------------------------


def save_descriptions(conn: Connection, *, parse_id: str, describer: str, descriptions: Sequence[Description]) -> None:
    """Store descriptions and which artifact of the parse each answers for."""
    rows = [
        {
            "artifact_sha256": item.artifact_sha256,
            "kind": item.kind.value,
            "ordinal": item.ordinal,
            "artifact_class": item.artifact_class.value,
            "text": item.text,
        }
        for item in descriptions
    ]
    if not rows:
        return
    parameters = {"describer": describer, "rows": to_json(rows)}
    conn.execute(text(query("insert_descriptions")), parameters)
    conn.execute(text(query("insert_parse_descriptions")), parameters | {"parse_id": parse_id})


def load_descriptions(conn: Connection, *, parse_id: str, describer: str) -> list[Description]:
    """The descriptions of a parse's tables, pictures and slides by one describer."""
    rows = conn.execute(text(query("select_descriptions")), {"parse_id": parse_id, "describer": describer}).mappings()
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


# --- chunks and embeddings -----------------------------------------------------------------------------------------


def chunks_output_sha256(chunks: Sequence[Chunk]) -> str:
    """Hash of everything that a chunk set holds."""
    return sha256_json([_chunk_row(chunk) for chunk in chunks])


def save_chunk_set(
    conn: Connection, *, chunk_set_id: str, document_no: int, parse_id: str, output_sha256: str, chunks: Sequence[Chunk]
) -> None:
    """Store a chunk set; nothing happens when it is stored already."""
    stored = conn.execute(
        text(query("insert_chunk_set")),
        {
            "chunk_set_id": chunk_set_id,
            "document_no": document_no,
            "parse_id": parse_id,
            "output_sha256": output_sha256,
            "num_chunks": len(chunks),
        },
    ).first()
    if stored is not None and chunks:
        rows = to_json([_chunk_row(chunk) for chunk in chunks])
        conn.execute(text(query("insert_chunks")), {"chunk_set_id": chunk_set_id, "rows": rows})


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
        "inputs": list(chunk.inputs),
    }


def load_chunk_set_output(conn: Connection, chunk_set_id: str) -> str | None:
    """The output hash of a stored chunk set."""
    return conn.execute(text(query("select_chunk_set")), {"chunk_set_id": chunk_set_id}).scalar()


def count_chunks(conn: Connection, chunk_set_id: str) -> dict[str, int]:
    """Chunks of each kind in a set, and ``tokens``."""
    rows = conn.execute(text(query("select_chunk_summary")), {"chunk_set_id": chunk_set_id}).mappings().all()
    return {row["kind"]: int(row["num_chunks"]) for row in rows} | {
        "tokens": sum(int(row["num_tokens"]) for row in rows)
    }


def missing_embeddings(conn: Connection, *, chunk_set_id: str, space: str) -> list[tuple[str, str]]:
    """``(input_sha256, text)`` of what a chunk set still needs vectors for."""
    rows = conn.execute(text(query("select_missing_embeddings")), {"chunk_set_id": chunk_set_id, "space": space})
    return [(row[0], row[1]) for row in rows]


def save_embeddings(conn: Connection, *, space: str, hashes: Sequence[str], vectors: np.ndarray) -> None:
    """Store vectors, float32 of shape (len(hashes), dimensions)."""
    literals = ["[" + ",".join(map(str, cast("list[float]", row.tolist()))) + "]" for row in vectors]
    parameters = {"space": space, "hashes": list(hashes), "vectors": literals}
    conn.execute(text(query("insert_embeddings")), parameters)


def vectors_output(conn: Connection, *, chunk_set_id: str) -> tuple[int, str]:
    """How many inputs a chunk set has, and the hash over them in order."""
    row = conn.execute(text(query("select_vectors_output")), {"chunk_set_id": chunk_set_id}).one()
    return int(row[0]), str(row[1])
