"""A short section that a question asks about is told whole, in its order."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.answers import Passage
from tests.made import make_hit, make_passage

_PLAN = (
    "Hospice care\n\nWe cover hospice care at home or in a center. A doctor must say in writing that it is needed. "
    "Stays to relieve the family are limited to five days in a row.\n\n"
    "Out-of-area centers\n\nWe pay half of what we pay to others. The center may bill you for the rest. You may have "
    "to pay first and send us the bill.\n\nException: ambulances are paid in full.\n\n"
    "In-area centers\n\nCenters in the area send their bills to us. You pay a fixed amount at each visit.\n\n"
    "Glasses\n\nOne pair every two years, up to $150."
)
_STEPS = [
    "1. Park the truck on level ground and take out the key.",
    "2. Open the cover.",
    "3. Connect the plug while the charger is off. Look at the display.",
    "4. Start the charger.",
]
_MANUAL = (
    "1 Purpose\n\nThis procedure says how to charge the batteries of trucks so that nobody is hurt by gas or acid."
    "\n\n5.1 Charging\n\n"
    + "\n\n".join(_STEPS)
    + "\n\nNever charge a frozen battery.\n\n5.2 Watering\n\nAdd water last."
)
_QUESTIONS = (
    "How do I join the network?\n\nOpen the program and sign in. You need no network for mail.\n\n"
    "The network does not connect. What now?\n\n- Open any public page.\n\n- Restart the program.\n\n"
    "- Call the desk.\n\nWho pays for a cable?\n\nYour department."
)
_VALUES = (
    "Our aim\n\nWe build gauges that people trust.\n\nOur values\n\n- Candor. We tell the truth, also when it costs "
    "us.\n\n- Care. We look after neighbors.\n\n- Craft. We improve a little every day."
)


def _told(answerer: ExtractiveAnswerer, question: str, *texts: str) -> str:
    passages: list[Passage] = [make_passage(at, make_hit(at, text)) for at, text in enumerate(texts, start=1)]
    return answerer.answer(question, passages).text


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # the rule, its condition and its limit
        (
            "Is hospice care covered?",
            "We cover hospice care at home or in a center. A doctor must say in writing that it is needed. Stays to "
            "relieve the family are limited to five days in a row. [1](#1)",
        ),
        # "in" is not "out of", though no other word tells them apart; the exception stands in a paragraph of its own
        (
            "What happens if a center is out of the area?",
            "We pay half of what we pay to others. The center may bill you for the rest. You may have to pay first and "
            "send us the bill. Exception: ambulances are paid in full. [1](#1)",
        ),
    ],
)
def test_what_stands_below_the_heading_is_told_in_its_order(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    assert _told(answerer, question, _PLAN) == expected


def test_who_asks_for_a_fact_is_told_no_section(answerer: ExtractiveAnswerer) -> None:
    told = _told(answerer, "How many days in a row may a stay to relieve the family take?", _PLAN)
    assert told == "Stays to relieve the family are limited to five days in a row. [1](#1)"
    deposit = "Deposit\n\nTenant has paid a deposit of $36,750. Landlord keeps it in an account. It bears no interest."
    told = _told(answerer, "What does the deposit amount to?", deposit)
    assert "36,750" in told
    assert "interest" not in told


def test_a_procedure_is_told_to_its_end_though_its_steps_do_not_say_what_for(answerer: ExtractiveAnswerer) -> None:
    lines = "\n".join(["5.1 Charging", *_STEPS])
    assert _told(answerer, "How do I charge the battery of a truck?", _MANUAL) == (
        f"{lines} Never charge a frozen battery. [1](#1)"
    )


def test_the_answer_below_a_question_is_told_whole(answerer: ExtractiveAnswerer) -> None:
    told = _told(answerer, "What can I try when the network does not connect?", _QUESTIONS)
    assert told == "- Open any public page.\n- Restart the program.\n- Call the desk. [1](#1)"


def test_a_list_is_told_from_its_first_item_with_what_that_is_called(answerer: ExtractiveAnswerer) -> None:
    told = _told(answerer, "What are our values?", _VALUES)
    assert told == (
        "- Candor. We tell the truth, also when it costs us.\n- Care. We look after neighbors.\n"
        "- Craft. We improve a little every day. [1](#1)"
    )


def test_a_reason_that_a_sentence_gives_is_told_alone(answerer: ExtractiveAnswerer) -> None:
    text = (
        "Watering\n\nAdd water only after charging, because the level rises while a battery is charged. Use distilled "
        "water. Fill each cell to the mark."
    )
    told = _told(answerer, "Why must water be added only after charging?", text)
    assert told.startswith("Add water only after charging, because")
    assert "distilled" not in told


def test_a_long_section_is_not_told_whole(answerer: ExtractiveAnswerer) -> None:
    text = "Parking\n\n" + " ".join(f"Cars of floor {number} park in row {number} of the lot." for number in range(40))
    assert len(_told(answerer, "What does the handbook say about parking?", text)) < 600


def test_of_lists_below_a_heading_the_one_that_is_asked_for_is_told(answerer: ExtractiveAnswerer) -> None:
    roles = (
        "{0}\n\nJob Summary: The {0} works in the plant.\n\nResponsibilities:\n\n- Lead the {1}.\n\n- Report to the "
        "board.\n\nQualifications:\n\n- A degree in {1}."
    )
    texts = [roles.format("Quality Manager", "audits"), roles.format("Plant Controller", "accounts")]
    question = "What are the responsibilities of the Plant Controller?"
    assert (
        _told(answerer, question, *texts) == "Responsibilities:\n- Lead the accounts.\n- Report to the board. [2](#2)"
    )


def test_a_list_that_holds_most_of_what_is_near_is_told_though_it_is_called_otherwise(
    answerer: ExtractiveAnswerer,
) -> None:
    items = [
        "1. The chair is elected by the members.",
        "2. The election begins six weeks before the chair steps down.",
        "3. Members may stand for the election in the first week.",
        "4. Votes of the members are counted by the secretary.",
    ]
    text = "Powers\n\nThe board decides on money.\n\n5.2 Appointment\n\n" + "\n\n".join(items)
    told = _told(answerer, "How is the chair elected?", text)
    assert told == "\n".join(["5.2 Appointment", *items]) + " [1](#1)"
