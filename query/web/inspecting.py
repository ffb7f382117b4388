"""The chunk inspector: what was embedded, what BM25 indexes, what the generator reads, which routes find a chunk."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from bizrag.answering.assembly.assemble import Budget, assemble
from bizrag.answering.assembly.phi import phi_of
from bizrag.answering.assembly.surroundings import load_surroundings
from bizrag.model.access import Principal
from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit, Retriever
from bizrag.store.indexes import get_index
from query.service import QueryService
from query.web.forms import QuestionForm
from query.web.hits import RouteView, route_views
from query.web.reading import read_chunk, read_inputs, read_terms, reading
from query.web.records import ChunkTerm, EmbeddedInput, InspectedChunk

#: how deep the inspector looks for the chunk among the hits of a question
SEARCH_DEPTH = 200
#: tokens of the text that the generator reads around one chunk
_MAX_TOKENS = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Where a search for the question finds the chunk."""

    # from 1; None: not among the first
    rank: int | None
    depth: int
    routes: tuple[RouteView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspected:
    """Everything about a chunk."""

    chunk: InspectedChunk
    inputs: tuple[EmbeddedInput, ...]
    terms: tuple[ChunkTerm, ...]
    # the passage that the generator reads when this chunk is found
    passage: str
    # images that go with it
    num_images: int
    # None without a question
    found: Found | None


def inspect(service: QueryService, principal: Principal, chunk_id: str, form: QuestionForm) -> Inspected:
    """Everything about a chunk that answers; raises NotFoundError, and what a search raises."""
    with reading(service, principal) as conn:
        chunk = read_chunk(conn, chunk_id, index=form.index)
        inputs = read_inputs(conn, chunk, index=form.index)
        terms = read_terms(conn, chunk, form.question, index=form.index)
        passage, num_images = _passage(conn, chunk, form.index)
    return Inspected(
        chunk=chunk,
        inputs=tuple(inputs),
        terms=tuple(terms),
        passage=passage,
        num_images=num_images,
        found=_find(service, principal, chunk, form) if form.question else None,
    )


def _passage(conn: Connection, chunk: InspectedChunk, index: str) -> tuple[str, int]:
    """The passage made of this chunk alone, and its images."""
    hit = Hit(
        rank=1,
        score=0.0,
        retriever=Retriever.HYBRID,
        chunk_no=chunk.chunk_no,
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        doc=chunk.source_uri,
        title=chunk.headings[0] if chunk.headings else chunk.source_uri,
        kind=ChunkKind(chunk.kind),
        text=chunk.text,
        headings=tuple(chunk.headings),
        locators=chunk.places,
    )
    phi = phi_of(get_index(conn, index).variant)
    surroundings = load_surroundings(conn, [hit], phi)
    budget = Budget(max_tokens=_MAX_TOKENS, max_images=20)
    context = assemble([hit], surroundings, phi=phi, budget=budget, count_tokens=lambda text: len(text.split()))
    passage = context.passages[0] if context.passages else None
    return (passage.text if passage else ""), context.num_images


def _find(service: QueryService, principal: Principal, chunk: InspectedChunk, form: QuestionForm) -> Found:
    options = form.options(principal)
    options["top_k"], options["adaptive"] = SEARCH_DEPTH, False
    hits = service.search(form.question, **options)
    hit = next((hit for hit in hits if hit.chunk_id == chunk.chunk_id), None)
    if hit is None:
        return Found(rank=None, depth=len(hits))
    return Found(rank=hit.rank, depth=len(hits), routes=route_views(hit))
