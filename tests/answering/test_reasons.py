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
