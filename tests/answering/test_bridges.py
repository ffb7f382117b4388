"""Steps of a bridge: which of them add, which take, and what they are together."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.reckoned.bridges import find_bridge
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_EBIT = """# EBIT fell in three years
[PICTURE START]
Values:
EBIT 2029: EBIT bridge, € m 118.4.
Volume: EBIT bridge, € m +14.7.
Price / mix: EBIT bridge, € m –22.9.
Fibre: EBIT bridge, € m –31.6.
One-offs: EBIT bridge, € m +2.6.
EBIT 2031: EBIT bridge, € m 81.2.
[PICTURE END]"""
# of several series, those that fall without a sign
_SERIES = """# Bridge to 2034
[PICTURE START]
Values:
EBIT 2030: Total 171.
Volume: Increase 38.
Digital: Increase 16.
Wages: Decrease 31.
Energy: Decrease 14.
EBIT 2034 target: Total 180.
[PICTURE END]"""


def _found(question: str, text: str) -> str | None:
    passage = make_passage(1, make_hit(1, text, kind=ChunkKind.SLIDE))
    found = find_bridge(question, [one for one in read_statements([passage]) if one.is_row])
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "Which factors reduced EBIT from 2029 to 2031?",
            _EBIT,
            "Price / mix: EBIT bridge, € m –22.9. Fibre: EBIT bridge, € m –31.6.",
        ),
        ("By what amount did fibre change EBIT between 2029 and 2031?", _EBIT, "Fibre: EBIT bridge, € m –31.6."),
        ("What was the impact of wages on the EBIT target?", _SERIES, "Wages: Decrease 31."),
        ("By what amount did EBIT change without fibre?", _EBIT, None),
        ("What was the largest drag on EBIT?", _EBIT, "Fibre: EBIT bridge, € m –31.6."),
        ("What lifted EBIT most between 2029 and 2031?", _EBIT, "Volume: EBIT bridge, € m +14.7."),
        (
            "How large was the combined drag of what reduced EBIT?",
            _EBIT,
            "Price / mix: EBIT bridge, € m –22.9; Fibre: EBIT bridge, € m –31.6; sum -54.5.",
        ),
        (
            "How many factors lowered EBIT?",
            _EBIT,
            "2 of 4: Price / mix: EBIT bridge, € m –22.9. Fibre: EBIT bridge, € m –31.6.",
        ),
        ("Which two items pull profit down on the way to 2034?", _SERIES, "Wages: Decrease 31. Energy: Decrease 14."),
        ("What adds the most on the way to 2034?", _SERIES, "Volume: Increase 38."),
        # what is left out is no step that is asked for
        (
            "How much was lost in total, before volume is counted, from 2029 to 2031?",
            _EBIT,
            "Price / mix: EBIT bridge, € m –22.9; Fibre: EBIT bridge, € m –31.6; sum -54.5.",
        ),
        ("By how much did volume lift EBIT?", _EBIT, "Volume: EBIT bridge, € m +14.7."),
        # a reason, a share, both ways, no way
        ("Why did EBIT fall from 2029 to 2031?", _EBIT, None),
        ("By what percentage did EBIT fall from 2029 to 2031?", _EBIT, None),
        ("Which factors raised and which reduced EBIT?", _EBIT, None),
        ("What was EBIT in 2031?", _EBIT, None),
        # of something else
        ("Which site reduced its headcount?", _EBIT, None),
        # values that lead nowhere
        ("Which factors reduced EBIT from 2029 to 2031?", _EBIT.replace("81.2", "99.9"), None),
    ],
)
def test_steps_go_the_way_that_is_asked_for(question: str, text: str, expected: str | None) -> None:
    assert _found(question, text) == expected


def test_the_largest_step_is_answered_and_not_the_amount_at_its_end(answerer: ExtractiveAnswerer) -> None:
    passage = make_passage(1, make_hit(1, _EBIT, kind=ChunkKind.SLIDE))
    answer = answerer.answer("What raised EBIT the most from 2029 to 2031?", [passage])
    assert answer.text == "Volume: EBIT bridge, € m +14.7. [1](#1)"
