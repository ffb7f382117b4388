"""Assembly of passages: text around tables, order, budget. Tokens are blank-separated words here."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from bizrag.answering.assembly.assemble import Budget, Context, PageImage, Surroundings, assemble
from bizrag.answering.assembly.inject import Artifact
from bizrag.answering.assembly.phi import PHI, Phi, phi_of
from bizrag.errors import ConfigurationError
from bizrag.model.answers import DropReason, Figure, FigureKind
from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import BoundingBox, Locator
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
    pages: Mapping[int, PageImage] | None = None,
    phi: Phi = PHI["tcte"],
    max_tokens: int = 1000,
    max_images: int = 10,
) -> Context:
    around = Surroundings(parents=parents or {}, artifacts=artifacts or {}, pages=pages or {})
    budget = Budget(max_tokens=max_tokens, max_images=max_images)
    return assemble(hits, around, phi=phi, budget=budget, count_tokens=lambda text: len(text.split()))


FEES_TEXT = "Fees are listed.\n\n<<table_1>>\n\nThey rise in May.\n\n<<picture_2>>"
TABLE_HIT = hit(1, 6, "The fee is 5.", kind=ChunkKind.TABLE)
FEES_TABLE = Artifact(
    chunk=TABLE_HIT,
    kind=ChunkKind.TABLE,
    placeholder="<<table_1>>",
    markdown="| fee | 5 |",
    description="The fee is 5.",
)
FEES_PICTURE = Artifact(
    chunk=hit(1, 7, "A fee chart \\1.", kind=ChunkKind.PICTURE, found=False),
    kind=ChunkKind.PICTURE,
    placeholder="<<picture_2>>",
    markdown="",
    description="A fee chart \\1.",
    caption="Fees",
    image_sha256="f" * 64,
    page_no=2,
    bbox=BoundingBox(l=1, t=2, r=3, b=4),
)


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
    assert sum(len(passage.text.split()) for passage in context.passages) <= max_tokens
    if expected is None:
        assert context.passages == ()
        assert {drop.reason for drop in context.dropped} == {DropReason.BUDGET}
    else:
        assert expected in context.passages[0].text
        assert ("<picture>" in context.passages[0].text) == (max_tokens == 24)


def test_of_long_tables_in_one_text_the_best_stay() -> None:
    parent = hit(1, 5, "Prices.\n\n<<table_1>>\n\n<<table_2>>", found=False)
    best = hit(1, 7, "Bolts cost four and five", kind=ChunkKind.TABLE)
    other = hit(2, 6, "Screws cost six seven eight nine", kind=ChunkKind.TABLE)

    tables = [
        Artifact(chunk=one, kind=ChunkKind.TABLE, placeholder=f"<<table_{at}>>", markdown="", description=one.text)
        for at, one in enumerate((other, best), start=1)
    ]
    context = assembled([best, other], parents={6: parent, 7: parent}, artifacts={5: tables}, max_tokens=8)

    [passage] = context.passages
    assert passage.text == "Bolts cost four and five"
    assert best in passage.hits
    assert other not in passage.hits
    assert [(drop.chunk_id[-1], drop.reason) for drop in context.dropped] == [("6", DropReason.BUDGET)]


@pytest.mark.parametrize("seed", range(40))
def test_texts_are_counted_only_where_their_bytes_do_not_tell(seed: int) -> None:
    """What fits is what fits by exact counts, however many tokens are known."""
    rng = random.Random(seed)
    texts = [" ".join([*rng.choices(["a", "bb", "ccccc"], k=rng.randint(1, 30)), str(n)]) for n in range(1, 12)]
    hits = [hit(rank, rank, said) for rank, said in enumerate(texts, start=1)]
    max_tokens = rng.randint(1, 400)
    known = {one.text: len(one.text.split()) for one in hits if rng.random() < 0.4}
    counted: list[str] = []

    def count(text: str) -> int:
        counted.append(text)
        return len(text.split())

    around = Surroundings(parents={}, artifacts={}, num_tokens=known)
    context = assemble(hits, around, phi=phi_of("tcte"), budget=Budget(max_tokens=max_tokens), count_tokens=count)

    left, expected = max_tokens, list[str]()
    for one in hits:
        if len(one.text.split()) <= left:
            left -= len(one.text.split())
            expected.append(one.text)
    assert [passage.text for passage in context.passages] == expected
    if sum(len(one.text.encode()) for one in hits) <= max_tokens:
        assert not counted


def test_no_hits_give_no_passages() -> None:
    assert assembled([]) == Context(passages=(), dropped=())


def figures(context: Context) -> list[Figure]:
    return [figure for passage in context.passages for figure in passage.figures]


def picture(number: int, chunk_no: int) -> Artifact:
    return Artifact(
        chunk=hit(1, chunk_no, f"Chart {number}.", kind=ChunkKind.PICTURE, found=False),
        kind=ChunkKind.PICTURE,
        placeholder=f"<<picture_{number}>>",
        markdown="",
        description=f"Chart {number}.",
        image_sha256=f"{number:064x}",
    )


def test_figures_know_their_place_in_the_passage_and_in_the_document() -> None:
    context = assembled([hit(1, 5, FEES_TEXT)], artifacts={5: [FEES_TABLE, FEES_PICTURE]})
    text = context.passages[0].text
    table, chart = figures(context)
    assert text[table.start : table.end] == "<table>\n| fee | 5 |\n\nThe fee is 5.\n</table>"
    assert text[chart.start : chart.end] == "<picture>\nA fee chart \\1.\n</picture>"
    assert (table.kind, table.markdown, table.is_shown) == (FigureKind.TABLE, "| fee | 5 |", False)
    assert (chart.kind, chart.image_sha256, chart.page_no, chart.caption, chart.is_shown) == (
        FigureKind.PICTURE,
        "f" * 64,
        2,
        "Fees",
        True,
    )
    assert context.num_images == 1


def test_the_same_words_in_two_artifacts_keep_their_own_places() -> None:
    twice = [picture(1, 6), picture(1, 7)]
    twice[1] = replace(twice[1], placeholder="<<picture_2>>")
    context = assembled([hit(1, 5, "<<picture_1>>\n\nand\n\n<<picture_2>>")], artifacts={5: twice})
    first, second = figures(context)
    assert first.end < second.start
    assert context.passages[0].text[second.start : second.end] == twice[1].text


def test_a_slide_stands_beside_its_image() -> None:
    slide = hit(1, 3, "Sales by region", kind=ChunkKind.SLIDE)
    context = assembled([slide], pages={3: PageImage(page_no=3, image_sha256="a" * 64)})
    assert context.passages[0].text == "Sales by region"
    (page,) = figures(context)
    assert (page.kind, page.start, page.end, page.page_no, page.is_shown) == (FigureKind.PAGE, 0, 0, 3, True)


def test_images_beyond_the_budget_leave_their_descriptions_and_are_named() -> None:
    hits = [hit(1, 1, "<<picture_1>>"), hit(2, 2, "<<picture_2>>"), hit(3, 3, "<<picture_3>>")]
    artifacts = {number: [picture(number, 10 + number)] for number in (1, 2, 3)}
    context = assembled(hits, artifacts=artifacts, max_images=2)
    assert [figure.is_shown for figure in figures(context)] == [True, True, False]
    assert "Chart 3." in context.passages[2].text
    assert [(drop.reason, drop.image_sha256) for drop in context.dropped] == [(DropReason.IMAGE_BUDGET, f"{3:064x}")]
    assert assembled(hits, artifacts=artifacts, max_images=0).num_images == 0


def test_the_picture_that_was_found_is_shown_before_its_neighbours() -> None:
    parent = hit(1, 5, "<<picture_1>> <<picture_2>>", found=False)
    found = hit(1, 7, "Chart 2.", kind=ChunkKind.PICTURE)
    context = assembled([found], parents={7: parent}, artifacts={5: [picture(1, 6), picture(2, 7)]}, max_images=1)
    assert [figure.is_shown for figure in figures(context)] == [False, True]


def test_an_image_is_shown_once() -> None:
    artifacts = {1: [picture(1, 11)], 2: [picture(1, 12)]}
    context = assembled([hit(1, 1, "one <<picture_1>>"), hit(2, 2, "two <<picture_1>>")], artifacts=artifacts)
    assert [figure.is_shown for figure in figures(context)] == [True, False]
    assert [drop.reason for drop in context.dropped] == [DropReason.DUPLICATE]


def test_a_picture_without_its_surroundings_keeps_its_image() -> None:
    parent = hit(1, 5, "many words that do not fit <<picture_1>>", found=False)
    found = hit(1, 6, "Chart 1.", kind=ChunkKind.PICTURE)
    context = assembled([found], parents={6: parent}, artifacts={5: [picture(1, 6)]}, max_tokens=3)
    assert context.passages[0].text == "Chart 1."
    assert [figure.is_shown for figure in figures(context)] == [True]


def test_a_variant_of_page_images_shows_them_alone_and_drops_what_has_no_room() -> None:
    phi = Phi(page_image_kinds=frozenset({ChunkKind.TEXT}), shows_text=False)
    pages = {number: PageImage(page_no=number, image_sha256=f"{number:064x}") for number in (1, 2)}
    context = assembled([hit(1, 1, "first"), hit(2, 2, "second")], pages=pages, phi=phi, max_images=1)
    assert [(passage.text, passage.hits[0].chunk_no) for passage in context.passages] == [("", 1)]
    assert (2, DropReason.BUDGET) in [(int(drop.chunk_id, 16), drop.reason) for drop in context.dropped]


def test_an_index_without_assembly_says_so() -> None:
    assert phi_of("tcte") is PHI["tcte"]
    with pytest.raises(ConfigurationError, match="cannot be asked"):
        phi_of("unheard_of")
