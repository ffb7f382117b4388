"""Page vectors come back as they were stored, for live pages only, and go with their parse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from bizrag.errors import NotFoundError
from bizrag.model.page_vectors import PagePlace, PageStack, pack_signs, stack_pages
from bizrag.model.retrieval import SearchFilter
from bizrag.retrieval.late_interaction import rank_exhaustively, rank_pages
from bizrag.search_settings import SearchSettings
from bizrag.store.page_search import live_pages
from bizrag.store.page_signs import PageSigns
from bizrag.store.page_vectors import load_page_signs, load_page_vectors, save_page_vectors
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
        self.vectors: dict[PagePlace, np.ndarray] = {}

    def add(self, name: str, *, publish_it: bool = True) -> Any:
        document = self.library.document(name)
        chunk_set = self.library.chunk_set(document, [f"page {page_no} of {name}" for page_no in (1, 2, 3)])
        self.conn.execute(
            text("UPDATE chunk SET kind = 'page' WHERE chunk_set_id = :chunk_set"), {"chunk_set": chunk_set}
        )
        parse_id = self.library.parse(document)
        self.conn.execute(
            text(
                "INSERT INTO page (parse_id, page_no, width_pt, height_pt, text) "
                "SELECT :p, n, 1, 1, '' FROM generate_series(1, 3) n"
            ),
            {"p": parse_id},
        )
        pages = {page_no: self.rng.standard_normal((40 + page_no, 20)) for page_no in (1, 2, 3)}
        save_page_vectors(self.conn, parse_id=parse_id, space=COLPALI, pages=pages)
        for page_no, vectors in pages.items():
            self.vectors[PagePlace(parse_id=parse_id, page_no=page_no)] = vectors.astype(np.float16)
        if publish_it:
            publish(self.conn, index=self.index, document_no=document.document_no, chunk_set_id=chunk_set)
        return document

    def live(self, **narrowed: Any) -> list[PagePlace]:
        found = live_pages(
            self.conn, index_no=self.index.index_no, filters=SearchFilter(**narrowed), settings=SearchSettings()
        )
        return list(found)


@pytest.fixture
def shelf(conn: Connection, library: MakeLibrary) -> Shelf:
    return Shelf(conn, library)


def rows_of(stack: PageStack, position: int) -> np.ndarray:
    return np.split(stack.vectors, stack.starts[1:])[position]


def test_vectors_come_back_as_they_were_stored_in_the_asked_order(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    shelf.add("b.pdf")
    places = list(shelf.vectors)[::-1]
    stack = load_page_vectors(shelf.conn, places, space=COLPALI)
    signs = load_page_signs(shelf.conn, [*places, PagePlace(parse_id="none", page_no=1)], space=COLPALI)
    assert list(signs) == places
    assert stack.vectors.dtype == np.float16
    for position, place in enumerate(places):
        assert np.array_equal(rows_of(stack, position), shelf.vectors[place])
        assert np.array_equal(signs[place], pack_signs(shelf.vectors[place]))


def test_only_pages_that_answer_in_the_index_are_ranked(shelf: Shelf) -> None:
    first, second = shelf.add("a.pdf"), shelf.add("b.pdf")
    shelf.add("draft.pdf", publish_it=False)
    assert len(shelf.live()) == 6
    assert {place.parse_id for place in shelf.live(documents=(second.source.document_id,))} == {
        shelf.library.parse(second)
    }
    unpublish(shelf.conn, index_no=shelf.index.index_no, document_no=first.document_no)
    assert {place.parse_id for place in shelf.live()} == {shelf.library.parse(second)}
    assert load_page_signs(shelf.conn, shelf.live(), space="other") == {}


def test_the_cut_reads_few_pages_and_finds_what_all_pages_give(shelf: Shelf) -> None:
    for number in range(20):
        shelf.add(f"{number}.pdf")
    places = shelf.live()
    signs = stack_pages(list(load_page_signs(shelf.conn, places, space=COLPALI).values()))
    question = np.concatenate([shelf.vectors[places[position]][:5] for position in (4, 30)]).astype(np.float32)

    def load(positions: Any) -> PageStack:
        return load_page_vectors(shelf.conn, [places[position] for position in positions], space=COLPALI)

    found = rank_pages(question, signs, load, top_k=2, cut=10)
    assert {position for position, _ in found} == {4, 30}
    assert found == rank_exhaustively(question, load(range(len(places))), top_k=2)


def test_signs_are_read_once_and_the_least_used_make_room(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    first, second, third = places = shelf.live()
    loaded = load_page_signs(shelf.conn, places, space=COLPALI)
    kept = PageSigns(max_bytes=loaded[first].nbytes + loaded[third].nbytes)
    for asked in ([first, second], [first], [third]):
        found = kept.read(shelf.conn, asked, space=COLPALI)
        assert list(found) == asked
        assert all(np.array_equal(found[place], loaded[place]) for place in asked)
    assert kept.num_bytes == loaded[first].nbytes + loaded[third].nbytes
    shelf.conn.execute(text("DELETE FROM page_vectors"))
    # the second was used longest ago; another space was never read
    assert list(kept.read(shelf.conn, places, space=COLPALI)) == [first, third]
    assert kept.read(shelf.conn, places, space="other") == {}
    assert PageSigns(max_bytes=0).read(shelf.conn, places, space=COLPALI) == {}


def test_a_page_keeps_the_vectors_that_it_has(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    place = next(iter(shelf.vectors))
    save_page_vectors(shelf.conn, parse_id=place.parse_id, space=COLPALI, pages={place.page_no: np.ones((2, 20))})
    stack = load_page_vectors(shelf.conn, [place], space=COLPALI)
    assert np.array_equal(stack.vectors, shelf.vectors[place])


def test_vectors_go_with_their_parse(shelf: Shelf) -> None:
    document = shelf.add("a.pdf", publish_it=False)
    parse_id = shelf.library.parse(document)
    shelf.conn.execute(text("DELETE FROM chunk_set WHERE parse_id = :p"), {"p": parse_id})
    shelf.conn.execute(text("DELETE FROM parse WHERE parse_id = :p"), {"p": parse_id})
    assert shelf.conn.scalar(text("SELECT count(*) FROM page_vectors")) == 0
    with pytest.raises(NotFoundError, match="1 of 1 pages have no test/colpali-20 vectors"):
        load_page_vectors(shelf.conn, [PagePlace(parse_id=parse_id, page_no=1)], space=COLPALI)


def test_vectors_of_a_page_that_is_not_stored_are_refused(shelf: Shelf) -> None:
    parse_id = shelf.library.parse(shelf.add("a.pdf"))
    with pytest.raises(IntegrityError):
        save_page_vectors(shelf.conn, parse_id=parse_id, space=COLPALI, pages={9: np.ones((2, 20))})


def test_the_database_refuses_bytes_that_do_not_fit_their_shape(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    for change in ("num_vectors = num_vectors + 1", "dimensions = 21", "halves = halves || CAST('x' AS bytea)"):
        with pytest.raises(IntegrityError), shelf.conn.begin_nested():
            shelf.conn.execute(text(f"UPDATE page_vectors SET {change}"))


def test_bits_and_float16_lie_uncompressed_and_apart(shelf: Shelf) -> None:
    shelf.add("a.pdf")
    storage = shelf.conn.execute(
        text(
            "SELECT attname, attstorage FROM pg_attribute WHERE attrelid = CAST('page_vectors' AS regclass) "
            "AND attname IN ('sign_bits', 'halves')"
        )
    ).all()
    assert sorted((row.attname, row.attstorage) for row in storage) == [("halves", "e"), ("sign_bits", "e")]


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
