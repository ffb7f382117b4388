"""Tables of contents hold the words of a question and answer none but those for pages and sections."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.sections.contents import are_contents
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_INDEX = (
    "Item 1.: Part I Financial Statements; 3.\nItem 2.: Part I Discussion of Results; 14.\n"
    "Item 3.: Part I Market Risk; 19.\nItem 1.: Part II Legal Proceedings; 20.\nItem 1A.: Part II Risk Factors; 20."
)
_PAGES = (
    "Forward-looking statements: Page 1.\nA year in review: Page 2.\nRisk factors: Page 40.\nLegal matters: Page 44."
)
_HEADED = (
    "1. Anna Holt: Minutes 34.\n2. Ben Okoro: Minutes 36.\n3. Cleo Marsh: Minutes 37.\n4. Dan Ipswich: Minutes 41."
)
_SUIT = "A competitor sued the company in May over two patents; the trial begins in 2031."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (_INDEX, True),
        (_PAGES, True),
        (_HEADED, False),
        ("Oak: 5.\nElm: 7.\nAsh: 9.\nFir: 12.", False),
        ("1 Oak: 12.\n2 Elm: 9.\n3 Ash: 7.\n4 Fir: 5.", False),
        ("1 Oak: 1,200.\n2 Elm: 1,400.\n3 Ash: 2,100.\n4 Fir: 2,500.", False),
    ],
)
def test_contents_are_told_by_pages_that_never_fall(text: str, expected: bool) -> None:
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]
    assert len(rows) >= 4
    assert are_contents(rows) is expected


def test_contents_answer_questions_for_pages_only(answerer: ExtractiveAnswerer) -> None:
    passages = [make_passage(1, make_hit(1, _INDEX, kind=ChunkKind.TABLE)), make_passage(2, make_hit(2, _SUIT))]
    answer = answerer.answer("What legal proceedings are there against the company?", passages)
    assert "competitor sued" in answer.text
    assert "Part II" not in answer.text
    assert "20" in answerer.answer("On which page do the legal proceedings begin?", passages).text


_BARE = "Message from the director: 3.\nA year at a glance: 4.\nOur people: 7.\nPerformance: 10.\nIndex: 11."


@pytest.mark.parametrize(("above", "expected"), [("In this report", True), ("Contents", True), ("Goals scored", False)])
def test_names_without_numbers_are_contents_below_a_heading_that_says_so(above: str, expected: bool) -> None:
    hit = make_hit(1, f"Headers: Part.\n{_BARE}", kind=ChunkKind.TABLE, headings=("Report", above))
    rows = [one for one in read_statements([make_passage(1, hit)]) if one.is_row]
    assert are_contents(rows) is expected
