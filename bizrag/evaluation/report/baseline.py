"""A run against an earlier one: which figures changed, and whether that can be luck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bizrag.errors import BadInputError
from bizrag.evaluation.metrics import paired_bootstrap
from bizrag.evaluation.report.figures import COMPARED_METRICS, rounded
from bizrag.evaluation.runner import EvalReport


def question_values(report: EvalReport) -> dict[str, dict[str, dict[str, float | None]]]:
    """``{retriever: {question id: {metric: value}}}``: what a later run is compared with."""
    return {
        retriever.value: {score.case.id: score.values for score in scores}
        for retriever, scores in report.retrieval.items()
    }


def read_baseline(path: Path) -> dict[str, dict[str, dict[str, float | None]]]:
    """The question values of an earlier report (``report.json`` of its folder). Raises BadInputError."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        questions: dict[str, dict[str, dict[str, float | None]]] = value["questions"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInputError(f"{path} is no report.json of `bizrag eval --report` ({type(error).__name__})") from error
    return questions


def changes(report: EvalReport, baseline: dict[str, dict[str, dict[str, float | None]]]) -> list[dict[str, Any]]:
    """New less old for every retriever and metric, over the questions that both runs asked, with 95 % intervals."""
    found: list[dict[str, Any]] = []
    for retriever, values in question_values(report).items():
        old = baseline.get(retriever, {})
        common = [question for question in values if question in old]
        for metric in COMPARED_METRICS:
            compared = paired_bootstrap(
                [values[question].get(metric) for question in common],
                [old[question].get(metric) for question in common],
            )
            if compared:
                found.append({"retriever": retriever, "metric": metric, **rounded(compared)})
    return found


def regressions(changed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The changes for the worse whose interval leaves 0 out."""
    return [change for change in changed if change["is_significant"] and change["difference"] < 0]
