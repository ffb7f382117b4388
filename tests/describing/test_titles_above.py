"""Titles and fields above the names of columns are told once; what says when figures are of is told with each."""

from bizrag.describing.tables import describe_table, table_lines
from bizrag.model.parses import TableArtifact, TableCell

Row = list[tuple[str, int]]


def table(*rows: Row, num_headers: int) -> TableArtifact:
    """A table from rows of texts and the number of columns each is merged over."""
    cells: list[TableCell] = []
    for number, row in enumerate(rows):
        col = 0
        for text, width in row:
            end = col + width
            if text:
                cells.append(
                    TableCell(
                        text=text,
                        row_start=number,
                        row_end=number + 1,
                        col_start=col,
                        col_end=end,
                        is_header=number < num_headers,
                    )
                )
            col = end
    num_cols = max(cell.col_end for cell in cells)
    return TableArtifact(ordinal=1, num_rows=len(rows), num_cols=num_cols, cells=tuple(cells), markdown="")


def single(*texts: str) -> Row:
    return [(text, 1) for text in texts]


PRICES = (single("Pump", "PU-20", "€ 41.00", "€ 38.00"), single("Hose", "HO-03", "€ 7.50", "€ 6.90"))


def test_a_title_over_all_columns_is_told_once() -> None:
    titled = table([("Garden pumps and hoses", 4)], single("Article", "Code", "1-9", "10+"), *PRICES, num_headers=2)
    assert describe_table(titled).splitlines() == [
        "Garden pumps and hoses",
        "Headers: Article.",
        "Pump: Code PU-20; 1-9 € 41.00; 10+ € 38.00.",
        "Hose: Code HO-03; 1-9 € 7.50; 10+ € 6.90.",
    ]
    assert "Garden pumps and hoses" in {text for _, texts in table_lines(titled) for text in texts}


def test_fields_of_the_page_are_no_names_of_columns() -> None:
    report = table(
        [("Client: Ann Reid", 2), ("Sample no.: 77-4", 2)],
        single("Test", "Result", "Unit", "Limit"),
        single("Lead", "3", "µg/l", "10"),
        single("Iron", "140", "µg/l", "200"),
        num_headers=2,
    )
    assert describe_table(report).splitlines() == [
        "Client: Ann Reid",
        "Sample no.: 77-4",
        "Headers: Test.",
        "Lead: Result 3; Unit µg/l; Limit 10.",
        "Iron: Result 140; Unit µg/l; Limit 200.",
    ]


def test_what_figures_are_of_is_told_with_each() -> None:
    for title in (
        "Year ended 31 December",
        "Balances as of 30 June 2025",
        "Sales in millions",
        "(not audited figures)",
    ):
        titled = table([(title, 3)], single("", "North", "South"), single("Wheat", "4", "5"), num_headers=2)
        assert describe_table(titled) == f"Wheat: {title} North 4; {title} South 5."


def test_a_name_over_the_columns_of_figures_is_told_with_each() -> None:
    grouped = table(
        [("", 1), ("Share of households", 2)], single("", "Town", "Land"), single("Car", "4", "5"), num_headers=2
    )
    assert "Share of households Town 4" in describe_table(grouped)


def test_a_label_is_told_with_each_name_below_it() -> None:
    ratings = table(
        single("", "", "Min", "Max", "Unit"),
        single("Voltage", "IN", "-0.3", "7.0", "V"),
        single("", "EN", "-0.3", "5.5", "V"),
        single("Temperature", "Junction", "-55", "150", "°C"),
        single("", "Storage", "-65", "160", "°C"),
        num_headers=1,
    )
    assert describe_table(ratings).splitlines()[1::2] == [
        "Voltage > EN: Min -0.3; Max 5.5; Unit V.",
        "Temperature > Storage: Min -65; Max 160; Unit °C.",
    ]


def test_a_sum_has_no_label_of_the_rows_above() -> None:
    sums = table(
        single("", "2024", "2023", "Change"),
        single("Wheat", "4", "3", "1"),
        single("", "9", "7", "2"),
        single("Oats", "5", "4", "1"),
        num_headers=1,
    )
    assert "Wheat: 2024 9" not in describe_table(sums)
