"""Rows that name columns, where the file gives the cells; columns that plain text keeps with blanks."""

from __future__ import annotations

from pathlib import Path

import pytest

from bizrag.describing.tables import describe_table
from bizrag.model.parses import TableArtifact, TableCell
from bizrag.parsing.draft import Draft, DraftTable, DraftText, finish
from bizrag.parsing.plain_text.columns import go_on, read_columns
from bizrag.parsing.plain_text.reader import parse_text
from bizrag.parsing.tables.header_rows import mark_headers


def _cells(rows: list[list[str]], *, is_marked: bool = True) -> list[TableCell]:
    return [
        TableCell(
            text=text, row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, is_header=is_marked and row == 0
        )
        for row, texts in enumerate(rows)
        for col, text in enumerate(texts)
        if text
    ]


def _headers(rows: list[list[str]], *, is_marked: bool = True) -> int:
    cells = mark_headers(_cells(rows, is_marked=is_marked), num_rows=len(rows), num_cols=len(rows[0]))
    return len({cell.row_start for cell in cells if cell.is_header})


def _said(rows: list[list[str]]) -> list[str]:
    size = len(rows), len(rows[0])
    cells = mark_headers(_cells(rows), num_rows=size[0], num_cols=size[1])
    table = TableArtifact(ordinal=1, num_rows=size[0], num_cols=size[1], cells=tuple(cells), markdown="")
    return describe_table(table).splitlines()


BODY = [["Cranes", "1,204", "1,100", "9%"], ["Pilots", "87", "91", "(4)%"]]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ([["", "2024", "2023", "Change"]], 1),
        ([["", "", "Year ended 30 June", ""], ["", "2024", "2023", "Change"]], 2),
        ([["", "", "Fiscal year", ""], ["(in thousands)", "2024", "2023", "Change"]], 2),
        ([["", "", "Year ended", ""], ["", "", "30 June", ""], ["", "2024", "2023", "Change"]], 3),
        ([["", "2024", "2023", "Change"], ["", "$'000", "$'000", "%"]], 2),
        ([["", "2024", "2023", ""], ["Berth", "52 weeks", "53 weeks", "Change"]], 2),
        ([["Harbour dues", "", "", ""], ["Berth", "2024", "2023", "Change"]], 2),
        # a label of the rows below it, and a row of words
        ([["", "2024", "2023", "Change"], ["North side", "", "", ""]], 1),
        ([["", "2024", "2023", "Change"], ["Owner", "Port", "Port", "none"]], 1),
    ],
)
def test_rows_of_names_are_told_by_the_values_below_them(head: list[list[str]], expected: int) -> None:
    assert _headers([*head, *BODY]) == expected


def test_tables_of_words_keep_the_row_that_the_file_marks() -> None:
    words = [["Role", "Name"], ["Chair", "Ada Finch"], ["Clerk", "Bo Reed"]]
    assert _headers(words) == 1
    assert _headers(words, is_marked=False) == 0
    assert _headers([["Cash", "12", "10"], ["Debt", "4", "3"]], is_marked=False) == 0


def test_a_name_over_several_columns_is_said_with_each_of_them() -> None:
    head = [["", "", "Year ended 30 June", ""], ["", "2024", "2023", "Change"]]
    assert _said([*head, *BODY])[0] == (
        "Cranes: Year ended 30 June 2024 1,204; Year ended 30 June 2023 1,100; Change 9%."
    )


def test_a_period_above_rows_is_said_in_place_of_the_one_in_the_head() -> None:
    rows = [
        ["2024", "", ""],
        ["", "Spring", "Autumn"],
        ["Cranes", "12", "14"],
        ["2023", "", ""],
        ["Cranes", "10", "11"],
    ]
    assert _said(rows)[-1] == "2023 > Cranes: Spring 10; Autumn 11."


_NARROW = [row[:3] for row in BODY]


def test_what_a_cut_head_leaves_of_a_date_is_no_value() -> None:
    assert _headers([["Years Ended June 30,", "30,", ""], ["", "2031", "2030"], *_NARROW], is_marked=False) == 2
    assert _headers([["Cranes", "30", ""], ["", "2031", "2030"], *_NARROW], is_marked=False) == 0


def test_a_year_that_is_spaced_out_in_its_cell_is_one_word() -> None:
    cells = _cells([["", "2 0 3 1", "2 0 3 0"], ["Cranes", "1 2", "1 1 0 4"]])
    draft = Draft(items=[DraftTable(num_rows=2, num_cols=3, cells=cells)])
    texts = [cell.text for cell in finish(draft, content_sha256="0" * 64, parser_fingerprint="p").tables[0].cells]
    assert texts == ["2031", "2030", "Cranes", "1 2", "1 1 0 4"]


LEFT = """                          Year ended 30 June
                          2024            2023
Cranes                    1,204           1,100
Of the north side:
  Pilots                  87              -
Sum                       $1,291          $1,100"""


def test_columns_that_begin_at_one_place_are_read_whole() -> None:
    block = read_columns(LEFT.split("\n"))
    assert block is not None
    assert (block.num_rows, block.num_cols) == (6, 3)
    rows = {row: [cell.text for cell in block.cells if cell.row_start == row] for row in range(block.num_rows)}
    assert rows[1] == ["2024", "2023"]
    assert rows[3] == ["Of the north side:"]
    assert rows[4] == ["Pilots", "87", "-"]
    assert {cell.row_start for cell in block.cells if cell.is_header} == {0, 1}


def test_names_over_one_column_are_one_name_and_over_several_one_cell() -> None:
    block = read_columns(
        [
            "             Day  rate      Tonnes handled",
            "             GBP            2024     2023",
            "Quay         12             1,204    1,100",
            "Dock         9              87       91",
        ]
    )
    assert block is not None
    head = [(cell.text, cell.col_start, cell.col_end) for cell in block.cells if cell.row_start == 0]
    assert head == [("Day rate", 1, 2), ("Tonnes handled", 2, 4)]


@pytest.mark.parametrize(
    "lines",
    [
        ["The  board met twice.  It closed", "the accounts of  the year and", "thanked  all who work here."],
        ["- pears   12", "- apples  9", "- quinces 4"],
        ["Cranes   12", "Pilots   9"],
    ],
)
def test_prose_lists_and_two_lines_are_no_columns(lines: list[str]) -> None:
    assert read_columns(lines) is None


def test_a_blank_line_inside_a_table_parts_nothing_and_one_before_another_table_does(tmp_path: Path) -> None:
    assert go_on(LEFT.split("\n"), ["Tugs                      12              14"])
    assert not go_on(LEFT.split("\n"), ["                          2022            2021"])
    path = tmp_path / "dues.txt"
    path.write_text(f"NOTE 1\n\n{LEFT}\n\nTugs                      12              14\n\nAll in pounds.\n")
    items = parse_text(path).items
    assert [isinstance(item, DraftTable) for item in items] == [False, True, False]
    assert isinstance(items[-1], DraftText)
    assert items[-1].text == "All in pounds."
