"""Numbers for Prometheus at ``/metrics``: requests, questions, model calls, connections, documents."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from fastapi import APIRouter, HTTPException, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError

from bizrag.errors import BizragError
from bizrag.model.access import Role
from query.http.dependencies import PrincipalDep
from query.http.problems import KEYED, responses
from query.observing import Observed
from query.service import QueryService
from sql import statement

if TYPE_CHECKING:
    from sqlalchemy import Engine, QueuePool

router = APIRouter(tags=["health"])

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)
#: counting documents reads an index of each: more often than this nobody needs it
_COUNT_SECONDS = 30.0


class Metrics:
    """The numbers of one application; safe for several threads."""

    def __init__(self, service: QueryService) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        self._requests = Counter(
            "bizrag_http_requests", "Requests answered.", ("method", "route", "status"), registry=registry
        )
        self._request_seconds = Histogram(
            "bizrag_http_request_seconds",
            "Time to the end of the response.",
            ("route",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._open = Gauge("bizrag_http_requests_open", "Requests in work or waiting.", registry=registry)
        self._questions = Counter("bizrag_questions", "Questions.", ("kind", "index", "outcome"), registry=registry)
        self._question_seconds = Histogram(
            "bizrag_question_seconds", "Time of a question.", ("kind",), buckets=_SECONDS, registry=registry
        )
        self._step_seconds = Counter(
            "bizrag_step_seconds", "Time of the steps of answers, summed.", ("step",), registry=registry
        )
        self._calls = Counter("bizrag_model_calls", "Model calls of answers.", ("source",), registry=registry)
        self._tokens = Counter(
            "bizrag_model_tokens", "Tokens of model calls of answers.", ("direction",), registry=registry
        )
        self._cost = Counter(
            "bizrag_model_cost_usd", "Price of model calls of answers, where it is known.", registry=registry
        )
        self.registry.register(_FromDatabase(service))

    def entered(self) -> None:
        """A request came."""
        self._open.inc()

    def left(self, *, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered; ``route`` is the pattern of its path."""
        self._open.dec()
        self._requests.labels(method, route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def observe(self, observed: Observed, /) -> None:
        """A question is through."""
        outcome = "error" if observed.error else "abstained" if observed.is_abstention else "answered"
        # names that do not exist would fill the memory of whoever collects
        index = "" if observed.error else observed.index
        self._questions.labels(observed.kind.value, index, outcome).inc()
        self._question_seconds.labels(observed.kind.value).observe(observed.seconds)
        for step, seconds in observed.steps.items():
            self._step_seconds.labels(step).inc(seconds)
        spending = observed.spending
        self._calls.labels("kept").inc(spending.num_cached)
        self._calls.labels("provider").inc(spending.num_calls - spending.num_cached)
        self._tokens.labels("input").inc(spending.input_tokens or 0)
        self._tokens.labels("output").inc(spending.output_tokens or 0)
        self._cost.inc(spending.cost_usd or 0)


class _FromDatabase(Collector):
    """What is asked for when somebody collects: connections, and documents by state."""

    def __init__(self, service: QueryService) -> None:
        self._service = service
        self._lock = threading.Lock()
        self._counted_at = float("-inf")
        self._counts: dict[str, int] = {}

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Nothing of the database where it does not answer: the rest is the more wanted then."""
        try:
            engine = self._service.engine
            counts = self._count(engine)
        except (BizragError, SQLAlchemyError):
            return
        pool = cast("QueuePool", engine.pool)
        connections = GaugeMetricFamily("bizrag_database_connections", "Connections of the pool.", labels=["state"])
        connections.add_metric(["used"], pool.checkedout())
        connections.add_metric(["idle"], pool.checkedin())
        yield connections
        documents = GaugeMetricFamily("bizrag_documents", "Documents by state.", labels=["state"])
        for state, number in counts.items():
            documents.add_metric([state], number)
        yield documents

    def _count(self, engine: Engine) -> dict[str, int]:
        with self._lock:
            if time.monotonic() - self._counted_at > _COUNT_SECONDS:
                with engine.begin() as conn:
                    rows = conn.execute(statement("count_documents_by_state")).mappings()
                    self._counts = {row["state"]: row["num_documents"] for row in rows}
                self._counted_at = time.monotonic()
            return self._counts

    def describe(self) -> list[GaugeMetricFamily]:
        """Registering asks nobody."""
        return []


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **responses(404, 503, *KEYED)},
)
def show_metrics(request: Request, principal: PrincipalDep) -> Response:
    """Numbers in Prometheus' text format, for the owner: they are those of all collections."""
    if principal.role is not Role.OWNER:
        # as a route that there is not
        raise HTTPException(404)
    metrics = cast("Metrics", request.app.state.metrics)
    return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)
