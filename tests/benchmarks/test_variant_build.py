"""The benchmark of further variants, on a folder that takes seconds: its counts are those of the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.variant_build import measure
from bizrag.model.variants import Variant
from bizrag.settings import Settings

pytestmark = pytest.mark.slow


def test_a_further_variant_calls_its_embedder_only(settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(2):
        (folder / f"note_{number}.txt").write_text(f"Pumps\n\nThe pump in hall {number} was serviced in May.\n")
    figures = measure(settings, folder, [Variant.TCTE, Variant.PCMHE])
    calls = {run: {name: row["calls"] for name, row in rows.items()} for run, rows in figures.items()}
    assert calls["first"]["tcte"]["parse"] == 2
    assert {name: number for name, number in calls["first"]["pcmhe"].items() if number} == {"embed_texts": 2}
    assert not any(number for row in calls["again"].values() for number in row.values())
    assert figures["first"]["pcmhe"]["index"] == "inference_pcmhe"
