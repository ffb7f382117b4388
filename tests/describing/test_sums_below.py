"""Sums at the foot of a table of items: their name is no entry of the column that it stands in."""

from __future__ import annotations

from bizrag.describing.tables import describe_table, tabulate_table
from tests.describing.test_describe_tables import Spanned, table

ITEMS: list[list[str | Spanned]] = [
    ["Pos.", "Item", "Qty", "Total"],
    ["1", "Toner", "6", "353.40"],
    ["2", "Pens", "10", "68.00"],
]


def test_the_name_of_a_sum_is_the_label_of_its_row() -> None:
    said = describe_table(table(*ITEMS, ["", "", "Net", "421.40"], ["", "", "VAT 19%", "80.07"], num_headers=1))
    assert said.split("\n") == [
        "Pos. 1; Item Toner; Qty 6; Total 353.40.",
        "Pos. 2; Item Pens; Qty 10; Total 68.00.",
        "Net: Total 421.40.",
        "VAT 19%: Total 80.07.",
    ]


def test_sums_of_several_columns_have_their_name_too() -> None:
    said = describe_table(table(*ITEMS, ["", "Sum", "16", "421.40"], num_headers=1))
    assert said.endswith("Sum: Qty 16; Total 421.40.")


def test_a_row_among_the_items_is_no_sum() -> None:
    said = describe_table(table(*ITEMS[:2], ["", "", "Net", "353.40"], ITEMS[2], num_headers=1))
    assert "Qty Net; Total 353.40." in said


def test_a_laid_out_table_has_each_cell_once() -> None:
    said = tabulate_table(table(*ITEMS, ["", "", "Net", "421.40"], num_headers=1))
    assert said.split("\n")[-1] == "Net |  |  | 421.40"
