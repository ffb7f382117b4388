"""Figures and tables that a question names by their number stand before what a search found."""

from __future__ import annotations

from bizrag.model.chunks import ChunkKind
from bizrag.retrieval.captioned import BY_CAPTION, with_captioned
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
