"""The grid from words and rules, on small tables set by hand (``set_tables``)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.engines.grid.grid import build_grid
from bizrag.parsing.engines.grid.types import Rule, Word
from tests.parsing.set_tables import across, frame, page, rows_of, upright, words_at

INCOME = page(
    (200, 0, "2022"), (260, 0, "2021"),
    (0, 14, "Net sales"), (180, 14, "$"), (200, 14, "1,577"), (240, 14, "$"), (260, 14, "1,200"),
    (0, 28, "Other, net"), (205, 28, "(10)"), (265, 28, "243"),
    (0, 42, "Net income"), (180, 42, "$"), (200, 42, "1,567"), (240, 42, "$"), (260, 42, "1,443"),
)  # fmt: skip


def test_large_figures_above_small_labels_keep_their_spaces() -> None:
    large = [
        Word(text=text, l=left, t=top, r=left + 10 * len(text), b=top + 22)
        for top, share in ((0, "12.2%"), (60, "1,684"))
        for left, text in ((0, "$412.6"), (67, "million"), (220, share))
    ]
    small = page(
        (0, 26, "revenue, up 11.1%"), (220, 26, "margin"), (0, 86, "order backlog at year end"), (220, 86, "employees")
    )
    assert rows_of(build_grid([*large, *small], []))[:2] == [
        ["revenue, up 11.1%", "$412.6 million"],
        ["margin", "12.2%"],
    ]


def test_a_borderless_statement_has_a_label_column_and_one_column_per_period() -> None:
    assert rows_of(build_grid(INCOME, [])) == [
        ["", "2022", "2021"],
        ["Net sales", "$ 1,577", "$ 1,200"],
        ["Other, net", "(10)", "243"],
        ["Net income", "$ 1,567", "$ 1,443"],
    ]


def test_only_the_line_of_periods_is_head() -> None:
    grid = build_grid(INCOME, [])
    assert {cell.text for cell in grid.cells if cell.is_header} == {"2022", "2021"}


def test_a_cell_s_box_is_around_its_words() -> None:
    cell = next(cell for cell in build_grid(INCOME, []).cells if cell.text == "$ 1,577")
    assert cell.bbox == BoundingBox(l=180, t=14, r=225, b=24)


def test_every_word_lands_in_exactly_one_cell() -> None:
    grid = build_grid(INCOME, [])
    assert sorted(" ".join(cell.text for cell in grid.cells).split()) == sorted(word.text for word in INCOME)


def test_a_wrapped_label_is_one_row_with_its_numbers() -> None:
    words = page(
        (0, 0, "Item"), (200, 0, "Cost"),
        (0, 20, "Rent"), (200, 20, "10"),
        (0, 40, "Adjustment for losses included in net"), (0, 51, "income of the year"), (200, 51, "20"),
        (0, 71, "Total"), (200, 71, "30"),
    )  # fmt: skip
    assert rows_of(build_grid(words, []))[2] == ["Adjustment for losses included in net income of the year", "20"]


def test_a_group_heading_stays_a_row_of_its_own() -> None:
    words = page(
        (200, 0, "2022"), (260, 0, "2021"),
        (0, 14, "Cost of sales:"),
        (8, 28, "Products"), (200, 28, "41"), (260, 28, "39"),
        (8, 42, "Services"), (200, 42, "55"), (260, 42, "52"),
    )  # fmt: skip
    assert rows_of(build_grid(words, []))[1:3] == [["Cost of sales:", "", ""], ["Products", "41", "39"]]


def test_a_name_over_two_columns_spans_them_when_a_rule_under_it_does() -> None:
    words = page(
        (120, 0, "Amount borrowed"),
        (0, 14, "Type"), (100, 14, "Less"), (170, 14, "More"),
        (0, 28, "Public"), (105, 28, "25.5"), (175, 28, "10.2"),
        (0, 42, "Private"), (105, 42, "19.3"), (175, 42, "18.1"),
    )  # fmt: skip
    grid = build_grid(words, [across(12, 95, 200)])
    spanning = next(cell for cell in grid.cells if cell.text == "Amount borrowed")
    label = next(cell for cell in grid.cells if cell.text == "Type")
    assert (spanning.col_start, spanning.col_end, spanning.row_start, spanning.row_end) == (1, 3, 0, 1)
    assert (label.row_start, label.row_end) == (0, 2)


def test_years_that_stand_left_of_their_numbers_name_a_column_each() -> None:
    grid = build_grid(
        page(
            (190, 0, "Three Months Ended"), (210, 14, "March 31,"), (150, 28, "2024"), (290, 28, "2023"),
            (0, 42, "Products"), (195, 42, "66,030"), (330, 42, "59,405"),
            (0, 56, "Services"), (195, 56, "14,392"), (330, 56, "11,240"),
            (0, 70, "Total revenue"), (195, 70, "80,422"), (330, 70, "70,645"),
        ),
        [across(11, 100, 361), across(25, 100, 361), across(39, 100, 228), across(39, 228, 361)],
    )  # fmt: skip
    assert rows_of(grid)[-4:] == [
        ["", "2024", "2023"],
        ["Products", "66,030", "59,405"],
        ["Services", "14,392", "11,240"],
        ["Total revenue", "80,422", "70,645"],
    ]


def test_names_with_a_rule_each_stand_over_one_column_and_over_three() -> None:
    grid = build_grid(
        page(
            (100, 0, "FY2023"), (235, 0, "FY2024"),
            (100, 14, "Actual"), (165, 14, "Budget"), (235, 14, "Actual"), (300, 14, "Variance"),
            (0, 28, "Sales tax"), (100, 28, "108,420"), (165, 28, "113,900"), (235, 28, "114,200"), (310, 28, "300"),
            (0, 42, "Fares"), (105, 42, "18,420"), (170, 42, "19,900"), (240, 42, "20,200"), (310, 42, "310"),
        ),
        [across(11, 90, 150), across(11, 150, 345)],
    )  # fmt: skip
    spans = {cell.text: (cell.col_start, cell.col_end) for cell in grid.cells if cell.text.startswith("FY")}
    assert spans == {"FY2023": (1, 2), "FY2024": (2, 5)}


def test_names_over_one_long_rule_share_its_columns() -> None:
    """As in heads whose lower border is drawn below all groups at once, each name a little left of its middle."""
    words = page(
        (103, 0, "Revenue"), (223, 0, "EBITDA"),
        (100, 16, "H1 25"), (160, 16, "H1 24"), (220, 16, "H1 25"), (280, 16, "H1 24"), (350, 16, "Staff"),
        (0, 32, "Plate"), (105, 32, "421"), (165, 32, "395"), (225, 32, "51"), (285, 32, "33"), (355, 32, "214"),
        (0, 48, "Strip"), (105, 48, "702"), (165, 48, "781"), (225, 48, "28"), (285, 48, "39"), (355, 48, "431"),
    )  # fmt: skip
    grid = build_grid(words, [across(12, 95, 310), across(28, 0, 380)])
    named = {cell.text: (cell.col_start, cell.col_end) for cell in grid.cells if cell.row_start == 0}
    assert (named["Revenue"], named["EBITDA"]) == ((1, 3), (3, 5))


def test_a_band_across_all_columns_that_names_each_of_them_is_its_head() -> None:
    """Word's usual style: a filled head without lines in it, lines between the cells below."""
    words = page(
        (4, 4, "Zone"), (110, 4, "Essential"), (215, 4, "Natural hazard"), (230, 16, "levy"),
        (4, 34, "Inland towns"), (120, 34, "148"), (230, 34, "0.50"),
        (4, 54, "River plains"), (120, 54, "219"), (230, 54, "46.00"),
    )  # fmt: skip
    xs, ys = (0, 100, 200, 300), (0, 30, 50, 70)
    rules = [*(across(y, xs[0], xs[-1]) for y in ys), *(upright(x, ys[1], ys[-1]) for x in xs)]
    assert rows_of(build_grid(words, rules)) == [
        ["Zone", "Essential", "Natural hazard levy"],
        ["Inland towns", "148", "0.50"],
        ["River plains", "219", "46.00"],
    ]
    # a name over all columns stays one cell
    title = page((80, 4, "Yearly premium in euros by zone"))
    titled = build_grid([*title, *words[5:]], rules)
    assert [(cell.col_start, cell.col_end) for cell in titled.cells if cell.row_start == 0] == [(0, 3)]


def test_drawn_cells_decide_and_a_missing_line_merges() -> None:
    xs, ys = (0.0, 60.0, 120.0, 180.0), (0.0, 20.0, 40.0, 60.0)
    rules = [across(y, 0, 180) for y in (0.0, 20.0, 60.0)]
    # the line at 40 leaves the first column out: its cell is two rows high
    rules += [across(40, 60, 180)] + [upright(x, 0, 60) for x in xs]
    words = page(
        (5, 5, "Group"), (65, 5, "Kind"), (125, 5, "Share"),
        (5, 35, "Allergy"), (65, 25, "Count"), (125, 25, "93"), (65, 45, "Percent"), (125, 45, "18.8%"),
    )  # fmt: skip
    grid = build_grid(words, rules)
    merged = next(cell for cell in grid.cells if cell.text == "Allergy")
    assert (grid.num_rows, grid.num_cols) == (len(ys) - 1, len(xs) - 1)
    assert (merged.row_start, merged.row_end) == (1, 3)


def test_wrapped_text_inside_a_drawn_cell_is_one_row() -> None:
    words = page(
        (5, 5, "Goal"), (65, 5, "Statement"),
        (5, 36, "1.1"), (65, 25, "Build a team"), (65, 36, "that stays"), (65, 47, "for long"),
        (5, 71, "1.2"), (65, 65, "Find more"), (65, 76, "people"),
    )  # fmt: skip
    grid = build_grid(words, frame((0, 60, 200), (0, 20, 60, 90)))
    assert rows_of(grid) == [
        ["Goal", "Statement"],
        ["1.1", "Build a team that stays for long"],
        ["1.2", "Find more people"],
    ]


def test_a_frame_around_many_rows_does_not_make_them_one() -> None:
    words = page(
        (5, 5, "Name"), (65, 5, "Value"),
        (5, 25, "a"), (65, 25, "1"), (5, 39, "b"), (65, 39, "2"), (5, 53, "c"), (65, 53, "3"),
    )  # fmt: skip
    assert build_grid(words, frame((0, 60, 120), (0, 20, 70))).num_rows == 4


def test_a_shaded_box_across_the_table_closes_cells_as_lines_do() -> None:
    words = page((5, 5, "A"), (65, 5, "B"), (5, 25, "one"), (65, 25, "two words"), (65, 36, "wrapped"))
    rules = [upright(60, 0, 50), upright(0, 0, 50), upright(130, 0, 50)]
    grid = build_grid(words, rules, [BoundingBox(l=0, t=0, r=130, b=20)])
    assert rows_of(grid) == [["A", "B"], ["one", "two words wrapped"]]


def test_a_sign_that_ends_a_label_is_its_unit_and_no_part_of_a_value_far_off() -> None:
    grid = build_grid(
        page(
            (0, 0, "In 2024"),
            (130, 0, "Berlin"),
            (190, 0, "Lyon"),
            (0, 14, "Subsidy per bike, €"),
            (190, 14, "1,500"),
            (0, 28, "Protected lanes, km"),
            (130, 28, "312"),
            (190, 28, "187"),
            (0, 42, "Huts"),
            (130, 42, "41"),
            (190, 42, "58"),
        ),
        [],
    )
    assert rows_of(grid)[1] == ["Subsidy per bike, €", "", "1,500"]


def test_of_a_table_with_ruled_rows_the_first_row_alone_is_the_head() -> None:
    texts = [("Part", "Material"), ("Diaphragm", "ceramic, dry"), ("Connection", "1.4435"), ("Housing", "1.4404")]
    placed = [(110.0 * col, 20.0 * row, text) for row, cells in enumerate(texts) for col, text in enumerate(cells)]
    grid = build_grid(page(*placed), [across(15 + 20.0 * row, 0, 200) for row in range(4)])
    assert [cell.text for cell in grid.cells if cell.is_header] == ["Part", "Material"]
    assert rows_of(grid)[1] == ["Diaphragm", "ceramic, dry"]


def test_the_first_line_of_a_cell_that_is_centred_beside_others_is_no_name_of_a_column() -> None:
    placed = [
        (0.0, 0.0, "Risk"),
        (120.0, 0.0, "Likelihood"),
        (220.0, 0.0, "Answer"),
        (220.0, 20.0, "Penalty clause and a"),
        (0.0, 26.0, "Hall opens late"),
        (120.0, 26.0, "Medium"),
        (220.0, 32.0, "second crane hired"),
        (0.0, 52.0, "Steel price rises"),
        (120.0, 52.0, "Low"),
        (220.0, 52.0, "Index clauses"),
    ]
    grid = build_grid(page(*placed), [across(y, 0, 340) for y in (15, 46, 66)])
    assert rows_of(grid)[0] == ["Risk", "Likelihood", "Answer"]
    assert rows_of(grid)[1] == ["Hall opens late", "Medium", "Penalty clause and a second crane hired"]


def test_three_dots_alone_are_an_ellipsis() -> None:
    grid = build_grid(page((0, 0, "Damping"), (100, 0, "0 … 60"), (0, 14, "Range"), (100, 14, "0 ... 16")), [])
    assert rows_of(grid) == [["Damping", "0 … 60"], ["Range", "0 ... 16"]]


def test_leader_dots_and_doubled_words_go_and_letters_stay() -> None:
    words = page((0, 0, "Rent ........"), (200, 0, "10"), (0, 14, "Heat . . . ."), (200, 14, "20"))
    doubled = [*words, Word(text="Rent", l=0.2, t=0.1, r=20.2, b=10.1)]
    assert rows_of(build_grid(doubled, [])) == [["Rent", "10"], ["Heat", "20"]]


def test_no_words_make_an_empty_grid() -> None:
    assert build_grid([], []).cells == ()


def test_one_column_of_text_is_not_cut_at_wide_blanks() -> None:
    lines = [(0, 14 * n, "words that fill a line of some length here") for n in range(5)]
    words = page(*lines, (0, 70, "a"), (40, 70, "gap in one line only"))
    assert build_grid(words, []).num_cols == 1


def scattered(seed: int) -> tuple[list[Word], list[Rule]]:
    """A page of words and rules without any order."""
    choose = random.Random(seed)
    words: list[Word] = []
    for row in range(choose.randint(1, 9)):
        for column in range(choose.randint(1, 6)):
            text = " ".join(choose.choices(["1,234", "(5)", "$", "Total", "of", "2022", "—", "long-word"], k=2))
            words += words_at(130 * column + choose.uniform(-15, 15), 12 * row + choose.uniform(-4, 4), text)
    rules = [across(choose.uniform(0, 100), left, left + 150) for left in choose.choices(range(200), k=3)]
    rules += [upright(choose.uniform(0, 300), top, top + 60) for top in choose.choices(range(50), k=3)]
    return words, rules


@pytest.mark.slow
def test_without_any_order_no_letter_is_lost_and_no_cells_overlap() -> None:
    for seed in range(200):
        words, rules = scattered(seed)
        grid = build_grid(words, rules)
        letters = Counter("".join(cell.text for cell in grid.cells).replace(" ", ""))
        assert letters == Counter("".join(word.text for word in words)), seed
        places = Counter(
            (row, col)
            for cell in grid.cells
            for row in range(cell.row_start, cell.row_end)
            for col in range(cell.col_start, cell.col_end)
        )
        assert set(places.values()) == {1}, seed
        assert max(row for row, _ in places) < grid.num_rows, seed
        assert max(col for _, col in places) < grid.num_cols, seed


def test_rows_with_one_number_beside_several_texts_are_no_head() -> None:
    rows = [
        (f"2{i}/07", name, "Singapore", "SG", f"{i}.90")
        for i, name in enumerate(("Metro", "Cafe", "Shop", "Cinema", "Bus"))
    ]
    placed = [
        (x, 14.0 * i, text) for i, row in enumerate(rows) for x, text in zip((0, 60, 160, 260, 300), row, strict=True)
    ]
    assert rows_of(build_grid(page(*placed), [])) == [list(row) for row in rows]


def test_names_over_equally_many_columns_share_them() -> None:
    words = page(
        (200, 0, "2025"), (330, 0, "2024"),
        (180, 14, "Q1"), (245, 14, "Q2"), (310, 14, "Q1"), (375, 14, "Q2"),
        (0, 28, "Net sales"), (165, 28, "11,075"), (230, 28, "69,973"), (295, 28, "57,671"), (360, 28, "17,221"),
        (0, 42, "Net income"), (165, 42, "53,289"), (230, 42, "35,931"), (295, 42, "11,517"), (360, 42, "37,642"),
    )  # fmt: skip
    head = {cell.text: (cell.col_start, cell.col_end) for cell in build_grid(words, []).cells if cell.row_start == 0}
    assert head == {"2025": (1, 3), "2024": (3, 5)}


def test_a_year_over_two_narrow_columns_joins_none_of_them() -> None:
    words = page(
        (88, 0, "2024"),
        (75, 14, "Q1"), (110, 14, "Q2"),
        *((0, 28 + 14 * row, f"Item {name}") for row, name in enumerate("abcd")),
        *((70, 28 + 14 * row, f"9{row}51") for row in range(4)),
        *((105, 28 + 14 * row, f"3{row}47") for row in range(4)),
    )  # fmt: skip
    assert build_grid(words, []).num_cols == 3


def test_the_head_above_striped_rows_is_told_by_its_words() -> None:
    words = page(
        (120, 0, "28 Sept."), (200, 0, "30 Sept."),
        *((0, 20 + 20 * row, f"Item {name}") for row, name in enumerate("abcd")),
        *((130, 20 + 20 * row, f"{row + 1},551") for row in range(4)),
        *((210, 20 + 20 * row, f"{row + 2},647") for row in range(4)),
    )  # fmt: skip
    stripes = [
        BoundingBox(l=left, t=15 + 20 * row, r=right, b=35 + 20 * row)
        for row in range(4)
        for left, right in ((-5, 100), (100, 180), (180, 260))
    ]
    grid = build_grid(words, [], stripes)
    assert rows_of(grid)[:2] == [["", "28 Sept.", "30 Sept."], ["Item a", "1,551", "2,647"]]


def test_boxes_with_a_small_name_over_a_value_are_fields() -> None:
    """Rows of a form have no columns in common, and one box is not filled in."""
    boxes, words = [], []
    for left, right, top, name, value in (
        (0, 120, 0, "Family name", "Brinkhoff"),
        (120, 240, 0, "Given name", "Annelore"),
        (0, 80, 30, "Born", "09.06.1978"),
        (80, 160, 30, "Phone", "04471 20 83"),
        (160, 240, 30, "File number", ""),
    ):
        boxes.append(BoundingBox(l=left, t=top, r=right, b=top + 30))
        for shift, height, text in ((3, 6, name), (14, 9, value)):
            at = left + 4.0
            for part in text.split():
                words.append(Word(text=part, l=at, t=top + shift, r=at + 4 * len(part), b=top + shift + height))
                at += 4 * len(part) + 3
    grid = build_grid(words, [], boxes)
    assert rows_of(grid) == [
        ["Family name", "Brinkhoff"],
        ["Given name", "Annelore"],
        ["Born", "09.06.1978"],
        ["Phone", "04471 20 83"],
        ["", "File number"],
    ]
    assert not any(cell.is_header for cell in grid.cells)


def test_figures_in_heavy_type_name_columns() -> None:
    rows = [(0, 14 * row, "") for row in range(4)]
    placed = [
        (left, top, text)
        for (_, top, _), texts in zip(
            rows,
            (("Substance", "88161", "88162"), ("pH", "9.4", "7.6"), ("BOD", "860", "612"), ("COD", "240", "15")),
            strict=True,
        )
        for left, text in zip((0, 100, 160), texts, strict=True)
    ]
    words = [replace(word, is_bold=word.t == 0) for word in page(*placed)]
    head = [cell.text for cell in build_grid(words, []).cells if cell.is_header]
    assert head == ["Substance", "88161", "88162"]
    assert not any(cell.is_header for cell in build_grid([replace(word, is_bold=True) for word in words], []).cells)


def test_a_list_of_dates_has_no_names_of_columns() -> None:
    dates = (("28 June", "Family day"), ("9 July", "Blood donors"), ("1 August", "Deadline"), ("12 September", "Close"))
    placed = [
        (left, 24 * row, text) for row, pair in enumerate(dates) for left, text in zip((0, 100), pair, strict=True)
    ]
    ruled = [across(24 * row + 16, 0, 200) for row in range(3)]
    assert not any(cell.is_header for cell in build_grid(page(*placed), ruled).cells)


def test_a_first_row_that_differs_from_the_others_in_figures_only_names_no_columns() -> None:
    people = (
        ("Billing", "Sanna Koivu", "ext. 4417"),
        ("Privacy", "Rui Tavares", "ext. 4420"),
        ("Keys", "Ann Lee", "ext. 4431"),
    )
    placed = [
        (left, 24 * row, text)
        for row, texts in enumerate(people)
        for left, text in zip((0, 80, 180), texts, strict=True)
    ]
    ruled = [across(24 * row + 16, 0, 240) for row in range(2)]
    assert not any(cell.is_header for cell in build_grid(page(*placed), ruled).cells)


def test_names_at_the_left_of_right_aligned_figures_name_their_columns_in_order() -> None:
    """Each name stands nearer to the figures before it than to its own."""
    shares = page(
        (0, 0, "Mixture"), (100, 0, "0.1 mm"), (170, 0, "0.2 mm"), (240, 0, "0.3 mm"),
        (0, 14, "M0"), (150, 14, "41"), (220, 14, "18"), (300, 14, "6"),
        (0, 28, "M1"), (145, 28, "188"), (215, 28, "163"), (285, 28, "1,37"),
        (0, 42, "M3"), (150, 42, "97"), (220, 42, "88"), (295, 42, "71"),
    )  # fmt: skip
    assert rows_of(build_grid(shares, [across(12, 0, 305)])) == [
        ["Mixture", "0.1 mm", "0.2 mm", "0.3 mm"],
        ["M0", "41", "18", "6"],
        ["M1", "188", "163", "1,37"],
        ["M3", "97", "88", "71"],
    ]


def test_a_name_less_than_there_are_columns_leaves_the_labels_without() -> None:
    key_figures = page(
        (200, 0, "Q1 2024"), (290, 0, "Q1 2023"), (380, 0, "Change"),
        (0, 14, "Revenue"), (250, 14, "122,645"), (340, 14, "121,290"), (430, 14, "+1.1"),
        (0, 28, "Gross profit"), (255, 28, "47,725"), (345, 28, "46,980"), (430, 28, "+1.6"),
        (0, 42, "Employees at period end"), (260, 42, "2,941"), (350, 42, "3,012"), (430, 42, "-2.4"),
    )  # fmt: skip
    grid = rows_of(build_grid(key_figures, [across(12, 0, 450)]))
    assert grid[:2] == [["", "Q1 2024", "Q1 2023", "Change"], ["Revenue", "122,645", "121,290", "+1.1"]]


def test_a_dash_at_the_left_of_figures_is_in_their_column() -> None:
    segments = page(
        (0, 0, "Segment"), (100, 0, "Revenue 2024"), (190, 0, "Revenue 2023"), (280, 0, "EBIT 2024"),
        (0, 14, "Garden"), (150, 14, "41,210"), (240, 14, "38,940"), (310, 14, "5,110"),
        (0, 28, "Power"), (150, 28, "63,480"), (240, 28, "66,120"), (310, 28, "4,870"),
        (0, 42, "Corporate"), (100, 42, "-"), (190, 42, "-"), (300, 42, "(1,480)"),
    )  # fmt: skip
    grid = rows_of(build_grid(segments, [across(12, 0, 340)]))
    assert (grid[0], grid[3]) == (
        ["Segment", "Revenue 2024", "Revenue 2023", "EBIT 2024"],
        ["Corporate", "-", "-", "(1,480)"],
    )


def test_cells_that_wrap_in_most_rows_are_one_row_each() -> None:
    rows = [
        word
        for number, (label, more) in enumerate((("Power", "Equipment"), ("Service &", "Parts"), ("Garden", "Tools")))
        for word in page(
            (0, 20 + 26 * number, label), (100, 20 + 26 * number, "78,150"), (170, 20 + 26 * number, "12.2"),
            (0, 31 + 26 * number, more), (180, 31 + 26 * number, "%"),
        )
    ]  # fmt: skip
    head = page((0, 0, "Segment"), (100, 0, "Revenue"), (170, 0, "Change"))
    grid = rows_of(build_grid([*head, *rows], [across(14, 0, 200)]))
    assert [row[0] for row in grid] == ["Segment", "Power Equipment", "Service & Parts", "Garden Tools"]
    assert {row[2] for row in grid[1:]} == {"12.2%"}


def in_rows(texts: Sequence[Sequence[str]]) -> list[Word]:
    """Two columns, rows twenty points apart."""
    return page(*((120 * col, 20 * row, text) for row, pair in enumerate(texts) for col, text in enumerate(pair)))


def test_rows_of_words_below_the_names_are_no_names() -> None:
    texts = [
        ["", "Mini", "Classic"], ["Heat output", "5 kW", "8 kW"], ["Hot water", "9 L/min", "13 L/min"],
        ["Served", "a flat", "a house"], ["Stage", "PN 16", "PN 25"], ["Weight", "21", "34"], ["Price", "890", "990"],
    ]  # fmt: skip
    placed = [(100 * col, 20 * row, text) for row, cells in enumerate(texts) for col, text in enumerate(cells) if text]
    plain = page(*placed)
    bold = [replace(word, is_bold=word.t == 0) for word in plain]
    for words in (plain, bold):
        grid = build_grid(words, [])
        assert rows_of(grid) == texts
        assert [cell.text for cell in grid.cells if cell.is_header] == ["Mini", "Classic"]


def test_names_with_a_colon_are_no_head() -> None:
    texts = [
        ["Patient:", "Holm, S.", "Order:", "L25"],
        ["Ward:", "Heart", "Taken:", "7 Nov"],
        ["By:", "Moe", "At:", "9:30"],
    ]
    grid = build_grid(
        page(*((100 * col, 20 * row, text) for row, cells in enumerate(texts) for col, text in enumerate(cells))), []
    )
    # a fact in each row
    assert rows_of(grid) == [cells[at : at + 2] for cells in texts for at in (0, 2)]
    assert not any(cell.is_header for cell in grid.cells)


def test_facts_beside_their_names_have_no_head() -> None:
    facts = [["Name", "Marta Oyelaran"], ["Department", "Harbour operations"], ["Days", "10"], ["Stand-in", "Piotr"]]
    words = in_rows(facts)
    grid = build_grid(words, [])
    assert rows_of(grid) == facts
    assert not any(cell.is_header for cell in grid.cells)
    # a rule or a shade below the first line alone sets it off
    shade = [BoundingBox(l=0, t=-2, r=220, b=12)]
    for other in (build_grid(words, [across(15, 0, 220)]), build_grid(words, [], shade)):
        assert {cell.row_start for cell in other.cells if cell.is_header} == {0}


def test_names_over_a_column_of_numbers_stay_the_head() -> None:
    words = in_rows([["Year", "Revenue"], ["2023", "281.2"], ["2024", "305.4"], ["2025", "338.9"]])
    assert {cell.text for cell in build_grid(words, []).cells if cell.is_header} == {"Year", "Revenue"}


def test_words_that_typewriter_type_sets_apart_are_no_columns_of_a_drawn_cell() -> None:
    names = ("ANNA MARIA DE LIMA", "JO HENRY SANT ANNA", "PAULO DA SILVA LOPES")
    typed: list[Word] = []
    for row, name in enumerate(("NAME", *names)):
        left = 4.0
        for part in name.split():
            typed.append(Word(text=part, l=left, t=4 + 20 * row, r=left + 6 * len(part), b=14 + 20 * row))
            left += 6 * len(part) + 8
        typed += words_at(204, 4 + 20 * row, "SCORE" if row == 0 else f"8{row}.33")
    grid = build_grid(typed, frame((0, 200, 260), (0, 20, 40, 60, 80)))
    assert rows_of(grid) == [["NAME", "SCORE"], *([name, f"8{row}.33"] for row, name in enumerate(names, 1))]


def test_a_row_of_a_list_begins_with_each_term_however_many_paragraphs_stand_beside_it() -> None:
    lines = [
        ("Facility B:", "Term loan of 65 million."),
        ("", "Purpose: to buy the sawmill."),
        ("Lead", "Western Bank and the"),
        ("arrangers:", "Bank of the Rhine."),
    ]
    words = [
        replace(word, is_bold=left == 0)
        for row, line in enumerate(lines)
        for left, text in zip((0, 150), line, strict=True)
        for word in page((left, 24 * row if row < 3 else 60, text))
        if text
    ]
    assert rows_of(build_grid(words, [])) == [
        ["Facility B:", "Term loan of 65 million. Purpose: to buy the sawmill."],
        ["Lead arrangers:", "Western Bank and the Bank of the Rhine."],
    ]


def test_names_in_brackets_below_their_values_are_told_with_them() -> None:
    words = page(
        (40, 0, "Delaware"), (240, 0, "47-3391826"),
        (20, 12, "(State of incorporation)"), (220, 12, "(Employer identification"), (250, 24, "number)"),
        (20, 40, "2200 Millrace Parkway"), (240, 40, "45402"),
        (30, 52, "(Address of offices)"), (230, 52, "(Zip code)"),
        (20, 70, "Common stock"), (240, 70, "PHWT"),
    )  # fmt: skip
    assert rows_of(build_grid(words, [])) == [
        ["(State of incorporation)", "Delaware"],
        ["(Employer identification number)", "47-3391826"],
        ["(Address of offices)", "2200 Millrace Parkway"],
        ["(Zip code)", "45402"],
        ["Common stock", "PHWT"],
    ]


def test_units_in_brackets_below_names_of_columns_are_no_names_of_facts() -> None:
    words = page(
        (0, 0, "Year"), (100, 0, "Revenue"), (200, 0, "Margin"),
        (100, 12, "(million)"), (200, 12, "(per cent)"),
        (0, 30, "2024"), (100, 30, "412.6"), (200, 30, "12.2"),
        (0, 44, "2025"), (100, 44, "430.1"), (200, 44, "12.9"),
    )  # fmt: skip
    assert rows_of(build_grid(words, []))[-1] == ["2025", "430.1", "12.9"]


def test_the_second_line_of_a_name_is_of_the_head_though_it_begins_with_a_number() -> None:
    words = page(
        (100, 0, "Total"), (200, 0, "Less than"), (300, 0, "More than"),
        (200, 12, "1 year"), (300, 12, "5 years"),
        (0, 30, "Debt"), (100, 30, "260.0"), (200, 30, "10.0"), (300, 30, "185.0"),
        (0, 44, "Leases"), (100, 44, "44.9"), (200, 44, "9.7"), (300, 44, "10.3"),
    )  # fmt: skip
    rule = across(26, 95, 345)
    assert rows_of(build_grid(words, [rule]))[0] == ["", "Total", "Less than 1 year", "More than 5 years"]


def test_labels_with_bullets_are_rows_below_their_group() -> None:
    words = page(
        (0, 0, "Country"), (100, 0, "Ardenia"),
        (0, 14, "Population of the whole"), (2, 28, "• City"), (100, 28, "287,311"),
        (2, 42, "• Metro"), (100, 42, "412,900"),
    )  # fmt: skip
    assert ["Population of the whole", ""] in rows_of(build_grid(words, []))


def test_brackets_that_go_on_a_label_are_no_names_of_values() -> None:
    words = page(
        (100, 0, "air"), (200, 0, "water"),
        (0, 14, "Chlorine and compounds"), (120, 14, "10 000"), (200, 14, "-"),
        (0, 26, "(as HCl)"),
        (0, 40, "Fluorine and compounds"), (120, 40, "5 000"), (200, 40, "-"),
        (0, 52, "(as HF)"),
    )  # fmt: skip
    assert all(len(cell.text.split()) < 6 for cell in build_grid(words, []).cells)


def test_lines_between_rules_are_rows_where_their_cells_had_room_for_more() -> None:
    groups = (
        ("Fitting", (("Fixed", "yes", "no"), ("Random", "yes", "yes"), ("Mixed", "various", "no"))),
        ("Plots", (("Forest", "yes", "no"), ("Funnel", "no", "yes"), ("Radial", "no", "no"))),
        ("Backed by other", (("securities", "no", "no"), ("Selection", "yes", "no"), ("Influence", "no", "yes"))),
    )
    placed: list[tuple[float, float, str]] = [(100, 0, "Alpha"), (200, 0, "Beta")]
    ruled, top = [across(14, 0, 240)], 18.0
    for name, rows in groups:
        lines = [(name, "", ""), *rows]
        placed += [
            (100.0 * col, top + 12 * line, text)
            for line, cells in enumerate(lines)
            for col, text in enumerate(cells)
            if text
        ]
        top += 12 * len(lines) + 6
        ruled.append(across(top - 3, 0, 240))
    told = [row for row in rows_of(build_grid(page(*placed), ruled)) if row[1]]
    # a label that goes on with a small letter is one
    assert told[7] == ["Backed by other securities", "no", "no"]
    assert [row for at, row in enumerate(told) if at not in (0, 7)] == [
        list(row) for name, rows in groups for row in rows if row[0] != "securities"
    ]


def test_figures_with_their_intervals_are_a_row_each() -> None:
    names = ("North", "South", "West", "East", "Coast", "Hills", "Inland")
    placed: list[tuple[float, float, str]] = []
    # in groups that a wider gap parts
    for top, name in zip((0, 12, 24, 42, 54, 72, 84), names, strict=True):
        placed += [(0, top, name), (150, top, f"0.{top + 10} [ 0.13 , 1.26 ]")]
    grid = build_grid(page(*placed), [across(-4, 0, 300), across(100, 0, 300)])
    assert [row[0] for row in rows_of(grid)] == list(names)


def test_the_shade_behind_the_names_of_columns_ends_the_head() -> None:
    rows = (
        ("", "Members", "Guests", "Due"),
        ("Application", "none", "60", "with the form"),
        ("Tuition, bachelor", "none", "none", "1 September"),
        ("Tuition, master", "650", "2,900", "1 September"),
    )
    placed = [
        (x, 100 + 20 * row, text)
        for row, cells in enumerate(rows)
        for x, text in zip((0, 120, 200, 280), cells, strict=True)
        if text
    ]
    rules = [across(115 + 20 * row, 0, 360) for row in range(1, 4)]
    shades = [BoundingBox(l=left, t=95, r=right, b=115) for left, right in pairwise((0, 110, 190, 270, 360))]
    grid = build_grid(page(*placed), rules, shades)
    assert [cell.text for cell in grid.cells if cell.is_header and cell.row_start == 1] == []
    assert rows_of(grid)[:2] == [list(row) for row in rows[:2]]


def test_a_label_in_bold_type_over_one_that_is_not_heads_a_group() -> None:
    rows = (("Group", "Sample", "Margin"), ("Total", "8,842", "1.4"), ("Half form", "4,417", "2.0"))
    rows += (("Housing", "", ""), ("Renters", "2,306", "2.8"), ("Owners", "6,251", "1.7"))
    words = [
        replace(word, is_bold=row in (0, 3))
        for row, cells in enumerate(rows)
        for x, text in zip((0, 120, 200), cells, strict=True)
        if text
        for word in words_at(x, 100 + 20 * row - (4 if row == 4 else 0), text)
    ]
    rules = [across(116 + 20 * row, 0, 240) for row in (0, 1, 2, 4, 5)]
    assert rows_of(build_grid(words, rules)) == [list(row) for row in rows]


def test_one_name_over_each_figure_is_counted_with_it() -> None:
    figures = [Word(text=str(at + 1), l=20 + 90 * at, t=14, r=32 + 90 * at, b=36) for at in range(3)]
    names = page(*((10 + 90 * at, 0, "STAGE") for at in range(3)))
    below = page(*((5 + 90 * at, 40, text) for at, text in enumerate(("60-89 Mild", "30-59 Mean", "15-29 Grave"))))
    found = rows_of(build_grid([*names, *figures, *below], []))
    assert found == [["STAGE 1", "60-89 Mild"], ["STAGE 2", "30-59 Mean"], ["STAGE 3", "15-29 Grave"]]


def test_facts_that_are_all_ruled_have_no_head() -> None:
    capacities = [["Fuel tank", "31.7 gal (120 L)"], ["Coolant", "2.5 gal (9.5 L)"], ["Engine oil", "3.1 gal (11.6 L)"]]
    engine = [["Model", "Harrow D4"], ["Fuel", "Diesel"], ["Cylinders", "4"], ["Cooling", "Water"]]
    for facts in (capacities, engine):
        rules = [across(15 + 20 * row, 0, 220) for row in range(len(facts))]
        grid = build_grid(in_rows(facts), rules)
        assert rows_of(grid) == facts
        assert not any(cell.is_header for cell in grid.cells)


def test_periods_and_names_of_columns_of_words_stay_the_head_of_ruled_rows() -> None:
    benefits = [["Benefit", "12 months of service"], ["Leave", "26 days"], ["Sick pay", "8 weeks"], ["Bonus", "2 %"]]
    capitals = [["Country", "Capital"], ["Norway", "Oslo"], ["Chile", "Santiago"], ["Kenya", "Nairobi"]]
    for rows in (benefits, capitals):
        grid = build_grid(in_rows(rows), [across(15 + 20 * row, 0, 220) for row in range(len(rows))])
        assert {cell.text for cell in grid.cells if cell.is_header} == set(rows[0])


def test_a_list_of_numbers_that_wraps_in_a_drawn_cell_is_one_cell() -> None:
    words = page(
        (5, 5, "Project"), (65, 5, "Sources"),
        (5, 25, "Harbour"), (65, 25, "64, 65,"), (65, 36, "66"),
        (5, 50, "Quay wall"), (65, 50, "67"),
    )  # fmt: skip
    grid = build_grid(words, frame((0, 60, 120), (0, 20, 47, 65)))
    assert rows_of(grid) == [["Project", "Sources"], ["Harbour", "64, 65, 66"], ["Quay wall", "67"]]


def test_amounts_beside_their_names_are_rows_of_their_own_between_two_rules() -> None:
    words = page(
        (0, 0, "Fuel tank"), (120, 0, "31.7 gal"),
        (0, 20, "Hydraulic tank:"),
        (0, 31, "Refill"), (120, 31, "18.5 gal"), (0, 42, "In total"), (120, 42, "31.7 gal"),
        (0, 62, "Engine oil"), (120, 62, "3.1 gal"),
        (0, 82, "Battery"), (120, 82, "100 Ah"), (120, 93, "850 CCA"),
    )  # fmt: skip
    grid = build_grid(words, [across(y, 0, 180) for y in (15, 57, 77)])
    assert rows_of(grid) == [
        ["Fuel tank", "31.7 gal"],
        ["Hydraulic tank:", ""],
        ["Refill", "18.5 gal"],
        ["In total", "31.7 gal"],
        ["Engine oil", "3.1 gal"],
        ["Battery", "100 Ah 850 CCA"],
    ]


def test_a_range_of_days_goes_on_below_the_word_that_opens_it() -> None:
    words = page(
        (0, 0, "Stage"), (80, 0, "Dates"), (200, 0, "Halts"), (260, 0, "Visitors"),
        (0, 20, "North"), (80, 20, "2.2.2010 to"), (200, 20, "11"), (260, 20, "3,658"), (80, 32, "22.2.2010"),
        (0, 52, "South"), (80, 52, "23.2.2010 to"), (200, 52, "9"), (260, 52, "2,173"), (80, 64, "11.3.2010"),
    )  # fmt: skip
    assert rows_of(build_grid(words, []))[1:] == [
        ["North", "2.2.2010 to 22.2.2010", "11", "3,658"],
        ["South", "23.2.2010 to 11.3.2010", "9", "2,173"],
    ]


def test_brackets_below_values_that_close_a_line_further_down_are_of_one_cell() -> None:
    """Studies set a difference over its interval, with the label in the middle."""
    words = page(
        (150, 0, "Placebo"), (260, 0, "20 mg"), (370, 0, "40 mg"),
        (0, 24, "Pain score"), (150, 24, "1.6 (0.1)"), (260, 24, "2.3 (0.1)"), (370, 24, "2.5 (0.1)"),
        (260, 44, "-0.69"), (370, 44, "-0.96"),
        (0, 54, "Difference"), (150, 54, "none"), (260, 54, "(-1.03 to"), (370, 54, "(-1.31 to"),
        (260, 64, "-0.35)"), (370, 64, "-0.61)"),
        (0, 84, "p value"), (150, 84, "none"), (260, 84, "0.001"), (370, 84, "0.002"),
        (0, 104, "Rescue, g"), (150, 104, "4.9"), (260, 104, "3.6"), (370, 104, "3.1"),
    )  # fmt: skip
    rows = rows_of(build_grid(words, []))
    assert rows[2] == ["Difference", "none", "-0.69 (-1.03 to -0.35)", "-0.96 (-1.31 to -0.61)"]
    assert [row[0] for row in rows[1:]] == ["Pain score", "Difference", "p value", "Rescue, g"]


def test_names_that_were_read_as_one_line_are_cut_where_their_columns_begin() -> None:
    """In an image the blanks between the names of narrow columns are as wide as those in a name."""
    heads = [
        Word(text=text, l=left, t=0, r=right, b=10)
        for text, left, right in (
            ("Project", 0, 50), ("Budget", 120, 150), ("EUR", 154, 176), ("Spent", 180, 206),
            ("EUR", 210, 236), ("Ends", 240, 262),
        )
    ]  # fmt: skip
    body = page(
        (0, 20, "Warehouse"), (120, 20, "34.0"), (180, 20, "33.1"), (240, 20, "Aug 2024"),
        (0, 40, "Sorting hub"), (120, 40, "18.5"), (180, 40, "7.2"), (240, 40, "Jun 2025"),
        (0, 60, "Cold store"), (120, 60, "22.0"), (180, 60, "15.9"), (240, 60, "Feb 2025"),
    )  # fmt: skip
    assert rows_of(build_grid([*heads, *body], []))[0] == ["Project", "Budget EUR", "Spent EUR", "Ends"]
