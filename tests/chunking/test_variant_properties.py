"""For any document in every variant: no text is lost, placeholders stay whole, inputs fit the window."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bizrag.chunking import Cascade, ChunkParams, chunk_document
from bizrag.chunking.plain_text import page_plain_texts
from bizrag.chunking.sentences import CountTokens
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.documents import Layout
from bizrag.model.inputs import InputImage, InputText, StoredInput
from bizrag.model.parses import Parse, PictureArtifact, TableArtifact
from bizrag.model.variants import Variant
from tests.chunking.test_chunk_properties import (
    PARAMS,
    PLACEHOLDER,
    describe_all,
    longer_when_joined,
    parses,
    pieces_of_four,
)

IMAGE_TOKENS = 12
anything = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def drawn_parses(draw: st.DrawFn) -> Parse:
    """Documents whose pages and pictures have images, or some of them."""
    parse = draw(parses())
    drawn = st.booleans()
    pages = (replace(page, image_sha256=f"page-{page.page_no}" if draw(drawn) else None) for page in parse.pages)
    pictures = (replace(one, image_sha256=f"picture-{one.ordinal}" if draw(drawn) else None) for one in parse.pictures)
    return replace(parse, pages=tuple(pages), pictures=tuple(pictures))


@st.composite
def multimodal_params(draw: st.DrawFn) -> ChunkParams:
    params = draw(PARAMS)
    return replace(params, window_tokens=params.max_tokens + draw(st.integers(0, 60)), image_tokens=IMAGE_TOKENS)


def chunk(parse: Parse, params: ChunkParams, variant: Variant, count: CountTokens = pieces_of_four) -> list[Chunk]:
    return chunk_document(
        document_id="d",
        title="Report 2025.pdf",
        layout=Layout.VERTICAL,
        parse=parse,
        descriptions=describe_all(parse),
        params=params,
        count_tokens=count,
        variant=variant,
    )


def letters(text: str) -> str:
    return "".join(text.split())


def texts_of(item: StoredInput) -> list[str]:
    return [item] if isinstance(item, str) else [part.text for part in item if isinstance(part, InputText)]


def images_of(item: StoredInput) -> list[str]:
    return [] if isinstance(item, str) else [part.sha256 for part in item if isinstance(part, InputImage)]


def described(parse: Parse) -> dict[str, str]:
    """Placeholder -> description, of what has one."""
    artifacts = {("table", one.ordinal): one for one in parse.tables} | {
        ("picture", one.ordinal): one for one in parse.pictures
    }
    found = {artifacts[one.kind.value, one.ordinal].placeholder: one.text for one in describe_all(parse)}
    return {placeholder: text for placeholder, text in found.items() if text.strip()}


@pytest.mark.slow
@anything
@given(parse=drawn_parses(), params=multimodal_params())
def test_pcmhe_every_visible_character_is_in_exactly_one_text_chunk_in_order(parse: Parse, params: ChunkParams) -> None:
    texts = [one.text for one in chunk(parse, params, Variant.PCMHE) if one.kind is ChunkKind.TEXT]

    assert letters("".join(texts)) == letters(parse.text)


@pytest.mark.slow
@anything
@given(parse=drawn_parses(), params=multimodal_params())
def test_pcmhe_embeds_all_of_a_page_and_cuts_no_placeholder(parse: Parse, params: ChunkParams) -> None:
    chunks = [one for one in chunk(parse, params, Variant.PCMHE) if one.kind is ChunkKind.TEXT]
    artifacts: list[TableArtifact | PictureArtifact] = [*parse.tables, *parse.pictures]

    embedded = Counter(
        mark for one in chunks for item in one.inputs for mark in PLACEHOLDER.findall("".join(texts_of(item)))
    )
    assert embedded == {artifact.placeholder: 1 for artifact in artifacts}
    without_title = replace(params, cascade=Cascade.NONE)
    for one in chunk(parse, without_title, Variant.PCMHE):
        if one.kind is ChunkKind.TEXT:
            assert letters("".join(text for item in one.inputs for text in texts_of(item))) == letters(one.text)


@pytest.mark.slow
@anything
@given(parse=drawn_parses(), params=multimodal_params())
def test_pcmhe_has_a_chunk_of_every_page_that_has_an_image(parse: Parse, params: ChunkParams) -> None:
    pages = [one for one in chunk(parse, params, Variant.PCMHE) if one.kind is ChunkKind.PAGE]

    assert [(one.page_nos, one.inputs) for one in pages] == [
        ((page.page_no,), ((InputImage(sha256=page.image_sha256),),)) for page in parse.pages if page.image_sha256
    ]
    assert all(one.text and not one.lexical_text for one in pages)


@anything
@given(parse=drawn_parses(), params=multimodal_params())
def test_tcmie_every_visible_character_is_in_exactly_one_chunk_with_descriptions_between(
    parse: Parse, params: ChunkParams
) -> None:
    text = "".join(one.text for one in chunk(parse, params, Variant.TCMIE))
    for placeholder, description in described(parse).items():
        assert text.count(placeholder) == 1
        assert f"{placeholder}\n{description}" in text
        text = text.replace(f"{placeholder}\n{description}", placeholder)

    assert letters(text) == letters(parse.text)


@anything
@given(parse=drawn_parses(), params=multimodal_params())
def test_tcmie_embeds_tables_and_pictures_in_the_chunk_that_holds_their_placeholder(
    parse: Parse, params: ChunkParams
) -> None:
    chunks = chunk(parse, params, Variant.TCMIE)

    for placeholder, description in described(parse).items():
        (holder,) = (one for one in chunks if placeholder in one.text)
        artifact = next(one for one in (*parse.tables, *parse.pictures) if one.placeholder == placeholder)
        embedded = letters("".join(text for item in holder.inputs for text in texts_of(item)))
        for word in description.split():
            if len(word) < 4:
                assert word in embedded
        if isinstance(artifact, PictureArtifact) and artifact.image_sha256:
            assert [images_of(item) for item in holder.inputs].count([]) < len(holder.inputs)
    shown = [image for one in chunks for item in one.inputs for image in images_of(item)]
    assert shown == [
        one.image_sha256 for one in parse.pictures if one.image_sha256 and one.placeholder in described(parse)
    ]


@pytest.mark.slow
@anything
@given(parse=drawn_parses(), params=PARAMS)
def test_text_only_keeps_the_plain_text_of_all_blocks_in_order(parse: Parse, params: ChunkParams) -> None:
    artifacts = {one.placeholder: one for one in (*parse.tables, *parse.pictures)}
    plain: list[str] = []
    for block in parse.blocks:
        match artifacts.get(block.text):
            case TableArtifact(cells=cells):
                plain += [cell.text for cell in cells]
            case PictureArtifact(text=text):
                plain.append(text)
            case None:
                plain.append(block.text)

    chunks = chunk(parse, params, Variant.TEXT_ONLY)

    assert letters("".join(one.text for one in chunks)) == letters("".join(plain))
    for one in chunks:
        assert letters("".join(text for item in one.inputs for text in texts_of(item))) == letters(one.text)
        assert one.lexical_text == one.text


@anything
@given(parse=drawn_parses(), params=PARAMS, variant=st.sampled_from([Variant.COLPALI, Variant.VISRAG]))
def test_page_baselines_have_one_chunk_for_every_page_with_an_image(
    parse: Parse, params: ChunkParams, variant: Variant
) -> None:
    chunks = chunk(parse, params, variant)

    assert [one.inputs for one in chunks] == [
        ((InputImage(sha256=page.image_sha256),),) for page in parse.pages if page.image_sha256
    ]
    for one in chunks:
        (page_no,) = one.page_nos
        assert one.text == (page_plain_texts(parse).get(page_no) or f"Page {page_no}")
        assert not PLACEHOLDER.search(one.text)


@anything
@given(
    parse=drawn_parses(),
    params=multimodal_params(),
    variant=st.sampled_from([Variant.PCMHE, Variant.TCMIE]),
    count=st.sampled_from([pieces_of_four, longer_when_joined]),
)
def test_no_multimodal_input_is_longer_than_the_window(
    parse: Parse, params: ChunkParams, variant: Variant, count: CountTokens
) -> None:
    for one in chunk(parse, params, variant, count):
        assert one.inputs
        for item in one.inputs:
            tokens = sum(pieces_of_four(text) for text in texts_of(item)) + IMAGE_TOKENS * len(images_of(item))
            assert tokens <= params.unit_tokens or len(images_of(item)) == 1


@pytest.mark.slow
@anything
@given(parse=drawn_parses(), params=multimodal_params(), variant=st.sampled_from(Variant))
def test_ordinals_places_and_headings_are_right_in_every_variant(
    parse: Parse, params: ChunkParams, variant: Variant
) -> None:
    chunks = chunk(parse, params, variant)

    assert [one.ordinal for one in chunks] == list(range(len(chunks)))
    for one in chunks:
        assert one.text.strip()
        assert one.headings[0] == "Report 2025.pdf"
        assert one.locators
        assert all(place.page_no is not None or place.char_start is not None for place in one.locators)
        assert all(place.char_end is None or place.char_end <= len(parse.text) for place in one.locators)
    assert chunks == chunk(parse, params, variant)


def test_an_image_that_is_larger_than_the_window_stands_alone() -> None:
    from bizrag.chunking.interleaving import interleaved_inputs

    params = ChunkParams(max_tokens=12, heading_share=0, window_tokens=12, image_tokens=50)
    image = InputImage(sha256="a")
    found = interleaved_inputs(
        "Title", ["one two", image, "three"], params=params, count_tokens=lambda text: len(text.split())
    )
    assert found == ("Title\none two", (InputText(text="Title"), image), "Title\nthree")


def test_a_window_smaller_than_the_chunk_is_refused() -> None:
    with pytest.raises(ValueError, match="window_tokens"):
        ChunkParams(max_tokens=256, window_tokens=128)
