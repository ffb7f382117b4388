"""Of rows that are equally like a question the one whose label it says answers; what is asked for must be in it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.named.meant_rows import with_meant_row_first
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_INCOME = (
    "Income\nOther income (expense), net: Nine Months Ended September 30, 2026 2.2; Nine Months Ended September"
    " 30, 2025 (0.4).\nNet income: "
    "Nine Months Ended September 30, 2026 $ 223.9; Nine Months Ended September 30, 2025 $ 195.2."
)
_TAXES = (
    "Taxes\nEffective income tax rate: Year ended January 3, 2020 22.6%; Year ended December 28, 2018 4.6%.\n"
    "Amount computed at the statutory federal income tax rate: Year ended January 3, 2020 $182; Year ended December 28,"
    " 2018 $128.\nChange in statutory federal tax rate: Year ended January 3, 2020 2; Year ended December 28, 2018 3."
)
_FUND = (
    "Key facts\nLaunch date: 14 March 2017.\nFund size: EUR 1,284.6m.\nBase currency: USD.",
    "Returns\nFund: 1 month -0.8; Year to date 7.9; 1 year 10.3; 3 years 26.4; 5 years 51.7; Since launch 84.3.\n"
    "Index: 1 month -0.5; Year to date 8.6; 1 year 11.1; 3 years 24.9; 5 years 47.2; Since launch 79.8.",
)
_GRANTS = (
    "Money\nGovernment grants: 2026 38.9; 2027 34.4.\nCouncil tax: 2026 92.3; 2027 97.1.",
    "Government grants pay a smaller part of what comes in every year, as they come with conditions.",
)
_NEWS = (
    "Orders up 12%; guidance raised\n\nHighlights\n\n- Orders of $655 million, the backlog reached a record."
    "\n\n- Flow sales of $263.5 million rose 3.5%; acquisitions added 2 points."
)


@pytest.mark.parametrize(
    ("texts", "question", "expected"),
    [
        (
            [_INCOME],
            "What was net income for the nine months ended September 30, 2025?",
            "Net income: Nine Months Ended September 30, 2025 $ 195.2.",
        ),
        # a rate needs a share, an amount at a rate does not
        (
            [_TAXES],
            "What was the amount computed at the statutory federal income tax rate in 2020 and 2018 respectively?",
            "Amount computed at the statutory federal income tax rate: Year ended January 3, 2020 $182; Year ended"
            " December 28, 2018 $128.",
        ),
        # what was so in another year
        (
            [
                "The tax rate of 2017 fell, primarily because of credits for research.",
                "The tax rate of 2019 was affected by credits for research, and by what staff was granted.",
            ],
            "What impacted the tax rate in 2019?",
            "The tax rate of 2019 was affected by credits for research, and by what staff was granted.",
        ),
        (_FUND, "When was the fund launched?", "Launch date: 14 March 2017."),
        (_GRANTS, "How much comes from government grants in 2027?", "Government grants: 2027 34.4."),
    ],
    ids=["label", "rate", "year", "time", "amount"],
)
def test_the_row_that_is_asked_for_answers(
    answerer: ExtractiveAnswerer, texts: list[str], question: str, expected: str
) -> None:
    passages = [
        make_passage(number, make_hit(number, text, kind=ChunkKind.TABLE if "\n" in text else ChunkKind.TEXT))
        for number, text in enumerate(texts, 1)
    ]
    assert answerer.answer(question, passages).text.startswith(expected)


def test_by_how_much_something_rose_is_told_by_no_amount_alone(answerer: ExtractiveAnswerer) -> None:
    told = answerer.answer("By how much did orders rise?", [make_passage(1, make_hit(1, _NEWS))]).text
    assert told.startswith("Orders up 12%")


_FLEET = (
    "Fleet\nGK21: Driver L. Marsh; Miles 2140; Fuel 231.\nGK23: Driver P. Novak; Miles 1905; Fuel 180.\n"
    "GK20: Driver B. Ellis; Miles 2660; Fuel 284.\nTotal: Miles 6705; Fuel 695."
)


def test_a_row_with_the_name_that_a_question_says_is_meant(answerer: ExtractiveAnswerer) -> None:
    told = answerer.answer(
        "How many miles did P. Novak drive?", [make_passage(1, make_hit(1, _FLEET, kind=ChunkKind.TABLE))]
    ).text
    assert told.startswith("GK23: Driver P. Novak; Miles 1905.")


def test_of_rows_that_are_called_alike_the_one_with_what_is_asked_for_is_meant(answerer: ExtractiveAnswerer) -> None:
    """Two charts of one slide show the same makers."""
    slide = (
        "# Market position\n[PICTURE START]\nAverage selling price to the consumer\nValues:\n"
        "Kestrel Cycles: Average price 2,890.\nPolder Bikes: Average price 2,210.\n[PICTURE END]\n"
        "[PICTURE START]\nMarket share by volume\nValues:\nKestrel Cycles: Share 22.\nPolder Bikes: Share 9.\n"
        "[PICTURE END]"
    )
    told = answerer.answer(
        "How high was the market share of Kestrel Cycles and Polder Bikes?",
        [make_passage(1, make_hit(1, slide, kind=ChunkKind.SLIDE))],
    ).text
    assert told == "Kestrel Cycles: Share 22. [1](#1) Polder Bikes: Share 9. [1](#1)"


def test_a_field_that_names_the_invoice_makes_way_for_what_is_asked_of_it(answerer: ExtractiveAnswerer) -> None:
    texts = (
        "Booking order: VK-BO-33961.\nCost centre: 4410 Outbound ocean.\nContainers: 3 x 40' HC.",
        "Total net: 13,693.06.\nAmount payable EUR: 13,693.06.",
    )
    passages = [make_passage(at, make_hit(at, one, kind=ChunkKind.TABLE)) for at, one in enumerate(texts, 1)]
    told = answerer.answer("Amount payable on the invoice for booking VK-BO-33961", passages).text
    assert told.startswith("Amount payable EUR: 13,693.06.")


def test_a_price_alone_is_told_with_the_heading_over_it(answerer: ExtractiveAnswerer) -> None:
    text = (
        "Leaf blower LB 280\n\n€ 52.50\n\nFrom 10 pieces € 47.20\n\nWheelbarrow WB 100\n\n€ 78.00"
        "\n\nFrom 10 pieces € 69.90"
    )
    told = answerer.answer("What does the wheelbarrow cost?", [make_passage(1, make_hit(1, text))]).text
    assert told.startswith("Wheelbarrow WB 100: € 78.00.")


def test_a_heading_that_tells_what_is_asked_for_answers(answerer: ExtractiveAnswerer) -> None:
    text = "Overall rating: Needs improvement\n\nAudit period: January to June 2026. Lead auditor: Sofia Brandt."
    told = answerer.answer("What is the overall rating?", [make_passage(1, make_hit(1, text))]).text
    assert told.startswith("Overall rating: Needs improvement")


def test_of_fields_below_each_other_the_one_that_is_asked_for_answers(answerer: ExtractiveAnswerer) -> None:
    text = (
        "Buyer\n\nKestrel Ltd, Sheffield S3 8QN\n\nSupplier\n\nNordlys AS, 7010 Trondheim\n\nDeliver to"
        "\n\nKestrel Warehouse 2"
    )
    told = answerer.answer("Who is the buyer?", [make_passage(1, make_hit(1, text))]).text
    assert told.startswith("Buyer: Kestrel Ltd, Sheffield S3 8QN.")


def test_a_code_is_told_by_no_sentence_without_one(answerer: ExtractiveAnswerer) -> None:
    text = (
        "Class A Acc EUR | ISIN IE00BK5X7M21\n\nThe fund aims to provide income by investing at least 80% of its assets"
        " in shares of companies that pay dividends."
    )
    told = answerer.answer("What is the ISIN of the fund?", [make_passage(1, make_hit(1, text))]).text
    assert told.startswith("Class A Acc EUR | ISIN IE00BK5X7M21.")


def test_what_stands_below_the_question_itself_is_meant(answerer: ExtractiveAnswerer) -> None:
    text = (
        "Services included in skilled nursing facility care matter.\n\n"
        "What does skilled nursing facility care include?\n\n"
        "Nurses, therapists and social workers help you to get well again."
    )
    question = "What services are included in skilled nursing facility care?"
    scored = answerer.score(question, [make_passage(1, make_hit(1, text))])
    assert scored[0].statement.said.startswith("Services included")
    assert with_meant_row_first(question, scored)[0].statement.said.startswith("Nurses, therapists")


def test_what_is_not_so_is_told_by_what_says_so(answerer: ExtractiveAnswerer) -> None:
    text = (
        "The plan covers acupuncture by members of the network and acupuncture at home.\n\n"
        "Acupuncture in a hospital is not covered by it."
    )
    told = answerer.answer("Which acupuncture is not covered by the plan?", [make_passage(1, make_hit(1, text))]).text
    assert told.startswith("Acupuncture in a hospital is not covered by it.")


_CHART = (
    "Order intake exceeded sales again\nValues:\n2024: Order intake 900; Sales 870.\n"
    "2025: Order intake 965; Sales 925.\nText in the chart: Order intake and sales"
)
_SUBSIDIES = (
    "Figure 6. Who is paid\nValues:\nWaterway: 2020 1.1; 2024 1.6.\nRail: 2020 2.4; 2024 3.1.\n"
    "Road: 2020 0.8; 2024 0.5.\nText in the chart: Subsidy per tonne-kilometre, euro cents"
)


@pytest.mark.parametrize(
    ("chart", "question", "expected"),
    [
        # rows that are years differ in nothing else
        (_CHART, "What was the order intake in 2025?", "2025: Order intake 965. [1](#1)"),
        (_CHART, "What was the order intake in 2024?", "2024: Order intake 900. [1](#1)"),
        (_SUBSIDIES, "Which mode had the lowest subsidy per tonne-kilometre in 2024?", "Road: 2024 0.5. [1](#1)"),
    ],
)
def test_of_a_chart_the_value_of_the_year_is_told(
    answerer: ExtractiveAnswerer, chart: str, question: str, expected: str
) -> None:
    passages = [make_passage(1, make_hit(1, chart, kind=ChunkKind.PICTURE))]
    assert answerer.answer(question, passages).text == expected


_STAFF = (
    "At the end of 2025 the group had 1,684 employees, 132 more than a year before. Many people work on six days.",
    "Five years\nRevenue: 2022 305.4; 2025 412.6.\nEmployees at year end: 2022 1,371; 2025 1,684.",
)
_BACKLOG = (
    "The order backlog was large at the end of every quarter of 2025.",
    "Order backlog\nQ1 25: Order backlog at quarter end 150.2.\nQ2 24: Order backlog at quarter end 124.0.\n"
    "Q2 25: Order backlog at quarter end 163.8.",
)


@pytest.mark.parametrize(
    ("texts", "question", "expected"),
    [
        # nor is the figure of another year told beside it
        (
            _STAFF,
            "How many people did the group employ at the end of 2022?",
            "Employees at year end: 2022 1,371. [2](#2)",
        ),
        (
            _BACKLOG,
            "How large was the order backlog at the end of the second quarter of 2025?",
            "Q2 25: Order backlog at quarter end 163.8. [2](#2)",
        ),
    ],
    ids=["year", "quarter"],
)
def test_the_figure_of_another_period_is_no_answer(
    answerer: ExtractiveAnswerer, texts: tuple[str, ...], question: str, expected: str
) -> None:
    passages = [
        make_passage(number, make_hit(number, text, kind=ChunkKind.TABLE if "\n" in text else ChunkKind.TEXT))
        for number, text in enumerate(texts, 1)
    ]
    assert answerer.answer(question, passages).text == expected


_BIRTHS = (
    "Births by kind\nuterine atony: no; Vaginal delivery (677) 635; Planned Cesarean (409) 402; Unplanned (223) 219.\n"
    "uterine atony: yes; Vaginal delivery (677) 42; Planned Cesarean (409) 7; Unplanned (223) 4.\n"
    "retained placenta: no; Vaginal delivery (677) 653; Planned Cesarean (409) 400; Unplanned (223) 219.\n"
    "retained placenta: yes; Vaginal delivery (677) 24; Planned Cesarean (409) 9; Unplanned (223) 4."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "How many births with retained placenta were there in vaginal deliveries?",
            "retained placenta: yes; Vaginal delivery (677) 24.",
        ),
    ],
)
def test_those_who_have_what_is_counted_are_counted(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    passage = make_passage(1, make_hit(1, _BIRTHS, kind=ChunkKind.TABLE))
    assert answerer.answer(question, [passage]).text.startswith(expected)


def test_a_cell_whose_row_and_column_are_named_is_meant(answerer: ExtractiveAnswerer) -> None:
    brands = "Cargo bikes sold in Europe by brand\nOthers: 2021 40; 2023 38.\nUrban Oak: 2021 7; 2023 8."
    drives = "Cargo bikes by drive\n2021: Without motor 47; Electric 262.\n2023: Without motor 31; Electric 301."
    passages = [
        make_passage(number, make_hit(number, text, kind=ChunkKind.TABLE))
        for number, text in enumerate((brands, drives), 1)
    ]
    answer = answerer.answer("How many electric cargo bikes were sold in Europe in 2021?", passages)
    assert answer.text.startswith("2021: Electric 262.")
