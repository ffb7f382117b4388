"""What every request meets first: ids, sizes, a full house."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from bizrag.settings import Settings
from query import QueryService
from query.http.app import create_app
from tests.serving import serving

pytestmark = pytest.mark.slow


def test_a_request_keeps_a_harmless_id_and_gets_one_otherwise(client: httpx.Client) -> None:
    given = client.get("/search?query=", headers={"X-Request-ID": "proxy-17"})
    assert given.headers["x-request-id"] == "proxy-17"
    assert given.json()["request_id"] == "proxy-17"
    made = client.get("/health", headers={"X-Request-ID": "a b\tc"}).headers["x-request-id"]
    assert len(made) == 32


def test_large_requests_are_refused_by_their_word_and_in_truth(client: httpx.Client) -> None:
    body = b'{"query": "' + b"x" * 300_000 + b'"}'
    assert client.post("/search", content=body).status_code == 413
    parts = (body[i : i + 10_000] for i in range(0, len(body), 10_000))
    chunked = client.post("/search", content=parts)
    assert chunked.status_code == 413
    assert chunked.json()["title"] == "Request too large"


def test_a_full_house_says_when_to_come_again(service: QueryService, served_settings: Settings) -> None:
    limited = served_settings.serving.model_copy(update={"threads": 1, "max_waiting": 0})
    app = create_app(served_settings.model_copy(update={"serving": limited}), service=service)
    entered, leave = threading.Event(), threading.Event()

    @app.get("/slow")
    def slow() -> None:
        entered.set()
        leave.wait(20)

    with serving(app) as url:
        waiting = threading.Thread(target=lambda: httpx.get(f"{url}/slow", timeout=30))
        waiting.start()
        try:
            assert entered.wait(20)
            refused = httpx.get(f"{url}/health")
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
        finally:
            leave.set()
            waiting.join()
        assert httpx.get(f"{url}/health").status_code == 200


def test_an_error_of_ours_says_nothing_of_the_inside(
    service: QueryService, served_settings: Settings, log_lines: Callable[[], list[dict[str, Any]]]
) -> None:
    app = create_app(served_settings, service=service)

    @app.get("/broken")
    def broken() -> None:
        raise RuntimeError("postgresql://user:secret@host")

    with serving(app) as url:
        answer = httpx.get(f"{url}/broken", timeout=60)
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert answer.json()["request_id"] == answer.headers["x-request-id"]
    logged = [line for line in log_lines() if line["event"] == "request failed"]
    assert logged[0]["request_id"] == answer.json()["request_id"]
    assert "RuntimeError" in logged[0]["exception"]


def test_a_client_who_waits_in_line_and_leaves_costs_nothing(service: QueryService, served_settings: Settings) -> None:
    limited = served_settings.serving.model_copy(update={"threads": 1})
    app = create_app(served_settings.model_copy(update={"serving": limited}), service=service)
    entered, leave = threading.Event(), threading.Event()
    worked: list[str] = []

    @app.get("/slow")
    def slow(name: str) -> None:
        worked.append(name)
        entered.set()
        leave.wait(20)

    with serving(app) as url:
        first = threading.Thread(target=lambda: httpx.get(f"{url}/slow?name=first", timeout=30))
        first.start()
        assert entered.wait(20)
        with pytest.raises(httpx.ReadTimeout):
            httpx.get(f"{url}/slow?name=second", timeout=0.3)
        time.sleep(0.2)
        leave.set()
        first.join()
        httpx.get(f"{url}/slow?name=third", timeout=30)
    assert worked == ["first", "third"]
