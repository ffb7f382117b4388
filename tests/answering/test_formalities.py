"""What reports must say answers only who asks for it."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.sentences.formalities import without_formalities
from bizrag.answering.statements.reading import read_statements
from tests.made import make_hit, make_passage

CERTIFICATE = "Based on my knowledge, this report does not contain any untrue statement about acquisitions."
FORECASTS = "Forward-looking statements in this report do not reflect acquisitions that are not complete."
POINTER = "Refer to Note 11 for additional information about acquisitions of the year."
FACT = "The group acquired a maker of valves in June and paid for it in cash."


@pytest.mark.parametrize(
    ("question", "left_out"),
    [
        ("Were there acquisitions?", {CERTIFICATE, FORECASTS, POINTER}),
        ("What did the officers certify about acquisitions?", {FORECASTS, POINTER}),
        ("What do the forward-looking statements say of acquisitions?", {CERTIFICATE, POINTER}),
        ("Where is more about acquisitions?", {CERTIFICATE, FORECASTS}),
    ],
)
def test_formalities_answer_only_who_asks_for_them(question: str, left_out: set[str]) -> None:
    texts = [CERTIFICATE, FORECASTS, POINTER, FACT]
    statements = read_statements([make_passage(number, make_hit(number, text)) for number, text in enumerate(texts, 1)])

    kept = {one.text.strip() for one in without_formalities(question, statements)}

    assert kept == set(texts) - left_out


def test_where_nothing_else_is_left_they_are() -> None:
    statements = read_statements([make_passage(1, make_hit(1, POINTER))])

    assert without_formalities("Were there acquisitions?", statements) == statements


def test_a_pointer_with_a_figure_is_kept() -> None:
    told = "Revenue from services is described in Note 4 and rose by 12% in the year."
    statements = read_statements([make_passage(1, make_hit(1, told)), make_passage(2, make_hit(2, FACT))])

    assert len(without_formalities("How did revenue change?", statements)) == len(statements)


@pytest.mark.parametrize(
    ("question", "is_told"),
    [("Who sent apologies for the meeting?", False), ("When is the next meeting?", True), ("Who approved it?", True)],
)
def test_the_meeting_before_or_after_answers_only_who_asks_for_it(question: str, is_told: bool) -> None:
    text = "Apologies: Leila Haddad\n\nNext meeting: 16 May 2024\n\nDate of the next meeting: 16 May 2024"
    statements = read_statements([make_passage(1, make_hit(1, text))])

    kept = [one.text for one in without_formalities(question, statements)]

    assert any("16 May" in one for one in kept) is is_told
    assert any("Leila" in one for one in kept)


SOURCE = "Source: Surveys of residents, 2017-2025."


@pytest.mark.parametrize(
    ("question", "is_kept"),
    [("How many residents were surveyed?", False), ("What is the source of the figures?", True)],
)
def test_where_figures_are_from_answers_only_who_asks_for_it(question: str, is_kept: bool) -> None:
    statements = read_statements([make_passage(1, make_hit(1, f"{FACT}\n\n{SOURCE}"))])
    assert (SOURCE in {one.text.strip() for one in without_formalities(question, statements)}) is is_kept


_TABLE = "In Table 2, we show the ratio of costs to income."
_LISTED = "The costs of all members are listed in Table 4."
_FINDING = "Figure 2 shows that costs fall with the size of a member."
_SUM = "Table 3 shows the costs, which came to 4.5 million."


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("What is the ratio of costs to income?", {_FINDING, _SUM}),
        ("What does Table 2 show?", {_TABLE, _LISTED, _FINDING, _SUM}),
    ],
)
def test_what_a_table_shows_is_not_told_by_its_name(question: str, kept: set[str]) -> None:
    texts = [_TABLE, _LISTED, _FINDING, _SUM]
    statements = read_statements([make_passage(number, make_hit(number, text)) for number, text in enumerate(texts, 1)])
    assert {one.text.strip() for one in without_formalities(question, statements)} == kept


def test_where_a_paper_tells_something_is_no_answer_but_to_who_asks_where() -> None:
    said = "Section 3 introduces a data set which is used for the examples. The data are monthly incomes from the USA."
    statements = read_statements([make_passage(1, make_hit(1, said))])
    kept = without_formalities("What data set do they use?", statements)
    assert [one.said for one in kept] == ["The data are monthly incomes from the USA."]
    assert len(without_formalities("Which section introduces the data set?", statements)) == 2
