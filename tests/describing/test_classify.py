"""The structure split and the written title, from previews made by hand."""

import pytest

from bizrag.describing.classify import classify
from bizrag.describing.titles import topical_words, write_title
from bizrag.model.documents import Layout, PagePreview, Preview

PDF = "application/pdf"
FILING = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
Washington, D.C. 20549
FORM 10-Q
(Mark One)
For the quarterly period ended April 1, 2023
Apple Inc.
(Exact name of Registrant as specified in its charter)
"""


def page(
    *,
    size: tuple[float, float] = (612, 792),
    num_words: int = 400,
    font: float = 11,
    bitmaps: float = 0.0,
    text: str = "",
    is_image: bool = False,
    is_sideways: bool = False,
) -> PagePreview:
    return PagePreview(
        page_no=1,
        width_pt=size[0],
        height_pt=size[1],
        text=text,
        bitmap_coverage=bitmaps,
        num_words=num_words,
        median_font_pt=font,
        is_image=is_image,
        is_sideways=is_sideways,
    )


def scan(
    *, num_words: int, font: float, size: tuple[float, float] = (842, 595), is_sideways: bool = False
) -> PagePreview:
    """A page that is an image, its letters measured there."""
    return page(size=size, num_words=num_words, font=font, bitmaps=1.0, is_image=True, is_sideways=is_sideways)


def preview(
    *pages: PagePreview, mime_type: str = PDF, producer: str = "", creator: str = "", metadata_title: str = ""
) -> Preview:
    return Preview(
        mime_type=mime_type,
        num_pages=len(pages) or None,
        producer=producer,
        creator=creator,
        metadata_title=metadata_title,
        pages=pages,
    )


@pytest.mark.parametrize(
    ("mime_type", "layout"),
    [
        ("application/vnd.openxmlformats-officedocument.presentationml.presentation", Layout.HORIZONTAL),
        ("application/vnd.oasis.opendocument.presentation", Layout.HORIZONTAL),
        ("application/vnd.ms-powerpoint", Layout.HORIZONTAL),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", Layout.VERTICAL),
        ("text/html", Layout.VERTICAL),
        ("text/plain", Layout.VERTICAL),
        ("text/markdown", Layout.VERTICAL),
        ("image/png", Layout.VERTICAL),
    ],
)
def test_the_format_decides_where_it_can(mime_type: str, layout: Layout) -> None:
    slide_like = page(size=(960, 540), num_words=20, font=30)

    assert classify(preview(slide_like, mime_type=mime_type), file_name="x.y").layout is layout


@pytest.mark.parametrize(
    "program",
    [
        "Microsoft® PowerPoint® for Microsoft 365",
        "Keynote",
        "Impress",
        "LibreOffice Impress 7.4",
        "LaTeX with Beamer class",
        "Google Slides",
    ],
)
def test_a_slide_program_decides_even_for_portrait_pages(program: str) -> None:
    found = classify(preview(page(), creator=program), file_name="x.pdf")

    assert found.layout is Layout.HORIZONTAL
    assert found.reasoning == f"The PDF was made by a slide program ({program})."


def test_a_text_program_decides_even_for_landscape_pages() -> None:
    wide = page(size=(792, 612), num_words=30, font=24)

    assert classify(preview(wide, producer="Microsoft® Word 2019"), file_name="x.pdf").layout is Layout.VERTICAL


@pytest.mark.parametrize(
    ("pages", "layout"),
    [
        pytest.param([page()], Layout.VERTICAL, id="dense portrait"),
        pytest.param([page(num_words=8, font=28), page(num_words=420)], Layout.VERTICAL, id="cover of a report"),
        pytest.param([page(num_words=8, font=28)], Layout.VERTICAL, id="portrait cover alone"),
        pytest.param([page(size=(960, 540), num_words=45, font=22)], Layout.HORIZONTAL, id="16:9 slide"),
        pytest.param([page(size=(720, 540), num_words=120, font=18)], Layout.HORIZONTAL, id="4:3 slide"),
        pytest.param([page(size=(842, 595), num_words=600, font=8)], Layout.VERTICAL, id="landscape tables"),
        pytest.param([page(size=(960, 540), num_words=500, font=9)], Layout.VERTICAL, id="dense 16:9 report"),
        pytest.param([scan(size=(960, 540), num_words=0, font=0)], Layout.HORIZONTAL, id="slides, a picture each"),
        pytest.param([scan(size=(960, 540), num_words=90, font=18)], Layout.HORIZONTAL, id="slides as images"),
        pytest.param([scan(num_words=15, font=36), scan(num_words=80, font=21)], Layout.HORIZONTAL, id="slides on A4"),
        pytest.param([scan(num_words=420, font=11)], Layout.VERTICAL, id="landscape scan of a report"),
        pytest.param([scan(num_words=140, font=11)], Layout.VERTICAL, id="landscape scan of a table"),
        pytest.param([scan(num_words=0, font=0)], Layout.VERTICAL, id="landscape scan without words"),
        pytest.param([scan(num_words=50, font=24, is_sideways=True)], Layout.VERTICAL, id="page on its side"),
        pytest.param(
            [scan(num_words=2, font=40, is_sideways=True), scan(num_words=80, font=21)],
            Layout.HORIZONTAL,
            id="slides, a word on its side",
        ),
        pytest.param([page(size=(842, 595), num_words=0, font=0)], Layout.VERTICAL, id="empty landscape page"),
    ],
)
def test_unknown_programs_are_measured(pages: list[PagePreview], layout: Layout) -> None:
    found = classify(preview(*pages, producer="Skia/PDF m123"), file_name="x.pdf")

    assert found.layout is layout
    assert found.reasoning.endswith(".")
    assert "\n" not in found.reasoning


def test_the_shape_of_the_pages_never_decides_alone() -> None:
    """A screen-shaped landscape page with middling text: nothing but its shape speaks for slides."""
    found = classify(preview(page(size=(960, 540), num_words=250, font=12)), file_name="x.pdf")

    assert found.layout is Layout.VERTICAL


def test_a_pdf_without_readable_pages_is_taken_as_a_report() -> None:
    assert classify(preview(), file_name="x.pdf").layout is Layout.VERTICAL


@pytest.mark.parametrize(
    ("file_name", "metadata_title", "text", "title"),
    [
        ("2023 Q2 AAPL.pdf", "", "Apple Inc. Form 10-Q", "2023 Q2 AAPL - Apple Inc. Form 10-Q.pdf"),
        ("2023 Q2 AAPL.pdf", "0000320193-23-000064", FILING, "2023 Q2 AAPL - Apple Inc. Form 10-Q April 1, 2023.pdf"),
        ("0000320193-23-000064.pdf", "", FILING, "Apple Inc. Form 10-Q April 1, 2023.pdf"),
        ("glxz.html", "glxz-10k_20211231.htm", "Annual review", "glxz - Annual review.html"),
        ("scan0001.pdf", "", "Delivery note 4711", "Delivery note 4711.pdf"),
        ("scan0001.pdf", "", "", "scan0001.pdf"),
        ("000_b0ebff2934ff6a02.txt", "", "Structure-aware retrieval", "Structure-aware retrieval.txt"),
        ("document1.docx", "Untitled", "Travel policy\nWho may travel", "Travel policy Who may travel.docx"),
        ("Travel_Policy.docx", "Travel policy", "", "Travel Policy.docx"),
        ("handbook.pdf", "Microsoft Word - Employee Handbook.docx", "", "Employee Handbook.pdf"),
        ("annual-report-2025.pdf", "", "", "annual report 2025.pdf"),
        ("annual_report.pdf", "(anonymous)", "Harbour costs", "annual report - Harbour costs.pdf"),
        ("annual_report.pdf", "(unspecified)", "", "annual report.pdf"),
        (
            "thread.txt",
            "",
            "From: H. Aker\nSubject: Re: AW: Late pumps\n\nHi",
            "thread - Late pumps.txt",
        ),
        ("annual_report.pdf", "untitled", "Harbour costs", "annual report - Harbour costs.pdf"),
        ("annual_report.pdf", "Microsoft Word - Document1", "Harbour costs", "annual report - Harbour costs.pdf"),
        ("annual_report.pdf", "Ohne Titel 1", "Harbour costs", "annual report - Harbour costs.pdf"),
        ("gifts.pdf", "Anonymous donors", "Harbour costs", "gifts - Anonymous donors.pdf"),
        ("Hannah John-Kamen.pdf", "Hannah John-Kamen - Wikipedia", "", "Hannah John-Kamen - Wikipedia.pdf"),
        ("Q3%20results%20(1).html", "", "", "Q3 results 1.html"),
        ("MSFT.pdf", "Form 10-Q filed 10/24/2022", "", "MSFT - Form 10-Q filed 10-24-2022.pdf"),
        ("notes", "", "Support notes", "Support notes"),
        (".pdf", "", "", "pdf"),
    ],
)
def test_titles(file_name: str, metadata_title: str, text: str, title: str) -> None:
    assert write_title(preview(page(text=text), metadata_title=metadata_title), file_name=file_name) == title


def test_a_title_has_at_most_twelve_words_and_keeps_the_file_name() -> None:
    heading = "The quick brown fox jumps over the lazy dog near river"

    title = write_title(preview(page(text=heading)), file_name="ACME 2024 annual review.pdf")

    assert title == "ACME 2024 annual review - The quick brown fox jumps over the lazy.pdf"
    assert len(title.replace(" - ", " ").split()) == 12


def test_lines_that_name_no_document_are_passed_over() -> None:
    text = (
        "Table of Contents\nwww.example.com\nPage 1 of 9\n12 March 2026\nSafety rules for visitors\nPlease read them."
    )

    assert (
        write_title(preview(page(text=text + " word" * 60)), file_name="img_2041.pdf")
        == "Safety rules for visitors.pdf"
    )


@pytest.mark.parametrize(
    ("stem", "words"),
    [
        ("eu-003", ["eu", "003"]),
        ("OPM_FY2020_APR", ["OPM", "FY2020", "APR"]),
        ("AMZN 10-K 2022", ["AMZN", "10-K", "2022"]),
        ("report_20240331", ["report", "20240331"]),
        ("IMG_20240331", []),
        ("2023", []),
        ("d41d8cd98f00b204e9800998ecf8427e", []),
        ("550e8400-e29b-41d4-a716-446655440000", []),
        ("untitled", []),
        ("Final draft v2", []),
        ("Final offer v2", ["Final", "offer"]),
    ],
)
def test_topical_words(stem: str, words: list[str]) -> None:
    assert topical_words(stem) == words


@pytest.mark.parametrize(
    ("file_name", "heading", "title"),
    [
        (
            "kestrel_RFP-2025-08_response.pdf",
            "Response to Request for Proposal RFP-2025-08 Patient transport scheduling system",
            "kestrel - Response to Request for Proposal RFP-2025-08 Patient transport scheduling system.pdf",
        ),
        (
            "handbook_harbour_2026.pdf",
            "Harbour Logistics: handbook 2026 of the Rotterdam warehouse and yards of the quay",
            "Harbour Logistics: handbook 2026 of the Rotterdam warehouse and yards.pdf",
        ),
    ],
)
def test_a_title_is_read_as_it_is_written(file_name: str, heading: str, title: str) -> None:
    assert write_title(preview(page(text="body"), metadata_title=heading), file_name=file_name) == title
