"""Stage embeddings of an index for late interaction: many vectors for every page image of a chunk set."""

from __future__ import annotations

from bizrag.errors import BizragError
from bizrag.model.hashing import sha256_json
from bizrag.pipeline.embed import read_image
from bizrag.pipeline.events import Outcome
from bizrag.pipeline.services import Services
from bizrag.providers.embedding import Vectors
from bizrag.store import page_vectors
from bizrag.store.indexes import IndexRow

# Pages between two commits: what a failure loses, and images in memory.
_SLICE_PAGES = 16


def embed_pages(services: Services, index: IndexRow, *, chunk_set_id: str, parse_id: str) -> Outcome:
    """Vectors for the page images of a chunk set that have none yet in the index's space.

    They belong to the page of the parse: other documents of the same content and other chunk sets use them too. Full
    slices are committed on the way.
    """
    with services.engine.connect() as conn:
        missing = page_vectors.missing_pages(conn, chunk_set_id=chunk_set_id, space=index.space)
    pages: dict[int, Vectors] = {}
    for start in range(0, len(missing), _SLICE_PAGES):
        if pages:
            with services.engine.begin() as conn:
                page_vectors.save_page_vectors(conn, parse_id=parse_id, space=index.space, pages=pages)
        part = missing[start : start + _SLICE_PAGES]
        images = [read_image(services.blobs, image_sha256) for _, image_sha256 in part]
        made = services.embedders.pages(index.index_name).embed_pages(images)
        if len(made) != len(part):
            raise BizragError(f"{index.space} made vectors of {len(made)} pages, not of {len(part)}")
        pages = {page_no: vectors for (page_no, _), vectors in zip(part, made, strict=True)}
    return Outcome(
        outputs={"vectors": sha256_json([index.space, chunk_set_id])},
        metadata={"embedded pages": len(missing)},
        calls={"embed_images": len(missing)},
        save=lambda conn: page_vectors.save_page_vectors(conn, parse_id=parse_id, space=index.space, pages=pages),
    )
