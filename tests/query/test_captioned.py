"""The figure or table that a question names by its number is found in a document with many, in a real database."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from bizrag.model.parses import BlockKind
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.store.indexes import get_index
from query.service import QueryService
from tests.query.conftest import add, block, parsed

_FIGURES = 30
_SUBJECTS = "wind rain frost mist hail snow".split()  # noqa: SIM905


@pytest.fixture
def atlas(service: QueryService, engine: Engine, minilm: LocalEmbedder) -> QueryService:
    """A document with thirty captions, each with text about what it does not show."""
    blocks = [
        block(2 * at + part, BlockKind.TEXT, text)
        for at in range(_FIGURES)
        for part, text in enumerate(
            (
                f"Figure {at + 1}: Days of {_SUBJECTS[at % 6]} in district {at // 6}",
                f"What the figure shows for {_SUBJECTS[(at + 1) % 6]} is told by a figure further on, as figure"
                f" {1 + at // 2} and other figures show. " * 3,
            )
        )
    ]
    with engine.begin() as conn:
        add(conn, get_index(conn, "default"), minilm, "atlas.docx", "hr", "Atlas.docx", parsed("atlas", blocks, 0))
    return service


@pytest.mark.parametrize("number", [2, 12, 29])
def test_the_caption_of_the_number_goes_first(atlas: QueryService, number: int) -> None:
    first = atlas.search(f"What does Figure {number} show?", top_k=3, doc="atlas.docx")[0]

    assert f"Figure {number}: Days of {_SUBJECTS[(number - 1) % 6]}" in first.text
    assert first.route_ranks["caption"] == 1


def test_no_caption_changes_nothing(atlas: QueryService) -> None:
    hits = atlas.search("What does Figure 77 show?", top_k=3, doc="atlas.docx")
    assert all("caption" not in hit.route_ranks for hit in hits)


def test_figures_are_counted_whole_for_an_answer_and_a_search_keeps_its_limit(atlas: QueryService) -> None:
    question = "How many figures does the document have?"
    hits = atlas.search(question, top_k=3, doc="atlas.docx")
    assert [hit.route_ranks.get("count") for hit in hits] == [1, 2, 3]
    assert atlas.ask(question, doc="atlas.docx").text.startswith(f"{_FIGURES} figures")
