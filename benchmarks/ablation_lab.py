"""The indexes of the ablations as one object that asks them, and the arithmetic over questions."""

from __future__ import annotations

import statistics
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from sqlalchemy import text

from benchmarks.search_load import statement
from bizrag.configuration.search import SearchSettings
from bizrag.evaluation import metrics
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.metrics.significance import paired_bootstrap
from bizrag.evaluation.runner import Pipeline, evaluate
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.providers.embedders import Embedders
from bizrag.providers.embedding import TextEmbedder
from bizrag.retrieval.retriever import HybridRetriever
from bizrag.store.indexes import get_index
from bizrag.store.rows import columns
from query import QueryService
from sql import query


class Remembering(Embedders):
    """Embedders whose text models embed a question once."""

    def text(self, index_name: str, *, space: str | None = None) -> TextEmbedder:
        """The embedder of an index, as the base class finds it."""
        found = super().text(index_name, space=space)
        if "embed_query" not in vars(found):
            vars(found)["embed_query"] = cache(found.embed_query)
        return found


class Lab:
    """The indexes of the ablations, asked with changed settings of search."""

    def __init__(self, service: QueryService, collection: str, names: dict[str, str]) -> None:
        self.service = service
        # every question is asked many times
        service.__dict__["embedders"] = Remembering(service.settings, lambda: service.engine)
        self.collection = collection
        self.names = names
        self.documents = tuple(service.documents(index=next(iter(names.values())), collection=collection))
        ids: dict[str, str] = {}
        for document in self.documents:
            ids |= {document.name: document.document_id, document.source_uri: document.document_id}
        self.ids = ids

    def find(self, name: str, question: str, *, top_k: int = 10, adaptive: bool = False, **options: Any) -> list[Hit]:
        """Hits of an ablation; ``options`` are ``retriever`` and settings of search."""
        how = options.pop("retriever", Retriever.HYBRID)
        filters = SearchFilter(collections=(self.collection,))
        return self._retriever(options).retrieve(
            question, index=self.names[name], filters=filters, retriever=how, top_k=top_k, adaptive=adaptive
        )

    def values(self, name: str, cases: Sequence[EvalCase], **options: Any) -> list[dict[str, float | None]]:
        """All metrics of every question."""

        def find(question: str, _ids: tuple[str, ...], top_k: int) -> list[Hit]:
            return self.find(name, question, top_k=top_k, **options)

        report = evaluate(cases, [Pipeline(name=name, documents=self.documents, retrieve=find)])
        return [dict(one.values) for one in report.retrieval[name]]

    def _retriever(self, changes: dict[str, Any]) -> HybridRetriever:
        settings = self.service.settings
        search = SearchSettings.model_validate({**settings.search.model_dump(), **changes})
        return HybridRetriever(
            self.service.engine, self.service.embedders, settings.model_copy(update={"search": search})
        )

    @contextmanager
    def nameless(self, name: str) -> Generator[None]:
        """An index whose keywords come from first pages and written titles only, until it is left."""
        with self.service.engine.begin() as conn:
            index = {"index_no": get_index(conn, self.names[name]).index_no}
            conn.execute(text(statement("delete_index_keywords")), index)
            conn.execute(text(statement("insert_nameless_keywords")), index)
        try:
            yield
        finally:
            with self.service.engine.begin() as conn:
                conn.execute(text(statement("delete_index_keywords")), index)
                for row in conn.execute(text(statement("select_index_documents")), index).mappings().all():
                    conn.execute(text(query("insert_keywords")), {**index, **columns(row), "entities": ""})


def page_recall(lab: Lab, case: EvalCase, hits: Sequence[Hit]) -> float | None:
    """The share of a question's pages that any passage stands on."""
    document_id = lab.ids.get(case.doc or "", "")
    gold = {(document_id, page_no) for page_no in case.pages or ()}
    found = [(hit.document_id, page_no) for hit in hits for page_no in hit.page_nos]
    return metrics.recall_at_k(found, gold, k=max(1, len(found)))


def mean(values: Sequence[float | None]) -> float | None:
    """Mean of what is defined."""
    defined = [value for value in values if value is not None]
    return round(statistics.fmean(defined), 4) if defined else None


def difference(values: Sequence[float | None], base: Sequence[float | None]) -> list[float] | None:
    """Mean difference and its 95 % interval, question by question."""
    compared = paired_bootstrap(values, base)
    if compared is None:
        return None
    return [round(number, 4) for number in (compared.difference, compared.low, compared.high)]
