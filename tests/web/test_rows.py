"""Quotes of table rows in words, and the rows they are found in."""

from __future__ import annotations

import pytest

from query.web.markup import markdown_html
from query.web.rows import quoted_rows

HEAD = "| Item | 2023 | 2022 |\n| --- | --- | --- |\n"
SALES = HEAD + "| Sales | 5 | 4 |\n| Net sales | 15 | 14 |\n| Net | 15 | 14 |"
GROUPS = (
    HEAD
    + "| Current assets: |  |  |\n| Cash | 5 | 4 |\n| Other | 2 | 1 |\n| Current liabilities |  |  |\n| Other | 2 | 1 |"
)
RECORD = "| Due date | 31 October 2025 |\n| --- | --- |\n| Reference | BD-2025-06 |\n| Paid by | bank |"


@pytest.mark.parametrize(
    ("table", "quote", "rows"),
    [
        (SALES, "Sales: 2023 5; 2022 4.", (1,)),
        # "Sales" and "Net" stand in the line too, each with less of it
        (SALES, "Net sales: 2023 15; 2022 14.", (2,)),
        (SALES, "Net sales: 2023 15; 2022 14.\nNet: 2023 15; 2022 14.", (2, 3)),
        # of rows alike in every cell the label above them tells which is meant
        (GROUPS, "Current liabilities > Other: 2023 2; 2022 1.", (5,)),
        (GROUPS, "Current assets > Cash: 2023 5; 2022 4.", (2,)),
        # a model says rows in words of its own
        (SALES, "Sales rose to 5 in 2023, after 4 in 2022.", (1,)),
        # Word and HTML files mark the first row of any table as its header
        (RECORD, "Due date: 31 October 2025.", (0,)),
        (HEAD + "| A\\|B | (2.7) |  |", "A|B: 2023 (2.7).", (1,)),
        (SALES, "Sales: 2023 5.1; 2022 4%.", ()),
        (SALES, "The table shows sales.", ()),
        ("", "Sales: 2023 5.", ()),
    ],
)
def test_the_row_is_found_whose_cells_the_quote_has(table: str, quote: str, rows: tuple[int, ...]) -> None:
    assert quoted_rows(table, quote) == rows


def test_cited_rows_are_marked_and_no_others() -> None:
    lines = markdown_html(SALES, (2,)).split("<tr")
    assert [line.split(">", 1)[0].find("is-cited") > 0 for line in lines[1:]] == [False, False, True, False]
