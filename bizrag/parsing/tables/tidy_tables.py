"""Tables as formats without pages give them: without spacers, their names of columns marked, facts as facts."""

from __future__ import annotations

from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftTable, DraftText
from bizrag.parsing.engines.grid.pairs import facts_of
from bizrag.parsing.tables.grids import drop_empty, join_signs
from bizrag.parsing.tables.header_rows import mark_headers


def tidy_table(table: DraftTable) -> DraftTable | DraftText | None:
    """The table without spacer rows and columns; one row is a line of text; None where nothing is in it."""
    cells, num_rows, num_cols = drop_empty(join_signs(table.cells), num_rows=table.num_rows, num_cols=table.num_cols)
    if not cells:
        return None
    if num_rows == 1:
        return DraftText(kind=BlockKind.TEXT, text=" ".join(cell.text for cell in cells))
    table.cells = mark_headers(cells, num_rows=num_rows, num_cols=num_cols)
    table.num_rows, table.num_cols = num_rows, num_cols
    return table


def with_facts(table: DraftTable) -> DraftTable:
    """The table with one fact in a row where all of it is names and values: an office program's first row is seldom
    told from names of columns.
    """
    facts = facts_of(table.cells, table.num_cols)
    if facts is not None and facts.are_plain():
        table.cells, table.num_rows, table.num_cols = facts.in_two_columns(), len(facts.names), 2
    return table
