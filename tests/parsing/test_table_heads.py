"""Which rows of a table are its head: labels in heavy type, marks, shades above lines. On tables set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.engines.grid.grid import build_grid
from bizrag.parsing.engines.grid.types import Word
from tests.parsing.set_tables import across, frame, page, rows_of, upright, words_at


def test_labels_in_heavy_type_do_not_make_the_first_row_a_head() -> None:
    rows = (
        ("Pay", "Nomvula Dlamini", "room 4"),
        ("Laptop", "Service desk", "floor 2"),
        ("Holidays", "Your lead", "online"),
    )
    words = [
        replace(word, is_bold=col == 0)
        for row, cells in enumerate(rows)
        for col, text in enumerate(cells)
        for word in words_at(120.0 * col, 24.0 * row, text)
    ]
    ruled = [across(24 * row + 16, 0, 300) for row in range(3)]
    assert not any(cell.is_header for cell in build_grid(words, ruled).cells)


def test_a_row_of_marks_is_no_part_of_the_head() -> None:
    rows = (("", "Model A", "Model B"), ("Scale", "✓", "✗"), ("Cameras", "2", "1"), ("Price", "249", "199"))
    placed = [(120 * col, 24 * row, text) for row, cells in enumerate(rows) for col, text in enumerate(cells) if text]
    ruled = [across(24 * row + 16, 0, 300) for row in range(4)]
    grid = build_grid(page(*placed), ruled)
    assert rows_of(grid) == [list(row) for row in rows]
    assert [cell.text for cell in grid.cells if cell.is_header] == ["Model A", "Model B"]


def test_a_shaded_head_above_a_body_with_lines_is_a_row_of_its_own() -> None:
    rows = (("Time", "Unit"), ("08:30", "Why people fall"), ("09:15", "What to use"), ("10:45", "What to see"))
    words = page(
        *((120 * col + 5, 20 * row + 5, text) for row, cells in enumerate(rows) for col, text in enumerate(cells))
    )
    lines = [across(y, 0, 260) for y in (40, 60, 80)] + [upright(x, 20, 80) for x in (0, 115, 260)]
    shades = [BoundingBox(l=0, t=0, r=115, b=20), BoundingBox(l=116, t=0, r=260, b=20)]
    assert rows_of(build_grid(words, lines, shades)) == [list(row) for row in rows]


def test_a_year_beside_several_rows_is_no_name_over_them() -> None:
    xs, ys = (0, 60, 160, 260), (0, 18, 36, 54, 72, 90)
    rules = [rule for rule in frame(xs, ys) if not (rule.is_horizontal and rule.y in (18, 36))]
    # a cell over three rows
    rules += [across(y, 60, 260) for y in (18, 36)]
    grid = build_grid(
        page(
            (65, 4, "Harvest Moon"), (165, 4, "Grace"),
            (5, 22, "2012"), (65, 22, "Under Quarry"), (165, 22, "Lyle"),
            (65, 40, "Nineteen"), (165, 40, "Abbott"),
            (5, 58, "2016"), (65, 58, "Harbour"), (165, 58, "Alma"),
            (5, 76, "2018"), (65, 76, "Glass Ferry"), (165, 76, "Rowe"),
        ),
        rules,
    )  # fmt: skip
    assert not any(cell.is_header for cell in grid.cells)
    assert rows_of(grid)[0][1:] == ["Harvest Moon", "Grace"]


def test_where_only_groups_of_columns_are_ruled_each_column_has_its_own_names() -> None:
    placed = [(110, 5, "Poisson"), (200, 5, "Hurdle"), (5, 20, "Object"), (90, 20, "ml"), (130, 20, "quasi")]
    placed += [(200, 20, "zero"), (260, 20, "ml"), (5, 35, "Crews"), (5, 50, "Locks")]
    placed += [(x, 35 + 15 * row, f"1.0{row}{at}") for at, x in enumerate((85, 130, 200, 255)) for row in range(2)]
    placed += [(165, 20, "mean"), (165, 35, "1.04"), (165, 50, "1.14")]
    ruled = [across(y, 0, 290) for y in (2, 32, 64)] + [upright(x, 2, 64) for x in (75, 193)]
    grid = build_grid(page(*placed), ruled)
    assert [row[1:4] for row in rows_of(grid)[:3]] == [
        ["Poisson", "", ""],
        ["ml", "quasi", "mean"],
        ["1.000", "1.001", "1.04"],
    ]


def test_what_is_centred_over_periods_with_a_rule_each_is_over_all_of_them() -> None:
    rows = (("Net sales", "509", "487", "462"), ("Cost", "330", "318", "300"), ("Profit", "179", "168", "162"))
    body = [
        (0 if not col else 100 * col + 20, 36 + 14 * at, text)
        for at, row in enumerate(rows)
        for col, text in enumerate(row)
    ]
    rules = [across(27, 100 * col + 5, 100 * col + 55) for col in (1, 2, 3)]

    def over(text: str, names: tuple[str, ...]) -> tuple[int, int]:
        # letters are 5 points wide
        left = 230 - int(len(text) * 2.5)
        named = [(230 - int(len(name) * 2.5) + 100 * (at - 1), 14, name) for at, name in enumerate(names)]
        grid = build_grid(page((left, 0, text), *named, *body), rules)
        cell = next(cell for cell in grid.cells if cell.is_header and text in cell.text)
        return cell.col_start, cell.col_end

    assert over("Years ended June 30,", ("2019", "2018", "2017")) == (1, 4)
    # the first line of the name in the middle
    assert over("Operating", ("Sales", "cost", "Profit")) == (2, 3)


def test_a_figure_in_another_unit_below_one_is_of_the_same_cell() -> None:
    xs, ys = (0, 90, 170, 260), (0, 20, 50, 80)
    rules = [rule for rule in frame(xs, ys) if not (rule.is_horizontal and rule.y == 50)]
    # what stands in the middle of two rows is of both
    rules += [across(50, 0, 90), across(50, 90, 170)]
    grid = build_grid(
        page(
            (5, 4, "Weight"), (95, 4, "Dose"), (175, 4, "Interval"),
            (5, 28, "5 to 9 kg"), (95, 24, "2 ml"), (95, 36, "(100 mg)"), (175, 40, "every 8"), (175, 52, "hours"),
            (5, 58, "10 to 14 kg"), (95, 54, "3.5 ml"), (95, 66, "(175 mg)"),
        ),
        rules,
    )  # fmt: skip
    interval = next(cell for cell in grid.cells if "hours" in cell.text)
    assert (interval.text, interval.row_start, interval.row_end) == ("every 8 hours", 1, 3)
    assert [cell.text for cell in grid.cells if cell.row_start and cell.col_start == 1] == [
        "2 ml (100 mg)",
        "3.5 ml (175 mg)",
    ]


def test_figures_of_different_units_are_rows_of_their_own() -> None:
    name, *facts = (
        words_at(35, 120, "Pump 20"),
        words_at(35, 132, "For clear water"),
        *((words_at(35, top, name) + words_at(117, top, value)) for top, name, value in (
            (144.8, "Voltage", "12 V"), (154.5, "Torque", "30 Nm"), (164.3, "Weight", "1.0 kg"),
        )),
        words_at(35, 177, "With hose of 10 m"),
        words_at(35, 200.3, "PU-1010") + words_at(170, 200.3, "€ 79.00"),
    )  # fmt: skip
    card = [replace(word, is_bold=True) for word in name]
    card += [replace(word, b=word.t + 9.2) for words in facts for word in words]
    rows = rows_of(build_grid(card, [across(196.5, 35, 197)]))
    assert rows[2:5] == [["Voltage", "12 V"], ["Torque", "30 Nm"], ["Weight", "1.0 kg"]]


@pytest.mark.parametrize(
    ("rows", "heads"),
    [
        # what is told of the first is a list, or a sentence
        ((("Suitable", "Foam, dry powder, carbon dioxide"), ("Unsuitable", "Water jet"), ("Hazards", "Fumes")), []),
        ((("Handling", "Keep it closed."), ("Storage", "Below 30 degrees"), ("Waste", "To the depot")), []),
        # all names are numbered, the first one too
        ((("1.1 Product", "Citrosol"), ("1.2 Use", "Degreasing"), ("1.3 Supplier", "Brenko")), []),
        ((("Plant", "Note"), ("Leeds", "Closed, sold, empty"), ("York", "Open")), ["Plant", "Note"]),
    ],
)
def test_the_first_of_several_facts_is_no_head(rows: Sequence[tuple[str, str]], heads: list[str]) -> None:
    placed = [(120 * col, 24 * row, text) for row, cells in enumerate(rows) for col, text in enumerate(cells)]
    ruled = [across(24 * row + 16, 0, 420) for row in range(len(rows))]
    grid = build_grid(page(*placed), ruled)
    assert rows_of(grid) == [list(row) for row in rows]
    assert [cell.text for cell in grid.cells if cell.is_header] == heads


def test_a_name_at_half_the_height_of_two_lines_is_that_of_its_own_column() -> None:
    body = [(0, 5, "Line"), *((0, 40 + 18 * row, name) for row, name in enumerate(("Inner", "Outer", "Night")))]
    body += [(x, 40 + 18 * row, f"8{row}.1") for row in range(3) for x in (115, 170)]
    body += [(240, 40 + 18 * row, f"1{row}") for row in range(3)]
    # boxes of lines that OCR read are higher than their letters, and so wide that blanks and gaps are alike
    head = [Word(text="Punctual", l=100, t=0, r=142, b=13), Word(text="2019", l=115, t=10, r=142, b=23)]
    head += [Word(text="Change", l=147, t=4.5, r=190, b=18.5)]
    head += [Word(text="Complaints", l=210, t=0, r=252, b=13), Word(text="2019", l=230, t=10, r=252, b=23)]
    grid = build_grid([*head, *page(*body)], [across(28, 0, 260)])
    assert rows_of(grid)[:2] == [
        ["Line", "Punctual 2019", "Change", "Complaints 2019"],
        ["Inner", "80.1", "80.1", "10"],
    ]


def test_names_set_closer_than_words_are_told_apart_by_the_figures_below() -> None:
    body = ("0.28", "0.41", "6.2", "0.118"), ("0.46", "0.48", "5.1", "0.097"), ("0.58", "0.60", "9.4", "0.081")
    ends = (150.0, 175.0, 200.0, 230.0)
    words = [*words_at(0, 0, "Model")]
    for name, end in zip(("AUC", "Recall", "Lead", "Brier"), ends, strict=True):
        words.append(Word(text=name, l=end - 4 * len(name), t=0, r=end, b=10))
    for row, (label, line) in enumerate(zip(("Rain", "Persist", "Boost"), body, strict=True)):
        words += words_at(0, 14.0 + 12 * row, label)
        words += [
            Word(text=cell, l=end - 4 * len(cell), t=14.0 + 12 * row, r=end, b=24.0 + 12 * row)
            for cell, end in zip(line, ends, strict=True)
        ]
    assert rows_of(build_grid(words, []))[0] == ["Model", "AUC", "Recall", "Lead", "Brier"]


def test_what_a_comma_ends_goes_on_in_the_line_below() -> None:
    rows = (
        (0, "3.1", "Articles of incorporation", "Form 10-Q, May 2, 2019"),
        (12, "4.2", "Description of securities", "Form 10-K, November 22,"),
        (22, "", "", "2019"),
        (34, "10.4", "Credit agreement", "Form 8-K, October 6, 2023"),
        (46, "21", "Subsidiaries", "Filed herewith"),
    )
    placed = [(x, y, cell) for y, *cells in rows for x, cell in zip((0, 60, 240), cells, strict=True) if cell]
    assert [row[-1] for row in rows_of(build_grid(page(*placed), []))] == [
        "Form 10-Q, May 2, 2019",
        "Form 10-K, November 22, 2019",
        "Form 8-K, October 6, 2023",
        "Filed herewith",
    ]
