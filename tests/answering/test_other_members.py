"""Members of a family that nothing was read of are not answered with others."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.questions.other_members import unmentioned_member
from tests.made import make_hit, make_passage

POLICIES = [
    make_passage(number, make_hit(number, f"{name}\n\nThe hotel limit is {limit} euros a night.", doc=f"p{number}.pdf"))
    for number, (name, limit) in enumerate(
        [("Alvora Polska", 110), ("Alvora Nordic", 150), ("Alvora Group and Solvex 20", 140), ("Solvex 40", 90)], 1
    )
]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the hotel limit at Alvora Iberia?", "Alvora Iberia"),
        ("What is the hotel limit of Solvex 60?", "Solvex 60"),
        ("What is the hotel limit at Alvora Nordic?", ""),
        ("What is the hotel limit of Solvex 40?", ""),
        # another spelling of one of them
        ("What is the hotel limit at Alvora Poland?", ""),
        # a year and a part tell no member
        ("What is the hotel limit of Alvora 2024?", ""),
        ("What is the hotel limit in Section 7?", ""),
        # one other is no family
        ("What does the Nordic Board say?", ""),
    ],
)
def test_names_of_members_that_were_not_read(question: str, expected: str) -> None:
    assert unmentioned_member(question, POLICIES) == expected


def test_the_value_of_another_member_is_no_answer(answerer: ExtractiveAnswerer) -> None:
    assert answerer.answer("What is the hotel limit at Alvora Iberia?", POLICIES).is_abstention
    assert "150" in answerer.answer("What is the hotel limit at Alvora Nordic?", POLICIES).text


def test_a_letter_tells_one_member_from_the_only_other() -> None:
    sheet = [make_passage(1, make_hit(1, "Acidon R\n\nFlash point: none.", doc="sheet.pdf"))]
    assert unmentioned_member("What is the flash point of Acidon S?", sheet) == "Acidon S"
    assert unmentioned_member("What is the flash point of Acidon R?", sheet) == ""
