"""Tables that are two side by side are said one below the other; other tables stay."""

from __future__ import annotations

import pytest

from bizrag.describing.side_by_side import stacked
from bizrag.describing.tables import describe_table, said_rows
from tests.describing.test_describe_tables import Spanned, table

_BODY: tuple[list[str | Spanned], ...] = (
    ["Plant", "118", "Equity", "171"],
    ["Stock", "87", "Loans", "(82)"],
    ["Cash", "31", "Provisions", "-"],
    ["Total assets", "236", "", ""],
)


def test_each_half_is_said_below_its_name() -> None:
    balance = table(["Assets", "", "Liabilities", ""], *_BODY)
    assert describe_table(balance).splitlines() == [
        "Assets > Plant: 118.",
        "Assets > Stock: 87.",
        "Assets > Cash: 31.",
        "Assets > Total assets: 236.",
        "Liabilities > Equity: 171.",
        "Liabilities > Loans: (82).",
        "Liabilities > Provisions: -.",
    ]
    assert [cell.text for cell in list(said_rows(balance))[4].cells] == ["Equity", "171"]


def test_halves_with_the_same_names_are_one_list() -> None:
    towns = table(["Town", "Shops", "Town", "Shops"], *_BODY)
    assert describe_table(towns).splitlines()[1:3] == ["Plant: Shops 118.", "Stock: Shops 87."]
    assert "Equity: Shops 171." in describe_table(towns)


def test_names_of_figures_are_said_in_both_halves() -> None:
    both = table(["Assets", "EUR m", "Liabilities", "EUR m"], *_BODY)
    lines = describe_table(both).splitlines()
    assert ("Assets > Plant: EUR m 118." in lines, "Liabilities > Equity: EUR m 171." in lines) == (True, True)


@pytest.mark.parametrize(
    "rows",
    [
        # the figures of the halves are of different years
        (["Item", "2024", "Note", "2023"], *_BODY),
        # words beside words
        (["Name", "Town", "Role", "Desk"], *(["Ann", "Bath", "Cook", "A"], ["Bo", "Ely", "Clerk", "B"]) * 2),
        # too few rows tell
        (["Assets", "", "Liabilities", ""], *_BODY[:2]),
        # no second list of labels
        (["Item", "2024", "2023", "2022"], *(["Sales", "3", "2", "1"], ["Costs", "2", "1", "1"]) * 2),
        (["Item", "2024"], ["Sales", "3"], ["Costs", "2"], ["Tax", "1"]),
    ],
)
def test_other_tables_stay_as_they_are(rows: tuple[list[str | Spanned], ...]) -> None:
    one = table(*rows)
    assert stacked(one) is one


def test_columns_with_the_same_fields_are_said_each_by_itself() -> None:
    signed = table(
        ["For the owner", "For the hirer"],
        ["S. Quill", "T. Brand"],
        ["Name: Sorcha Quill", "Name: Tobias Brand"],
        ["Date: 2 June 2025", "Date: 5 June 2025"],
    )
    assert describe_table(signed).splitlines() == [
        "For the owner > S. Quill > Name: Sorcha Quill.",
        "For the owner > S. Quill > Date: 2 June 2025.",
        "For the hirer > T. Brand > Name: Tobias Brand.",
        "For the hirer > T. Brand > Date: 5 June 2025.",
    ]
    # fields that differ are rows
    mixed = table(["Mill: Leeds", "Staff: 31"], ["Mill: York", "Staff: 12"], ["Mill: Hull", "Staff: 7"])
    assert describe_table(mixed).splitlines()[0] == "Mill: Leeds: Staff: 31."


def test_times_of_one_hour_are_no_fields() -> None:
    buses = table(["9:00", "9:15", "9:45"], ["10:05", "10:20", "10:50"])
    assert describe_table(buses).splitlines() == ["9:00; 9:15; 9:45.", "10:05; 10:20; 10:50."]
