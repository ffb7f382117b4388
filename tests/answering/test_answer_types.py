"""What speaks of another measure than the one asked for is no answer, however alike its words are."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.questions.answer_types import lack_asked_type
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage


def _statements(text: str, kind: ChunkKind = ChunkKind.TEXT) -> list[Statement]:
    return read_statements([make_passage(1, make_hit(1, text, kind=kind))])


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many watts does the heater draw?", "The heater stays above 60 °C for ten minutes."),
        ("What does a new battery cost?", "The battery lasts 6 weeks."),
        ("What is the entrance fee for dogs?", "The gardens had 187 visitors a day."),
        ("What did the county spend on travel?", "Travel should be cheap and seldom; 12 people book it."),
        ("What annual salary does the director receive?", "The director has been with the firm since 2017."),
        ("What was the total pay of the director?", "We paid dividends of $0.17 per share."),
        ("What bonus will the director receive?", "The director gained 42 votes."),
        ("What fine did the firm pay for the leak?", "The leak released 3,900 t of gas."),
        ("What penalty per day of delay is laid down?", "Of twelve actions seven are closed."),
        ("What does the firm pay for one bike?", "It has 318 bikes."),
        ("What interest rate does the firm pay on its loan?", "The loan was drawn on 4 May."),
        ("What dividend per share did the board propose?", "Earnings per share were 4.20."),
        ("How many employees does the firm have?", "Employees who work less than 20 hours pay 80% of it."),
        ("Which firmware version fixed the fault?", "The fault was fixed at 09:31."),
        ("How loud is the motor, in decibels?", "The motor has a torque of 110 Nm."),
        ("How many litres does the tank hold?", "The tank weighs 14 kg."),
    ],
)
def test_a_statement_about_something_else_tells_no_such_measure(question: str, told: str) -> None:
    assert lack_asked_type(question, _statements(told))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many watts does the heater draw?", "The heater draws 1.2 kW."),
        ("What does a new battery cost?", "A battery is EUR 410."),
        ("What is the entrance fee for dogs?", "Dogs get in free."),
        ("What did the county spend on travel?", "Travel took up £ 41,000."),
        ("What annual salary does the director receive?", "The director earns 212,000 a year."),
        ("What was the total pay of the director?", "Total remuneration of the director: 2.1 million."),
        ("What fine did the firm pay for the leak?", "For the leak it was fined 40,000."),
        ("What interest rate does the firm pay on its loan?", "The loan bears interest of 3.2%."),
        ("How many employees does the firm have?", "A staff of 412 works there."),
        ("Which firmware version fixed the fault?", "It was fixed in 4.12.1."),
        ("How loud is the motor, in decibels?", "The motor reaches 61 dB(A)."),
        ("How many litres does the tank hold?", "The tank holds 45 l."),
        # these are for no such measure
        ("Why did the price rise?", "Steel was scarce."),
        ("How many rooms are there and what does one cost?", "There are 14 rooms."),
        ("Which wage agreement is in force?", "That of 2024."),
        ("How did the price index develop?", "It stood at 104."),
        ("What fine dust level was measured?", "It was 9.4 on average."),
        ("What is the price to book ratio?", "P/B is 1.4."),
        ("What are audit fees?", "Audit fees are for the annual audit."),
        ("What is the fee based on?", "It is based on the floor space."),
        ("Which fees are waived for members?", "The enrolment fee is waived."),
        ("What does the plan pay for?", "The plan pays for glasses."),
        ("What penalties are there for cheating?", "Who cheats is expelled."),
        ("Which language version prevails?", "The German version does."),
        ("Which version control system is used?", "They use Git."),
        ("How many employees were trained?", "The course had 612 participants."),
        ("Which of the fee-based services is at a loss?", "Parking is."),
        ("What remuneration policy applies?", "That of the group."),
        (
            "What salary does the director receive?",
            "Die Direktorin erhält für ihre Arbeit ein Gehalt von 212.000.",
        ),
    ],
)
def test_a_statement_that_speaks_of_it_does(question: str, told: str) -> None:
    assert not lack_asked_type(question, _statements(told))


def test_rows_are_told_by_their_table_and_by_its_silence() -> None:
    asked = "How many tonnes did the traffic emit in 2015?"
    of_gas = _statements("Gases by source\nValues:\n2015: Traffic 585; Heat 560.", ChunkKind.PICTURE)
    assert not lack_asked_type(asked, [row for row in of_gas if row.is_row])
    of_money = _statements("Costs by source, EUR\nValues:\n2015: Traffic 585; Heat 560.", ChunkKind.PICTURE)
    assert lack_asked_type(asked, [row for row in of_money if row.is_row])


def test_an_answer_of_another_type_gives_way_to_one_of_it_or_to_none(answerer: ExtractiveAnswerer) -> None:
    heater = "The heating element of the dryer stays above 60 °C for ten minutes."
    asked = "How many watts does the heating element of the dryer draw?"
    assert answerer.answer(asked, [make_passage(1, make_hit(1, heater))]).is_abstention
    told = f"{heater} The heating element draws 340 W."
    assert "340 W" in answerer.answer(asked, [make_passage(1, make_hit(1, told))]).text
