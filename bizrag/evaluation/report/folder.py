"""A folder with everything an evaluation found: a page, Markdown, JSON with every question, and run files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bizrag.evaluation.report.baseline import question_values
from bizrag.evaluation.report.page import PageImageFn, html_page
from bizrag.evaluation.report.runs import qrel_lines, run_lines
from bizrag.evaluation.report.terminal import ANSWER_COLUMNS, RETRIEVAL_COLUMNS
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
    """Write ``report.html``, ``report.md``, ``report.json``, ``qrels.txt`` and a ``RETRIEVER.run`` for each retriever.

    ``report.json`` holds the values of every question: the baseline of a later run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    page = html_page(report, value, title=title, about=about, names=names, page_image=page_image)
    (folder / "report.html").write_text(page, encoding="utf-8")
    (folder / "report.md").write_text(markdown(value, title=title, about=about), encoding="utf-8")
    whole = {"title": title, "about": about, **value, "questions": question_values(report)}
    (folder / "report.json").write_text(json.dumps(whole, ensure_ascii=False, indent=1), encoding="utf-8")
    for retriever, scores in report.retrieval.items():
        lines = run_lines(scores, name=retriever.value)
        (folder / f"{retriever.value}.run").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    scores = next(iter(report.retrieval.values()), ())
    (folder / "qrels.txt").write_text("".join(f"{line}\n" for line in qrel_lines(scores)), encoding="utf-8")


def markdown(value: Mapping[str, Any], *, title: str, about: str) -> str:
    """The tables of the report as Markdown."""
    parts = [f"# {title}", about]
    for name, figures in value["figures"].items():
        parts += [f"## Retrieval: {name}", _table(figures, RETRIEVAL_COLUMNS)]
    if value["answers"]:
        parts += ["## Answers", _table(value["answers"], ANSWER_COLUMNS)]
    for heading, rows in (
        ("Against the baseline", value.get("changes", [])),
        ("Between retrievers", value["comparisons"]),
    ):
        if rows:
            parts += [f"## {heading}", _differences(rows)]
    return "\n\n".join(parts) + "\n"


def _table(figures: Mapping[str, Any], columns: Sequence[tuple[str, str]]) -> str:
    rows = [[name, *(_shown(values[metric]) for metric, _ in columns)] for name, values in figures.items()]
    return _grid(["slice", *(heading for _, heading in columns)], rows)


def _differences(rows: Sequence[Mapping[str, Any]]) -> str:
    return _grid(
        ["", "metric", "difference", "95 % interval", "p", "n"],
        [
            [
                row.get("retriever") or f"{row['first']} less {row['second']}",
                row["metric"],
                f"{row['difference']:+.3f}" + (" *" if row["is_significant"] else ""),
                f"{row['low']:+.3f} to {row['high']:+.3f}",
                f"{row['p_value']:.3f}",
                str(row["n"]),
            ]
            for row in rows
        ],
    )


def _grid(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [headings, ["---", *["---:"] * (len(headings) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def _shown(value: float | int | None) -> str:
    if value is None:
        return "–"
    return str(value) if isinstance(value, int) else f"{value:.3f}"
