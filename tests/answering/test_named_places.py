"""What a question asks of one table, section or page is told by that place alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.sections.named_places import find_place
from bizrag.answering.statements.reading import read_statements
from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit
from tests.made import make_hit, make_passage

_LIST = "List of Tables\n7.1 Fares of lines: 12.\n7.2 Speed of lines and depots: 18.\n7.3 Staff of lines: 21."
_SPEED = (
    "Table 7.2: Speed of lines and depots\n"
    "Harbour: Speed (km/h) 31; Depots 4.\nAirport: Speed (km/h) 64; Depots 2.\nForest: Speed (km/h) 22; Depots 7."
)
_MODES = (
    "Table 9.2: Quality versus bit-rate\n"
    "Mode 4; Quality 5-6; Bit-rate (bps) 11,000; Quality/description Artifacts with headphones.\n"
    "Mode 5; Quality 7-8; Bit-rate (bps) 15,000; Quality/description Need good headphones.\n"
    "Mode 6; Quality 9; Bit-rate (bps) 18,200; Quality/description Hard to tell the difference."
)
_LISTED = "5.1; In-band signalling codes; 18.\n7.1; Header of the packet; 25.\n9.2; Quality versus bit-rate; 33."
_STAFF = "Table 7.3: Staff of lines\nHarbour: Speed trials 9; Drivers 44.\nAirport: Speed trials 3; Drivers 61."
_RULES = (
    "4 Rules\n\n4.1 Fares\n\nA child pays half the fare of an adult on all lines.\n\n"
    "4.2 Dogs\n\nA dog pays the fare of a child, and rides in the last car."
)
_OTHER = "6 History\n\n6.1 Fares\n\nIn 1911 a child paid a fare of two pence, and an adult paid four."


def _hits() -> list[Hit]:
    return [
        make_hit(1, _LIST, kind=ChunkKind.TABLE),
        make_hit(2, _OTHER, headings=("Report", "6 History")),
        make_hit(3, _RULES, headings=("Report", "4 Rules")),
        make_hit(4, _STAFF, kind=ChunkKind.TABLE),
        make_hit(5, _SPEED, kind=ChunkKind.TABLE),
    ]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("According to Table 7.2, what is the speed of the Airport line?", "Airport: Speed (km/h) 64"),
        ("In Table 7.2, which line has the highest speed?", "Airport: Speed (km/h) 64"),
        ("How many depots does the Forest line have as shown in Table 7.2?", "Forest: Depots 7"),
        (
            "What fare does a child pay according to section 4.1?",
            "A child pays half the fare of an adult on all lines.",
        ),
        ("What does a child pay in section 6.1?", "In 1911 a child paid a fare of two pence"),
        ("On page 2, what did a child pay as a fare?", "In 1911 a child paid a fare of two pence"),
    ],
)
def test_the_place_that_is_named_answers(answerer: ExtractiveAnswerer, question: str, expected: str) -> None:
    assert answerer.answer(question, [make_passage(1, *_hits())]).text.startswith(expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("According to Table 9.2, what is the bit-rate of mode 5?", "Mode 5; Quality 7-8; Bit-rate (bps) 15,000"),
        ("In Table 9.2, which quality has a bit-rate of 18,200 bps?", "Mode 6; Quality 9; Bit-rate (bps) 18,200"),
    ],
)
def test_what_speaks_of_a_table_has_its_words_and_no_values(
    answerer: ExtractiveAnswerer, question: str, expected: str
) -> None:
    around = "Table 9.2 presents my own opinion on the quality of each mode. The bit-rate of a mode is in table 9.2."
    hits = [
        make_hit(1, _LISTED, kind=ChunkKind.TABLE),
        make_hit(2, f"{around}\n\nTable 9.2: Quality versus bit-rate\n\n<<table_4>>"),
        make_hit(3, _MODES, kind=ChunkKind.TABLE),
    ]
    assert answerer.answer(question, [make_passage(1, *hits)]).text.startswith(expected)


def test_the_rest_of_the_question_is_asked_of_it() -> None:
    statements = read_statements([make_passage(1, *_hits())])
    place = find_place("Which line, as shown in the Table 7.2, has 7 depots?", statements)
    assert place is not None
    assert place.asked == "Which line has 7 depots?"
    assert {one.hit.chunk_no for one in place.statements} == {5}


@pytest.mark.parametrize(
    "question",
    [
        # nothing is asked of it but what it is
        "What does Table 7.2 show?",
        "On which page is Table 7.2?",
        # and none of it was read
        "How many drivers are there in Table 7.9?",
        "What does section 9.4 say about dogs?",
    ],
)
def test_no_place_is_asked_of(question: str) -> None:
    assert find_place(question, read_statements([make_passage(1, *_hits())])) is None


def test_each_document_has_a_table_of_that_number_and_the_best_ones_is_meant() -> None:
    other = replace(make_hit(9, _STAFF.replace("7.3", "7.2"), kind=ChunkKind.TABLE), document_id="other")
    statements = read_statements([make_passage(1, *_hits()), make_passage(2, other)])
    place = find_place("How many depots has Harbour in Table 7.2?", statements)
    assert place is not None
    assert {one.hit.chunk_no for one in place.statements} == {5}
