"""What is reckoned of values that a question names by spans of years, days, columns or groups, or of each row."""

from __future__ import annotations

import pytest

from tests.answering.test_arithmetic import found_in

_LEASES = """Leases that expire
2030 - 2034: Number of sites Ground 381; Number of sites Land and building 697.
2035 - 2039: Number of sites Ground 198; Number of sites Land and building 270."""
_FINANCIAL_YEARS = """Costs
Staff costs: 2030-31 30; 2031-32 40; 2032-33 50.
Energy: 2030-31 3; 2031-32 4; 2032-33 5."""
_PAYMENTS = """Payments due
Operating leases: Total $20; 2031 $4; 2032-2033 $7; Thereafter $9.
Total obligations: Total $26; 2031 $5; 2032-2033 $10; Thereafter $11."""
_PRICES = """Share price
2031 > First quarter: High $18; Low $8.
2031 > Second quarter: High $19; Low $9.
2031 > Third quarter: High $20; Low $13.
2030 > First quarter: High $7; Low $2.
2030 > Second quarter: High $8; Low $3.
2030 > Third quarter: High $8; Low $4."""
_SEGMENTS = """Charges by segment
Segment: Expected Charges 80; Charges so far 66.
Marine: Expected Charges 80; Charges so far 66.
Rail: Expected Charges 50; Charges so far 44.
Road: Expected Charges 20; Charges so far 10.
Total: Expected Charges 150; Charges so far 120."""
_REGIONS = """Revenue and staff
Revenue > Americas: 2031 $90; 2030 $80.
Revenue > Asia: 2031 50; 2030 30.
Staff > Americas: 2031 9; 2030 8.
Staff > Asia: 2031 5; 2030 3."""
_SHARES = """Statement of income
Sales: 2031 100.0 %; 2030 100.0 %.
Gross profit: 2031 40.0; 2030 50.9.
Net income: 2031 7.2 %; 2030 20.5 %."""


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        # spans of years are names
        (
            "What is the difference in ground leases expiring between 2030 - 2034 and 2035 - 2039?",
            _LEASES,
            "2030 - 2034: Number of sites Ground 381; 2035 - 2039: Number of sites Ground 198; change -183 (-48.03%).",
        ),
        (
            "What was the increase in operating leases from 2031 to 2032-2033?",
            _PAYMENTS,
            "Operating leases: 2031 $4; 2032-2033 $7; change $3 (75%).",
        ),
        # financial years
        (
            "What was the change in staff costs from 2030-31 to 2031-32?",
            "Costs\nStaff costs: 2030-31 40; 2031-32 50.\nEnergy: 2030-31 4; 2031-32 5.",
            "Staff costs: 2030-31 40; 2031-32 50; change 10 (25%).",
        ),
        (
            "What was the average of staff costs in 2031-32 and 2032-33?",
            _FINANCIAL_YEARS,
            "Staff costs: 2031-32 40; 2032-33 50; average 45.",
        ),
        (
            "What was the sum of staff costs in 2031-32 and 2032-33?",
            _FINANCIAL_YEARS,
            "Staff costs: 2031-32 40; 2032-33 50; sum 90.",
        ),
        (
            "What was the change in staff costs in 2031-32?",
            _FINANCIAL_YEARS,
            "Staff costs: 2030-31 30; 2031-32 40; change 10 (33.33%).",
        ),
        # of more spans than one the sum is of those alone
        (
            "What is the sum of ground leases in 2030 - 2034 and 2035 - 2039?",
            f"{_LEASES}\n2040 - 2044: Number of sites Ground 9; Number of sites Land and building 8.",
            None,
        ),
        # months are no spans
        (
            "What was the change in staff costs from 2030 to 2031?",
            "Costs\nStaff costs: 2030-12 40; 2031-12 50.",
            "Staff costs: 2030-12 40; 2031-12 50; change 10 (25%).",
        ),
        # of columns the words that not all of them have
        (
            "From 2030 - 2034, what is the difference between ground leases and land and building leases?",
            _LEASES,
            "2030 - 2034: Number of sites Ground 381; Number of sites Land and building 697; difference 316.",
        ),
        (
            "From 2035 to 2039, what is the total number of ground leases and land and building leases in total?",
            _LEASES,
            "2035 - 2039: Number of sites Ground 198; Number of sites Land and building 270; sum 468.",
        ),
        # each row
        (
            "What was the average quarterly low price in 2031?",
            _PRICES,
            "2031 > First quarter: Low $8; 2031 > Second quarter: Low $9; 2031 > Third quarter: Low $13; average $10.",
        ),
        ("What was the average low price in 2031?", _PRICES, None),
        (
            "What were the average charges so far per segment?",
            _SEGMENTS.replace("Segment: Expected Charges 80; Charges so far 66.\n", ""),
            "Marine: Charges so far 66; Rail: Charges so far 44; Road: Charges so far 10; average 40.",
        ),
        ("What were the average charges so far per employee?", _SEGMENTS, None),
        # no average of what is told of each already
        (
            "What was the average revenue per employee in 2031?",
            "Revenue per employee by region\nAsia: 2031 5; 2030 4.\nEurope: 2031 7; 2030 6.\nAfrica: 2031 9; 2030 8.",
            None,
        ),
        # the group that is asked for
        (
            "How much more revenue came from the Americas than from Asia in 2030?",
            _REGIONS,
            "Revenue > Americas: 2030 $80; Revenue > Asia: 2030 30; difference $50.",
        ),
        ("How much more came from the Americas than from Asia in 2030?", _REGIONS, None),
        # shares whose sign is printed in the first row and the last
        (
            "What was the change in percentage of sales represented by gross profit from 2030 to 2031?",
            _SHARES,
            "Gross profit: 2030 50.9; 2031 40.0; change -10.9 (-21.41%).",
        ),
        # a row that is named whole, and no other that has a value for both years
        (
            "What was the increase in video customers from 2030 to 2031?",
            "Customers\nVideo customers: 2031 312; Net additions 2031 (4); Net additions 2030 (6); % of homes 2031 35;"
            " % of homes 2030 37.\nServices: Net additions 2031 21; Net additions 2030 20.",
            "Video customers: Net additions 2030 (6); Net additions 2031 (4); change 2 (33.33%).",
        ),
        # amounts beside shares of them
        (
            "What was the increase in the cost of licences from 2030 to 2031?",
            "Costs\nCost of licences: 2031 Amount 64; 2031 % of revenue 9%; 2030 Amount 35; 2030 % of revenue 5%.",
            "Cost of licences: 2030 Amount 35; 2031 Amount 64; change 29 (82.86%).",
        ),
        (
            "How much did home penetration change from 2030 to 2031?",
            "Homes\nHome service: 2031 Clients 64; 2031 % of penetration 35; 2030 Clients 35;"
            " 2030 % of penetration 37.",
            "Home service: 2030 % of penetration 37; 2031 % of penetration 35; change -2 (-5.41%).",
        ),
        # what is a word of the row names no share of it
        (
            "What is the average total cost of revenue for 2030 and 2031?",
            "Costs\nTotal cost of revenue: 2031 Amount 64; 2031 % of total revenue 9; 2030 Amount 36; 2030 % of total"
            " revenue 5.",
            "Total cost of revenue: 2030 Amount 36; 2031 Amount 64; average 50.",
        ),
        # a margin, where it is all that is named
        (
            "What was the increase in the operating margin from 2030 to 2031?",
            "Results\nOperating profit: 2031 482; 2030 483.\nOperating margin, adjusted: 2031 4.7%; 2030 5.3%.",
            "Operating margin, adjusted: 2030 5.3%; 2031 4.7%; change -0.6 percentage points (-11.32%).",
        ),
        # what is called a total is told for each year, in the singular, too
        (
            "What was total revenue in 2030 and 2031?",
            "Revenue\nTotal revenues: 2031 $32; 2030 $31.\nApplication revenue: 2031 $11; 2030 $10.",
            None,
        ),
        # a sum without a name that stands before rows with a word of the question
        (
            "What is the difference in total costs incurred between 2030 and 2031?",
            "Incurred\n2031 $8; 2030 $10.\nSeverance and related costs: 2031 $7; 2030 $6.\nOther: 2031 1; 2030 4.",
            "2030 $10; 2031 $8; change -$2 (-20%).",
        ),
        # two days of one year
        (
            "What is the change in the working capital adjustment at June 30 and December 31, 2031?",
            "Price paid\nWorking capital adjustment to the price: Estimated at June 30, 2031 (38); Changes 20; Final"
            " as of December 31, 2031 (18).",
            "Working capital adjustment to the price: Estimated at June 30, 2031 (38); Final as of December 31, 2031"
            " (18); change 20 (52.63%).",
        ),
        # "total application revenue" is not the total revenue
        (
            "What was the total application revenue in 2030 and 2031?",
            "Revenue\nApplication revenue: 2031 $11; 2030 $10.\nTotal revenue: 2031 $32; 2030 $31.",
            "Application revenue: 2030 $10; 2031 $11; sum $21.",
        ),
    ],
)
def test_what_is_reckoned_is_found_by_how_it_is_named(question: str, text: str, expected: str | None) -> None:
    assert found_in(question, text) == expected
