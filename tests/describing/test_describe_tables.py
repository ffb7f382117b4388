"""Tables in sentences: every value with its labels, merged cells honoured."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bizrag.describing.tables import (
    describe_markdown,
    describe_table,
    said_rows,
    table_lines,
    tabulate_table,
)
from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import TableArtifact, TableCell

Spanned = tuple[str, int, int]


def table(*rows: list[str | Spanned], num_headers: int = 0, caption: str = "") -> TableArtifact:
    """A table from rows of texts; ``(text, rows, cols)`` is a merged cell, and covered places are left out."""
    cells: list[TableCell] = []
    taken: set[tuple[int, int]] = set()
    for row, entries in enumerate(rows):
        col = 0
        for entry in entries:
            text, height, width = (entry, 1, 1) if isinstance(entry, str) else entry
            while (row, col) in taken:
                col += 1
            cells.append(
                TableCell(
                    text=text,
                    row_start=row,
                    row_end=row + height,
                    col_start=col,
                    col_end=col + width,
                    is_header=row < num_headers,
                )
            )
            taken |= {(row + down, col + right) for down in range(height) for right in range(width)}
            col += width
    return TableArtifact(
        ordinal=1,
        num_rows=max((cell.row_end for cell in cells), default=0),
        num_cols=max((cell.col_end for cell in cells), default=0),
        cells=tuple(cells),
        markdown="",
        caption=caption,
    )


def test_a_row_is_a_sentence_with_row_and_column_labels() -> None:
    sales = table(["", "2023", "2022"], ["Net sales", "$94,836", "$97,278"], num_headers=1, caption="Table 4. Sales")

    assert describe_table(sales) == "Table 4. Sales\nNet sales: 2023 $94,836; 2022 $97,278."


def test_a_day_and_what_happens_on_it_name_no_columns() -> None:
    days = table(["Date", "Event"], ["11 May 2027", "Report on 2026"], ["6 June 2027", "Dividend"], num_headers=1)

    assert tabulate_table(days).splitlines()[:2] == ["Date | Event", "11 May 2027 | Report on 2026"]


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        (["Phase", "Start", "End"], [["Design", "1 March 2025", "30 June 2025"], ["Build", "July 2025", "May 2026"]]),
        (["Step", "Date"], [["Publication", "3 June 2025"], ["Site visits", "17, 18 and 19 June 2025"]]),
        (["Event", "Year"], [["Founded", "1987"], ["Listed", "1999"], ["Merged", "2004"]]),
        (["Milestone", "Due"], [["Pilot", "Q3 2025"], ["Close", "Q2 2026"]]),
        (["Fact", "Value"], [["Founded", "1987"], ["Employees", "412"], ["Sites", "9"]]),
        (["Quantity", "Unit"], [["Sales", "$m"], ["Volume", "kt"]]),
    ],
)
def test_days_years_and_units_of_rows_name_no_columns(
    head: list[str | Spanned], rows: list[list[str | Spanned]]
) -> None:
    told = tabulate_table(table(head, *rows, num_headers=1)).splitlines()
    assert told == [" | ".join(map(str, row)) for row in (head, *rows)]


def test_years_below_a_head_stay_one_above_days() -> None:
    plan = table(
        ["", ("Works", 1, 2)], ["", "2025", "2026"], ["Roof", "March", "May"], ["Gate", "June", "July"], num_headers=1
    )
    assert describe_table(plan) == "Roof: Works 2025 March; Works 2026 May.\nGate: Works 2025 June; Works 2026 July."


def test_years_beside_what_figures_are_in_name_columns() -> None:
    sales = table(["", ("Year ended", 1, 2)], ["in € million", "2023", "2022"], ["Sales", "5", "4"], num_headers=1)
    assert describe_table(sales).splitlines()[-1] == "Sales: Year ended 2023 5; Year ended 2022 4."
    one = table(["", "Year ended"], ["in € million", "2023"], ["Sales", "5"], ["Costs", "3"], num_headers=1)
    assert describe_table(one).splitlines()[-2:] == ["Sales: Year ended 2023 5.", "Costs: Year ended 2023 3."]


def test_headers_above_one_another_are_joined() -> None:
    sales = table(
        ["", ("Three Months Ended", 1, 2), ("Six Months Ended", 1, 2)],
        ["", "2023", "2022", "2023", "2022"],
        ["Products", "1", "2", "3", "4"],
        num_headers=2,
    )

    assert describe_table(sales) == (
        "Products: Three Months Ended 2023 1; Three Months Ended 2022 2; "
        "Six Months Ended 2023 3; Six Months Ended 2022 4."
    )


def test_a_header_centred_over_its_columns_counts_for_all_of_them() -> None:
    """Many files write the spanning header into the middle column instead of merging cells."""
    sales = table(["", "", "Year ended May 31,", ""], ["", "2019", "2018", "2017"], ["Volatility", "24%", "22%", "23%"])

    assert describe_table(sales) == (
        "Volatility: Year ended May 31, 2019 24%; Year ended May 31, 2018 22%; Year ended May 31, 2017 23%."
    )


def test_two_left_aligned_headers_count_for_the_columns_right_of_them() -> None:
    rates = table(
        ["", "Domestic", "", "International", ""],
        ["", "2019", "2018", "2019", "2018"],
        ["Discount rate", "4%", "3%", "2%", "1%"],
        num_headers=2,
    )

    assert describe_table(rates) == (
        "Discount rate: Domestic 2019 4%; Domestic 2018 3%; International 2019 2%; International 2018 1%."
    )


def test_a_row_of_units_below_the_header_is_part_of_it() -> None:
    flow = table(["", "2019", "2018"], ["", "€m", "€m"], ["Taxation", "(1,040)", "(1,010)"], num_headers=1)

    assert describe_table(flow) == "Taxation: 2019 €m (1,040); 2018 €m (1,010)."


def test_a_label_row_stands_above_the_rows_below_it() -> None:
    balance = table(["", "2019"], ["Assets:", ""], ["Cash", "5"], ["Liabilities:", ""], ["Debt", "7"], num_headers=1)

    assert describe_table(balance) == "Assets > Cash: 2019 5.\nLiabilities > Debt: 2019 7."


def test_what_stands_below_the_sum_of_a_group_is_not_of_it() -> None:
    rows: list[list[str | Spanned]] = [
        ["CHF million", "2026", "2025"],
        ["Net sales", "", ""],
        ["Sealing", "188.3", "171.9"],
        ["Filtration", "142.7", "139.4"],
        ["Group", "331.0", "311.3"],
        ["EBIT", "54.5", "48.0"],
    ]
    lines = describe_table(table(*rows, num_headers=1)).splitlines()
    assert lines[-2:] == ["Net sales > Group: 2026 331.0; 2025 311.3.", "EBIT: 2026 54.5; 2025 48.0."]


def test_what_stands_below_the_sum_of_a_group_is_still_of_its_period() -> None:
    rows: list[list[str | Spanned]] = [["$ million", "Forgiven", "Total"]]
    for year, (trade, homes) in (("2022", (24, 12)), ("2021", (41, 70))):
        rows.append([f"Year ended 31 December {year}", "", ""])
        rows.append(["Trade", str(trade), str(trade + 300)])
        rows.append(["Property", "10", "110"])
        rows.append(["Total commercial", str(trade + 10), str(trade + 410)])
        rows.append(["Homes", str(homes), str(homes + 5)])
    lines = describe_table(table(*rows, num_headers=1)).splitlines()
    assert "Year ended 31 December 2022 > Homes: Forgiven 12; Total 17." in lines
    assert "Year ended 31 December 2021 > Homes: Forgiven 70; Total 75." in lines


def test_a_label_merged_over_all_columns_stands_above_the_rows_below_it() -> None:
    balance = table(["", "2019"], [("Assets", 1, 2)], ["Cash", "5"], num_headers=1)

    assert describe_table(balance) == "Assets > Cash: 2019 5."


def test_names_beside_a_label_merged_over_their_rows_are_the_names_of_these() -> None:
    plants = table(
        ["Status", "Project", "Owner", "MW"],
        [("Planned", 2, 1), "Harbour wind farm", "Larkfield", "40"],
        ["Ridge wind farm", "Oakhurst", "25"],
        [("In use", 2, 1), "Lock power station", "Larkfield", "3"],
        ["Weir power station", "Quillmoor", "2"],
        ["Total", "", "", "70"],
        num_headers=1,
    )

    said = describe_table(plants).splitlines()

    assert said[-5:] == [
        "Planned > Harbour wind farm: Owner Larkfield; MW 40.",
        "Planned > Ridge wind farm: Owner Oakhurst; MW 25.",
        "In use > Lock power station: Owner Larkfield; MW 3.",
        "In use > Weir power station: Owner Quillmoor; MW 2.",
        "Total: MW 70.",
    ]
    assert "Project" in said[0]
    assert tabulate_table(plants).splitlines()[1] == "Planned | Harbour wind farm | Larkfield | 40"


@pytest.mark.parametrize("beside", [("2024", "2025"), ("yes", "yes")], ids=["figures", "one text in both"])
def test_what_tells_no_rows_apart_is_a_value(beside: tuple[str, str]) -> None:
    plants = table(["Plant", "Is it", "Output"], [("Harbour", 2, 1), beside[0], "40"], [beside[1], "41"], num_headers=1)

    assert f"Harbour: Is it {beside[0]}; Output 40." in describe_table(plants)


def test_a_merged_value_is_said_once_with_all_columns_and_in_every_row() -> None:
    plan = table(
        ["Plan", "Q1", "Q2"], ["Build", ("12", 1, 2)], ["Sell", ("9", 2, 1), "3"], ["Serve", "4"], num_headers=1
    )

    assert describe_table(plan) == "Headers: Plan.\nBuild: Q1, Q2 12.\nSell: Q1 9; Q2 3.\nServe: Q1 9; Q2 4."


def test_the_first_row_is_a_header_when_numbers_stand_below_words() -> None:
    sites = table(["Site", "Staff"], ["Port Ellery", "486"], ["Brackwater", "532"])

    assert describe_table(sites) == "Headers: Site.\nPort Ellery: Staff 486.\nBrackwater: Staff 532."


def test_names_and_values_side_by_side_need_no_header() -> None:
    note = table(["Customer", "Lindqvane"], ["Carrier", "North Line"])

    assert describe_table(note) == "Customer: Lindqvane.\nCarrier: North Line."


def test_a_record_is_told_field_by_field_though_its_first_row_is_marked_as_header() -> None:
    finding = table(
        ["Finding", "31 pairs of orders to one supplier were each below the threshold."],
        ["Risk", "High"],
        ["Due date", "31 October 2025"],
        num_headers=1,
    )
    meeting = table(["Meeting no.", "BD-2025-06"], ["Held", "19 June 2025"], ["Chair", "Ada Moore"], num_headers=1)

    assert describe_table(finding) == (
        "Finding: 31 pairs of orders to one supplier were each below the threshold.\n"
        "Risk: High.\nDue date: 31 October 2025."
    )
    assert describe_table(meeting) == "Meeting no.: BD-2025-06.\nHeld: 19 June 2025.\nChair: Ada Moore."


def test_days_are_values_of_fields_though_the_first_row_is_marked_as_header() -> None:
    dates: list[list[str | Spanned]] = [
        ["Commencement", "25 March 2022"],
        ["Expiry", "24 March 2032"],
        ["Break option", "24 March 2027, by notice"],
    ]
    assert describe_table(table(*dates, num_headers=1)).splitlines() == [
        "Commencement: 25 March 2022.",
        "Expiry: 24 March 2032.",
        "Break option: 24 March 2027, by notice.",
    ]


def test_what_has_the_form_of_the_values_below_it_names_no_column() -> None:
    contacts = table(["Travel desk", "ext. 4410"], ["Visas", "ext. 4426"], ["At night", "01632 960 999"], num_headers=1)
    assert describe_table(contacts).splitlines()[0] == "Travel desk: ext. 4410."


def test_numbers_of_several_kinds_are_values_of_fields() -> None:
    account = table(["Holder", "Meadow Joinery"], ["Account", "40118823"], ["Sort code", "23-11-05"], ["Rate", "11.9%"])
    assert describe_table(account).splitlines()[:2] == ["Holder: Meadow Joinery.", "Account: 40118823."]
    # of one kind they are a column
    staff = table(["Site", "Staff"], ["Port Ellery", "486"], ["Brackwater", "(532)"], ["Vellmar", "1,117"])
    assert describe_table(staff).splitlines()[:2] == ["Headers: Site.", "Port Ellery: Staff 486."]


def test_the_only_row_below_names_is_told_by_these_unless_it_holds_figures() -> None:
    parties = table(["Landlord", "Tenant"], ["Avonmere LLP", "Bramble Ltd"], num_headers=1)
    assert describe_table(parties) == "Landlord Avonmere LLP; Tenant Bramble Ltd."
    sales = table(["CHF million", "2026", "2025"], ["Net sales", "412.6", "384.2"], num_headers=1)
    assert describe_table(sales).splitlines()[-1] == "Net sales: 2026 412.6; 2025 384.2."


@pytest.mark.parametrize(
    "head", [["Site", "Staff in 2025"], ["Item", "Weight of 10 (kg)"], ["Name", "Function"], ["Measure", "31 May 2025"]]
)
def test_names_of_two_columns_stay_a_head(head: list[str | Spanned]) -> None:
    sites = table(head, ["Port Ellery", "486"], ["Brackwater", "532"], ["Vellmar", "117"], num_headers=1)

    assert f"Port Ellery: {head[1]} 486." in describe_table(sites)


def test_a_header_without_rows_keeps_its_text() -> None:
    assert describe_table(table(["Region", "2023"], num_headers=1)) == "Region: 2023."


def test_a_column_of_lines_stays_lines() -> None:
    assert describe_table(table(["First"], ["Second"])) == "First.\nSecond."


def test_a_table_without_text_says_nothing() -> None:
    assert describe_table(table(["", ""], ["", ""])) == ""
    assert describe_table(table()) == ""


def test_a_lead_stands_after_the_caption() -> None:
    sales = table(["", "2023"], ["Net sales", "5"], num_headers=1, caption="Sales")

    assert describe_table(sales, lead="(In millions)") == "Sales\n(In millions)\nNet sales: 2023 5."


@pytest.mark.slow
@given(
    st.lists(st.lists(st.text(alphabet="ab 12.%:$(", max_size=6), min_size=3, max_size=3), min_size=1, max_size=6),
    st.integers(0, 3),
)
def test_every_cell_is_said(rows: list[list[str]], num_headers: int) -> None:
    made = table(*[list[str | Spanned](row) for row in rows], num_headers=num_headers)
    said, laid_out = describe_table(made), " ".join(tabulate_table(made).split())

    for row in rows:
        for text in row:
            assert text.strip().removesuffix(":") in said
            assert " ".join(text.split()).removesuffix(":") in laid_out


def test_a_laid_out_table_says_column_labels_once() -> None:
    sales = table(
        ["$ million", ("Year ended", 1, 2), "Change"],
        ["", "2023", "2022", "%"],
        ["Assets:", "", "", ""],
        ["Cash", "5", "", "2|3"],
        ["Both", ("7", 1, 2), ""],
        num_headers=2,
        caption="Table 4",
    )

    assert tabulate_table(sales) == (
        "Table 4\n$ million | Year ended 2023 | Year ended 2022 | Change %\nAssets >\nCash | 5 |  | 2/3\nBoth | 7 | 7"
    )
    assert tabulate_table(table(["", "2023"], ["Sales", "5"], num_headers=1)) == "| 2023\nSales | 5"


def test_a_table_without_column_labels_is_said_in_rows() -> None:
    note = table(["Customer", "Lindqvane"], ["Carrier", "North Line"])

    assert tabulate_table(note) == describe_table(note)


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("| | Wild | Tame |\n|---|---|---|\n| 2019 | 120 | 80 |", "2019: Wild 120; Tame 80."),
        ("| a \\| b | 1 |\n| --- | --- |\n| x | 2 |", "Headers: a | b.\nx: 1 2."),
        ("no table", "no table"),
        ("", ""),
    ],
)
def test_markdown_tables_are_read_the_same_way(markdown: str, text: str) -> None:
    assert describe_markdown(markdown) == text


def test_the_name_of_a_sum_stands_beside_its_figure() -> None:
    invoice = table(
        ["Item", "Qty", "Price", "Total"],
        ["Rack", "4", "120", "480"],
        ["", "", "Subtotal", "480"],
        ["", "VAT 20%", "", "96"],
        num_headers=1,
    )
    assert describe_table(invoice).splitlines()[-3:] == [
        "Rack: Qty 4; Price 120; Total 480.",
        "Subtotal: Total 480.",
        "VAT 20%: Total 96.",
    ]
    assert tabulate_table(invoice).splitlines()[-2:] == ["Subtotal |  |  | 480", "VAT 20% |  |  | 96"]


def test_two_values_of_a_row_without_a_label_stay_values() -> None:
    plan = table(["Site", "Phase", "Days"], ["Oslo", "Build", "12"], ["", "3 tests", "4"], num_headers=1)
    assert describe_table(plan).splitlines()[-1] == "Phase 3 tests; Days 4."


def _placed(*rows: tuple[float, list[str | Spanned]]) -> TableArtifact:
    """A table whose labels begin at the places given."""
    made = table(*(texts for _, texts in rows), num_headers=1)
    cells = [
        replace(cell, bbox=BoundingBox(l=left, t=10.0 * at, r=left + 40, b=10.0 * at + 8))
        for at, (left, _) in enumerate(rows)
        for cell in made.cells
        if cell.row_start == at and cell.col_start == 0
    ]
    return replace(made, cells=tuple(cells) + tuple(cell for cell in made.cells if cell.col_start > 0))


def test_a_group_of_indented_rows_ends_where_a_label_steps_back() -> None:
    said = describe_table(
        _placed(
            (50, ["", "2026", "2025"]),
            (50, ["Shares outstanding:", "", ""]),
            (62, ["Basic", "61.6", "61.5"]),
            (62, ["Diluted", "62.0", "62.0"]),
            (50, ["Dividends per share", "0.21", "0.19"]),
        )
    )
    assert said.split("\n") == [
        "Shares outstanding > Basic: 2026 61.6; 2025 61.5.",
        "Shares outstanding > Diluted: 2026 62.0; 2025 62.0.",
        "Dividends per share: 2026 0.21; 2025 0.19.",
    ]
    # the sum of a group may stand where its label does
    with_sum = _placed(
        (50, ["", "2026", "2025"]),
        (50, ["Sales", "", ""]),
        (62, ["Water", "3.1", "3.0"]),
        (62, ["Flow", "2.1", "2.2"]),
        (50, ["Total", "9.9", "9.8"]),
    )
    assert "Sales > Total: 2026 9.9; 2025 9.8." in describe_table(with_sum)


def test_a_group_of_rows_with_bullets_ends_where_a_label_has_none() -> None:
    said = describe_table(
        table(
            ["Country", "Ardenia"],
            ["Area", ""],
            ["• City", "118 km²"],
            ["• Metro", "1,022 km²"],
            ["Elevation", "312 m"],
            ["Demonym", "Vellmarian"],
        )
    )
    assert said.split("\n")[1:] == [
        "Area > • City: 118 km².",
        "Area > • Metro: 1,022 km².",
        "Elevation: 312 m.",
        "Demonym: Vellmarian.",
    ]


def test_the_first_of_facts_beside_their_names_is_no_name_of_a_column() -> None:
    facts = table(["Country", "Ardenia"], ["Founded", "1683"], ["Named for", "Vellmar"], ["Rank", "6th"])
    assert describe_table(facts).startswith("Country: Ardenia.\nFounded: 1683.")
    prices = table(["Item", "Price"], ["Coffee", "3.50"], ["Tea", "2.80"])
    assert describe_table(prices) == "Headers: Item.\nCoffee: Price 3.50.\nTea: Price 2.80."
    named_below = table(["(State)", "Delaware"], ["(Tax number)", "47-3391826"], ["(Zip code)", "45402"])
    assert describe_table(named_below).startswith("(State): Delaware.")


def test_a_field_of_a_form_without_an_entry_is_told_so_and_heads_no_others() -> None:
    form = table(
        ["Certificate:", "Private"],
        ["Toxicology:", ""],
        ["Occupation:", "Pilot"],
        ["Last review:", "3 April"],
    )
    assert describe_table(form).splitlines() == [
        "Certificate: Private.",
        "Toxicology: \N{EN DASH}.",
        "Occupation: Pilot.",
        "Last review: 3 April.",
    ]
    assets = table(["Assets:", ""], ["Cash", "5"], ["Land", "7"])
    assert describe_table(assets).splitlines() == ["Assets > Cash: 5.", "Assets > Land: 7."]


def test_a_row_that_names_the_columns_anew_heads_the_rows_below_it() -> None:
    goodwill = table(
        ["(In millions)", "Dec 29, 2018", "Acquisitions", "Dec 28, 2019"],
        ["Data centers", "$5,424", "$1,758", "$7,155"],
        ["Total", "$24,513", "$1,825", "$26,276"],
        ["(In millions)", "Dec 30, 2017", "Acquisitions", "Dec 29, 2018"],
        ["Data centers", "$5,421", "$3", "$5,424"],
        num_headers=1,
    )
    prices = table(
        ["", "16 weeks ended July 7, 2019", "12 weeks ended April 14, 2019"],
        ["High", "$91.30", "$87.84"],
        ["", "16 weeks", "12 weeks"],
        ["", "ended July 8,", "ended April 15,"],
        ["", "2018", "2018"],
        ["High", "$93.98", "$92.46"],
        num_headers=1,
    )

    assert describe_table(goodwill).splitlines()[1:] == [
        "Data centers: Dec 29, 2018 $5,424; Acquisitions $1,758; Dec 28, 2019 $7,155.",
        "Total: Dec 29, 2018 $24,513; Acquisitions $1,825; Dec 28, 2019 $26,276.",
        "Data centers: Dec 30, 2017 $5,421; Acquisitions $3; Dec 29, 2018 $5,424.",
    ]
    # on a slide, too, where a line of labels stands over one table
    assert tabulate_table(prices).splitlines() == [
        "High: 16 weeks ended July 7, 2019 $91.30; 12 weeks ended April 14, 2019 $87.84.",
        "High: 16 weeks ended July 8, 2018 $93.98; 12 weeks ended April 15, 2018 $92.46.",
    ]
    assert [line for line, _ in table_lines(goodwill)][1:] == describe_table(goodwill).splitlines()[1:]
    assert [row.in_words for row in said_rows(goodwill)] == describe_table(goodwill).splitlines()[1:]


def test_a_sum_without_a_label_and_a_row_of_days_are_no_heads() -> None:
    leases = table(
        ["", "2019", "2018"],
        ["Shops", "4", "3"],
        ["Signed", "May 2019", "June 2018"],
        ["", "2,019", "2,018"],
        ["Depots", "7", "9"],
        num_headers=1,
    )

    assert describe_table(leases).splitlines() == [
        "Shops: 2019 4; 2018 3.",
        "Signed: 2019 May 2019; 2018 June 2018.",
        "2019 2,019; 2018 2,018.",
        "Depots: 2019 7; 2018 9.",
    ]


def test_what_figures_are_in_alone_above_the_labels_is_no_heading_of_rows() -> None:
    accruals = table(["(In millions)", ""], ["Opening balance", "$ 873"], ["Payments", "(130)"], num_headers=1)

    accruals = replace(accruals, cells=tuple(cell for cell in accruals.cells if cell.text))
    assert describe_table(accruals) == "Headers: (In millions).\nOpening balance: $ 873.\nPayments: (130)."


def test_years_are_told_with_the_period_that_stands_over_the_labels() -> None:
    income = table(
        ["(In millions) Three Months Ended June 30,", "2023", "2022", "Change"],
        ["Net sales", "94", "97", "(3)%"],
        num_headers=1,
    )

    assert describe_table(income).endswith(
        "Net sales: Three Months Ended June 30, 2023 94; Three Months Ended June 30, 2022 97; Change (3)%."
    )
    # a year that the corner names, and a name of rows, are not of the columns
    dated = table(["As of June 30, 2023", "2024", "2025"], ["Debt due", "94", "97"], num_headers=1)
    assert "Debt due: 2024 94; 2025 97." in describe_table(dated)


def test_facts_of_different_kinds_have_no_column_names_though_their_first_row_is_marked_as_header() -> None:
    fund = table(
        ["Fund manager", "Ada Moore"],
        ["Launch date", "3 October 2012"],
        ["Fund size", "USD 780 million"],
        ["Ongoing charge", "1.10%"],
        ["Risk class (1-7)", "6"],
        num_headers=1,
    )
    assert describe_table(fund).splitlines()[::3] == ["Fund manager: Ada Moore.", "Ongoing charge: 1.10%."]

    product = table(
        ["Print speed (A4)", "28 ppm (mono)"],
        ["First page out", "10.2 s"],
        ["Controller", ""],
        ["Memory", "512 MB"],
        ["Interfaces", "USB 2.0, Ethernet"],
        num_headers=1,
    )
    assert describe_table(product).splitlines() == [
        "Print speed (A4): 28 ppm (mono).",
        "First page out: 10.2 s.",
        "Controller > Memory: 512 MB.",
        "Controller > Interfaces: USB 2.0, Ethernet.",
    ]


def test_what_columns_are_called_stays_a_header_above_values_of_different_kinds() -> None:
    metrics: list[list[str | Spanned]] = [["Revenue", "$5m"], ["Margin", "12%"], ["Staff", "3,400 people"]]
    for names in (["Metric", "FY 2024"], ["Metric", "Berlin Plant"], ["Group", "Amount"], ["Line", "result"]):
        first = describe_table(table(list(names), *metrics, num_headers=1)).splitlines()[-3]
        assert first == f"Revenue: {names[1]} $5m."
    shares: list[list[str | Spanned]] = [["A", "3.1%"], ["B", "–"], ["C", "n/a"], ["D", "4%"]]
    assert "A: 1 year 3.1%." in describe_table(table(["Fund", "1 year"], *shares, num_headers=1))


def test_a_first_row_of_facts_is_no_head() -> None:
    numbers = table(
        ["Tourist office", "5550 100 (until 17:00)"], ["Doctor", "5550 140"], ["Taxi", "5550 177"], ["Hire", "5550 163"]
    )
    flagged = replace(numbers, cells=tuple(replace(cell, is_header=cell.row_start == 0) for cell in numbers.cells))
    assert describe_table(flagged).splitlines()[-4:] == [
        "Tourist office: 5550 100 (until 17:00).",
        "Doctor: 5550 140.",
        "Taxi: 5550 177.",
        "Hire: 5550 163.",
    ]


@pytest.mark.parametrize("head", ["2024", "2024 budget", "5-30 mm", "Amount"])
def test_a_head_above_numbers_stays_one(head: str) -> None:
    costs = table(["Item", head], ["Rent", "1400"], ["Wages", "2210"], ["Power", "1310"])
    flagged = replace(costs, cells=tuple(replace(cell, is_header=cell.row_start == 0) for cell in costs.cells))
    assert f"Rent: {head} 1400." in describe_table(flagged)
