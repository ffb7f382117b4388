"""The rows under a label and the years of columns, where a question asks for these and for no value."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.named.parts_of_tables import find_parts, find_years
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_ASSETS = """Plan assets were as follows:
Headers: (in thousands).
Equity securities > Domestic: December 31, 2019 $ 400; December 31, 2018 $ 380.
Equity securities > Foreign: December 31, 2019 210; December 31, 2018 190.
Equity securities > Total equity securities: December 31, 2019 610; December 31, 2018 570.
Bonds > Government: December 31, 2019 90; December 31, 2018 80.
Cash: December 31, 2019 15.
Total: December 31, 2019 $ 715; December 31, 2018 $ 650."""


def _rows(text: str = _ASSETS) -> list[Statement]:
    chunk = make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))
    return [one for one in read_statements([chunk]) if one.is_row]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # without the row that sums them up
        ("What are the components of equity securities?", "Equity securities: Domestic; Foreign."),
        ("What financial items do equity securities consist of?", "Equity securities: Domestic; Foreign."),
        ("How many types of equity securities are there?", "Equity securities: 2: Domestic; Foreign."),
        # one row is no list, and a value or a limit is asked for
        ("What are the components of bonds?", None),
        ("What are equity securities?", None),
        ("Which types of equity securities exceeded 300 in 2019?", None),
        ("Which type of equity securities was the largest?", None),
    ],
)
def test_the_rows_under_a_label_are_its_parts(question: str, expected: str | None) -> None:
    found = find_parts(question, _rows())
    assert (found.text if found else None) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Which years does the table provide information for plan assets?",
            "Plan assets were as follows: December 31, 2019; December 31, 2018.",
        ),
        ("In which years was domestic calculated?", "Domestic: December 31, 2019; December 31, 2018."),
        # a row with a gap does not tell the years of its table
        ("What years are covered by the data?", "Plan assets were as follows: December 31, 2019; December 31, 2018."),
        ("In which years was cash provided above 10?", None),
        ("In which year was domestic the largest?", None),
        ("What was cash in 2019?", None),
    ],
)
def test_the_columns_tell_the_years(question: str, expected: str | None) -> None:
    found = find_years(question, _rows())
    assert (found.text if found else None) == expected


def test_a_table_without_years_tells_none() -> None:
    assert (
        find_years("Which years does the table show?", _rows("Fees\nAdult: Day 4; Week 20.\nChild: Day 2; Week 9."))
        is None
    )
