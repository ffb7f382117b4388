"""Two columns of facts have no head; a second table right below a list of names has one of its own."""

from __future__ import annotations

import pytest

from bizrag.describing.tables import describe_table
from tests.describing.test_describe_tables import Spanned, table

FACTS: list[list[str | Spanned]] = [
    ["Ticker", "BRNK LN"],
    ["Market cap", "£1,146m"],
    ["Shares in issue", "285.1m"],
    ["Net debt (Sep 22)", "£212m"],
    ["Free float", "81%"],
    ["12m high / low", "468p / 311p"],
    ["Daily volume", "0.74m shares"],
    ["Year end", "30 September"],
]


def test_the_first_of_facts_of_several_kinds_is_no_head() -> None:
    lines = describe_table(table(*FACTS, num_headers=0)).split("\n")
    assert lines[0] == "Ticker: BRNK LN."
    assert lines[1] == "Market cap: £1,146m."


@pytest.mark.parametrize(
    "rows",
    [
        [["Measure", "Value"], *FACTS[1:], ["Fee", "0.5%"]],
        [["Key figures", "2024"], *FACTS[1:]],
        [["Key figures", "Actual"], *FACTS[1:]],
        [["Item", "Pounds"], ["Rent", "1,200"], ["Power", "310"], ["Water", "95"], ["Waste", "60"]],
    ],
)
def test_a_name_of_any_values_or_of_values_of_one_kind_is_a_head(rows: list[list[str | Spanned]]) -> None:
    (_, name), (label, value) = rows[0], rows[1]
    assert f"{label}: {name} {value}." in describe_table(table(*rows, num_headers=0))


def test_a_row_of_names_over_more_columns_heads_the_rows_below_it() -> None:
    said = describe_table(
        table(
            ["Halden Trust", "", "", "12.4%"],
            ["Cairnmoor", "", "", "8.1%"],
            ["Change (p)", "Old", "New", "Share"],
            ["FY23E", "23.2", "24.0", "3.4%"],
            ["FY24E", "25.0", "26.5", "6.0%"],
            num_headers=0,
        )
    )
    assert said.split("\n") == [
        "Halden Trust: 12.4%.",
        "Cairnmoor: 8.1%.",
        "FY23E: Change (p), Old 23.2; Change (p), New 24.0; Change (p), Share 3.4%.",
        "FY24E: Change (p), Old 25.0; Change (p), New 26.5; Change (p), Share 6.0%.",
    ]
