"""How many figures, tables, sections and references a document has is told by their numbers."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.sections.counted_parts import find_counted_parts
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit
from tests.made import make_hit, make_passage


def _hits() -> list[Hit]:
    return [
        make_hit(1, "1 Aims\n\nFigure 2 is explained below. We ask for fares.", headings=("Fares", "1 Aims")),
        make_hit(2, "Figure 1: The lines\nText in the chart: Harbour; Airport", kind=ChunkKind.PICTURE),
        make_hit(3, "Figure 3. The depots\nText in the chart: North; South", kind=ChunkKind.PICTURE),
        make_hit(4, "Figure 4 Fares by year\nValues:\n2019: 3.\n2020: 4.", kind=ChunkKind.PICTURE),
        make_hit(5, "Table 2.1: Fares\nHarbour: Fare 3.", kind=ChunkKind.TABLE),
        make_hit(6, "Table 2.2: Staff\nHarbour: Staff 3.", kind=ChunkKind.TABLE),
        make_hit(7, "Table 3.1: Dogs\nHarbour: Dogs 3.", kind=ChunkKind.TABLE),
        make_hit(8, "2 Method\n\nWe asked by letter.", headings=("Fares", "2 Method")),
        make_hit(9, "3 Results\n\nFares rise.", headings=("Fares", "3 Results")),
        make_hit(10, "[1] A. Byron, Fares.\n\n[2] C. Dale, Dogs.", headings=("Fares", "References")),
    ]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # the caption of the second is lost, and the text speaks of it
        ("How many figures does the report have?", "4 figures; the last: Figure 4 Fares by year. ["),
        ("How many tables are there in this document?", "3 tables; the last: Table 3.1: Dogs. ["),
        ("How many chapters does the manual contain?", "3 sections; the last: 3 Results. ["),
        ("How many references are listed on the last page?", "2 references; the last: [2] C. Dale, Dogs. ["),
    ],
)
def test_numbers_tell_how_many_there_are(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    assert answerer.answer(question, [make_passage(1, *_hits())]).text.startswith(expected)


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        # one that nothing has was not read
        ("How many figures does the report have?", (2, 3, 4)),
        ("How many tables does the report have?", (6,)),
        ("How many figures of speech does the poem have?", (1, 2, 3, 4)),
        ("How many tables does the restaurant have?", (5, 6, 7)),
    ],
)
def test_numbers_with_gaps_and_other_things_are_not_counted(question: str, numbers: tuple[int, ...]) -> None:
    hits = [hit for hit in _hits() if hit.chunk_no in numbers]
    assert find_counted_parts(question, read_statements([make_passage(1, *hits)])) is None
