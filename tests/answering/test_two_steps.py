"""Questions about a row that another question finds: which row it is, is asked first."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_VISITORS = (
    "# Museum visitors: change on last year by branch\n[PICTURE START]\nValues:\nHarbour: Change -12%.\n"
    "Castle: Change 4%.\nMill: Change -33%.\nForge: Change -18%.\n[PICTURE END]\n"
    "Castle gained from the free tram that runs since May."
)
_BUDGETS = (
    "# Plan by branch\n[TABLE START]\nBranch | Staff | Budget (£m) | Deadline\nHarbour | 31 | 4.2 | 3 May 2027\n"
    "Castle | 54 | 9.1 | 8 June 2027\nMill | 12 | 2.8 | 1 July 2027\nForge | 20 | 3.3 | 9 May 2027\n[TABLE END]"
)


def _said(answerer: ExtractiveAnswerer, question: str) -> str:
    slides = [
        make_passage(number, make_hit(number, text, kind=ChunkKind.SLIDE))
        for number, text in enumerate((_VISITORS, _BUDGETS), start=1)
    ]
    return answerer.answer(question, slides).text


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # of a chart the row, of a table on another slide what is asked of it
        (
            "What is the budget of the branch where visitors fell most?",
            "Mill: Change -33%. [1](#1) Mill: Budget (£m) 2.8. [2](#2)",
        ),
        (
            "How many staff work in the branch with the largest budget?",
            "Castle: Budget (£m) 9.1. [2](#2) Castle: Staff 54. [2](#2)",
        ),
        # two questions of one sentence, the second of what the first one finds
        (
            "Which branch has the largest budget and what is its deadline?",
            "Castle: Budget (£m) 9.1. [2](#2) Castle: Deadline 8 June 2027. [2](#2)",
        ),
        (
            "Which branch has the largest budget and how many staff work in it?",
            "Castle: Budget (£m) 9.1. [2](#2) Castle: Staff 54. [2](#2)",
        ),
        (
            "Which branch gained visitors and why?",
            "Castle: Change 4%. [1](#1) Castle gained from the free tram that runs since May. [1](#1)",
        ),
    ],
)
def test_the_row_is_found_first(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    assert _said(answerer, question) == expected


def test_a_row_that_is_named_needs_no_first_step(answerer: ExtractiveAnswerer) -> None:
    assert _said(answerer, "What is the budget of the branch that is called Mill?").startswith("Mill: Budget (£m) 2.8")


def test_of_the_largest_its_row_is_told_and_not_all_that_meet_other_words(answerer: ExtractiveAnswerer) -> None:
    table = (
        "Networks with more than 500 customers\nHeaders: Network.\nLindental: Operator Calorex; Customers 742; "
        "Price (c/kWh) 24.6.\nSonnhof: Operator Termika; Customers 588; Price (c/kWh) 22.7.\nBelmora: Operator "
        "Termika; Customers 863; Price (c/kWh) 19.8.\nHarbour: Operator Calorex; Customers 480; Price (c/kWh) 25.1."
    )
    told = answerer.answer(
        "Which is the most expensive network with over 500 customers and what does it charge?",
        [make_passage(1, make_hit(1, table, kind=ChunkKind.TABLE))],
    )
    assert told.text == "Lindental: Customers 742; Price (c/kWh) 24.6. [1](#1)"
