"""The clause that names the parties of a contract answers who they are, and nothing else."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from tests.made import make_hit, make_passage

_PARTIES = (
    'This Lease is made between Ostra Homes LLC ("Landlord") and Naomi Fairfield ("Tenant") for the flat at 22 Tamar '
    "Street."
)
_TEXT = f"{_PARTIES}\n\nThe term begins on 1 May 2024 and ends on 30 April 2026.\n\nNotices are sent by post."


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When does the lease of Naomi Fairfield for 22 Tamar Street end?", "The term begins on 1 May 2024"),
        ("Which flat does Naomi Fairfield lease?", "This Lease is made"),
        ("Who is the landlord of Naomi Fairfield?", "This Lease is made"),
    ],
)
def test_the_clause_on_the_parties_tells_who_they_are(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    passages = [make_passage(1, make_hit(1, _TEXT, doc="lease.pdf", headings=("Residential lease",)))]
    assert answerer.answer(question, passages).text.startswith(expected)


_WORK = (
    'zwischen der Lind GmbH, Am Kai 7, Bremen (nachfolgend "Arbeitgeberin") und Herrn Tobias Holm, geboren am 4. Mai '
    '1989, wohnhaft in Bremen (nachfolgend "Arbeitnehmer").\n\n§ 5 Urlaub\n\nDer Urlaub beträgt 30 Arbeitstage im '
    "Kalenderjahr."
)


def test_names_of_a_party_do_not_ask_for_the_parties(answerer: ExtractiveAnswerer) -> None:
    passages = [make_passage(1, make_hit(1, _WORK, doc="Vertrag.pdf", headings=("Arbeitsvertrag",)))]
    answer = answerer.answer("Wie viele Urlaubstage hat Tobias Holm?", passages)
    assert answer.text == "Der Urlaub beträgt 30 Arbeitstage im Kalenderjahr. [1](#1)"
