"""Rows whose table has no names of rows, and words that ask for something else than they name."""

from __future__ import annotations

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage


def test_the_first_row_of_a_table_without_names_is_a_row(answerer: ExtractiveAnswerer) -> None:
    text = "R (ohm) 560; V (volts) .558.\nR (ohm) 1000; V (volts) 0.998.\nR (ohm) 1000+560; V (volts) 1.556."
    passages = [make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE, doc="lab.pdf"))]
    assert answerer.answer("What voltage was measured for 560 ohm?", passages).text.startswith("R (ohm) 560; V")


def test_what_happens_is_not_told_by_the_word(answerer: ExtractiveAnswerer) -> None:
    loops = "A motor without an encoder is said to run in open loop, where no position is returned."
    noise = "If the changing field of a motor happens to cross a cable, it can induce a voltage into it."
    passages = [make_passage(1, make_hit(1, noise, doc="cnc.pdf")), make_passage(2, make_hit(2, loops, doc="cnc.pdf"))]
    assert answerer.answer("What happens with a motor in open loop?", passages).text.startswith("A motor without")


def test_a_revision_is_when_something_was_revised(answerer: ExtractiveAnswerer) -> None:
    passages = [
        make_passage(
            1, make_hit(1, "SAFETY SHEET\n\nIn line with Annex II Version 4.2 Revision date: 06.11.2024", doc="s.pdf")
        )
    ]
    assert "06.11.2024" in answerer.answer("When was the sheet revised?", passages).text
