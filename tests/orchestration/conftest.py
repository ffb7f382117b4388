"""What Dagster tests share: an instance that lives as long as a test, and a folder with two bad files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from dagster import DagsterInstance

    from bizrag.settings import Settings


@pytest.fixture
def instance(settings: Settings) -> Iterator[DagsterInstance]:
    """The Dagster instance of the test's database: Postgres storage, as users have it."""
    from bizrag.store.engine import open_engine
    from orchestration.instance import open_instance

    open_engine(settings).dispose()
    with open_instance(settings) as instance:
        yield instance


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Six text files, two of them empty."""
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(6):
        text = "" if number in (1, 4) else f"Note {number}\n\nThe pump in hall {number} was serviced in May.\n"
        (folder / f"note_{number}.txt").write_text(text)
    return folder
