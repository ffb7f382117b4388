"""Figures, tables, sections and pages that a question names by their number: for a search "Figure 2" is two words of
many. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit

#: the routes of these hits
BY_CAPTION, BY_PART, BY_COUNT = "caption", "part", "count"
# of a document in parts each may have its own Figure 1
_MOST = 2
# chunks of a section or page: a chapter may be half of what is read
_MOST_OF_PART = 10


def with_captioned(hits: Sequence[Hit], captioned: Sequence[Hit], *, top_k: int) -> list[Hit]:
    """The hits, before them the figures and tables with the caption, else the text that holds it; ranks anew."""
    figures = [hit for hit in captioned if hit.kind in (ChunkKind.TABLE, ChunkKind.PICTURE)]
    return _with_first(hits, (figures or list(captioned))[:_MOST], route=BY_CAPTION, top_k=top_k)


def with_part(hits: Sequence[Hit], own: Sequence[Hit], *, top_k: int) -> list[Hit]:
    """The hits, before them the first chunk of the section or page that a question names, then those of its others that
    were found, then the rest of it; ranks anew.

    ``own`` are its chunks in the order of reading.
    """
    places = {hit.chunk_no: hit.rank for hit in hits}
    others = sorted(own[1:], key=lambda hit: places.get(hit.chunk_no, len(hits) + hit.rank))
    return _with_first(hits, [*own[:1], *others][:_MOST_OF_PART], route=BY_PART, top_k=top_k)


def with_counted(hits: Sequence[Hit], counted: Sequence[Hit], *, top_k: int) -> list[Hit]:
    """The hits, before them what a question asks the number of; ranks anew."""
    return _with_first(hits, counted, route=BY_COUNT, top_k=top_k)


def _with_first(hits: Sequence[Hit], named: Sequence[Hit], *, route: str, top_k: int) -> list[Hit]:
    known = {hit.chunk_no: hit for hit in hits}
    first = [
        replace(own, score=known[own.chunk_no].score if own.chunk_no in known else own.score, route_ranks=routes)
        for place, own in enumerate(named, start=1)
        for routes in [{**(known[own.chunk_no].route_ranks if own.chunk_no in known else {}), route: place}]
    ]
    taken = {hit.chunk_no for hit in first}
    ordered = [*first, *(hit for hit in hits if hit.chunk_no not in taken)]
    return [replace(hit, rank=rank) for rank, hit in enumerate(ordered[:top_k], start=1)]
