"""Of siblings that say the same, the one is told whose heading is a name in the question."""

from __future__ import annotations

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_ROLES = {
    "Support Analyst": "Qualifications:\n\n- One year at a help desk.\n\n- A clear way of explaining what one needs.",
    "Controller": "Qualifications:\n\n- A degree in accounting.\n\n- Knowledge of tax law.",
    "Chief Controller": "Qualifications:\n\n- Ten years in accounting.",
}


def _told(answerer: ExtractiveAnswerer, question: str) -> str:
    passages = [
        make_passage(at, make_hit(at, text, doc="Jobs.pdf", headings=("Job Library", name)))
        for at, (name, text) in enumerate(_ROLES.items(), start=1)
    ]
    return answerer.answer(question, passages).text


def test_the_list_below_the_name_is_told_and_not_those_of_others(answerer: ExtractiveAnswerer) -> None:
    told = _told(answerer, "What qualifications does a Controller need?")
    assert "degree in accounting" in told
    assert "help desk" not in told


def test_the_longer_name_is_the_one_that_is_meant(answerer: ExtractiveAnswerer) -> None:
    told = _told(answerer, "What qualifications does the Chief Controller need?")
    assert told == "Qualifications:\n- Ten years in accounting. [3](#3)"


def test_the_name_of_a_heading_names_no_document_that_has_a_part_of_it(answerer: ExtractiveAnswerer) -> None:
    policy = "Reporting\n\nEveryone must report to the security desk. The desk reports to the officer on duty."
    role = "Information Security Officer\n\nThe officer protects information and reports to the Chief Executive."
    passages = [
        make_passage(1, make_hit(1, policy, doc="Information Security Policy.docx", headings=("Policy", "Incidents"))),
        make_passage(2, make_hit(2, role, doc="Jobs.pdf", headings=("Job Library", "Information Security Officer"))),
        make_passage(3, make_hit(3, "Clerk\n\nThe clerk files.", doc="Jobs.pdf", headings=("Job Library", "Clerk"))),
    ]
    told = answerer.answer("To whom does the Information Security Officer report?", passages).text
    assert told.startswith("The officer protects information and reports to the Chief Executive. [2](#2)")
