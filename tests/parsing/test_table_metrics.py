"""The competition's measure on tables small enough to count by hand."""

from __future__ import annotations

import pytest

from benchmarks.table_metrics import PlacedText, Score, adjacency_relations, score_relations


def cell(text: str, row: int, col: int, *, rows: int = 1, cols: int = 1) -> PlacedText:
    return PlacedText(text=text, row_start=row, row_end=row + rows, col_start=col, col_end=col + cols)


SQUARE = [cell("a", 0, 0), cell("b", 0, 1), cell("c", 1, 0), cell("d", 1, 1)]


def test_a_square_of_four_cells_has_two_relations_each_way() -> None:
    assert set(adjacency_relations(SQUARE)) == {
        ("A", "B", "right", 0), ("C", "D", "right", 0), ("A", "C", "below", 0), ("B", "D", "below", 0),
    }  # fmt: skip


def test_a_name_over_two_columns_is_above_both_once() -> None:
    found = adjacency_relations([cell("h", 0, 0, cols=2), cell("a", 1, 0), cell("b", 1, 1)])
    assert found == {("H", "A", "below", 0): 1, ("H", "B", "below", 0): 1, ("A", "B", "right", 0): 1}


def test_two_tall_neighbours_count_once() -> None:
    found = adjacency_relations([cell("a", 0, 0, rows=3), cell("b", 0, 1, rows=3)])
    assert found == {("A", "B", "right", 0): 1}


def test_blank_cells_are_skipped_and_counted_only_on_demand() -> None:
    cells = [cell("a", 0, 0), cell("-", 0, 1), cell("b", 0, 2)]
    assert adjacency_relations(cells) == {("A", "B", "right", 0): 1}
    assert adjacency_relations(cells, count_blanks=True) == {("A", "B", "right", 1): 1}


def test_a_wrong_text_costs_all_its_relations() -> None:
    wrong = [*SQUARE[:3], cell("x", 1, 1)]
    score = score_relations(adjacency_relations(wrong), adjacency_relations(SQUARE))
    assert (score.num_correct, score.num_found, score.num_gold) == (2, 4, 4)
    assert score.f1 == pytest.approx(0.5)


def test_a_table_that_was_not_found_costs_recall_only() -> None:
    both = Score(num_correct=4, num_found=4, num_gold=4) + Score(num_gold=4)
    assert (both.precision, both.recall) == (1.0, 0.5)
    assert both.f1 == pytest.approx(2 / 3)
