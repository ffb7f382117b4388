"""The front of a document, for questions about it as a whole: no word of theirs need stand there."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from bizrag.answering.assembly.surroundings import hit_beside
from bizrag.answering.whole_documents import NUM_FRONT_CHUNKS, asked_of_whole
from bizrag.model.retrieval import Hit
from bizrag.store.fetch import fetch_chunks, fetch_chunks_at


def with_front(conn: Connection, hits: Sequence[Hit], question: str) -> list[Hit]:
    """The hits, before them the first chunks of the best one's document where the question is about it as a whole.

    They have the rank of that hit and no route.
    """
    if not hits or asked_of_whole(question) is None:
        return list(hits)
    best = hits[0]
    chunk_set_id = fetch_chunks(conn, [best.chunk_no])[best.chunk_no].chunk_set_id
    front = fetch_chunks_at(conn, {(chunk_set_id, ordinal) for ordinal in range(NUM_FRONT_CHUNKS)})
    found = {hit.chunk_no for hit in hits}
    beside = [hit_beside(chunk, best) for _, chunk in sorted(front.items()) if chunk.chunk_no not in found]
    return [*beside, *hits]
