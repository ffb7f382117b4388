"""What search and ask stand on: the database and the models, opened when they are first needed, for each caller."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Self

from bizrag.model.access import LOCAL, Principal
from bizrag.settings import Settings
from query.access import principal_of_settings
from query.notes import with_notes
from query.observing import Observer
from query.question_log import QuestionLog

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from bizrag.answering.inference import Inference
    from bizrag.providers.embedders import Embedders
    from bizrag.retrieval.retriever import HybridRetriever
    from bizrag.store.engine import Connections


#: sets of collections whose engines are kept; each is a few objects and no connection
_MAX_KEPT = 256


class OpenParts:
    """The database and the models of one installation. Safe for several threads."""

    def __init__(self, settings: Settings, *, connections: Connections | None = None) -> None:
        self.settings = settings
        #: who is read for where a call names nobody
        self.principal: Principal = LOCAL
        # who is told of every question
        self.observers: list[Observer] = []
        if settings.audit.is_on:
            self.observers.append(QuestionLog(lambda: self.engine, settings.audit))
        self._connections = connections
        # by the collections that a caller may read; all share the pool of the engine
        self._engines: dict[tuple[str, ...] | None, Engine] = {}
        self._retrievers: dict[tuple[str, ...] | None, HybridRetriever] = {}

    @classmethod
    def for_holder(cls, settings: Settings) -> Self:
        """The parts as the holder of the key in the settings may use them; without a key, as the owner at the machine.

        Raises AccessDeniedError for a key that does not count, TooManyRequestsError where it asked too often.
        """
        parts = cls(settings)
        try:
            parts.principal = principal_of_settings(parts)
        except BaseException:
            parts.close()
            raise
        return parts

    @cached_property
    def engine(self) -> Engine:
        """The database, started and migrated; reads everything: reads for somebody go through ``reading``."""
        from bizrag.store.engine import open_engine

        return open_engine(self.settings, self._connections)

    @cached_property
    def embedders(self) -> Embedders:
        """The models that turn questions into vectors: every index has its own."""
        from bizrag.providers.embedders import Embedders

        return Embedders(self.settings, lambda: self.engine)

    @cached_property
    def retriever(self) -> HybridRetriever:
        """Dense, BM25 and both fused."""
        from bizrag.retrieval.retriever import HybridRetriever

        return HybridRetriever(self.engine, self.embedders, self.settings)

    @cached_property
    def inference(self) -> Inference:
        """What answers: with chat models where they are configured."""
        from functools import cache, partial

        from bizrag.answering.extractive.answerer import ExtractiveAnswerer
        from bizrag.answering.inference import Inference
        from bizrag.providers.factory import chat_model
        from bizrag.providers.remembered_vectors import RememberedVectors
        from bizrag.store.blobs import BlobStore

        return Inference(
            engine=self.engine,
            retriever=self.retriever,
            # loads nothing before it answers
            extractive=ExtractiveAnswerer(RememberedVectors(self.embedders.packaged())),
            chat=cache(partial(chat_model, self.settings, engine=self.engine)),
            read_image=BlobStore(self.settings.blobs).get,
            annotate=with_notes,
            settings=self.settings.answering,
            num_candidates=self.settings.search.fused_top_k,
        )

    def engine_of(self, principal: Principal | None = None) -> Engine:
        """The database as a caller may read it: its transactions show the caller's collections and nothing else.

        All callers share one pool: keys do not add connections.
        """
        principal = principal or self.principal
        if not principal.is_restricted:
            return self.engine
        from bizrag.store.access import acting_as

        if len(self._engines) >= _MAX_KEPT:
            self._engines.clear()
            self._retrievers.clear()
        if (found := self._engines.get(principal.collections)) is None:
            found = self._engines.setdefault(principal.collections, acting_as(self.engine, principal))
        return found

    def reading(self, principal: Principal | None = None) -> AbstractContextManager[Connection]:
        """A transaction that reads as a caller."""
        return self.engine_of(principal).begin()

    def retriever_of(self, principal: Principal | None = None) -> HybridRetriever:
        """What searches for a caller."""
        principal = principal or self.principal
        if not principal.is_restricted:
            return self.retriever
        from bizrag.retrieval.retriever import HybridRetriever

        if (found := self._retrievers.get(principal.collections)) is None:
            made = HybridRetriever(
                self.engine_of(principal), self.embedders, self.settings, page_memory=self.retriever.page_memory
            )
            found = self._retrievers.setdefault(principal.collections, made)
        return found

    def inference_of(self, principal: Principal | None = None) -> Inference:
        """What answers a caller. Replies of models are shared: one is found again by the whole request, passages
        included, so it says nothing that its asker did not bring.
        """
        principal = principal or self.principal
        if not principal.is_restricted:
            return self.inference
        return replace(self.inference, engine=self.engine_of(principal), retriever=self.retriever_of(principal))

    @property
    def writes_answers(self) -> bool:
        """Whether a chat model writes the answers, which is worth streaming."""
        from bizrag.providers.chat import Job

        return self.inference.chat(Job.ANSWER) is not None

    def close(self) -> None:
        """Return the connections; safe to call twice."""
        if "engine" in self.__dict__:
            self.__dict__.pop("engine").dispose()
            self.__dict__.pop("retriever", None)
            self.__dict__.pop("inference", None)
            self._engines.clear()
            self._retrievers.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
