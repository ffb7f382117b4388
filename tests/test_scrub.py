"""Secrets never reach a log, a screen or the database, whichever way they come."""

from __future__ import annotations

import io
import logging

import pytest
import structlog

from bizrag.scrub import scrub, scrub_event, scrub_logging

_SECRET = "Tr0ub4dor-and-3-more"


@pytest.mark.parametrize(
    "line",
    [
        f"postgresql+psycopg://bizrag:{_SECRET}@db.internal:5432/bizrag?sslmode=require is down",
        f"redis://:{_SECRET}@cache:6379/0",
        f"host=db user=bizrag password={_SECRET} dbname=docs",
        f"PGPASSWORD={_SECRET}",
        f"401: https://api.example.com/v1/chat?api_key={_SECRET}&x=1",
        f"GET https://bucket.s3.amazonaws.com/a.pdf?X-Amz-Credential=me&X-Amz-Signature={_SECRET}",
        f"https://store.blob.core.windows.net/c/a.pdf?sv=2024&sig={_SECRET}&se=1",
        f"Authorization: Bearer {_SECRET}",
        f"{{'Authorization': 'Basic {_SECRET}', 'accept': '*/*'}}",
        f'headers: {{"api-key": "{_SECRET}"}}',
        f"sent with bearer {_SECRET}",
        f"Incorrect API key provided: sk-{_SECRET}",
        f"BIZRAG_PROVIDERS__MAIN__API_KEY={_SECRET}",
        f"aws_secret_access_key = {_SECRET}",
        "AKIAIOSFODNN7EXAMPLE was refused",
    ],
)
def test_a_secret_is_hidden_and_the_rest_stays(line: str) -> None:
    hidden = scrub(line)
    assert _SECRET not in hidden
    assert "IOSFODNN7EXAMPLE" not in hidden
    assert "***" in hidden


@pytest.mark.parametrize(
    "line",
    [
        "secret.pdf: encrypted with a password; save it without one",
        "max_tokens=256, num_tokens: 12, key figures: 3",
        "https://example.com/a?page=2#top and postgresql://localhost/docs",
        "2 of 14 pages failed (3, 7); page 3: it cannot be read",
    ],
)
def test_lines_without_secrets_stay_as_they_are(line: str) -> None:
    assert scrub(line) == line


def test_a_record_of_structlog_is_scrubbed_in_every_field() -> None:
    out = io.StringIO()
    log = structlog.wrap_logger(
        structlog.PrintLogger(out), processors=[scrub_event, structlog.processors.JSONRenderer()]
    )
    log.error("failed", url=f"https://u:{_SECRET}@x/", nested={"line": [f"Authorization: Bearer {_SECRET}"]}, n=3)
    assert _SECRET not in out.getvalue()
    assert '"n": 3' in out.getvalue()


def test_a_record_of_logging_is_scrubbed_with_its_traceback() -> None:
    out, before = io.StringIO(), logging.getLogRecordFactory()
    handler, log = logging.StreamHandler(out), logging.getLogger("tests.scrub")
    log.addHandler(handler)
    log.propagate = False
    try:
        scrub_logging()
        scrub_logging()
        try:
            raise ValueError(f"password={_SECRET}")
        except ValueError:
            log.exception("cannot reach %s", f"postgresql://bizrag:{_SECRET}@db/docs")
    finally:
        logging.setLogRecordFactory(before)
        log.removeHandler(handler)
    assert _SECRET not in out.getvalue()
    assert "postgresql://bizrag:***@db/docs" in out.getvalue()
    assert "ValueError: password=***" in out.getvalue()
