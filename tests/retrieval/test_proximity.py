"""Hits are put in order by where the words of the question stand in them."""

from dataclasses import replace

import pytest

from bizrag.model.retrieval import Hit
from bizrag.retrieval.proximity import in_sequence, in_window, order_by_proximity
from tests.made import make_hit

QUESTION = "What are the fees of the savings bank for lost cards?"
SCATTERED = (
    "A bank keeps cards of clients apart. Savings grew last year, while fees fell by a tenth. Of all that was lost in "
    "the flood a part has been found again, and clients of other houses were served as well as those of the house."
)
TOGETHER = "The savings bank replaces lost cards for a fee of 12 euros."


def hits(*texts: str, step: float = 0.001) -> list[Hit]:
    """Fused scores lie close together."""
    return [replace(make_hit(number, text), score=0.03 - step * number) for number, text in enumerate(texts, start=1)]


def numbers(ordered: list[Hit]) -> list[int]:
    return [hit.chunk_no for hit in ordered]


def test_words_that_stand_together_come_before_words_here_and_there() -> None:
    ordered = order_by_proximity(QUESTION, hits(SCATTERED, TOGETHER, "Trains are late."), top_k=10, weight=0.35)

    assert numbers(ordered) == [2, 1, 3]
    assert [hit.rank for hit in ordered] == [1, 2, 3]
    assert [hit.score for hit in ordered] == sorted((hit.score for hit in ordered), reverse=True)


def test_the_heading_that_a_passage_stands_under_is_a_part_of_it() -> None:
    question = "What must a product manager bring along?"
    one, other = hits("Must bring along: ten years of practice.", "Must bring along: five years of practice.")
    under = [replace(one, headings=("Jobs", "Sales manager")), replace(other, headings=("Jobs", "Product manager"))]

    assert numbers(order_by_proximity(question, [one, other], top_k=10, weight=0.35)) == [1, 2]
    assert numbers(order_by_proximity(question, under, top_k=10, weight=0.35)) == [2, 1]


def test_only_the_first_hits_are_put_in_order() -> None:
    found = hits(SCATTERED, "Trains are late.", TOGETHER)

    assert numbers(order_by_proximity(QUESTION, found, top_k=2, weight=0.35)) == [1, 2, 3]
    assert numbers(order_by_proximity(QUESTION, found, top_k=3, weight=0.35)) == [3, 1, 2]


def test_a_hit_far_behind_stays_behind() -> None:
    found = hits(SCATTERED, TOGETHER, step=0.012)

    assert numbers(order_by_proximity(QUESTION, found, top_k=10, weight=0.35)) == [1, 2]


@pytest.mark.parametrize("question", ["Who is it?", "Zeppelin hangars", QUESTION])
def test_what_proximity_cannot_tell_stays_as_it_was_fused(question: str) -> None:
    """A question without content words, one whose words nobody says, and passages that are all alike."""
    found = hits(TOGETHER, TOGETHER, TOGETHER)

    assert numbers(order_by_proximity(question, found, top_k=10, weight=0.35)) == [1, 2, 3]


def test_turned_off_and_alone_nothing_changes() -> None:
    found = hits(SCATTERED, TOGETHER)

    assert order_by_proximity(QUESTION, found, top_k=10, weight=0.0) == found
    assert order_by_proximity(QUESTION, found[:1], top_k=10, weight=0.35) == found[:1]
    assert order_by_proximity(QUESTION, [], top_k=10, weight=0.35) == []


def test_words_that_all_passages_say_tell_little() -> None:
    """Two names of the house in another order: where nothing else is asked, the fused order counts."""
    found = hits("The court sits in the capital. Its rules are strict.", "The capital court has a library.", step=0.004)

    assert numbers(order_by_proximity("What is the capital court?", found, top_k=10, weight=0.35)) == [1, 2]


def test_a_pair_counts_in_its_order_and_a_term_once_in_a_window() -> None:
    pairs, weights = {("net", "sale"): 1.0}, {"net": 1.0, "sale": 2.0}

    assert in_sequence(["net", "sale", "net", "sale"], pairs) == 1.0
    assert in_sequence(["sale", "net"], pairs) == 0.0
    assert in_window(["sale", "net"], weights) == 3.0
    # also when its first place leaves the window
    assert in_window(["net", "net", "x", "sale"], weights, window=3) == 3.0
    assert in_window(["net", "net", "net"], weights, window=2) == 1.0
    assert in_window(["other"], weights) == 0.0
