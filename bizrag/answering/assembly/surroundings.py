"""What the store knows around hits: the text around tables, the tables in texts, the exact place of a quote."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from bizrag.answering.assembly.assemble import PageImage, Surroundings
from bizrag.answering.assembly.inject import Artifact
from bizrag.answering.assembly.phi import Phi
from bizrag.answering.assembly.placing import QuotePlace, places_of, row_places
from bizrag.model.answers import Answer, Citation
from bizrag.model.chunks import ChunkKind
from bizrag.model.parses import picture_placeholder, table_placeholder
from bizrag.model.retrieval import Hit
from bizrag.store.fetch import (
    Mark,
    fetch_artifact_chunks,
    fetch_chunk_blocks,
    fetch_chunk_tables,
    fetch_chunks,
    fetch_chunks_at,
    fetch_descriptions,
    fetch_page_images,
    fetch_pictures,
    fetch_tables,
)
from bizrag.store.records import StoredChunk, StoredPicture, StoredTable

_PLACEHOLDER = re.compile(r"<<(?P<kind>table|picture)_(?P<ordinal>\d+)>>")


def load_surroundings(conn: Connection, hits: Sequence[Hit], phi: Phi) -> Surroundings:
    """The text chunks around table and picture hits, the tables and pictures of all text chunks involved, page images.

    Only what the variant's ``phi`` uses is read.
    """
    by_no = {hit.chunk_no: hit for hit in hits}
    chunks = fetch_chunks(conn, by_no)
    by_set = {chunk.chunk_set_id: by_no[chunk.chunk_no] for chunk in chunks.values()}
    parent_places = {
        chunk.chunk_no: (chunk.chunk_set_id, chunk.parent_ordinal)
        for chunk in chunks.values()
        if chunk.parent_ordinal is not None and phi.brings_parents
    }
    fetched = fetch_chunks_at(conn, set(parent_places.values()))
    parents = {
        chunk_no: hit_beside(fetched[place], by_no[chunk_no])
        for chunk_no, place in parent_places.items()
        if place in fetched
    }
    readable = {chunk.chunk_no: chunk for chunk in (*chunks.values(), *fetched.values())}
    return Surroundings(
        parents=parents,
        artifacts=_artifacts(conn, list(readable.values()), by_set) if phi.injects_artifacts else {},
        pages=_pages(conn, [chunk for chunk in readable.values() if chunk.kind in phi.page_image_kinds]),
        num_tokens={chunk.text: chunk.num_tokens for chunk in readable.values()},
    )


def hit_beside(chunk: StoredChunk, hit: Hit) -> Hit:
    """A chunk beside a hit of the same document: it has the hit's rank, and no route found it."""
    return replace(
        hit,
        chunk_no=chunk.chunk_no,
        chunk_id=chunk.chunk_id,
        kind=chunk.kind,
        text=chunk.text,
        headings=chunk.headings,
        locators=chunk.locators,
        route_ranks={},
    )


def _pages(conn: Connection, chunks: Sequence[StoredChunk]) -> dict[int, PageImage]:
    """The images of the pages on which chunks begin, by chunk number."""
    places = {
        chunk.chunk_no: (chunk.chunk_set_id, page_no)
        for chunk in chunks
        if (page_no := chunk.locators[0].page_no) is not None
    }
    images = fetch_page_images(conn, set(places.values())) if places else {}
    return {
        chunk_no: PageImage(page_no=place[1], image_sha256=images[place])
        for chunk_no, place in places.items()
        if place in images
    }


def _artifacts(conn: Connection, chunks: Sequence[StoredChunk], by_set: Mapping[str, Hit]) -> dict[int, list[Artifact]]:
    """The described tables and pictures that text chunks hold, and those that no text chunk holds, by chunk number.

    ``by_set`` has a hit of each chunk set: what its other chunks are of. Where a variant makes no chunks of
    descriptions, they come from the parse.
    """
    held = {chunk.chunk_no: _held(chunk) for chunk in chunks}
    marks = {mark for found in held.values() for mark in found}
    tables = fetch_tables(conn, {place for kind, place in marks if kind is ChunkKind.TABLE})
    pictures = fetch_pictures(conn, {place for kind, place in marks if kind is ChunkKind.PICTURE})
    stored: dict[Mark, StoredTable | StoredPicture] = {
        **{(ChunkKind.TABLE, place): table for place, table in tables.items()},
        **{(ChunkKind.PICTURE, place): picture for place, picture in pictures.items()},
    }
    described = fetch_artifact_chunks(conn, stored)
    others = fetch_descriptions(conn, stored.keys() - described.keys())
    found: dict[Mark, Artifact] = {}
    for mark, artifact in stored.items():
        if mark in described:
            chunk = hit_beside(described[mark], by_set[mark[1][0]])
            found[mark] = _artifact(mark[0], artifact, chunk.text, chunk)
        elif mark in others:
            found[mark] = _artifact(mark[0], artifact, others[mark], None)
    return {chunk_no: [found[mark] for mark in marked if mark in found] for chunk_no, marked in held.items()}


def _held(chunk: StoredChunk) -> list[Mark]:
    """Kind and (chunk_set_id, ordinal) of each placeholder of a text chunk; a lone table or picture holds itself."""
    if chunk.kind in (ChunkKind.TABLE, ChunkKind.PICTURE):
        if chunk.parent_ordinal is not None or chunk.artifact_ordinal is None:
            return []
        return [(ChunkKind(chunk.kind), (chunk.chunk_set_id, chunk.artifact_ordinal))]
    return [
        (ChunkKind(match["kind"]), (chunk.chunk_set_id, int(match["ordinal"])))
        for match in _PLACEHOLDER.finditer(chunk.text)
    ]


def narrow_citations(conn: Connection, answer: Answer) -> Answer:
    """The answer with each citation placed at the paragraphs and rows that hold its quote, where their boxes are known.

    A citation of a format without pages keeps the place of its chunk.
    """
    hits = [hit for passage in answer.passages for hit in passage.hits]
    # a table may only have come along
    beside = [one.chunk for passage in answer.passages for one in passage.figures if one.chunk is not None]
    numbers = {hit.chunk_id: hit.chunk_no for hit in (*hits, *beside)}
    cited = sorted({numbers[citation.chunk_id] for citation in answer.citations if citation.chunk_id in numbers})
    blocks, tables = fetch_chunk_blocks(conn, cited), fetch_chunk_tables(conn, cited)
    places = {
        number: [
            *(QuotePlace(*block) for block in blocks.get(number, ())),
            *(place for table in tables.get(number, ()) for place in row_places(table)),
        ]
        for number in cited
    }
    narrowed = [_narrowed(citation, places.get(numbers.get(citation.chunk_id, 0), [])) for citation in answer.citations]
    return replace(answer, citations=tuple(narrowed))


def _narrowed(citation: Citation, candidates: Sequence[QuotePlace]) -> Citation:
    return replace(citation, locators=places_of(citation.quote, candidates) or citation.locators)


def _artifact(kind: ChunkKind, stored: StoredTable | StoredPicture, description: str, chunk: Hit | None) -> Artifact:
    is_table = isinstance(stored, StoredTable)
    return Artifact(
        chunk=chunk,
        kind=kind,
        placeholder=(table_placeholder if is_table else picture_placeholder)(stored.ordinal),
        markdown=stored.markdown if is_table else stored.chart_markdown,
        description=description,
        caption=stored.caption,
        image_sha256=None if is_table else stored.image_sha256,
        page_no=stored.page_no,
        bbox=stored.bbox,
    )
