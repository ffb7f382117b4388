"""What an evaluation may take, before anything is asked: calls of chat models by pipeline and judge, and their price.

Calls are at most so many: kept replies and equal answers are not asked again; second tries of replies that cannot be
read come on top. Tokens of a call are those of earlier calls of its job, once there were ten, else assumed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bizrag.evaluation.judges.adequacy import Adequacy
from bizrag.evaluation.judges.catalog import job_of, model_judge
from bizrag.evaluation.pipelines import PipelineSpec, applied
from bizrag.providers.chat import Job
from bizrag.providers.factory import endpoint_of, job_settings
from bizrag.providers.prices import price_of
from bizrag.settings import RerankMode, Settings
from query.evaluating import Place, default_pipelines
from query.experiment import Experiment, built_pipelines, check_judges, judges_of
from sql import statement

if TYPE_CHECKING:
    from query.service import QueryService

__all__ = ["expected_calls"]

_MILLION = 1_000_000
_ENOUGH_CALLS = 10
# tokens in and out of a call: sources of an answer with some images; pages of agents; candidates of a reranker; an
# answer beside its reference
_TOKENS: dict[Job, tuple[float, float]] = {
    Job.RERANK: (15_000, 150),
    Job.ANSWER: (12_000, 400),
    Job.AGENT: (8_000, 250),
    Job.JUDGE: (1_500, 500),
    Job.JUDGE_BINARY: (800, 60),
}
_ONE_CANDIDATE = (800, 10)
# what the sources of an answer add
_SOURCES = 12_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Calls:
    """Calls of one kind, at most."""

    # "hybrid: rerank", "hybrid: fast_rag_eval"
    purpose: str
    job: Job
    number: int
    # assumed, in and out
    tokens: tuple[float, float]


def expected_calls(service: QueryService, experiment: Experiment) -> dict[str, Any]:
    """``{"questions", "calls": [{"for", "model", "calls", "cost_usd"}], "cost_usd"}``; nothing is asked.

    Calls are the most that there may be; a price is None where a model has none. Raises as ``run_experiment`` for
    what cannot be asked.
    """
    check_judges(experiment.judges)
    # what cannot be asked has no price
    built_pipelines(service, experiment)
    judges_of(service, experiment.judges)
    place = Place(service=service, index=experiment.index, collection=experiment.collection)
    specs = experiment.pipelines or default_pipelines(place, with_answers=experiment.with_answers)
    answering = [spec for spec in specs if spec.answerer and experiment.with_answers]
    found = [calls for spec in answering for calls in _of_pipeline(service.settings, experiment, spec)]
    if Adequacy.name in experiment.judges and len(answering) > 1:
        number = len(experiment.cases)
        found.append(_Calls(purpose=Adequacy.name, job=Job.JUDGE, number=number, tokens=_TOKENS[Job.JUDGE]))
    rows = [_row(service, calls) for calls in found if calls.number]
    costs = [row["cost_usd"] for row in rows]
    return {
        "questions": len(experiment.cases),
        "calls": rows,
        "cost_usd": None if None in costs else round(sum(costs), 4),
    }


def _of_pipeline(settings: Settings, experiment: Experiment, spec: PipelineSpec) -> Iterator[_Calls]:
    """What writes the answers of a pipeline, then what judges them."""
    number = len(experiment.cases)
    own = applied(settings, spec.settings)
    if spec.answerer == "agents" and _is_remote(own, Job.AGENT):
        most = number * own.agents.max_calls
        yield _Calls(purpose=f"{spec.name}: agents", job=Job.AGENT, number=most, tokens=_TOKENS[Job.AGENT])
    elif spec.answerer != "agents" and _is_remote(own, Job.RERANK):
        yield _reranking(own, spec, number)
    if _is_remote(own, Job.ANSWER):
        yield _Calls(purpose=f"{spec.name}: answer", job=Job.ANSWER, number=number, tokens=_TOKENS[Job.ANSWER])
    for name in experiment.judges:
        judge = model_judge(name)
        if judge is None:
            continue
        known = [case for case in experiment.cases if case.answer is not None or not case.is_answerable]
        judged = known if judge.needs_reference else experiment.cases
        given, said = _TOKENS[job_of(name)]
        yield _Calls(
            purpose=f"{spec.name}: {name}",
            job=job_of(name),
            number=len(judged) * len(judge.prompts),
            tokens=(given + (_SOURCES if judge.needs_sources else 0), said),
        )


def _reranking(settings: Settings, spec: PipelineSpec, number: int) -> _Calls:
    match spec.rerank or settings.answering.rerank:
        case RerankMode.NONE:
            each, tokens = 0, _ONE_CANDIDATE
        case RerankMode.LISTWISE:
            each, tokens = 1, _TOKENS[Job.RERANK]
        case RerankMode.POINTWISE:
            each, tokens = settings.search.fused_top_k, _ONE_CANDIDATE
    return _Calls(purpose=f"{spec.name}: rerank", job=Job.RERANK, number=each * number, tokens=tokens)


def _is_remote(settings: Settings, job: Job) -> bool:
    return endpoint_of(settings, job) is not None


def _row(service: QueryService, calls: _Calls) -> dict[str, Any]:
    model = job_settings(service.settings, calls.job).model
    with service.reading() as conn:
        seen = conn.execute(statement("select_call_sizes"), {"job": calls.job.value, "model": model}).mappings().one()
    given, said = calls.tokens
    if seen["calls"] >= _ENOUGH_CALLS:
        given, said = float(seen["input_tokens"]), float(seen["output_tokens"])
    price = price_of(model, service.settings.providers.calls.prices_path)
    cost = None
    if price is not None:
        each = (given * float(price.input) + said * float(price.output)) / _MILLION
        cost = round(calls.number * each, 4)
    return {"for": calls.purpose, "model": model, "calls": calls.number, "cost_usd": cost}
