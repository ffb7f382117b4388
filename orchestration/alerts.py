"""The sensor that says what failed: one line per document, in the daemon's log and to a web hook."""

import json
import urllib.request
from collections.abc import Sequence

import dagster as dg
import structlog

from bizrag.settings import Settings

log = structlog.get_logger(__name__)

_SECONDS_TO_DELIVER = 10
# Chat tools cut longer messages.
_MAX_LINES = 40


def build_failure_sensor(settings: Settings) -> dg.SensorDefinition:
    """Hears of every failed run of this code location, whoever started it."""

    @dg.run_failure_sensor(
        name="report_failed_runs",
        default_status=dg.DefaultSensorStatus.RUNNING,
        minimum_interval_seconds=30,
        description="Says in one line each which documents of a failed run failed, and why: in the log, and to "
        "BIZRAG_WATCH__FAILURE_WEBHOOK.",
    )
    def report_failed_runs(context: dg.RunFailureSensorContext) -> None:
        lines = failure_lines(context)
        for line in lines:
            log.error(line, run_id=context.dagster_run.run_id)
            context.log.error(line)
        if settings.watch.failure_webhook is not None:
            send(settings.watch.failure_webhook.get_secret_value(), lines)

    return report_failed_runs


def failure_lines(context: dg.RunFailureSensorContext) -> list[str]:
    """A line about the run, then one for each document or step that failed."""
    run = context.dagster_run
    lines = [f"run {run.run_id[:8]} of {run.job_name} failed"]
    for event in context.get_step_failure_events():
        failure = event.step_failure_data
        listed = failure.user_failure_data.metadata.get("failed") if failure.user_failure_data else None
        if listed is not None:
            lines += [line.removeprefix("- ") for line in str(listed.value).splitlines()]
        elif failure.error is not None:
            cause = failure.error.cause or failure.error
            lines.append(f"{event.step_key}: {' '.join(cause.message.split())}")
    if len(lines) == 1:
        lines.append(
            " ".join(context.failure_event.message.split()) if context.failure_event.message else "no reason given"
        )
    return lines


def send(url: str, lines: Sequence[str]) -> None:
    """POST ``{"text": ...}`` to a web hook; a hook that does not answer fails the tick, which is tried again."""
    shown = [*lines[:_MAX_LINES], f"and {len(lines) - _MAX_LINES} more"] if len(lines) > _MAX_LINES else lines
    body = json.dumps({"text": "\n".join(shown)}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, data=body, headers=headers)  # noqa: S310 - an address of the settings
    with urllib.request.urlopen(request, timeout=_SECONDS_TO_DELIVER):  # noqa: S310
        pass
