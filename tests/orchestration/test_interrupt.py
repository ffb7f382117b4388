"""Ctrl-C during an ingestion in a terminal: a real pseudo-terminal, real processes, a real database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING

import psutil
import pytest

from bizrag.settings import Settings
from tests.made import write_page
from tests.processes import command_of

if TYPE_CHECKING:
    from dagster import DagsterInstance

pytestmark = pytest.mark.slow

_CTRL_C = b"\x03"
# Gives the command a terminal of its own, whose keyboard is this program's standard input.
_TERMINAL = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
_BIZRAG = [sys.executable, "-c", "from orchestration.cli import main; main()"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three notes that are through in a moment, and behind them pages that a parser is at for some seconds."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(3):
        (folder / f"note_{number}.txt").write_text(f"Note {number}\n\nThe pump in hall {number} was serviced in May.\n")
    write_page(folder / "z_report.pdf", num_pages=12)
    return folder


def _environment(settings: Settings) -> dict[str, str]:
    return os.environ | {
        "BIZRAG_HOME": str(settings.home),
        "BIZRAG_DATABASE_URL": str(settings.database_url),
        "BIZRAG_WEIGHTS_PATH": str(settings.weights),
        "TERM": "xterm",
        "COLUMNS": "160",
    }


def _in_terminal(settings: Settings, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", _TERMINAL, *_BIZRAG, *arguments]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=_environment(settings)
    )


def _read_until(stream: IO[bytes], is_enough: Callable[[str], bool], *, seconds: float) -> str:
    """What the terminal showed until that was enough, or until it closed."""
    shown = ""
    deadline = time.monotonic() + seconds
    while not is_enough(shown):
        assert time.monotonic() < deadline, shown[-2000:]
        piece = os.read(stream.fileno(), 65536)
        if not piece:
            break
        shown += piece.decode(errors="replace")
    return shown


def test_ctrl_c_while_the_commands_are_imported_is_one_line() -> None:
    at_an_import = (
        "import signal, sys\n"
        # a run in the background starts its children without it
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "class Finder:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'pydantic': signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from orchestration.cli import main; main()"
    )
    found = subprocess.run(
        [sys.executable, "-c", at_an_import, "status"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (found.returncode, found.stderr) == (130, "interrupted\n")


def test_ctrl_c_ends_everything_cleanly_and_the_next_run_goes_on(
    settings: Settings, instance: DagsterInstance, folder: Path
) -> None:
    terminal = _in_terminal(settings, "ingest", str(folder))
    assert terminal.stdout is not None
    assert terminal.stdin is not None
    # The bar names the page at work while it is at work.
    _read_until(terminal.stdout, lambda shown: "parsing z_report.pdf" in shown, seconds=240)
    started = psutil.Process(terminal.pid).children(recursive=True)
    assert any("worker_process" in command_of(process) for process in started)

    terminal.stdin.write(_CTRL_C)
    terminal.stdin.flush()
    shown = _read_until(terminal.stdout, lambda _: False, seconds=60)
    assert terminal.wait(60) == 130
    terminal.stdin.close()
    terminal.stdout.close()
    assert "interrupted; what was finished is kept" in shown
    assert "Traceback" not in shown
    assert psutil.wait_procs(started, timeout=10)[1] == []
    assert [run.status.value for run in instance.get_runs()] == ["CANCELED"]

    again = subprocess.run(
        [*_BIZRAG, "ingest", str(folder), "--json"],
        env=_environment(settings),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    report = json.loads(again.stdout)
    assert (report["documents"]["failed"], report["rows"]["stale"]) == (0, 0)
    assert report["calls"]["parse"] == 1  # the report; no note is parsed again
    assert [run.status.value for run in instance.get_runs()] == ["SUCCESS", "CANCELED"]
