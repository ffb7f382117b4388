"""Heads and feet of pages that are tables: told once, and between no parts of a table that goes on."""

from __future__ import annotations

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind, TableCell
from bizrag.parsing.draft import Draft, DraftPage, DraftTable, DraftText
from bizrag.parsing.tables.continued_tables import name_columns
from bizrag.parsing.tables.running_tables import mark_running_tables


def table(page_no: int, top: float, *rows: tuple[str, ...], has_head: bool = False, caption: str = "") -> DraftTable:
    cells = [
        TableCell(
            text=text,
            row_start=row,
            row_end=row + 1,
            col_start=col,
            col_end=col + 1,
            is_header=has_head and row == 0,
            bbox=BoundingBox(l=50 + 100 * col, t=top + 20 * row, r=120 + 100 * col, b=top + 20 * row + 10),
        )
        for row, texts in enumerate(rows)
        for col, text in enumerate(texts)
    ]
    box = BoundingBox(l=50, t=top, r=400, b=top + 20 * len(rows))
    return DraftTable(
        num_rows=len(rows), num_cols=len(rows[0]), cells=cells, page_no=page_no, bbox=box, caption=caption
    )


def head(page_no: int, *, top: float = 20, version: str = "Version 6") -> DraftTable:
    return table(page_no, top, ("Pharmacy", "Cold chain", version), ("SOP-14", "Procedure", f"Page {page_no} of 3"))


def text(page_no: int) -> DraftText:
    return DraftText(kind=BlockKind.TEXT, text="A paragraph.", page_no=page_no)


def draft(*items: DraftTable | DraftText) -> Draft:
    pages = [DraftPage(page_no=number, width_pt=600, height_pt=800) for number in (1, 2, 3)]
    return Draft(pages=pages, items=list(items))


def kinds(found: Draft) -> list[str]:
    return [item.kind.value if isinstance(item, DraftText) else "table" for item in found.items]


def test_a_table_at_the_head_of_each_page_is_told_once() -> None:
    found = draft(head(1), head(2), head(3, top=22))
    mark_running_tables(found)
    assert kinds(found) == ["table", "page_header", "page_header"]
    last = found.items[-1]
    assert isinstance(last, DraftText)
    assert (last.kind, last.text) == (
        BlockKind.PAGE_HEADER,
        "Pharmacy Cold chain Version 6 SOP-14 Procedure Page 3 of 3",
    )


def test_one_at_the_foot_is_a_footer() -> None:
    found = draft(head(1, top=740), head(2, top=740))
    mark_running_tables(found)
    assert kinds(found) == ["table", "page_footer"]


def test_what_says_something_else_or_stands_elsewhere_or_has_a_caption_stays() -> None:
    figures = [table(page_no, 20, ("Month", "Units"), ("May", f"{page_no}00"), caption="") for page_no in (1, 2)]
    months = [table(page_no, 20, ("Form", "Blank"), ("Month", f"0{page_no}/2024")) for page_no in (1, 2)]
    named = [table(page_no, 20, ("Limit", "8 bar"), ("Alarm", "9 bar"), caption="Table 1") for page_no in (1, 2)]
    for items in ([head(1), head(2, version="Version 7")], [head(1), head(2, top=300)], figures, months, named):
        found = draft(*items)
        mark_running_tables(found)
        assert kinds(found) == ["table", "table"]


def test_a_table_within_the_text_of_its_page_stays() -> None:
    found = draft(text(1), head(1, top=300), text(1), text(2), head(2, top=300), text(2))
    mark_running_tables(found)
    assert kinds(found).count("table") == 2


def test_a_table_that_goes_on_below_the_head_of_a_page_keeps_the_names_of_its_columns() -> None:
    first = table(1, 600, ("Asset", "Room", "Delay"), ("R1", "Store", "10 min"), has_head=True)
    second = table(2, 80, ("R7", "Ward", "15 min"), ("R9", "Lab", "5 min"))
    found = draft(head(1), first, head(2), second)
    mark_running_tables(found)
    name_columns(found.items)
    assert [cell.text for cell in second.cells if cell.is_header] == ["Asset", "Room", "Delay"]
