"""What a section or slide is called, and on which page it begins, is told by its number."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.sections.numbered_headings import find_numbered_heading
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit
from tests.made import make_hit, make_passage

_TITLES = "The title of a book is on its cover. The name of the section is on each page."
_TEXT = "3.2. Adjustment of fares\n\nFares follow the price of power."
_APPENDIX = "Appendix B. Letters to tenants\n\nDear tenant, we ask you for your rent."
_SLIDE = "# Outlook\n- Move to the harbour\n- Name a new head of sales"
_NOTE = "3 In this case the fare of a dog is to be paid by its owner."


def _hits() -> list[Hit]:
    return [
        make_hit(1, _TITLES),
        make_hit(3, "The fare is the sum of both.\n\n(3.2)\n\nIt is paid on board."),
        make_hit(4, _NOTE),
        make_hit(5, _TEXT, headings=("Fares", "3 Fares", "3.2. Adjustment of fares")),
        make_hit(7, _APPENDIX, headings=("Fares", "Appendix B. Letters to tenants")),
        make_hit(12, _SLIDE, kind=ChunkKind.SLIDE, headings=("Fares", "Outlook")),
    ]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the title of section 3.2?", "3.2. Adjustment of fares. ["),
        ("What is Appendix B called?", "Appendix B. Letters to tenants. ["),
        ("What is the title of slide 12?", "Outlook. ["),
        ("On which page does section 3.2 begin?", "page 5: 3.2. Adjustment of fares. ["),
        ("On what page is Appendix B?", "page 7: Appendix B. Letters to tenants. ["),
    ],
)
def test_a_heading_is_told_by_its_number(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    assert answerer.answer(question, [make_passage(1, *_hits())]).text.startswith(expected)


@pytest.mark.parametrize(
    "question",
    [
        # a footnote begins with that number, and nothing has the other
        "What is the title of section 3?",
        "What is the title of section 8?",
        "What does section 3.2 say about power?",
    ],
)
def test_nothing_else_is_the_name_of_a_section(question: str) -> None:
    assert find_numbered_heading(question, read_statements([make_passage(1, *_hits())])) is None
