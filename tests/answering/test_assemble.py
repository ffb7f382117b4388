"""Assembly of passages: text around tables, order, budget. Tokens are blank-separated words here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from bizrag.answering.assemble import Artifact, Context, DropReason, Surroundings, assemble
from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit, Retriever


def hit(
    rank: int, chunk_no: int, text: str, *, doc: str = "a.pdf", kind: ChunkKind = ChunkKind.TEXT, found: bool = True
) -> Hit:
    return Hit(
        rank=rank,
        score=1 / rank,
        retriever=Retriever.HYBRID,
        chunk_no=chunk_no,
        chunk_id=f"{chunk_no:032x}",
        document_id=doc,
        doc=doc,
        title=doc,
        kind=kind,
        text=text,
        headings=(),
        locators=(Locator(page_no=chunk_no),),
        route_ranks={"dense": rank} if found else {},
    )


def assembled(
    hits: Sequence[Hit],
    *,
    parents: Mapping[int, Hit] | None = None,
    artifacts: Mapping[int, Sequence[Artifact]] | None = None,
    max_tokens: int = 1000,
) -> Context:
    around = Surroundings(parents=parents or {}, artifacts=artifacts or {})
    return assemble(hits, around, max_tokens=max_tokens, count_tokens=lambda text: len(text.split()))


FEES_TEXT = "Fees are listed.\n\n<<table_1>>\n\nThey rise in May.\n\n<<picture_2>>"
FEES_TABLE = Artifact(
    chunk_no=6, kind=ChunkKind.TABLE, placeholder="<<table_1>>", markdown="| fee | 5 |", description="The fee is 5."
)
FEES_PICTURE = Artifact(
    chunk_no=7, kind=ChunkKind.PICTURE, placeholder="<<picture_2>>", markdown="", description="A fee chart \\1."
)
TABLE_HIT = hit(1, 6, "The fee is 5.", kind=ChunkKind.TABLE)


def test_a_table_hit_brings_the_text_around_it_and_stands_at_its_place() -> None:
    parent = hit(1, 5, FEES_TEXT, found=False)
    context = assembled([TABLE_HIT], parents={6: parent}, artifacts={5: [FEES_TABLE, FEES_PICTURE]})
    assert context.passages[0].text == (
        "Fees are listed.\n\n<table>\n| fee | 5 |\n\nThe fee is 5.\n</table>\n\nThey rise in May."
        "\n\n<picture>\nA fee chart \\1.\n</picture>"
    )
    assert [found.chunk_no for found in context.passages[0].hits] == [5, 6]
    assert context.dropped == ()


@pytest.mark.parametrize("text_first", [True, False])
def test_a_text_hit_and_its_table_hit_become_one_passage(text_first: bool) -> None:
    text = hit(1 if text_first else 2, 5, FEES_TEXT)
    table = hit(2 if text_first else 1, 6, "The fee is 5.", kind=ChunkKind.TABLE)
    parent = hit(table.rank, 5, FEES_TEXT, found=False)
    hits = [text, table] if text_first else [table, text]
    context = assembled(hits, parents={6: parent}, artifacts={5: [FEES_TABLE]})
    assert len(context.passages) == 1
    # the text chunk keeps what it was found with
    assert context.passages[0].hits == (text, table)


def test_placeholders_of_filtered_pictures_vanish() -> None:
    assert assembled([hit(1, 5, FEES_TEXT)]).passages[0].text == "Fees are listed.\n\nThey rise in May."


def test_a_table_that_no_text_holds_is_read_with_its_cells() -> None:
    context = assembled([TABLE_HIT], artifacts={6: [FEES_TABLE]})
    assert context.passages[0].text == "<table>\n| fee | 5 |\n\nThe fee is 5.\n</table>"


def test_documents_stand_by_their_best_hit_and_chunks_in_document_order() -> None:
    hits = [hit(1, 20, "b late", doc="b"), hit(2, 4, "a", doc="a"), hit(3, 10, "b early", doc="b")]
    context = assembled(hits)
    assert [(passage.passage_id, passage.text) for passage in context.passages] == [
        (1, "b early"),
        (2, "b late"),
        (3, "a"),
    ]


def test_repeated_hits_and_equal_texts_of_a_document_appear_once() -> None:
    hits = [
        hit(1, 1, "Same  words"),
        hit(2, 1, "Same  words"),
        hit(3, 2, "Same words"),
        hit(4, 3, "Same words", doc="b"),
    ]
    context = assembled(hits)
    assert [passage.hits[0].chunk_no for passage in context.passages] == [1, 3]
    assert [(drop.chunk_id[-1], drop.reason) for drop in context.dropped] == [("2", DropReason.DUPLICATE)]


def test_what_exceeds_the_budget_is_named_and_smaller_hits_still_fit() -> None:
    hits = [hit(1, 1, "one two three"), hit(2, 2, "four five six"), hit(3, 3, "seven")]
    context = assembled(hits, max_tokens=4)
    assert [passage.text for passage in context.passages] == ["one two three", "seven"]
    assert context.num_tokens == 4
    assert [(drop.chunk_id[-1], drop.reason) for drop in context.dropped] == [("2", DropReason.BUDGET)]


@pytest.mark.parametrize(
    ("max_tokens", "expected"),
    [
        # text 7 words, table 2 tags + 5 cells + 4 words, picture 2 tags + 4 words
        pytest.param(24, "<picture>", id="everything"),
        pytest.param(23, "They rise in May.", id="without the picture that is no hit"),
        pytest.param(17, "The fee is 5.", id="without the surroundings"),
        pytest.param(3, None, id="nothing"),
    ],
)
def test_a_passage_too_long_loses_what_is_no_hit_first(max_tokens: int, expected: str | None) -> None:
    parent = hit(1, 5, FEES_TEXT, found=False)
    context = assembled(
        [TABLE_HIT], parents={6: parent}, artifacts={5: [FEES_TABLE, FEES_PICTURE]}, max_tokens=max_tokens
    )
    assert context.num_tokens <= max_tokens
    if expected is None:
        assert context.passages == ()
        assert {drop.reason for drop in context.dropped} == {DropReason.BUDGET}
    else:
        assert expected in context.passages[0].text
        assert ("<picture>" in context.passages[0].text) == (max_tokens == 24)


def test_no_hits_give_no_passages() -> None:
    assert assembled([]) == Context(passages=(), num_tokens=0, dropped=())
