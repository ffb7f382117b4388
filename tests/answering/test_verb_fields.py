"""Fields whose name is what a question does."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_POST = """Grade: 7.
Contract: Permanent.
Reports to: Dr Sunniva Brekke, Head of Rivers.
Approved by: Ola Haugen."""
_DUTIES = "Report breaches of the post to the regulator within a day. The regulator approved the post in spring."
_CAR = """Authority Gurland; Date of Registration 10/04/2015; Fuel Diesel; Seats 5.
Declared value 0; Trailer 0; Kit 0."""
_WARNING = "The vehicle of a person who was registered as a driver must carry the papers of the vehicle."


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who does the post report to?", "Reports to: Dr Sunniva Brekke, Head of Rivers. [1]"),
        ("Who approved the post?", "Approved by: Ola Haugen. [1]"),
        # no person is asked for
        ("What did the regulator approve?", "The regulator approved the post"),
    ],
)
def test_who_does_something_stands_behind_its_verb(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    passages = [make_passage(1, make_hit(1, _POST, kind=ChunkKind.TABLE)), make_passage(2, make_hit(2, _DUTIES))]
    assert answerer.answer(question, passages).text.startswith(expected)


def test_when_something_was_done_stands_in_the_column_of_its_date(answerer: ExtractiveAnswerer) -> None:
    passages = [make_passage(1, make_hit(1, _CAR, kind=ChunkKind.TABLE)), make_passage(2, make_hit(2, _WARNING))]
    assert "Date of Registration 10/04/2015" in answerer.answer("When was the vehicle registered?", passages).text
    assert "Date of Registration" not in answerer.answer("When is the vehicle inspected?", passages).text
