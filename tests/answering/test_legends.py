"""Short names in tables that a legend explains, and rows whose table has no names of rows."""

from __future__ import annotations

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_ROWS = "Headers: Parameter.\nVoc (V): Reference 0.50; New cell 1.38.\nIsc (mA): Reference 2.07; New cell 13.43."
_LEGEND = "Voc-open-circuit voltage. Isc-short-circuit current. FF-fill factor.\n\nBoth were measured at noon."


def test_a_row_is_found_by_what_the_legend_says_of_its_name(answerer: ExtractiveAnswerer) -> None:
    passages = [
        make_passage(
            1, make_hit(1, _ROWS, kind=ChunkKind.TABLE, doc="cells.pdf"), make_hit(2, _LEGEND, doc="cells.pdf")
        )
    ]
    answer = answerer.answer("What is the short-circuit current of the new cell?", passages)
    assert answer.text.startswith("Isc (mA): New cell 13.43.")
    meaning = answerer.answer("What does Isc stand for?", passages)
    assert meaning.text.startswith("Isc-short-circuit current.")


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
