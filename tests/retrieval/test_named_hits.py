"""Which hits are of a document that a question names."""

from __future__ import annotations

from dataclasses import replace

from bizrag.model.retrieval import Hit
from bizrag.retrieval.series import named_hits
from tests.made import make_hit


def _hit(number: int, doc: str, title: str, *, is_by_name: bool = False) -> Hit:
    hit = replace(make_hit(number, "Suits are pending.", doc=doc), title=title)
    return replace(hit, route_ranks={**hit.route_ranks, "keyword": number}) if is_by_name else hit


def test_the_name_in_a_title_counts_before_what_many_are_called() -> None:
    hits = [
        _hit(1, "2025 Q1 LKF.pdf", "Larkfield Corporation, Form 10-Q"),
        _hit(2, "2025 Q1 OAK.pdf", "Form 10-Q", is_by_name=True),
    ]
    question = "What legal proceedings have been disclosed in Larkfield's 10-Qs?"
    assert [hit.doc for hit in named_hits(hits, question)] == ["2025 Q1 LKF.pdf"]
    # no title has the name: what was found by a name is all there is
    assert [hit.doc for hit in named_hits(hits, "What was disclosed in Elmstead's 10-Qs?")] == ["2025 Q1 OAK.pdf"]


def test_of_what_is_called_so_that_found_by_name_is_meant() -> None:
    hits = [
        _hit(1, "a 2024.pdf", "Larkfield Ltd."),
        _hit(2, "a 2025.pdf", "Larkfield Ltd.", is_by_name=True),
        _hit(3, "b 2025.pdf", "Oakhurst Ltd."),
    ]
    assert [hit.doc for hit in named_hits(hits, "What did Larkfield sell in FY25?")] == ["a 2025.pdf"]


def test_the_first_word_of_a_question_is_no_name() -> None:
    hits = [_hit(1, "a 2025.pdf", "How we work"), _hit(2, "b 2025.pdf", "Pay")]
    assert named_hits(hits, "How have wages changed?") == []
