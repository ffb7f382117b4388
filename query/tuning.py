"""Fit the weights of hybrid search to questions, with the index as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bizrag.configuration.search import SearchSettings
from bizrag.errors import BadInputError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.runner import Pipeline, evaluate
from bizrag.evaluation.scores import retrieval_metrics
from bizrag.evaluation.tuning import Tuned, best_settings, halves, judged
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from query.service import DEFAULT_INDEX, QueryService

# settings tried so far, and what they scored
TrialFn = Callable[[int, Mapping[str, Any]], None]
#: what a half may not fall short of: fewer questions tell nothing
LEAST_QUESTIONS = 10


def tune(
    service: QueryService,
    cases: Sequence[EvalCase],
    *,
    metric: str = "mrr@10",
    index: str = DEFAULT_INDEX,
    collection: str | None = None,
    progress: TrialFn | None = None,
) -> Tuned:
    """The weights that find most for one half of the questions, and what they are worth on the other half.

    ``metric`` is one of retrieval, as ``bizrag eval`` names them. Nothing is changed. Raises BadInputError for another
    metric and where too few questions have it, NotFoundError for an unknown index or collection.
    """
    if metric not in (known := retrieval_metrics()):
        raise BadInputError(f"there is no metric {metric!r} of retrieval; there are: {', '.join(known)}")
    fitted, reported = halves([case for case in cases if case.is_answerable])
    documents = tuple(service.documents(index=index, collection=collection))
    now = service.settings.search
    num_tried = 0

    def scores(half: Sequence[EvalCase], changes: Mapping[str, Any]) -> list[float | None]:
        tried = SearchSettings.model_validate({**now.model_dump(), **changes})
        retrieve = _retriever(service, tried, index=index, collection=collection)
        report = evaluate(half, [Pipeline(name="tried", documents=documents, retrieve=retrieve)])
        return [one.values.get(metric) for one in report.retrieval["tried"]]

    def score(changes: Mapping[str, Any]) -> list[float | None]:
        nonlocal num_tried
        if progress:
            progress(num_tried, changes)
        num_tried += 1
        return scores(fitted, changes)

    before = scores(reported, {})
    num_defined = min(_num_defined(scores(fitted, {})), _num_defined(before))
    if num_defined < LEAST_QUESTIONS:
        raise BadInputError(
            f"only {num_defined} questions of a half have {metric}; {LEAST_QUESTIONS} are needed: give more questions "
            "with pages, or another --metric, such as doc_recall@5"
        )
    settings, trials = best_settings(score, now=_plain(now))
    after = scores(reported, settings) if settings else before
    return judged(metric, settings, trials, num_fitted=len(fitted), before=before, after=after)


def _plain(settings: SearchSettings) -> dict[str, Any]:
    return {**settings.model_dump(), "fusion": settings.fusion.value}


def _num_defined(values: Sequence[float | None]) -> int:
    return sum(value is not None for value in values)


def _retriever(
    service: QueryService, search: SearchSettings, *, index: str, collection: str | None
) -> Callable[[str, tuple[str, ...], int], list[Hit]]:
    from bizrag.retrieval.retriever import HybridRetriever

    settings = service.settings.model_copy(update={"search": search})
    retriever = HybridRetriever(service.engine_of(), service.embedders, settings)
    collections = (collection,) if collection else ()

    def find(question: str, document_ids: tuple[str, ...], top_k: int) -> list[Hit]:
        filters = SearchFilter(collections=collections, documents=document_ids)
        return retriever.retrieve(
            question, index=index, filters=filters, retriever=Retriever.HYBRID, top_k=top_k, adaptive=False
        )

    return find
