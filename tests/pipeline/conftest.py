"""A folder of small documents."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Four small documents of three formats."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "apples.txt").write_text("Apples\n\nThe orchard at Linden Hill grew 412 tons of apples in 2024.\n")
    (folder / "pears.txt").write_text("Pears\n\nPears were sold for 3.88 euros a kilo at the Marden market.\n")
    (folder / "plums.md").write_text("# Plums\n\n| year | tons |\n|---|---|\n| 2023 | 51 |\n| 2024 | 64 |\n")
    (folder / "roads.html").write_text("<h1>Roads</h1><p>The road to Esk Bridge is closed until May 2026.</p>")
    return folder
