"""Dagster's tables in Postgres."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait

from sqlalchemy import create_engine, inspect, text

from bizrag.store.engine import dagster_url
from orchestration.dagster_storage import LOCK_TABLES, KeptConnectionsStorage


def test_processes_that_start_together_in_an_empty_database_make_the_tables_one_by_one(empty_database_url: str) -> None:
    url = dagster_url(empty_database_url)
    engine = create_engine(url)

    def make() -> int:
        storage = KeptConnectionsStorage(url)
        try:
            return len(storage.run_storage.get_runs())
        finally:
            for part in (storage.run_storage, storage.event_log_storage):
                part.dispose()

    with ThreadPoolExecutor(4) as pool:
        with engine.begin() as first:
            first.execute(text(LOCK_TABLES))
            others = [pool.submit(make) for _ in range(4)]
            # one that is at it keeps the others waiting before they look for tables
            assert not wait(others, timeout=2).done
            assert inspect(engine).get_table_names() == []
        assert [other.result(120) for other in others] == [0, 0, 0, 0]
    assert "run_tags" in inspect(engine).get_table_names()
    engine.dispose()
