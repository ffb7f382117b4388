"""Labels that are written once above rows of their own are said in each of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bizrag.describing.repeated_labels import with_labels_repeated
from bizrag.describing.tables import describe_table, said_rows
from tests.describing.test_describe_tables import Spanned, table

_HEAD: list[str | Spanned] = ["Fund", "Class", "Entry", "Yearly"]


def test_a_fund_is_named_in_the_rows_of_all_its_classes() -> None:
    fees = table(
        _HEAD,
        ["Value", "A", "5.00%", "1.83%"],
        ["", "I", "-", "0.96%"],
        ["Income", "A", "3.00%", "1.98%"],
        ["", "I", "-", "1.05%"],
    )
    assert describe_table(fees).splitlines()[-3:] == [
        "Value: Class I; Entry -; Yearly 0.96%.",
        "Income: Class A; Entry 3.00%; Yearly 1.98%.",
        "Income: Class I; Entry -; Yearly 1.05%.",
    ]
    assert [cell.text for cell in list(said_rows(fees))[1].cells] == ["Value", "I", "-", "0.96%"]


def test_a_unit_may_stand_between_a_label_and_what_parts_its_rows() -> None:
    births = table(
        ["Variable", "", "", "Home (67)", "Ward (40)"],
        ["length of stay", "days", "Median", "1.0", "3.0"],
        ["weight", "g", "missing", "3", "2"],
        ["", "", "Median", "3370", "3200"],
        ["twins", "", "no", "66", "37"],
        ["", "", "yes", "1", "3"],
        ["induced", "", "no", "60", "31"],
        ["", "", "yes", "7", "9"],
    )
    flagged = replace(births, cells=tuple(replace(cell, is_header=cell.row_start == 0) for cell in births.cells))
    said = describe_table(flagged).splitlines()
    assert "weight: Median; Home (67) 3370; Ward (40) 3200." in said
    assert "twins: yes; Home (67) 1; Ward (40) 3." in said


def test_names_with_digits_part_the_rows_of_a_label() -> None:
    odds = table(
        ["Cut-off", "Parameter", "OR", "p-value"],
        ["500", "Hb.pre", "1.007", "0.199"],
        ["", "F13.act", "1.009", "0.002"],
        ["750", "Hb.pre", "1.003", "0.657"],
        ["", "F13.act", "1.012", "0.004"],
    )
    assert "Cut-off 750; Parameter F13.act; OR 1.012; p-value 0.004." in describe_table(odds).splitlines()


def test_bookings_of_one_day_have_it_once() -> None:
    bookings = table(
        ["Date", "Description", "Out", "Balance"],
        ["9 Oct", "Cash withdrawal", "60.00", ""],
        ["", "Water rates", "31.75", "112.40"],
        ["13 Oct", "Garage", "18.20", "94.20"],
    )
    assert "9 Oct: Description Water rates; Out 31.75; Balance 112.40." in describe_table(bookings).splitlines()


def test_the_lines_of_a_name_and_an_office_are_of_all_years_of_a_person() -> None:
    pay = table(
        ["Name and principal position", "Year", "Salary", "Total"],
        ["Eleanor Vance", "2025", "1,050", "8,326"],
        ["President and Chief", "2024", "1,000", "7,531"],
        ["Executive Officer", "2023", "960", "6,773"],
        ["Clara Jefferson", "2025", "402", "2,761"],
        ["Technology Officer", "", "", ""],
        ["Owen Strand", "2025", "520", "2,204"],
        ["General Counsel", "2024", "505", "2,018"],
    )
    assert describe_table(pay).splitlines()[-6:] == [
        "Eleanor Vance President and Chief Executive Officer: Year 2025; Salary 1,050; Total 8,326.",
        "Eleanor Vance President and Chief Executive Officer: Year 2024; Salary 1,000; Total 7,531.",
        "Eleanor Vance President and Chief Executive Officer: Year 2023; Salary 960; Total 6,773.",
        "Clara Jefferson Technology Officer: Year 2025; Salary 402; Total 2,761.",
        "Owen Strand General Counsel: Year 2025; Salary 520; Total 2,204.",
        "Owen Strand General Counsel: Year 2024; Salary 505; Total 2,018.",
    ]


@pytest.mark.parametrize(
    "rows",
    [
        # lines that go on below, whose words come back nowhere
        (_HEAD, ["Value", "shares of", "5", "1"], ["", "all sizes", "", "2"], ["Income", "bonds", "3", "1"]),
        # sums without a name
        (_HEAD, ["Value", "12", "5", "1"], ["", "14", "3", "2"], ["Income", "12", "3", "1"]),
        # the names of people are no offices
        (
            ["Name", "Year", "Salary", "Total"],
            ["Ann", "2025", "1", "2"],
            ["Bo", "2024", "1", "2"],
            ["Cy", "2025", "1", "2"],
        ),
        # nor is the year in which somebody came one of several
        (
            ["Name and title", "Year joined", "Salary", "Total"],
            ["Ann, chair", "2025", "1", "2"],
            ["Bo, clerk", "2024", "1", "2"],
            ["Cy, cook", "2025", "1", "2"],
        ),
    ],
)
def test_other_tables_stay_as_they_are(rows: tuple[list[str | Spanned], ...]) -> None:
    one = table(*rows)
    assert with_labels_repeated(one) is one
