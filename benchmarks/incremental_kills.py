"""``kill -9`` at points spread over a run: what another run makes of the rest is compared row by row."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from benchmarks.incremental_audit import difference, whole_state
from bizrag.pipeline.stages import StageName
from bizrag.settings import Settings

BIZRAG = [sys.executable, "-c", "from orchestration.cli import main; main()"]
_START_SECONDS = 900.0
_CHILDREN_SECONDS = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill:
    """What became of one kill."""

    # stage states that were written when it struck, of all that an undisturbed run writes
    at_states: int
    # the run had ended before it struck
    was_late: bool
    children_left: int
    runs_left_open: int
    # calls of the run that went on, and what was stored before it
    parses_stored: int
    parses_after: int
    embedded_stored: int
    embedded_after: int
    exit_status: int
    # rows that only one of the two indexes has
    differences: list[str]


def environment(settings: Settings) -> dict[str, str]:
    """The environment of a command that works on the database of the settings."""
    return os.environ | {
        "BIZRAG_HOME": str(settings.home_path),
        "BIZRAG_DATABASE_URL": str(settings.database_url),
        "BIZRAG_WEIGHTS_PATH": str(settings.weights),
    }


def run_command(settings: Settings, folder: Path) -> dict[str, Any]:
    """``bizrag ingest`` to its end; its report with its exit status."""
    done = subprocess.run(
        [*BIZRAG, "ingest", str(folder), "--json"],
        env=environment(settings),
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        report: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError as error:
        raise RuntimeError(f"bizrag ingest ended with {done.returncode}: {done.stderr[-2000:]}") from error
    return report | {"exit_status": done.returncode}


def kill_once(
    settings: Settings,
    engine: Engine,
    folder: Path,
    *,
    at_states: int,
    extra_seconds: float,
    undisturbed: Counter[str],
    resume: Callable[[], dict[str, Any]],
) -> Kill:
    """Start ``bizrag ingest``, kill it when so many stage states are written, and go on with another run."""
    process = subprocess.Popen(
        [*BIZRAG, "ingest", str(folder), "--json"],
        env=environment(settings),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    was_late = not _wait_for_states(process, engine, at_states)
    time.sleep(extra_seconds)
    children = _descendants(process.pid)
    struck_at = _count(engine, "stage_state")
    process.kill()
    process.wait()
    left = psutil.wait_procs(children, timeout=_CHILDREN_SECONDS)[1]
    stored = (_count(engine, "parse"), _count(engine, "embedding"))
    report = resume()
    return Kill(
        at_states=struck_at,
        was_late=was_late,
        children_left=len(left),
        runs_left_open=_count(engine, "dagster.runs WHERE status IN ('NOT_STARTED', 'STARTING', 'STARTED')"),
        parses_stored=stored[0],
        parses_after=report["calls"]["parse"],
        embedded_stored=stored[1],
        embedded_after=report["calls"]["embed_texts"],
        exit_status=report["exit_status"],
        differences=difference(undisturbed, whole_state(engine)),
    )


def kill_points(number: int, *, documents: int, seed: int) -> list[tuple[int, float]]:
    """Where to strike: after so many stage states, and then so many seconds, spread over a cold run."""
    points = random.Random(seed)
    last = documents * len(StageName)
    return [(points.randrange(last + 1), points.uniform(0.0, 0.2)) for _ in range(number)]


def summarise(kills: list[Kill], *, parses: int, texts: int) -> dict[str, Any]:
    """One row of the scenario table, and every kill."""
    return {
        "kills": len(kills),
        "survived": sum(not kill.differences and kill.exit_status == 0 for kill in kills),
        "struck_while_it_ran": sum(not kill.was_late for kill in kills),
        "parse_calls_repeated": sum(kill.parses_stored + kill.parses_after - parses for kill in kills),
        "texts_embedded_twice": sum(kill.embedded_stored + kill.embedded_after - texts for kill in kills),
        "children_left": sum(kill.children_left for kill in kills),
        "runs_left_open": sum(kill.runs_left_open for kill in kills),
        "each": [asdict(kill) for kill in kills],
    }


def _wait_for_states(process: subprocess.Popen[bytes], engine: Engine, number: int) -> bool:
    """Whether the process still ran when it had written so many states."""
    deadline = time.monotonic() + _START_SECONDS
    while process.poll() is None:
        if _count(engine, "stage_state") >= number and _count(engine, "document"):
            return True
        if time.monotonic() > deadline:
            raise RuntimeError("bizrag ingest did not get there")
        time.sleep(0.01)
    return False


def _count(engine: Engine, table: str) -> int:
    try:
        with engine.connect() as conn:
            return int(conn.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())
    except DBAPIError:  # Dagster's tables are not there yet
        return 0


def _descendants(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []
