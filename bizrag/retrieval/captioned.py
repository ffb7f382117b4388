"""Figures and tables that a question names by their number: for a search "Figure 2" is two words of many. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit

#: the route of these hits
BY_CAPTION = "caption"
# of a document in parts each may have its own Figure 1
_MOST = 2


def with_captioned(hits: Sequence[Hit], captioned: Sequence[Hit], *, top_k: int) -> list[Hit]:
    """The hits, before them the figures and tables with the caption, else the text that holds it; ranks anew."""
    figures = [hit for hit in captioned if hit.kind in (ChunkKind.TABLE, ChunkKind.PICTURE)]
    known = {hit.chunk_no: hit for hit in hits}
    first = [
        replace(own, score=known[own.chunk_no].score if own.chunk_no in known else own.score, route_ranks=routes)
        for place, own in enumerate((figures or list(captioned))[:_MOST], start=1)
        for routes in [{**(known[own.chunk_no].route_ranks if own.chunk_no in known else {}), BY_CAPTION: place}]
    ]
    taken = {hit.chunk_no for hit in first}
    ordered = [*first, *(hit for hit in hits if hit.chunk_no not in taken)]
    return [replace(hit, rank=rank) for rank, hit in enumerate(ordered[:top_k], start=1)]
