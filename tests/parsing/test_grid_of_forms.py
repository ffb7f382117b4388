"""The grids of what stands on invoices, statements and dashboards, set by hand (``set_tables``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bizrag.parsing.engines.grid.grid import build_grid
from bizrag.parsing.engines.grid.types import Word
from tests.parsing.set_tables import across, frame, page, rows_of, words_at


def test_labels_in_the_middle_of_wrapped_cells_stand_in_their_own_rows() -> None:
    grid = build_grid(
        page(
            (0, 0, "Date"), (60, 0, "Description"), (220, 0, "Balance"),
            (0, 20, "1 May"), (60, 20, "Opening balance"), (220, 20, "204.11"),
            (60, 38, "Direct debit"), (0, 44, "3 May"), (220, 44, "891.71"), (60, 50, "Ref 88120"),
            (60, 68, "Faster payment"), (0, 74, "7 May"), (220, 74, "541.71"), (60, 80, "Invoice 51"),
            (0, 98, "9 May"), (60, 98, "Payroll"), (220, 98, "876.76"),
        ),
        [across(14, 0, 260)],
    )  # fmt: skip
    assert [row[:2] for row in rows_of(grid)[1:]] == [
        ["1 May", "Opening balance"],
        ["3 May", "Direct debit Ref 88120"],
        ["7 May", "Faster payment Invoice 51"],
        ["9 May", "Payroll"],
    ]


def test_a_line_across_several_columns_above_the_first_row_is_no_label_of_it() -> None:
    grid = build_grid(
        page(
            (0, 0, "No"), (40, 0, "Service"), (180, 0, "Units"), (240, 0, "Amount"),
            (0, 20, "Contract V-99120 for twelve months"),
            (0, 40, "1"), (40, 40, "Mailbox"), (190, 40, "8"), (240, 40, "39.92"),
            (0, 60, "2"), (40, 60, "Domain"), (190, 60, "1"), (240, 60, "0.99"),
        ),
        [across(14, 0, 280)],
    )  # fmt: skip
    assert rows_of(grid)[1][0] == "Contract V-99120 for twelve months"
    assert rows_of(grid)[2] == ["1", "Mailbox", "8", "39.92"]


def test_key_figures_with_names_above_and_remarks_below_are_a_row_each() -> None:
    figures = [
        Word(text=text, l=left, t=14, r=left + 10 * len(text), b=36) for left, text in ((0, "94.2%"), (120, "12,480"))
    ]
    grid = build_grid(
        [*page((0, 0, "ON TIME"), (120, 0, "ORDERS"), (0, 40, "since April"), (120, 40, "a record")), *figures], []
    )
    assert rows_of(grid) == [["ON TIME", "94.2%", "since April"], ["ORDERS", "12,480", "a record"]]


def test_facts_under_names_in_smaller_type_are_a_row_each() -> None:
    names = [("Location", 0, 0), ("Contract", 120, 0), ("Reference", 0, 30), ("Closing date", 120, 30)]
    facts = [("Rotterdam", 0, 10), ("Permanent", 120, 10), ("HE-17", 0, 40), ("14 August", 120, 40)]
    small = [word for text, left, top in names for word in words_at(left, top, text)]
    words = [replace(word, b=word.t + 8) for word in small]
    words += [word for text, left, top in facts for word in words_at(left, top, text)]
    assert rows_of(build_grid(words, [])) == [
        *(["Location", "Rotterdam"], ["Contract", "Permanent"]),
        *(["Reference", "HE-17"], ["Closing date", "14 August"]),
    ]


def test_lines_of_one_fact_stand_together() -> None:
    names = [("Supplier", 0, 0), ("Deliver to", 160, 0), ("Terms", 0, 50), ("Reference", 160, 50)]
    facts = [
        ("Varga Pumps Ltd", 2, 10), ("Gate C, Ashcombe", 162, 10), ("14 Tannery Wharf", 2, 22),
        ("45 days net", 2, 60), ("VK-0391", 162, 60),
    ]  # fmt: skip
    small = [replace(word, b=word.t + 8) for text, left, top in names for word in words_at(left, top, text)]
    grid = build_grid([*small, *page(*((left, top, text) for text, left, top in facts))], [])
    assert rows_of(grid) == [
        ["Supplier", "Varga Pumps Ltd 14 Tannery Wharf"],
        ["Deliver to", "Gate C, Ashcombe"],
        ["Terms", "45 days net"],
        ["Reference", "VK-0391"],
    ]


def test_a_blank_of_typewriter_type_parts_no_columns() -> None:
    """It is as wide as a letter: wider than what parts columns of other type."""
    rows = [("Ocean freight Linz - Houston", "3", "40' HC"), ("Customs entry", "12", "lift"), ("Waiting", "7", "hour")]
    words: list[Word] = []
    for row, cells in enumerate(rows):
        for left, cell in zip((0.0, 260.0, 320.0), cells, strict=True):
            at = left
            for part in cell.split():
                words.append(Word(text=part, l=at, t=20.0 * row, r=at + 6 * len(part), b=20.0 * row + 7))
                at += 6 * (len(part) + 1)
    assert rows_of(build_grid(words, [])) == [list(row) for row in rows]


def in_two_sizes(*rows: tuple[str, ...], heights: tuple[float, float] = (7.0, 6.6)) -> list[Word]:
    """Names and values by turns, in type of two sizes."""
    return [
        replace(word, b=word.t + heights[col % 2])
        for row, texts in enumerate(rows)
        for col, text in enumerate(texts)
        for word in words_at(130.0 * col, 20.0 * row, text)
    ]


def test_what_is_filled_in_is_told_from_names_by_the_size_of_its_type() -> None:
    rows = (
        ("Order", "VK-BO-33", "Port", "Houston"),
        ("Centre", "4410", "Sailed", "24 April"),
        ("Ship", "Corrie", "ETA", "19 May"),
    )
    facts = [[name, value] for row in rows for name, value in zip(row[::2], row[1::2], strict=True)]
    grid = build_grid(in_two_sizes(*rows), [])
    assert rows_of(grid) == facts
    assert not any(cell.is_header for cell in grid.cells)
    assert rows_of(build_grid(in_two_sizes(*rows, heights=(7.0, 7.0)), [])) != facts


def test_a_label_in_type_of_its_own_beside_a_code_heads_no_column() -> None:
    rows = [
        ("Invoice number", "RTM26-05512", "Bill to"),
        ("Invoice date", "11 May 2026", "Varga Kessel"),
        ("Due", "25 June", "Linz"),
    ]
    grid = build_grid(in_two_sizes(*rows), [])
    assert [cell.text for cell in grid.cells if cell.is_header] == []
    named = [("Year", "Revenue", "Staff"), ("2024", "305.4", "81"), ("2025", "338.9", "84")]
    assert {cell.text for cell in build_grid(in_two_sizes(*named), []).cells if cell.is_header} == set(named[0])


def test_figures_one_blank_apart_may_be_of_two_columns() -> None:
    words = [
        Word(text=text, l=left, t=20.0 * row, r=left + 6 * len(text), b=20.0 * row + 7)
        for row, cells in enumerate((("Hull", "64", "81"), ("Bonn", "77", "12"), ("Kiel", "35", "90")))
        for left, text in zip((0.0, 100.0, 118.0), cells, strict=True)
    ]
    assert rows_of(build_grid(words, []))[0] == ["Hull", "64", "81"]


def test_amounts_with_their_currency_behind_them_are_no_names_of_columns() -> None:
    totals = page(
        (0, 0, "Total HT"), (120, 0, "5 268,70 €"), (0, 20, "TVA 20 %"), (120, 20, "1 053,74 €"),
        (0, 40, "Total TTC"), (120, 40, "6 322,44 €"),
    )  # fmt: skip
    grid = build_grid(totals, [across(15, 0, 200), across(35, 0, 200), across(55, 0, 200)])
    assert not any(cell.is_header for cell in grid.cells)


def test_names_of_sums_across_the_columns_do_not_join_them() -> None:
    grid = build_grid(
        page(
            (0, 0, "Item"), (150, 0, "Qty"), (200, 0, "Price"), (250, 0, "Tax"), (300, 0, "Amount"),
            (0, 20, "Team plan"), (155, 20, "42"), (200, 20, "29.00"), (250, 20, "19%"), (300, 20, "1,218.00"),
            (0, 40, "Support"), (160, 40, "1"), (195, 40, "540.00"), (250, 40, "19%"), (305, 40, "540.00"),
            (150, 60, "Subtotal of all the items"), (300, 60, "1,758.00"),
            (150, 80, "Discount for loyal customers"), (310, 80, "-1.81"),
            (150, 100, "VAT in Germany at 19 of 100"), (305, 100, "333.68"),
            (150, 120, "Total with VAT and discount"), (300, 120, "2,089.87"),
            (150, 140, "Amount that is due at once"), (300, 140, "2,089.87"),
        ),
        [across(14, 0, 340)],
    )  # fmt: skip
    assert rows_of(grid)[:2] == [
        ["Item", "Qty", "Price", "Tax", "Amount"],
        ["Team plan", "42", "29.00", "19%", "1,218.00"],
    ]
    assert rows_of(grid)[-1][-1] == "2,089.87"


def test_days_over_numbers_name_their_columns_and_days_in_a_column_are_values() -> None:
    sheet = build_grid(
        page(
            (0, 0, "Assets"), (120, 0, "31.12.2023"), (200, 0, "31.12.2022"),
            (0, 20, "Inventories"), (140, 20, "31,870"), (220, 20, "35,113"),
            (0, 40, "Receivables"), (140, 40, "22,904"), (220, 40, "20,441"),
            (0, 60, "Cash"), (140, 60, "9,312"), (220, 60, "6,870"),
        ),
        [],
    )  # fmt: skip
    assert [cell.text for cell in sheet.cells if cell.is_header] == ["Assets", "31.12.2023", "31.12.2022"]
    orders = build_grid(
        page(
            (0, 0, "Order"), (120, 0, "Received"), (200, 0, "Sent"),
            (0, 20, "Bolts"), (120, 20, "03.04.2024"), (200, 20, "05.04.2024"),
            (0, 40, "Nuts"), (120, 40, "04.04.2024"), (200, 40, "09.04.2024"),
            (0, 60, "Rings"), (120, 60, "08.04.2024"), (200, 60, "10.04.2024"),
        ),
        [],
    )  # fmt: skip
    assert [cell.text for cell in orders.cells if cell.is_header] == ["Order", "Received", "Sent"]


def test_cells_nearly_as_close_as_words_are_parted_where_others_leave_a_gap() -> None:
    def placed(top: float, *cells: tuple[float, str]) -> list[Word]:
        return page(*((left, top, text) for left, text in cells))

    grid = build_grid(
        [
            *placed(0, (0, "Data"), (100, "Small"), (162, "Large")),
            *placed(20, (0, "Output"), (100, "8.1"), (162, "12.0")),
            # "420" ends five points before the next cell; words of one cell stand three apart
            *placed(40, (0, "Size"), (100, "950 x 11 x 42"), (162, "1300 x 11 x 42")),
            *placed(60, (0, "Weight"), (100, "128"), (162, "164")),
        ],
        [across(14, 0, 240)],
    )
    assert rows_of(grid)[2] == ["Size", "950 x 11 x 42", "1300 x 11 x 42"]


def test_a_range_of_days_that_goes_on_in_the_next_line_is_one_value() -> None:
    grid = build_grid(
        page(
            (0, 0, "Invoice"), (120, 0, "RE-118842"),
            (0, 20, "Customer"), (120, 20, "K-40713"),
            (0, 40, "Period"), (120, 40, "01.11.2023 -"),
            (120, 54, "30.11.2023"),
            (0, 74, "Amount"), (120, 74, "81.41"),
        ),
        [],
    )  # fmt: skip
    assert ["Period", "01.11.2023 - 30.11.2023"] in rows_of(grid)


FACTS = [
    ("Sponsor", "Yvonne Aker", "Period", "October 2026"),
    ("Manager", "Samir Haddad", "Status", "Amber"),
    ("Budget", "4.80", "Spent", "3.12"),
]
IN_ROWS = [[line[at], line[at + 1]] for line in FACTS for at in (0, 2)]


def _in_pairs(lines: Sequence[Sequence[str]], *, are_names_bold: bool) -> list[Word]:
    return [
        replace(word, is_bold=are_names_bold and col % 2 == 0)
        for row, line in enumerate(lines)
        for col, text in enumerate(line)
        for word in words_at(4 + 100 * col, 4 + 20 * row, text)
    ]


def test_names_in_heavy_type_beside_their_values_are_facts_and_name_no_columns() -> None:
    rules = frame([0, 100, 200, 300, 400], [0, 20, 40, 60])
    grid = build_grid(_in_pairs(FACTS, are_names_bold=True), rules)
    assert rows_of(grid) == IN_ROWS
    assert not any(cell.is_header for cell in grid.cells)
    # so are plain ones, where values of every column are figures and words
    assert rows_of(build_grid(_in_pairs(FACTS, are_names_bold=False), rules)) == IN_ROWS


def test_rows_below_names_of_columns_stay_rows() -> None:
    lines = [("Company", "Weight", "Country", "Rank"), ("Novel", "4.1", "Spain", "1"), ("Tokio", "2.9", "Japan", "2")]
    rules = frame([0, 100, 200, 300, 400], [0, 20, 40, 60])
    assert rows_of(build_grid(_in_pairs(lines, are_names_bold=False), rules)) == [list(line) for line in lines]
    # two columns whose values are all figures have names as well
    amounts = [("Role", "Number"), ("Driver", "310"), ("Clerk", "8"), ("Planner", "46")]
    grid = build_grid(_in_pairs(amounts, are_names_bold=False), frame([0, 100, 200], [0, 20, 40, 60, 80]))
    assert [cell.text for cell in grid.cells if cell.is_header] == ["Role", "Number"]


def test_a_number_that_ends_a_text_begins_no_row() -> None:
    grid = build_grid(
        page(
            (0, 0, "Level"), (60, 0, "Meaning"), (260, 0, "Within"),
            (0, 20, "S1"), (60, 20, "Data of persons, more than"), (260, 20, "30 minutes"),
            (60, 32, "1,000 people"),
            (0, 52, "S2"), (60, 52, "One department stopped"), (260, 52, "2 hours"),
            (0, 72, "S3"), (60, 72, "Single users of a service"), (260, 72, "8 hours"),
        ),
        [across(14, 0, 320)],
    )  # fmt: skip
    assert rows_of(grid)[1] == ["S1", "Data of persons, more than 1,000 people", "30 minutes"]


def test_lines_of_names_in_heavy_type_with_their_values_are_facts_without_any_rule() -> None:
    words = _in_pairs(FACTS, are_names_bold=True)
    assert rows_of(build_grid(words, [])) == IN_ROWS
    # a line of heavy type alone is a head
    head = [replace(word, is_bold=True) for word in words_at(4, -16, "Project data")]
    assert rows_of(build_grid([*head, *words], [])) != IN_ROWS


def test_facts_in_pairs_of_columns_may_be_amounts_days_and_numbers() -> None:
    rows = [
        ("Product", "CZ-150", "Batch", "K26-0873"),
        ("Size", "1,200 litres", "Yield", "8,000 bottles"),
        ("Start", "12 Oct 2026", "End", "13 Oct 2026"),
        ("Line", "3", "Room", "B-214"),
    ]
    words = page(
        *((5 + 100 * col, 4 + 20 * row, text) for row, line in enumerate(rows) for col, text in enumerate(line))
    )
    grid = build_grid(words, frame([0, 100, 200, 300, 400], [0, 20, 40, 60, 80]))
    assert rows_of(grid) == [[line[at], line[at + 1]] for line in rows for at in (0, 2)]


def test_cells_of_a_spreadsheet_are_told_by_where_the_names_of_columns_begin() -> None:
    """Names and texts stand at the left of their cells, figures at the right: a cost nearly touches the next date."""
    lines = [
        ((0, "Reg"), (60, "Miles"), (120, "Cost"), (180, "Due")),
        ((0, "GK21"), (98, "2140"), (164, "0.0"), (180, "14/03/2027")),
        ((0, "GK22"), (98, "3015"), (154, "612.5"), (180, "02/12/2026")),
        ((0, "GK19"), (98, "1480"), (159, "88.0"), (180, "30/11/2026")),
    ]
    words = [
        replace(word, is_bold=row == 0)
        for row, line in enumerate(lines)
        for left, text in line
        for word in page((left, 14 * row, text))
    ]
    assert rows_of(build_grid(words, [])) == [[text for _, text in line] for line in lines]


def test_a_name_with_a_colon_ends_there_also_in_a_second_line() -> None:
    grid = build_grid(
        page(
            (0, 0, "Conditions at"), (100, 0, "Visual"), (220, 0, "Light:"), (300, 0, "Day"),
            (0, 12, "accident site:"),
            (0, 28, "Observation facility,"), (110, 28, "TGLH, 12 ft"), (220, 28, "Distance:"), (300, 28, "6 miles"),
            (0, 40, "elevation:"),
        ),
        [],
    )  # fmt: skip
    assert rows_of(grid) == [
        ["Conditions at accident site:", "Visual"],
        ["Light:", "Day"],
        ["Observation facility, elevation:", "TGLH, 12 ft"],
        ["Distance:", "6 miles"],
    ]


def test_what_stands_in_the_middle_above_facts_is_their_title() -> None:
    grid = build_grid(
        page(
            (80, 0, "Mirela Dravec Orsolan"),
            (0, 20, "Born"), (100, 20, "Mirela Ana Dravec Orsolan"),
            (100, 32, "14 February 1979"),
            (0, 48, "Work"), (100, 48, "Actress"),
            (0, 64, "Spouses"), (100, 64, "Tomas Reyl (m. 2006; div."),
            (100, 76, "2013) Ned Arkwright (m. 2017)"),
            (0, 92, "Children"), (100, 92, "3"),
        ),
        [],
    )  # fmt: skip
    assert not any(cell.is_header for cell in grid.cells)
    assert rows_of(grid) == [
        ["Mirela Dravec Orsolan", ""],
        ["Born", "Mirela Ana Dravec Orsolan 14 February 1979"],
        ["Work", "Actress"],
        ["Spouses", "Tomas Reyl (m. 2006; div. 2013) Ned Arkwright (m. 2017)"],
        ["Children", "3"],
    ]


def test_who_signs_side_by_side_is_named_above() -> None:
    grid = build_grid(
        page(
            (0, 0, "For the Customer"), (200, 0, "For the Supplier"),
            (0, 20, "Name: Elin Holm"), (200, 20, "Name: Piers Cole"),
            (0, 40, "Title: Head of Works"), (200, 40, "Title: Director"),
            (0, 60, "Date: 4 May 2025"), (200, 60, "Date: 6 May 2025"),
        ),
        frame((-4, 190, 380), (-5, 15, 35, 55, 75)),
    )  # fmt: skip
    assert rows_of(grid)[:2] == [["For the Customer", "For the Supplier"], ["Name: Elin Holm", "Name: Piers Cole"]]


def test_figures_over_their_names_in_several_rows_are_a_row_each() -> None:
    tiles = [("16.8 km", "length", 0, 0), ("5 h 20", "walking time", 150, 0)]
    tiles += [("412 m", "ascent", 0, 60), ("SX 14", "map sheet", 150, 60)]
    words: list[Word] = []
    for figure, name, x, y in tiles:
        words += [replace(word, b=word.t + 18) for word in words_at(x, y, figure)]
        words += words_at(x, y + 24, name)
    assert rows_of(build_grid(words, [])) == [[name, figure] for figure, name, *_ in tiles]
