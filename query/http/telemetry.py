"""Traces of questions: sent to an OpenTelemetry collector where the standard variables name one, else nowhere."""

from __future__ import annotations

import os
from collections.abc import Mapping

from bizrag import tracing
from bizrag.errors import ConfigurationError

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


def is_wanted(environment: Mapping[str, str]) -> bool:
    """Whether the standard variables ask for traces.

    >>> is_wanted({}), is_wanted({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"})
    (False, True)
    >>> is_wanted({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318", "OTEL_SDK_DISABLED": "true"})
    False
    """
    if environment.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return False
    exporter = environment.get("OTEL_TRACES_EXPORTER", "")
    return exporter != "none" and (exporter == "otlp" or any(environment.get(name) for name in _ENDPOINTS))


def start() -> None:
    """Send traces where the environment says so; raises ConfigurationError where the extra is missing."""
    if not is_wanted(os.environ):
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise ConfigurationError(
            "traces are asked for (OTEL_...): install the extra, pip install 'bizrag[telemetry]'"
        ) from error
    # OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win
    named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": "bizrag"}
    provider = TracerProvider(resource=Resource.create(named))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    tracing.trace_with(provider)
