"""Spans of a question's steps, for OpenTelemetry. Nothing is imported and nothing happens until ``trace_with``."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer, TracerProvider

_tracer: Tracer | None = None


def trace_with(provider: TracerProvider | None) -> None:
    """Give spans to a provider of this process from now on; None: to nobody."""
    global _tracer  # noqa: PLW0603 - as OpenTelemetry's own provider, one for the process
    _tracer = provider.get_tracer("bizrag") if provider is not None else None


def is_tracing() -> bool:
    """Whether somebody takes spans."""
    return _tracer is not None


@contextmanager
def span(name: str, attributes: Mapping[str, str | int | float | bool] | None = None) -> Generator[Span | None]:
    """A step. What it raises marks it as failed by its class alone: messages may quote documents."""
    if _tracer is None:
        yield None
        return
    from opentelemetry.trace import StatusCode

    with _tracer.start_as_current_span(
        name, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as opened:
        try:
            yield opened
        except BaseException as error:
            opened.set_attribute("error.type", type(error).__name__)
            opened.set_status(StatusCode.ERROR)
            raise
