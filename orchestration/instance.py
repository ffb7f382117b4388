"""The Dagster instance of a home: its settings file, and its storage in the schema ``dagster`` of the same Postgres."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from bizrag.home import give_to_owner, make_owned_folder, telling_unusable
from bizrag.settings import Settings
from bizrag.store.engine import dagster_url

if TYPE_CHECKING:
    from dagster import DagsterInstance

_NO_OUTPUT = {"module": "dagster._core.storage.noop_compute_log_manager", "class": "NoOpComputeLogManager"}


def write_dagster_home(settings: Settings) -> Path:
    """Write ``dagster.yaml`` for this home's database, and return the folder (DAGSTER_HOME).

    The file holds the database's address, so only its owner may read it. The database must be running. Raises
    ConfigurationError when the home cannot be made or written.
    """
    home = settings.home_path / "dagster"
    content = yaml.safe_dump(_instance_config(dagster_url(settings)), sort_keys=False)
    with telling_unusable(settings.home_path):
        make_owned_folder(settings.home_path)
        home.mkdir(mode=0o700, exist_ok=True)
        target = home / "dagster.yaml"
        if not target.exists() or target.read_text(encoding="utf-8") != content:
            partial = home / f"dagster.yaml.{os.getpid()}"
            with partial.open("w", encoding="utf-8") as file:
                give_to_owner(file.fileno(), home)
                file.write(content)
            partial.chmod(0o600)
            partial.replace(target)
    return home


def open_instance(settings: Settings, *, keep_output: bool = True) -> DagsterInstance:
    """The Dagster instance of this home; runs, events and partitions are those that the UI shows.

    Without ``keep_output`` nothing that a run prints is kept for the UI. Keeping it takes standard output and error
    from the process while a step runs, and four helper processes: not for a run under a progress bar in a terminal.
    """
    from dagster import DagsterInstance
    from dagster._core.instance.ref import InstanceRef

    os.environ.setdefault("DAGSTER_DISABLE_TELEMETRY", "1")
    home = str(write_dagster_home(settings))
    if keep_output:
        return DagsterInstance.from_config(home)
    return DagsterInstance.from_ref(InstanceRef.from_dir(home, overrides={"compute_logs": _NO_OUTPUT}))


def _instance_config(url: str | dict[str, str]) -> dict[str, object]:
    # an address, or where Dagster finds it: {"env": NAME}
    return {
        "storage": {
            "custom": {
                "module": "orchestration.dagster_storage",
                "class": "KeptConnectionsStorage",
                "config": {"postgres_url": url},
            }
        },
        "telemetry": {"enabled": False},
        # every event is kept for the UI all the same; the terminal of "bizrag dev" has no line for each
        "python_logs": {"python_log_level": "INFO"},
        # no invitation to newsletters on the first visit
        "nux": {"enabled": False},
        # One ingesting run at a time (the pool of its assets), and room for a job that inspects or reads again.
        "concurrency": {"runs": {"max_concurrent_runs": 2}, "pools": {"granularity": "run", "default_limit": 1}},
        # A listing of a large bucket must not hold up the other sensors.
        "sensors": {"use_threads": True, "num_workers": 4},
        "run_monitoring": {"enabled": True, "start_timeout_seconds": 300, "cancel_timeout_seconds": 180},
        "run_retries": {"enabled": True, "max_retries": 1, "retry_on_asset_or_op_failure": False},
        "retention": {"sensor": {"purge_after_days": {"skipped": 7, "success": 30}}},
    }
