"""Rows of a survey's table that say in what those below them are."""

from __future__ import annotations

from bizrag.describing.tables import describe_table
from tests.describing.test_describe_tables import Spanned, table

_HEAD: list[str | Spanned] = ["", "All", "Men", "Women"]


def test_figures_are_told_with_the_sign_above_them() -> None:
    survey = table(
        _HEAD,
        ["People asked", "1,512", "721", "791"],
        ["", "%", "%", "%"],
        ["Content", "52", "50", "54"],
        ["Not content", "29", "-", "28*"],
        num_headers=1,
    )
    assert describe_table(survey).split("\n") == [
        "People asked: All 1,512; Men 721; Women 791.",
        "Content: All 52%; Men 50%; Women 54%.",
        "Not content: All 29%; Men -; Women 28*%.",
    ]


def test_a_sign_in_one_column_or_beside_a_label_is_a_cell_like_others() -> None:
    rows: list[list[str | Spanned]] = [["", "", "%", ""], ["Unit", "%", "%", "%"]]
    for row in rows:
        said = describe_table(
            table(_HEAD, ["Asked", "15", "7", "8"], row, ["Content", "52", "50", "54"], num_headers=1)
        )
        assert "Content: All 52; Men 50; Women 54." in said


def test_signs_below_the_names_of_columns_are_of_these() -> None:
    said = describe_table(table(_HEAD, ["", "%", "%", "%"], ["Content", "52", "50", "54"], num_headers=2))
    assert said == "Content: All % 52; Men % 50; Women % 54."
