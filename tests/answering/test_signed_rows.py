"""Rows that rose or fell, by the sign of a printed change or by two periods."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.conditions.signed_rows import find_signed
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage


def _chart(title: str, *rows: str) -> str:
    values = "\n".join(rows)
    return f"# {title}\n[PICTURE START]\nValues:\n{values}\n[PICTURE END]"


_COSTS = _chart(
    "Cost per parcel by city, change on last year",
    "Oslo: Change -8.4%.\nTurku: Change -3.1%.\nVisby: Change +2.6%.\nLund: Change -5.2%.",
)
_COVER = _chart(
    "Tree cover by city", "Lyon: 2014 21%; 2024 27%.\nPorto: 2014 14%; 2024 17%.\nGraz: 2014 33%; 2024 32%."
)
_PRICES = _chart(
    "Price of water",
    "2018: Price 345; Income 47.\n2019: Price 360; Income 51.",
    "2020: Price 340; Income 48.\n2021: Price 390; Income 54.",
)
_CASH = _chart(
    "Free cash flow by segment", "Wind: 2022 64; 2023 142.\nSubsea: 2022 48; 2023 -26.\nYard: 2022 -37; 2023 -85."
)
_SALES = _chart(
    "Sales by city",
    "Oslo: Sales 84.",
    "Turku: Sales 31.",
    "Visby: Sales 26.",
)

_BUDGET = """# Where the money goes
[TABLE START]
Department | 2024 | 2025 | 2026 | Change 2025-26
Schools | 131.4 | 136.9 | 142.6 | +4.2 %
Roads | 47.1 | 49.6 | 47.9 | -3.4 %
Parks | 9.9 | 9.2 | 9.4 | +2.2 %
Fire | 18.1 | 18.9 | 19.7 | +4.2 %
[TABLE END]"""


def _found(question: str, text: str) -> str | None:
    rows = [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.SLIDE))]) if one.is_row]
    found = find_signed(question, rows)
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("In which city did the cost per parcel rise?", _COSTS, "Visby: Change +2.6%."),
        ("Where did the cost per parcel drop most?", _COSTS, "Oslo: Change -8.4%."),
        ("Where did the cost per parcel drop most, and by how much?", _COSTS, "Oslo: Change -8.4%."),
        # of what is bad more is worse
        ("In which city did the cost per parcel get worse?", _COSTS, "Visby: Change +2.6%."),
        (
            "In which cities did the cost per parcel improve?",
            _COSTS,
            "Oslo: Change -8.4%. Turku: Change -3.1%. Lund: Change -5.2%.",
        ),
        (
            "In which city did tree cover get worse?",
            _COVER,
            "Graz: 2014 33%; 2024 32%; change -1 percentage points (-3.03%).",
        ),
        (
            "How many cities lowered or saw the cost fall?",
            _COSTS,
            "3 of 4: Oslo: Change -8.4%. Turku: Change -3.1%. Lund: Change -5.2%.",
        ),
        (
            "In which city did tree cover fall?",
            _COVER,
            "Graz: 2014 33%; 2024 32%; change -1 percentage points (-3.03%).",
        ),
        # of more periods that which is named and the one before it, or both that are
        ("Which department's budget falls in 2026?", _BUDGET, "Roads: 2025 49.6; 2026 47.9; change -1.7 (-3.43%)."),
        (
            "In which departments did the budget fall from 2024 to 2026?",
            _BUDGET,
            "Parks: 2024 9.9; 2026 9.4; change -0.5 (-5.05%).",
        ),
        ("In which year did the income fall?", _PRICES, "2020: Income 48; 2019 51; change -3 (-5.88%)."),
        ("Which segments had negative free cash flow in 2023?", _CASH, "Subsea: 2023 -26. Yard: 2023 -85."),
        ("Which segments had positive free cash flow in 2022?", _CASH, "Wind: 2022 64. Subsea: 2022 48."),
    ],
)
def test_rows_that_went_that_way(question: str, text: str, expected: str) -> None:
    assert _found(question, text) == expected


@pytest.mark.parametrize(
    ("question", "text"),
    [
        # amounts have no way
        ("In which city did sales rise?", _SALES),
        ("Which city fell most?", _SALES),
        # other words than the chart's
        ("Which train lost its way?", _COSTS),
        # the row is named
        ("How many parcels did Oslo lose at that cost?", _COSTS),
        # and the title that all bars are called by has a colon
        ("How many parcels did Oslo lose?", _COSTS.replace("Change", "Change in parcels: Lund loses")),
        # a limit, a figure and a reason are asked otherwise
        ("Which cities fell by more than 5%?", _COSTS),
        ("By how much did the cost in Oslo fall?", _COSTS),
        ("Why did the cost per parcel rise?", _COSTS),
    ],
)
def test_other_questions_are_left(question: str, text: str) -> None:
    assert _found(question, text) is None
