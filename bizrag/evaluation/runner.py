"""The runner: asks every question of every pipeline and scores what comes.

It works on callables, so that anything that finds hits or writes answers can be evaluated. What was computed before,
by the same pipeline over the same state of its index, is taken from the results.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from typing import Any

from bizrag.errors import ProviderError, TransientError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.gold import Gold, GoldFinder, IndexedDocument
from bizrag.evaluation.results import Results
from bizrag.evaluation.scores import CaseScores, score_answer, score_hits
from bizrag.model.answers import Answer
from bizrag.model.hashing import sha256_json
from bizrag.model.retrieval import Hit

__all__ = ["CaseScores", "EvalReport", "IndexedDocument", "Pipeline", "ProgressFn", "evaluate"]

#: hits asked for: enough that the first ten distinct pages are known although several chunks share a page
NUM_HITS = 50

# question, ids of the documents to search (empty: all), number of hits -> hits, best first
RetrieveFn = Callable[[str, tuple[str, ...], int], Sequence[Hit]]
# question, ids of the documents to search (empty: all) -> answer
AnswerFn = Callable[[str, tuple[str, ...]], Answer]
# question, ids of the documents to search, right pages -> Log-Rank Index of the whole ranking
LogRankFn = Callable[[str, tuple[str, ...], frozenset[tuple[str, int]]], float | None]
# results there are, results in all
ProgressFn = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pipeline:
    """A way from questions to hits and answers."""

    name: str
    # what its index answers from
    documents: tuple[IndexedDocument, ...]
    retrieve: RetrieveFn
    # None: only retrieval is evaluated
    answer: AnswerFn | None = None
    # None: the Log-Rank Index is not wanted, or the pipeline ranks no whole index
    log_rank: LogRankFn | None = None
    # hash of all that results depend on beside the question; "" means that nothing may be taken from an earlier run
    state: str = ""
    # settings in words, for the report
    about: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalReport:
    """What an evaluation found, pipeline by pipeline and question by question."""

    # questions with an answer in the documents only: nothing can be retrieved for the others
    retrieval: dict[str, tuple[CaseScores, ...]]
    # all questions; of the pipelines that answer
    answers: dict[str, tuple[CaseScores, ...]]
    # documents that questions name and an index does not hold: their questions score 0
    missing_docs: tuple[str, ...]
    seconds: float
    # results that were computed, and that were there already
    num_computed: int = 0
    num_kept: int = 0
    about: Mapping[str, Mapping[str, Any]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    """One question for one pipeline: its hits, or its answer."""

    pipeline: Pipeline
    is_answer: bool
    case: EvalCase
    gold: Gold

    @property
    def key(self) -> str:
        kind = "answer" if self.is_answer else "retrieval"
        wants_log_rank = self.pipeline.log_rank is not None
        return sha256_json([kind, self.pipeline.state, wants_log_rank, self.case.model_dump(mode="json")])

    def compute(self) -> CaseScores:
        """Ask. A model that fails gives a result without values: a failure is no score."""
        try:
            return self._answered() if self.is_answer else self._retrieved()
        except ProviderError as error:
            return CaseScores(
                case=self.case,
                values={},
                seconds=0.0,
                layout=self.gold.layout,
                gold_pages=self.gold.pages,
                error=f"{type(error).__name__}: {error}",
                is_transient=isinstance(error, TransientError),
            )

    def _retrieved(self) -> CaseScores:
        case, gold, pipeline = self.case, self.gold, self.pipeline
        began = time.perf_counter()
        hits = pipeline.retrieve(case.question, gold.narrowed_to, NUM_HITS) if gold.is_searchable else ()
        scores = score_hits(case, gold, hits, seconds=time.perf_counter() - began)
        if pipeline.log_rank is None:
            return scores
        found = pipeline.log_rank(case.question, gold.narrowed_to, gold.pages) if gold.is_searchable else None
        return replace(scores, values={**scores.values, "log_rank_index": found})

    def _answered(self) -> CaseScores:
        if self.pipeline.answer is None:
            raise ValueError(f"the pipeline {self.pipeline.name} does not answer")
        return score_answer(self.case, self.gold, self.pipeline.answer(self.case.question, self.gold.narrowed_to))


def evaluate(
    cases: Sequence[EvalCase],
    pipelines: Sequence[Pipeline],
    *,
    results: Results | None = None,
    concurrency: int = 1,
    progress: ProgressFn | None = None,
) -> EvalReport:
    """Score every case with every pipeline, ``concurrency`` at a time.

    Gold documents are found by source_uri, else by file name. A question of scope ``doc`` is narrowed to its document;
    when the index does not hold that document, nothing is asked and the question scores 0. A question that a model
    fails at is in the report without values; what it raises otherwise ends the run, and what is done stays in
    ``results``.
    """
    began = time.perf_counter()
    results = Results() if results is None else results
    units, missing = _units(cases, pipelines)
    found: dict[int, CaseScores] = {}
    for place, unit in enumerate(units):
        kept = results.get(unit.key) if unit.pipeline.state else None
        if kept is not None:
            found[place] = CaseScores.from_json(kept, unit.case, unit.gold)
    num_kept = len(found)
    if progress:
        progress(num_kept, len(units))
    open_units = {place: unit for place, unit in enumerate(units) if place not in found}
    _warm_up(open_units.values())
    for place, scores in _computed(open_units, concurrency):
        unit, found[place] = units[place], scores
        if unit.pipeline.state and not scores.error:
            results.add(unit.key, scores.to_json(), pipeline=unit.pipeline.name, question=unit.case.id)
        if progress:
            progress(len(found), len(units))
    return EvalReport(
        retrieval=_collected(pipelines, units, found, is_answer=False),
        answers=_collected([one for one in pipelines if one.answer], units, found, is_answer=True),
        missing_docs=missing,
        seconds=time.perf_counter() - began,
        num_computed=len(open_units),
        num_kept=num_kept,
        about={pipeline.name: pipeline.about or {} for pipeline in pipelines},
    )


def _units(cases: Sequence[EvalCase], pipelines: Sequence[Pipeline]) -> tuple[list[_Unit], tuple[str, ...]]:
    """All work, question by question, so that pipelines take turns; and the documents that are missing."""
    finders = {pipeline.documents: GoldFinder(pipeline.documents) for pipeline in pipelines}
    units: list[_Unit] = []
    for case in cases:
        golds = {documents: finder.find(case) for documents, finder in finders.items()}
        for pipeline in pipelines:
            gold = golds[pipeline.documents]
            if case.is_answerable:
                units.append(_Unit(pipeline=pipeline, is_answer=False, case=case, gold=gold))
            if pipeline.answer is not None and gold.is_searchable:
                units.append(_Unit(pipeline=pipeline, is_answer=True, case=case, gold=gold))
    return units, tuple(sorted(set[str]().union(*(finder.missing for finder in finders.values()))))


def _warm_up(units: Iterable[_Unit]) -> None:
    """One question that is not timed for every pipeline: models load and connections open."""
    seen: set[str] = set()
    for unit in units:
        if unit.pipeline.name not in seen and unit.gold.is_searchable:
            seen.add(unit.pipeline.name)
            replace(unit, is_answer=False).compute()


def _computed(units: Mapping[int, _Unit], concurrency: int) -> Iterator[tuple[int, CaseScores]]:
    """Results with their places, as they come."""
    with ThreadPoolExecutor(max_workers=max(1, concurrency)) as pool:
        futures = {pool.submit(unit.compute): place for place, unit in units.items()}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _collected(
    pipelines: Sequence[Pipeline], units: Sequence[_Unit], found: Mapping[int, CaseScores], *, is_answer: bool
) -> dict[str, tuple[CaseScores, ...]]:
    by_name: dict[str, list[CaseScores]] = {pipeline.name: [] for pipeline in pipelines}
    for place, unit in enumerate(units):
        if unit.is_answer is is_answer and unit.pipeline.name in by_name:
            by_name[unit.pipeline.name].append(found[place])
    return {name: tuple(scores) for name, scores in by_name.items()}
