"""``bizrag serve`` as people start it, and the benchmark against it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from bizrag.settings import Settings
from bizrag.store.keys import revoke_key
from query.service import QueryService

pytestmark = pytest.mark.slow

BIZRAG = [sys.executable, "-c", "from orchestration.cli import main; main()"]


@pytest.fixture
def environment(served_engine: object, served_settings: Settings) -> dict[str, str]:
    assert served_settings.database_url is not None
    return {
        **os.environ,
        "BIZRAG_DATABASE_URL": served_settings.database_url,
        "BIZRAG_HOME": str(served_settings.home),
        "BIZRAG_WEIGHTS_PATH": str(served_settings.weights),
    }


@dataclass(frozen=True)
class Serving:
    """A running ``bizrag serve``: its process, where it says that it listens, and what it logs.

    Its log is a file: a pipe that nobody empties is full after some hundred questions, and stops the service.
    """

    process: subprocess.Popen[bytes]
    address: str
    log: Path


@pytest.fixture
def serving(environment: dict[str, str], tmp_path: Path) -> Iterator[Serving]:
    with started(environment, tmp_path / "serve.log") as serving:
        yield serving


@contextmanager
def started(environment: dict[str, str], log: Path) -> Generator[Serving]:
    """A service that listens, until the end of the block."""
    with (
        log.open("wb") as errors,
        subprocess.Popen([*BIZRAG, "serve", "--port", "0"], env=environment, stderr=errors) as process,
    ):
        give_up = time.monotonic() + 60
        while (found := re.search(r"http://127\.0\.0\.1:\d+(?=\s)", log.read_text(encoding="utf-8"))) is None:
            assert process.poll() is None, log.read_text(encoding="utf-8")
            assert time.monotonic() < give_up, log.read_text(encoding="utf-8")
            time.sleep(0.05)
        yield Serving(process, found[0], log)
        process.kill()


def test_it_says_where_it_listens_answers_and_ends(serving: Serving, tmp_path: Path) -> None:
    give_up = time.monotonic() + 60
    while (
        ready := httpx.get(f"{serving.address}/ready", timeout=30)
    ).status_code == 503 and time.monotonic() < give_up:
        assert ready.json()["detail"] == "models are being loaded"
        time.sleep(0.1)
    assert ready.json() == {"status": "ready", "indexes": 1, "models": "loaded"}
    questions = tmp_path / "questions.jsonl"
    questions.write_text('{"question": "net sales"}\n{"question": "hotels"}\n', encoding="utf-8")
    arguments = ["--url", serving.address, "--clients", "3", "--minutes", "0.04", "--json"]
    measured = subprocess.run(
        [sys.executable, "-m", "benchmarks.serve", str(questions), *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    figures = json.loads(measured.stdout)["figures"]
    assert figures["errors"] == 0
    assert figures["requests"] > 0
    assert 0 < figures["p50_ms"] <= figures["p95_ms"]
    serving.process.send_signal(signal.SIGINT)
    # to end a server is no error
    assert serving.process.wait(30) == 0
    logged = serving.log.read_text(encoding="utf-8").splitlines()
    assert logged[-1] == "stopped"
    records = [json.loads(line) for line in logged if line.startswith("{")]
    probes = [(record["event"], record["level"]) for record in records if "ready" in record["event"]]
    # probes that came too early are one line, and no error
    assert probes in ([], [("not ready", "info"), ("ready", "info")])
    assert {record["event"] for record in records} - {"not ready", "ready"} == {"question", "models loaded"}


@pytest.mark.parametrize("is_revoked", [True, False])
def test_a_service_that_no_key_opens_says_so(
    environment: dict[str, str], service: QueryService, key: str, tmp_path: Path, is_revoked: bool
) -> None:
    if is_revoked:
        revoke_key(service.engine, "test")
    with started(environment, tmp_path / "serve.log") as serving:
        answer = httpx.get(f"{serving.address}/documents", headers={"Authorization": f"Bearer {key}"}, timeout=30)
    assert answer.status_code == (401 if is_revoked else 200)
    warned = "every key has ended, so nobody is answered: make one with 'bizrag keys add NAME'"
    assert (warned in serving.log.read_text(encoding="utf-8")) == is_revoked


def test_a_taken_port_is_one_line(environment: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = subprocess.run(
            [*BIZRAG, "serve", "--port", port], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
    assert ended.returncode == 1
    assert f"cannot listen on 127.0.0.1 port {port}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_searching_on_the_command_line_imports_no_server(environment: dict[str, str]) -> None:
    script = (
        "import sys; sys.argv = ['bizrag', 'search', 'hotels', '--json']\n"
        "from orchestration.cli import main\n"
        "try:\n    main()\nexcept SystemExit: pass\n"
        "print([name for name in ('fastapi', 'uvicorn', 'mcp', 'prometheus_client') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
    assert "travel policy" in done.stdout
