"""Numbers and what they stand for are told one by one, in however many columns they are set."""

from bizrag.describing.tables import describe_table
from bizrag.model.parses import TableArtifact, TableCell


def table(*rows: tuple[str, ...]) -> TableArtifact:
    """A table whose first row is marked as its head, as Word marks that of any table."""
    cells = tuple(
        TableCell(text=text, row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, is_header=row == 0)
        for row, texts in enumerate(rows)
        for col, text in enumerate(texts)
        if text
    )
    return TableArtifact(ordinal=1, num_rows=len(rows), num_cols=len(rows[0]), cells=cells, markdown="")


PARTS = ["1: Lid.", "2: Tank, 1 l.", "3: Pump.", "4: Hose.", "5: Filter."]


def test_numbers_that_go_on_in_the_next_column_are_told_in_their_order() -> None:
    parts = table(("1", "Lid", "4", "Hose"), ("2", "Tank, 1 l", "5", "Filter"), ("3", "Pump", "", ""))
    assert describe_table(parts).splitlines() == PARTS


def test_numbers_that_go_on_along_the_rows_are_told_in_their_order() -> None:
    parts = table(("1", "Lid", "2", "Tank, 1 l"), ("3", "Pump", "4", "Hose"), ("5", "Filter", "", ""))
    assert describe_table(parts).splitlines() == PARTS


def test_figures_under_names_are_no_list() -> None:
    figures = table(("Age", "Cats", "Dogs", "Fish"), ("1", "2 a", "3", "4 b"), ("2", "3 a", "4", "5 b"))
    assert "Cats 2 a" in describe_table(figures)


def test_names_of_columns_that_are_numbered_stay_a_head() -> None:
    shares = table(("1", "Tram", "2", "Bus"), ("40", "h", "60", "h"), ("50", "h", "50", "h"))
    assert describe_table(shares).count("Tram") == 2
