"""Of statements that are nearly as near to a question for a reason, the one that gives a reason is told first."""

from __future__ import annotations

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

_MARKET = (
    "For the sixth year we asked the makers in the European cargo bike market in 2023 what they sold.\n\nCargo bike "
    "sales fell by 7% because a subsidy for private buyers ended. Bikes of more than 300 kg are not included."
)
_ROW = "Consumer bikes: 2023 41; 2022 52; change -21%"


def test_a_sentence_with_a_reason_is_told_before_one_with_more_of_the_words(answerer: ExtractiveAnswerer) -> None:
    question = "Why did the European cargo bike market shrink in 2023?"
    passages = [make_passage(1, make_hit(1, _MARKET)), make_passage(2, make_hit(2, _ROW, kind=ChunkKind.TABLE))]
    answer = answerer.answer(question, passages)
    assert answer.text.startswith("Cargo bike sales fell by 7% because a subsidy for private buyers ended. [1]")
    assert "Consumer bikes" not in answer.text


def test_who_asks_for_no_reason_gets_the_best_statement(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer(
        "Who was asked about the European cargo bike market in 2023?", [make_passage(1, make_hit(1, _MARKET))]
    )
    assert answer.text.startswith("For the sixth year we asked the makers")


def test_a_reason_in_another_document_is_none(answerer: ExtractiveAnswerer) -> None:
    passages = [
        make_passage(1, make_hit(1, "The margin of Lumetra improved to 39.1% in the third quarter of 2024.")),
        make_passage(2, make_hit(2, "Our margin improved because rents were lower in the quarter.", doc="other.pdf")),
    ]
    answer = answerer.answer("Why did the margin of Lumetra improve in the third quarter of 2024?", passages)
    assert answer.text.startswith("The margin of Lumetra improved to 39.1%")


def test_the_reason_for_any_increase_is_none(answerer: ExtractiveAnswerer) -> None:
    text = "Net debt: 2023 6,275; 2022 4,930"
    passages = [
        make_passage(1, make_hit(1, text, kind=ChunkKind.TABLE)),
        make_passage(2, make_hit(2, "The increase was primarily due to the timing of payments.")),
    ]
    answer = answerer.answer("What was the reason for the increase in net debt in 2023?", passages)
    assert answer.text.startswith("Net debt: 2023 6,275")


_BATCHES = """Results
[TABLE START]
Batch | Product | Adhesion (Gt)
FX25-387 | Floor coat | 2
FX25-388 | Floor coat | 1
[TABLE END]"""
_DEVIATIONS = """Deviations
[TABLE START]
Number | Batch | Description | Root cause | Owner
DV-45 | FX25-387 | Adhesion failed | Hardener past its expiry date | P. Vance
DV-46 | FX25-388 | Label missing | Printer out of ribbon | A. Lund
[TABLE END]"""


def test_the_row_that_tells_the_cause_of_what_has_a_code_goes_before_its_result(answerer: ExtractiveAnswerer) -> None:
    passages = [
        make_passage(1, make_hit(1, _BATCHES, kind=ChunkKind.TABLE)),
        make_passage(2, make_hit(2, _DEVIATIONS, kind=ChunkKind.TABLE)),
    ]
    answer = answerer.answer("Why did the adhesion test of FX25-387 fail?", passages)
    assert "Hardener past its expiry date" in answer.text
    assert "Hardener" not in answerer.answer("What was the adhesion of FX25-387?", passages).text


def test_a_sentence_that_calls_a_row_by_its_code_tells_why(answerer: ExtractiveAnswerer) -> None:
    table = (
        "Measures\nE-05: Measure Wind farm Galgenberg; Lead Stadtwerke; Due 2027; Status red.\n"
        "E-06: Measure Solar roofs of schools; Lead Buildings; Due 2026; Status green."
    )
    text = "E-05 is delayed by a lawsuit of a neighbouring municipality. E-06 runs as planned, since funds are there."
    passages = [
        make_passage(1, make_hit(1, table, kind=ChunkKind.TABLE)),
        make_passage(2, make_hit(2, text)),
    ]
    answer = answerer.answer("Why is the Galgenberg wind farm running late?", passages)
    assert answer.text.startswith("E-05 is delayed by a lawsuit of a neighbouring municipality.")
    assert answerer.answer("When is the Galgenberg wind farm due?", passages).text.startswith("E-05: ")


def test_a_sentence_that_begins_with_its_reason_gives_one(answerer: ExtractiveAnswerer) -> None:
    text = (
        "We considered and rejected an online comparison tool. As customers are tied to their network, comparison does "
        "not lead to switching. Suppliers were asked in May."
    )
    told = answerer.answer(
        "Why did the regulator reject an online comparison tool?", [make_passage(1, make_hit(1, text))]
    )
    assert "As customers are tied to their network" in told.text
    assert "in May" not in told.text
