"""Signs in the cells of tables are said with what they mean."""

from __future__ import annotations

from bizrag.model.parses import BlockKind, TableCell
from bizrag.parsing.captions.sign_legends import name_signs
from bizrag.parsing.draft import DraftTable, DraftText


def _table(page_no: int) -> DraftTable:
    cells = [
        TableCell(text=text, row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, is_header=row == 0)
        for row, texts in enumerate((("Skill", "Norvik"), ("Logistics", "●"), ("Pricing", "◔")))
        for col, text in enumerate(texts)
    ]
    return DraftTable(num_rows=3, num_cols=2, cells=cells, page_no=page_no)


def test_signs_are_said_with_their_meaning_on_the_page_of_their_legend() -> None:
    here, elsewhere = _table(1), _table(2)
    legend = DraftText(kind=BlockKind.TEXT, text="● leading   ◑ average   ◔ lagging", page_no=1)

    name_signs([here, legend, elsewhere])

    assert [cell.text for cell in here.cells if cell.col_start][1:] == ["● leading", "◔ lagging"]
    assert [cell.text for cell in elsewhere.cells if cell.col_start][1:] == ["●", "◔"]
