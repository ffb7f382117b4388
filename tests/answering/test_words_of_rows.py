"""Rows and columns whose names have words that ask."""

from __future__ import annotations

from bizrag.answering.extractive.tables.reckoned.arithmetic import find_computed
from bizrag.answering.extractive.tables.reckoned.extremes import find_extreme
from bizrag.answering.statements.reading import Statement, read_statements, readable
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

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


_INSPECTIONS = (
    "Indicators\nInspections: 2021/22 1,034; 2022/23 1,127; 2023/24 938; Target 2023/24 1,150; Status Not met.\n"
    "Ships detained: 2021/22 5; 2022/23 6; 2023/24 3; Target 2023/24 4; Status Met.\n"
    "Bookings checked: 2021/22 58; 2022/23 66; 2023/24 83; Target 2023/24 82; Status Met."
)


def test_the_target_that_is_asked_for_beside_what_was_done_leaves_that() -> None:
    row = _rows(_INSPECTIONS)[0]
    both = "How many inspections were done in 2023/24 and what was the target?"
    assert readable(row, both) == "Inspections: 2023/24 938; Target 2023/24 1,150."
    assert readable(row, "What was the target for inspections in 2023/24?") == "Inspections: Target 2023/24 1,150."
