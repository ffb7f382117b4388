"""Shares of those who were asked: rows named as the question was, and parts of a whole as limits."""

from __future__ import annotations

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.conditions.conditions import find_meeting
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_BARRIERS = (
    "# What keeps people from the gym\n[PICTURE START]\nValues:\nI have no time: What keeps people from the gym 61%.\n"
    "It is too far: What keeps people from the gym 33%.\nThe fee is high: What keeps people from the gym 17%.\n"
    "I know nobody there: What keeps people from the gym 9%.\n[PICTURE END]"
)
_VIEWS = (
    "# What drivers say\n[PICTURE START]\nValues:\nQuiet cab: Disagree 4%; Agree 86%.\n"
    "Easy to park: Disagree 18%; Agree 60%.\n"
    "Range is enough: Disagree 43%; Agree 37%.\n[PICTURE END]"
)


def _rows(text: str) -> list[Statement]:
    return [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.SLIDE))]) if one.is_row]


def test_rows_named_as_the_question_is_asked_are_read(answerer: ExtractiveAnswerer) -> None:
    # the name of all bars is the question itself, which tells none of them
    passages = [make_passage(1, make_hit(1, _BARRIERS, kind=ChunkKind.SLIDE))]
    said = answerer.answer("What keeps 17% of people from the gym?", passages).text
    assert said.startswith("The fee is high: What keeps people from the gym 17%.")


def test_half_is_a_limit_of_shares() -> None:
    found = find_meeting("How many statements do more than half of the drivers agree with?", _rows(_VIEWS))
    assert found is not None
    assert found.text == "2 of 3: Quiet cab: Agree 86%. Easy to park: Agree 60%."
    found = find_meeting("How many reasons are above 20%?", _rows(_BARRIERS))
    assert found is not None
    assert found.text.startswith("2 of 4: I have no time")
