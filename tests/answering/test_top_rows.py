"""The few largest or smallest rows of a table, as many as a question asks for."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.tables.reckoned.extremes import find_extreme
from bizrag.answering.extractive.tables.reckoned.top_rows import find_top
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_JOBS = (
    "Jobs by region, thousands\n"
    "Production > Mining: Northam 3; Easton 1; Westby 12; Suthers 6; All regions 22.\n"
    "Production > Brewing: Northam 112; Easton 87; Westby 64; Suthers 98; All regions 361."
)
_HOLDINGS = (
    "Holdings\nAlba: Weight 4.1.\nBruin: Weight 3.8.\nCorvo: Weight 3.8.\nDelphi: Weight 2.2.\nEmber: Weight 1.9."
)


def _rows(text: str) -> list[Statement]:
    return [one for one in read_statements([make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE))]) if one.is_row]


def _found(question: str, text: str) -> str | None:
    found = find_top(question, _rows(text))
    return found.text if found else None


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        (
            "Which three regions have the most brewing jobs?",
            _JOBS,
            "Production > Brewing: Northam 112; Suthers 98; Easton 87.",
        ),
        ("What are the two lowest weights?", _HOLDINGS, "Ember: Weight 1.9. Delphi: Weight 2.2."),
        ("List the top 3 holdings by weight", _HOLDINGS, "Alba: Weight 4.1. Bruin: Weight 3.8. Corvo: Weight 3.8."),
    ],
)
def test_as_many_rows_are_told_as_are_asked_for_the_first_one_first(question: str, text: str, expected: str) -> None:
    assert _found(question, text) == expected


@pytest.mark.parametrize(
    "question",
    [
        # one is asked for, or nothing that is compared; the second and third are alike
        "Which holding has the highest weight?",
        "Which of the three holdings has the highest weight?",
        "Which two holdings were sold?",
        "Which two holdings have the highest weight?",
        "Which nine holdings have the highest weight?",
    ],
)
def test_other_questions_have_no_such_rows(question: str) -> None:
    assert _found(question, _HOLDINGS) is None


def test_a_column_of_changes_is_not_compared_unless_it_is_asked_for() -> None:
    rates = (
        "Rates\nNortham: Jobless rate Per cent 3.1; Jobless rate Change on year 0.9.\n"
        "Easton: Jobless rate Per cent 5.3; Jobless rate Change on year -0.2.\n"
        "Westby: Jobless rate Per cent 4.0; Jobless rate Change on year 0.1."
    )
    lowest = find_extreme("Which region has the lowest jobless rate?", _rows(rates))
    change = find_extreme("Which region has the largest change in the jobless rate?", _rows(rates))
    assert lowest is not None
    assert lowest.text == "Northam: Jobless rate Per cent 3.1."
    assert change is not None
    assert change.text == "Northam: Jobless rate Change on year 0.9."


def test_of_a_group_of_columns_that_is_asked_for_its_cells_are_compared() -> None:
    survey = (
        "A toll\nSupport: Total 36%; Sex Men 35%; Sex Women 37%; Age 16-29 51%; Age 30-44 38%; Age 45+ 30%.\n"
        "Oppose: Total 49%; Sex Men 52%; Sex Women 46%; Age 16-29 30%; Age 30-44 48%; Age 45+ 57%."
    )
    found = find_extreme("Which age group has the highest support?", _rows(survey))
    assert found is not None
    assert found.text == "Support: Age 16-29 51%."
