"""What the cells of one row add up to, and which questions ask for it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.reckoned.row_sums import find_row_sum
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_ITEMS = """Item 1; Description Meter size 4, supply; Unit piece; Quantity Lot 1 11,950; Quantity Lot 2 8,420.
Item 2; Description Meter size 10, supply; Unit piece; Quantity Lot 1 540; Quantity Lot 2 310.
Item 3; Description Standard fitting; Unit piece; Quantity Lot 1 11,600; Quantity Lot 2 8,250."""


def _found(question: str, text: str = _ITEMS) -> str | None:
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]
    found = find_row_sum(question, rows)
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "how many size 4 meters altogether in both lots",
            "Description Meter size 4, supply: Quantity Lot 1 11,950; Quantity Lot 2 8,420; sum 20,370.",
        ),
        (
            "How many standard fittings are there in the two lots together?",
            "Description Standard fitting: Quantity Lot 1 11,600; Quantity Lot 2 8,250; sum 19,850.",
        ),
        # of two rows, of as many columns as there are not, and of none
        ("How many meters are supplied in both lots?", None),
        ("How many standard fittings are there in all three lots?", None),
        ("How many standard fittings are there in both halls?", None),
        ("Which fittings are in both lots?", None),
    ],
)
def test_the_columns_of_what_is_taken_together_are_added_up(question: str, expected: str | None) -> None:
    assert _found(question) == expected


def test_where_a_column_tells_the_sum_nothing_is_reckoned() -> None:
    told = "Stock\nBoxes: Hall A 12; Hall B 30; Total 42.\nPallets: Hall A 2; Hall B 3; Total 5."
    assert _found("How many boxes are in both halls?", told) is None
    plain = told.replace("; Total 42", "").replace("; Total 5", "")
    assert _found("How many boxes are in both halls?", plain) == "Boxes: Hall A 12; Hall B 30; sum 42."


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "How many first aid cases were there in total from Q2 to Q4?",
            "First aid cases: Q2 17; Q3 14; Q4 11; sum 42.",
        ),
        # two ends alone, a column that is not there, and no sum
        ("How many first aid cases were there in total from Q1 to Q3?", None),
        ("How did first aid cases change from Q2 to Q4?", None),
    ],
)
def test_cells_from_one_column_to_another_are_added_up_with_those_between(question: str, expected: str | None) -> None:
    text = "Headers: Measure.\nFirst aid cases: Q2 17; Q3 14; Q4 11.\nNear misses: Q2 35; Q3 42; Q4 68."
    assert _found(question, text) == expected


_CHART = """Headcount by site
Values:
2022: Ostrava 1198; Brno 702; Katowice 390.
2023: Ostrava 1172; Brno 731; Katowice 455."""


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("What was total headcount in 2023?", _CHART, "2023: Ostrava 1172; Brno 731; Katowice 455; sum 2,358."),
        (
            "How many people did all sites have in 2022?",
            _CHART,
            "2022: Ostrava 1198; Brno 702; Katowice 390; sum 2,290.",
        ),
        # a series is asked for, no sum, and a year that is not there
        ("What was the total headcount of Brno in 2023?", _CHART, None),
        ("What was the headcount in 2023?", _CHART, None),
        ("What was total headcount in 2021?", _CHART, None),
        # what is compared, shares and rates add up to nothing
        ("What was the total in 2023?", "Leaks\nValues:\n2023: Leakage 138; Target 145.", None),
        ("What was the total in 2023?", "Mix\nValues:\n2023: Fresh 47%; Frozen 33%.", None),
        ("What was the total price in 2023?", "Prices\nValues:\n2023: Myre 790; Holm 851.", None),
        # quarters of two years
        ("What was the total in Q4?", "Minutes\nValues:\nQ4: 2022 6.5; 2023 3.6.", None),
    ],
)
def test_all_series_of_a_chart_are_added_up(question: str, text: str, expected: str | None) -> None:
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.SLIDE))]) if one.is_row]
    found = find_row_sum(question, rows)
    assert (found.text if found else None) == expected
