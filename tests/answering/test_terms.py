"""Terms and their weights: numbers worked by hand."""

from __future__ import annotations

import math

import pytest

from bizrag.model.terms import stem, term_weights, terms, weighted_share


@pytest.mark.parametrize(
    ("one", "other"), [("employee", "employees"), ("hire", "hired"), ("report", "reporting"), ("fee", "fees")]
)
def test_forms_of_one_word_meet(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("loss", "los"), ("price", "prize"), ("2025", "2024"), ("us", "u")])
def test_different_words_stay_apart(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("the third quarter of 2024", "Q3 24"),
        ("the third quarter of 2024", "3Q24"),
        ("the last quarter of 2022", "Q4'22"),
        ("the first half of 2025", "H1 2025"),
        ("fiscal 2025", "fiscal FY25"),
        ("2027", "2027f"),
        ("second quarter of 2025", "Three Months Ended June 30, 2025"),
        ("the first half of 2024", "Six months ended Jun. 30, 2024"),
        ("in January", "Jan"),
        ("in September", "Sept."),
    ],
)
def test_a_period_meets_what_it_is_abbreviated_to(asked: str, written: str) -> None:
    assert set(terms(asked)) <= set(terms(written))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Q3 24%", ["q3", "24"]),
        ("Q3 24.5", ["q3", "24.5"]),
        ("a quarter of sales", ["quarter", "sal"]),
        ("24 hours", ["24", "hour"]),
    ],
)
def test_what_is_no_period_stays_as_it_is(text: str, found: list[str]) -> None:
    assert terms(text) == found


def test_question_words_carry_nothing() -> None:
    assert terms("What was the travel budget?") == ["travel", "budget"]


def test_a_term_that_no_text_holds_weighs_most() -> None:
    weights = term_weights(["fee", "annual"], [{"annual"}, {"annual", "x"}, {"x"}])
    # fee: df 0 of 3, ln(1 + 3.5/.5) = ln 8; annual: df 2, ln(1 + 1.5/2.5) = ln 1.6
    assert weights == {"fee": pytest.approx(math.log(8)), "annual": pytest.approx(math.log(1.6))}
    assert weighted_share(weights, {"annual"}) == pytest.approx(math.log(1.6) / math.log(12.8))


def test_without_terms_nothing_is_covered() -> None:
    assert weighted_share({}, {"a"}) == 0.0
