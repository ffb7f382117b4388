"""Heads of financial statements: periods at one end of their columns, what figures are in, days over years. By hand."""

from __future__ import annotations

import pytest

from bizrag.parsing.engines.grid.grid import build_grid
from bizrag.parsing.engines.grid.types import Rule, TableGrid
from tests.parsing.set_tables import across, page, rows_of

# right ends of four columns of figures
_ENDS = (200, 280, 360, 440)


def _at(end: float, top: float, text: str) -> tuple[float, float, str]:
    """A text of one word or more that ends at ``end``."""
    width = sum(5 * len(word) for word in text.split()) + 3 * (len(text.split()) - 1)
    return end - width, top, text


def _spans(grid: TableGrid) -> dict[str, tuple[int, int]]:
    return {cell.text: (cell.col_start, cell.col_end) for cell in grid.cells if cell.is_header}


def _figures(top: float, ends: tuple[float, ...] = _ENDS) -> list[tuple[float, float, str]]:
    labels = ("Revenue", "Cost of revenue", "Net income")
    return [
        placed
        for row, label in enumerate(labels)
        for placed in (
            (0.0, top + 14 * row, label),
            *(_at(end, top + 14 * row, f"{row + 1},{at}52") for at, end in enumerate(ends)),
        )
    ]


def _pieces(y: float, ends: tuple[float, ...] = _ENDS) -> list[Rule]:
    """A rule in pieces, one under the labels and one under each column."""
    return [across(y, 0, 130), *(across(y, end - 50, end) for end in ends)]


def test_a_period_at_the_right_end_of_its_years_stands_over_both() -> None:
    grid = build_grid(
        page(
            _at(280, 0, "Three Months"), _at(280, 11, "Ended June 30,"), _at(360, 11, "Percentage"),
            _at(200, 28, "2022"), _at(280, 28, "2021"), _at(360, 28, "Change"),
            *_figures(42, (200, 280, 360)),
        ),
        _pieces(24, (200, 280, 360)),
    )  # fmt: skip
    assert _spans(grid)["Three Months Ended June 30,"] == (1, 3)


def test_two_periods_stand_over_two_years_each() -> None:
    grid = build_grid(
        page(
            _at(280, 0, "Three Months"), _at(440, 0, "Six Months"),
            _at(280, 11, "Ended June 30,"), _at(440, 11, "Ended June 30,"),
            *(_at(end, 28, year) for end, year in zip(_ENDS, ("2022", "2021") * 2, strict=True)),
            *_figures(42),
        ),
        _pieces(24),
    )  # fmt: skip
    spans = _spans(grid)
    assert spans["Three Months Ended June 30,"] == (1, 3)
    assert spans["Six Months Ended June 30,"] == (3, 5)


@pytest.mark.parametrize("is_below", [True, False])
def test_a_day_beside_each_second_of_names_that_come_again_stands_over_both(is_below: bool) -> None:
    names, days = (0, 14) if is_below else (14, 0)
    grid = build_grid(
        page(
            *(_at(end, names, name) for end, name in zip(_ENDS, ("Assets", "Debts") * 2, strict=True)),
            _at(280, days, "June 2022"), _at(440, days, "June 2021"),
            *_figures(28),
        ),
        _pieces(12),
    )  # fmt: skip
    spans = [(cell.text, cell.col_start, cell.col_end) for cell in grid.cells if cell.text.startswith("June")]
    assert spans == [("June 2022", 1, 3), ("June 2021", 3, 5)]


def test_names_that_come_again_without_one_in_each_group_stay_as_they_are() -> None:
    grid = build_grid(
        page(
            *(_at(end, 14, name) for end, name in zip(_ENDS, ("Assets", "Debts") * 2, strict=True)),
            _at(280, 0, "Restated"),
            *_figures(28),
        ),
        [across(12, 230, 280)],
    )  # fmt: skip
    assert _spans(grid)["Restated"] == (2, 3)


def test_what_all_figures_are_in_stands_over_the_labels() -> None:
    grid = build_grid(
        page(
            *(_at(end, 0, year) for end, year in zip(_ENDS, ("2022", "2021", "2020", "2019"), strict=True)),
            (290, 14, "(In millions)"),
            *_figures(28),
        ),
        [],
    )  # fmt: skip
    spans = _spans(grid)
    assert spans["(In millions)"] == (0, 1)
    assert [spans[year] for year in ("2021", "2020")] == [(2, 3), (3, 4)]


def test_a_day_over_its_year_is_no_value() -> None:
    grid = build_grid(
        page(
            *(_at(end, 0, "October") for end in _ENDS),
            *(_at(end, 12, day) for end, day in zip(_ENDS, ("29,", "30,") * 2, strict=True)),
            *(_at(end, 24, year) for end, year in zip(_ENDS, ("2023", "2022") * 2, strict=True)),
            *_figures(40),
        ),
        [],
    )  # fmt: skip
    assert rows_of(grid)[0] == ["", "October 29, 2023", "October 30, 2022", "October 29, 2023", "October 30, 2022"]


def test_a_label_of_three_lines_goes_on_with_small_letters() -> None:
    rows = [
        (0, 14, "Salaries and wages"), (0, 28, "and all other"), (0, 42, "contributions"),
    ]  # fmt: skip
    grid = build_grid(
        page(
            (100, 0, "2022"), (160, 0, "2021"),
            *rows, (100, 42, "1,204"), (160, 42, "1,180"),
            (0, 70, "Rent"), (100, 70, "204"), (160, 70, "180"),
            (0, 82, "Power"), (100, 82, "104"), (160, 82, "80"),
            (0, 94, "Post"), (100, 94, "12"), (160, 94, "14"),
        ),
        [],
    )  # fmt: skip
    assert [row[0] for row in rows_of(grid)[1:]] == [
        "Salaries and wages and all other contributions", "Rent", "Power", "Post",
    ]  # fmt: skip


def test_a_name_over_all_columns_does_not_keep_years_from_their_groups() -> None:
    ends = (160, 240, 320, 400, 480, 560)
    grid = build_grid(
        page(
            (290, 0, "Three Months Ended March"),
            _at(240, 14, "2022"), _at(480, 14, "2023"),
            *(_at(end, 28, name) for end, name in zip(ends, ("Reported", "Effect", "Before") * 2, strict=True)),
            *_figures(42, ends),
        ),
        [*(across(25, end - 50, end) for end in ends), *(across(39, end - 50, end) for end in ends)],
    )  # fmt: skip
    spans = _spans(grid)
    assert (spans["2022"], spans["2023"]) == ((1, 4), (4, 7))


def test_a_name_of_its_own_column_beside_a_period_is_not_covered_by_it() -> None:
    ends = (160, 240, 320, 400, 480, 560)
    grid = build_grid(
        page(
            _at(240, 0, "Three Months"), _at(320, 0, "Percentage"),
            _at(480, 0, "Six Months"), _at(560, 0, "Percentage"),
            _at(240, 11, "Ended June 30,"), _at(320, 11, "Change"),
            _at(480, 11, "Ended June 30,"), _at(560, 11, "Change"),
            *(_at(end, 28, year) for end, year in zip((160, 240, 400, 480), ("2022", "2021") * 2, strict=True)),
            *_figures(42, ends),
        ),
        [across(24, 110, 240), *(across(24, end - 50, end) for end in ends[2:])],
    )  # fmt: skip
    spans = _spans(grid)
    assert (spans["Three Months Ended June 30,"], spans["Six Months Ended June 30,"]) == ((1, 3), (4, 6))
    assert spans["Percentage Change"] == (6, 7)


def test_not_audited_in_the_middle_is_of_all_columns_and_below_a_day_of_its_own() -> None:
    def spans_with(left: float, days: tuple[str, str]) -> dict[str, tuple[int, int]]:
        head = [_at(280, 0, days[0]), _at(440, 0, days[1]), (left, 12, "(unaudited)")]
        return _spans(build_grid(page(*head, *_figures(28, (280, 440))), []))

    assert spans_with(192, ("2022", "2021"))["(unaudited)"] == (0, 1)
    assert spans_with(385, ("2022", "June 2021"))["June 2021 (unaudited)"] == (2, 3)


def test_the_first_line_of_a_name_in_the_middle_is_no_title() -> None:
    grid = build_grid(
        page(
            (173, 0, "Common stock and capital"),
            (193, 12, "in excess of par"), _at(380, 12, "Other"), _at(460, 12, "Retained"),
            _at(200, 28, "Shares"), _at(290, 28, "Amount"), _at(380, 28, "income"), _at(460, 28, "earnings"),
            *_figures(42, (200, 290, 380, 460)),
        ),
        [across(25, 150, 290), *(across(39, end - 50, end) for end in (200, 290, 380, 460))],
    )  # fmt: skip
    assert _spans(grid)["Common stock and capital in excess of par"] == (1, 3)


def test_rows_set_in_below_a_heading_are_no_end_of_it_however_close() -> None:
    rows = [(20, 44, "Research"), (20, 60, "Selling"), (0, 76, "Total costs"), (0, 92, "Income"), (0, 108, "Tax")]
    grid = build_grid(
        page(
            _at(200, 0, "2022"), _at(280, 0, "2021"),
            (0, 14, "Revenue"), _at(200, 14, "9,100"), _at(280, 14, "8,700"),
            (0, 30, "Operating costs"),
            *rows, *(_at(end, top, f"{top},{at}52") for _, top, _ in rows for at, end in enumerate((200, 280))),
        ),
        [],
    )  # fmt: skip
    assert [row[0] for row in rows_of(grid)] == [
        "", "Revenue", "Operating costs", "Research", "Selling", "Total costs", "Income", "Tax",
    ]  # fmt: skip


def test_a_name_over_the_labels_alone_stays_over_them() -> None:
    grid = build_grid(
        page(
            (0, 0, "Region"),
            (0, 14, "Office"), _at(200, 14, "2022"), _at(280, 14, "2021"),
            *_figures(28, (200, 280)),
        ),
        [across(11, 0, 60), across(11, 70, 130), across(25, 0, 280)],
    )  # fmt: skip
    assert _spans(grid)["Region"] == (0, 1)


def test_a_name_of_three_lines_joins_no_columns_of_one_row() -> None:
    grid = build_grid(
        page(
            _at(440, 0, "Adjustment of Value"), _at(440, 11, "Hedging and Included"),
            _at(440, 22, "Assets and Liabilities"),
            *((0, top, "Line item") for top in (0, 11, 22)),
            (0, 36, "(In Millions)"),
            *(_at(end, 36, day) for end, day in zip(_ENDS, ("2022", "2021") * 2, strict=True)),
            (0, 50, "Long-term debt"), *(_at(end, 50, "1,775") for end in _ENDS),
        ),
        [],
    )  # fmt: skip
    assert grid.num_cols == 5
