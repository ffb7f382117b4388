"""A question about a country that nothing speaks of is not answered with another one's value."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.questions.unmentioned_countries import unmentioned_countries
from bizrag.model.countries import named_countries
from tests.made import make_hit, make_passage

SURVEY = [
    make_passage(
        1,
        make_hit(
            1,
            "Trust in courts. In Finland 72% of those asked trust the courts, in Estonia 63%. Own machines: BE 52, "
            "SE 18. The firm is at home in the Netherlands and sells in Great Britain and Copenhagen.",
        ),
    )
]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What share of Poles trust the courts?", ("Poles",)),
        ("What share trusts the courts in Switzerland?", ("Switzerland",)),
        ("What is China's share?", ("China's",)),
        ("What share of Finns trust the courts?", ()),
        ("How many people trust the Estonian courts?", ()),
        ("How many Belgian homes own one?", ()),
        ("Where is the Dutch firm?", ()),
        ("How large are British sales?", ()),
        # one of two is read
        ("How do Finland and Poland compare?", ()),
        # states and cities stand for it
        ("What share of Americans trust the courts?", ()),
        # written "CHF"
        ("What is the fee in Swiss francs?", ()),
        # what is of a country is told without it, and a country by a city
        ("Which Latvian insurer is being bought?", ()),
        ("How large are sales in Denmark?", ()),
        # no people
        ("How high is the pole?", ()),
        ("Wie viele Menschen vertrauen den Gerichten in Polen?", ()),
    ],
)
def test_countries_that_nothing_speaks_of(question: str, expected: tuple[str, ...]) -> None:
    assert unmentioned_countries(question, SURVEY) == expected


def test_texts_in_another_language_call_countries_otherwise() -> None:
    german = "Die Schweiz und die Niederlande sind nicht in der Union, und das ist auch gut so, sagt der Bericht."
    assert unmentioned_countries("What is said of Switzerland?", [make_passage(1, make_hit(1, german))]) == ()


def test_the_share_of_another_country_is_no_answer(answerer: ExtractiveAnswerer) -> None:
    assert answerer.answer("What share of Poles trust the courts?", SURVEY).is_abstention
    assert "72%" in answerer.answer("What share of Finns trust the courts?", SURVEY).text


def test_what_is_of_a_country_is_called_in_any_case_and_people_with_a_capital() -> None:
    assert named_countries("italian suppliers at the north pole") == {"italian": "Italy"}
