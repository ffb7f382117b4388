"""What rose or fell most from one period to another: which questions ask for it, and between what."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.reckoned.movers import find_mover
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_SURVEY = """Satisfaction by topic, per cent
Headers: Topic.
Team spirit: 2021 80; 2023 82; 2025 84.
Tools: 2021 50; 2023 55; 2025 49.
Pay: 2021 58; 2023 52; 2025 53.
Information: 2021 60; 2023 54; 2025 61.
Total: 2021 62; 2023 61; 2025 20."""
_SALES = "Sales by year\n2023: Pumps 200; Valves 20; Service 90.\n2024: Pumps 220; Valves 26; Service 85."


def _found(question: str, text: str) -> str | None:
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]
    mover = find_mover(question, rows)
    return mover.text if mover else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # from the first to the last period, sums left out
        ("Which topic lost the most?", "Pay: 2021 58; 2025 53; change -5 (-8.62%)."),
        # since the one asked for
        ("Which topic lost the most ground compared with 2023?", "Tools: 2023 55; 2025 49; change -6 (-10.91%)."),
        ("Which topic improved most since 2023?", "Information: 2023 54; 2025 61; change 7 (12.96%)."),
        # between two
        ("Where was the sharpest drop from 2021 to 2023?", None),
        ("Which topic changed most between 2023 and 2025?", "Information: 2023 54; 2025 61; change 7 (12.96%)."),
        ("Which topic is the best?", None),
        ("How much did Tools lose?", None),
    ],
)
def test_the_row_that_moved_most_is_told(question: str, expected: str | None) -> None:
    assert _found(question, _SURVEY) == expected


def test_columns_move_too_and_fastest_is_a_share() -> None:
    assert _found("Which business grew the most?", _SALES) == "Pumps: 2023 200; 2024 220; change 20 (10%)."
    assert _found("Which business grew fastest?", _SALES) == "Valves: 2023 20; 2024 26; change 6 (30%)."
    assert _found("Which business grew most in per cent?", _SALES) == "Valves: 2023 20; 2024 26; change 6 (30%)."
    # of shares points tell the difference
    told = _found("Which business rose by the most percentage points?", _SALES)
    assert told == "Pumps: 2023 200; 2024 220; change 20 (10%)."


def test_who_lost_most_is_answered_with_both_values(minilm: LocalEmbedder) -> None:
    passage = make_passage(1, make_hit(1, _SURVEY, kind=ChunkKind.TABLE))
    answer = ExtractiveAnswerer(minilm).answer("Which topic of the survey fell the most since 2023?", [passage])
    assert answer.text == "Tools: 2023 55; 2025 49; change -6 (-10.91%). [1](#1)"


def test_columns_of_a_year_each_are_compared_in_the_row_that_is_asked_for() -> None:
    segments = (
        "Segments\nTotal sales: Water 2024 320; Water 2023 312; Power 2024 980; Power 2023 1,043; Trams 2024 193; "
        "Trams 2023 179; Group 2024 1,493; Group 2023 1,534.\n"
        "Investment: Water 2024 98; Water 2023 81; Power 2024 76; Power 2023 99; Trams 2024 142; Trams 2023 58; "
        "Group 2024 316; Group 2023 238."
    )
    question = "Which segment grew its {} the most from 2023 to 2024?"
    assert _found(question.format("investment"), segments) == "Trams: 2023 58; 2024 142; change 84 (144.83%)."
    assert _found(question.format("total sales"), segments) == "Trams: 2023 179; 2024 193; change 14 (7.82%)."
    assert _found(question.format("staff"), segments) is None


def test_the_largest_increase_between_two_years_is_one_row(minilm: LocalEmbedder) -> None:
    # and not all that rose from one to the other
    rows = "Coast: 2013 7; 2019 13.\nCapital: 2013 16; 2019 34.\nNorth: 2013 12; 2019 17."
    text = f"Vacancies by region\nHeaders: Region.\n{rows}"
    passages = [make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]
    for asked in ("Which region had the largest increase in vacancies", "Where did vacancies in a region grow most"):
        said = ExtractiveAnswerer(embedder=minilm).answer(f"{asked} between 2013 and 2019?", passages).text
        assert said.startswith("Capital: 2013 16; 2019 34; change 18 (112.5%).")
