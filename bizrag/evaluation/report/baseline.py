"""A run against an earlier one: which figures changed, and whether that can be luck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bizrag.errors import BadInputError
from bizrag.evaluation.report.figures import QuestionValues, compared, corrected, question_values
from bizrag.evaluation.runner import EvalReport


def read_baseline(path: Path) -> QuestionValues:
    """The question values of an earlier report (``report.json`` of its folder). Raises BadInputError."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        questions: QuestionValues = value["questions"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInputError(f"{path} is no report.json of `bizrag eval --report` ({type(error).__name__})") from error
    return questions


def changes(report: EvalReport, baseline: QuestionValues) -> list[dict[str, Any]]:
    """New less old for every pipeline and metric, over the questions that both runs asked, with 95 % intervals."""
    rows = [
        {"pipeline": name, **row}
        for name, values in question_values(report).items()
        for row in compared(values, baseline.get(name, {}))
    ]
    return corrected(rows)


def regressions(changed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The changes for the worse that are significant after the correction for many comparisons."""
    return [change for change in changed if change["is_significant"] and change["difference"] < 0]
