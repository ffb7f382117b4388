"""Published documents whose chunks are as near to the question as a test says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import Connection, text

from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.inputs import input_sha256
from bizrag.store import catalog
from bizrag.store.indexes import IndexRow, IndexSpec, ensure_index
from bizrag.store.publish import publish

MakeLibrary = Callable[[Connection], Any]
SPACE = "pages"
DIMENSIONS = 8
QUESTION = np.eye(1, DIMENSIONS, dtype=np.float32)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A chunk: its kind, its page, and how near to the question its parts are (cosines)."""

    kind: ChunkKind
    page_no: int | None
    nearness: tuple[float, ...]


def piece(kind: ChunkKind, page_no: int | None, *nearness: float) -> Piece:
    return Piece(kind=kind, page_no=page_no, nearness=nearness)


def near(cosine: float, turn: int) -> np.ndarray:
    """A unit vector of that cosine to the question."""
    vector = cosine * QUESTION
    vector[1 + turn % (DIMENSIONS - 1)] = np.sqrt(1 - cosine**2)
    return vector


def near_index(conn: Connection, variant: str) -> IndexRow:
    return ensure_index(
        conn,
        IndexSpec(
            index_name="pages",
            variant=variant,
            chunk_params={},
            space=SPACE,
            dimensions=DIMENSIONS,
            text_config="english",
        ),
    )


def store(conn: Connection, library: MakeLibrary, index: IndexRow, name: str, pieces: Sequence[Piece]) -> list[int]:
    """A published document; the numbers of its chunks in their order."""
    shelf = library(conn)
    document = shelf.document(name)
    chunks = [
        Chunk(
            document_id=document.source.document_id,
            ordinal=ordinal,
            kind=one.kind,
            text=f"{one.kind} {ordinal} of {name}",
            headings=(name,),
            inputs=tuple(f"{name} {ordinal} {part}" for part in range(len(one.nearness))),
            lexical_text=f"{ordinal} of {name}",
            locators=(Locator(char_start=0, char_end=9) if one.page_no is None else Locator(page_no=one.page_no),),
            num_tokens=3,
        )
        for ordinal, one in enumerate(pieces)
    ]
    chunk_set = shelf.save(document, chunks, embed=False)
    hashes = [input_sha256(given) for chunk in chunks for given in chunk.inputs]
    cosines = [cosine for one in pieces for cosine in one.nearness]
    vectors = np.stack([near(cosine, turn) for turn, cosine in enumerate(cosines)])
    catalog.save_embeddings(conn, space=SPACE, hashes=hashes, vectors=vectors)
    publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)
    numbers = text("SELECT chunk_no FROM chunk WHERE chunk_set_id = :id ORDER BY ordinal")
    return list(conn.scalars(numbers, {"id": chunk_set}))
