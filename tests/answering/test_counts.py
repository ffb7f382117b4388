"""Numbers of what is counted stand beside its name."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.sentences.counts import find_count_behind
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_TEAM = "Headers: Name.\nGreta Lind: Role Project lead; Days 64.\nPriti Shah: Role Specialist; Days 41."


def test_another_number_of_the_same_is_meant_where_the_question_says_more(answerer: ExtractiveAnswerer) -> None:
    passages = [
        make_passage(1, make_hit(1, "The proposal is valid for 60 days.")),
        make_passage(2, make_hit(2, _TEAM, kind=ChunkKind.TABLE)),
    ]
    assert "Days 41" in answerer.answer("How many days does Priti Shah work?", passages).text


def test_a_rate_is_a_share(answerer: ExtractiveAnswerer) -> None:
    text = "Overdraft interest of 1.72 EUR will be charged on 12 October.\n\nInterest on overdraft: 11.9% a year"
    answer = answerer.answer("What is the interest rate on the overdraft?", [make_passage(1, make_hit(1, text))])
    assert answer.text.startswith("Interest on overdraft: 11.9%")


def test_a_sentence_that_holds_the_whole_question_tells_its_number(answerer: ExtractiveAnswerer) -> None:
    awards = "2007: Award Meridian Award; Result Nominated.\n2008: Award Meridian Award; Result Won.\n"
    awards += "2010: Award Meridian Award; Result Nominated.\n2011: Award Lido Prize; Result Won."
    career = "She played in five seasons of Cold Quay, for which she was nominated for three Meridian Awards."
    passages = [make_passage(1, make_hit(1, career)), make_passage(2, make_hit(2, awards, kind=ChunkKind.TABLE))]
    answer = answerer.answer("How many Meridian Awards was she nominated for?", passages)
    assert answer.text.startswith("She played in five seasons")
    # what a data set contains is what it is of
    data = "We present PolarQ, a dataset of 18,412 yes/no questions.\n\nIn 41% of them the entry contains a negation."
    assert (
        "18,412"
        in answerer.answer("How many questions does PolarQ contain?", [make_passage(1, make_hit(1, data))]).text
    )
    # a part of what is counted is not all that a question is answered with
    judges = "There are currently three living retired judges of the court.\n\nThe court is filled with nine judges."
    told = answerer.answer("How many judges of the court are there currently?", [make_passage(1, make_hit(1, judges))])
    assert "nine judges" in told.text


_KEY_FIGURES = """# Harrow cycles: 2023 in review
1.86M – trips
412 – stations
£3.1M – fare income
The subsidy is £0.42 per trip."""
_MONTHLY = "# Trips peak in July\nValues:\n" + "\n".join(
    f"{month}: Trips per month, thousand {value}." for month, value in (("Jun", 214), ("Jul", 236), ("Aug", 228))
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many trips were made in 2023?", "1.86M – trips."),
        ("How many stations are there?", "412 – stations."),
        # a month is asked for
        ("How many trips were made in August?", "Aug: Trips per month, thousand 228."),
    ],
)
def test_a_key_figure_of_just_what_is_counted_is_told(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    texts = (_KEY_FIGURES, _MONTHLY)
    passages = [make_passage(at, make_hit(at, text, kind=ChunkKind.SLIDE)) for at, text in enumerate(texts, 1)]
    assert answerer.answer(question, passages).text.startswith(expected)


_FAMILIES = (
    "The ADNV family with inflammation of the eye was seen by doctors of the University of Iowa [24]. The family has 93"
    " members, of whom 37 have no tests. There are no loops.\n\nFamilies with cleft lips were seen in Houston [7]."
    " Together they have 110 members."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many members does the ADNV family with inflammation of the eye have?", "The family has 93 members"),
        # nothing behind it counts these
        ("How many doctors wrote about the ADNV family from Iowa?", ""),
    ],
)
def test_a_number_behind_the_sentence_that_names_whose_it_is_is_told(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    passage = make_passage(1, make_hit(1, _FAMILIES))
    said = answerer.answer(question, [passage]).text
    assert expected in said
    found = find_count_behind(question, answerer.score(question, [passage]))
    assert (found is not None) is bool(expected)
