"""Evidence modes: which hits are read."""

from __future__ import annotations

from dataclasses import replace

from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Evidence, Hit
from bizrag.retrieval.evidence import keep_evidence
from tests.made import make_hit


def on_pages(number: int, *pages: int, doc: str = "a.pdf") -> Hit:
    return replace(make_hit(number, "words", doc=doc), locators=tuple(Locator(page_no=page) for page in pages))


def test_the_best_page_and_the_five_best_are_kept_with_all_hits_on_them() -> None:
    hits = [
        on_pages(1, 4),
        on_pages(2, 7, 8),
        on_pages(3, 4, doc="b.pdf"),
        on_pages(4, 4),
        on_pages(5, 1),
        on_pages(6, 2),
        on_pages(7, 8),
    ]
    assert [hit.rank for hit in keep_evidence(hits, Evidence.R1)] == [1, 4]
    # a hit over two pages brings both: 4, 7, 8, 4 of b.pdf, 1
    assert [hit.rank for hit in keep_evidence(hits, Evidence.R5)] == [1, 2, 3, 4, 5, 7]
    assert keep_evidence(hits, Evidence.FOUND) == keep_evidence(hits, Evidence.ALL) == hits


def test_a_chunk_without_pages_is_a_page_by_itself() -> None:
    first, second = on_pages(1, doc="notes.txt"), on_pages(2, doc="notes.txt")
    assert keep_evidence([first, second], Evidence.R1) == [first]
    assert keep_evidence([], Evidence.R5) == []
