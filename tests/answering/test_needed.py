"""What an answer must have: a figure, a clock, a share that is no percent sign in the title of a chart."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.questions.needed import lacks_needed
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

ASKED = "What percentage of women say that courts are unfair?"


def _statements(text: str, kind: ChunkKind) -> list[Statement]:
    return read_statements([make_passage(1, make_hit(1, text, kind=kind))])


def test_a_title_with_a_percent_sign_and_no_figure_tells_no_share() -> None:
    title, year, said = _statements(
        "% of adults who say that courts are unfair.\n\nPercent of adults, 2023.\n\nOf the women 56 percent say so.",
        ChunkKind.TEXT,
    )
    assert lacks_needed(ASKED, title)
    assert lacks_needed(ASKED, year)
    assert not lacks_needed(ASKED, said)


def test_rows_of_a_chart_that_says_its_unit_once_tell_shares() -> None:
    values = "Values:\nMen: Unfairly 48; Fairly 50.\nWomen: Unfairly 56; Fairly 41."
    shares = [one for one in _statements(f"{values}\nBeside it: % of adults", ChunkKind.PICTURE) if one.is_row]
    assert len(shares) == 2
    assert not any(lacks_needed(ASKED, row) for row in shares)
    # nothing says that these are any
    counts = [one for one in _statements(values, ChunkKind.PICTURE) if one.is_row]
    assert all(lacks_needed(ASKED, row) for row in counts)


def test_the_number_of_a_schedule_is_no_fee() -> None:
    described, paid = _statements(
        "The contractor cleans the rooms as described in Schedule 1. The client pays a fee of 3,900 a month.",
        ChunkKind.TEXT,
    )
    question = "What is the monthly fee for the rooms?"
    assert lacks_needed(question, described)
    assert not lacks_needed(question, paid)
    due, insured = _statements("G.1 The fee is due on renewal.\n\nG.4 The fee is 3,900 a month.", ChunkKind.TEXT)
    assert lacks_needed(question, due)
    assert not lacks_needed(question, insured)


@pytest.mark.parametrize(
    "question",
    [
        "What do I have to pay without a ticket?",
        "What would a firm pay for an hour?",
        "What fine is imposed on travellers without a ticket?",
        "Price of travelling without a ticket?",
        "Up to what amount is a traveller without a ticket fined?",
        "How many travellers without a ticket were fined?",
    ],
)
def test_an_amount_is_told_by_no_title(question: str) -> None:
    title, paid, _ = _statements(
        "Travelling without a ticket.\n\nWhoever has none pays a fine of 80 euros, as 14 did.\n\nIt is due at once.",
        ChunkKind.TEXT,
    )
    assert lacks_needed(question, title)
    assert not lacks_needed(question, paid)
    assert not lacks_needed("What does the insurance pay for?", title)
    (spelled,) = _statements("Seventeen travellers without a ticket paid forty euros.", ChunkKind.TEXT)
    assert not lacks_needed(question, spelled)
    (eaten,) = _statements("The canteen is open to travellers without a ticket.", ChunkKind.TEXT)
    assert lacks_needed(question, eaten)


def test_the_time_of_a_day_is_told_by_a_clock() -> None:
    level, declared = _statements("Severity: SEV-1 since May 2026.\n\nAt 09:06 it was declared.", ChunkKind.TEXT)
    assert lacks_needed("At what time was it declared?", level)
    assert not lacks_needed("At what time was it declared?", declared)


def test_where_nothing_tells_the_amount_no_answer_is_given(answerer: ExtractiveAnswerer) -> None:
    due = "The premium of Homesafe is due each year on the day of renewal.\n\nIt may be paid by card."
    passage = make_passage(1, make_hit(1, due, doc="homesafe.pdf"))
    question = "How much is the premium of Homesafe for a house of three rooms?"
    assert answerer.answer(question, [passage]).is_abstention
    paid = make_passage(1, make_hit(1, due.replace("is due", "of 312 euros is due"), doc="homesafe.pdf"))
    assert "312 euros" in answerer.answer(question, [paid]).text


def test_a_title_that_asks_is_no_answer() -> None:
    title, told = _statements("What became of the 286 employees\nEarly retirement 74", ChunkKind.SLIDE)
    assert not title.is_whole
    assert told.is_whole
    plans = "Measure | Basic | Plus\nWhat it costs | 40 | 60\nHow many users | 5 | 9"
    table = f"# Plans\n[TABLE START]\n{plans}\n[TABLE END]"
    rows = [one for one in _statements(table, ChunkKind.SLIDE) if one.is_row]
    assert len(rows) == 2
    assert all(row.is_whole for row in rows)


def test_two_figures_of_a_row_tell_by_how_much_something_grew() -> None:
    losses, title = _statements("Water balance\nLosses: 2019 11.5; 2023 14.2.", ChunkKind.TABLE)[::-1]
    assert not lacks_needed("By how much did the losses grow between 2019 and 2023?", losses)
    assert lacks_needed("By how much did the losses grow between 2019 and 2023?", title)


def test_the_period_of_a_column_with_a_figure_is_no_time() -> None:
    text = "Sales by market\nConsumer: Q3 2024 57.7; 30 September 2023 (72.1).\nLaunch: Date 3 May 2024; Cost 2024 5."
    consumer, launch = [one for one in _statements(text, ChunkKind.TABLE) if one.is_row]
    assert lacks_needed("When will demand in consumer markets come back?", consumer)
    assert not lacks_needed("When was the launch?", launch)


def test_a_percentage_change_is_told_by_two_figures() -> None:
    china = _statements("Sales\nChina: 2024 16,872; 2023 13,094.", ChunkKind.TABLE)[-1]
    assert not lacks_needed("What percentage change did sales to China see?", china)
    assert lacks_needed("What percentage of sales was in China?", china)


def test_marketing_and_margins_are_no_months() -> None:
    said = _statements("Marketing and margins matter to the decision of a junior.", ChunkKind.TEXT)[0]
    assert lacks_needed("When will the shop open?", said)
    opened = _statements("The shop opens in Sept. or Dezember.", ChunkKind.TEXT)[0]
    assert not lacks_needed("When will the shop open?", opened)
