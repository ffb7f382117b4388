"""Sections: the heading above a statement tells which one is meant, and a heading alone is answered with its text."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.sections.sections import find_section
from bizrag.answering.statements.headings import is_heading
from bizrag.answering.statements.reading import Statement, read_statements
from tests.made import make_hit, make_passage

_PHASES = (
    "Phase 1: Analysis\n\nWe map stock and carriers. Duration: four weeks.\n\n"
    "Phase 2: Design\n\nWe draw the layout and tender the racking. Duration: ten weeks."
)
_PAPER = (
    "5 Limitations\n\nAll estuaries lie in temperate Europe. We did not test mangroves. Experts agree."
    "\n\n6 Conclusion\n\nAnchors make change detection cheap. Code is released under the MIT licence."
)
_WARD = (
    "Diagnoses\n\n1. Decompensated heart failure\n\n2. New atrial fibrillation\n\n3. Hypertension\n\n"
    "Presentation\n\nThree days of breathlessness and swollen ankles."
)
_RENTAL = (
    "2. Rental period\n\n2.1 The period begins when the machine leaves the depot. Saturdays are charged only if the "
    "machine is used.\n\n3. Charges\n\n3.1 Fuel is charged at cost."
)
_LEAFLET = (
    "Do not take it\n\n- if you are on dialysis\n\n- if you are allergic to it\n\nHow to take it\n\nNever take it "
    "twice on one day.\n\nPossible side effects\n\nLike all medicines it can cause such effects.\n\nVery common (may "
    "affect more than 1 in 10 people)\n\n- dry mouth\n\nCommon (may affect up to 1 in 10 people)\n\n- blurred vision"
    "\n\n- nausea"
)
_TRIAL = (
    "2 Eligibility\n\nInclusion criteria. Patients must meet all of these:\n\n1. Age 18 or over.\n\n2. Consent.\n\n"
    "Exclusion criteria. Patients are excluded if any of these applies:\n\n1. Active tuberculosis.\n\n2. Pregnancy."
)
_PROPOSAL = "Risks\n\nThe racking comes late.\n\nReferences\n\nWe moved 31,000 pallets for Corvane Foods in 2024."


def _read(text: str) -> list[Statement]:
    return read_statements([make_passage(1, make_hit(1, text))])


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        (_PHASES, "How long does the design phase take?", "Duration: ten weeks."),
        (
            _PAPER,
            "What are the limitations?",
            "All estuaries lie in temperate Europe. We did not test mangroves. Experts agree. [1](#1)",
        ),
        (
            _WARD,
            "What are the diagnoses?",
            "1. Decompensated heart failure\n2. New atrial fibrillation\n3. Hypertension. [1](#1)",
        ),
        (_PROPOSAL, "Which references are given?", "We moved 31,000 pallets for Corvane Foods in 2024. [1](#1)"),
        # what is forbidden stands under a heading that forbids it
        (_LEAFLET, "Who must not take it?", "- if you are on dialysis\n- if you are allergic to it. [1](#1)"),
        # a line that leads to a list may begin with its name
        (
            _TRIAL,
            "What are the exclusion criteria?",
            "Patients are excluded if any of these applies:\n1. Active tuberculosis.\n2. Pregnancy. [1](#1)",
        ),
        (_RENTAL, "Are Saturdays charged?", "Saturdays are charged only if the machine is used."),
    ],
)
def test_what_stands_below_a_heading_answers_for_it(
    answerer: ExtractiveAnswerer, text: str, question: str, expected: str
) -> None:
    assert answerer.answer(question, [make_passage(1, make_hit(1, text))]).text.startswith(expected)


def test_the_last_item_of_a_list_is_no_heading_and_a_numbered_line_over_text_is_one() -> None:
    by_text = {one.text.strip(): one for one in _read(_WARD)}
    assert by_text["Hypertension"].section == "Diagnoses"
    assert by_text["Three days of breathlessness and swollen ankles."].section == "Presentation"
    assert by_text["Hypertension"].is_item
    assert not any(one.is_item for one in _read(_RENTAL))


def test_a_title_tells_nobody_who_did_something(answerer: ExtractiveAnswerer) -> None:
    text = "Incident report IR-0447\n\nThe pump was reported by Knut Solberg at noon."
    hit = make_hit(1, text, headings=("Incident report IR-0447",))
    assert is_heading(read_statements([make_passage(1, hit)])[0])
    answer = answerer.answer("Who reported the incident?", [make_passage(1, hit)])
    assert answer.text == "The pump was reported by Knut Solberg at noon. [1](#1)"


def test_the_headings_above_say_what_a_section_is_of() -> None:
    text = "We look after feet.\n\nExceptions\n\nShoe inserts are never paid. Toenails are yours to cut."
    other = "We look after eyes.\n\nExceptions\n\nSunglasses are left out."
    passages = [
        make_passage(number, make_hit(number, part, headings=("Covered services", name)))
        for number, (part, name) in enumerate(((other, "Eye care"), (text, "Foot care")), 1)
    ]
    found = find_section("What are the exceptions for foot care?", read_statements(passages))
    assert found is not None
    assert found.text == "Shoe inserts are never paid. Toenails are yours to cut."
    assert find_section("What are the exceptions for dental care?", read_statements(passages)) is None


def test_a_section_begins_with_its_first_sentence_though_fields_stand_below_it() -> None:
    text = (
        "9 Governing law\n\nThis agreement is governed by the law of England and Wales.\n\nSigned for the Lessor\n\n"
        "________________________\n\nName: Margaret Boyle\n\nDate: 12 February 2026"
    )
    passages = [make_passage(1, make_hit(1, text, headings=("Lease agreement",)))]
    found = find_section("Describe the governing law of the agreement.", read_statements(passages))
    assert found is not None
    assert found.text.startswith("This agreement is governed")
    # one thing is asked for, and not all of the section
    assert find_section("Which law governs the agreement?", read_statements(passages)) is None
