"""A folder with everything an evaluation found: a page, Markdown, JSON with every question, and run files."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bizrag.evaluation.report.columns import RETRIEVAL_COLUMNS, Columns, answer_columns, shown
from bizrag.evaluation.report.figures import question_values
from bizrag.evaluation.report.page import PageImageFn, html_page
from bizrag.evaluation.report.runs import qrel_lines, run_lines
from bizrag.evaluation.runner import EvalReport


def write_report(
    folder: Path,
    report: EvalReport,
    value: Mapping[str, Any],
    *,
    title: str,
    about: str,
    names: Mapping[str, str],
    page_image: PageImageFn,
) -> None:
    """Write ``report.html``, ``report.md``, ``report.json``, ``qrels.txt`` and a ``PIPELINE.run`` for each pipeline.

    ``report.json`` holds the values of every question: the baseline of a later run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    page = html_page(report, value, title=title, about=about, names=names, page_image=page_image)
    (folder / "report.html").write_text(page, encoding="utf-8")
    (folder / "report.md").write_text(markdown(value, title=title, about=about), encoding="utf-8")
    whole = {"title": title, "about": about, **value, "questions": question_values(report)}
    (folder / "report.json").write_text(json.dumps(whole, ensure_ascii=False, indent=1), encoding="utf-8")
    for name, scores in report.retrieval.items():
        lines = run_lines(scores, name=_file_name(name))
        (folder / f"{_file_name(name)}.run").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    scores = next(iter(report.retrieval.values()), ())
    (folder / "qrels.txt").write_text("".join(f"{line}\n" for line in qrel_lines(scores)), encoding="utf-8")


def markdown(value: Mapping[str, Any], *, title: str, about: str) -> str:
    """The tables of the report as Markdown."""
    parts = [f"# {title}", about]
    figures: Mapping[str, Any] = {name: slices for name, slices in value["figures"].items() if slices}
    if len(figures) > 1:
        whole = {name: slices["all"] for name, slices in figures.items()}
        parts += ["## Retrieval, all questions", _table("pipeline", whole, RETRIEVAL_COLUMNS)]
    for name, slices in figures.items():
        parts += [f"## Retrieval: {name}", _table("slice", slices, RETRIEVAL_COLUMNS)]
    for name, slices in value["answers"].items():
        parts += [f"## Answers: {name}", _table("slice", slices, answer_columns(value["answers"]))]
    if value.get("judges"):
        parts += ["## Judges", _judges(value["judges"])]
    for heading, rows in (
        ("Against the baseline", value.get("changes", [])),
        ("Between pipelines", value["comparisons"]),
    ):
        if rows:
            note = "`*`: significant after Holm's correction over all rows of this table."
            parts += [f"## {heading}", _differences(rows), note]
    if value.get("page_costs"):
        parts += ["## Seconds of work for a page", _costs(value["page_costs"])]
    return "\n\n".join(parts) + "\n"


def _file_name(pipeline: str) -> str:
    """The pipeline's name without blanks and signs."""
    return re.sub(r"[^\w.+-]+", "_", pipeline)


def _table(first: str, figures: Mapping[str, Any], columns: Columns) -> str:
    rows = [[name, *(shown(metric, values.get(metric)) for metric, _ in columns)] for name, values in figures.items()]
    return _grid([first, *(heading for _, heading in columns)], rows)


def _judges(judges: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    return _grid(
        ["pipeline", "judge", "judged", "failed", "calls", "USD", "version"],
        [
            [
                name,
                panel["judge"],
                str(panel["n"] - panel["n_failed"]),
                str(panel["n_failed"]),
                str(panel["num_calls"]),
                "unknown" if panel["cost_usd"] is None else f"{panel['cost_usd']:.4f}",
                panel["version"],
            ]
            for name, panels in judges.items()
            for panel in panels
        ],
    )


def _differences(rows: Sequence[Mapping[str, Any]]) -> str:
    return _grid(
        ["", "metric", "difference", "95 % interval", "p", "p, corrected", "n"],
        [
            [
                row.get("pipeline") or f"{row['first']} less {row['second']}",
                row["metric"],
                f"{row['difference']:+.3f}" + (" *" if row["is_significant"] else ""),
                f"{row['low']:+.3f} to {row['high']:+.3f}",
                f"{row['p_value']:.4f}",
                f"{row['p_adjusted']:.4f}",
                str(row["n"]),
            ]
            for row in rows
        ],
    )


def _costs(rows: Sequence[Mapping[str, Any]]) -> str:
    steps = list(rows[0]["seconds_per_page"])
    cells = [
        [
            row["index"],
            row["variant"],
            str(row["n_pages"]),
            *(
                "–" if row["seconds_per_page"][step] is None else f"{row['seconds_per_page'][step]:.4f}"
                for step in steps
            ),
        ]
        for row in rows
    ]
    return _grid(["index", "variant", "pages", *steps], cells)


def _grid(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [headings, ["---", *["---:"] * (len(headings) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
