"""What is earned, spent or owed is told by its sum: by no change of it, no day and no part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.documents.asked_measure import find_asked_measure
from bizrag.answering.extractive.questions.needed import named_sum
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.retrieval.measured import BY_ROW
from tests.made import make_hit, make_passage

_MARGINS = (
    "Results\nRevenue: 2023 56,517; 2022 50,122.\nCost of revenue: 2023 16,302; 2022 15,452.\n"
    "Gross margin: 2023 40,215; 2022 34,670."
)
_EXPENSES = (
    "Results\nCost of sales: Q2 2022 $ 66,424; Q2 2023 $ 69,373.\n"
    "Total operating expenses: Q2 2022 $ 117,917; Q2 2023 $ 126,702."
)
_PHONES = (
    "Net sales\nPhones: July 1, 2023 39,669; June 25, 2022 40,665.\nTablets: July 1, 2023 5,791; June 25, 2022 7,224."
)


@pytest.mark.parametrize(
    ("question", "sentence", "table", "expected"),
    [
        pytest.param(
            "What was the gross margin of Kestrel in the latest quarter?",
            "Gross margin of Kestrel increased $5.5 billion or 16% in the quarter.",
            _MARGINS,
            "Gross margin: 2023 40,215; 2022 34,670.",
            id="a change",
        ),
        pytest.param(
            "What were Kestrel's operating expenses in the second quarter of 2023?",
            "Other operating expenses of Kestrel were $90 million and $146 million in the second quarter of 2022 and"
            " 2023.",
            _EXPENSES,
            "Total operating expenses: Q2 2023 $ 126,702.",
            id="another sum",
        ),
        pytest.param(
            "For the latest quarter, what was the total revenue generated from phone sales?",
            "The proportion of net sales by revenue source was consistent for the quarter ended July 1, 2023, except"
            " for phones, where revenue of the quarter was a higher proportion of the total.",
            _PHONES,
            "Phones: July 1, 2023 39,669",
            id="a day",
        ),
    ],
)
def test_the_row_that_tells_a_sum_goes_before_what_is_said_about_it(
    answerer: ExtractiveAnswerer, question: str, sentence: str, table: str, expected: str
) -> None:
    passages = [make_passage(1, make_hit(1, sentence)), make_passage(2, make_hit(2, table, kind=ChunkKind.TABLE))]
    assert answerer.answer(question, passages).text.startswith(expected)


def test_a_sentence_that_tells_where_a_sum_came_to_is_no_mere_change(answerer: ExtractiveAnswerer) -> None:
    passages = [
        make_passage(
            1,
            make_hit(
                1,
                "We expect cash flows from operating activities of Kestrel to be sufficient to fund our operating"
                " activities for at least the next 12 months.",
            ),
        ),
        make_passage(2, make_hit(2, "Cash from operations decreased $1.3 billion to $23.2 billion.")),
    ]
    told = answerer.answer("What did Kestrel report as its net cash from operating activities?", passages)
    assert told.text.startswith("Cash from operations decreased $1.3 billion to $23.2 billion.")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What cash flows from operations were disclosed in Q3?", "cash flows"),
        ("What revenue did Acme report from its shops in 2024?", "revenue"),
        ("What operating profit was made in May?", "operating profit"),
        ("What costs were covered by the policy?", ""),
    ],
)
def test_sums_that_are_reported_are_asked_for_too(question: str, expected: str) -> None:
    assert named_sum(question) == expected


def test_reasons_and_changes_of_a_sum_are_not_the_sum() -> None:
    assert named_sum("What was the reason for the rise in the company's revenue?") == ""
    assert named_sum("What was the increase in operating expenses in 2023?") == ""
    assert named_sum("What was the tax rate on the income of 2023?") == ""
    assert named_sum("What is the company's main cost of revenue?") == ""


_REPORT = (
    "Results\nRevenue: Three Months Ended June 30, 2023 56,517.\nResearch and development: Three Months Ended June 30,"
    " 2023 6,659.\nPumps: Three Months Ended June 30, 2023 4,321.\nInventories: June 30, 2023 3,000."
)


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("In the second quarter of 2023, how much did Kestrel spend on research and development?", "Research"),
        ("What was Kestrel's total revenue generated from pump sales in Q2 2023?", "Pumps"),
        ("What do the inventory levels in Kestrel's Q2 2023 report suggest about its supply chain?", "Inventories"),
        ("How did Kestrel's inventory levels in Q2 2023 reflect on its supply chain efficiency?", "Inventories"),
        ("What does Kestrel's board suggest about research and development in Q2 2023?", None),
    ],
)
def test_the_row_of_what_is_spent_comes_from_and_levels_say(question: str, label: str | None) -> None:
    hit = replace(make_hit(1, _REPORT, kind=ChunkKind.TABLE), doc="2023 Q2 KST.pdf", route_ranks={BY_ROW: 1})
    found = find_asked_measure(question, read_statements([make_passage(1, hit)]))
    assert (found and found[1][0].partition(" ")[0].rstrip(":")) == label
