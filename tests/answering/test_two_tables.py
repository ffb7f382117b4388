"""How far two things are apart that have a table each."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_ELM = (
    "Headers: Indicator.\nLife expectancy (years): Elm 81.6; Region 79.8.\nAdults who smoke (%): Elm 11.3; Region 17.2."
)
_OAK = (
    "Headers: Indicator.\nLife expectancy (years): Oak 77.4; Region 79.8.\nAdults who smoke (%): Oak 15.5; Region 17.2."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "What is the difference in life expectancy between Elm and Oak?",
            "Life expectancy (years): Elm 81.6; Oak 77.4; difference 4.2.",
        ),
        (
            "How much lower is the share of adults who smoke in Elm than in Oak?",
            "Adults who smoke (%): Elm 11.3; Oak 15.5; difference 4.2.",
        ),
    ],
)
def test_the_same_row_of_both_is_compared(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    passages = [
        make_passage(number, make_hit(number, text, kind=ChunkKind.TABLE, headings=("Profiles", name)))
        for number, (name, text) in enumerate((("Elm", _ELM), ("Oak", _OAK)), start=1)
    ]
    assert answerer.answer(question, passages).text.startswith(expected)
    # of one alone nothing is reckoned
    assert "difference" not in answerer.answer(question, passages[:1]).text


def test_charts_of_one_slide_are_compared(answerer: ExtractiveAnswerer) -> None:
    panels = "\n".join(
        f"[PICTURE START]\nValues:\nMon: {city} {one}.\nWed: {city} {other}.\nFri: {city} {last}.\n[PICTURE END]"
        for city, one, other, last in (("Tallinn", 31, 36, 28), ("Riga", 27, 29, 35), ("Vilnius", 22, 24, 25))
    )
    hit = make_hit(1, f"# Deliveries by weekday\n{panels}", kind=ChunkKind.SLIDE)
    question = "What is the difference between Tallinn and Vilnius in deliveries on Wednesday?"
    assert answerer.answer(question, [make_passage(1, hit)]).text.startswith(
        "Wed: Tallinn 36; Vilnius 24; difference 12."
    )
