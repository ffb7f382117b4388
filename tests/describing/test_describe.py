"""Descriptions of pictures and slides from what a parse holds."""

from dataclasses import replace

import pytest

from bizrag.describing.describe import DESCRIBER
from bizrag.describing.describers import Describers
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.documents import Layout
from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import Block, BlockKind, Page, Parse, PictureArtifact, TableArtifact, TableCell

PAGE = Page(page_no=1, width_pt=600, height_pt=800, text="")
LARGE = BoundingBox(l=100, t=200, r=500, b=500)
ICON = BoundingBox(l=100, t=300, r=130, b=330)
TOP_LEFT = BoundingBox(l=20, t=10, r=80, b=50)


def describe(parse: Parse, *, layout: Layout) -> list[Description]:
    """The local describers leave nothing to ask."""
    found = [item for item in Describers().describe(parse, layout=layout) if isinstance(item, Description)]
    assert len(found) == len(Describers().describe(parse, layout=layout))
    return found


def picture(
    *, text: str = "", caption: str = "", chart: str = "", bbox: BoundingBox | None = LARGE, ordinal: int = 1
) -> PictureArtifact:
    return PictureArtifact(
        ordinal=ordinal,
        image_sha256="image",
        width_px=800,
        height_px=600,
        caption=caption,
        text=text,
        chart_markdown=chart,
        page_no=1,
        bbox=bbox,
    )


def parse_of(
    *blocks: tuple[BlockKind, str] | tuple[BlockKind, str, int],
    pictures: tuple[PictureArtifact, ...] = (),
    tables: tuple[TableArtifact, ...] = (),
    num_pages: int = 1,
) -> Parse:
    """Blocks of (kind, text[, page]); page 1 unless said."""
    return Parse(
        content_sha256="c",
        parser_fingerprint="p",
        pages=tuple(Page(page_no=1 + n, width_pt=600, height_pt=800, text="") for n in range(num_pages)),
        blocks=tuple(
            Block(ordinal=n, kind=block[0], text=block[1], page_no=block[2] if len(block) > 2 else 1)
            for n, block in enumerate(blocks)
        ),
        tables=tables,
        pictures=pictures,
    )


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        pytest.param(picture(chart="| | a |\n|---|---|\n| x | 1 |"), ArtifactClass.CHART, id="native values"),
        pytest.param(
            picture(text="2019 2020 2021 10 20 30 Revenue by region"),
            ArtifactClass.CHART,
            id="numbers among the labels",
        ),
        pytest.param(picture(caption="Figure 2: growth of orders"), ArtifactClass.CHART, id="caption of a chart"),
        pytest.param(picture(text="Board CEO Sales Finance"), ArtifactClass.PICTURE, id="organisation chart"),
        pytest.param(picture(caption="Map of the site"), ArtifactClass.PICTURE, id="caption only"),
        pytest.param(picture(), ArtifactClass.BLANK, id="photograph without a word"),
        pytest.param(picture(caption="image.png"), ArtifactClass.BLANK, id="caption written by a program"),
        pytest.param(picture(caption="Picture 3"), ArtifactClass.BLANK, id="name of a shape"),
        pytest.param(picture(bbox=ICON, text="OK"), ArtifactClass.BLANK, id="icon"),
        pytest.param(picture(bbox=TOP_LEFT, text="ACME"), ArtifactClass.LOGO, id="small in the top margin"),
        pytest.param(picture(bbox=TOP_LEFT), ArtifactClass.LOGO, id="wordless in the top margin"),
    ],
)
def test_classes_of_pictures(shown: PictureArtifact, expected: ArtifactClass) -> None:
    (found,) = describe(parse_of((BlockKind.PICTURE, "<<picture_1>>"), pictures=(shown,)), layout=Layout.VERTICAL)

    assert (found.kind, found.ordinal, found.describer) == (ArtifactKind.PICTURE, 1, DESCRIBER)
    assert found.artifact_class is expected
    assert found.text


def test_an_image_on_three_pages_is_a_logo_however_large() -> None:
    shown = tuple(
        PictureArtifact(
            ordinal=n, image_sha256="same", width_px=800, height_px=600, text="ACME Group", page_no=n, bbox=LARGE
        )
        for n in (1, 2, 3)
    )
    blocks = [(BlockKind.PICTURE, one.placeholder, one.ordinal) for one in shown]

    found = describe(parse_of(*blocks, pictures=shown, num_pages=3), layout=Layout.VERTICAL)

    assert {one.artifact_class for one in found} == {ArtifactClass.LOGO}


def test_a_picture_is_described_by_caption_labels_and_surroundings() -> None:
    parse = parse_of(
        (BlockKind.HEADING, "2 Organisation"),
        (BlockKind.TEXT, "The board is elected for four years."),
        (BlockKind.PICTURE, "<<picture_1>>"),
        pictures=(picture(caption="Figure 1. Reporting lines", text="Board\nCEO"),),
    )

    (found,) = describe(parse, layout=Layout.VERTICAL)

    assert found.text == (
        "Figure 1. Reporting lines\nText in the picture: Board; CEO\nUnder the heading: 2 Organisation\n"
        "Beside it: The board is elected for four years."
    )


def test_what_the_axes_measure_is_said_on_lines_of_their_own() -> None:
    text = "Waits\n0 10 20\nWeek\nx axis (horizontal): Week\ny axis (vertical): Waits"
    parse = parse_of((BlockKind.PICTURE, "<<picture_1>>"), pictures=(picture(text=text),))

    (found,) = describe(parse, layout=Layout.VERTICAL)

    assert found.text.splitlines()[-2:] == ["x axis (horizontal): Week.", "y axis (vertical): Waits."]


def test_a_diagram_says_each_box_and_each_way_on_a_line() -> None:
    shown = picture(caption="Figure 1. Reporting lines", text="Board\nChair – Ada Lind\nBoard → Chair – Ada Lind")
    (found,) = describe(parse_of((BlockKind.PICTURE, "<<picture_1>>"), pictures=(shown,)), layout=Layout.VERTICAL)
    assert found.text.splitlines() == [
        "Figure 1. Reporting lines",
        "Board",
        "Chair – Ada Lind",
        "Board → Chair – Ada Lind",
    ]


def test_labels_that_are_in_a_charts_table_are_not_said_again() -> None:
    chart = "|  |  |\n| --- | --- |\n| Esk | 417 |\n| Tarn | 96.5 |"
    drawn = picture(text="Tonnes by river\n417\n96.5\nEsk Tarn\n500", chart=chart)
    (said,) = describe(parse_of((BlockKind.PICTURE, "<<picture_1>>"), pictures=(drawn,)), layout=Layout.VERTICAL)
    assert [line for line in said.text.splitlines() if line] == [
        "Values:",
        "Esk: 417.",
        "Tarn: 96.5.",
        "Text in the chart: Tonnes by river; 500",
    ]


def test_words_go_before_the_marks_of_axes_and_marks_of_panels_are_said_once() -> None:
    text = "1 2 3 4 5 6\nrstudent\n0\n10\n20\n30\n1 2 3 4 5 6\nweight\nStudy"
    (said,) = describe(
        parse_of((BlockKind.PICTURE, "<<picture_1>>"), pictures=(picture(text=text),)), layout=Layout.VERTICAL
    )
    assert said.text == "Text in the chart: 1 2 3 4 5 6; rstudent; weight; Study; 0; 10; 20; 30"


def test_values_of_a_native_chart_are_said_row_by_row() -> None:
    chart = "| | Revenue |\n|---|---|\n| Q1 | 10 |\n| Q2 | 20 |"

    (found,) = describe(
        parse_of((BlockKind.PICTURE, "<<picture_1>>"), pictures=(picture(chart=chart),)), layout=Layout.VERTICAL
    )

    assert found.text == "Values:\nQ1: Revenue 10.\nQ2: Revenue 20."


def test_the_same_picture_in_other_surroundings_has_another_key() -> None:
    """Its description speaks of the surroundings, so it must not be shared."""
    keys = [
        describe(
            parse_of(
                (BlockKind.HEADING, heading), (BlockKind.PICTURE, "<<picture_1>>"), pictures=(picture(text="a b"),)
            ),
            layout=Layout.VERTICAL,
        )[0].artifact_sha256
        for heading in ("North", "South", "North")
    ]

    assert keys[0] == keys[2] != keys[1]


def table_of(*texts: str) -> TableArtifact:
    cells = tuple(
        TableCell(text=text, row_start=0, row_end=1, col_start=col, col_end=col + 1) for col, text in enumerate(texts)
    )
    return TableArtifact(ordinal=1, num_rows=1, num_cols=len(texts), cells=cells, markdown="", page_no=1)


def test_a_table_without_text_is_blank_and_so_not_indexed() -> None:
    parse = parse_of((BlockKind.TABLE, "<<table_1>>"), tables=(table_of("", ""),))

    (found,) = describe(parse, layout=Layout.VERTICAL)

    assert found.artifact_class is ArtifactClass.BLANK
    assert not found.artifact_class.is_indexed


def test_a_slide_holds_title_text_tables_and_pictures_in_reading_order() -> None:
    parse = parse_of(
        (BlockKind.HEADING, "Results"),
        (BlockKind.LIST_ITEM, "- Sales rose"),
        (BlockKind.TABLE, "<<table_1>>"),
        (BlockKind.PICTURE, "<<picture_1>>"),
        (BlockKind.PICTURE, "<<picture_2>>"),
        (BlockKind.FOOTNOTE, "Source: own figures"),
        (BlockKind.PAGE_FOOTER, "Confidential"),
        (BlockKind.TEXT, "1"),
        tables=(table_of("Orders", "7"),),
        pictures=(picture(text="Board CEO Sales", caption="Who reports to whom"), picture(ordinal=2, caption="x.png")),
    )

    (slide,) = describe(parse, layout=Layout.HORIZONTAL)

    assert (slide.kind, slide.ordinal, slide.artifact_class) == (ArtifactKind.SLIDE, 1, ArtifactClass.INFORMATIVE)
    assert slide.text == (
        "# Results\n- Sales rose\n[TABLE START]\nOrders: 7.\n[TABLE END]\n"
        "[PICTURE START]\nWho reports to whom\nText in the picture: Board CEO Sales\n[PICTURE END]\nSource: own figures"
    )


def test_labels_at_a_chart_are_said_with_its_values_only() -> None:
    chart = picture(chart="|  | Revenue, EUR m |\n| --- | --- |\n| 2024 | 371.3 |\n| 2025 | 412.6 |")
    near, away = BoundingBox(l=120, t=LARGE.b + 8, r=300, b=LARGE.b + 20), BoundingBox(l=20, t=770, r=60, b=780)
    parse = parse_of((BlockKind.HEADING, "Revenue"), (BlockKind.PICTURE, chart.placeholder), pictures=(chart,))
    texts = (("2024 2025", near), ("371.3", near), ("Revenue, EUR m", near), ("Ports 371.3", near), ("2025", away))
    blocks = tuple(
        Block(ordinal=2 + number, kind=BlockKind.TEXT, text=text, page_no=1, bbox=box)
        for number, (text, box) in enumerate(texts)
    )
    parse = replace(parse, blocks=(*parse.blocks, *blocks))
    (slide,) = describe(parse, layout=Layout.HORIZONTAL)
    assert slide.text.splitlines() == [
        "# Revenue",
        "[PICTURE START]",
        "Values:",
        "2024: Revenue, EUR m 371.3.",
        "2025: Revenue, EUR m 412.6.",
        "[PICTURE END]",
        "Ports 371.3",
        "2025",
    ]


def test_the_title_of_a_chart_is_said_once_as_the_first_line_of_it() -> None:
    chart = replace(picture(chart="|  | A | B |\n| --- | --- | --- |\n| 2024 | 3 | 4 |"), caption="Sales by shop")
    texts = ((BlockKind.CAPTION, "Sales by shop"), (BlockKind.PICTURE, chart.placeholder))
    parse = parse_of(*texts, (BlockKind.CAPTION, "Sales by ship"), pictures=(chart,))
    box = BoundingBox(l=120, t=LARGE.b + 8, r=300, b=LARGE.b + 20)
    parse = replace(parse, blocks=tuple(replace(block, bbox=box) for block in parse.blocks))
    (slide,) = describe(parse, layout=Layout.HORIZONTAL)
    lines = ["[PICTURE START]", "Sales by shop", "Values:", "2024: A 3; B 4.", "[PICTURE END]", "Sales by ship"]
    assert slide.text.splitlines() == lines


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Thank you!"], ArtifactClass.BLANK),
        (["Thank you", "Questions?"], ArtifactClass.BLANK),
        (["Q&A"], ArtifactClass.BLANK),
        (["Appendix"], ArtifactClass.BLANK),
        (["Appendix B"], ArtifactClass.BLANK),
        (["Thank you", "Speaker notes: Coffee in the foyer."], ArtifactClass.BLANK),
        ([], ArtifactClass.BLANK),
        (["• – •"], ArtifactClass.BLANK),
        (["Agenda", "Results"], ArtifactClass.INFORMATIVE),
        (["Thank you", "Speaker notes: The works council wants to see the plan for the second hall again."],
         ArtifactClass.INFORMATIVE),
        (["Questions", "How fast can Sorel Bay grow, and who will pay for the second hall?"],
         ArtifactClass.INFORMATIVE),
    ],
)  # fmt: skip
def test_slides_that_only_close_or_separate_are_blank(texts: list[str], expected: ArtifactClass) -> None:
    parse = parse_of(*[(BlockKind.TEXT, text) for text in texts])

    (slide,) = describe(parse, layout=Layout.HORIZONTAL)

    assert slide.artifact_class is expected


def test_a_short_text_on_most_slides_is_their_design() -> None:
    blocks = [
        block
        for number in range(1, 5)
        for block in (
            (BlockKind.TEXT, f"Point {'abcd'[number - 1]}", number),
            (BlockKind.TEXT, f"ACME {number}", number),
        )
    ]

    slides = describe(parse_of(*blocks, num_pages=4), layout=Layout.HORIZONTAL)

    assert [slide.text for slide in slides] == ["Point a", "Point b", "Point c", "Point d"]


def test_a_slide_that_the_next_one_shows_again_with_more_is_told_once() -> None:
    steps = (("Why sensors?", "Stations are rare"), ("Why sensors?", "Stations are rare", "They are dear"), ("How?",))
    blocks = [(BlockKind.TEXT, text, page) for page, texts in enumerate(steps, 1) for text in texts]

    slides = describe(parse_of(*blocks, num_pages=3), layout=Layout.HORIZONTAL)

    kinds = [slide.artifact_class for slide in slides]
    assert kinds == [ArtifactClass.BLANK, ArtifactClass.INFORMATIVE, ArtifactClass.INFORMATIVE]


def test_the_number_of_a_step_is_said_and_the_number_of_the_slide_is_not() -> None:
    parse = parse_of((BlockKind.TEXT, "1"), (BlockKind.TEXT, "Snap"), (BlockKind.TEXT, "1"))
    step, name, page_number = parse.blocks
    middle, foot = BoundingBox(l=50, t=380, r=90, b=420), BoundingBox(l=560, t=770, r=580, b=785)
    blocks = (replace(step, bbox=middle), name, replace(page_number, bbox=foot))

    (slide,) = describe(replace(parse, blocks=blocks), layout=Layout.HORIZONTAL)

    assert slide.text == "1\nSnap"


def test_a_minus_at_the_start_of_an_item_is_no_bullet() -> None:
    parse = parse_of((BlockKind.LIST_ITEM, "- –45 % CO2"), (BlockKind.LIST_ITEM, "• all sites"))

    (slide,) = describe(parse, layout=Layout.HORIZONTAL)

    assert slide.text == "- –45 % CO2\n- all sites"


def test_a_page_without_blocks_gives_its_own_text() -> None:
    parse = Parse(
        content_sha256="c",
        parser_fingerprint="p",
        pages=(Page(page_no=1, width_pt=960, height_pt=540, text="Read by OCR"),),
        blocks=(),
        tables=(),
        pictures=(),
    )

    assert [slide.text for slide in describe(parse, layout=Layout.HORIZONTAL)] == ["Read by OCR"]


def test_a_horizontal_document_without_pages_is_described_as_vertical() -> None:
    parse = parse_of((BlockKind.TABLE, "<<table_1>>"), tables=(table_of("Orders", "7"),), num_pages=0)

    assert [one.kind for one in describe(parse, layout=Layout.HORIZONTAL)] == [ArtifactKind.TABLE]


def test_marks_of_an_axis_are_not_said_beside_the_values_of_a_chart() -> None:
    chart = picture(
        text="0\n10\n20\n30\nnet of tax\n2023\n2024", chart="|  | Sales |\n| --- | --- |\n| 2023 | 12 |\n| 2024 | 27 |"
    )
    (found,) = describe(parse_of((BlockKind.PICTURE, chart.placeholder), pictures=(chart,)), layout=Layout.VERTICAL)
    assert "12" in found.text
    assert "net of tax" in found.text
    assert "30" not in found.text


@pytest.mark.parametrize(
    ("names", "axis", "told"),
    [
        (("0", "100", "200"), "Charge cycles", "Charge cycles 100: Eco ≈4.2; Boost ≈2.2."),
        # years name themselves
        (("2023", "2024", "2025"), "Year of purchase", "2024: Eco ≈4.2; Boost ≈2.2."),
    ],
)
def test_numbers_along_an_axis_are_told_with_its_title(names: tuple[str, str, str], axis: str, told: str) -> None:
    rows = zip(names, ("≈4.4 | ≈2.4", "≈4.2 | ≈2.2", "≈3.9 | ≈2"), strict=True)
    values = "\n".join(("|  | Eco | Boost |", "| --- | --- | --- |", *(f"| {name} | {row} |" for name, row in rows)))
    chart = picture(text=f"x axis (horizontal): {axis}\ny axis (vertical): Hours", chart=values)
    (found,) = describe(parse_of((BlockKind.PICTURE, "<<picture_1>>"), pictures=(chart,)), layout=Layout.VERTICAL)
    assert told in found.text.splitlines()
