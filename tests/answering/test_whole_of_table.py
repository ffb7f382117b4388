"""The total of the measure that a table splits up, and rows whose names have words that ask."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.named.whole_of_table import find_whole
from bizrag.answering.extractive.tables.reckoned.arithmetic import find_computed
from bizrag.answering.extractive.tables.reckoned.extremes import find_extreme
from bizrag.answering.statements.reading import Statement, read_statements, readable
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_REVENUE = (
    "Revenue by division\nLighting: H1 2031 190; H1 2030 188; Change 1%.\n"
    "Controls: H1 2031 143; H1 2030 121; Change 18%.\n"
    "Group: H1 2031 333; H1 2030 309; Change 8%."
)
_GRID = (
    "Key indicators\nPeak load MW: 2031 6,520; 2030 6,285.\nNew lines km: 2031 85; 2030 12.\n"
    "Volume moved GWh: 2031 7,010; 2030 538."
)
_SAFE = (
    "What would help\nSafer at night: Total 11%; Sex Men 6%; Sex Women 17%; Age 16-29 16%; Age 30-44 12%.\n"
    "Nothing: Total 19%; Sex Men 22%; Sex Women 16%; Age 16-29 9%; Age 30-44 15%."
)


def _rows(text: str) -> list[Statement]:
    return [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was revenue in the first half of 2031?", "Group: H1 2031 333."),
        ("How much was the group's revenue in H1 2030?", "Group: H1 2030 309."),
        # a part, something that the table does not have, another period, another question
        ("What was the revenue of Lighting in H1 2031?", None),
        ("What was the revenue of the Nordic countries in H1 2031?", None),
        ("What was revenue in H1 2029?", None),
        ("Which division has the highest revenue in H1 2031?", None),
        ("What was EBITDA in H1 2031?", None),
    ],
)
def test_the_total_answers_for_what_its_table_splits_up(question: str, expected: str | None) -> None:
    found = find_whole(question, _rows(_REVENUE))
    assert (found.text if found else None) == expected


def test_a_word_of_a_row_asks_for_no_largest_value() -> None:
    assert find_extreme("When was the peak load reached in 2031?", _rows(_GRID)) is None
    found = find_extreme("Which indicator has the highest value in 2031?", _rows(_GRID))
    assert found is not None
    assert found.text == "Volume moved GWh: 2031 7,010."


def test_columns_are_named_without_their_group() -> None:
    found = find_computed("What is the difference between men and women in 'Safer at night'?", _rows(_SAFE))
    assert found is not None
    assert found.text == "Safer at night: Sex Men 6%; Sex Women 17%; difference 11 percentage points."


def test_what_was_spent_so_far_is_the_actual_to_date() -> None:
    row = _rows("Budget\nTraining: Plan 310; Actual to date 24; Forecast 290.\nLicences: Plan 86; Actual to date 80.")[
        0
    ]
    assert readable(row, "How much was spent on training so far?") == "Training: Actual to date 24."
