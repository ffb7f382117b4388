"""Dagster's tables in Postgres."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from bizrag.store.engine import dagster_url
from orchestration.dagster_storage import KeptConnectionsStorage


def test_processes_that_start_together_in_an_empty_database_make_the_tables_once(empty_database_url: str) -> None:
    url = dagster_url(empty_database_url)
    together = Barrier(4)

    def make() -> int:
        together.wait(60)
        storage = KeptConnectionsStorage(url)
        try:
            return len(storage.run_storage.get_runs())
        finally:
            for part in (storage.run_storage, storage.event_log_storage):
                part.dispose()

    with ThreadPoolExecutor(4) as pool:
        assert [made.result(120) for made in [pool.submit(make) for _ in range(4)]] == [0, 0, 0, 0]
