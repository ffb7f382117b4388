"""Figures over what they count are said with their names; other tables stay."""

from __future__ import annotations

from bizrag.describing.key_figures import with_names_first
from bizrag.describing.tables import describe_table, said_rows
from tests.describing.test_describe_tables import table


def test_each_figure_is_said_with_the_name_below_it() -> None:
    park = table(
        ["The park in figures", "", ""],
        ["312 km²", "47", "1 in 38"],
        ["area", "lakes", "visitors by bus"],
        ["9%", "12%", ""],
        ["growth", "", ""],
        ["", "of them", ""],
    )
    assert describe_table(park).splitlines() == [
        "The park in figures",
        "area: 312 km².",
        "lakes: 47.",
        "visitors by bus: 1 in 38.",
        "growth: 9%.",
        "of them: 12%.",
    ]
    assert [cell.text for cell in next(said_rows(park)).cells] == ["area", "312 km²"]


def test_figures_without_a_name_and_heads_of_years_stay_as_they_are() -> None:
    for found in (
        table(["31%", "43%"], ["black", ""]),
        table(["2023", "2024"], ["good", "better"]),
        table(["Cash", "12"], ["Debt", "9"]),
        table(["12", "14"], ["a rather long sentence that says what was counted and why it was", "b"]),
    ):
        assert with_names_first(found) is found


def test_a_letter_for_an_icon_is_before_the_name_of_its_figure() -> None:
    cards = table(
        ["W", "3.4 m³", "water per tonne"], ["D", "41%", "of managers are women"], ["P", "91%", "of packaging"]
    )
    assert describe_table(cards).splitlines() == [
        "W water per tonne: 3.4 m³.",
        "D of managers are women: 41%.",
        "P of packaging: 91%.",
    ]


def test_kinds_that_come_back_are_no_icons() -> None:
    grades = table(["A", "3.4", "steel pipe"], ["B", "4.1", "steel rod"], ["A", "9.1", "steel wire"])
    assert describe_table(grades).splitlines()[0] == "A: 3.4; steel pipe."


def test_a_row_without_anything_is_no_tile() -> None:
    assert describe_table(table(["A", "3.4", "pipe"], ["", "", ""], ["B", "4.1", "rod"])).splitlines()[-1] == (
        "B: 4.1; rod."
    )
