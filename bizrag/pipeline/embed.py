"""Stage embeddings: what a chunk set still lacks vectors for, read, embedded and kept in slices."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

import numpy as np
from sqlalchemy import Engine

from bizrag.model.hashing import sha256_json
from bizrag.model.inputs import InputText, StoredInput
from bizrag.pipeline.claims import Claims
from bizrag.pipeline.events import Outcome
from bizrag.pipeline.services import Services
from bizrag.providers.chat import ImagePart, TextPart
from bizrag.providers.embedding import EmbeddingInput, Vectors
from bizrag.store import catalog
from bizrag.store.blobs import BlobStore
from bizrag.store.indexes import IndexRow
from sql import statement

# Inputs between two commits: what a failure loses. Images are in memory for one slice.
_SLICE_TEXTS = 512
_SLICE_IMAGES = 32
_PNG = b"\x89PNG"


def embed_chunk_set(services: Services, index: IndexRow, chunk_set_id: str, claims: Claims) -> Outcome:
    """Vectors for the inputs of a chunk set that have none yet in the index's space.

    Vectors belong to their input and not to the document, so that slices are committed on the way: a failure later asks
    for them no second time, and inputs that another document has embedded at this moment are waited for. Other
    processes are waited for where they embed the very same inputs: those of a copy.
    """
    with services.engine.connect() as conn:
        num_inputs, inputs_sha256 = catalog.vectors_output(conn, chunk_set_id=chunk_set_id)
    num_embedded = num_texts = 0
    while missing := _missing(services, index, chunk_set_id):
        has_images = not all(isinstance(item, str) for item in missing.values())
        wanted = list(missing)[: _SLICE_IMAGES if has_images else _SLICE_TEXTS]
        with _making(services.engine, f"{index.space} {inputs_sha256}"), claims.claim(wanted) as mine:
            # what another document had may be kept by now
            found = _missing(services, index, chunk_set_id)
            hashes, vectors = _embed(services, index, [item for item in found.items() if item[0] in mine])
            with services.engine.begin() as conn:
                catalog.save_embeddings(conn, space=index.space, hashes=hashes, vectors=vectors)
            num_embedded += len(hashes)
            num_texts += sum(isinstance(found[sha256], str) for sha256 in hashes)
    # an input with an image counts as one, whatever else it holds
    counts = {"embed_texts": num_texts, "embed_images": num_embedded - num_texts}
    return Outcome(
        outputs={"vectors": sha256_json([index.space, inputs_sha256])},
        metadata={"inputs": num_inputs, "embedded": num_embedded, "reused": num_inputs - num_embedded},
        calls={name: number for name, number in counts.items() if number or name == "embed_texts"},
    )


@contextmanager
def _making(engine: Engine, output: str) -> Generator[None]:
    """Be the only one, of all processes, who makes an output."""
    conn = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    try:
        conn.execute(statement("lock_output"), {"output": output})
        yield
        conn.execute(statement("unlock_output"), {"output": output})
    except BaseException:
        # Closing the session would return it to the pool with its lock.
        conn.invalidate()
        raise
    finally:
        conn.close()


def _missing(services: Services, index: IndexRow, chunk_set_id: str) -> dict[str, StoredInput]:
    """Inputs of the chunk set without a vector, by their hash."""
    with services.engine.connect() as conn:
        return dict(catalog.missing_embeddings(conn, chunk_set_id=chunk_set_id, space=index.space))


def _embed(services: Services, index: IndexRow, items: Sequence[tuple[str, StoredInput]]) -> tuple[list[str], Vectors]:
    """The hashes and the vectors of a slice, float32 [len(items), dimensions]."""
    hashes = [sha256 for sha256, _ in items]
    if not items:
        return hashes, np.zeros((0, index.dimensions), dtype=np.float32)
    texts = [item for _, item in items if isinstance(item, str)]
    if len(texts) == len(items):
        return hashes, services.embedders.text(index.index_name).embed(texts)
    read = [read_input(services.blobs, item) for _, item in items]
    return hashes, services.embedders.multimodal(index.index_name).embed(read)


def read_input(blobs: BlobStore, item: StoredInput) -> EmbeddingInput:
    """An input as an embedder takes it, images read. Raises NotFoundError when a blob is not there."""
    if isinstance(item, str):
        return item
    return tuple(
        TextPart(text=part.text) if isinstance(part, InputText) else read_image(blobs, part.sha256) for part in item
    )


def read_image(blobs: BlobStore, sha256: str) -> ImagePart:
    """A stored image, PNG or JPEG. Raises NotFoundError when it is not there."""
    data = blobs.get(sha256)
    return ImagePart(sha256=sha256, data=data, mime_type="image/png" if data.startswith(_PNG) else "image/jpeg")
