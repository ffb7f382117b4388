"""Columns of a timetable, cells of rows without a label, and who did something by the field of it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

TIMES = """Headers: Train.
Notes: 4101 R; 4105 R B; 4109 B.
Whitsand dep.: 4101 05:48; 4103 07:02; 4105 14:00; 4107 14:25; 4109 16:40.
Corrie arr.: 4101 06:19; 4103 07:35; 4105 14:41; 4107 14:57; 4109 17:06.
Corrie dep.: 4101 06:22; 4103 07:38; 4105 14:43; 4107 15:00; 4109 17:08."""
TIMETABLE = [make_passage(1, make_hit(1, TIMES, kind=ChunkKind.TABLE, doc="line41.pdf"))]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which trains leave Whitsand after 14:00?", "Whitsand dep.: 4107 14:25; 4109 16:40."),
        ("Which trains leave Whitsand from 14:00?", "Whitsand dep.: 4105 14:00; 4107 14:25; 4109 16:40."),
        ("When does the next train leave Whitsand after 14:00?", "Whitsand dep.: 4107 14:25."),
        ("Which trains arrive at Corrie before 10:00?", "Corrie arr.: 4101 06:19; 4103 07:35."),
        ("Which trains leave Whitsand no later than 07:02?", "Whitsand dep.: 4101 05:48; 4103 07:02."),
        ("Which trains leave Whitsand earlier than 07:02?", "Whitsand dep.: 4101 05:48."),
        ("Which trains leave Whitsand later than 14:25?", "Whitsand dep.: 4109 16:40."),
    ],
)
def test_of_a_timetable_the_columns_within_the_limit_are_told(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    assert answerer.answer(question, TIMETABLE).text == f"{expected} [1](#1)"


WORK = """WBS 1.1; Work package Survey; Budget 180; Jan 42; Feb 55; Mar 38; Estimate at completion 180; Status green.
WBS 1.2; Work package Detailed design; Budget 420; Jan 30; Feb 48; Mar 61; Estimate at completion 462; Status amber.
WBS 2.1; Work package Old deck; Budget 960; Jan 0; Feb 0; Mar 110; Estimate at completion 1,015; Status red."""
SHEET = [make_passage(1, make_hit(1, WORK, kind=ChunkKind.TABLE, doc="costs.pdf"))]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the estimate at completion for detailed design?", "Estimate at completion 462."),
        ("What was spent on detailed design in March?", "Mar 61."),
    ],
)
def test_of_a_row_without_a_label_the_asked_cells_are_told(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    said = answerer.answer(question, SHEET).text
    assert said.startswith(f"WBS 1.2; Work package Detailed design; {expected}")


def test_who_did_something_is_told_by_the_field_of_it(answerer: ExtractiveAnswerer) -> None:
    text = (
        "Outstanding goods will follow on 18.09.2024.\n\nClaims for goods must reach us within 5 days of receipt.\n\n"
        "Received in good order: T. Okafor Date: 9/9/24 Remarks:"
    )
    answer = answerer.answer("Who received the goods?", [make_passage(1, make_hit(1, text))])
    assert answer.text.startswith("Received in good order: T. Okafor")


def test_the_code_of_the_subject_is_no_answer(answerer: ExtractiveAnswerer) -> None:
    facts = make_hit(1, "Client: Valley Users.\nSample ID: FV-07 Borehole 3.", kind=ChunkKind.TABLE)
    values = "Parameter.\nTurbidity: Unit NTU; Result 5.8; Limit 4.\nIron: Unit mg; Result 340; Limit 200."
    passages = [make_passage(1, facts, make_hit(2, values, kind=ChunkKind.TABLE))]
    assert answerer.answer("What is the turbidity of sample FV-07?", passages).text.startswith("Turbidity:")
