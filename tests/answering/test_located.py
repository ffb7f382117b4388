"""Where something stands is told by captions, headings and the pages they are on."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_TABLES = (
    "Table 1: Households by district\nNorth: Households 48.\nSouth: Households 39.",
    "Table 2: Median rent by district\nNorth: Rent 1,048.\nSouth: Rent 939.",
    "Table 3: Median rent by district and age of the building\nNorth: Old 980; New 1,210.\nSouth: Old 890; New 1,040.",
)
_CHART = "Figure 2: Median rent by district, 2019 to 2024\nValues:\n2019: North 902.\n2024: North 1,048."
_METHOD = "Method of the survey\n\nTenants were asked by letter in May. The letters went to one address of five."
_RESULTS = "Results\n\nThe survey shows that rents rise. Tenants of old buildings pay less than others."


def _answer(answerer: ExtractiveAnswerer, question: str) -> str:
    hits = [
        *(make_hit(number, text, kind=ChunkKind.TABLE) for number, text in enumerate(_TABLES, 1)),
        make_hit(4, _CHART, kind=ChunkKind.PICTURE),
        make_hit(5, _RESULTS, headings=("Report", "Results")),
        make_hit(6, _METHOD, headings=("Report", "Method of the survey")),
    ]
    return answerer.answer(question, [make_passage(1, *hits)]).text


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which chart shows the median rent by district?", "Figure 2: Median rent by district, 2019 to 2024"),
        ("On which page does the method of the survey begin?", "page 6: Method of the survey"),
        ("On which page is Table 3?", "page 3: Table 3: Median rent by district and age"),
    ],
)
def test_a_caption_or_heading_tells_where_it_is(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    assert _answer(answerer, question).startswith(expected)


def test_a_section_of_the_same_number_is_no_table(answerer: ExtractiveAnswerer) -> None:
    contents = "1 Aims: 2.\n2 Rents: 4.\n2.1 North: 5.\n2.2 South: 7.\n3 Outlook: 9."
    table = "Table 2.1: Median rent by district\nNorth: Rent 1,048.\nSouth: Rent 939."
    hits = [make_hit(1, contents, kind=ChunkKind.TABLE), make_hit(4, table, kind=ChunkKind.TABLE)]
    said = answerer.answer("On which page is Table 2.1?", [make_passage(1, *hits)]).text
    assert said.startswith("page 4: Table 2.1: Median rent by district")
