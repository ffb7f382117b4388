"""Lists of slides that a question asks for by the name over them."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.lists.named_lists import find_named_list
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

SWOT = (
    "# SWOT of the network\nWeaknesses:\n- Control system from 2009\n- Three retailers\nThreats:\n- Drivers are scarce"
)
PHASES = (
    "# Approach\nDesign – Blueprint – Interface list\nBuild – Three sprints\nCritical:\n- Storage at –70 °C\n- Mirror"
)
TEXTS = (SWOT, PHASES)


def _told(question: str, texts: tuple[str, ...] = TEXTS, kind: ChunkKind = ChunkKind.SLIDE) -> str:
    passages = [make_passage(number, make_hit(number, text, kind=kind)) for number, text in enumerate(texts, 1)]
    found = find_named_list(question, read_statements(passages))
    return found.text if found is not None else ""


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("Which weaknesses does the SWOT analysis name?", "Weaknesses:\n- Control system from 2009\n- Three"),
        ("What are the threats?", "Threats:\n- Drivers"),
        ("What belongs to the phase Design?", "Design – Blueprint"),
        ("What is included in Critical?", "Critical:\n- Storage at –70 °C\n- Mirror"),
        ("What is listed under build?", "Build – Three sprints"),
        ("Which causes does the analysis list under threats?", "Threats:\n- Drivers"),
    ],
)
def test_a_list_is_told_by_its_name(question: str, start: str) -> None:
    assert _told(question).startswith(start)


@pytest.mark.parametrize(
    "question",
    [
        "Which threats did the police report to the mayor?",
        "What does the design cost?",
        "Who belongs to the design team?",
        "What is included in the price?",
    ],
)
def test_what_asks_for_something_else_gets_no_list(question: str) -> None:
    assert _told(question) == ""


def test_of_two_lists_of_one_name_and_of_prose_none_is_told() -> None:
    assert _told("What are the threats?", (*TEXTS, "# Market\nThreats:\n- New rivals")) == ""
    assert _told("What are the threats?", kind=ChunkKind.TEXT) == ""
