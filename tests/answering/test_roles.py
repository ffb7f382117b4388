"""Who does something is named by the word for who does it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms
from tests.made import make_hit, make_passage

_FUND = "Fund size: EUR 842 million.\nFund manager: Clara Aker.\nBenchmark: MSCI World."
_OFFICE = "Headers: Role.\nAdministrator: Number 3; Main tasks Manage accounts and rates."
_WORK = "Headers: Interval.\nMonthly: Work Clean the filter; Who Operator.\nYearly: Work Calibration; Who Engineer."


def test_the_manager_manages(answerer: ExtractiveAnswerer) -> None:
    passages = [
        make_passage(number, make_hit(number, text, kind=ChunkKind.TABLE))
        for number, text in enumerate((_OFFICE, _FUND), 1)
    ]
    assert answerer.answer("Who manages the fund?", passages).text.startswith("Fund manager: Clara Aker.")


def test_a_column_may_be_called_who(answerer: ExtractiveAnswerer) -> None:
    passage = make_passage(1, make_hit(1, _WORK, kind=ChunkKind.TABLE))
    assert (
        answerer.answer("Who does the calibration?", [passage]).text
        == "Yearly: Work Calibration; Who Engineer. [1](#1)"
    )


@pytest.mark.parametrize(
    ("one", "other"), [("wrote", "written"), ("use", "used"), ("sold", "selling"), ("led", "leads")]
)
def test_forms_of_one_verb_are_one_term(one: str, other: str) -> None:
    assert terms(one) == terms(other) != []


def test_a_list_of_managers_manages_too(answerer: ExtractiveAnswerer) -> None:
    text = "Managers: Ingrid Solheim, Paulo Teixeira.\nSize: EUR 842 million.\nIndex: MSCI World."
    told = answerer.answer("Who manages it?", [make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]).text
    assert told.startswith("Managers: Ingrid Solheim, Paulo Teixeira.")


def test_who_is_in_charge_is_the_lead_and_no_year(answerer: ExtractiveAnswerer) -> None:
    chart = (
        "Savings programme\nValues:\n2023: Savings programme, run rate 145.\n2024E: Savings programme, run rate 410."
    )
    passages = [
        make_passage(1, make_hit(1, chart, kind=ChunkKind.PICTURE)),
        make_passage(2, make_hit(2, "Programme lead: Petra Lindqvist.\nPositions affected: 1,150.")),
    ]
    answer = answerer.answer("Who is in charge of the savings programme?", passages)
    assert answer.text.startswith("Programme lead: Petra Lindqvist.")
