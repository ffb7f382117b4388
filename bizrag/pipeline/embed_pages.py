"""Stage embeddings of an index for late interaction: many vectors for every page image of a chunk set."""

from __future__ import annotations

from collections.abc import Mapping

from bizrag.model.hashing import sha256_json
from bizrag.model.page_vectors import PageVectors
from bizrag.model.token_pooling import summarise_page
from bizrag.pipeline.claims import Claims
from bizrag.pipeline.embed import read_image
from bizrag.pipeline.events import Outcome
from bizrag.pipeline.services import Services
from bizrag.store import page_vectors
from bizrag.store.indexes import IndexRow

# Pages between two commits: what a failure loses, and images in memory.
_SLICE_PAGES = 16


def embed_pages(services: Services, index: IndexRow, *, chunk_set_id: str, parse_id: str, claims: Claims) -> Outcome:
    """Vectors for the page images of a chunk set that have none yet in the index's space.

    They belong to the page of the parse: other documents of the same content and other chunk sets use them too. Slices
    are committed on the way; pages that another document has embedded at this moment are waited for.
    """
    num_embedded = 0
    while missing := _missing(services, index, chunk_set_id):
        wanted = [(parse_id, page_no) for page_no in list(missing)[:_SLICE_PAGES]]
        with claims.claim(wanted) as mine:
            # what another document had may be kept by now
            found = _missing(services, index, chunk_set_id)
            pages = {page_no: image for page_no, image in found.items() if (parse_id, page_no) in mine}
            vectors = _embed(services, index, pages)
            with services.engine.begin() as conn:
                page_vectors.save_page_vectors(conn, parse_id=parse_id, space=index.space, pages=vectors)
            num_embedded += len(pages)
    return Outcome(
        outputs={"vectors": sha256_json([index.space, chunk_set_id])},
        metadata={"embedded pages": num_embedded},
        calls={"embed_images": num_embedded},
    )


def _missing(services: Services, index: IndexRow, chunk_set_id: str) -> dict[int, str]:
    """Pages of the chunk set without vectors, with the hashes of their images."""
    with services.engine.connect() as conn:
        return dict(page_vectors.missing_pages(conn, chunk_set_id=chunk_set_id, space=index.space))


def _embed(services: Services, index: IndexRow, pages: Mapping[int, str]) -> dict[int, PageVectors]:
    """The vectors of a slice by page number."""
    if not pages:
        return {}
    images = [read_image(services.blobs, image_sha256) for image_sha256 in pages.values()]
    made = services.embedders.pages(index.index_name).embed_pages(images)
    return {page_no: summarise_page(vectors) for page_no, vectors in zip(pages, made, strict=True)}
