"""Lists of documents are lists in answers, on a page and in a terminal."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.lists.lists import in_lines
from bizrag.answering.statements.reading import Statement, readable
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

COVERED = "PerksPlus covers many kinds of exercise:\n\n• Gym memberships\n\n• Lessons in yoga and\n  pilates"
TOLD = "PerksPlus covers many kinds of exercise:\n- Gym memberships\n- Lessons in yoga and pilates"


def statement(text: str) -> Statement:
    hit = make_hit(1, text)
    return Statement(passage=make_passage(1, hit), hit=hit, start=0, end=len(text))


@pytest.mark.slow
def test_a_list_is_told_in_lines_and_what_follows_it_is_a_paragraph(minilm: LocalEmbedder) -> None:
    whole = " ".join(COVERED.rsplit("\n  ", 1))
    text = f"{whole}\n\nPerksPlus covers no kinds of food. It begins in May."
    passages = [make_passage(1, make_hit(1, text, doc="PerksPlus.pdf"))]
    answer = ExtractiveAnswerer(embedder=minilm).answer("Which kinds of exercise does PerksPlus cover?", passages)
    paragraphs = answer.text.split("\n\n")
    assert f"{TOLD}. [1](#1)" in paragraphs
    assert all("\n" not in paragraph for paragraph in paragraphs if not paragraph.startswith(TOLD))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (COVERED, TOLD),
        ("- Bring:\n- a hat", "Bring:\n- a hat"),
        ("Steps:\n1. Lock it.\n2. Drain it.", "Steps:\n1. Lock it.\n2. Drain it."),
        ("A line that the page\nbroke - with a dash.", "A line that the page broke - with a dash."),
    ],
)
def test_items_begin_lines(text: str, told: str) -> None:
    one = statement(text)
    assert in_lines(readable(one, "What?"), one) == told


def test_what_is_said_otherwise_than_it_stands_there_stays() -> None:
    assert in_lines("only this", statement(COVERED)) == "only this"


def test_who_it_is_stands_above_the_list_that_says_so(answerer: ExtractiveAnswerer) -> None:
    slide = (
        "# The team\nTomasz Wieczorek:\n- President, Treatment\n- Founder of Aqua. Holds 14 patents on "
        "ion exchange resins.\nLars-Göran Ek:\n- Operations\n- Leads the programme; retires at the end of 2026."
    )
    passages = [make_passage(1, make_hit(1, slide, kind=ChunkKind.SLIDE))]
    told = answerer.answer("Which board member retires at the end of 2026?", passages).text
    assert told.startswith("Lars-Göran Ek: Leads the programme")
    told = answerer.answer("Who holds patents on ion exchange resins?", passages).text
    assert told.startswith("Tomasz Wieczorek: Holds 14 patents")
    told = answerer.answer("How many patents on ion exchange resins are there?", passages).text
    assert told.startswith("Holds 14 patents")
