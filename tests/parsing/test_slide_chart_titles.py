"""Titles of charts on slides in PDF: each stands with the chart below it, however many charts are side by side."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.charts.reader import read_values
from bizrag.parsing.draft import DraftPage, DraftPicture, DraftText
from bizrag.parsing.slides.chart_titles import link_titles
from bizrag.parsing.text_layers.text_layer import Word
from tests.parsing.drawn_chart import NAVY, ORANGE
from tests.parsing.slide_words import slide_words

LEFT, RIGHT = BoundingBox(l=60, t=120, r=420, b=400), BoundingBox(l=520, t=120, r=880, b=400)
PAGE = DraftPage(page_no=1, width_pt=960, height_pt=540)


def _text(text: str, left: float, top: float, kind: BlockKind = BlockKind.TEXT) -> DraftText:
    box = BoundingBox(l=left, t=top, r=left + 6 * max(map(len, text.split("\n"))), b=top + 12 * len(text.split("\n")))
    return DraftText(kind=kind, text=text, page_no=1, bbox=box)


def _chart(box: BoundingBox, title: str) -> DraftPicture:
    return DraftPicture(page_no=1, bbox=box, title=title, chart_markdown="|  | A |\n| --- | --- |\n| B | 1 |")


HEAD = _text("What we sold, and what was left", 60, 40, BlockKind.HEADING)


def _captions(charts: list[DraftPicture], *texts: DraftText) -> list[str]:
    link_titles([HEAD, *texts], charts)
    told = [text.text for text in texts if text.kind is BlockKind.CAPTION]
    assert set(" ".join(told).split()) == {word for chart in charts for word in chart.caption.replace(",", "").split()}
    return [chart.caption for chart in charts]


def test_charts_side_by_side_have_the_titles_over_them() -> None:
    titles = ("Revenue", "Profit (before costs)")
    charts = [_chart(box, title) for box, title in zip((LEFT, RIGHT), titles, strict=True)]
    assert _captions(charts, _text(titles[0], 60, 100), _text(titles[1], 520, 100)) == list(titles)


def test_a_title_has_what_it_is_measured_in() -> None:
    assert _captions([_chart(LEFT, "Revenue, EUR")], _text("Revenue", 60, 90), _text("EUR", 60, 104)) == [
        "Revenue, EUR"
    ]


@pytest.mark.parametrize(
    ("title", "texts"),
    [
        pytest.param("Revenue", [_text("Revenue and more of the like", 60, 100)], id="part of a text"),
        pytest.param("Revenue, EUR", [_text("Revenue", 60, 100)], id="not all that was found"),
        pytest.param("Strike", [_text("Strike", 100, 130)], id="what is remarked in the chart"),
        pytest.param("Strike", [_text("Strike", 300, 100)], id="what is remarked over a part of it"),
        pytest.param("strike", [_text("strike", 60, 100)], id="what begins with a small letter"),
        pytest.param(HEAD.text, [], id="the title of the slide"),
        pytest.param("EUR million", [_text("EUR million", 60, 55)], id="the line below the title of the slide"),
    ],
)
def test_what_is_not_surely_the_title_of_a_chart_stays_a_text(title: str, texts: list[DraftText]) -> None:
    assert _captions([_chart(LEFT, title)], *texts) == [""]


def test_what_is_over_two_charts_is_the_title_of_none() -> None:
    wide = _text("By segment " * 9, 60, 100)
    assert _captions([_chart(LEFT, wide.text), _chart(RIGHT, wide.text)], wide) == ["", ""]


def test_a_name_that_begins_nearer_to_the_chart_beside_stays_whole() -> None:
    image = Image.new("RGB", (960, 540), "white")
    draw, words = ImageDraw.Draw(image), list[Word]()
    for number, (name, length) in enumerate({"Boiler model missing": 200.0, "No access": 120.0, "Other": 60.0}.items()):
        y = 160 + 60 * number
        draw.rectangle((640, y - 10, 640 + length, y + 10), fill=NAVY)
        words += slide_words(name, 630 - 6 * len(name), y - 6, number)
        words += slide_words(f"{length / 10:g}", 646 + length, y - 6, number)
    picture = DraftPicture(page_no=1, bbox=BoundingBox(l=636, t=140, r=860, b=300))
    read_values(picture, image, PAGE, words, (), [BoundingBox(l=45, t=120, r=488, b=400)])
    assert picture.chart_markdown.splitlines()[2:] == [
        "| Boiler model missing | 20 |",
        "| No access | 12 |",
        "| Other | 6 |",
    ]


def test_a_legend_between_a_chart_and_its_title_is_no_title() -> None:
    image = Image.new("RGB", (960, 540), "white")
    draw, words = ImageDraw.Draw(image), slide_words("Revenue", 60, 90, 0)
    for number, (year, colour) in enumerate({"Before": NAVY, "After": ORANGE}.items()):
        draw.rectangle((240 + 90 * number, 114, 250 + 90 * number, 124), fill=colour)
        words += slide_words(year, 258 + 90 * number, 113, 1)
        for at, values in enumerate(((52, 34), (41, 63), (27, 48))):
            x = 110 + 110 * at + 40 * number
            draw.rectangle((x - 18, 380 - 3 * values[number], x + 18, 380), fill=colour)
            words += slide_words(str(values[number]), x - 6, 366 - 3 * values[number], 2 + 3 * number + at)
    for at, month in enumerate(("May", "June", "July")):
        words += slide_words(month, 118 + 110 * at, 386, 9)
    picture = DraftPicture(page_no=1, bbox=LEFT)
    read_values(picture, image, PAGE, words, (), [])
    assert picture.chart_markdown.splitlines()[2:] == ["| May | 52 | 34 |", "| June | 41 | 63 |", "| July | 27 | 48 |"]
    assert picture.title == "Revenue"
