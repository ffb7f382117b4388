"""Chunks of small documents, worked by hand. One word is one token here."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bizrag.chunking import Cascade, ChunkParams, chunk_document
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.documents import Layout
from bizrag.model.geometry import BoundingBox, Locator
from bizrag.model.parses import Block, BlockKind, Page, Parse, PictureArtifact, TableArtifact, TableCell

H, T, LI = BlockKind.HEADING, BlockKind.TEXT, BlockKind.LIST_ITEM
# 20 words of text and up to 5 of headings
SMALL = ChunkParams(max_tokens=27, special_tokens=2, heading_share=0.2, merge_share=0.2)


def words(text: str) -> int:
    return len(text.split())


def sentence(number: int, length: int) -> str:
    return " ".join([f"S{number}", *("word" for _ in range(length - 2)), "end."])


def document(*blocks: tuple[BlockKind, str] | tuple[BlockKind, str, int], pages: bool = False) -> Parse:
    """Blocks of (kind, text[, level]); with pages each lies on a line of its own on page 1."""
    return Parse(
        content_sha256="c",
        parser_fingerprint="p",
        pages=(Page(page_no=1, width_pt=100, height_pt=500, text=""),) if pages else (),
        blocks=tuple(
            Block(
                ordinal=number,
                kind=block[0],
                text=block[1],
                level=block[2] if len(block) > 2 else None,
                page_no=1 if pages else None,
                bbox=BoundingBox(l=10, t=10 * number, r=90, b=10 * number + 8) if pages else None,
            )
            for number, block in enumerate(blocks)
        ),
        tables=(),
        pictures=(),
    )


def chunks_of(
    parse: Parse,
    *descriptions: Description,
    params: ChunkParams = SMALL,
    title: str = "Title.pdf",
    layout: Layout = Layout.VERTICAL,
) -> list[Chunk]:
    return chunk_document(
        document_id="d",
        title=title,
        layout=layout,
        parse=parse,
        descriptions=descriptions,
        params=params,
        count_tokens=words,
    )


def description(kind: ArtifactKind, ordinal: int, text: str, of: ArtifactClass) -> Description:
    return Description(kind=kind, ordinal=ordinal, artifact_sha256="a", describer="test", artifact_class=of, text=text)


def test_a_section_is_one_chunk_with_its_heading_in_the_text() -> None:
    (only,) = chunks_of(document((H, "Sales", 1), (T, "Sales rose. They rose fast.")))

    assert only.text == "Sales\n\nSales rose. They rose fast."
    assert only.headings == ("Title.pdf", "Sales")
    # the heading is said once, the title without its extension
    assert only.inputs == ("Title\nSales\nSales rose. They rose fast.",)
    assert only.lexical_text == "Title\nSales\nSales rose. They rose fast."
    assert only.num_tokens == 6
    assert only.locators == (Locator(char_start=0, char_end=34),)


def test_sentences_are_never_cut_while_they_fit() -> None:
    """Room is 27 - 2 - 1 = 24 words: 10 + 10 fit, a third sentence of 10 does not."""
    text = " ".join(sentence(number, 10) for number in range(1, 6))

    texts = [one.text for one in chunks_of(document((T, text)))]

    assert texts == [
        f"{sentence(1, 10)} {sentence(2, 10)}",
        f"{sentence(3, 10)} {sentence(4, 10)}",
        sentence(5, 10),
    ]


def test_a_tiny_rest_is_shared_out_with_the_chunk_before_it() -> None:
    """8 + 8 + 8 fill the room of 24; the rest of 4 is below 20 % of the window, so 28 words become 16 and 12."""
    text = " ".join([*(sentence(number, 8) for number in range(1, 4)), sentence(4, 4)])

    texts = [one.text for one in chunks_of(document((T, text)))]

    assert [words(one) for one in texts] == [16, 12]


def test_a_sentence_longer_than_the_window_is_cut_between_words() -> None:
    long = sentence(1, 50)

    found = chunks_of(document((T, long)))

    assert " ".join(one.text for one in found) == long
    # units of at most 27 - 2 - 5 words
    assert [words(one.text) for one in found] == [20, 20, 10]


def test_a_paragraph_that_does_not_fit_starts_a_new_chunk_when_the_current_is_full_enough() -> None:
    """16 of 24 words are used, over 60 %: the next paragraph of 12 stays whole although its first sentence fits."""
    parse = document((T, sentence(1, 16)), (T, f"{sentence(2, 6)} {sentence(3, 6)}"))

    assert [one.text for one in chunks_of(parse)] == [sentence(1, 16), f"{sentence(2, 6)} {sentence(3, 6)}"]


def test_list_items_and_short_paragraphs_are_packed_together() -> None:
    parse = document((T, "We sell:"), (LI, "pumps"), (LI, "valves"), (LI, "spare parts"))

    assert [one.text for one in chunks_of(parse)] == ["We sell:\n\npumps\n\nvalves\n\nspare parts"]


@pytest.mark.parametrize("lead", ["Very common (in 1 of 10)", "Patients are excluded who have any of:"])
def test_what_leads_to_a_list_stays_with_it(lead: str) -> None:
    """The room of 24 words is full with the first item: what introduces it goes along."""
    texts = [one.text for one in chunks_of(document((T, sentence(1, 14)), (T, lead), (LI, sentence(2, 9))))]

    assert texts == [sentence(1, 14), f"{lead}\n\n{sentence(2, 9)}"]


def test_a_heading_starts_a_new_chunk() -> None:
    parse = document((H, "One", 1), (T, sentence(1, 10)), (H, "Two", 1), (T, sentence(2, 10)))

    found = chunks_of(parse)

    assert [one.headings for one in found] == [("Title.pdf", "One"), ("Title.pdf", "Two")]
    assert [one.text.split("\n")[0] for one in found] == ["One", "Two"]


def test_small_sections_under_one_parent_share_a_chunk() -> None:
    """One and Two have 3 words each, below 20 % of 27: they join; the shared parent is the heading path."""
    parse = document(
        (H, "Part", 1), (T, sentence(0, 9)), (H, "One", 2), (T, "It is."), (H, "Two", 2), (T, sentence(2, 9))
    )

    found = chunks_of(parse)

    assert [one.headings for one in found] == [("Title.pdf", "Part"), ("Title.pdf", "Part")]
    assert found[1].text == f"One\n\nIt is.\n\nTwo\n\n{sentence(2, 9)}"


def test_a_small_section_joins_what_is_above_it_rather_than_another_parent() -> None:
    """'One' (3 words) fits with its parent's text (10), and is no part of 'Beta'."""
    parse = document(
        (H, "Alpha", 1), (T, sentence(0, 9)), (H, "One", 2), (T, "It is."), (H, "Beta", 1), (T, sentence(2, 9))
    )

    found = chunks_of(parse)

    assert [one.text.split("\n")[0] for one in found] == ["Alpha", "Beta"]
    assert "One\n\nIt is." in found[0].text
    assert found[0].headings == ("Title.pdf", "Alpha")


def test_a_heading_without_text_stays_with_what_follows() -> None:
    parse = document((H, "Part II", 1), (H, "Item 5", 1), (T, sentence(1, 9)), (H, "Item 6", 1), (T, sentence(2, 9)))

    found = chunks_of(parse)

    assert found[0].text.startswith("Part II\n\nItem 5\n\nS1")
    assert found[0].headings == ("Title.pdf", "Item 5")
    assert len(found) == 2


def test_headings_nest_by_level() -> None:
    parse = document(
        (H, "Alpha", 1),
        (H, "One", 2),
        (T, sentence(1, 9)),
        (H, "Two", 2),
        (T, sentence(2, 9)),
        (H, "Beta", 1),
        (T, sentence(3, 9)),
    )

    assert [one.headings[1:] for one in chunks_of(parse)] == [("Alpha", "One"), ("Alpha", "Two"), ("Beta",)]


@pytest.mark.parametrize(
    ("cascade", "second"),
    [
        (Cascade.NONE, ""),
        (Cascade.HEADING, "Low\n"),
        (Cascade.TITLE, "Title\n"),
        (Cascade.TITLE_AND_HEADING, "Title > Low\n"),
        (Cascade.FULL, "Title > High > Low\n"),
    ],
)
def test_the_cascade_decides_what_stands_in_front_of_an_input(cascade: Cascade, second: str) -> None:
    """The second chunk of a section does not hold its heading, so it is put in front."""
    params = ChunkParams(max_tokens=27, heading_share=0.3, merge_share=0.2, cascade=cascade)
    text = " ".join(sentence(number, 10) for number in range(1, 4))
    parse = document((H, "High", 1), (H, "Low", 2), (T, text))

    found = chunks_of(parse, params=params)

    assert str(found[-1].inputs[0]).startswith(f"{second}S")
    assert found[-1].headings == ("Title.pdf", "High", "Low")


def test_fixed_chunks_fill_the_window_across_headings_and_inside_sentences() -> None:
    params = ChunkParams(max_tokens=12, special_tokens=2, cascade=Cascade.NONE, fixed_chunks=True)
    parse = document((H, "High", 1), (T, sentence(1, 14)), (H, "Low", 2), (T, sentence(2, 4)))

    found = chunks_of(parse, params=params)

    assert [words(one.text) for one in found] == [10, 10]
    assert found[1].text.split()[-5:] == ["Low", *sentence(2, 4).split()]
    assert "".join(str(one.inputs[0]) for one in found).split() == "".join(one.text for one in found).split()
    # no chapter is known, the document is
    assert {one.headings for one in found} == {("Title.pdf",)}


def test_the_file_names_part_of_a_title_is_embedded_and_the_whole_title_is_searched() -> None:
    (only,) = chunks_of(document((T, "Sales rose.")), title="2023 Q2 - Apple Inc.pdf")

    assert only.inputs == ("2023 Q2\nSales rose.",)
    assert only.lexical_text == "2023 Q2 - Apple Inc\nSales rose."
    assert only.headings == ("2023 Q2 - Apple Inc.pdf",)


def test_releases_and_days_are_headings_without_letters() -> None:
    chunks = chunks_of(
        document(
            (H, "Changes", 1),
            (H, "2.0.1 - 2024-05-06", 2),
            (H, "Fixed", 3),
            (T, sentence(1, 10)),
            (H, "2.0.0", 2),
            (H, "Fixed", 3),
            (T, sentence(2, 10)),
        )
    )
    assert [one.headings[1:] for one in chunks] == [
        ("Changes", "2.0.1 - 2024-05-06", "Fixed"),
        ("Changes", "2.0.0", "Fixed"),
    ]


def test_a_heading_without_text_stays_with_what_it_heads_behind_a_small_section() -> None:
    """The first section has 3 words, too few to stand alone; with both headings of the second it has enough."""
    chunks = chunks_of(
        document(
            (H, "Notes", 1),
            (T, "Newest first."),
            (H, "Of the third release", 2),
            (H, "New", 3),
            (T, sentence(1, 10)),
            (H, "Of the second release", 2),
            (H, "New", 3),
            (T, sentence(2, 10)),
        )
    )
    assert [one.text.split("\n")[-1] for one in chunks] == [sentence(1, 10), sentence(2, 10)]


def test_the_number_of_an_item_stays_with_it() -> None:
    """Room is 27 - 2 - 1 = 24 words: the question, 18 more and the number fit, the item behind it does not."""
    text = f"Who opens it?\n  1. {sentence(1, 18)}\n  2. {sentence(2, 10)}"
    texts = [one.text for one in chunks_of(document((T, text)))]
    assert texts[-1].startswith("2. ")


def test_ballot_boxes_of_a_form_are_no_heading_path() -> None:
    parse = document((H, "Cover", 1), (T, sentence(1, 9)), (H, "Yes ☒ No ☐", 1), (T, sentence(2, 9)))

    assert {one.headings for one in chunks_of(parse)} == {("Title.pdf", "Cover")}


def test_furniture_is_in_no_chunk() -> None:
    parse = document((BlockKind.PAGE_HEADER, "ACME"), (T, "Text."), (BlockKind.PAGE_FOOTER, "page 1"))

    assert [one.text for one in chunks_of(parse)] == ["Text."]


def test_a_locator_is_the_box_around_the_blocks_of_a_page() -> None:
    parse = document((H, "Sales", 1), (T, "Sales rose."), pages=True)

    (only,) = chunks_of(parse)

    assert only.locators == (Locator(page_no=1, bbox=BoundingBox(l=10, t=0, r=90, b=18)),)


def test_parts_of_a_repetitive_paragraph_have_ids_of_their_own() -> None:
    parse = document((T, " ".join(["Nothing to report here."] * 18)), pages=True)

    found = chunks_of(parse)

    assert len({one.text for one in found}) == 1
    assert len({one.chunk_id for one in found}) == len(found) == 3


def test_an_empty_document_has_no_chunks() -> None:
    assert chunks_of(document()) == []


def cells_of(cells: Sequence[tuple[str, int, int, bool]]) -> tuple[TableCell, ...]:
    """Cells from text, row, column and whether it is a header."""
    return tuple(
        TableCell(text=text, row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, is_header=is_header)
        for text, row, col, is_header in cells
    )


def with_table(caption: str = "Sales by region") -> Parse:
    cells = [("Region", 0, 0, True), ("2023", 0, 1, True), ("North", 1, 0, False), ("5", 1, 1, False)]
    table = TableArtifact(
        ordinal=1,
        num_rows=2,
        num_cols=2,
        cells=cells_of(cells),
        markdown="| Region | 2023 |",
        caption=caption,
        page_no=1,
        bbox=BoundingBox(l=1, t=2, r=3, b=4),
    )
    base = document((H, "Sales", 1), (T, "Look:"), (BlockKind.TABLE, "<<table_1>>"), (T, "Fine."), pages=True)
    return Parse(
        content_sha256="c",
        parser_fingerprint="p",
        pages=base.pages,
        blocks=base.blocks,
        tables=(table,),
        pictures=(PictureArtifact(ordinal=1, image_sha256=None, width_px=1, height_px=1),),
    )


def test_a_table_is_a_chunk_after_the_text_that_holds_its_placeholder() -> None:
    said = description(ArtifactKind.TABLE, 1, "Sales by region\nNorth: 2023 5.", ArtifactClass.TABLE)

    text, table = chunks_of(with_table(), said)

    assert text.text == "Sales\n\nLook:\n\n<<table_1>>\n\nFine."
    # placeholders are not embedded, nor do they stand in the way of BM25
    assert text.inputs == ("Title\nSales\nLook:\nFine.",)
    assert table.kind is ChunkKind.TABLE
    assert (table.ordinal, table.parent_ordinal, table.artifact_ordinal) == (1, 0, 1)
    assert table.text == "Sales by region\nNorth: 2023 5."
    assert table.headings == ("Title.pdf", "Sales")
    # column labels, row labels, no data
    assert table.inputs == ("Title > Sales\nSales by region\nRegion; 2023\nNorth",)
    # every cell's words are said already
    assert table.lexical_text == "Title > Sales\nSales by region\nNorth: 2023 5."
    assert table.locators == (Locator(page_no=1, bbox=BoundingBox(l=1, t=2, r=3, b=4)),)


def test_the_data_of_a_table_is_embedded_where_the_index_wants_it() -> None:
    said = description(ArtifactKind.TABLE, 1, "Sales by region\nNorth: 2023 5.", ArtifactClass.TABLE)

    _, table = chunks_of(with_table(), said, params=replace(SMALL, table_data=True))

    # 'Region' is in no line of the description, '2023' in most: only the first is repeated
    assert table.inputs == ("Title > Sales\nSales by region\nRegion\nNorth: 2023 5.",)


def test_what_a_description_adds_to_the_cells_is_embedded() -> None:
    told = "Revenue in the northern market grew for the third time in a row."
    said = description(ArtifactKind.TABLE, 1, f"Sales by region\n{told}\nNorth: 2023 5.", ArtifactClass.TABLE)

    _, table = chunks_of(with_table(), said)

    assert table.inputs == (f"Title > Sales\nSales by region\nRegion; 2023\n{told}\nNorth",)


@pytest.mark.parametrize(
    ("text", "is_embedded"),
    [
        ("$ (1,234)", False),
        ("12.5%", False),
        ("—", False),
        ("N/A", False),
        ("Q3 2022", True),
        ("5.25% Senior Notes due 2027", True),
        ("Berlin", True),
        ("covered in full", True),
    ],
)
def test_data_is_what_has_no_word(text: str, is_embedded: bool) -> None:
    cells = [("Name", 0, 0, True), ("Fact", 0, 1, True), ("North", 1, 0, False), (text, 1, 1, False)]
    table = replace(with_table().tables[0], cells=cells_of(cells))
    parse = replace(with_table(), tables=(table,))

    _, chunk = chunks_of(parse, description(ArtifactKind.TABLE, 1, f"North: {text}.", ArtifactClass.TABLE))

    assert str(chunk.inputs[0]).splitlines()[-1] == (f"North; {text}" if is_embedded else "North")


def test_a_long_table_is_one_chunk_with_several_inputs_that_repeat_headings_and_caption() -> None:
    rows = [f"Row {number}: 2023 {number} and some more words here." for number in range(6)]
    said = description(ArtifactKind.TABLE, 1, "\n".join(["Sales by region", *rows]), ArtifactClass.TABLE)

    _, table = chunks_of(with_table(), said)

    assert len(table.inputs) > 1
    assert all(part.startswith("Title > Sales\nSales by region") for part in map(str, table.inputs))
    assert all(words(part) <= 25 for part in map(str, table.inputs))
    for row in rows:
        assert sum(row in part for part in map(str, table.inputs)) == 1


@pytest.mark.parametrize("of", [ArtifactClass.LOGO, ArtifactClass.BLANK])
def test_logos_and_blanks_keep_their_placeholder_but_get_no_chunk(of: ArtifactClass) -> None:
    parse = document((T, "Text."), (BlockKind.PICTURE, "<<picture_1>>"))

    found = chunks_of(parse, description(ArtifactKind.PICTURE, 1, "A logo.", of))

    assert [(one.kind, one.text) for one in found] == [(ChunkKind.TEXT, "Text.\n\n<<picture_1>>")]


def test_a_document_of_nothing_but_a_picture_has_one_text_chunk_that_holds_it() -> None:
    found = chunks_of(document((BlockKind.PICTURE, "<<picture_1>>")))

    assert [(one.text, one.inputs) for one in found] == [("<<picture_1>>", ("Title",))]


def test_a_slide_is_one_chunk_whatever_its_length_and_blank_ones_are_left_out() -> None:
    long = " ".join(sentence(number, 10) for number in range(1, 6))
    slides = [
        description(ArtifactKind.SLIDE, 1, f"# Where we stand\n{long}", ArtifactClass.INFORMATIVE),
        description(ArtifactKind.SLIDE, 2, "Thank you", ArtifactClass.BLANK),
    ]
    parse = document((T, "ignored"), pages=True)

    (only,) = chunks_of(parse, *slides, layout=Layout.HORIZONTAL)

    assert only.kind is ChunkKind.SLIDE
    assert only.headings == ("Title.pdf", "Where we stand")
    assert only.locators == (Locator(page_no=1),)
    assert len(only.inputs) == 3
    assert all(part.startswith("Title\n") and words(part) <= 25 for part in map(str, only.inputs))


def test_a_horizontal_document_without_pages_is_chunked_as_text() -> None:
    found = chunks_of(document((T, "Text.")), layout=Layout.HORIZONTAL)

    assert [one.kind for one in found] == [ChunkKind.TEXT]


def test_parameters_are_stored_as_json() -> None:
    assert ChunkParams().to_json() == {
        "max_tokens": 256,
        "special_tokens": 2,
        "heading_share": 0.25,
        "merge_share": 0.25,
        "cascade": "title_and_heading",
        "table_data": False,
    }
