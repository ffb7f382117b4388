"""What holds for the chunks of any document: text and placeholders conserved, inputs within the window, ids stable."""

import re
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bizrag.chunking import Cascade, ChunkParams, chunk_document
from bizrag.chunking.margins import margin_lines
from bizrag.chunking.work import DocumentWork
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.documents import Layout
from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import Block, BlockKind, Page, Parse, PictureArtifact, TableArtifact, TableCell

PLACEHOLDER = re.compile(r"<<(?:table|picture)_\d+>>")
TITLE = "Report 2025.pdf"
BOX = BoundingBox(l=10, t=10, r=90, b=20)

WORDS = st.text(alphabet="abcdefgh.,;:!?12%$-éß☒😀", min_size=1, max_size=25)
TEXTS = st.lists(WORDS, min_size=0, max_size=40).map(" ".join)
KINDS = st.sampled_from(
    [
        BlockKind.TEXT,
        BlockKind.TEXT,
        BlockKind.HEADING,
        BlockKind.LIST_ITEM,
        BlockKind.CODE,
        BlockKind.PAGE_FOOTER,
        BlockKind.TABLE,
        BlockKind.PICTURE,
    ]
)
PARAMS = st.builds(
    ChunkParams,
    max_tokens=st.integers(24, 80),
    heading_share=st.sampled_from([0.0, 0.1, 0.25]),
    merge_share=st.sampled_from([0.0, 0.25, 0.5]),
    cascade=st.sampled_from(Cascade),
    table_data=st.booleans(),
    fixed_chunks=st.booleans(),
)


def pieces_of_four(text: str) -> int:
    """Adds up over words, as WordPiece does: one token for every four letters of a word."""
    return sum((len(word) + 3) // 4 for word in text.split())


def longer_when_joined(text: str) -> int:
    """Does not add up: every tenth word costs one more, as merges of byte pairs can."""
    return pieces_of_four(text) + len(text.split()) // 10


@st.composite
def parses(draw: st.DrawFn) -> Parse:
    has_pages = draw(st.booleans())
    blocks: list[Block] = []
    tables: list[TableArtifact] = []
    pictures: list[PictureArtifact] = []
    for number, kind in enumerate(draw(st.lists(KINDS, max_size=20))):
        page_no = 1 + number // 5 if has_pages else None
        bbox = BOX if has_pages else None
        text = draw(TEXTS)
        if kind is BlockKind.TABLE:
            cell = TableCell(text=text, row_start=0, row_end=1, col_start=0, col_end=1)
            tables.append(
                TableArtifact(
                    ordinal=len(tables) + 1,
                    num_rows=1,
                    num_cols=1,
                    cells=(cell,),
                    markdown=text,
                    page_no=page_no,
                    bbox=bbox,
                )
            )
            text = tables[-1].placeholder
        elif kind is BlockKind.PICTURE:
            pictures.append(
                PictureArtifact(ordinal=len(pictures) + 1, image_sha256=None, width_px=9, height_px=9, text=text)
            )
            text = pictures[-1].placeholder
        level = draw(st.integers(1, 3)) if kind is BlockKind.HEADING else None
        blocks.append(Block(ordinal=number, kind=kind, text=text, page_no=page_no, bbox=bbox, level=level))
    return Parse(
        content_sha256="c",
        parser_fingerprint="p",
        pages=tuple(Page(page_no=1 + n, width_pt=100, height_pt=100, text="") for n in range(4 if has_pages else 0)),
        blocks=tuple(blocks),
        tables=tuple(tables),
        pictures=tuple(pictures),
    )


def margin_text(parse: Parse) -> str:
    """What headers and footers say and the text does not, one a line."""
    work = DocumentWork(
        document_id="d",
        title=TITLE,
        layout=Layout.VERTICAL,
        parse=parse,
        descriptions=describe_all(parse),
        params=ChunkParams(),
        count_tokens=pieces_of_four,
    )
    return "\n".join(" ".join(line.text.split()) for line in margin_lines(work))


def describe_all(parse: Parse) -> list[Description]:
    tables = [(ArtifactKind.TABLE, table.ordinal, table.markdown) for table in parse.tables]
    pictures = [(ArtifactKind.PICTURE, picture.ordinal, picture.text) for picture in parse.pictures]
    return [
        Description(
            kind=kind,
            ordinal=ordinal,
            artifact_sha256="a",
            describer="test",
            artifact_class=ArtifactClass.TABLE,
            text=text,
        )
        for kind, ordinal, text in (*tables, *pictures)
    ]


def chunk(parse: Parse, params: ChunkParams, *, title: str = "Report 2025.pdf") -> list[Chunk]:
    return chunk_document(
        document_id="d",
        title=title,
        layout=Layout.VERTICAL,
        parse=parse,
        descriptions=describe_all(parse),
        params=params,
        count_tokens=pieces_of_four,
    )


def body_texts(parse: Parse, params: ChunkParams) -> list[str]:
    """The text chunks, without the last one where headers and footers alone say something."""
    texts = [one.text for one in chunk(parse, params) if one.kind is ChunkKind.TEXT]
    if margin := margin_text(parse):
        assert texts.pop() == margin
    return texts


anything = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.slow
@anything
@given(parse=parses(), params=PARAMS)
def test_every_visible_character_is_in_exactly_one_text_chunk_in_order(parse: Parse, params: ChunkParams) -> None:
    assert "".join("".join(body_texts(parse, params)).split()) == "".join(parse.text.split())


@pytest.mark.slow
@anything
@given(parse=parses(), params=PARAMS)
def test_every_placeholder_is_whole_in_exactly_one_text_chunk(parse: Parse, params: ChunkParams) -> None:
    found = Counter(
        mark for one in chunk(parse, params) if one.kind is ChunkKind.TEXT for mark in PLACEHOLDER.findall(one.text)
    )

    assert found == {artifact.placeholder: 1 for artifact in (*parse.tables, *parse.pictures)}


@pytest.mark.slow
@anything
@given(parse=parses(), params=PARAMS)
def test_a_described_artifact_is_one_chunk_that_names_the_chunk_with_its_placeholder(
    parse: Parse, params: ChunkParams
) -> None:
    chunks = chunk(parse, params)
    described = {(one.kind.value, one.ordinal): one.text for one in describe_all(parse) if one.text.strip()}

    found = {(one.kind.value, one.artifact_ordinal): one for one in chunks if one.kind is not ChunkKind.TEXT}

    assert {key: one.text for key, one in found.items()} == described
    for (kind, ordinal), one in found.items():
        assert one.parent_ordinal is not None
        assert f"<<{kind}_{ordinal}>>" in chunks[one.parent_ordinal].text


@pytest.mark.slow
@anything
@given(parse=parses(), params=PARAMS, title=TEXTS)
def test_no_input_is_longer_than_the_window(parse: Parse, params: ChunkParams, title: str) -> None:
    for one in chunk(parse, params, title=title):
        assert one.inputs
        assert all(pieces_of_four(text) + params.special_tokens <= params.max_tokens for text in map(str, one.inputs))


@pytest.mark.slow
@anything
@given(parse=parses(), params=PARAMS)
def test_inputs_stay_in_the_window_when_tokens_do_not_add_up(parse: Parse, params: ChunkParams) -> None:
    chunks = chunk_document(
        document_id="d",
        title=TITLE,
        layout=Layout.VERTICAL,
        parse=parse,
        descriptions=describe_all(parse),
        params=params,
        count_tokens=longer_when_joined,
    )

    for one in chunks:
        assert all(
            longer_when_joined(text) + params.special_tokens <= params.max_tokens for text in map(str, one.inputs)
        )


@pytest.mark.slow
@anything
@given(parse=parses(), params=PARAMS)
def test_inputs_hold_every_word_of_their_chunk_but_placeholders(parse: Parse, params: ChunkParams) -> None:
    for one in chunk(parse, params):
        embedded = "".join("".join(map(str, one.inputs)).split())
        lexical = "".join(one.lexical_text.split())
        for word in PLACEHOLDER.sub(" ", one.text).split():
            # longer ones may be cut in a small window, and the data of tables may be left out
            if len(word) < 4 and (one.kind is not ChunkKind.TABLE or params.table_data):
                assert word in embedded
            assert word in lexical


@pytest.mark.slow
@anything
@given(parse=parses(), params=PARAMS)
def test_ordinals_have_no_gaps_and_every_chunk_has_a_place(parse: Parse, params: ChunkParams) -> None:
    chunks = chunk(parse, params)

    assert [one.ordinal for one in chunks] == list(range(len(chunks)))
    assert all(one.locators and one.text.strip() for one in chunks)
    for one in chunks:
        for place in one.locators:
            if place.page_no is None:
                assert place.char_start is not None
                assert one.kind is ChunkKind.PICTURE or one.page_nos == ()


@pytest.mark.slow
@anything
@given(parse=parses(), params=PARAMS)
def test_character_spans_are_the_text_of_the_chunk(parse: Parse, params: ChunkParams) -> None:
    if parse.pages:
        return
    for one in chunk(parse, params):
        if one.kind is ChunkKind.TEXT:
            (place,) = one.locators
            assert parse.text[place.char_start : place.char_end] == one.text


@pytest.mark.slow
@anything
@given(parse=parses(), params=PARAMS)
def test_ids_are_distinct_and_stay_when_chunking_runs_again(parse: Parse, params: ChunkParams) -> None:
    first = [one.chunk_id for one in chunk(parse, params)]

    assert first == [one.chunk_id for one in chunk(parse, params)]
    assert len(set(first)) == len(first)


@pytest.mark.slow
@anything
@given(parse=parses(), params=PARAMS)
def test_a_chunk_of_placeholders_only_means_a_document_without_words(parse: Parse, params: ChunkParams) -> None:
    texts = body_texts(parse, params)
    without_words = [text for text in texts if not PLACEHOLDER.sub("", text).strip()]

    assert not without_words or len(texts) == 1


def test_a_window_without_room_for_text_is_refused() -> None:
    with pytest.raises(ValueError, match="leaves no room for text"):
        ChunkParams(max_tokens=4, heading_share=0.25)
