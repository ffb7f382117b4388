"""Shares of printed values, and rows that a question names side by side."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.named.named_rows import find_named_rows
from bizrag.answering.extractive.tables.reckoned.shares import find_share
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_SALES = """Net sales
Products: 2024 $120; 2023 $100.
Services: 2024 $80; 2023 $60.
Products > Cranes: 2024 $70; 2023 $45.
Margin: 2024 40%; 2023 38%.
Total net sales: 2024 $200; 2023 $160."""
_LIABILITIES = """Accrued liabilities
Warranty reserve: 2024 529; 2023 520.
Other: 2024 471; 2023 480.
2024 $1,000; 2023 $1,000."""
_BONDS = """Securities
Headers: Kind.
Own government: At December 31, 2030 Cost 97; At December 31, 2030 Gains 4; At December 31, 2031 Cost 99.
Foreign government: At December 31, 2030 Cost $73; At December 31, 2030 Gains $14; At December 31, 2031 Cost $129.
Total: At December 31, 2030 Cost $170; At December 31, 2030 Gains $18; At December 31, 2031 Cost $228."""
_CURRENCIES = """Assets by currency
Euro: Total £m 115; Fixed rate financial assets £m 1; Financial assets without interest £m 114.
Dollar: Total £m 98; Fixed rate financial assets £m 2; Financial assets without interest £m 96.
Group total: Total £m 213; Fixed rate financial assets £m 3; Financial assets without interest £m 210."""
_AGES = """Overdue (£m)
Trade receivables: 2031 40; 2030 36.
Up to three months: 2031 30; 2030 32.
Three to six months: 2031 10; 2030 4."""
_ACQUIRED = """Fair values
Technology: Useful life (years) 4; Fair value $232.
Other: Useful life (years) 2; Fair value 20.
Total definite-lived intangible assets: Fair value $492."""
_RATES = """Exchange rates
Swedish krona: 2031 9; 2030 8.
Taiwan dollar: 2031 30; 2030 29."""
_ORDERS = """Orders
2024: Sensors 914; Total 3,000.
2023: Sensors 918; Total 4,000."""


def _rows(text: str) -> list[Statement]:
    chunk = make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))
    return [one for one in read_statements([chunk]) if one.is_row]


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "What percentage of total net sales came from services in 2024?",
            _SALES,
            "Services: 2024 $80; Total net sales: 2024 $200; share 40%.",
        ),
        (
            "Services as a share of total net sales in 2023?",
            _SALES,
            "Services: 2023 $60; Total net sales: 2023 $160; share 37.5%.",
        ),
        (
            "What was the ratio (in percentage) of cranes to products in 2023?",
            _SALES,
            "Products > Cranes: 2023 $45; Products: 2023 $100; share 45%.",
        ),
        # a row, a column and its total
        (
            "What percentage of the total cost is made up of foreign government bonds in 2030?",
            _BONDS,
            "Foreign government: At December 31, 2030 Cost $73; Total: At December 31, 2030 Cost $170; share 42.94%.",
        ),
        (
            "What percentage of the total gain is generated from own government bonds in 2030?",
            _BONDS,
            "Own government: At December 31, 2030 Gains 4; Total: At December 31, 2030 Gains $18; share 22.22%.",
        ),
        (
            "What was the percentage of total financial assets in euro over the group total?",
            _CURRENCIES,
            "Euro: Total £m 115; Group total: Total £m 213; share 53.99%.",
        ),
        (
            "What is the percentage of the trade receivables that are three to six months old in the total trade"
            " receivables in 2031?",
            _AGES,
            "Three to six months: 2031 10; Trade receivables: 2031 40; share 25%.",
        ),
        (
            "What was the fair value of other intangible assets as a percentage of total intangible assets acquired?",
            _ACQUIRED,
            "Other: Fair value 20; Total definite-lived intangible assets: Fair value $492; share 4.07%.",
        ),
        (
            "What is the ratio of the weighted average rate of the Swedish krona to the Taiwan dollar in 2031?",
            _RATES,
            "Swedish krona: 2031 9; Taiwan dollar: 2031 30; ratio 0.3 (30%).",
        ),
        # no table of revenue
        ("What percentage of revenue came from Swedish krona in 2031?", _RATES, None),
        # a sum without a label
        (
            "In 2024, what is the percentage of warranty reserve among the total accrued liabilities?",
            _LIABILITIES,
            "Warranty reserve: 2024 529; 2024 $1,000; share 52.9%.",
        ),
        (
            "What percentage of the total did sensors make in 2023?",
            _ORDERS,
            "2023: Sensors 918; Total 4,000; share 22.95%.",
        ),
        # a part may be below nothing
        (
            "What is the percentage constitution of writedowns in services in 2024?",
            "Result\nServices: 2024 $80.\nWritedowns: 2024 (8).",
            "Writedowns: 2024 (8); Services: 2024 $80; share -10%.",
        ),
        # several rows are a part, and a bare total the whole
        (
            "What is the proportion of the sum of products and services over total net sales in 2024?",
            "Net sales\nProducts: 2024 $120.\nServices: 2024 80.\nRepairs: 2024 50.\nTotal: 2024 $250.",
            "Products: 2024 $120; Services: 2024 80; Total: 2024 $250; share 80%.",
        ),
        # of one row the columns
        (
            "What was the percentage of current receivables out of total receivables?",
            "Ageing\nReceivables: Current $'000 20; Past due $'000 5; Total $'000 25.\nAllowance: Current $'000 1.",
            "Receivables: Current $'000 20; Total $'000 25; share 80%.",
        ),
        # or two years
        (
            "What is the ratio of services in 2024 to services in 2023?",
            _SALES,
            "Services: 2024 $80; 2023 $60; ratio 1.33 (133.33%).",
        ),
        # of both years no share of one in the other is asked for
        ("What are products as a percentage of services in 2023 and 2024?", _SALES, None),
        # "other liabilities" are not all
        (
            "What is the percentage of leases in the total liabilities?",
            "Liabilities\nLeases: Due 5.\nOther liabilities: Due 20.\nTotal: Due $50.",
            "Leases: Due 5; Total: Due $50; share 10%.",
        ),
        # of which year, of what
        ("What percentage of total net sales came from services?", _SALES, None),
        ("What was the percentage of sales in 2024?", _SALES, None),
        ("What percentage of total net sales came from barges in 2024?", _SALES, None),
        ("What is the change in the percentage of services to total net sales in 2024?", _SALES, None),
    ],
)
def test_the_share_of_two_named_values_is_reckoned(question: str, text: str, expected: str | None) -> None:
    found = find_share(question, _rows(text))
    assert (found.text if found else None) == expected


def test_the_share_of_measured_values_is_nearly_so() -> None:
    text = "Visits\nParks: 2024 \u224850.\nAll sites: 2024 \u2248200."
    found = find_share("What percentage of all sites were parks in 2024?", _rows(text))
    assert found is not None
    assert found.text == "Parks: 2024 \u224850; All sites: 2024 \u2248200; share about 25%."


def test_rows_that_are_named_side_by_side_are_told_in_the_order_of_the_question() -> None:
    found = find_named_rows("What were the services and the products worth in 2024?", _rows(_SALES))
    assert [row.text.partition(":")[0] for row in found] == ["Services", "Products"]
    for question in ("What were the services in 2024?", "Which barges and tugs were sold?"):
        assert find_named_rows(question, _rows(_SALES)) == []
    twice = _rows("Sites\nNorth > Cranes: 2024 4; 2023 5.\nSouth > Cranes: 2024 1; 2023 2.\nTugs: 2024 7; 2023 8.")
    assert find_named_rows("How many cranes and tugs were there in 2024?", twice) == []


def test_rows_whose_labels_are_letters_are_told_where_a_question_names_two() -> None:
    pay = "Sick pay by grade\nA: Full pay (weeks) 12; 70% pay (weeks) 40.\nB: Full pay (weeks) 16; 70% pay (weeks) 40."
    rows = _rows(f"{pay}\nC: Full pay (weeks) 26; 70% pay (weeks) 30.")
    found = find_named_rows("What is the difference in sick pay between grade A and grade C?", rows)
    assert [row.text[:2] for row in found] == ["A:", "C:"]
    assert find_named_rows("How much sick pay does grade A get in full and at 70%?", rows) == []


_QUARTER = """Net Sales > North America: Three Months Ended June 30, 2024 60; Six Months Ended June 30, 2024 130.
Net Sales > Cloud: Three Months Ended June 30, 2024 20; Six Months Ended June 30, 2024 30.
Net Sales > Consolidated: Three Months Ended June 30, 2024 80; Six Months Ended June 30, 2024 160.
Operating Income > Cloud: Three Months Ended June 30, 2024 9; Six Months Ended June 30, 2024 18."""


@pytest.mark.parametrize(
    "question",
    [
        "What share of Larkfield's net sales came from Cloud in Q2 2024?",
        "What percentage of Larkfield's total revenue did the Cloud segment contribute in the second quarter of 2024?",
    ],
)
def test_a_share_of_a_quarter_is_taken_of_its_own_column_whatever_sales_are_called(question: str) -> None:
    found = find_share(question, _rows(_QUARTER))
    assert found is not None
    assert found.text.endswith("share 25%.")
    assert "Six Months" not in found.text


def test_of_tables_put_together_for_their_columns_each_has_its_own_shares(answerer: ExtractiveAnswerer) -> None:
    def row(label: str, quarter: int, half: int) -> str:
        return f"{label}: Three Months Ended June 30, 2024 {quarter}; Six Months Ended June 30, 2024 {half}."

    margin = "\n".join([row("Margin > Services", 15, 30), row("Margin > Goods", 30, 60), row("Margin > Total", 45, 90)])
    sales = "\n".join([row("Sales by line > Services", 20, 30), row("Sales by line > Total sales", 80, 160)])
    regions = "\n".join([row("Sales by region > North", 50, 100), row("Sales by region > Total sales", 80, 160)])
    hits = [make_hit(number, text, kind=ChunkKind.TABLE) for number, text in enumerate((margin, sales, regions), 4)]
    passages = [make_passage(number, hit) for number, hit in enumerate(hits, start=1)]
    answer = answerer.answer("What percentage of total sales came from services in the quarter of June 2024?", passages)
    assert "share 25%." in answer.text
