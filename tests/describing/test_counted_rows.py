"""Rows and columns that are numbered one by one are called by their numbers."""

from __future__ import annotations

import pytest

from bizrag.describing.tables import describe_table, said_rows
from tests.describing.test_describe_tables import Spanned, table


def test_the_noun_over_the_numbers_names_the_rows() -> None:
    modes = table(
        ["Mode", "Bit-rate", "Quality"],
        ["0", "250", "none"],
        ["1", "2,150", "poor"],
        ["2", "5,950", "good"],
        num_headers=1,
    )
    assert describe_table(modes).splitlines()[-3:] == [
        "Mode 0: Bit-rate 250; Quality none.",
        "Mode 1: Bit-rate 2,150; Quality poor.",
        "Mode 2: Bit-rate 5,950; Quality good.",
    ]
    assert [row.cells[0].text for row in said_rows(modes)] == ["Mode 0", "Mode 1", "Mode 2"]


@pytest.mark.parametrize(
    ("head", "numbers"),
    [
        # they say how many rows stand above, are amounts, or come once more
        ("No.", ("1", "2", "3")),
        ("Item", ("1", "2", "3")),
        ("Visits", ("12", "48", "31")),
        ("Level", ("1", "2", "2")),
        ("Year", ("2019", "2020", "2021")),
    ],
)
def test_other_numbers_name_nothing(head: str, numbers: tuple[str, ...]) -> None:
    rows: list[list[str | Spanned]] = [[number, str(7 * at), "a word"] for at, number in enumerate(numbers)]
    said = describe_table(table([head, "Sum", "Note"], *rows, num_headers=1))
    assert f"{head} {numbers[0]}: " not in said


def test_columns_that_are_numbered_one_by_one_have_a_head() -> None:
    bits = table(
        ["Parameter", "Update rate", "0", "1", "2", "3"],
        ["Pitch", "frame", "0", "7", "7", "0"],
        ["Total", "frame", "5", "43", "119", "160"],
    )
    assert describe_table(bits).splitlines()[-1] == "Total: Update rate frame; 0 5; 1 43; 2 119; 3 160."


def test_a_first_row_of_amounts_is_no_head() -> None:
    counts = table(["North", "1", "2", "3"], ["South", "4", "5", "6"], ["East", "1", "2", "3"])
    assert describe_table(counts).splitlines()[0] == "North: 1; 2; 3."
