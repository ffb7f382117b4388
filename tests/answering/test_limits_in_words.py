"""Limits as people say them, of charts whose title says the unit; figures that are no codes."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.conditions.conditions import find_meeting
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_HUBS = (
    "# Only two of four hubs reach the target\n[PICTURE START]\nNext-day delivery, %\nValues:\n"
    "Leith: May 2024 95.2; June 2024 91.7.\nPerth: May 2024 95.9; June 2024 95.7.\n"
    "Nairn: May 2024 96.4; June 2024 96.1.\nCrail: May 2024 94.9; June 2024 94.6.\n[PICTURE END]\n"
    "[TABLE START]\nCause of late parcels, June | Share\nBacklog | 38 %\nLinehaul | 21 %\nCut-off | 15 %\n[TABLE END]"
)
_CHURN = (
    "Values:\nNov: Monthly churn (%) 1.31; Promoter score 34.\nDec: Monthly churn (%) 1.22; Promoter score 37.\n"
    "Jan: Monthly churn (%) 1.17; Promoter score 36.\nFeb: Monthly churn (%) 0.98; Promoter score 39."
)
_CASES = "Headers: Condition.\nMumps: Q3 2018 12; Q3 2019 88.\nMeasles: Q3 2018 4; Q3 2019 61.\nTetanus: Q3 2019 2."


def _found(question: str, text: str, kind: ChunkKind = ChunkKind.PICTURE) -> str | None:
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=kind))]) if one.is_row]
    found = find_meeting(question, rows)
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "How many months did churn lie above the 1.20 limit?",
            "2 of 4: Nov: Monthly churn (%) 1.31. Dec: Monthly churn (%) 1.22.",
        ),
        (
            "In which months was monthly churn below a threshold of 1.20?",
            "Jan: Monthly churn (%) 1.17. Feb: Monthly churn (%) 0.98.",
        ),
        (
            "In which months was the promoter score above its target of 36?",
            "Dec: Promoter score 37. Feb: Promoter score 39.",
        ),
    ],
)
def test_a_limit_is_read_however_it_is_called(question: str, expected: str) -> None:
    assert _found(question, _CHURN) == expected


def test_others_that_are_counted_are_no_limit() -> None:
    assert _found("Which month had a higher promoter score than the two others?", _CHURN) is None


def test_a_share_compares_with_the_values_of_a_chart_in_per_cent(answerer: ExtractiveAnswerer) -> None:
    passage = make_passage(1, make_hit(1, _HUBS, kind=ChunkKind.SLIDE))
    told = answerer.answer("Which hubs were above the 95.5 % next-day goal in June 2024?", [passage]).text
    assert told.startswith("Perth: June 2024 95.7. Nairn: June 2024 96.1. [1]")


def test_years_of_other_things_answer_no_question_for_a_limit() -> None:
    question = "How many districts had more than 50 cases in Q3 2019?"
    assert _found(question, _CASES, ChunkKind.TABLE) is None
    assert _found(question.replace("districts", "conditions"), _CASES, ChunkKind.TABLE) is not None
