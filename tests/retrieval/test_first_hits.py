"""The first hits are put in order by what they say of the question."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from bizrag.model.retrieval import Hit
from bizrag.retrieval.first_hits import in_sequence, in_window, order_first_hits
from bizrag.settings import SearchSettings
from tests.made import make_hit

QUESTION = "What are the fees of the savings bank for lost cards?"
SCATTERED = (
    "A bank keeps cards of clients apart. Savings grew last year, while fees fell by a tenth. Of all that was lost in "
    "the flood a part has been found again, and clients of other houses were served as well as those of the house."
)
TOGETHER = "The savings bank replaces lost cards for a fee of 12 euros."


SETTINGS = SearchSettings()


def hits(*texts: str, routes: Sequence[Mapping[str, float]] = ()) -> list[Hit]:
    """As they were fused: scores lie close together."""
    return [
        replace(make_hit(number, text), score=0.03 - 0.001 * number, route_scores=dict(scores))
        for number, (text, scores) in enumerate(zip(texts, routes or [{}] * len(texts), strict=True), start=1)
    ]


def order(question: str, found: list[Hit], **settings: float) -> list[int]:
    """The numbers of the hits, as ordered."""
    return [hit.chunk_no for hit in order_first_hits(question, found, settings=SearchSettings(**settings))]


def test_words_that_stand_together_come_before_words_here_and_there() -> None:
    ordered = order_first_hits(QUESTION, hits(SCATTERED, TOGETHER, "Trains are late."), settings=SETTINGS)

    assert [hit.chunk_no for hit in ordered] == [2, 1, 3]
    assert [hit.rank for hit in ordered] == [1, 2, 3]
    assert [hit.score for hit in ordered] == sorted((hit.score for hit in ordered), reverse=True)


def test_the_heading_that_a_passage_stands_under_is_a_part_of_it() -> None:
    question = "What must a product manager bring along?"
    one, other = hits("Must bring along: ten years of practice.", "Must bring along: five years of practice.")
    under = [replace(one, headings=("Jobs", "Sales manager")), replace(other, headings=("Jobs", "Product manager"))]

    assert order(question, [one, other]) == [1, 2]
    assert order(question, under) == [2, 1]


def test_headings_further_above_count_where_passages_say_them_too() -> None:
    question = "What must a product manager bring along?"
    found = hits("A product manager must bring along practice.", "A product manager must bring along practice.")
    above = [replace(found[0], headings=("Sales", "Jobs")), replace(found[1], headings=("Product", "Jobs"))]

    assert order(question, above) == [2, 1]


def test_only_the_first_hits_are_put_in_order() -> None:
    found = hits(SCATTERED, "Trains are late.", TOGETHER)

    assert order(QUESTION, found, ordered_top_k=2) == [1, 2, 3]
    assert order(QUESTION, found, ordered_top_k=3) == [3, 1, 2]


def test_those_behind_the_first_stay_behind_them() -> None:
    ordered = order_first_hits(QUESTION, hits(SCATTERED, "Trains.", TOGETHER), settings=SearchSettings(ordered_top_k=2))

    assert [hit.score for hit in ordered] == sorted((hit.score for hit in ordered), reverse=True)


@pytest.mark.parametrize("route", ["dense", "bm25"])
def test_how_much_better_a_route_finds_a_hit_counts(route: str) -> None:
    near = hits(TOGETHER, TOGETHER, routes=[{route: 0.50}, {route: 0.51}])
    far = hits(TOGETHER, TOGETHER, routes=[{route: 0.51}, {route: 0.50}])
    alone = hits(TOGETHER, TOGETHER, TOGETHER, routes=[{}, {route: 0.3}, {route: 0.6}])

    assert order(QUESTION, near) == [2, 1]
    assert order(QUESTION, far) == [1, 2]
    # one that the route did not find is as far away as the last that it found
    assert order(QUESTION, alone) == [3, 1, 2]
    assert order(QUESTION, near, **{f"{route}_weight": 0.0}) == [1, 2]


def test_a_hit_of_a_named_document_comes_first() -> None:
    found = hits(TOGETHER, TOGETHER, routes=[{"bm25": 9.0}, {"bm25": 8.0, "keyword": 0.7}])

    assert order(QUESTION, found) == [2, 1]


def test_what_no_route_with_a_weight_found_stays_behind() -> None:
    """Neighbours of a question that the embedding model has not read."""
    found = hits(SCATTERED, "Trains are late.", TOGETHER, routes=[{"bm25": 2.0}, {"bm25": 1.9}, {"dense": 0.9}])
    unread = [*found[:2], replace(found[2], score=0.0)]
    ordered = order_first_hits(QUESTION, unread, settings=SearchSettings(dense_weight=0.0))

    assert [hit.chunk_no for hit in ordered] == [1, 2, 3]
    assert [hit.score > 0 for hit in ordered] == [True, True, False]
    assert order(QUESTION, found, dense_weight=0.0)[0] == 3


@pytest.mark.parametrize("question", ["Who is it?", "Zeppelin hangars", QUESTION])
def test_what_tells_nothing_apart_stays_as_it_was_fused(question: str) -> None:
    """A question without content words, one whose words nobody says, and passages that are all alike."""
    assert order(question, hits(TOGETHER, TOGETHER, TOGETHER)) == [1, 2, 3]


def test_turned_off_and_alone_nothing_changes() -> None:
    found = hits(SCATTERED, TOGETHER)

    assert order_first_hits(QUESTION, found, settings=SearchSettings(ordered_top_k=0)) == found
    assert order_first_hits(QUESTION, found[:1], settings=SETTINGS) == found[:1]
    assert order_first_hits(QUESTION, [], settings=SETTINGS) == []


def test_words_that_all_passages_say_tell_little() -> None:
    """Two names of the house in another order: where nothing else is asked, the routes count."""
    found = hits(
        "The court sits in the capital. Its rules are strict.",
        "The capital court has a library.",
        routes=[{"bm25": 9.0}, {"bm25": 6.0}],
    )

    assert order("What is the capital court?", found) == [1, 2]


def test_a_pair_counts_in_its_order_and_a_term_once_in_a_window() -> None:
    pairs, weights = {("net", "sale"): 1.0}, {"net": 1.0, "sale": 2.0}

    assert in_sequence(["net", "sale", "net", "sale"], pairs) == 1.0
    assert in_sequence(["sale", "net"], pairs) == 0.0
    assert in_window(["sale", "net"], weights) == 3.0
    # also when its first place leaves the window
    assert in_window(["net", "net", "x", "sale"], weights, window=3) == 3.0
    assert in_window(["net", "net", "net"], weights, window=2) == 1.0
    assert in_window(["other"], weights) == 0.0
