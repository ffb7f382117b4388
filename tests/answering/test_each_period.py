"""What is told of each period: rows of one label, cells of the report's own year, the change from first to last."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bizrag.answering.extractive.documents.each_period import choose_each, of_periods, tell_each
from bizrag.answering.extractive.scoring import Scored, Signs
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

OVER_TIME = "How have inventories changed over the reported quarters?"
PERIODS = ("2024 Q1", "2024 Q2", "2024 Q3")


def table(number: int, period: str, *rows: str) -> list[Statement]:
    """The rows of a table of a quarterly report."""
    text = "\n".join(("Balance sheet.", *rows))
    hit = make_hit(number, text, doc=f"r/{period} Larkfield.pdf", kind=ChunkKind.TABLE)
    return [one for one in read_statements([make_passage(number, hit)]) if one.is_row]


def sheets() -> list[list[Statement]]:
    return [
        table(1, "2024 Q1", "Inventories: March 31, 2024 $412; December 31, 2023 $398."),
        table(2, "2024 Q2", "Inventories: June 30, 2024 $430; December 31, 2023 $398."),
        table(3, "2024 Q3", "Inventories: September 30, 2024 $399; December 31, 2023 $398."),
    ]


def scored(statements: Sequence[Statement], *scores: float) -> list[Scored]:
    signs = Signs(words=1, context=1, fits=1, whole=1, rank=1)
    return [Scored(statement=one, score=score, signs=signs) for one, score in zip(statements, scores, strict=True)]


def test_a_report_tells_its_own_year_and_the_change_is_reckoned_where_it_is_asked_for() -> None:
    chosen = [rows[0] for rows in sheets()]

    assert tell_each(OVER_TIME, chosen) == [
        "2024 Q1: Inventories: March 31, 2024 $412. [1](#1)",
        "2024 Q2: Inventories: June 30, 2024 $430. [2](#2)",
        "2024 Q3: Inventories: September 30, 2024 $399. [3](#3)",
    ]
    assert tell_each("By how much did inventories go down from Q1 to Q3?", chosen)[-1] == (
        "2024 Q1 to 2024 Q3: change -$13 (-3.16%). [1](#1) [3](#3)"
    )


@pytest.mark.parametrize(
    ("first", "last"),
    [
        pytest.param(
            "Sales: Three Months Ended March 2024 40.", "Sales: Nine Months Ended September 2024 131.", id="ytd"
        ),
        pytest.param("Sales: 2024 40 tonnes.", "Sales: 2024 51 litres.", id="units"),
        pytest.param("Sales: 2024 40.", "Profit: 2024 51.", id="rows"),
    ],
)
def test_no_change_between_what_does_not_compare(first: str, last: str) -> None:
    chosen = [*table(1, "2024 Q1", "Costs: 1; 2.", first)[-1:], *table(2, "2024 Q3", "Costs: 1; 2.", last)[-1:]]

    told = tell_each("By how much did it grow from Q1 to Q3?", chosen)

    assert len(told) == 2
    assert "change" not in " ".join(told)


def test_what_several_reports_say_is_said_once() -> None:
    alike = [table(number, period, "Rate: 4%; 5%.")[0] for number, period in enumerate(PERIODS, start=1)]

    assert tell_each(OVER_TIME, alike) == ["2024 Q1, 2024 Q2, 2024 Q3: Rate: 4%; 5%. [1](#1) [2](#2) [3](#3)"]


def test_amounts_are_taken_from_rows_of_one_label() -> None:
    both = [
        [*rows, *table(10 + number, period, "Goods on their way: 2024 $7; 2023 $9.")]
        for number, (rows, period) in enumerate(zip(sheets(), PERIODS, strict=True))
    ]
    # in the second report another row is the best
    entries = [scored(both[0], 0.6, 0.5), scored(both[1][::-1], 0.6, 0.5), scored(both[2], 0.6, 0.5)]

    chosen = choose_each(OVER_TIME, entries)

    assert [one.said.partition(":")[0] for one in chosen] == ["Inventories"] * 3
    expected = choose_each("What inventories are expected in these reports?", entries)
    assert "Goods on their way" in [one.said.partition(":")[0] for one in expected]


def test_a_report_that_says_nothing_near_is_left_out() -> None:
    entries = [scored(rows, score) for rows, score in zip(sheets(), (0.6, 0.6, 0.1), strict=True)]

    assert [one.hit.doc for one in choose_each(OVER_TIME, entries)] == [f"r/{one} Larkfield.pdf" for one in PERIODS[:2]]


def test_statements_are_parted_by_report_for_such_questions_only() -> None:
    statements = [one for rows in reversed(sheets()) for one in rows]
    others = table(4, "Handbook", "Inventories: counted yearly; by hand.")

    parts = of_periods(OVER_TIME, [*others, *statements])

    assert [part[0].hit.doc for part in parts] == [f"r/{period} Larkfield.pdf" for period in PERIODS]
    assert of_periods("What were the inventories?", statements) == []
    assert of_periods(OVER_TIME, [*others, *sheets()[0]]) == [], "one report is no series"
