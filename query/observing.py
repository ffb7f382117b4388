"""What is known of a question when it is through: for logs, metrics and the audit; and who wants to know it."""

from __future__ import annotations

import contextvars
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Protocol, TypeVar, cast

from bizrag.model.access import LOCAL, Principal
from bizrag.model.answers import Answer
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.model.spending import NOTHING_SPENT, Spending
from bizrag.tracing import span

T = TypeVar("T")


class Kind(StrEnum):
    """What was asked for."""

    SEARCH = "search"
    ASK = "ask"


@dataclass(slots=True, kw_only=True)
class Observed:
    """A question; what is not known yet has its empty value."""

    kind: Kind
    # never shown where the audit does not ask for it
    question: str = field(repr=False)
    index: str
    retriever: Retriever
    top_k: int
    principal: Principal = LOCAL
    # what the caller narrowed the search to, as JSON; without what was left open
    narrowed: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    # what was found, best first, each once
    document_ids: Sequence[str] = field(default=(), repr=False)
    # documents found and given to the answerer, or listed
    num_hits: int = 0
    seconds: float = 0.0
    # of an answer: wall seconds of its steps
    steps: Mapping[str, float] = field(default_factory=dict[str, float])
    is_abstention: bool | None = None
    provider: str | None = None
    spending: Spending = NOTHING_SPENT
    # class of the error that ended it
    error: str | None = None

    def found(self, hits: Sequence[Hit]) -> None:
        """A search is through."""
        self.num_hits = len(hits)
        self.document_ids = tuple(dict.fromkeys(hit.document_id for hit in hits))

    def answered(self, answer: Answer) -> None:
        """An answer is there."""
        self.found([hit for passage in answer.passages for hit in passage.hits])
        self.steps = answer.trace.seconds
        self.is_abstention = answer.is_abstention
        self.provider = answer.provider
        self.spending = answer.trace.spending


class Observer(Protocol):
    """Wants to know of questions."""

    def __call__(self, observed: Observed, /) -> None:
        """A question is through, or failed; called in the thread that worked on it."""
        ...


@contextmanager
def observing(
    observers: Sequence[Observer],
    kind: Kind,
    question: str,
    *,
    index: str,
    retriever: Retriever,
    top_k: int,
    principal: Principal = LOCAL,
    narrowed: Mapping[str, Any] | None = None,
) -> Generator[Observed]:
    """Time a question and tell of it, also when it fails. A client who went away ends it with GeneratorExit."""
    observed = Observed(
        kind=kind,
        question=question,
        index=index,
        retriever=retriever,
        top_k=top_k,
        principal=principal,
        narrowed=narrowed or {},
    )
    began = time.perf_counter()
    try:
        with span(f"bizrag.{kind}", _asked_for(observed)) as opened:
            yield observed
            if opened is not None:
                opened.set_attributes(_came_out(observed))
    except BaseException as error:
        observed.error = type(error).__name__
        raise
    finally:
        observed.seconds = time.perf_counter() - began
        for observer in observers:
            observer(observed)


def narrowing(collection: str | None, doc: str | None, filters: SearchFilter | None) -> dict[str, Any]:
    """What a search was narrowed to, as JSON.

    >>> narrowing("hr", None, SearchFilter(file_types=("pdf",)))
    {'collection': 'hr', 'file_types': ['pdf']}
    """
    given: dict[str, Any] = {"collection": collection, "doc": doc}
    for item in fields(SearchFilter) if filters is not None else ():
        value: object = getattr(filters, item.name)
        is_several = isinstance(value, tuple)
        given[item.name] = (
            [str(one) for one in cast("tuple[object, ...]", value)] if is_several else value and str(value)
        )
    return {name: value for name, value in given.items() if value}


def in_one_context(pieces: Generator[str, None, T]) -> Generator[str, None, T]:
    """A generator whose context variables stay from piece to piece, whoever asks for the next one.

    A server may ask for each piece in another thread or another context: the span of a question would end in one that
    does not know it.
    """
    context = contextvars.copy_context()
    try:
        while True:
            try:
                piece = context.run(next, pieces)
            except StopIteration as end:
                made: T = end.value
                return made
            yield piece
    finally:
        context.run(pieces.close)


def _asked_for(observed: Observed) -> dict[str, str | int]:
    return {
        "bizrag.index": observed.index,
        "bizrag.retriever": observed.retriever.value,
        "bizrag.k": observed.top_k,
        "bizrag.principal": observed.principal.name,
    }


def _came_out(observed: Observed) -> dict[str, str | int | bool]:
    found: dict[str, str | int | bool] = {"bizrag.hits": observed.num_hits}
    if observed.is_abstention is not None:
        found["bizrag.abstained"] = observed.is_abstention
    if observed.provider is not None:
        found["bizrag.provider"] = observed.provider
        found["bizrag.model_calls"] = observed.spending.num_calls
    return found
