"""Twice the document is twice the work: files of a hundred thousand headings or pages are chunked like others."""

import sys
from collections.abc import Callable, Sequence
from types import FrameType

import pytest

from bizrag.chunking import ChunkParams, chunk_document
from bizrag.describing.pictures import picture_contexts
from bizrag.describing.slides import describe_slides
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.documents import Layout
from bizrag.model.parses import Block, BlockKind, Page, Parse
from bizrag.model.variants import Variant

FEW = 150
PARAMS = ChunkParams(max_tokens=27, special_tokens=2, heading_share=0.2, merge_share=0.2)


def paper(lines: Sequence[tuple[BlockKind, str]], *, lines_a_page: int | None) -> Parse:
    """Lines as blocks, on pages with images, or on no page."""
    page_nos = [number // lines_a_page + 1 if lines_a_page else None for number in range(len(lines))]
    blocks = (
        Block(ordinal=number, kind=kind, text=text, page_no=page_no)
        for number, ((kind, text), page_no) in enumerate(zip(lines, page_nos, strict=True))
    )
    pages = (
        Page(page_no=page_no, width_pt=100, height_pt=100, text="", image_sha256="i")
        for page_no in dict.fromkeys(page_nos)
        if page_no
    )
    return Parse(
        content_sha256="c",
        parser_fingerprint="p",
        pages=tuple(pages),
        blocks=tuple(blocks),
        tables=(),
        pictures=(),
    )


def headings(count: int) -> list[tuple[BlockKind, str]]:
    return [(BlockKind.HEADING, f"Heading {number}") for number in range(count)]


def sections(count: int) -> list[tuple[BlockKind, str]]:
    texts = [(BlockKind.TEXT, f"Text {number} of the section.") for number in range(count)]
    return [one for pair in zip(headings(count), texts, strict=True) for one in pair]


def deck(count: int) -> tuple[Parse, list[Description]]:
    parse = paper(headings(count), lines_a_page=1)
    return parse, [
        Description(
            kind=ArtifactKind.SLIDE,
            ordinal=page.page_no,
            artifact_sha256="a",
            describer="test",
            artifact_class=ArtifactClass.INFORMATIVE,
            text=f"Slide {page.page_no}",
        )
        for page in parse.pages
    ]


def num_calls(work: Callable[[], object]) -> int:
    """Calls of functions and steps of generators, builtins too."""
    count = 0

    def on_event(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(on_event)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def chunk(parse: Parse, variant: Variant, descriptions: Sequence[Description] = ()) -> None:
    chunk_document(
        document_id="d",
        title="Title.pdf",
        layout=Layout.HORIZONTAL if descriptions else Layout.VERTICAL,
        parse=parse,
        descriptions=descriptions,
        params=PARAMS,
        count_tokens=lambda text: len(text.split()),
        variant=variant,
    )


def assert_grows_with_the_document(work: Callable[[int], Callable[[], object]]) -> None:
    few, many = num_calls(work(FEW)), num_calls(work(4 * FEW))

    assert few > FEW
    assert many < 4.5 * few


@pytest.mark.slow
@pytest.mark.parametrize("lines_a_page", [None, 5])
@pytest.mark.parametrize("lines", [headings, sections])
@pytest.mark.parametrize("variant", list(Variant))
def test_chunking_a_report(
    variant: Variant, lines: Callable[[int], list[tuple[BlockKind, str]]], lines_a_page: int | None
) -> None:
    if variant in (Variant.COLPALI, Variant.VISRAG) and lines_a_page is None:
        # without pages they have nothing to do
        lines_a_page = 1

    def work(count: int) -> Callable[[], object]:
        parse = paper(lines(count), lines_a_page=lines_a_page)
        return lambda: chunk(parse, variant)

    assert_grows_with_the_document(work)


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(Variant))
def test_chunking_a_deck(variant: Variant) -> None:
    def work(count: int) -> Callable[[], object]:
        parse, descriptions = deck(count)
        return lambda: chunk(parse, variant, descriptions)

    assert_grows_with_the_document(work)


def test_describing_slides() -> None:
    def work(count: int) -> Callable[[], object]:
        parse, _ = deck(count)
        return lambda: describe_slides(parse, picture_contexts(parse))

    assert_grows_with_the_document(work)
