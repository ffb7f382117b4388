"""An asset per configured question set: its figures as numbers that the UI plots over time, its report linked."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import dagster as dg

from assets.keys import asset_key, evaluation_key
from bizrag.pipeline.stages import StageName
from bizrag.settings import Settings
from resources.ingestion import IngestionSession

#: of every pipeline, over all questions
PLOTTED = ("page_recall@1", "page_recall@5", "page_recall@10", "mrr@10", "ndcg@10", "doc_recall@5", "seconds_median")


def build_evaluations(settings: Settings) -> list[dg.AssetsDefinition]:
    """``evaluation/<name>`` for the question sets of the settings; none where none is configured."""
    return [_build(settings, name) for name in settings.evaluation.questions]


def _build(settings: Settings, name: str) -> dg.AssetsDefinition:
    @dg.asset(
        key=evaluation_key(name),
        deps=[asset_key(StageName.SEARCH_INDEX, index) for index in settings.indexes],
        description=f"one row per question of the set {name} and pipeline: what was found, and how good it was",
        group_name="evaluation",
        kinds={"postgres"},
        op_tags={"dagster/concurrency_key": "evaluation"},
    )
    def evaluation(
        context: dg.AssetExecutionContext, session: dg.ResourceParam[IngestionSession]
    ) -> dg.MaterializeResult[Any]:
        value, folder, is_compared = _run(session.services.settings, name)
        context.log.info(f"{value['computed']} results computed, {value['kept']} kept from before")
        return dg.MaterializeResult(metadata=_metadata(value, folder, is_compared=is_compared))

    return evaluation


def _run(settings: Settings, name: str) -> tuple[dict[str, Any], Path, bool]:
    """Ask the set; what the folder has from before is compared with, and nothing of it is computed again."""
    from bizrag.evaluation.cases import read_cases
    from bizrag.evaluation.pipelines import read_pipelines
    from bizrag.evaluation.report.baseline import read_baseline
    from query import QueryService
    from query.experiment import Experiment, run_experiment

    wanted = settings.evaluation
    folder = (wanted.reports or settings.home_path / "evaluation").expanduser().absolute() / name
    earlier = folder / "report.json"
    experiment = Experiment(
        title=f"Evaluation {name}",
        cases=read_cases(wanted.questions[name]),
        pipelines=read_pipelines(wanted.pipelines) if wanted.pipelines else None,
        collection=wanted.collection,
        with_answers=bool(wanted.judges),
        judges=wanted.judges,
        folder=folder,
        baseline=read_baseline(earlier) if earlier.exists() else None,
    )
    with QueryService(settings) as service:
        _, value = run_experiment(service, experiment)
    return value, folder, experiment.baseline is not None


def _metadata(value: Mapping[str, Any], folder: Path, *, is_compared: bool) -> dict[str, Any]:
    """Numbers by pipeline and metric, tables, and where the report is."""
    from bizrag.evaluation.report.baseline import regressions
    from bizrag.evaluation.report.folder import markdown

    report = folder / "report.html"
    metadata: dict[str, Any] = {
        "report": dg.MetadataValue.url(report.as_uri()),
        "folder": dg.MetadataValue.path(str(folder)),
        "questions": max((slices["all"]["n"] for slices in value["figures"].values() if slices), default=0),
        "computed": value["computed"],
        "kept": value["kept"],
        "tables": dg.MetadataValue.md(markdown({**value, "comparisons": []}, title="Figures", about="")),
    }
    for part in ("figures", "answers"):
        for pipeline, slices in value[part].items():
            for metric, figure in slices.get("all", {}).items():
                if figure is not None and (metric in PLOTTED or "." in metric):
                    metadata[f"{pipeline} {metric}"] = float(figure)
    for pipeline, panels in value["judges"].items():
        metadata |= {f"{pipeline} {panel['judge']} failed": panel["n_failed"] for panel in panels}
    if is_compared:
        metadata["worse than last time"] = len(regressions(value["changes"]))
    return metadata
