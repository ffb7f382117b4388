"""What each variant makes of one small report and one small deck, worked by hand. One word is one token here."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bizrag.chunking import ChunkParams, chunk_document
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.documents import Layout
from bizrag.model.geometry import BoundingBox, Locator
from bizrag.model.inputs import InputImage, InputText
from bizrag.model.parses import Block, BlockKind, Page, Parse, PictureArtifact, TableArtifact, TableCell
from bizrag.model.variants import Variant

H, T, TABLE, PICTURE, FOOTER = (
    BlockKind.HEADING,
    BlockKind.TEXT,
    BlockKind.TABLE,
    BlockKind.PICTURE,
    BlockKind.PAGE_FOOTER,
)
BOX = BoundingBox(l=10, t=10, r=90, b=20)
PARAMS = ChunkParams(max_tokens=40, heading_share=0.2, merge_share=0, window_tokens=60, image_tokens=20)


def cell(text: str, row: int, col: int) -> TableCell:
    return TableCell(text=text, row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, is_header=row == 0)


SALES = TableArtifact(
    ordinal=1,
    num_rows=2,
    num_cols=2,
    cells=(cell("Region", 0, 0), cell("2023", 0, 1), cell("North", 1, 0), cell("5", 1, 1)),
    markdown="| Region | 2023 |\n| --- | --- |\n| North | 5 |",
    page_no=1,
    bbox=BOX,
)
CHART = PictureArtifact(
    ordinal=1, image_sha256="c" * 64, width_px=9, height_px=9, text="2021 2022", page_no=2, bbox=BOX
)
LOGO = PictureArtifact(ordinal=2, image_sha256="d" * 64, width_px=9, height_px=9, page_no=2, bbox=BOX)
BLOCKS = (
    (H, "Sales", 1),
    (T, "Sales rose.", 1),
    (TABLE, "<<table_1>>", 1),
    (FOOTER, "Tarnholm 1", 1),
    (T, "Costs fell.", 2),
    (PICTURE, "<<picture_1>>", 2),
    (PICTURE, "<<picture_2>>", 2),
)
PAGES = tuple(Page(page_no=n, width_pt=100, height_pt=100, text="", image_sha256=f"{n}" * 64) for n in (1, 2))
REPORT = Parse(
    content_sha256="c",
    parser_fingerprint="p",
    pages=PAGES,
    blocks=tuple(
        Block(ordinal=number, kind=kind, text=text, page_no=page_no, bbox=BOX, level=1 if kind is H else None)
        for number, (kind, text, page_no) in enumerate(BLOCKS)
    ),
    tables=(SALES,),
    pictures=(CHART, LOGO),
)


def said(kind: ArtifactKind, ordinal: int, text: str, of: ArtifactClass) -> Description:
    return Description(kind=kind, ordinal=ordinal, artifact_sha256="a", describer="test", artifact_class=of, text=text)


DESCRIPTIONS = (
    said(ArtifactKind.TABLE, 1, "North: 2023 5.", ArtifactClass.TABLE),
    said(ArtifactKind.PICTURE, 1, "A falling line.", ArtifactClass.CHART),
    said(ArtifactKind.PICTURE, 2, "The logo.", ArtifactClass.LOGO),
)
DECK = Parse(
    content_sha256="d",
    parser_fingerprint="p",
    pages=PAGES,
    blocks=(
        Block(ordinal=0, kind=T, text="Sales in the north", page_no=1, bbox=BOX),
        Block(ordinal=1, kind=T, text="Thank you", page_no=2, bbox=BOX),
    ),
    tables=(),
    pictures=(),
)
SLIDES = (
    said(ArtifactKind.SLIDE, 1, "# North\nSales rose.", ArtifactClass.INFORMATIVE),
    said(ArtifactKind.SLIDE, 2, "Thank you", ArtifactClass.BLANK),
)


def image(page_no: int) -> tuple[InputImage]:
    return (InputImage(sha256=f"{page_no}" * 64),)


def chunks_of(
    variant: Variant,
    parse: Parse = REPORT,
    descriptions: tuple[Description, ...] = DESCRIPTIONS,
    *,
    layout: Layout = Layout.VERTICAL,
    params: ChunkParams = PARAMS,
) -> list[Chunk]:
    return chunk_document(
        document_id="d",
        title="Report.pdf",
        layout=layout,
        parse=parse,
        descriptions=descriptions,
        params=params,
        count_tokens=lambda text: len(text.split()),
        variant=variant,
    )


def deck_of(variant: Variant) -> list[Chunk]:
    return chunks_of(variant, DECK, SLIDES, layout=Layout.HORIZONTAL)


@pytest.mark.parametrize("variant", [Variant.TCTE, Variant.PCMHE, Variant.TCMIE])
def test_the_marks_of_a_slides_tables_are_neither_embedded_nor_searched(variant: Variant) -> None:
    text = "# North\n[TABLE START]\nRegion | 2025\nNordics | 131.9\n[TABLE END]\nSales rose."
    first, *_ = chunks_of(variant, DECK, (replace(SLIDES[0], text=text), *SLIDES[1:]), layout=Layout.HORIZONTAL)

    assert first.text == text
    spoken = "# North\nRegion 2025\nNordics 131.9\nSales rose."
    assert first.lexical_text.endswith(spoken)
    parts = [InputText(text=unit) if isinstance(unit, str) else unit[0] for unit in first.inputs]
    assert parts == [InputText(text=f"Report\n{spoken}")]


def test_pcmhe_a_page_is_its_text_with_placeholders_and_its_image() -> None:
    first, first_image, second, second_image = chunks_of(Variant.PCMHE)

    assert (first.kind, first.text) == (ChunkKind.TEXT, "Sales\n\nSales rose.\n\n<<table_1>>")
    assert first.inputs == ("Report\nSales\nSales rose.\n<<table_1>>",)
    assert first.lexical_text == "Report\nSales\nSales rose."
    assert first.locators == (Locator(page_no=1),)
    assert (first_image.kind, first_image.inputs, first_image.parent_ordinal) == (ChunkKind.PAGE, (image(1),), 0)
    assert first_image.text == first.text
    assert first_image.lexical_text == ""
    assert second.inputs == ("Report\nCosts fell.\n<<picture_1>>\n<<picture_2>>",)
    assert (second_image.inputs, second_image.parent_ordinal) == ((image(2),), 2)


def test_pcmhe_a_long_page_is_one_chunk_in_several_parts_cut_at_sentence_ends() -> None:
    """The window of 60 has 58 words, one is the title: six sentences of 20 words make parts of two."""
    text = " ".join(" ".join([f"S{number}", *["word"] * 18, "end."]) for number in range(1, 7))
    parse = replace(REPORT, blocks=(Block(ordinal=0, kind=T, text=text, page_no=1, bbox=BOX),))
    page, *_ = chunks_of(Variant.PCMHE, parse)

    assert page.text == text
    assert [part.split()[:2] for part in page.inputs if isinstance(part, str)] == [
        ["Report", "S1"],
        ["Report", "S3"],
        ["Report", "S5"],
    ]


def test_pcmhe_a_slide_is_its_description_and_its_image_and_blank_slides_are_left_out() -> None:
    text, picture = deck_of(Variant.PCMHE)

    assert (text.kind, text.inputs) == (ChunkKind.SLIDE, ("Report\n# North\nSales rose.",))
    assert (picture.kind, picture.inputs, picture.parent_ordinal) == (ChunkKind.PAGE, (image(1),), 0)
    assert picture.text == "# North\nSales rose."


def test_pcmhe_a_page_that_was_not_rendered_has_its_text_only_and_a_scan_its_image_only() -> None:
    first, second = REPORT.pages
    parse = replace(REPORT, pages=(replace(first, image_sha256=None), second), blocks=REPORT.blocks[:4])

    assert [(one.kind, one.page_nos, one.text) for one in chunks_of(Variant.PCMHE, parse)] == [
        (ChunkKind.TEXT, (1,), "Sales\n\nSales rose.\n\n<<table_1>>"),
        (ChunkKind.PAGE, (2,), "Page 2"),
    ]


def test_pcmhe_a_document_without_pages_is_chunked_by_its_sections() -> None:
    blocks = tuple(
        Block(ordinal=number, kind=kind, text=text, level=1 if kind is H else None)
        for number, (kind, text) in enumerate(
            [(H, "Sales"), (T, "Sales rose."), (TABLE, "<<table_1>>"), (H, "Costs"), (T, "Down.")]
        )
    )
    parse = replace(REPORT, pages=(), blocks=blocks)

    sales, costs = chunks_of(Variant.PCMHE, parse)
    assert (sales.text, sales.headings) == ("Sales\n\nSales rose.\n\n<<table_1>>", ("Report.pdf", "Sales"))
    assert sales.inputs == ("Report\nSales\nSales rose.\n<<table_1>>",)
    assert (costs.text, costs.locators) == ("Costs\n\nDown.", (Locator(char_start=33, char_end=45),))


def test_tcmie_tables_and_pictures_stand_in_the_text_and_are_embedded_with_it() -> None:
    (unit,) = chunks_of(Variant.TCMIE)

    assert unit.text == (
        "Sales\n\nSales rose.\n\n<<table_1>>\nNorth: 2023 5.\n\n"
        "Costs fell.\n\n<<picture_1>>\nA falling line.\n\n<<picture_2>>"
    )
    # what a logo shows is neither embedded nor searched
    assert unit.inputs == (
        (
            InputText(
                text="Report\nSales\nSales rose.\n"
                "| Region | 2023 |\n| --- | --- |\n| North | 5 |\nNorth: 2023 5.\n"
                "Costs fell."
            ),
            InputImage(sha256="c" * 64),
            InputText(text="A falling line."),
        ),
    )
    assert "logo" not in unit.lexical_text
    assert unit.lexical_text.splitlines()[0] == "Report"
    assert "North: 2023 5." in unit.lexical_text
    # the text inside the chart is searched though its description does not say it
    assert "2021 2022" in unit.lexical_text


def test_tcmie_a_unit_longer_than_the_window_has_several_parts() -> None:
    """23 words of text and table leave no room for an image of 40 in a window of 58."""
    (unit,) = chunks_of(Variant.TCMIE, params=replace(PARAMS, image_tokens=40))

    first, second = unit.inputs
    assert isinstance(first, str)
    assert second == (
        InputText(text="Report"),
        InputImage(sha256="c" * 64),
        InputText(text="A falling line."),
    )


def test_tcmie_a_slide_is_its_description_and_image_in_one() -> None:
    (slide,) = deck_of(Variant.TCMIE)

    assert (slide.kind, slide.text) == (ChunkKind.SLIDE, "# North\nSales rose.")
    assert slide.inputs == ((InputText(text="Report\n# North\nSales rose."), *image(1)),)


def test_text_only_knows_no_layout() -> None:
    """Footers are text, tables are the words of their cells, pictures the text inside them; no title is embedded."""
    (chunk,) = chunks_of(Variant.TEXT_ONLY)

    assert chunk.text == "Sales\nSales rose.\nRegion 2023\nNorth 5\nTarnholm 1\nCosts fell.\n2021 2022"
    assert chunk.inputs == (chunk.text,)
    assert chunk.lexical_text == chunk.text
    assert chunk.headings == ("Report.pdf",)
    assert chunk.locators == (Locator(page_no=1), Locator(page_no=2))


def test_text_only_fills_the_window_with_whole_sentences_over_page_ends() -> None:
    """Room is 38 words: sentences of 15 stand two by two, whatever page they are on."""
    blocks = tuple(
        Block(ordinal=n, kind=T, text=" ".join([f"S{n}", *["word"] * 13, "end."]), page_no=1 + n // 3, bbox=BOX)
        for n in range(5)
    )
    found = chunks_of(Variant.TEXT_ONLY, replace(REPORT, blocks=blocks))

    assert [one.text.split()[0] for one in found] == ["S0", "S2", "S4"]
    assert [one.page_nos for one in found] == [(1,), (1, 2), (2,)]


def test_text_only_places_a_footer_without_a_page_at_the_end_of_the_text() -> None:
    kinds = {"Costs fell.": T, "page 1": BlockKind.PAGE_FOOTER}
    blocks = tuple(Block(ordinal=n, kind=kind, text=text, page_no=None) for n, (text, kind) in enumerate(kinds.items()))
    parse = replace(REPORT, pages=(), tables=(), pictures=(), blocks=blocks)

    (only,) = chunks_of(Variant.TEXT_ONLY, parse)

    assert only.text == "Costs fell.\npage 1"
    assert only.locators == (Locator(char_start=0, char_end=len(parse.text)),)


def test_text_only_takes_a_deck_as_it_takes_a_report() -> None:
    assert [one.text for one in deck_of(Variant.TEXT_ONLY)] == ["Sales in the north\nThank you"]


@pytest.mark.parametrize("variant", [Variant.COLPALI, Variant.VISRAG])
def test_page_baselines_embed_every_page_by_its_image_alone(variant: Variant) -> None:
    assert [(one.kind, one.inputs, one.page_nos, one.lexical_text) for one in chunks_of(variant)] == [
        (ChunkKind.PAGE, (image(1),), (1,), ""),
        (ChunkKind.PAGE, (image(2),), (2,), ""),
    ]
    # they know no classes: a closing slide is a page like any other
    assert [one.text for one in deck_of(variant)] == ["Sales in the north", "Thank you"]


def test_both_page_baselines_make_the_same_chunks() -> None:
    assert chunks_of(Variant.COLPALI) == chunks_of(Variant.VISRAG)
