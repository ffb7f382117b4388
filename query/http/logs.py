"""The log of a service: a JSON object for each line, on standard error."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import EventDict, WrappedLogger

from bizrag.scrub import scrub_event, scrub_logging
from query.observing import Observed

log = structlog.get_logger("bizrag.questions")


def configure(*, level: int = logging.INFO) -> None:
    """Structured logs for this process. Tracebacks are plain: values of variables may be texts or keys."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            scrub_event,
            _without_empty,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        # asked for at every line: standard error may be another stream by then
        logger_factory=_standard_error,
    )
    logging.getLogger().setLevel(max(level, logging.WARNING))
    scrub_logging()


def log_question(observed: Observed, /) -> None:
    """One record for each question, without its text: what was asked for, what came, what it took."""
    spending = observed.spending
    log.info(
        "question",
        kind=observed.kind.value,
        principal=observed.principal.name,
        # a name that does not exist is the caller's text
        index=observed.index if observed.error is None else None,
        retriever=observed.retriever.value,
        k=observed.top_k,
        hits=observed.num_hits,
        seconds=round(observed.seconds, 4),
        steps={name: round(seconds, 4) for name, seconds in observed.steps.items()} or None,
        abstained=observed.is_abstention,
        provider=observed.provider,
        calls=spending.num_calls or None,
        input_tokens=spending.input_tokens,
        output_tokens=spending.output_tokens,
        cost_usd=spending.cost_usd,
        error=observed.error,
    )


def _without_empty(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    return {name: value for name, value in event.items() if value is not None}


def _standard_error(*_names: object) -> structlog.PrintLogger:
    return structlog.PrintLogger(sys.stderr)
