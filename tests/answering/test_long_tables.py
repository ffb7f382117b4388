"""Tables too long to be read whole are cut to the rows that a question is about, and never compared as if whole."""

from __future__ import annotations

import pytest

from bizrag.answering.assembly.long_tables import OMITTED, is_whole, shorten_tables
from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_ROWS = [
    f"QX-{number:04d}: Opened 2025-05-{number % 28 + 1:02d}; Room Hall {number % 9}; Minutes {number}."
    for number in range(2000)
]
_LOG = "\n".join(["Incidents of the year", *_ROWS])


def test_the_rows_of_the_question_stay_with_the_head_in_their_order() -> None:
    [cut] = shorten_tables([make_hit(1, _LOG, kind=ChunkKind.TABLE)], "How long did QX-1234 take?", max_chars=2000)

    lines = cut.text.split("\n")
    assert lines[:3] == ["Incidents of the year", *_ROWS[:2]]
    assert _ROWS[1234] in lines
    assert len(cut.text) < 2500
    known = [line for line in lines if line != OMITTED]
    assert known == sorted(known, key=["Incidents of the year", *_ROWS].index)
    # nothing is left out without a sign
    assert lines[lines.index(_ROWS[1234]) - 1] == OMITTED
    assert not is_whole(cut)


def test_tables_that_fit_and_other_text_stay_as_they_are() -> None:
    hits = [make_hit(1, "Rates\nA: 5.", kind=ChunkKind.TABLE), make_hit(2, "word " * 900, kind=ChunkKind.TEXT)]
    assert shorten_tables(hits, "What is A?", max_chars=100) == hits
    assert all(map(is_whole, hits))


@pytest.mark.slow
def test_the_largest_value_of_a_cut_table_is_not_told(minilm: LocalEmbedder) -> None:
    question = "Which pump station has the most running hours?"
    rows = [
        f"Pump station {number}: Running hours {number * 7}; Pressure {number % 5} bar." for number in range(1, 900)
    ]
    whole = make_hit(1, "\n".join(["Running hours of pump stations", *rows[:12]]), kind=ChunkKind.TABLE)
    long = make_hit(1, "\n".join(["Running hours of pump stations", *rows]), kind=ChunkKind.TABLE)
    [cut] = shorten_tables([long], question, max_chars=900)
    answerer = ExtractiveAnswerer(embedder=minilm)

    assert answerer.answer(question, [make_passage(1, whole)]).text == "Pump station 12: Running hours 84. [1](#1)"
    said = answerer.answer(question, [make_passage(1, cut)])
    assert said.text.count("Pump station") > 1
