"""Why something is late: what is told beside its dates."""

from __future__ import annotations

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.model.chunks import ChunkKind
from bizrag.providers.local_embedding import LocalEmbedder
from tests.made import make_hit, make_passage

_SLIDE = """# Driverless tractors: project timeline
Mar 2025 – Site survey
Dec 2025 – Delivery of 3 driverless tractors
Status: three months late – maker waits for radar sensors."""


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("Why is the delivery of the driverless tractors late?", True),
        ("Why are the driverless tractors delayed?", True),
        ("When are the driverless tractors delivered?", False),
    ],
)
def test_what_speaks_of_the_delay_is_told_for_the_dates(minilm: LocalEmbedder, question: str, is_told: bool) -> None:
    answer = ExtractiveAnswerer(minilm).answer(
        question, [make_passage(1, make_hit(1, _SLIDE, kind=ChunkKind.SLIDE, headings=("Driverless tractors",)))]
    )
    assert ("waits for radar sensors" in answer.text) is is_told
    assert ("Dec 2025" in answer.text) is not is_told
