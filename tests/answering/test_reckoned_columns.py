"""Which columns, rows and sentences a change, an average or a sum is reckoned of, as filings label them."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.reckoned.arithmetic import find_computed, find_in_sentence
from bizrag.answering.extractive.tables.reckoned.named_sums import find_named_sum
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_SEASONS = "Results\nEBIT: 2017/2018 713; 2018/2019 828.\nTurnover: F19 53 weeks 8,657; F18 52 weeks 8,244."
_QUARTERS = "Segments\nMedia: Q4 2019 879; Q4 2018 850.\nPrice: Third quarter High $14.96; Fourth quarter High $11.44."
_DATES = """Balance
Tax receivable: December 31, 2019 36,821; December 31, 2018 3,774; January 1, 2018 832.
Consideration: Estimated at June 30, 2019 3,757; Final as of December 31, 2019 3,777.
Swaps: 2018 8/12/2023; 2019 11/4/2024.
Invested capital, average: 2018 $735.6; 2019 $923.1."""
_UNITS = """Carrying amounts
Receivables: Current $'000 23,524; Past due $'000 4,055; Total $'000 27,579.
Debt: December 31, 2018 Carrying amount $ 3,474; December 31, 2018 Fair value $ 3,535; \
December 31, 2019 Carrying amount $ 3,774; December 31, 2019 Fair value $ 4,074.
Shares vested: 2018 Number of shares 323,420; 2018 Weighted average fair value 2.84; 2019 Number of shares 82,270; \
2019 Weighted average fair value 2.28."""
_CUSTOMERS = "Share of revenue\nVelmar Lighting Co. (“Velmar”): 2017 11%.\nOrrin Inc. (“Orrin”): 2017 34%."
_DEPOSITS = """Balances
Deposits: 2019 2,338; 2018 1,975.
Total operating expense: 2019 500; 2018 400.
Selling expense: 2019 300; 2018 250."""
_BALANCES = """Goodwill by unit
Balance at June 30, 2019: Transport systems $ 254; Mission systems $ 181; Defense $ 142; Total $ 577.
Acquisitions: Transport systems 12; Mission systems 9; Total 21."""
_UNVESTED = "Shares\nUnvested as of June 30, 2018: Shares 5; Cost 3.\nUnvested as of June 30, 2019: Shares 6; Cost 4."
_OTHER = "Assets\nDeferred tax: 2018 150; 2019 160.\nDeferred tax > Other: 2018 50; 2019 60."


def _rows(text: str) -> list[Statement]:
    chunk = make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))
    return [one for one in read_statements([chunk]) if one.is_row]


def _found(question: str, text: str) -> str | None:
    computed = find_computed(question, _rows(text))
    return computed.text if computed else None


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "What was the change in EBIT in 2018/2019 from 2017/2018?",
            _SEASONS,
            "EBIT: 2017/2018 713; 2018/2019 828; change 115 (16.13%).",
        ),
        (
            "What percentage did turnover increase by between F18 and F19?",
            _SEASONS,
            "Turnover: F18 52 weeks 8,244; F19 53 weeks 8,657; change 413 (5.01%).",
        ),
        # a quarter is said once of two years
        ("What is the sum of Media in Q4 2019 and 2018?", _QUARTERS, "Media: Q4 2018 850; Q4 2019 879; sum 1,729."),
        (
            "What is the change in the price between the third quarter and the fourth quarter?",
            _QUARTERS,
            "Price: Third quarter High $14.96; Fourth quarter High $11.44; change -$3.52 (-23.53%).",
        ),
        # two columns are of 2018, one of them like that of 2019
        (
            "What is the average tax receivable for 2018 and 2019?",
            _DATES,
            "Tax receivable: December 31, 2018 3,774; December 31, 2019 36,821; average 20,297.5.",
        ),
        (
            "What is the percentage change in the consideration at June 30 and December 31, 2019?",
            _DATES,
            "Consideration: Estimated at June 30, 2019 3,757; Final as of December 31, 2019 3,777; change 20 (0.53%).",
        ),
        # dates are no amounts
        ("How much is the change in swaps between 2018 and 2019?", _DATES, None),
        (
            "What was the change in the average invested capital between 2018 and 2019?",
            _DATES,
            "Invested capital, average: 2018 $735.6; 2019 $923.1; change $187.5 (25.49%).",
        ),
        (
            "What is the difference in receivables between the current and the total?",
            _UNITS,
            "Receivables: Current $'000 23,524; Total $'000 27,579; difference 4,055.",
        ),
        # of the year that is asked for
        (
            "What is the difference between the fair value and the carrying amount of debt in 2018?",
            _UNITS,
            "Debt: December 31, 2018 Fair value $ 3,535; December 31, 2018 Carrying amount $ 3,474; difference 61.",
        ),
        (
            "What is the average shares vested between 2018 and 2019?",
            _UNITS,
            "Shares vested: 2018 Number of shares 323,420; 2019 Number of shares 82,270; average 202,845.",
        ),
        # the amount, whatever the column of its share says of the question
        (
            "What is the increase in support fees from 2018 to 2019?",
            "Fees\nSupport fees: 2018 173; 2018 Share of all fees 3.7%; 2019 209; 2019 Share of all fees 4.8%.",
            "Support fees: 2018 173; 2019 209; change 36 (20.81%).",
        ),
        (
            "What was the increase in our cost of licence revenue?",
            "Costs\nCost of revenue > Licence: 2018 % of total revenue (in thousands) 5%; 2018 (in thousands) 50; "
            "2019 % of total revenue (in thousands) 9%; 2019 (in thousands) 79.",
            "Cost of revenue > Licence: 2018 (in thousands) 50; 2019 (in thousands) 79; change 29 (58%).",
        ),
        # a row without a name is no row that the question names
        (
            "What is the percentage change in audit fees in 2019?",
            "Fees\nAudit fees(2): Billed 2018 100; Billed 2019 150.\nBilled 2018 300; Billed 2019 330.",
            "Audit fees(2): Billed 2018 100; Billed 2019 150; change 50 (50%).",
        ),
        # by the short name in brackets
        (
            "What is the average share of Orrin and Velmar in 2017?",
            _CUSTOMERS,
            "Orrin Inc. (“Orrin”): 2017 34%; Velmar Lighting Co. (“Velmar”): 2017 11%; average 22.5%.",
        ),
        # the average of a year is that of its beginning and its end
        ("What are the 2019 average deposits?", _DEPOSITS, "Deposits: 2018 1,975; 2019 2,338; average 2,156.5."),
        ("What is the total deposits in 2018 and 2019?", _DEPOSITS, "Deposits: 2018 1,975; 2019 2,338; sum 4,313."),
        (
            "What is the total of shares unvested as of June 30, 2019 and 2018?",
            _UNVESTED,
            "Unvested as of June 30, 2018: Shares 5; Unvested as of June 30, 2019: Shares 6; sum 11.",
        ),
        # a row that is called so is told of each year
        ("What was the total operating expense in 2019 and 2018?", _DEPOSITS, None),
        (
            "What is the average balance at June 30, 2019 for transport systems, mission systems and defense?",
            _BALANCES,
            "Balance at June 30, 2019: Transport systems $ 254; Mission systems $ 181; Defense $ 142; average 192.33.",
        ),
        (
            "What is the percentage change in other for deferred tax?",
            _OTHER,
            "Deferred tax > Other: 2018 50; 2019 60; change 10 (20%).",
        ),
    ],
)
def test_what_is_reckoned_is_found_by_the_names_of_columns(question: str, text: str, expected: str | None) -> None:
    assert _found(question, text) == expected


def test_a_label_may_have_a_colon() -> None:
    text = "Tax\nCurrent: Federal: 2019 1,140; 2018 1,294.\nCurrent: State: 2019 428; 2018 423."
    found = _found("What was the average current state tax between 2018 and 2019?", text)
    assert found == "Current: State: 2018 423; 2019 428; average 425.5."


def test_a_change_in_a_total_is_no_sum_of_rows() -> None:
    rows = _rows("Deferred tax\nLease assets: 2019 20.\nLease liabilities: 2019 9.\nWages: 2019 3.")
    assert find_named_sum("What is the total of leases in 2019?", rows) is not None
    assert find_named_sum("What was the change in the total of leases between 2018 and 2019?", rows) is None


_RESPECTIVELY = "Fees include $60.3 million and $80.5 million at September 30, 2019 and 2018, respectively."
_BEHIND = "The charge was $290.2 million in 2019, $239.6 million in 2018 and $190.4 million in 2017."
_MIXED = "Cash was $497 million in 2019, compared to $533 million and $308 million in 2018 and 2017, respectively."
_SHARES = "The portion was 87%, 85% and 84% in 2019, 2018 and 2017, respectively."


@pytest.mark.parametrize(
    ("question", "sentence", "expected"),
    [
        (
            "What is the sum of the fees in 2018 and 2019?",
            _RESPECTIVELY,
            f"{_RESPECTIVELY} 2018 $80.5 million; 2019 $60.3 million; sum $140.8 million.",
        ),
        (
            "What is the total charge between 2017 and 2019?",
            _BEHIND,
            f"{_BEHIND} 2017 $190.4 million; 2018 $239.6 million; 2019 $290.2 million; sum $720.2 million.",
        ),
        # of the amounts of several years each has its own
        (
            "What is the percentage increase in cash from 2018 to 2019?",
            _MIXED,
            f"{_MIXED} 2018 $533 million; 2019 $497 million; change -$36 million (-6.75%).",
        ),
        ("What was cash in 2018?", _MIXED, None),
        # shares are no amounts
        ("What is the total charge between 2017 and 2019?", _SHARES, None),
        # three amounts, two years
        ("What is the sum in 2018 and 2019?", "Of $4 the parts were $1 and $3 in 2018 and 2019, respectively.", None),
    ],
)
def test_a_sentence_may_give_the_amounts_of_several_years(question: str, sentence: str, expected: str | None) -> None:
    statements = read_statements([make_passage(1, make_hit(1, sentence))])
    found = find_in_sentence(question, statements)
    assert (found.text if found else None) == expected
