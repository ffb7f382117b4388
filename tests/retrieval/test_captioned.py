"""Figures and tables that a question names by their number stand before what a search found."""

from __future__ import annotations

from bizrag.model.chunks import ChunkKind
from bizrag.retrieval.captioned import BY_CAPTION, BY_PART, with_captioned, with_counted, with_part
from tests.made import make_hit

TEXT = make_hit(1, "As Figure 2 shows, costs fall.")
FIGURE = make_hit(12, "Figure 2: Costs by year", kind=ChunkKind.PICTURE)
AROUND = make_hit(11, "Figure 2: Costs by year\n\n<<picture_2>>")


def test_the_figure_goes_before_the_text_that_holds_its_caption() -> None:
    hits = with_captioned([TEXT, AROUND], [AROUND, FIGURE], top_k=3)

    assert [(hit.chunk_no, hit.rank) for hit in hits] == [(12, 1), (1, 2), (11, 3)]
    assert [hit.route_ranks.get(BY_CAPTION) for hit in hits] == [1, None, None]


def test_a_caption_without_a_figure_is_found_in_its_text() -> None:
    assert [hit.chunk_no for hit in with_captioned([TEXT], [AROUND], top_k=1)] == [11]


def test_a_hit_keeps_its_score_and_its_routes() -> None:
    first = with_captioned([TEXT, FIGURE], [FIGURE], top_k=2)[0]
    assert first.score == FIGURE.score
    assert first.route_ranks == {"dense": 12, BY_CAPTION: 1}


def test_a_section_goes_before_what_was_found_with_its_first_chunk_first() -> None:
    own = [make_hit(21, "4 Fares"), make_hit(22, "4.1 Dogs"), make_hit(1, "As Figure 2 shows, costs fall.")]
    hits = with_part([FIGURE, TEXT], own, top_k=4)

    assert [(hit.chunk_no, hit.rank) for hit in hits] == [(21, 1), (1, 2), (22, 3), (12, 4)]
    assert [hit.route_ranks.get(BY_PART) for hit in hits] == [1, 2, 3, None]


def test_what_is_counted_goes_first_as_far_as_is_asked_for() -> None:
    counted = [make_hit(number, f"Figure {number}: Costs", kind=ChunkKind.PICTURE) for number in range(31, 36)]
    assert [hit.chunk_no for hit in with_counted([TEXT, FIGURE], counted, top_k=5)] == [31, 32, 33, 34, 35]
    assert [hit.chunk_no for hit in with_counted([TEXT, FIGURE], counted, top_k=2)] == [31, 32]
