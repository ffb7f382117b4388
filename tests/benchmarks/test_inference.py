"""The benchmark of answering, at a size that takes seconds: it asks every way, and says what it leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.inference import measure
from bizrag.model.variants import Variant
from bizrag.settings import RerankMode, Settings

pytestmark = pytest.mark.slow


def test_every_way_of_asking_is_measured(settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(3):
        (folder / f"note_{number}.txt").write_text(f"Pumps\n\nThe pump in hall {number} was serviced in May.\n")
    figures = measure(
        settings,
        folder,
        ["Which pump was serviced?", "Which hall?"],
        size=8,
        variants=[Variant.TCTE, Variant.PCMHE, Variant.COLPALI],
        modes=list(RerankMode),
    )
    tcte = figures["tcte"]
    assert tcte["chunks"] == 8
    assert [tcte[mode]["calls_per_question"] for mode in RerankMode] == [1, 2, 9]
    assert all(tcte[mode]["n"] == 2 for mode in RerankMode)
    assert 0 < tcte["none"]["p50_ms"] <= tcte["none"]["p95_ms"]
    assert list(tcte["listwise"]["steps"]) == ["retrieve", "rerank", "assemble", "generate", "cite"]
    assert figures["pcmhe"]["none"]["n"] == 2
    # there are no weights
    assert "skipped" in figures["colpali"]
