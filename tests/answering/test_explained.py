"""What a figure includes or means is told by the sentence or note that says so, and not by the figure."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_COSTS = """Costs
Service delivery costs(1): 2019 661,214; 2018 615,267.
Customer related costs(2): 2019 83,401; 2018 68,744.
Audit fees > Statutory audit: 2019 410; 2018 455.
Vessel calendar days: 2019 8,395; 2018 9,747."""
_NOTES = """The costs of the year are shown below.

(1) Include equipment sold, programming, franchise fees and payments to other carriers.

(2) Include advertising, selling, billing and collection expenses.

Vessel calendar days is the total number of days the vessels were in the fleet. Days in dock are included.

Audit fees consist of fees billed for the annual audit. Audit fees also include comfort letters.

Audit fees rose in 2019.

Services revenue is also comprised of licences. It fell by $4.9 million.

Services revenue consists primarily of fees for support."""


def _passage() -> Passage:
    return make_passage(1, make_hit(1, _NOTES), make_hit(2, _COSTS, kind=ChunkKind.TABLE))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # by the mark behind the name
        (
            "What is included in customer related costs?",
            "Customer related costs: Include advertising, selling, billing and collection expenses. [1](#1)",
        ),
        (
            "What does vessel calendar days refer to?",
            "Vessel calendar days is the total number of days the vessels were in the fleet. Days in dock are included."
            " [1](#1)",
        ),
        # and not what it also includes
        (
            "What does services revenue comprise of?",
            "Services revenue consists primarily of fees for support. [1](#1)",
        ),
        (
            "What are audit fees?",
            "Audit fees consist of fees billed for the annual audit. Audit fees also include comfort letters. [1](#1)",
        ),
    ],
)
def test_what_a_figure_includes_is_told_in_words(question: str, expected: str, minilm: LocalEmbedder) -> None:
    assert ExtractiveAnswerer(minilm).answer(question, [_passage()]).text == expected


def test_a_figure_that_is_asked_for_is_told(minilm: LocalEmbedder) -> None:
    answer = ExtractiveAnswerer(minilm).answer("What were customer related costs in 2019?", [_passage()])
    assert answer.text.startswith("Customer related costs(2): 2019 83,401")
