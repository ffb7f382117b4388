"""Questions of all documents of a family find each of them."""

from __future__ import annotations

from dataclasses import replace

from bizrag.retrieval.members import may_be_of_members, with_each_member
from tests.made import make_hit

HITS = [make_hit(number, "Weight: 5 kg.", doc=doc) for number, doc in enumerate("abcabcabd", 1)]
MORE = [*HITS, make_hit(10, "Weight: 6 kg.", doc="e"), make_hit(11, "Weight: 7 kg.", doc="d")]


def test_each_document_has_a_hit_and_the_first_hits_stay() -> None:
    found = with_each_member(HITS[:8], MORE)

    assert found[:4] == HITS[:4]
    assert [hit.doc for hit in found] == [*"abca", "d", "e", *"bc"]
    assert [hit.rank for hit in found] == list(range(1, 9))
    assert len({hit.chunk_no for hit in found}) == 8


def test_only_questions_of_several_documents_are_asked_of_each() -> None:
    assert may_be_of_members("Which model is the lightest?", HITS)
    assert not may_be_of_members("What is the weight of model b?", HITS)
    assert not may_be_of_members("Which model is the lightest?", [replace(hit, document_id="a") for hit in HITS])
