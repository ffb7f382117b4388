"""Phi of each variant (MM-BizRAG 2.2): what is read of a page, a unit or a slide, worked by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from bizrag.answering.assembly.assemble import Budget, PageImage, Surroundings, assemble
from bizrag.answering.assembly.inject import Artifact, inject
from bizrag.answering.assembly.phi import PHI
from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit, Retriever
from bizrag.model.variants import Variant

PAGE_TEXT = "Sales rose.\n\n<<table_1>>\n\n<<picture_1>>\n\n<<picture_2>>"
TABLE = Artifact(
    chunk=None, kind=ChunkKind.TABLE, placeholder="<<table_1>>", markdown="| North | 5 |", description="North: 5."
)
CHART = Artifact(
    chunk=None,
    kind=ChunkKind.PICTURE,
    placeholder="<<picture_1>>",
    markdown="",
    description="A falling line.",
    image_sha256="c" * 64,
)
INJECTED = "Sales rose.\n\n<table>\n| North | 5 |\n\nNorth: 5.\n</table>\n\n<picture>\nA falling line.\n</picture>"


def hit(rank: int, chunk_no: int, text: str, kind: ChunkKind = ChunkKind.TEXT) -> Hit:
    return Hit(
        rank=rank,
        score=1 / rank,
        retriever=Retriever.HYBRID,
        chunk_no=chunk_no,
        chunk_id=f"{chunk_no:032x}",
        document_id="a.pdf",
        doc="a.pdf",
        title="a.pdf",
        kind=kind,
        text=text,
        headings=(),
        locators=(Locator(page_no=1),),
    )


def passages(
    variant: Variant,
    *hits: Hit,
    parents: Mapping[int, Hit] | None = None,
    artifacts: Mapping[int, Sequence[Artifact]] | None = None,
    pages: Mapping[int, str] | None = None,
) -> tuple[Passage, ...]:
    images = {chunk_no: PageImage(page_no=1, image_sha256=image) for chunk_no, image in (pages or {}).items()}
    around = Surroundings(parents=parents or {}, artifacts=artifacts or {}, pages=images)
    budget = Budget(max_tokens=1000, max_images=10)
    return assemble(hits, around, phi=PHI[variant], budget=budget, count_tokens=lambda text: len(text.split())).passages


def images_of(passage: Passage) -> list[str | None]:
    return [figure.image_sha256 for figure in passage.figures if figure.is_shown]


TEXT_HIT, PAGE_HIT = hit(1, 1, PAGE_TEXT), hit(2, 2, PAGE_TEXT, ChunkKind.PAGE)


@pytest.mark.parametrize("hits", [(TEXT_HIT,), (PAGE_HIT,), (TEXT_HIT, PAGE_HIT)])
def test_pcmhe_reads_a_page_as_text_and_image_whichever_was_found(hits: tuple[Hit, ...]) -> None:
    (passage,) = passages(
        Variant.PCMHE,
        *hits,
        parents={2: TEXT_HIT},
        artifacts={1: [TABLE, CHART], 2: [TABLE, CHART]},
        pages={1: "p" * 64, 2: "p" * 64},
    )

    # the logo's placeholder is gone
    assert passage.text == INJECTED
    assert images_of(passage) == ["p" * 64, "c" * 64]


def test_pcmhe_reads_a_scan_as_its_image() -> None:
    (passage,) = passages(Variant.PCMHE, hit(1, 2, "Page 1", ChunkKind.PAGE), pages={2: "p" * 64})

    assert (passage.text, images_of(passage)) == ("Page 1", ["p" * 64])


def test_tcmie_puts_cells_and_images_beside_the_descriptions_that_are_there() -> None:
    said = "Sales rose.\n\n<<table_1>>\nNorth: 5.\n\n<<picture_1>>\nA falling line.\n\n<<picture_2>>"

    (passage,) = passages(Variant.TCMIE, hit(1, 1, said), artifacts={1: [TABLE, CHART]})

    assert passage.text == INJECTED
    assert images_of(passage) == ["c" * 64]


@pytest.mark.parametrize("variant", [Variant.TCTE, Variant.TCMIE, Variant.PCMHE])
def test_a_slide_is_read_with_its_image(variant: Variant) -> None:
    (passage,) = passages(variant, hit(1, 1, "# North", ChunkKind.SLIDE), pages={1: "s" * 64})

    assert (passage.text, images_of(passage)) == ("# North", ["s" * 64])


def test_text_only_reads_the_chunk_as_it_is() -> None:
    (passage,) = passages(Variant.TEXT_ONLY, hit(1, 1, "North 5"))

    assert (passage.text, passage.figures) == ("North 5", ())


@pytest.mark.parametrize("variant", [Variant.COLPALI, Variant.VISRAG])
def test_page_baselines_read_the_images_of_the_pages_and_no_text(variant: Variant) -> None:
    """Two scans have the same text to show, and are two pages all the same."""
    first, second = hit(1, 1, "Page", ChunkKind.PAGE), hit(2, 2, "Page", ChunkKind.PAGE)

    found = passages(variant, first, second, pages={1: "a" * 64, 2: "b" * 64})

    assert [(passage.text, images_of(passage)) for passage in found] == [("", ["a" * 64]), ("", ["b" * 64])]


def test_a_description_that_reads_like_a_placeholder_stays_a_description() -> None:
    odd = Artifact(
        chunk=None, kind=ChunkKind.TABLE, placeholder="<<table_1>>", markdown="", description="See <<picture_1>>."
    )

    found = inject("<<table_1>>\nSee <<picture_1>>.\nEnd.", [odd, CHART])

    assert found.text == "<table>\nSee <<picture_1>>.\n</table>\nEnd."
    assert [figure.image_sha256 for figure in found.figures] == [None]
