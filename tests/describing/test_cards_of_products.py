"""What a card tells is of its product to the last row; a statement goes on under the names of its parts."""

from bizrag.describing.tables import describe_table
from bizrag.model.parses import TableArtifact, TableCell


def table(*rows: tuple[str, str]) -> TableArtifact:
    """A table whose first row is marked as a head."""
    cells = tuple(
        TableCell(text=text, row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, is_header=row == 0)
        for row, texts in enumerate(rows)
        for col, text in enumerate(texts)
        if text
    )
    return TableArtifact(ordinal=1, num_rows=len(rows), num_cols=2, cells=cells, markdown="")


def test_a_price_below_a_remark_is_of_the_product() -> None:
    card = table(
        ("Pump 20", ""), ("Voltage", "18 V"), ("Weight", "2.2 kg"), ("With hose, 3 m", ""), ("PU-20", "€ 98.00")
    )
    assert describe_table(card).splitlines() == [
        "Pump 20 > Voltage: 18 V.",
        "Pump 20 > Weight: 2.2 kg.",
        "Pump 20 > With hose, 3 m > PU-20: € 98.00.",
    ]


def test_parts_of_a_statement_are_beside_each_other() -> None:
    sheet = table(("Assets", ""), ("Cash", "€ 5"), ("Stock", "€ 7"), ("Liabilities", ""), ("Loans", "€ 4"))
    assert "Liabilities > Loans: € 4." in describe_table(sheet).splitlines()
