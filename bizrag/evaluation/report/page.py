"""The report as one HTML page that needs nothing else: tables, plots, and the questions that went worst."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from bizrag.evaluation.report import plots
from bizrag.evaluation.report.columns import RETRIEVAL_COLUMNS, Columns, answer_columns, shown
from bizrag.evaluation.report.worst import PageImageFn, main_pipeline, worst_questions
from bizrag.evaluation.runner import EvalReport

__all__ = ["PageImageFn", "html_page"]

# means of shares get a bar; counts, seconds and prices do not
_NO_SHARE = (
    "n",
    "n_failed",
    "n_pages",
    "n_docs",
    "n_evidence",
    "seconds_mean",
    "seconds_median",
    "seconds_p95",
    "cost_usd",
    "calls",
)
_PLOTTED = {"page_recall@1": "page recall@1", "page_recall@5": "page recall@5", "mrr@10": "MRR@10"}
_SLICED = {"mrr@10": "MRR@10", "page_recall@5": "page recall@5", "doc_recall@5": "document recall@5"}
_CUT_OFFS = (1, 3, 5, 10)
_DIFFERENCES = (
    "Mean over the same questions, 10,000 paired bootstrap samples. Coloured where the difference is significant: "
    "the 95 % interval leaves 0 out, and so does the p value after Holm's correction over all rows of this section."
)


def html_page(
    report: EvalReport,
    value: Mapping[str, Any],
    *,
    title: str,
    about: str,
    names: Mapping[str, str],
    page_image: PageImageFn,
) -> str:
    """The page. ``value`` is ``figures.to_json`` of the report (with ``changes``, ``judges`` and ``page_costs`` where
    there are any), ``names`` the documents' paths by id. Texts are escaped: questions and documents are data."""
    main = main_pipeline(report)
    figures: Mapping[str, Any] = {name: slices for name, slices in value["figures"].items() if slices}
    return _template().render(
        title=title,
        about=about,
        missing_docs=value["missing_docs"],
        failures=value["failures"],
        colours={name: plots.colour(place) for place, name in enumerate(value["figures"])},
        summary=_table("", {name: slices["all"] for name, slices in figures.items()}, RETRIEVAL_COLUMNS),
        plots=_plots(value, figures),
        slices=[_by_slice(figures, metric, heading) for metric, heading in _SLICED.items()] if figures else [],
        details=[_table(name, slices, RETRIEVAL_COLUMNS) for name, slices in figures.items()],
        answers=[
            _table(name, slices, answer_columns(value["answers"]))
            for name, slices in value["answers"].items()
            if slices
        ],
        judges=value.get("judges", {}),
        log_rank=value["log_rank"],
        differences=_differences(value),
        costs=_costs(value.get("page_costs", [])),
        pipelines=value["pipelines"],
        worst_by=main,
        worst=worst_questions(report, main, names, page_image) if main else [],
    )


@cache
def _template() -> Template:
    source = (files(__package__ or "") / "templates" / "report.html.j2").read_text(encoding="utf-8")
    return Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=False).from_string(source)


def _table(title: str, figures: Mapping[str, Any], columns: Columns) -> dict[str, Any]:
    best = {metric: _best(metric, [values.get(metric) for values in figures.values()]) for metric, _ in columns}
    rows = [
        {"name": name, "cells": [_cell(metric, values.get(metric), best[metric]) for metric, _ in columns]}
        for name, values in figures.items()
    ]
    return {"title": title, "headings": [heading for _, heading in columns], "rows": rows}


def _best(metric: str, values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return max(known) if len(known) > 1 and metric not in _NO_SHARE else None


def _cell(metric: str, value: float | None, best: float | None) -> dict[str, Any]:
    share = None if metric in _NO_SHARE or value is None else max(0, min(100, round(100 * value)))
    return {"text": shown(metric, value), "share": share, "is_best": best is not None and value == best}


def _by_slice(figures: Mapping[str, Any], metric: str, heading: str) -> dict[str, Any]:
    """One metric with slices as rows and pipelines as columns; slices in which it is defined nowhere are left out."""
    counts = {"doc_recall@5": "n_docs"}.get(metric, "n_pages")
    rows: list[dict[str, Any]] = []
    for name, values in next(iter(figures.values())).items():
        found = [slices.get(name, {}).get(metric) for slices in figures.values()]
        if any(one is not None for one in found):
            best = _best(metric, found)
            rows.append({"name": name, "n": values[counts], "cells": [_cell(metric, one, best) for one in found]})
    return {"title": heading, "headings": list(figures), "rows": rows}


def _plots(value: Mapping[str, Any], figures: Mapping[str, Any]) -> list[dict[str, Any]]:
    groups = {
        heading: {name: found[metric] for name, found in value["intervals"].items() if metric in found}
        for metric, heading in _PLOTTED.items()
    }
    curves = {name: [slices["all"].get(f"page_recall@{k}") for k in _CUT_OFFS] for name, slices in figures.items()}
    latency = {
        name: {"seconds": slices["all"]["seconds_median"]}
        for name, slices in figures.items()
        if slices["all"]["seconds_median"] is not None
    }
    found: list[tuple[str, Markup]] = []
    if any(groups.values()):
        caption = "Means over all questions with 95 % intervals"
        found.append((caption, plots.dots(caption, {name: group for name, group in groups.items() if group})))
        found.append(("Page recall by cut-off", plots.lines("Page recall by cut-off", _CUT_OFFS, curves)))
    if latency:
        caption = "Seconds of a search, median"
        found.append((caption, plots.bars(caption, latency, unit="s")))
    return [{"caption": caption, "svg": svg} for caption, svg in found]


def _costs(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Seconds of a page by step, as a table and a plot."""
    if not rows:
        return None
    steps = [step for step in rows[0]["seconds_per_page"] if any(row["seconds_per_page"][step] for row in rows)]
    bars = {
        f"{row['index']} ({row['variant']})": {
            step: seconds for step in steps if (seconds := row["seconds_per_page"][step]) is not None
        }
        for row in rows
    }
    return {
        "steps": steps,
        "rows": rows,
        "svg": plots.bars("Seconds of work for a page, by step", bars, unit="s") if any(bars.values()) else None,
    }


def _differences(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    tables = [
        ("Against the baseline", [{**row, "name": row["pipeline"]} for row in value.get("changes", [])]),
        (
            "Between pipelines",
            [{**row, "name": f"{row['first']} less {row['second']}"} for row in value["comparisons"]],
        ),
    ]
    return [
        {
            "title": title,
            "about": _DIFFERENCES,
            "rows": [{**row, "verdict": _verdict(row)} for row in rows],
            "matrix": _matrix(rows),
        }
        for title, rows in tables
        if rows
    ]


def _matrix(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Pairs as rows, metrics as columns."""
    metrics = list(dict.fromkeys(row["metric"] for row in rows))
    pairs = list(dict.fromkeys(row["name"] for row in rows))
    cells = {(row["name"], row["metric"]): {**row, "verdict": _verdict(row)} for row in rows}
    return {"metrics": metrics, "rows": [(pair, [cells.get((pair, metric)) for metric in metrics]) for pair in pairs]}


def _verdict(row: Mapping[str, Any]) -> str:
    if not row["is_significant"]:
        return ""
    return "better" if row["difference"] > 0 else "worse"
