"""Records, numbers and spans of questions: complete, and without the questions' texts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client.parser import text_string_to_metric_families

from bizrag import tracing
from bizrag.errors import ConfigurationError
from bizrag.settings import Settings
from query import QueryService
from query.http import telemetry
from query.http.app import create_app
from tests.serving import serving

pytestmark = pytest.mark.slow

SALES = "How much were net sales in 2025?"


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    """Every span of the process."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracing.trace_with(provider)
    yield exporter
    tracing.trace_with(None)
    provider.shutdown()


def numbers(client: httpx.Client) -> dict[tuple[str, frozenset[str]], float]:
    """Samples by name and values of labels."""
    families = text_string_to_metric_families(client.get("/metrics").text)
    return {
        (sample.name, frozenset(sample.labels.values())): sample.value
        for family in families
        for sample in family.samples
    }


def test_each_question_is_one_record_without_its_text(
    client: httpx.Client, log_lines: Callable[[], list[dict[str, Any]]]
) -> None:
    client.post("/ask", json={"question": SALES, "k": 7}, headers={"X-Request-ID": "mine-1"})
    client.post("/search", json={"query": "secretary", "retriever": "bm25", "index": "drafts"})
    asked, searched = [line for line in log_lines() if line["event"] == "question"]
    assert asked["request_id"] == "mine-1"
    assert (asked["kind"], asked["index"], asked["retriever"], asked["k"]) == ("ask", "default", "hybrid", 7)
    assert asked["abstained"] is False
    assert asked["hits"] > 0
    assert set(asked["steps"]) == {"retrieve", "assemble", "generate", "cite"}
    assert searched["error"] == "NotFoundError"
    assert "net sales" not in str(asked)
    assert "secretary" not in str(searched)


def test_numbers_count_requests_questions_connections_and_documents(
    service: QueryService, served_settings: Settings
) -> None:
    with serving(create_app(served_settings, service=service)) as url, httpx.Client(base_url=url, timeout=30) as client:
        client.post("/ask", json={"question": SALES})
        client.post("/ask", json={"question": "Who won the football match on the moon?"})
        client.post("/search", json={"query": "x", "index": "drafts"})
        client.get("/documents/" + "0" * 32)
        client.get("/nowhere")
        seen = numbers(client)
    assert seen["bizrag_http_requests_total", frozenset({"POST", "/ask", "200"})] == 2
    assert seen["bizrag_http_requests_total", frozenset({"GET", "/documents/{document_id}", "404"})] == 1
    assert seen["bizrag_http_requests_total", frozenset({"GET", "other", "404"})] == 1
    assert seen["bizrag_http_request_seconds_count", frozenset({"/ask"})] == 2
    assert seen["bizrag_http_requests_open", frozenset()] == 1
    assert seen["bizrag_questions_total", frozenset({"ask", "default", "answered"})] == 1
    assert seen["bizrag_questions_total", frozenset({"ask", "default", "abstained"})] == 1
    assert seen["bizrag_questions_total", frozenset({"search", "", "error"})] == 1
    assert seen["bizrag_documents", frozenset({"live"})] == 3
    assert seen["bizrag_database_connections", frozenset({"used"})] >= 0


def test_a_question_is_a_trace_of_its_steps(client: httpx.Client, spans: InMemorySpanExporter) -> None:
    with client.stream("POST", "/ask", json={"question": SALES, "stream": True}) as answer:
        answer.read()
    found = spans.get_finished_spans()
    by_name = {span.name: span for span in found}
    assert set(by_name) == {"bizrag.ask", "retrieve", "embed", "search", "assemble", "generate", "cite"}
    root = by_name["bizrag.ask"]
    assert root.parent is None
    assert len({span.context.trace_id for span in found if span.context}) == 1
    assert by_name["embed"].parent == by_name["retrieve"].context
    assert root.attributes is not None
    assert root.attributes["bizrag.index"] == "default"
    assert root.attributes["bizrag.abstained"] is False
    assert "net sales" not in str([dict(span.attributes or {}) for span in found])


def test_a_failed_question_marks_its_trace_by_class_alone(client: httpx.Client, spans: InMemorySpanExporter) -> None:
    client.post("/search", json={"query": "x", "index": "drafts"})
    root = next(span for span in spans.get_finished_spans() if span.name == "bizrag.search")
    assert root.attributes is not None
    assert root.attributes["error.type"] == "NotFoundError"
    assert not root.events
    assert root.status.description is None


def test_spans_arrive_at_a_collector_over_http(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[ExportTraceServiceRequest] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            assert self.path == "/v1/traces"
            received.append(ExportTraceServiceRequest.FromString(body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
            """Quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
        telemetry.start()
        try:
            client.post("/ask", json={"question": SALES})
            spans = _arriving(received, "bizrag.ask")
        finally:
            tracing.trace_with(None)
            server.shutdown()
    assert {span.name for span in spans} == {
        "bizrag.ask",
        "retrieve",
        "embed",
        "search",
        "assemble",
        "generate",
        "cite",
    }
    assert len({span.trace_id for span in spans}) == 1
    (resource,) = {str(part.resource) for request in received for part in request.resource_spans}
    assert '"bizrag"' in resource
    assert "net sales" not in str(received)


def _arriving(received: list[ExportTraceServiceRequest], last: str) -> list[Span]:
    """The spans that came, once the one that ends last is among them."""
    give_up = time.monotonic() + 30
    while time.monotonic() < give_up:
        parts = [part for request in list(received) for part in request.resource_spans]
        spans = [span for part in parts for scope in part.scope_spans for span in scope.spans]
        if any(span.name == last for span in spans):
            return spans
        time.sleep(0.05)
    raise AssertionError(f"no span {last} arrived")


def test_traces_are_off_unless_the_environment_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_TRACES_EXPORTER"):
        monkeypatch.delenv(name, raising=False)
    telemetry.start()
    assert not tracing.is_tracing()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setitem(__import__("sys").modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(ConfigurationError, match=r"bizrag\[telemetry\]"):
        telemetry.start()
