"""Whom to turn to is told by an address or a number, or by who is to be asked."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.questions.needed import lacks_needed
from bizrag.answering.statements.reading import read_statements
from bizrag.model.terms import terms
from tests.made import make_hit, make_passage

_DUTIES = (
    "Payroll Clerk\n\nResponsibilities:\n\n- File payroll taxes.\n\n- Answer questions of employees about payroll."
)
_CONTACTS = "Questions\n\nBenefits: ext. 4231. Payroll questions go to payroll@acme.example."


def test_a_duty_is_no_contact(answerer: ExtractiveAnswerer) -> None:
    passages = [make_passage(1, make_hit(1, _DUTIES)), make_passage(2, make_hit(2, _CONTACTS, doc="Handbook.docx"))]
    told = answerer.answer("Who should I contact with a question about payroll?", passages).text
    assert "payroll@acme.example" in told
    assert "taxes" not in told


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("Who should I contact about badges?", "Badges are printed at night.", True),
        ("Who should I contact about badges?", "Badges: Reception, ext. 4000.", False),
        ("Whom do employees ask about leave?", "Turn to People Operations.", False),
        ("How can I reach the desk?", "The desk is open at night.", True),
        ("How can I reach the desk?", "The desk has the number 1-612-555-0119.", False),
        # who did something needs no address
        ("Who wrote the report?", "The report was written by two auditors.", False),
    ],
)
def test_what_a_contact_has(question: str, text: str, expected: bool) -> None:
    statement = read_statements([make_passage(1, make_hit(1, text))])[0]
    assert lacks_needed(question, statement) is expected


def test_a_response_is_how_someone_responds() -> None:
    assert terms("respond to claims") == terms("responses to claims")
    assert terms("How do we comply?") == terms("compliance")
    assert terms("responsible")[0] not in terms("respond")


def test_conditions_are_told_with_their_exception(answerer: ExtractiveAnswerer) -> None:
    text = (
        "6.1 Tenant may not sublet the premises without the consent of Landlord. No consent is needed for a company "
        "that Tenant controls.\n\n7.1 Tenant carries insurance."
    )
    told = answerer.answer("Under what conditions may the tenant sublet?", [make_passage(1, make_hit(1, text))]).text
    assert "No consent is needed for a company that Tenant controls. [1](#1)" in told
