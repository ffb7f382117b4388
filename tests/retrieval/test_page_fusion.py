"""PCMHE: page texts and page images fused over (document, page), worked by hand."""

from __future__ import annotations

import pytest

from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit, Retriever
from bizrag.retrieval.rankings import fuse_by_page


def hit(chunk_no: int, *, doc: str, page_no: int | None, kind: ChunkKind = ChunkKind.TEXT) -> Hit:
    place = Locator(char_start=0, char_end=9) if page_no is None else Locator(page_no=page_no)
    return Hit(
        rank=1,
        score=0.5,
        retriever=Retriever.DENSE,
        chunk_no=chunk_no,
        chunk_id=f"chunk-{chunk_no}",
        document_id=doc,
        doc=f"{doc}.pdf",
        title=doc,
        kind=kind,
        text="",
        headings=(),
        locators=(place,),
    )


def image(chunk_no: int, *, doc: str, page_no: int) -> Hit:
    return hit(chunk_no, doc=doc, page_no=page_no, kind=ChunkKind.PAGE)


def test_a_page_that_both_routes_find_adds_up() -> None:
    """k = 1. Texts: a1, a2, b1. Images: b1, a3.

    b1: 1 / (1 + 3) + 1 / (1 + 1) = 3/4; a1: 1 / 2; a2 and a3: 1 / 3 each, a2 before a3 by its page.
    """
    texts = [hit(1, doc="a", page_no=1), hit(3, doc="a", page_no=2), hit(7, doc="b", page_no=1)]
    images = [image(8, doc="b", page_no=1), image(6, doc="a", page_no=3)]

    found = fuse_by_page({"text": texts, "image": images}, rrf_k=1, top_k=10)

    assert [(one.rank, one.chunk_no, one.route_ranks) for one in found] == [
        (1, 7, {"text": 3, "image": 1}),
        (2, 1, {"text": 1}),
        (3, 3, {"text": 2}),
        (4, 6, {"image": 2}),
    ]
    assert [one.score for one in found] == pytest.approx([3 / 4, 1 / 2, 1 / 3, 1 / 3])
    assert {one.retriever for one in found} == {Retriever.HYBRID}


def test_pages_of_the_same_number_in_other_documents_stay_apart() -> None:
    found = fuse_by_page(
        {"text": [hit(1, doc="a", page_no=1)], "image": [image(2, doc="b", page_no=1)]}, rrf_k=60, top_k=10
    )

    assert [(one.chunk_no, one.score) for one in found] == [(1, pytest.approx(1 / 61)), (2, pytest.approx(1 / 61))]


def test_sections_of_a_document_without_pages_are_no_page() -> None:
    sections = [hit(1, doc="a", page_no=None), hit(2, doc="a", page_no=None)]

    found = fuse_by_page({"text": sections, "image": []}, rrf_k=60, top_k=10)

    assert [one.chunk_no for one in found] == [1, 2]


def test_the_list_is_cut_after_the_fusion() -> None:
    """A page at the second place of both routes beats the first of each: 2 / 62 > 1 / 61."""
    texts = [hit(1, doc="a", page_no=1), hit(3, doc="a", page_no=2)]
    images = [image(6, doc="a", page_no=3), image(4, doc="a", page_no=2)]

    (only,) = fuse_by_page({"text": texts, "image": images}, rrf_k=60, top_k=1)

    assert (only.chunk_no, only.score) == (3, pytest.approx(2 / 62))
