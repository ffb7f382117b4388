"""Of rows that hold over a part of each year the one with the month or day that is asked for answers."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.tables.named.seasons import find_in_season
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_BOATS = (
    "Headers: Season.\n1 Nov-31 Mar: Leaves Tolm 10:30; Days Mon, Fri.\n1 Apr-14 Jun: Leaves Tolm 09:00; Days daily.\n"
    "15 Jun-31 Oct: Leaves Tolm 08:00, 14:20; Days daily."
)
_BATHS = "April to September: Baths open 8 to 20.\nOctober to March: Baths open 10 to 17."
_PROSE = "The boat leaves from the old quay at Tolm all year and takes an hour."


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When does the boat leave Tolm in August?", "15 Jun-31 Oct: Leaves Tolm 08:00, 14:20"),
        # over the end of the year, and a day where a season begins
        ("When does the boat leave Tolm in January?", "1 Nov-31 Mar: Leaves Tolm 10:30"),
        ("When does the boat leave Tolm on June 20?", "15 Jun-31 Oct: Leaves Tolm 08:00, 14:20"),
        ("When are the baths open in May?", "April to September: Baths open 8 to 20"),
    ],
)
def test_the_row_of_the_season_answers(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    hits = [
        make_hit(1, _PROSE, headings=("Guide", "By boat")),
        make_hit(2, _BOATS, kind=ChunkKind.TABLE, headings=("Guide", "By boat")),
        make_hit(3, _BATHS, kind=ChunkKind.TABLE, headings=("Guide", "Baths")),
    ]
    assert answerer.answer(question, [make_passage(1, *hits)]).text.startswith(expected)


@pytest.mark.parametrize(
    ("question", "prose"),
    [
        # both seasons have days of June, and a sentence may name the month itself
        ("When does the boat leave Tolm in June?", _PROSE),
        ("When does the boat leave Tolm in August?", "In August the boat leaves Tolm from the new quay."),
        # a verb and no month
        ("When may the boat leave Tolm?", _PROSE),
    ],
)
def test_other_questions_have_no_season(answerer: ExtractiveAnswerer, question: str, prose: str) -> None:
    passages = [make_passage(1, make_hit(1, prose), make_hit(2, _BOATS, kind=ChunkKind.TABLE))]
    scored = [one for one in answerer.score(question, passages) if not one.statement.is_row]
    assert find_in_season(question, scored, read_statements(passages)) is None
