"""Runs of a real web server and daemon: launched and ended over GraphQL, as the UI does it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import dagster as dg
import psutil
import pytest
from dagster import DagsterInstance
from sqlalchemy import create_engine, text

from bizrag.settings import Settings
from tests.made import write_page
from tests.orchestration.ticks import write_notes
from tests.processes import command_of

pytestmark = pytest.mark.slow

# as a script's shell starts a command in the background: Ctrl-C ignored
BIZRAG = [
    sys.executable,
    "-c",
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); from orchestration.cli import main; main()",
]
LAUNCH = """mutation ($params: ExecutionParams!) { launchRun(executionParams: $params) {
  __typename ... on LaunchRunSuccess { run { runId } } ... on PythonError { message } } }"""
TERMINATE = "mutation ($id: String!) { terminateRun(runId: $id) { __typename } }"
# sessions of this database that hold advisory locks
LOCKS = """SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE l.locktype = 'advisory' AND a.datname = current_database() AND a.application_name = 'bizrag'"""
PARSED = "SELECT count(*) FROM stage_state WHERE stage = 'pages' AND status = 'done'"


class Dev:
    """``bizrag dev`` in processes of its own."""

    def __init__(self, settings: Settings, sources: dict[str, str]) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self.process = subprocess.Popen(
            [*BIZRAG, "dev", "--port", str(self._port)],
            env=os.environ
            | {
                "BIZRAG_HOME": str(settings.home),
                "BIZRAG_DATABASE_URL": str(settings.database_url),
                "BIZRAG_WEIGHTS_PATH": str(settings.weights),
                "BIZRAG_SOURCES": json.dumps(sources),
                "BIZRAG_WATCH__SECONDS": "5",
            },
            cwd=settings.home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def ask(self, query: str, **variables: object) -> dict[str, Any]:
        """One GraphQL request."""
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self._port}/graphql", data=body, headers={"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as reply:
            return dict(json.load(reply)["data"])

    def is_up(self) -> bool:
        """Whether the page answers and the definitions are loaded."""
        assert self.process.poll() is None, "bizrag dev ended"
        try:
            found = self.ask("{ repositoriesOrError { ... on RepositoryConnection { nodes { name } } } }")
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False
        return bool(found["repositoriesOrError"].get("nodes"))

    def launch(self, job: str, config: Mapping[str, object]) -> str:
        """Start a run from its job's page; its id."""
        selector = {"repositoryLocationName": "orchestration.definitions", "repositoryName": "__repository__"}
        params = {"selector": selector | {"jobName": job}, "runConfigData": config, "mode": "default"}
        reply = self.ask(LAUNCH, params=params)["launchRun"]
        assert reply["__typename"] == "LaunchRunSuccess", reply
        return str(reply["run"]["runId"])

    def parsers(self) -> list[psutil.Process]:
        """Parser processes of its runs."""
        found = psutil.Process(self.process.pid).children(recursive=True)
        return [process for process in found if "worker_process" in command_of(process)]

    def stop(self) -> None:
        """End it as Ctrl-C does, with everything that it started; what still runs after that is killed.

        On a machine that is short of processors Dagster's own services have taken minutes to go.
        """
        started = psutil.Process(self.process.pid).children(recursive=True)
        os.killpg(self.process.pid, signal.SIGINT)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for process in psutil.wait_procs(started, timeout=20)[1]:
            process.kill()


def wait_for(is_so: Callable[[], bool], seconds: float) -> None:
    """Until something is so."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.5)


@pytest.fixture
def start(settings: Settings, instance: DagsterInstance) -> Iterator[Callable[[dict[str, str]], Dev]]:
    """Start ``bizrag dev`` on the test's database with these sources."""
    started: list[Dev] = []

    def make(sources: dict[str, str]) -> Dev:
        started.append(Dev(settings, sources))
        wait_for(started[-1].is_up, 180)
        return started[-1]

    yield make
    for dev in started:
        dev.stop()


def test_a_run_that_is_ended_leaves_a_clean_state_and_the_next_one_completes(
    settings: Settings, instance: DagsterInstance, start: Callable[[dict[str, str]], Dev], tmp_path: Path
) -> None:
    folder = tmp_path / "docs"
    write_notes(folder, range(3))
    write_page(folder / "z_report.pdf")
    list_folder(settings, folder)
    dev = start({})
    everything = {"ops": {"ingestion": {"config": {"everything": True}}}}
    first = dev.launch("ingest_everything", everything)
    engine = create_engine(str(settings.database_url))

    def parsed() -> int:
        with engine.connect() as conn:
            return conn.execute(text(PARSED)).scalar_one()

    # the notes are through: their parser process now loads its models for the report
    wait_for(lambda: parsed() == 3, 180)
    parsers = dev.parsers()
    assert parsers
    dev.ask(TERMINATE, id=first)
    wait_for(lambda: status(instance, first) == "CANCELED", 120)
    assert psutil.wait_procs(parsers, timeout=20)[1] == []
    with engine.connect() as conn:
        wait_for(lambda: conn.execute(text(LOCKS)).scalar_one() == 0, 20)
        states = conn.execute(text("SELECT DISTINCT status FROM stage_state")).scalars().all()
        assert set(states) <= {"done"}

    second = dev.launch("ingest_everything", everything)
    wait_for(lambda: status(instance, second) in ("SUCCESS", "FAILURE"), 300)
    assert status(instance, second) == "SUCCESS"
    with engine.connect() as conn:
        assert conn.execute(text("SELECT count(*) FROM index_document")).scalar_one() == 4
        wait_for(lambda: conn.execute(text(LOCKS)).scalar_one() == 0, 20)
    engine.dispose()


def test_the_daemon_ingests_a_watched_folder_inspects_it_and_reports_what_failed(
    settings: Settings, instance: DagsterInstance, start: Callable[[dict[str, str]], Dev], tmp_path: Path
) -> None:
    folder = tmp_path / "docs"
    write_notes(folder, range(3))
    (folder / "note_001.txt").write_text("")
    start({"c": str(folder)})

    def jobs() -> list[tuple[str, str]]:
        return sorted((run.job_name, run.status.value) for run in instance.get_runs() if run.is_finished)

    expected = [("ingest_documents", "FAILURE"), ("inspect_corpus", "SUCCESS")]
    wait_for(lambda: jobs() == expected, 300)
    published = dg.AssetKey(["default", "search_index"])
    assert instance.get_materialized_partitions(published) == {"c/note_000.txt", "c/note_002.txt"}
    corpus = instance.get_latest_materialization_event(dg.AssetKey(["default", "corpus"]))
    assert corpus is not None


def status(instance: DagsterInstance, run_id: str) -> str:
    run = instance.get_run_by_id(run_id)
    return run.status.value if run else "none"


def list_folder(settings: Settings, folder: Path) -> None:
    """Put a folder into the catalog; nothing is read yet."""
    from bizrag.pipeline.scan import scan
    from bizrag.sources.listing import list_source
    from bizrag.store.engine import open_engine

    engine = open_engine(settings)
    with engine.begin() as conn:
        scan(conn, list_source(str(folder), collection="c"), collection="c")
    engine.dispose()
