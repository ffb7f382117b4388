"""Fields of forms: the entry that a question names answers nothing, and a name that says more than is asked less."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_FORM = (
    "Registration: T-208WS.\nAircraft Damage: Destroyed.\nAircraft: Marlin 208B Float.\n"
    "Registered Owner: Gull Air Tours.\n"
    "Visibility (RVR): \N{EN DASH}.\nVisibility: 8 miles.\nOperating Certificate(s) Held: On-demand air taxi.\n"
    "Certificate: Commercial.\nDeparture Time: 08:50 Local.\nDestination: Corran, Tarvia."
)


def _answer(answerer: ExtractiveAnswerer, question: str, text: str = _FORM) -> str:
    return answerer.answer(question, [make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]).text


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who owns T-208WS?", "Registered Owner: Gull Air Tours."),
        ("What type of aircraft was T-208WS?", "Aircraft: Marlin 208B Float."),
        ("What was the visibility?", "Visibility: 8 miles."),
        ("What certificate did the pilot hold?", "Certificate: Commercial."),
        ("When did T-208WS depart?", "Departure Time: 08:50 Local."),
    ],
)
def test_the_field_that_is_asked_for_is_told(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    assert _answer(answerer, question).startswith(expected)


def test_an_entry_that_the_question_names_is_no_answer(answerer: ExtractiveAnswerer) -> None:
    event = "Location: Lake Orren.\nDefining Event: Landing gear collapse.\nInjuries: 1 None."
    cause = "The pilot chose an unsuitable landing area, which resulted in the collapse of the right landing gear."
    passages = [make_passage(1, make_hit(1, event, kind=ChunkKind.TABLE)), make_passage(2, make_hit(2, cause))]
    answer = answerer.answer("Why did the landing gear collapse at Lake Orren?", passages)
    assert answer.text.startswith("The pilot chose")
    assert "Defining" not in answer.text
    # who somebody is, the name of the field says
    people = "Chief executive: Ada Brandt.\nTreasurer: Bo Krause.\nSecretary: Ines Vega."
    assert _answer(answerer, "Who is Ines Vega?", people).startswith("Secretary")


def test_what_to_do_is_not_told_by_the_shortest_name(answerer: ExtractiveAnswerer) -> None:
    sheet = "Eyes: Tight goggles.\nAfter eye contact: Rinse with the lids open for 20 minutes.\nSkin: Gloves."
    assert "Rinse" in _answer(answerer, "What should I do when it gets into the eyes?", sheet)


def test_the_initials_behind_a_name_are_no_more_of_it(answerer: ExtractiveAnswerer) -> None:
    form = (
        "Location: Fort Ellis.\nDate: 4 June.\nNote: The Bureau did not travel to the scene of this accident.\n"
        "Investigator In Charge (IIC): Ines Vega."
    )
    told = _answer(answerer, "Who was the investigator in charge of the Fort Ellis accident?", form)
    assert told.startswith("Investigator In Charge (IIC): Ines Vega.")
