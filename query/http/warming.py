"""Models are loaded when the service starts, in the background: the first question does not wait for them."""

from __future__ import annotations

import threading
import time
from enum import StrEnum

import structlog

from bizrag.model.retrieval import Retriever
from bizrag.model.variants import Variant
from bizrag.store.indexes import list_indexes
from query.service import QueryService

log = structlog.get_logger(__name__)

#: asked once of every index, and nobody is shown what is found
_QUESTION = "warm-up"


class Models(StrEnum):
    """How far the models of this process are."""

    LOADING = "loading"
    LOADED = "loaded"
    # the next question tries again, and says what is wrong
    FAILED = "failed"
    # nobody asked for it before the first question
    ON_DEMAND = "on_demand"


class Warming:
    """Loads what runs in this process; models behind an address are not called, a call may cost money."""

    def __init__(self, service: QueryService) -> None:
        self._service = service
        self.models = Models.ON_DEMAND

    def start(self) -> None:
        """Begin, in a thread that ends with the process."""
        self.models = Models.LOADING
        threading.Thread(target=self._run, daemon=True, name="warming").start()

    def _run(self) -> None:
        began = time.perf_counter()
        try:
            self._load()
        # whatever it is, the service goes on: the question that needs the model tells its asker
        except Exception as error:
            self.models = Models.FAILED
            log.warning("models were not loaded", error=str(error))
            return
        self.models = Models.LOADED
        log.info("models loaded", seconds=round(time.perf_counter() - began, 2))

    def _load(self) -> None:
        service = self._service
        with service.engine.begin() as conn:
            indexes = [known.index for known in list_indexes(conn)]
        if not service.writes_answers:
            # extractive answers compare sentences by the packaged model, whatever the indexes have
            service.embedders.packaged().embed_query(_QUESTION)
        for index in indexes:
            is_here = service.embedders.is_local(index.index_name, space=index.space)
            how = Retriever.HYBRID if is_here else Retriever.BM25
            if is_here or Variant(index.variant).has_words:
                service.retriever.retrieve(_QUESTION, index=index.index_name, retriever=how, top_k=1)
