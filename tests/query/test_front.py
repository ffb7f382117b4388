"""The front of a document comes along where a question is about the document as a whole, from a real database."""

from __future__ import annotations

from sqlalchemy import Engine

from bizrag.answering.assembly.front import with_front
from bizrag.model.chunks import ChunkKind
from tests.query.test_following_slides import stored


def test_the_first_chunks_stand_before_the_hits_of_a_question_about_the_whole(engine: Engine) -> None:
    with engine.begin() as conn:
        hits = stored(conn, "front.pdf", [(ChunkKind.TEXT, page_no) for page_no in range(1, 7)])
        found = [hits[5], hits[1]]
        told = with_front(conn, found, "What is the report about?")
        assert [hit.chunk_no for hit in told] == [hits[place].chunk_no for place in (0, 2, 5, 1)]
        # no route found them
        assert [bool(hit.route_ranks) for hit in told[:2]] == [False, False]
        assert with_front(conn, found, "What does the report say about fees?") == found
        assert with_front(conn, [], "What is the report about?") == []
