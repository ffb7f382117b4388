"""What the failure sensor says of a failed run, and to whom: a real run, a real web hook on loopback."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import dagster as dg
import pytest
from dagster import DagsterInstance
from pydantic import SecretStr

from bizrag.configuration.watch import WatchSettings
from bizrag.pipeline.services import Services
from bizrag.settings import Settings
from orchestration.alerts import build_failure_sensor, failure_lines, send
from tests.orchestration.ticks import Ticks, write_notes


@pytest.fixture
def hook() -> Iterator[tuple[str, list[str]]]:
    """The address of a web hook, and the texts that it was sent."""
    texts: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            texts.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["text"])
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
            return

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/", texts
    server.shutdown()
    server.server_close()
    thread.join()


def failure_context(result: dg.ExecuteInProcessResult, instance: DagsterInstance) -> dg.RunFailureSensorContext:
    failed = next(event for event in result.all_events if event.is_failure and event.is_job_event)
    return dg.build_run_status_sensor_context(
        sensor_name="report_failed_runs",
        dagster_instance=instance,
        dagster_run=result.dagster_run,
        dagster_event=failed,
    ).for_run_failure()


@pytest.mark.slow
def test_failed_documents_are_told_in_one_line_each(
    services: Services, tmp_path: Path, hook: tuple[str, list[str]]
) -> None:
    write_notes(tmp_path / "docs", range(4))
    for name in ("note_001.txt", "note_003.txt"):
        (tmp_path / "docs" / name).write_text("")
    services.settings = services.settings.model_copy(update={"sources": {"c": str(tmp_path / "docs")}})
    url, texts = hook
    with DagsterInstance.ephemeral() as instance:
        ticks = Ticks(services, instance)
        (result,) = ticks.execute(ticks.watch()[0])
        context = failure_context(result, instance)
        settings = Settings.model_construct(watch=WatchSettings(failure_webhook=SecretStr(url)))
        build_failure_sensor(settings)(context)
        lines = failure_lines(context)
    assert lines[0] == f"run {result.run_id[:8]} of ingest_documents failed"
    assert [line.split(":")[0] for line in lines[1:]] == ["note_001.txt (documents)", "note_003.txt (documents)"]
    assert texts == ["\n".join(lines)]


def test_a_run_that_broke_says_why_in_one_line() -> None:
    @dg.op
    def breaks() -> None:
        raise ValueError("no database\nat this address")

    @dg.job
    def broken() -> None:
        breaks()

    with DagsterInstance.ephemeral() as instance:
        result = broken.execute_in_process(instance=instance, raise_on_error=False)
        lines = failure_lines(failure_context(result, instance))
    assert lines[1:] == ["breaks: ValueError: no database at this address"]


def test_long_lists_are_cut_with_a_count(hook: tuple[str, list[str]]) -> None:
    url, texts = hook
    send(url, [f"line {number}" for number in range(50)])
    assert texts[0].splitlines()[-2:] == ["line 39", "and 10 more"]


def test_the_address_of_the_hook_is_not_shown() -> None:
    assert "hooks.example" not in repr(WatchSettings(failure_webhook=SecretStr("https://hooks.example/secret")))
