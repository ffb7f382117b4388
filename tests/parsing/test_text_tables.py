"""Columns that blanks line up in plain text are tables; paragraphs are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bizrag.parsing.draft import DraftTable, DraftText
from bizrag.parsing.plain_text.reader import parse_text
from bizrag.parsing.plain_text.tables import find_text_tables
from bizrag.parsing.tables.grids import to_matrix


def _rows(table: DraftTable) -> list[list[str]]:
    return to_matrix(table.cells, num_rows=table.num_rows, num_cols=table.num_cols)


def _only(text: str) -> list[list[str]]:
    [found] = find_text_tables(text.strip("\n").split("\n"))
    return _rows(found.table)


def test_figures_under_their_years() -> None:
    assert _only("""
Net sales by region      2024      2023
Northern ports        $18,204   $17,951
Inland depots           9,310     9,877
Total                 $27,514   $27,828
""") == [
        ["Net sales by region", "2024", "2023"],
        ["Northern ports", "$18,204", "$17,951"],
        ["Inland depots", "9,310", "9,877"],
        ["Total", "$27,514", "$27,828"],
    ]


def test_what_goes_on_below_a_text_is_of_its_row() -> None:
    assert _only("""
Present:    Ros Tillotson, Amir Haddad,
            Bev Crane
Apologies:  Keith Ollerton
Place:      Scout hut
""") == [
        ["Present:", "Ros Tillotson, Amir Haddad, Bev Crane"],
        ["Apologies:", "Keith Ollerton"],
        ["Place:", "Scout hut"],
    ]
    # a sum has no label
    sums = _only("""
Rents       2024
Plots      2,265
Sheds        410
           2,675
""")
    assert sums[-1] == ["", "2,675"]


def test_names_that_are_set_in_above_belong_to_the_table() -> None:
    rows = _only("""
                  Year ended June 30,
                  2024        2023
Crane hire        4,410       4,120
Pilotage          1,871       1,904
Towage            2,266       2,031
""")
    assert rows[0][0] == ""
    assert "Year ended June 30" in " ".join(rows[0])
    assert rows[-1] == ["Towage", "2,266", "2,031"]


def test_rules_of_dashes_part_the_head_from_words_alone() -> None:
    text = """
CODE    OPENED            ROOM   SUMMARY
------  ----------------  -----  --------------------------------
QA-101  2025-05-01 03:12  Hall   Fan bearing noise, fan stopped
QA-102  2025-05-02 11:05  Gate   Barrier arm hit by van
QA-103  2025-05-03 22:47  Store  Battery string isolated
==================================================================
"""
    assert _only(text) == [
        ["CODE", "OPENED", "ROOM", "SUMMARY"],
        ["QA-101", "2025-05-01 03:12", "Hall", "Fan bearing noise, fan stopped"],
        ["QA-102", "2025-05-02 11:05", "Gate", "Barrier arm hit by van"],
        ["QA-103", "2025-05-03 22:47", "Store", "Battery string isolated"],
    ]


def test_bars_between_columns_are_no_words() -> None:
    assert _only("""
+---------+--------+-------+
| Site    | Tonnes | Share |
+---------+--------+-------+
| Vellmar |    412 |  53 % |
| Ostholm |    367 |  47 % |
+---------+--------+-------+
""")[1:] == [["Vellmar", "412", "53%"], ["Ostholm", "367", "47%"]]


def test_tabs_part_columns() -> None:
    assert _only("Item\tQty\tPrice\nBolt M8\t40\t6.85\nNut M8\t25\t4.10\nWasher\t60\t1.20")[1] == [
        "Bolt M8",
        "40",
        "6.85",
    ]


def test_paragraphs_lists_and_one_endless_line_are_no_tables() -> None:
    prose = [
        "The  harbour board met twice.  It closed the accounts of the year and",
        "thanked the  dock workers who kept the cranes running through the storm",
        "of January.  A second meeting in March chose the new harbour master.",
        "He will  take office in May, as soon as his successor has been found.",
    ]
    assert find_text_tables(prose) == []
    assert find_text_tables(["- pears   and plums", "- apples", "- quinces  too"]) == []
    assert find_text_tables(["a  b " * 100_000] * 5) == []


def test_a_file_keeps_the_order_of_text_and_tables_and_drops_what_only_draws(tmp_path: Path) -> None:
    path = tmp_path / "harbour.txt"
    path.write_text(
        "Harbour dues\n============\n\nDues for the summer.\nRates in pounds.\n"
        "Vessel        Day   Week\n------------  ---   ----\nDinghy          4     21\nYacht          11     62\n"
        "Trawler        15     80\n=========================\nPay at the office.\n",
        encoding="utf-8",
    )
    items = parse_text(path).items
    assert [item.text if isinstance(item, DraftText) else "table" for item in items] == [
        "Harbour dues",
        "Dues for the summer.\nRates in pounds.",
        "table",
        "Pay at the office.",
    ]
    [table] = [item for item in items if isinstance(item, DraftTable)]
    assert _rows(table)[2] == ["Yacht", "11", "62"]


def test_beyond_many_lines_a_log_is_text_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bizrag.parsing.plain_text.reader._MAX_TABLE_LINES", 10)
    rows = "\n".join(f"QA-{number}   2025-05-{number:02d}   {number * 7}" for number in range(10, 18))
    path = tmp_path / "long.txt"
    for between in ("\n\n", "\n"):
        path.write_text(f"{rows}{between}{rows}\n", encoding="utf-8")
        draft = parse_text(path)
        first, *others = [isinstance(item, DraftTable) for item in draft.items]
        assert (first, any(others)) == (True, False)
        assert "\n".join(item.text for item in draft.items if isinstance(item, DraftText)).endswith(
            "QA-17   2025-05-17   119"
        )
    assert draft.warnings == ["tables are told in the first 10 lines only"]


def test_a_letter_that_a_mail_answers_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "mail.txt"
    path.write_text(
        "Agreed.\n\n> This is what we can offer:\n>\n> Lot    Quantity    Ready\n> 1      40          June\n"
        "> 2      65          July\n>\n> Luca\n",
        encoding="utf-8",
    )
    items = parse_text(path).items
    assert [item.text for item in items if isinstance(item, DraftText)] == [
        "Agreed.",
        "This is what we can offer:",
        "Luca",
    ]
    assert [_rows(item) for item in items if isinstance(item, DraftTable)] == [
        [["Lot", "Quantity", "Ready"], ["1", "40", "June"], ["2", "65", "July"]]
    ]


def test_a_numbered_line_in_capitals_heads_the_lines_below_it(tmp_path: Path) -> None:
    path = tmp_path / "minutes.txt"
    path.write_text("4. BONFIRES\nThey are allowed in winter.\n\nACME LTD\n12 Mill Road\n", encoding="utf-8")
    found = [(item.kind.name, item.text) for item in parse_text(path).items if isinstance(item, DraftText)]
    assert found == [
        ("HEADING", "4. BONFIRES"),
        ("TEXT", "They are allowed in winter."),
        ("TEXT", "ACME LTD\n12 Mill Road"),
    ]
