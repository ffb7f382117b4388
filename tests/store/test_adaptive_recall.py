"""Adaptive recall over an index: each modality is cut by its own similarities, whatever fuses its routes."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.retrieval.rankings import Ranking, rank_adaptively
from bizrag.settings import SearchSettings
from bizrag.store.indexes import IndexRow
from tests.store.near_chunks import QUESTION, MakeLibrary, near_index, piece, store

TEXT, TABLE, PICTURE, SLIDE, PAGE = (
    ChunkKind.TEXT,
    ChunkKind.TABLE,
    ChunkKind.PICTURE,
    ChunkKind.SLIDE,
    ChunkKind.PAGE,
)
# of 2K = 12 candidates: four stand out; five do
FOUR = (0.90, 0.89, 0.88, 0.87, 0.32, 0.31, 0.30, 0.29, 0.28, 0.27, 0.26, 0.25)
FIVE = (0.80, 0.79, 0.78, 0.77, 0.76, 0.14, 0.13, 0.12, 0.11, 0.10, 0.09, 0.08)


def ask(
    conn: Connection,
    index: IndexRow,
    retriever: Retriever = Retriever.HYBRID,
    *kinds: ChunkKind,
    question: str = "which of them",
) -> list[Hit]:
    ranking = Ranking(
        index=index,
        question=question,
        vectors=None if retriever is Retriever.BM25 else lambda: QUESTION,
        retriever=retriever,
        filters=SearchFilter(kinds=kinds),
        settings=SearchSettings(),
        top_k=6,
    )
    return rank_adaptively(conn, ranking)


def kinds_of(hits: list[Hit]) -> dict[ChunkKind, int]:
    kinds = [hit.kind for hit in hits]
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


@pytest.mark.parametrize("retriever", [Retriever.HYBRID, Retriever.DENSE])
def test_a_fused_ranking_is_cut_by_similarities_and_not_by_places(
    conn: Connection, library: MakeLibrary, retriever: Retriever
) -> None:
    index = near_index(conn, "tcte")
    store(conn, library, index, "a.pdf", [piece(TEXT, n, near) for n, near in enumerate(FOUR, start=1)])
    store(conn, library, index, "b.pdf", [piece(PICTURE, n, near) for n, near in enumerate(FIVE, start=1)])
    assert kinds_of(ask(conn, index, retriever)) == {TEXT: 4, PICTURE: 5}
    assert kinds_of(ask(conn, index, retriever, PICTURE)) == {PICTURE: 5}


def test_twice_as_many_candidates_as_are_kept_at_most_are_looked_at(conn: Connection, library: MakeLibrary) -> None:
    """Among the first K two would stand out; what comes after them shows that all six do."""
    index = near_index(conn, "tcte")
    likeness = (0.90, 0.89, 0.72, 0.71, 0.70, 0.69, 0.15, 0.14, 0.13, 0.12, 0.11, 0.10)
    store(conn, library, index, "a.pdf", [piece(TEXT, n, near) for n, near in enumerate(likeness, start=1)])
    assert kinds_of(ask(conn, index)) == {TEXT: 6}
    store(conn, library, index, "b.pdf", [piece(PICTURE, n, near) for n, near in enumerate(likeness[:6], start=1)])
    assert kinds_of(ask(conn, index, Retriever.HYBRID, PICTURE)) == {PICTURE: 3}


def test_texts_and_images_of_pages_are_two_modalities(conn: Connection, library: MakeLibrary) -> None:
    """The description of a slide is its text: its image is ranked beside it, not with it."""
    index = near_index(conn, "pcmhe")
    deck = [one for n in range(12) for one in (piece(SLIDE, n + 1, FOUR[n]), piece(PAGE, n + 1, FIVE[n]))]
    store(conn, library, index, "deck.pdf", deck)
    hits = ask(conn, index)
    assert kinds_of(hits) == {SLIDE: 4, PAGE: 5}
    assert [hit.page_nos for hit in hits] == sorted(hit.page_nos for hit in hits)


def test_words_alone_are_cut_by_their_own_scores(conn: Connection, library: MakeLibrary) -> None:
    """All chunks say the word equally: nothing is told apart, so K are kept; no vector is asked for."""
    index = near_index(conn, "tcte")
    store(conn, library, index, "a.pdf", [piece(TEXT, n, near) for n, near in enumerate(FOUR, start=1)])
    assert kinds_of(ask(conn, index, Retriever.BM25, question="a.pdf")) == {TEXT: 6}
