"""Page vectors come back as they were stored, for live pages only, and go with their parse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from bizrag.configuration.search import SearchSettings
from bizrag.errors import NotFoundError
from bizrag.model.chunks import ChunkKind
from bizrag.model.page_vectors import PagePlace, PageStack, PageVectors
from bizrag.model.retrieval import SearchFilter
from bizrag.model.token_pooling import summarise_page
from bizrag.retrieval.late_interaction import rank_exhaustively, rank_pages
from bizrag.store.page_memory import PageMemory, PageSet, PageSetKey
from bizrag.store.page_search import LivePages, live_pages
from bizrag.store.page_vectors import (
    load_coarse_vectors,
    load_pooled_vectors,
    save_page_vectors,
    stream_page_vectors,
)
from bizrag.store.publish import publish, unpublish
from sql import statement

MakeLibrary = Callable[[Connection], Any]
COLPALI = "test/colpali-20"


class Shelf:
    """Documents of three pages in an index, each page with vectors of 20 dimensions."""

    def __init__(self, conn: Connection, library: MakeLibrary) -> None:
        self.conn, self.library = conn, library(conn)
        self.index = self.library.index()
        self.rng = np.random.default_rng(3)
        self.pages: dict[PagePlace, PageVectors] = {}
        self.memory = PageMemory(max_bytes=1_000_000)

    def add(self, name: str, *, publish_it: bool = True) -> Any:
        document = self.library.document(name)
        chunk_set = self.chunk_set(document)
        parse_id = self.library.parse(document)
        self.conn.execute(
            text(
                "INSERT INTO page (parse_id, page_no, width_pt, height_pt, text) "
                "SELECT :p, n, 1, 1, '' FROM generate_series(1, 3) n"
            ),
            {"p": parse_id},
        )
        pages = {page_no: self.page(40 + page_no) for page_no in (1, 2, 3)}
        save_page_vectors(self.conn, parse_id=parse_id, space=COLPALI, pages=pages)
        self.pages |= {PagePlace(parse_id, page_no): vectors for page_no, vectors in pages.items()}
        if publish_it:
            publish(self.conn, index=self.index, document_no=document.document_no, chunk_set_id=chunk_set)
        return document

    def chunk_set(self, document: Any) -> str:
        chunk_set: str = self.library.chunk_set(document, [f"page {page_no}" for page_no in (1, 2, 3)])
        self.conn.execute(
            text("UPDATE chunk SET kind = 'page' WHERE chunk_set_id = :chunk_set"), {"chunk_set": chunk_set}
        )
        return chunk_set

    def page(self, num_vectors: int) -> PageVectors:
        vectors = self.rng.standard_normal((num_vectors, 20))
        return summarise_page(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))

    def look(self, memory: PageMemory | None = None, **narrowed: Any) -> LivePages:
        return live_pages(
            self.conn,
            index=replace(self.index, space=COLPALI),
            filters=SearchFilter(**narrowed),
            settings=SearchSettings(),
            memory=memory or self.memory,
        )

    def live(self, **narrowed: Any) -> list[PagePlace]:
        found = self.look(**narrowed)
        return found.places(found.positions.tolist())


@pytest.fixture
def shelf(conn: Connection, library: MakeLibrary) -> Shelf:
    return Shelf(conn, library)


def test_vectors_come_back_as_they_were_stored_in_the_asked_order(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    shelf.add("b.pdf")
    places = list(shelf.pages)[::-1]
    streamed = list(stream_page_vectors(shelf.conn, places, space=COLPALI))
    pooled = load_pooled_vectors(shelf.conn, places, space=COLPALI)
    coarse = load_coarse_vectors(shelf.conn, [*places, PagePlace("none", 1)], space=COLPALI)
    assert list(pooled) == list(coarse) == places
    for place, vectors in zip(places, streamed, strict=True):
        kept = shelf.pages[place]
        assert vectors.dtype == np.float16
        assert np.array_equal(vectors, kept.vectors)
        assert np.array_equal(pooled[place], kept.pooled)
        assert np.array_equal(coarse[place], kept.coarse)


def test_only_pages_that_answer_in_the_index_are_ranked(shelf: Shelf) -> None:
    first, second = shelf.add("a.pdf"), shelf.add("b.pdf")
    shelf.add("draft.pdf", publish_it=False)
    assert len(shelf.live()) == 6
    assert {place.parse_id for place in shelf.live(documents=(second.source.document_id,))} == {
        shelf.library.parse(second)
    }
    unpublish(shelf.conn, index_no=shelf.index.index_no, document_no=first.document_no)
    assert {place.parse_id for place in shelf.live()} == {shelf.library.parse(second)}


def test_pages_and_kinds_narrow_what_is_ranked(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    shelf.add("b.pdf")
    assert [place.page_no for place in shelf.live(page_from=2)] == [2, 3, 2, 3]
    assert [place.page_no for place in shelf.live(page_from=2, page_to=2)] == [2, 2]
    assert [place.page_no for place in shelf.live(page_to=1)] == [1, 1]
    assert len(shelf.live(kinds=(ChunkKind.PAGE, ChunkKind.TEXT))) == 6
    assert shelf.live(kinds=(ChunkKind.TEXT,)) == []


def test_pages_that_are_in_memory_are_not_read_again_and_later_ones_join_them(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    first = shelf.look()
    num_bytes = shelf.memory.num_bytes
    # six pages in a block of two parts became one block; what a question holds stays as it was
    shelf.add("b.pdf")
    second = shelf.look()
    assert [block.shape[2] for block in first.coarse.blocks] == [3]
    assert [block.shape[2] for block in second.coarse.blocks] == [6]
    assert shelf.memory.num_bytes == 2 * num_bytes
    for position, place in enumerate(second.coarse.places):
        assert np.array_equal(second.coarse.blocks[0][:, :, position].T, shelf.pages[place].coarse)
    shelf.conn.execute(text("DELETE FROM page_vectors"))
    assert shelf.look().positions.tolist() == second.positions.tolist() == [0, 1, 2, 3, 4, 5]
    assert shelf.look(PageMemory(max_bytes=0)).positions.tolist() == []


def test_two_questions_that_bring_pages_at_once_do_not_mix_them_up(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    begun = shelf.look().coarse
    places = {name: shelf.library.parse(shelf.add(name)) for name in ("b.pdf", "c.pdf")}
    sets = {
        name: PageSet(PageSetKey(0, name, 0.0), parse_id, np.arange(1, 4), np.arange(3))
        for name, parse_id in places.items()
    }
    # both go on from what the first question left
    grown = {
        name: begun.with_pages({place: shelf.pages[place].coarse for place in pages.places})
        for name, pages in sets.items()
    }
    for name, pages in sets.items():
        assert grown[name].positions_of(pages).tolist() == [3, 4, 5]
    for name, other in (("b.pdf", "c.pdf"), ("c.pdf", "b.pdf")):
        assert grown[name].positions_of(sets[other]).tolist() == [-1, -1, -1]
    assert begun.positions_of(sets["b.pdf"]).tolist() == [-1, -1, -1]


def test_a_chunk_set_that_is_published_anew_is_read_anew(shelf: Shelf) -> None:
    document = shelf.add("a.pdf")
    before = shelf.look().chunk_nos.tolist()
    unpublish(shelf.conn, index_no=shelf.index.index_no, document_no=document.document_no)
    assert shelf.look().chunk_nos.tolist() == []
    # the same set of chunks under new numbers
    (chunk_set,) = shelf.conn.execute(text("SELECT chunk_set_id FROM chunk_set")).scalars()
    shelf.conn.execute(text("DELETE FROM chunk_set"))
    assert shelf.chunk_set(document) == chunk_set
    publish(shelf.conn, index=shelf.index, document_no=document.document_no, chunk_set_id=chunk_set)
    # now() stands still in this transaction
    shelf.conn.execute(text("UPDATE index_document SET published_at = published_at + interval '1 microsecond'"))
    after = shelf.look().chunk_nos.tolist()
    assert len(after) == len(before) == 3
    assert not set(after) & set(before)


def test_pages_without_vectors_are_not_ranked_and_come_when_they_have_some(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    gone = list(shelf.pages)[1]
    shelf.conn.execute(text("DELETE FROM page_vectors WHERE page_no = 2"))
    assert [place.page_no for place in shelf.live()] == [1, 3]
    pages = {gone.page_no: shelf.pages[gone]}
    save_page_vectors(shelf.conn, parse_id=gone.parse_id, space=COLPALI, pages=pages)
    assert [place.page_no for place in shelf.live()] == [1, 2, 3]


def test_the_cuts_read_few_pages_and_find_what_all_pages_give(shelf: Shelf) -> None:
    for number in range(20):
        shelf.add(f"{number}.pdf")
    live = shelf.look()
    sought = [live.places([position])[0] for position in (4, 30)]
    question = np.concatenate([shelf.pages[place].vectors[:5] for place in sought]).astype(np.float32)
    asked: list[int] = []

    def pooled(positions: Sequence[int]) -> PageStack:
        asked.append(len(positions))
        return shelf.memory.pooled(shelf.conn, live.places(positions), space=COLPALI)

    def vectors(positions: Sequence[int]) -> Iterator[np.ndarray]:
        asked.append(len(positions))
        return stream_page_vectors(shelf.conn, live.places(positions), space=COLPALI)

    found = rank_pages(question, live.positions, live.coarse.blocks, pooled=pooled, vectors=vectors, top_k=2, cut=5)
    assert asked == [50, 5]
    assert {position for position, _ in found} == {4, 30}
    assert found == rank_exhaustively(question, vectors(range(60)), top_k=2)


def test_pooled_vectors_are_read_once_and_the_least_used_make_room(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    first, second, third = places = shelf.live()
    sizes = [shelf.pages[place].pooled.nbytes for place in places]
    kept = PageMemory(max_bytes=sizes[0] + sizes[2])
    for asked in ([first, second], [first], [third]):
        stack = kept.pooled(shelf.conn, asked, space=COLPALI)
        assert np.array_equal(stack.vectors, np.concatenate([shelf.pages[place].pooled for place in asked]))
    assert kept.num_bytes == sizes[0] + sizes[2]
    shelf.conn.execute(text("DELETE FROM page_vectors"))
    assert len(kept.pooled(shelf.conn, [first, third], space=COLPALI)) == 2
    # the second was used longest ago; another space was never read
    for asked, space in (([second], COLPALI), ([first], "other")):
        with pytest.raises(NotFoundError, match=f"has no {space} vectors"):
            kept.pooled(shelf.conn, asked, space=space)


def test_coarse_vectors_that_have_no_room_are_read_for_each_question(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    none = PageMemory(max_bytes=0)
    assert shelf.look(none).positions.tolist() == [0, 1, 2]
    assert none.num_bytes == 0
    # room for one document: that of the last question
    room = PageMemory(max_bytes=shelf.memory.num_bytes + shelf.look().coarse.num_bytes)
    second = shelf.add("b.pdf")
    shelf.look(room, documents=(second.source.document_id,))
    assert room.num_bytes > 0
    assert len(shelf.look(room).positions) == 6


def test_a_page_without_vectors_between_others_is_told(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    shelf.conn.execute(text("DELETE FROM page_vectors WHERE page_no = 2"))
    places = list(shelf.pages)
    for asked in (places, places[::-1], places[:2]):
        with pytest.raises(NotFoundError, match="page 2 of parse"):
            list(stream_page_vectors(shelf.conn, asked, space=COLPALI))
    # the transaction goes on
    assert len(list(stream_page_vectors(shelf.conn, places[::2], space=COLPALI))) == 2


def test_a_page_keeps_the_vectors_that_it_has(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    place = next(iter(shelf.pages))
    pages = {place.page_no: shelf.page(2)}
    save_page_vectors(shelf.conn, parse_id=place.parse_id, space=COLPALI, pages=pages)
    (kept,) = stream_page_vectors(shelf.conn, [place], space=COLPALI)
    assert np.array_equal(kept, shelf.pages[place].vectors)


def test_vectors_go_with_their_parse(shelf: Shelf) -> None:
    document = shelf.add("a.pdf", publish_it=False)
    parse_id = shelf.library.parse(document)
    shelf.conn.execute(text("DELETE FROM chunk_set WHERE parse_id = :p"), {"p": parse_id})
    shelf.conn.execute(text("DELETE FROM parse WHERE parse_id = :p"), {"p": parse_id})
    assert shelf.conn.scalar(text("SELECT count(*) FROM page_vectors")) == 0
    with pytest.raises(NotFoundError, match=f"page 1 of parse {parse_id} has no test/colpali-20 vectors"):
        list(stream_page_vectors(shelf.conn, [PagePlace(parse_id=parse_id, page_no=1)], space=COLPALI))


def test_vectors_of_a_page_that_is_not_stored_are_refused(shelf: Shelf) -> None:
    parse_id = shelf.library.parse(shelf.add("a.pdf"))
    with pytest.raises(IntegrityError):
        save_page_vectors(shelf.conn, parse_id=parse_id, space=COLPALI, pages={9: shelf.page(2)})


def test_the_database_refuses_bytes_that_do_not_fit_their_shape(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    for change in (
        "num_vectors = num_vectors + 1",
        "dimensions = 21",
        "halves = halves || CAST('x' AS bytea)",
        "pooled = pooled || CAST('x' AS bytea)",
        "pooled = halves || halves",
        "coarse = pooled",
        "coarse = CAST('' AS bytea)",
    ):
        with pytest.raises(IntegrityError), shelf.conn.begin_nested():
            shelf.conn.execute(text(f"UPDATE page_vectors SET {change}"))


def test_vectors_lie_uncompressed_and_apart(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    storage = shelf.conn.execute(
        text(
            "SELECT attname, attstorage FROM pg_attribute WHERE attrelid = CAST('page_vectors' AS regclass) "
            "AND attname IN ('coarse', 'halves', 'pooled')"
        )
    ).all()
    assert sorted((row.attname, row.attstorage) for row in storage) == [
        ("coarse", "e"),
        ("halves", "e"),
        ("pooled", "e"),
    ]


def test_vectors_of_pages_that_no_chunk_shows_are_no_longer_kept(shelf: Shelf) -> None:
    document = shelf.add("a.pdf")
    shelf.conn.execute(
        text(
            "UPDATE chunk SET page_nos = '{2}' "
            "WHERE chunk_set_id IN (SELECT chunk_set_id FROM chunk_set WHERE document_no = :d)"
        ),
        {"d": document.document_no},
    )
    shelf.conn.execute(statement("delete_unused_page_vectors"))
    assert shelf.conn.execute(text("SELECT page_no FROM page_vectors")).scalars().all() == [2]
