"""Which rows, columns and cells of a table are reckoned with or compared, where a question names them in other ways."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.chosen_rows import best_computed, best_extreme
from bizrag.answering.extractive.tables.conditions.conditions import find_meeting
from bizrag.answering.extractive.tables.reckoned.arithmetic import find_computed
from bizrag.answering.extractive.tables.reckoned.extremes import find_extreme
from bizrag.answering.extractive.tables.reckoned.named_sums import find_named_sum
from bizrag.answering.extractive.tables.reckoned.shares import find_share
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_QUARTERS = (
    "Quarters\nRevenues: 2031 First Quarter $20; 2031 Second Quarter $30; 2031 Third Quarter $50; 2031 Total $100."
)
_PRICES = """Prices
High: 12 Weeks Ended June 30, 2031 $9.50; 12 Weeks Ended April 7, 2031 $8.00.
Low: 12 Weeks Ended June 30, 2031 $7.25; 12 Weeks Ended April 7, 2031 $6.00."""
_ORDERS = """Orders
Net orders: 2031 $70; 2030 $60; Increase (decrease) $10.
Online net orders: 2031 $40; 2030 $44; Increase (decrease) $(4)."""
_BUYERS = "Share of revenue\nVelmar Inc. (“Velmar”): 2031 11%.\nOrrin Inc. (“Orrin”): 2031 34%."
_ASSETS = "Assets\nTotal other assets: 2031 41; 2030 9.\nTotal: 2031 90; 2030 50."
_WATER = """Use
Water per head (litres per head): 2030 19; 2031 21.
Water (litres): 2030 900; 2031 990."""
_SHARES_FIRST = "Results\nPercentage of total net revenues: 2030 41%; 2031 47%.\nNet revenues: 2030 $160; 2031 $220."
_LIVES = "Lives\nTrade names: Useful life (in years) 5.0; Amount 25.\nOther: Useful life (in years) 2.0; Amount 20."
_LEASES = """Due
Operating leases: Total $90; Within 1 Year $40; More Than 5 Years $9.
Purchases: Total 910; Within 1 Year 300; More Than 5 Years 91.
Total: Total $1,000; Within 1 Year $340; More Than 5 Years $100."""
_INPUTS = """Fair value
Bonds: Level 1 $-; Level 2 $20.
Notes: Level 1 30; Level 2 60.
Total: Level 1 30; Level 2 80."""
_PREPAID = """Prepaid
Prepaid rent: 2031 $30; 2030 $20.
Other assets: 2031 10; 2030 5.
Total prepaid rent and other: 2031 $40."""
_SALES = "Net sales\nTotal pumps: 2031 75.\nTotal net sales: 2031 $100.\nTotal valves: 2031 25."


def _rows(text: str) -> list[Statement]:
    chunk = make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))
    return [one for one in read_statements([chunk]) if one.is_row]


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "What is the change in revenues between the second and first quarter of 2031?",
            _QUARTERS,
            "Revenues: 2031 First Quarter $20; 2031 Second Quarter $30; change $10 (50%).",
        ),
        # of several days of a year the one that is said
        (
            "What is the difference between the high and low price in June 30, 2031?",
            _PRICES,
            "High: 12 Weeks Ended June 30, 2031 $9.50; Low: 12 Weeks Ended June 30, 2031 $7.25; difference $2.25.",
        ),
        # a name that stands in another one, too
        (
            "What was the sum of net orders and online net orders in 2031?",
            _ORDERS,
            "Net orders: 2031 $70; Online net orders: 2031 $40; sum $110.",
        ),
        (
            "What is the total percentage of revenue from Velmar and Orrin in 2031?",
            _BUYERS,
            "Velmar Inc. (“Velmar”): 2031 11%; Orrin Inc. (“Orrin”): 2031 34%; sum 45%.",
        ),
        (
            "What is the total value of other assets between 2030 and 2031?",
            _ASSETS,
            "Total other assets: 2030 9; 2031 41; sum 50.",
        ),
        # of each year, and a total of something else
        ("What are total other assets in 2030 and 2031?", _ASSETS, None),
        (
            "What is the total of parking fees between 2030 and 2031?",
            _ASSETS.partition("\n")[0] + "\nTotal: 2031 9; 2030 5.",
            None,
        ),
        # in brackets stands the unit
        (
            "What is the change in water from 2030 to 2031?",
            _WATER,
            "Water (litres): 2030 900; 2031 990; change 90 (10%).",
        ),
        (
            "How much did revenue increase from 2030 to 2031?",
            _SHARES_FIRST,
            "Net revenues: 2030 $160; 2031 $220; change $60 (37.5%).",
        ),
        (
            "What was the difference in useful life between Trade names and Other intangible assets?",
            _LIVES,
            "Trade names: Useful life (in years) 5.0; Other: Useful life (in years) 2.0; difference 3.",
        ),
        ("What is the total of costs between 2030 to 2031?", "Shares\nCosts: 2030 100%; 2031 100%.", None),
    ],
)
def test_what_is_named_is_reckoned_with(question: str, text: str, expected: str | None) -> None:
    found = find_computed(question, _rows(text))
    assert (found.text if found else None) == expected


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "How much is the revenue of the first quarter of 2031 as a percentage of the total revenue that year?",
            _QUARTERS,
            "Revenues: 2031 First Quarter $20; 2031 Total $100; share 20%.",
        ),
        (
            "What is the percentage of operating leases of more than 5 years in the total operating leases?",
            _LEASES,
            "Operating leases: More Than 5 Years $9; Total $90; share 10%.",
        ),
        (
            "What proportion of level 2 is made up of bonds?",
            _INPUTS,
            "Bonds: Level 2 $20; Total: Level 2 80; share 25%.",
        ),
        (
            "In 2031, what is the percentage of prepaid rent among the total prepaid rent and other?",
            _PREPAID,
            "Prepaid rent: 2031 $30; Total prepaid rent and other: 2031 $40; share 75%.",
        ),
        (
            "How much are the 2031 net sales from total pumps as a percentage of the 2031 total net sales?",
            _SALES,
            "Total pumps: 2031 75; Total net sales: 2031 $100; share 75%.",
        ),
    ],
)
def test_a_share_is_of_the_row_column_or_total_that_is_named(question: str, text: str, expected: str) -> None:
    found = find_share(question, _rows(text))
    assert (found.text if found else None) == expected


def test_amounts_answer_before_shares_of_another_table() -> None:
    shares, amounts = (
        _rows("Costs\nCosts: 2030 41%; 2031 47%; 2029 40%."),
        _rows("Costs\nCosts: 2030 50; 2031 40; 2029 30."),
    )
    change = best_computed("What is the percentage change in costs from 2030 to 2031?", [shares, amounts])
    assert change is not None
    assert change.text == "Costs: 2030 50; 2031 40; change -10 (-20%)."
    question = "In which year were costs the largest?"
    largest = best_extreme(question, [shares, amounts], [question] * 2)
    assert largest is not None
    assert largest.text == "Costs: 2030 50."


def test_of_columns_that_tell_changes_nothing_is_summed() -> None:
    text = (
        _ORDERS.replace("Net", "Paper net")
        .replace("2031", "Years Ended May 31, 2031")
        .replace("2030", "Years Ended May 31, 2030")
    )
    text += "\nReturns: Years Ended May 31, 2031 5; Years Ended May 31, 2030 4; Increase (decrease) 1."
    assert find_named_sum("What is the sum of paper net orders and online net orders in 2031?", _rows(text)) is None


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "Which year had the higher net orders?",
            _ORDERS.replace("; Increase (decrease) $10", ""),
            "Net orders: 2031 $70.",
        ),
        ("Which year has lower net orders?", _ORDERS.replace("; Increase (decrease) $10", ""), "Net orders: 2030 $60."),
        # a column of years is named by no "year"
        (
            "In which year is the result per share the lowest?",
            "Results\nResult per share: 2031 (0.08); Years Ended May 31, 2030 (0.19); 2029 0.12.\nSales: 2031 7.",
            "Result per share: Years Ended May 31, 2030 (0.19).",
        ),
        ("Which orders are higher than 50?", _ORDERS, None),
    ],
)
def test_which_of_two_is_higher_is_compared(question: str, text: str, expected: str | None) -> None:
    found = find_extreme(question, _rows(text))
    assert (found.text if found else None) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # both are printed in thousands, as the question takes for granted
        ("How many years did rent exceed $200 thousand?", "2 of 2: Costs > Rent: 2031 259; 2030 224."),
        # and a limit of another order tells nothing
        ("How many years did rent exceed $2 thousand?", None),
        (
            "How many components of taxes exceeded $50 thousand in 2031?",
            "2 of 3: Taxes > Land: 2031 60. Taxes > Payroll: 2031 70.",
        ),
    ],
)
def test_of_a_row_or_group_that_is_named_all_that_meet_a_limit_are_counted(question: str, expected: str | None) -> None:
    text = (
        "Spending\nCosts > Rent: 2031 259; 2030 224.\nCosts > Power: 2031 90; 2030 80.\n"
        "Taxes > Land: 2031 60; 2030 20.\nTaxes > Payroll: 2031 70; 2030 30.\nTaxes > Water: 2031 5; 2030 4."
    )
    found = find_meeting(question, _rows(text))
    assert (found.text if found else None) == expected


def test_how_much_something_fell_is_told_by_no_sentence_without_a_figure(answerer: ExtractiveAnswerer) -> None:
    text = make_passage(1, make_hit(1, "This resulted in a decrease of the gross profit from 2030 to 2031."))
    table = make_passage(
        2, make_hit(2, "Egg farms\nProfit before tax: 2031 222; 2030 361.\nHens: 2031 9; 2030 8.", kind=ChunkKind.TABLE)
    )
    answer = answerer.answer("What is the decrease in the gross profit from 2030 to 2031?", [text, table])
    assert "change -139 (-38.5%)" in answer.text


def test_what_impacted_a_rate_is_told_by_a_sentence_without_a_share(answerer: ExtractiveAnswerer) -> None:
    said = (
        "The effective tax rate for 2029 was impacted by a cut of the tax rate from 35% to 21% for 2029.",
        "The effective tax rate for 2031 was impacted by credits for research, and by taxes that were withheld abroad.",
    )
    passages = [make_passage(at, make_hit(at, text)) for at, text in enumerate(said, 1)]
    answer = answerer.answer("What impacted the effective tax rate in 2031?", passages)
    assert answer.text.startswith("The effective tax rate for 2031")


def test_what_drove_an_increase_is_told_by_what_gives_the_reason(answerer: ExtractiveAnswerer) -> None:
    text = make_passage(1, make_hit(1, "The increase of free cash flow was driven by lower spending on machines."))
    table = make_passage(2, make_hit(2, "Cash\nFree cash flow: 2031 3,650; 2030 3,606.", kind=ChunkKind.TABLE))
    answer = answerer.answer("What was the increase in free cash flow from 2030 to 2031 driven by?", [text, table])
    assert answer.text.startswith("The increase of free cash flow was driven by")


def test_a_row_is_named_by_its_own_name_whatever_stands_above_it(answerer: ExtractiveAnswerer) -> None:
    text = (
        "Taxes\nCurrent provision for income taxes > Total current: 2031 1,765; 2030 997.\n"
        "Deferred tax expense (benefit) > Total deferred: 2031 (358); 2030 85.\n"
        "Deferred tax expense (benefit) > Provision for income taxes: 2031 1,407; 2030 1,082."
    )
    answer = answerer.answer(
        "What is the total provision for income taxes in 2031?",
        [make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))],
    )
    assert "Provision for income taxes: 2031 1,407" in answer.text.partition("[1]")[0]
