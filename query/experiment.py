"""An experiment: a question set through pipelines and judges, with its figures and its report folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bizrag.errors import BadInputError, BizragError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.judges.adequacy import Adequacy
from bizrag.evaluation.judges.catalog import adequacy_judge, judge_names, judge_of
from bizrag.evaluation.judging import judge_answers
from bizrag.evaluation.pipelines import PipelineSpec
from bizrag.evaluation.report.baseline import changes
from bizrag.evaluation.report.figures import QuestionValues, to_json
from bizrag.evaluation.report.folder import write_report
from bizrag.evaluation.results import RESULTS_FILE, Results
from bizrag.evaluation.runner import EvalReport, Pipeline, evaluate
from query.evaluating import Place, build_pipelines, default_pipelines, image_reader, page_cost_rows

if TYPE_CHECKING:
    from bizrag.evaluation.judges.port import Judge
    from query.service import QueryService

__all__ = ["Experiment", "built_pipelines", "check_judges", "judges_of", "run_experiment"]

#: in the folder of a report: what judges said, with what their models wrote
JUDGEMENTS_FILE = "judgements.jsonl"

# what is done, how much of it is done, all of it
StepFn = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """What to ask, of what, and who judges."""

    # of the question set, for people
    title: str
    cases: Sequence[EvalCase]
    # None: every way in which the index can be searched
    pipelines: Sequence[PipelineSpec] | None = None
    index: str = "default"
    collection: str | None = None
    with_answers: bool = True
    judges: Sequence[str] = ()
    # asks for the Log-Rank Index
    log_rank_gamma: float | None = None
    # questions at a time; None: one, or what the chat models allow where they answer. Latencies are measured so.
    concurrency: int | None = None
    # where the report is written and results are kept; None: neither
    folder: Path | None = None
    # compute again what is kept
    is_fresh: bool = False
    baseline: QuestionValues | None = None


def check_judges(names: Sequence[str]) -> None:
    """Raises BadInputError for a name that no judge has."""
    known = (*judge_names(), Adequacy.name)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise BadInputError(f"no judge is called {unknown[0]!r}; there are {', '.join(known)}")


def run_experiment(
    service: QueryService, experiment: Experiment, *, progress: StepFn | None = None
) -> tuple[EvalReport, dict[str, Any]]:
    """Ask, judge, compare and, where there is a folder, write the report.

    Returns the report and its figures: ``figures.to_json`` with ``judges``, ``page_costs`` and ``changes``. Raises
    what cannot be asked: unknown names, judges without a chat model, a folder that another run writes to.
    """
    check_judges(experiment.judges)
    pipelines = built_pipelines(service, experiment)
    # what is not configured must fail before anything is asked
    judges, adequacy = judges_of(service, experiment.judges)
    with _kept(experiment, RESULTS_FILE) as results, _kept(experiment, JUDGEMENTS_FILE) as judgements:
        report = evaluate(
            experiment.cases,
            pipelines,
            results=results,
            concurrency=experiment.concurrency or _concurrency(service, pipelines),
            progress=_step(progress, "Asking"),
        )
        report, panels = _judge(service, report, judges, adequacy, judgements, progress)
    value = to_json(report) | {"judges": panels, "page_costs": _costs(service, pipelines)}
    if experiment.baseline is not None:
        value["changes"] = changes(report, experiment.baseline)
    if experiment.folder:
        _write(service, experiment, report, value)
    return report, value


def judges_of(service: QueryService, names: Sequence[str]) -> tuple[list[Judge], Adequacy | None]:
    """The judges of single answers, and the one that compares. Raises ConfigurationError without a chat model."""
    judges = [judge_of(name, service.settings, service.engine) for name in names if name != Adequacy.name]
    return judges, adequacy_judge(service.settings, service.engine) if Adequacy.name in names else None


def built_pipelines(service: QueryService, experiment: Experiment) -> list[Pipeline]:
    """The pipelines of an experiment. Raises as ``build_pipelines``."""
    place = Place(service=service, index=experiment.index, collection=experiment.collection)
    with_answers = experiment.with_answers
    specs = experiment.pipelines or default_pipelines(place, with_answers=with_answers)
    return build_pipelines(place, specs, with_answers=with_answers, log_rank_gamma=experiment.log_rank_gamma)


def _kept(experiment: Experiment, name: str) -> Results:
    path = experiment.folder / name if experiment.folder and (experiment.judges or name == RESULTS_FILE) else None
    if path and experiment.is_fresh:
        path.unlink(missing_ok=True)
    return Results(path)


def _concurrency(service: QueryService, pipelines: Sequence[Pipeline]) -> int:
    """Chat models work side by side; what this machine computes itself is faster and better timed one by one."""
    if any(pipeline.answer for pipeline in pipelines) and service.writes_answers:
        return service.settings.providers.openai.max_concurrent
    return 1


def _judge(
    service: QueryService,
    report: EvalReport,
    judges: Sequence[Judge],
    adequacy: Adequacy | None,
    judgements: Results,
    progress: StepFn | None,
) -> tuple[EvalReport, dict[str, Any]]:
    if not judges and adequacy is None:
        return report, {}
    judged = judge_answers(
        report,
        judges,
        adequacy=adequacy,
        read_image=image_reader(service),
        results=judgements,
        max_concurrent=service.settings.providers.openai.max_concurrent,
        progress=_step(progress, "Judging"),
    )
    return judged.report, {name: [panel.to_json() for panel in panels] for name, panels in judged.panels.items()}


def _step(progress: StepFn | None, name: str) -> Callable[[int, int], None] | None:
    return None if progress is None else lambda done, total: progress(name, done, total)


def _costs(service: QueryService, pipelines: Sequence[Pipeline]) -> list[dict[str, Any]]:
    return page_cost_rows(service, list(dict.fromkeys(str((one.about or {})["index"]) for one in pipelines)))


def _write(service: QueryService, experiment: Experiment, report: EvalReport, value: dict[str, Any]) -> None:
    assert experiment.folder is not None, "written only where there is a folder"
    num_asked = len(next(iter(report.retrieval.values()), ()))
    indexes = list(dict.fromkeys(str(about["index"]) for about in (report.about or {}).values()))
    where = f"index {', '.join(indexes)}" + (f", collection {experiment.collection}" if experiment.collection else "")
    names = {
        document.document_id: document.source_uri
        for index in indexes
        for document in service.documents(index=index, collection=experiment.collection)
    }

    def page_image(document_id: str, page_no: int) -> bytes | None:
        for index in indexes:
            try:
                image = service.page_image(document_id, page_no, index=index)
            except BizragError:  # a page is shown without its image where that is lost
                continue
            if image is not None:
                return image
        return None

    write_report(
        experiment.folder,
        report,
        value,
        title=experiment.title,
        about=f"{num_asked} questions that the documents answer, {where}; {report.num_computed} results computed in "
        f"{report.seconds:.0f} s, {report.num_kept} kept from before; {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        names=names,
        page_image=page_image,
    )
