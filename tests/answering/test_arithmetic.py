"""Changes, averages and sums of printed values: which questions ask for them, and of which values."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.reckoned.arithmetic import find_computed
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_RESULTS = """Results, in thousands
Net sales: 2025 $97,278; 2024 $94,836; 2023 $90,001.
Net loss: 2025 (4.1); 2024 (12.0); 2023 (0.6).
Margin: 2025 10.4%; 2024 9.9%; 2023 11.0%.
Orders: Q3 2025 1,204; Q3 2024 1,100; Q4 2024 1,310.
Workforce and sites: Offices 12; Plants 31.
Staff: Approved 365; Spent 198; Forecast 402.
Electricity: 2024 2,315; 2025 2,204; Cost 2025 (£) 485."""
_YEARS = "Beds by year\n2023: Beds 2,150.\n2024: Beds 2,400."


def found_in(question: str, text: str = _RESULTS, first: str = "") -> str | None:
    """What is reckoned of the rows of a table, or of those that begin so."""
    rows = [
        one
        for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))])
        if one.is_row and one.said.startswith(first)
    ]
    computed = find_computed(question, rows)
    return computed.text if computed else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "How much did net sales grow from 2024 to 2025?",
            "Net sales: 2024 $94,836; 2025 $97,278; change $2,442 (2.57%).",
        ),
        (
            "What was the percentage change in net sales between 2025 and 2023?",
            "Net sales: 2023 $90,001; 2025 $97,278; change $7,277 (8.09%).",
        ),
        # of a year against the one before
        ("What is the change in net sales in 2024?", "Net sales: 2023 $90,001; 2024 $94,836; change $4,835 (5.37%)."),
        (
            "What was average net sales from 2023 to 2025?",
            "Net sales: 2023 $90,001; 2024 $94,836; 2025 $97,278; average $94,038.33.",
        ),
        # without a verb
        ("Net sales growth in 2025?", "Net sales: 2024 $94,836; 2025 $97,278; change $2,442 (2.57%)."),
        ("What is the sum of net sales in 2024 and 2025?", "Net sales: 2024 $94,836; 2025 $97,278; sum $192,114."),
        # written and causes are asked for, or values one by one
        ("Why did net sales increase from 2024 to 2025?", None),
        ("What were net sales in 2024 and 2025, respectively?", None),
        ("What were net sales in 2025?", None),
        ("What was the change in net sales in 2023, 2024 and 2025?", None),
        # no such year is printed
        ("What was the change in net sales from 2021 to 2025?", None),
    ],
)
def test_of_a_row_what_is_asked_for_is_reckoned(question: str, expected: str | None) -> None:
    assert found_in(question, first="Net sales") == expected


def test_losses_and_shares_change_as_they_are_printed() -> None:
    question = "What was the change in the {} between 2024 and 2025?"
    assert found_in(question.format("net loss"), first="Net loss") == (
        "Net loss: 2024 (12.0); 2025 (4.1); change 7.9 (65.83%)."
    )
    assert found_in(question.format("margin"), first="Margin") == (
        "Margin: 2024 9.9%; 2025 10.4%; change 0.5 percentage points (5.05%)."
    )


def test_the_row_that_is_named_whole_goes_first_and_a_currency_is_printed_once() -> None:
    text = """By country, in thousands
Total revenue by country: 2025 $710; 2024 $639.
Spain (1): 2025 83.2; 2024 $73.5.
Portugal: 2025 $20; 2025 12%; 2024 $16; 2024 10%."""
    question = "What was the change in revenue of {} from 2024 to 2025?"
    assert found_in(question.format("Spain"), text) == "Spain (1): 2024 $73.5; 2025 83.2; change $9.7 (13.2%)."
    # of amounts and shares in columns of one name the amounts are meant
    assert found_in(question.format("Portugal"), text) == "Portugal: 2024 $16; 2025 $20; change $4 (25%)."


def test_of_a_difference_the_percentage_is_told_where_it_is_asked_for() -> None:
    text = "Debt\nTotal debt (2): Carrying amount $3,474.2; Fair value $3,535.1."
    question = "What is the percentage difference between fair value and carrying amount of total debt?"
    assert found_in(question, text) == (
        "Total debt (2): Fair value $3,535.1; Carrying amount $3,474.2; difference $60.9 (1.75% of the second)."
    )


def test_a_half_year_changes_from_that_of_the_year_before() -> None:
    text = """Million tonnes
Containers: H1 2024 5.2; H2 2024 5.5; H1 2025 5.9.
Steel: H1 2024 2.1; H2 2024 2.0; H1 2025 1.8."""
    assert found_in(
        "How many more tonnes of containers moved in the first half of 2025?", text, first="Containers"
    ) == ("Containers: H1 2024 5.2; H1 2025 5.9; change 0.7 (13.46%).")
    assert found_in("How far did steel drop in the second half of 2024?", text, first="Steel") is None


def test_what_is_reckoned_of_measured_values_is_nearly_so_too() -> None:
    text = "Departures\nJune: 2025 \u22481,240; 2024 \u22481,100.\nShare on time: 2025 \u224888%; 2024 \u224881.5%."
    assert found_in("What was the change in June from 2024 to 2025?", text) == (
        "June: 2024 \u22481,100; 2025 \u22481,240; change about 140 (12.73%)."
    )
    assert found_in("What was the change in the share on time from 2024 to 2025?", text) == (
        "Share on time: 2024 \u224881.5%; 2025 \u224888%; change about 6.5 percentage points (7.98%)."
    )


def test_amounts_below_nothing_are_written_with_one_sign() -> None:
    text = "Results\nInterest: 2025 $(17,334); 2024 $(6,442)."
    question = "What was the change in interest from 2024 to 2025?"
    assert found_in(question, text) == "Interest: 2024 $(6,442); 2025 $(17,334); change -$10,892 (-169.08%)."


def test_quarters_are_no_years_and_no_other_quarters() -> None:
    question = "By how much did orders rise from the third quarter of 2024 to Q3 2025?"
    assert found_in(question, first="Orders") == "Orders: Q3 2024 1,100; Q3 2025 1,204; change 104 (9.45%)."
    assert found_in("What was the change in orders from 2024 to 2025?", first="Orders") is None


_BRANCHES = """Results by branch
Rotterdam: Gross profit Q1 2026 (EUR k) 3,120; Budget (EUR k) 3,240; Q1 2025 (EUR k) 3,075; Staff turnover 9%.
Hamburg: Gross profit Q1 2026 (EUR k) 1,745; Budget (EUR k) 2,080; Q1 2025 (EUR k) 1,990; Staff turnover 17%."""
_WORKS = "Works\nTarget: North 40; South 55.\nDelivered: North 38; South 61."


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        # of which quarter the budget is, no column says
        (
            "How far below budget was Hamburg's gross profit in the first quarter of 2026?",
            _BRANCHES,
            "Hamburg: Budget (EUR k) 2,080; Gross profit Q1 2026 (EUR k) 1,745; change -335 (-16.11%).",
        ),
        (
            "By how much did South exceed its target of delivered works?",
            _WORKS,
            "Target: South 55; Delivered: South 61; change 6 (10.91%).",
        ),
        # a row that has most of the question's words, of its year
        (
            "By how much did repair spending exceed the budget in 2025?",
            "Costs\nRepairs and upkeep (of all works): 2025 12.6; 2024 10.9; Budget 2025 11.7.\n"
            "Interest: 2025 5.7; 2024 5.4; Budget 2025 5.6.",
            "Repairs and upkeep (of all works): Budget 2025 11.7; 2025 12.6; change 0.9 (7.69%).",
        ),
        # what will be, a forecast says
        (
            "By how much are devices forecast to overrun?",
            "Packages\nDevices: Budget 9.8; Spent 8.9; Forecast 11.1.\nTraining: Budget 7.4; Spent 4.6; Forecast 6.9.",
            "Devices: Budget 9.8; Forecast 11.1; change 1.3 (13.27%).",
        ),
        # against the year before
        (
            "By how much did Hamburg's gross profit in Q1 2026 fall from Q1 2025?",
            _BRANCHES,
            "Hamburg: Q1 2025 (EUR k) 1,990; Gross profit Q1 2026 (EUR k) 1,745; change -245 (-12.31%).",
        ),
        # a budget may be called by its state alone
        (
            "By how much did winter service go over its amended budget?",
            "Spending\nWinter service[1]: Adopted 3,140; Amended 4,385; Actual 4,962; % of amended 113.2%.\n"
            "Street sweeping: Adopted 2,208; Amended 2,208; Actual 2,179; Variance 29; % of amended 98.7%.",
            "Winter service[1]: Amended 4,385; Actual 4,962; change 577 (13.16%).",
        ),
        (
            "How big is the advantage in error of Gauge over Net at Alvie?",
            "Error by site\nAlvie: Gauge 1.38; Net 2.02.\nRukan: Gauge 2.31; Net 3.45.",
            "Alvie: Gauge 1.38; Net 2.02; difference 0.64.",
        ),
        # months in short years
        (
            "By how much did net debt drop between December 2024 and June 2025?",
            "Balance sheet\nNet debt: Dec 24 289.7; Jun 25 263.3.\nEquity: Dec 24 512.0; Jun 25 530.4.",
            "Net debt: Dec 24 289.7; Jun 25 263.3; change -26.4 (-9.11%).",
        ),
        # of which of the two, it does not say
        ("By how much did it exceed its target of delivered works?", _WORKS, None),
    ],
)
def test_what_came_about_is_told_beside_what_was_planned(question: str, text: str, expected: str | None) -> None:
    assert found_in(question, text) == expected


def test_two_columns_that_are_named_differ_by_so_much() -> None:
    for question in (
        "What is the difference between plants and offices?",
        "How big is the gap between plants and offices?",
    ):
        assert found_in(question, first="Workforce") == "Workforce and sites: Plants 31; Offices 12; difference 19."


def test_of_a_row_that_is_named_the_other_words_name_the_columns() -> None:
    """A row before it has a value for one of the two columns only."""
    prices = "Prices\nSet-up: Year 1 217; Total 217.\nTotal: Year 1 453; Year 2 201; Total 654."
    question = "How much lower is the total price in year 2 than in year 1?"
    assert found_in(question, prices) == "Total: Year 1 453; Year 2 201; difference 252."


def test_two_rows_that_are_named_differ_in_their_sums() -> None:
    fees = "Fees\nLeith laboratory: Cleaning 82; Waste 19; Total 101.\nGillespie Row: Cleaning 71; Waste 6; Total 77."
    question = "How much more is paid for the Leith laboratory than for Gillespie Row?"
    assert found_in(question, fees) == "Leith laboratory: Total 101; Gillespie Row: Total 77; difference 24."


def test_rows_that_are_named_are_no_column() -> None:
    rents = "Rents\nLease Year 8: Annual rent 217; Day 18.\nLease Year 9: Annual rent 226; Day 19; Lease Year 9."
    question = "By how much does the annual rent go up between lease years 8 and 9?"
    assert found_in(question, rents) == "Lease Year 8: Annual rent 217; Lease Year 9: Annual rent 226; difference 9."


def test_a_column_that_the_question_names_whole_goes_before_one_that_it_names_in_part() -> None:
    text = """Segments
Marine: 2025 Operating income 7,912; 2025 Margin 8.2%; 2024 Operating income 10,290; 2024 Margin 10.1%."""
    asked = "By how much did the operating margin of Marine change from 2024 to 2025?"
    assert (
        found_in(asked, text) == "Marine: 2024 Margin 10.1%; 2025 Margin 8.2%; change -1.9 percentage points (-18.81%)."
    )
    # both are named in part
    assert found_in("By how much did the operating result of Marine change from 2024 to 2025?", text) is not None
    assert found_in("By how much did Marine change from 2024 to 2025?", text) is None


def test_values_that_are_named_are_summed() -> None:
    tickets = "Tickets\nChat: July 310; August 295; September 402.\nPhone: July 120; August 98; September 133."
    assert (
        found_in("What is the sum of chat tickets in July and August?", tickets)
        == "Chat: July 310; August 295; sum 605."
    )
    costs = "Costs\nHotel: EUR 412.\nMeals: EUR 96.\nTrain: EUR 78."
    assert found_in("How much were hotel and meals together?", costs) == "Hotel: EUR 412; Meals: EUR 96; sum 508."


def test_a_unit_behind_a_number_is_none_of_its_decimals() -> None:
    text = "Budget\nSpending: 2024 $1.25m; 2025 $1.5m."
    assert found_in("What was the change in spending from 2024 to 2025?", text) == (
        "Spending: 2024 $1.25m; 2025 $1.5m; change $0.25m (20%)."
    )


def test_how_much_one_is_quieter_or_heavier_than_another_is_a_difference() -> None:
    machines = (
        "Machines\nNoise: Barista 300 74 dB(A); Barista 500 68 dB(A).\nWeight: Barista 300 9.6 kg; Barista 500 17.8 kg."
    )
    quieter = "How much quieter is the Barista 500 in noise than the Barista 300?"
    assert found_in(quieter, machines, first="Noise") == (
        "Noise: Barista 500 68 dB(A); Barista 300 74 dB(A); difference 6 dB(A)."
    )
    heavier = "How much heavier is the Barista 500 than the Barista 300?"
    assert found_in(heavier, machines, first="Weight") == (
        "Weight: Barista 500 17.8 kg; Barista 300 9.6 kg; difference 8.2 kg."
    )


def test_rows_may_be_the_periods() -> None:
    question = "How much did the number of beds increase between 2023 and 2024?"
    assert found_in(question, _YEARS) == "2023: Beds 2,150; 2024: Beds 2,400; change 250 (11.63%)."


def test_a_row_that_shares_no_word_with_the_question_is_not_reckoned_with() -> None:
    assert found_in("What was the change in head count from 2024 to 2025?", first="Net sales") is None


def test_values_of_two_units_and_ambiguous_ones_are_not_compared() -> None:
    assert found_in("What is the change in price from 2024 to 2025?", "Table\nPrice: 2024 $5; 2025 €6.") is None
    assert found_in("What is the change in price from 2024 to 2025?", "Table\nPrice: 2024 1,5; 2025 1,7.") is None


@pytest.mark.slow
def test_the_answer_cites_the_row_that_it_is_reckoned_of(minilm: LocalEmbedder) -> None:
    passage = make_passage(1, make_hit(1, _RESULTS, kind=ChunkKind.TABLE))
    answer = ExtractiveAnswerer(embedder=minilm).answer("How much did net sales grow from 2024 to 2025?", [passage])
    assert answer.text == "Net sales: 2024 $94,836; 2025 $97,278; change $2,442 (2.57%) (amounts in thousands). [1](#1)"
    assert answer.citations[0].quote == "Net sales: 2025 $97,278; 2024 $94,836; 2023 $90,001."


def test_the_difference_of_the_two_values_of_a_row_that_is_named() -> None:
    expected = "Workforce and sites: Offices 12; Plants 31; difference 19."
    assert found_in("Difference in workforce and sites between the two?", first="Workforce") == expected
    assert found_in("Difference in orders between the two?", first="Orders") is None, "it has three"
    assert found_in("Difference in plants between the two?", first="Workforce") is None


def test_an_amount_is_no_sum_and_a_year_is_told_from_another_column_of_it() -> None:
    far = "How far over the approved sum is the forecast for staff?"
    assert found_in(far, first="Staff") == "Staff: Approved 365; Forecast 402; difference 37."
    fall = "By how much did electricity use fall in 2025 versus the year before?"
    assert found_in(fall, first="Electricity") == "Electricity: 2024 2,315; 2025 2,204; change -111 (-4.79%)."


def test_a_total_of_something_else_does_not_go_before_the_row_that_is_named(minilm: LocalEmbedder) -> None:
    areas = "Areas\nEurope: Assets 2023 40; Assets 2022 30.\nTotal: Assets 2023 90; Assets 2022 80."
    sheet = "Balance sheet\nCash: 2023 86; 2022 68.\nTotal assets: 2023 1,367; 2022 1,298."
    passages = [
        make_passage(number, make_hit(number, text, kind=ChunkKind.TABLE))
        for number, text in enumerate((areas, sheet), 1)
    ]
    said = ExtractiveAnswerer(minilm).answer("By how much did total assets change from 2022 to 2023?", passages).text
    assert "change 69" in said


def test_of_two_series_the_one_that_is_named_whole_changes() -> None:
    table = "Share\n2021: Brand A 31%; Brand B 18%.\n2025: Brand A 24%; Brand B 29%."
    assert found_in("By how much did Brand A fall between 2021 and 2025?", table) == (
        "2021: Brand A 31%; 2025: Brand A 24%; change -7 percentage points (-22.58%)."
    )
