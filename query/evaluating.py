"""Evaluation of what this read side offers: pipelines from their descriptions, over one database and its models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

from bizrag.configuration.search import Fusion
from bizrag.errors import BadInputError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.pipelines import PipelineSpec, applied, settings_state
from bizrag.evaluation.runner import AnswerFn, EvalReport, LogRankFn, Pipeline, RetrieveFn, evaluate
from bizrag.model.access import Principal
from bizrag.model.answers import Answer
from bizrag.model.hashing import sha256_bytes, sha256_json
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.model.variants import Variant

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from bizrag.providers.chat import ImagePart
    from bizrag.store.records import IndexRow
    from query.service import AskOptions, QueryService, SearchOptions

__all__ = [
    "ANSWERERS",
    "Place",
    "build_pipelines",
    "code_state",
    "default_pipelines",
    "evaluate_index",
    "image_reader",
    "page_cost_rows",
]

# What may answer in a pipeline, by the name that its description says: add a method of the service here.
ANSWERERS: dict[str, Callable[[QueryService, str, AskOptions], Answer]] = {
    "ask": lambda service, question, options: service.ask(question, **options),
    "agents": lambda service, question, options: service.ask_agents(question, **_search_options(options)),
}


# folders of code that neither finds, answers nor scores; what parsing makes is in the state of the index
_NO_PART_OF_RESULTS = ("__pycache__", "http", "parsing", "report", "web")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """An index, narrowed to a collection, as somebody may read it."""

    service: QueryService
    # a name or an alias
    index: str = "default"
    collection: str | None = None
    # None: who the service reads for
    principal: Principal | None = None

    @property
    def row(self) -> IndexRow:
        from bizrag.store.indexes import get_index

        with self.service.reading(self.principal) as conn:
            return get_index(conn, self.index)

    def filters(self, document_ids: tuple[str, ...]) -> SearchFilter:
        return SearchFilter(collections=(self.collection,) if self.collection else (), documents=document_ids)


def default_pipelines(place: Place, *, with_answers: bool) -> list[PipelineSpec]:
    """A pipeline for every way in which an index can be searched; the best of them answers."""
    variant = Variant(place.row.variant)
    retrievers = [one for one in Retriever if variant.has_words or one is not Retriever.BM25]
    return [
        PipelineSpec(
            name=one.value, retriever=one, answerer="ask" if with_answers and one is Retriever.HYBRID else None
        )
        for one in retrievers
    ]


def evaluate_index(place: Place, cases: Sequence[EvalCase], *, with_answers: bool = True) -> EvalReport:
    """Ask an index all questions: every retriever that it has, and the answerer (on hybrid hits) on demand.

    Raises NotFoundError for an unknown index or collection.
    """
    pipelines = build_pipelines(place, default_pipelines(place, with_answers=with_answers), with_answers=with_answers)
    return evaluate(cases, pipelines)


def build_pipelines(
    place: Place,
    specs: Sequence[PipelineSpec],
    *,
    with_answers: bool = True,
    log_rank_gamma: float | None = None,
) -> list[Pipeline]:
    """Pipelines that can be asked. All share the database and the models; each has the settings that it changes.

    The index of ``place`` holds where a pipeline names none. ``log_rank_gamma`` asks for the Log-Rank Index of
    pipelines whose ranking is exactly that of dense, BM25 or both fused. Raises BadInputError for two pipelines of one
    name, an unknown setting or answerer, NotFoundError for an unknown index or collection.
    """
    names = [spec.name for spec in specs]
    if len(set(names)) != len(names):
        raise BadInputError(
            f"two pipelines have one name: {', '.join(sorted({n for n in names if names.count(n) > 1}))}"
        )
    return [_built(place, spec, with_answers, log_rank_gamma) for spec in specs]


def _built(common: Place, spec: PipelineSpec, with_answers: bool, log_rank_gamma: float | None) -> Pipeline:
    own = common.service.with_settings(applied(common.service.settings, spec.settings))
    place = replace(common, service=own, index=spec.index or common.index)
    answer = _answer(place, spec) if with_answers and spec.answerer else None
    return Pipeline(
        name=spec.name,
        documents=tuple(own.documents(index=place.index, collection=place.collection, principal=place.principal)),
        retrieve=_retrieve(place, spec),
        answer=answer,
        log_rank=_log_rank(place, spec, log_rank_gamma) if log_rank_gamma is not None else None,
        state=_state(place, spec, log_rank_gamma),
        about=_about(place, spec, answers=answer is not None),
    )


def _retrieve(place: Place, spec: PipelineSpec) -> RetrieveFn:
    def retrieve(question: str, document_ids: tuple[str, ...], top_k: int) -> Sequence[Hit]:
        return place.service.retriever_of(place.principal).retrieve(
            question,
            index=place.index,
            filters=place.filters(document_ids),
            retriever=spec.retriever,
            top_k=top_k,
            # ranks are what is scored: the order of documents would say nothing of them
            adaptive=False,
        )

    return retrieve


def _answer(place: Place, spec: PipelineSpec) -> AnswerFn:
    answerer = ANSWERERS.get(spec.answerer or "")
    if answerer is None:
        known = ", ".join(ANSWERERS)
        raise BadInputError(f"pipeline {spec.name!r}: nobody answers as {spec.answerer!r}; there are {known}")

    def answer(question: str, document_ids: tuple[str, ...]) -> Answer:
        options: AskOptions = {
            "index": place.index,
            "filters": place.filters(document_ids),
            "retriever": spec.retriever,
            "rerank": spec.rerank,
            "principal": place.principal,
        }
        if spec.top_k is not None:
            options["top_k"] = spec.top_k
        return answerer(place.service, question, options)

    return answer


def _log_rank(place: Place, spec: PipelineSpec, gamma: float) -> LogRankFn | None:
    """HiQA's index of the whole exact ranking; none for pipelines whose hits are not the first of such a ranking: with
    the keyword route, with scores instead of ranks fused."""
    from bizrag.evaluation.metrics import log_rank_index
    from bizrag.store.inspect import chunks_on_pages
    from bizrag.store.search import rank_all

    settings = place.service.settings.search
    row = place.row
    is_fused = spec.retriever is Retriever.HYBRID
    is_other = is_fused and (settings.keyword_weight > 0 or settings.fusion is not Fusion.RRF)
    if Variant(row.variant) not in (Variant.TCTE, Variant.TEXT_ONLY) or is_other:
        return None
    embedder = place.service.embedders.text(row.index_name, space=row.space)

    def log_rank(question: str, document_ids: tuple[str, ...], gold_pages: frozenset[tuple[str, int]]) -> float | None:
        embedding = None if spec.retriever is Retriever.BM25 else embedder.embed_query(question)
        with place.service.reading(place.principal) as conn:
            relevant = chunks_on_pages(conn, row.index_no, gold_pages)
            if not relevant:
                return None
            ranking = rank_all(
                conn,
                index=row,
                text=question,
                embedding=embedding,
                retriever=spec.retriever,
                filters=place.filters(document_ids),
                settings=settings,
            )
        return log_rank_index(ranking, set(relevant) & set(ranking), gamma=gamma)

    return log_rank


def _state(place: Place, spec: PipelineSpec, log_rank_gamma: float | None) -> str:
    """The hash of all that a result depends on: code, settings, models, the index and what it answers with."""
    from bizrag.store.inspect import index_digest

    row = place.row
    with place.service.reading(place.principal) as conn:
        digest = index_digest(conn, row.index_no)
    return sha256_json(
        [
            code_state(),
            spec.model_dump(mode="json", exclude={"name", "index", "settings"}),
            settings_state(place.service.settings),
            [row.index_name, row.variant, dict(row.chunk_params), row.space, row.text_config, row.k1, row.b],
            digest,
            place.collection,
            log_rank_gamma,
        ]
    )


@cache
def code_state() -> str:
    """A hash of the code that finds, answers and scores, its statements and its prompts."""
    return sha256_json(sorted(f for package in ("bizrag", "query", "sql") for f in _hashes(files(package))))


def _hashes(folder: Traversable) -> list[str]:
    found: list[str] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _hashes(entry) if entry.name not in _NO_PART_OF_RESULTS else []
        elif entry.name.endswith((".py", ".sql", ".j2")):
            found.append(f"{entry.name} {sha256_bytes(entry.read_bytes())}")
    return found


def _about(place: Place, spec: PipelineSpec, *, answers: bool) -> dict[str, Any]:
    row = place.row
    return {
        "index": row.index_name,
        "variant": row.variant,
        "embedding": row.space,
        "retriever": spec.retriever.value,
        "answers": spec.answerer if answers else None,
        "rerank": (spec.rerank or place.service.settings.answering.rerank).value if answers else None,
        "settings": dict(spec.settings),
    }


def _search_options(options: AskOptions) -> SearchOptions:
    """Without what agents do not know: they do not rerank."""
    return cast("SearchOptions", {key: value for key, value in options.items() if key != "rerank"})


def image_reader(service: QueryService) -> Callable[[str], ImagePart]:
    """Images of sources as judges are shown them."""
    from bizrag.providers.images import image_part
    from bizrag.store.blobs import BlobStore

    blobs = BlobStore(service.settings.blobs)
    return lambda sha256: image_part(blobs.get(sha256), max_px=service.settings.answering.max_image_px)


def page_cost_rows(service: QueryService, indexes: Sequence[str]) -> list[dict[str, Any]]:
    """What a page took in every index: ``[{"index", "variant", "n_pages", "seconds_per_page", "calls_per_page"}]``."""
    from bizrag.evaluation.page_costs import page_cost_row
    from bizrag.store.inspect import page_costs

    rows = [Place(service=service, index=name).row for name in indexes]
    with service.reading() as conn:
        return [
            page_cost_row(row.index_name, Variant(row.variant), page_costs(conn, row.index_no))
            for row in {row.index_no: row for row in rows}.values()
        ]
