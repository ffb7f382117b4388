"""Errors in brackets below figures are told with them."""

from __future__ import annotations

from bizrag.describing.tables import describe_table
from bizrag.model.parses import TableArtifact, TableCell


def _said(*rows: tuple[str, ...]) -> list[str]:
    cells = tuple(
        TableCell(text=text, row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, is_header=row == 0)
        for row, texts in enumerate(rows)
        for col, text in enumerate(texts)
        if text
    )
    table = TableArtifact(ordinal=1, num_rows=len(rows), num_cols=len(rows[0]), cells=cells, markdown="")
    return describe_table(table).splitlines()


def test_errors_below_are_told_beside_their_figures() -> None:
    assert _said(
        ("", "Poisson", "Hurdle"),
        ("Crews", "0.165", "0.212"),
        ("", "(0.006)", "(0.021)"),
        ("Locks", "", "-0.362***"),
        ("", "", "(0.030)"),
        ("AIC", "35959.2", "24210.1"),
    ) == [
        "Crews: Poisson 0.165 (0.006); Hurdle 0.212 (0.021).",
        "Locks: Hurdle -0.362*** (0.030).",
        "AIC: Poisson 35959.2; Hurdle 24210.1.",
    ]


def test_a_loss_without_a_label_stays_a_row() -> None:
    said = _said(("", "2024", "2023"), ("Sales", "18", "17"), ("Costs", "(20)", "(16)"), ("", "(2)", "1"))
    assert said[-1] == "2024 (2); 2023 1."
