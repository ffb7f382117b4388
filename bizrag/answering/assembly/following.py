"""What a slide says goes on on the next one: the slides after those that were found are read too.

A slide is a small chunk that was cut by its author, not by meaning: a table on one, its notes on the next. The order of
hits stays; a following slide stands behind its slide, so a budget that is spent best first is spent on both.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from sqlalchemy import Connection

from bizrag.answering.assembly.surroundings import hit_beside
from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit
from bizrag.store.fetch import fetch_chunks, fetch_chunks_at


def with_following_slides(
    conn: Connection, hits: Sequence[Hit], *, count: int, page_to: int | None = None
) -> list[Hit]:
    """The hits, best first, each slide followed by the ``count`` slides after it that no better hit has brought.

    Slides that were left out of the index (blank ones, logos) do not count, nor do slides after page ``page_to``, which
    the question is narrowed to. A following slide has the rank of its slide and no route.
    """
    slides = {hit.chunk_no: hit for hit in hits if hit.kind is ChunkKind.SLIDE}
    if not count or not slides:
        return list(hits)
    places = {chunk.chunk_no: (chunk.chunk_set_id, chunk.ordinal) for chunk in fetch_chunks(conn, slides).values()}
    # between two slides an index may hold the image of the first
    reach = range(1, 2 * count + 1)
    around = fetch_chunks_at(conn, {(group, place + step) for group, place in places.values() for step in reach})
    found: dict[int, Hit] = {}
    for hit in hits:
        found.setdefault(hit.chunk_no, hit)
        if hit.chunk_no not in places:
            continue
        group, place = places[hit.chunk_no]
        after = (around[group, place + step] for step in reach if (group, place + step) in around)
        following = (hit_beside(chunk, hit) for chunk in after if chunk.kind is ChunkKind.SLIDE)
        for slide in islice(following, count):
            if page_to is None or max(slide.page_nos, default=0) <= page_to:
                found.setdefault(slide.chunk_no, slide)
    return list(found.values())
