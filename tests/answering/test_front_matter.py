"""Who wrote a paper and its keywords, which no sentence of it says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.documents.front_matter import find_front_matter
from bizrag.answering.statements.reading import read_statements
from bizrag.model.answers import Passage
from bizrag.model.geometry import Locator
from tests.made import make_hit, make_passage

_PAPER = (
    "Routing legal questions to specialist readers\n\nMarta Olvera, Ifeanyi Balogun\n\nUniversity of Aldermoor"
    "\n\nAbstract\n\nQuestions about law need readers that know the jurisdiction. We train a router.\n\n"
    "Keywords: routing, law, question answering"
)
_OTHER = "Vibration of handrails\n\nJoon Kang\n\nAbstract\n\nWe measure. Index Terms\u2014escalators, boosting"
_LATER = "Discussion\n\nThe author of the standard disagrees."


def _passages() -> list[Passage]:
    return [
        make_passage(number, replace(make_hit(number, text, doc=f"{number}.pdf"), locators=(Locator(page_no=page_no),)))
        for number, (text, page_no) in enumerate(((_PAPER, 1), (_OTHER, 1), (_LATER, 4)), start=1)
    ]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who are the authors of the paper on routing legal questions?", "Marta Olvera, Ifeanyi Balogun"),
        ("Who wrote about the vibration of handrails?", "Joon Kang"),
        ("What are the keywords of the paper on law?", "Keywords: routing, law, question answering. [1](#1)"),
        ("Which index terms does the paper on handrails have?", "Index Terms\u2014escalators, boosting. [2](#2)"),
    ],
)
def test_names_above_the_abstract_and_keywords_are_told(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    assert answerer.answer(question, _passages()).text.startswith(expected)


_REPORT = (
    "Rural broadband grants\n\nReport to the committee, March 2024\n\nHighlights\n\n"
    "About 214,000 households had no fast line in 2020. The office pays grants to providers of lines.\n\n"
    "Background\n\nThe office was founded in May 2019 by the department of commerce."
)
_RUN_IN = (
    "Sparse anchors\n\nIngrid Solheim\n\nAbstract. Mapping tidal flats needs many images of the same tide. "
    "We need only a few of them to see what changes."
)
_MEMO = "MEMORANDUM\n\nTO: All heads\n\nSUBJECT: Travel by rail\n\nTravel by rail needs a slip from the head."
_MANUAL = "Brewmark Pro 7\n\nService manual\n\nKeep water away from the plug of the machine at all times."


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        (_REPORT, "What is the title of the report?", "Rural broadband grants. [1](#1)"),
        (_REPORT, "When was the report published?", "Report to the committee, March 2024. [1](#1)"),
        (
            _REPORT,
            "What is this report about?",
            "About 214,000 households had no fast line in 2020. The office pays grants to providers of lines. [1](#1)",
        ),
        (_REPORT, "When was the office founded?", "The office was founded in May 2019"),
        (_MEMO, "What is the subject of the memo?", "SUBJECT: Travel by rail. [1](#1)"),
        (_RUN_IN, "What is the article about?", "Mapping tidal flats needs many images of the same tide."),
        (_MANUAL, "Summarize the manual.", "Brewmark Pro 7 Service manual Keep water away from the plug"),
    ],
)
def test_what_a_document_is_about_stands_at_its_front(
    answerer: ExtractiveAnswerer, text: str, question: str, expected: str
) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, text))]).text.startswith(expected)


@pytest.mark.parametrize(
    "question",
    [
        "Which baselines do the authors compare with?",
        "What limitations do the authors mention?",
        "Do the authors release code?",
        "What is the main contribution of the authors?",
        "How does the keyword route work?",
    ],
)
def test_what_authors_say_is_not_who_they_are(question: str) -> None:
    assert find_front_matter(question, read_statements(_passages())) is None


def test_without_an_abstract_no_names_are_guessed(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("Who is the author of the standard?", [make_passage(1, make_hit(1, _LATER))])
    assert answer.text.startswith("The author of the standard disagrees.")


def test_names_between_a_title_and_a_date_are_told(answerer: ExtractiveAnswerer) -> None:
    text = "Overview of epidemic curves\n\nAda Byron, Jan van Dijk and Li Wei\n\n2020-11-03\n\nCurves are drawn."
    told = answerer.answer("Who wrote the overview of epidemic curves?", [make_passage(1, make_hit(1, text))])
    assert told.text.startswith("Ada Byron, Jan van Dijk and Li Wei")
    other = text.replace("Ada Byron, Jan van Dijk and Li Wei", "A short introduction for the hurried")
    assert "hurried" not in answerer.answer("Who wrote the overview?", [make_passage(1, make_hit(1, other))]).text


_SPECIFICATION = (
    "Database of types\n\nDesktop Group (http://desktop.example)\n\nTom Leonard\n\ntal9 at users.example.net\n\n"
    "1. Introduction\n\nThis is version 0.21 of the specification."
)
_VIGNETTE = "A package for variance\n\nZoe Fisher Eliza Tipton Abstract\n\nModels compare effect sizes."
_SLIDE = "# A driver\n\nKorean Users Group\n\nchof@users.example.net\n\nDance!"
_ARTICLE = (
    "Fares in R\n\nInstitute of Maps, University of Aldermoor\n\n<<picture_1>>\n\nEdna Bosma\n\nFares are abundant."
)


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("Who is the author of the specification?", _SPECIFICATION, "Tom Leonard. ["),
        ("Who are the authors of the vignette?", _VIGNETTE, "Zoe Fisher Eliza Tipton"),
        ("Who wrote the article on fares?", _ARTICLE, "Edna Bosma. ["),
    ],
)
def test_names_stand_beside_an_address_or_before_the_word_abstract(
    answerer: ExtractiveAnswerer, question: str, text: str, expected: str
) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, text))]).text.startswith(expected)


def test_a_group_beside_an_address_wrote_nothing() -> None:
    statements = read_statements([make_passage(1, make_hit(1, _SLIDE))])
    assert find_front_matter("Who wrote the driver?", statements) is None


def test_names_stand_beside_an_address_above_an_abstract_with_a_picture(answerer: ExtractiveAnswerer) -> None:
    text = f"{_ARTICLE}\n\nAbstract\n\nThis document describes fares."
    assert answerer.answer("Who wrote the article on fares?", [make_passage(1, make_hit(1, text))]).text.startswith(
        "Edna Bosma. ["
    )


def test_names_alone_do_not_say_where_they_work() -> None:
    statements = read_statements([make_passage(1, make_hit(1, _SPECIFICATION))])
    assert find_front_matter("At which university does the author work?", statements) is None
