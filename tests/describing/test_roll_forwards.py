"""Rows of changes between two balances are told with the period that ends with the second."""

from __future__ import annotations

import pytest

from bizrag.describing.tables import describe_table, tabulate_table
from tests.describing.test_describe_tables import Spanned, table

_HEAD: list[str | Spanned] = ["", "Shares", "Price"]


def _told(*rows: list[str | Spanned]) -> list[str]:
    return describe_table(table(_HEAD, *rows, num_headers=1)).splitlines()


def test_changes_are_of_the_period_that_ends_with_the_next_balance() -> None:
    assert _told(
        ["Unvested at December 31, 2030", "90", "$4"],
        ["Granted", "20", "$5"],
        ["Unvested at December 31, 2031", "110", "$4"],
        ["Granted", "30", "$6"],
        ["Forfeited", "(10)", "$5"],
        ["Unvested at December 31, 2032", "130", "$5"],
    ) == [
        "Unvested at December 31, 2030: Shares 90; Price $4.",
        "Unvested, changes to December 31, 2031 > Granted: Shares 20; Price $5.",
        "Unvested at December 31, 2031: Shares 110; Price $4.",
        "Unvested, changes to December 31, 2032 > Granted: Shares 30; Price $6.",
        "Unvested, changes to December 31, 2032 > Forfeited: Shares (10); Price $5.",
        "Unvested at December 31, 2032: Shares 130; Price $5.",
    ]


def test_balances_without_a_name_stand_in_their_group() -> None:
    assert _told(
        ["Cost", "", ""],
        ["At 1 January 2031", "5", "6"],
        ["Additions", "1", "2"],
        ["At 31 December 2031", "6", "8"],
    )[1:] == [
        "Cost > Changes to 31 December 2031 > Additions: Shares 1; Price 2.",
        "Cost > At 31 December 2031: Shares 6; Price 8.",
    ]


def test_a_balance_is_not_what_changes() -> None:
    assert _told(
        ["Opening balance, May 1, 2031", "5", "6"], ["Additions", "1", "2"], ["Opening balance, May 1, 2032", "6", "8"]
    )[1:2] == ["Changes to May 1, 2032 > Additions: Shares 1; Price 2."]


@pytest.mark.parametrize(
    "rows",
    [
        # of two things
        [["Unvested at December 31, 2030", "90"], ["Granted", "20"], ["Vested at December 31, 2031", "110"]],
        # the later one first
        [["Unvested at December 31, 2031", "90"], ["Granted", "20"], ["Unvested at December 31, 2030", "110"]],
        # it names its own period
        [["Unvested at December 31, 2030", "90"], ["Granted in 2029", "20"], ["Unvested at December 31, 2031", "110"]],
        # no figures
        [["Unvested at December 31, 2030", "90"], ["Granted", ""], ["Unvested at December 31, 2031", "110"]],
    ],
)
def test_other_rows_are_of_no_period(rows: list[list[str | Spanned]]) -> None:
    assert not any("changes to" in line for line in _told(*([*row, "1"] if row[1] else [*row, ""] for row in rows)))


def test_a_balance_on_a_slide_is_not_among_the_changes_above_it() -> None:
    told = tabulate_table(
        table(
            _HEAD,
            ["Unvested at 1 May 2030", "90", "$4"],
            ["Granted", "20", "$5"],
            ["Unvested at 1 May 2031", "110", "$4"],
            num_headers=1,
        )
    )
    assert told.splitlines()[1:] == [
        "Unvested at 1 May 2030 | 90 | $4",
        "Unvested, changes to 1 May 2031 >",
        "Granted | 20 | $5",
        " >",
        "Unvested at 1 May 2031 | 110 | $4",
    ]
