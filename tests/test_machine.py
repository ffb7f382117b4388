"""How many parser processes there are unless a setting says so."""

from pathlib import Path

import pytest

from bizrag import machine
from bizrag.settings import ParsingSettings


def test_a_container_has_the_processors_of_its_quota(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = tmp_path / "cpu.max"
    monkeypatch.setattr(machine, "_PROCESSOR_LIMIT", limit)
    whole = machine.num_processors()
    assert whole >= 1

    limit.write_text("max 100000\n")
    assert machine.num_processors() == whole
    limit.write_text("50000 100000\n")
    assert machine.num_processors() == 1
    limit.write_text(f"{100_000 * (whole + 3)} 100000\n")
    assert machine.num_processors() == whole


def test_a_container_has_the_memory_of_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(machine, "_MEMORY_LIMITS", (tmp_path / "absent", limit))
    whole = machine.memory_mb()

    limit.write_text("max\n")
    assert machine.memory_mb() == whole
    limit.write_text(str(256 * 1024 * 1024))
    assert machine.memory_mb() == 256


@pytest.mark.parametrize(
    ("processors", "memory", "workers", "threads"), [(8, 32_000, 4, 1), (2, 24_000, 2, 1), (8, 6_500, 1, 2)]
)
def test_unset_the_machine_says_how_many(
    monkeypatch: pytest.MonkeyPatch, processors: int, memory: int, workers: int, threads: int
) -> None:
    monkeypatch.setattr(machine, "num_processors", lambda: processors)
    monkeypatch.setattr(machine, "memory_mb", lambda: memory)

    assert ParsingSettings().num_workers == workers
    assert ParsingSettings().num_threads == threads


def test_what_is_set_counts() -> None:
    both = ParsingSettings(workers=3, threads=2)

    assert (both.num_workers, both.num_threads) == (3, 2)
    assert ParsingSettings(workers=1).num_threads == 2
    assert ParsingSettings(workers=2).num_threads == 1
