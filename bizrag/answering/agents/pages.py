"""The pages that agents choose from: those on which the search found something, in the order of the documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from bizrag.answering.assembly.inject import inject
from bizrag.model.agents import AgentPage
from bizrag.model.answers import Figure, FigureKind, Passage
from bizrag.model.retrieval import Hit
from bizrag.store.fetch import fetch_chunks, fetch_page_images

# document id, page; without pages the chunk stands for one
_Key = tuple[str, int | None, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPage:
    """A page with what was found on it."""

    page: AgentPage
    # its hits as a source that can be cited; ``passage_id`` is the number of the page
    passage: Passage

    @property
    def number(self) -> int:
        return self.page.number


def load_page_images(conn: Connection, hits: Sequence[Hit]) -> dict[tuple[str, int], str]:
    """Blobs of the images of all pages that hits stand on, by document id and page; those without are left out."""
    chunks = fetch_chunks(conn, [hit.chunk_no for hit in hits])
    sets = {(hit.document_id, chunks[hit.chunk_no].chunk_set_id): hit for hit in hits if hit.chunk_no in chunks}
    places = {
        (chunks[hit.chunk_no].chunk_set_id, page_no)
        for hit in hits
        if hit.chunk_no in chunks
        for page_no in hit.page_nos
    }
    documents = {chunk_set_id: document_id for document_id, chunk_set_id in sets}
    found = fetch_page_images(conn, places) if places else {}
    return {(documents[chunk_set_id], page_no): sha256 for (chunk_set_id, page_no), sha256 in found.items()}


def found_pages(hits: Sequence[Hit], images: Mapping[tuple[str, int], str], *, max_pages: int) -> tuple[FoundPage, ...]:
    """The best ``max_pages`` pages of hits, best first given, numbered from 1 in the order of the documents.

    Cut by rank before they are put in order: documents by their best page, pages as they follow one another. A hit
    without pages is one by itself; one that runs over two pages stands on both.
    """
    grouped: dict[_Key, list[Hit]] = {}
    for hit in hits:
        for key in _keys(hit):
            grouped.setdefault(key, []).append(hit)
    best = dict(list(grouped.items())[:max_pages])
    first: dict[str, int] = {}
    for place, (document_id, _, _) in enumerate(best):
        first.setdefault(document_id, place)
    ordered = sorted(best, key=lambda key: (first[key[0]], key[1] or 0, key[2]))
    return tuple(
        _found_page(number, key, best[key], images.get((key[0], key[1])) if key[1] is not None else None)
        for number, key in enumerate(ordered, start=1)
    )


def in_order(pages: Iterable[FoundPage]) -> list[FoundPage]:
    """Pages by their numbers: the order of the documents."""
    return sorted(pages, key=lambda page: page.number)


def _keys(hit: Hit) -> list[_Key]:
    return [(hit.document_id, page_no, 0) for page_no in hit.page_nos] or [(hit.document_id, None, hit.chunk_no)]


def _found_page(number: int, key: _Key, hits: Sequence[Hit], image_sha256: str | None) -> FoundPage:
    best = min(hits, key=lambda hit: hit.rank)
    in_document_order = sorted(hits, key=lambda hit: hit.chunk_no)
    texts = dict.fromkeys(inject(hit.text, ()).text.strip() for hit in in_document_order)
    image = Figure(
        kind=FigureKind.PAGE, start=0, end=0, chunk=best, image_sha256=image_sha256, page_no=key[1], is_shown=True
    )
    return FoundPage(
        page=AgentPage(
            number=number,
            document_id=best.document_id,
            doc=best.doc,
            title=best.title,
            page_no=key[1],
            image_sha256=image_sha256,
            rank=best.rank,
        ),
        passage=Passage(
            passage_id=number,
            document_id=best.document_id,
            doc=best.doc,
            title=best.title,
            text="\n\n".join(text for text in texts if text),
            hits=tuple(in_document_order),
            figures=(image,) if image_sha256 else (),
        ),
    )
