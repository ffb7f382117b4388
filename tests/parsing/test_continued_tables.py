"""A table that goes on after a page break takes the names of its columns from the part before."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind, TableCell
from bizrag.parsing.draft import DraftTable, DraftText
from bizrag.parsing.tables.continued_tables import name_columns
from bizrag.parsing.tables.grids import to_matrix

_HEAD, _BOLTS, _SCREWS = ["Art.", "Size", "Price"], ["110-1", "M6", "4.62"], ["210-7", "M8", "7.99"]


def _table(page_no: int, rows: Sequence[Sequence[str]], *, has_head: bool, left: float = 50) -> DraftTable:
    cells = [
        TableCell(
            text=text,
            row_start=row,
            row_end=row + 1,
            col_start=col,
            col_end=col + 1,
            is_header=has_head and row == 0,
            bbox=BoundingBox(l=left + 100 * col, t=100 + 20 * row, r=left + 60 + 100 * col, b=110 + 20 * row),
        )
        for row, texts in enumerate(rows)
        for col, text in enumerate(texts)
    ]
    return DraftTable(num_rows=len(rows), num_cols=len(rows[0]), cells=cells, page_no=page_no)


def _rows(table: DraftTable) -> list[list[str]]:
    return to_matrix(table.cells, num_rows=table.num_rows, num_cols=table.num_cols)


def _footer(page_no: int) -> DraftText:
    return DraftText(kind=BlockKind.PAGE_FOOTER, text=f"Page {page_no}", page_no=page_no)


def test_the_names_are_carried_over_each_page_break() -> None:
    first, second, third = (
        _table(1, [_HEAD, _BOLTS], has_head=True),
        _table(2, [_SCREWS, _BOLTS], has_head=False),
        _table(3, [_BOLTS], has_head=False),
    )
    group = DraftText(kind=BlockKind.HEADING, text="WOOD SCREWS - Torx", page_no=1)
    name_columns([first, group, _footer(1), second, _footer(2), third])

    assert _rows(second) == [_HEAD, _SCREWS, _BOLTS]
    assert _rows(third) == [_HEAD, _BOLTS]
    carried = [cell for cell in second.cells if cell.is_header]
    assert [cell.bbox for cell in carried] == [None] * 3
    assert _rows(first) == [_HEAD, _BOLTS]


def test_another_table_keeps_to_itself() -> None:
    sentence = "Prices are without tax, hold until the end of June and include the way to your door."
    between = DraftText(kind=BlockKind.TEXT, text=sentence, page_no=1)
    for items in (
        # text between, other places, other columns, names of its own
        [_table(1, [_HEAD, _BOLTS], has_head=True), between, _table(2, [_SCREWS], has_head=False)],
        [_table(1, [_HEAD, _BOLTS], has_head=True), _table(2, [_SCREWS], has_head=False, left=130)],
        [_table(1, [_HEAD, _BOLTS], has_head=True), _table(2, [_SCREWS[:2]], has_head=False)],
        [_table(1, [_HEAD, _BOLTS], has_head=True), _table(3, [_SCREWS], has_head=False)],
        [_table(1, [_BOLTS, _BOLTS], has_head=False), _table(2, [_SCREWS], has_head=False)],
    ):
        last = items[-1]
        assert isinstance(last, DraftTable)
        before = _rows(last)
        name_columns(items)
        assert _rows(last) == before


def test_rows_that_go_on_keep_the_label_of_their_group() -> None:
    label = ["Bolts", "", ""]
    first = _table(1, [_HEAD, ["Screws", "", ""], _SCREWS, label, _BOLTS], has_head=True)
    second = _table(2, [_HEAD, _SCREWS], has_head=True)
    third = _table(3, [["Nuts", "", ""], _BOLTS], has_head=False)
    name_columns([first, second, third])

    assert _rows(second) == [_HEAD, label, _SCREWS]
    assert _rows(third) == [_HEAD, ["Nuts", "", ""], _BOLTS]
    (carried,) = [cell for cell in second.cells if cell.text == "Bolts"]
    assert carried.bbox is None
    assert not carried.is_header


def test_a_group_that_ends_in_its_sum_is_not_carried_over() -> None:
    for total in (["Net price of bolts", "", "12.61"], ["Total", "", "12.61"]):
        first = _table(1, [_HEAD, ["Bolts:", "", ""], _BOLTS, _SCREWS, total], has_head=True)
        second = _table(2, [_HEAD, ["Freight", "", "4.10"]], has_head=True)
        name_columns([first, second])
        assert _rows(second) == [_HEAD, ["Freight", "", "4.10"]]


def test_a_label_that_ends_a_page_stands_above_the_rows_of_the_next() -> None:
    """It is printed once; what it labels comes after the break."""
    first = _table(1, [_HEAD, _SCREWS, ["Bolts", "", ""]], has_head=True)
    second = _table(2, [_BOLTS], has_head=False)
    name_columns([first, second])
    assert _rows(second) == [_HEAD, ["Bolts", "", ""], _BOLTS]


def test_a_first_row_that_was_taken_for_names_is_a_row_where_the_table_goes_on_at_once() -> None:
    first, second = _table(1, [_HEAD, _BOLTS], has_head=True), _table(2, [_SCREWS, _BOLTS], has_head=True)
    name_columns([first, _footer(1), second])
    assert _rows(second) == [_HEAD, _SCREWS, _BOLTS]
    assert [cell.text for cell in second.cells if cell.is_header] == _HEAD
    # a heading between them, or columns at other places, begin another table
    heading = DraftText(kind=BlockKind.HEADING, text="Screws", page_no=2)
    for items in (
        [_table(1, [_HEAD, _BOLTS], has_head=True), heading, _table(2, [_SCREWS, _BOLTS], has_head=True)],
        [_table(1, [_HEAD, _BOLTS], has_head=True), _table(2, [_SCREWS, _BOLTS], has_head=True, left=70)],
    ):
        name_columns(items)
        assert isinstance(items[-1], DraftTable)
        assert [cell.text for cell in items[-1].cells if cell.is_header] == _SCREWS


def test_the_first_fact_on_a_page_names_no_columns_where_a_list_of_facts_goes_on() -> None:
    first = _table(1, [["Filled", "7,912"], ["Expiry", "09/2028"]], has_head=False)
    second = _table(2, [["Storage", "15 - 25 C"], ["Released by", "B. Sorensen"]], has_head=True)
    name_columns([first, _footer(1), second])
    assert not any(cell.is_header for cell in second.cells)
    assert _rows(second) == [["Storage", "15 - 25 C"], ["Released by", "B. Sorensen"]]


def test_what_a_page_break_cuts_off_a_row_goes_on_with_it() -> None:
    head = ["Symptom", "Cause", "Remedy"]
    first = _table(1, [head, ["E11", "No water", "Switch the machine"]], has_head=True)
    second = _table(2, [["", "", "off and on."], ["Slow", "Too fine", "Grind coarser."]], has_head=False)
    second.cells = [cell for cell in second.cells if cell.text]
    name_columns([first, second])

    assert _rows(second) == [
        head,
        ["E11", "", "Switch the machine off and on."],
        ["Slow", "Too fine", "Grind coarser."],
    ]


def test_a_row_without_a_label_that_begins_a_sentence_stays_as_it_is() -> None:
    first = _table(1, [["Symptom", "Cause", "Remedy"], ["E11", "No water", "Open the tap."]], has_head=True)
    second = _table(2, [["", "", "and wait"], ["Slow", "Too fine", "Grind coarser."]], has_head=False)
    second.cells = [cell for cell in second.cells if cell.text]
    name_columns([first, second])

    assert _rows(second)[1] == ["", "", "and wait"]


def test_what_the_table_is_about_and_its_signs_are_carried_over_too() -> None:
    signs = ["", "%", "%"]
    first = _table(1, [_HEAD, ["Asked", "312", "299"], signs, ["Content", "52", "48"]], has_head=True)
    first.caption = "Table 3. How content are you?"
    second = _table(2, [["Not content", "29", "31"], ["No answer", "19", "21"]], has_head=False)
    name_columns([first, second])
    assert second.caption == "Table 3. How content are you?"
    assert _rows(second) == [_HEAD, signs, ["Not content", "29", "31"], ["No answer", "19", "21"]]


def test_a_table_behind_a_line_of_its_own_keeps_without_caption() -> None:
    first, second = _table(1, [_HEAD, _BOLTS], has_head=True), _table(2, [_HEAD, _SCREWS], has_head=True)
    first.caption = "Table 3. Bolts"
    line = DraftText(kind=BlockKind.TEXT, text="Screws from the other works", page_no=2)
    name_columns([first, line, second])
    assert second.caption == ""
