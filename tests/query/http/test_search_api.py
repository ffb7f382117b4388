"""Health and search over a real socket, on a small corpus in a real database."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from bizrag.settings import Settings
from query import QueryService, hits_to_json
from query.http.app import create_app
from tests.serving import serving

pytestmark = pytest.mark.slow

HOTELS = "hotels up to how many euros per night"


def test_search_answers_as_the_command_line(client: httpx.Client, service: QueryService) -> None:
    found = client.post("/search", json={"query": HOTELS, "k": 3})
    assert found.status_code == 200
    hits = found.json()["hits"]
    for hit, expected in zip(hits, hits_to_json(service.search(HOTELS, top_k=3)), strict=True):
        locators = [{k: v for k, v in place.items() if v is not None} for place in hit["locators"]]
        shown = [{k: v for k, v in place.items() if v is not None} for place in expected["locators"]]
        assert {**hit, "locators": locators} | {**expected, "locators": shown} == {**hit, "locators": locators}
    assert hits[0]["routes"]
    by_get = client.get("/search", params={"query": HOTELS, "k": 3}).json()["hits"]
    assert by_get == hits


def test_filters_narrow_by_get_and_by_post(client: httpx.Client) -> None:
    narrowed = {"query": "results", "collection": "finance", "kinds": ["table", "picture"]}
    by_post = client.post("/search", json=narrowed).json()["hits"]
    by_get = client.get("/search", params=narrowed).json()["hits"]
    assert by_post == by_get
    assert {hit["kind"] for hit in by_post} == {"table", "picture"}


@pytest.mark.parametrize("path", ["/nope", "/documents/x/nope", "/v1/nope"])
def test_a_route_that_is_not_there_is_told_with_where_to_look(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    said = f"there is no route {path}; /openapi.json describes those there are"
    assert answer.status_code == 404
    assert (answer.json()["error"]["message"] if path.startswith("/v1/") else answer.json()["detail"]) == said


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("{'query': 1}", "body: no JSON: Expecting property name enclosed in double quotes, at letter 1"),
        ('{"query": "x"', "body: no JSON: Expecting ',' delimiter, at letter 13"),
    ],
)
def test_a_body_that_is_no_json_is_told_with_the_place(client: httpx.Client, body: str, said: str) -> None:
    answer = client.post("/search", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["detail"]) == (422, said)


@pytest.mark.parametrize("path", ["/search", "/ask", "/v1/chat/completions"])
@pytest.mark.parametrize("form", [{"content": '{"query": "x"}'}, {"data": {"query": "x"}}, {}])
def test_a_body_without_its_type_is_told_which_header_it_wants(
    client: httpx.Client, path: str, form: dict[str, Any]
) -> None:
    answer = client.post(path, **form)
    said = answer.json()["error"]["message"] if path.startswith("/v1/") else answer.json()["detail"]
    assert (answer.status_code, said) == (422, "body: no JSON: send it with the header Content-Type: application/json")


@pytest.mark.parametrize(
    ("path", "status"),
    [("/", 200), ("/health", 200), ("/search?query=sales", 200), ("/search", 422), ("/ask", 405), ("/nope", 404)],
)
def test_head_tells_what_get_would_without_its_body(client: httpx.Client, path: str, status: int) -> None:
    head = client.head(path)
    assert (head.status_code, head.content) == (status, b"")
    assert head.headers["content-type"] == client.get(path).headers["content-type"]
    assert int(head.headers["content-length"]) > 0


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"query": "x", "index": "drafts"}, 404, "there is no index 'drafts'; there is: default"),
        ({"query": "x", "collection": "legal"}, 404, "no collection 'legal'"),
        ({"query": " "}, 400, "the question is empty"),
        ({"query": "x", "page_from": 3, "page_to": 2}, 400, "the range ends before it begins"),
        ({"query": "x", "k": 0}, 422, "body.k"),
        ({"query": "x", "index": "a\0b"}, 422, "body.index"),
        ({"query": "x", "doc": "a\0b"}, 422, "body.doc"),
        ({"query": "\0"}, 400, "the question is empty"),
        ({"query": "x", "top_k": 3}, 422, "body.top_k"),
        ({}, 422, "body.query"),
    ],
)
def test_what_cannot_be_searched_is_a_problem_in_one_line(
    client: httpx.Client, body: dict[str, object], status: int, said: str
) -> None:
    answer = client.post("/search", json=body)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == status
    assert said in problem["detail"]
    assert "\n" not in problem["detail"]


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/search", "GET, HEAD, POST"), ("/ask", "POST"), ("/documents", "GET, HEAD"), ("/", "GET, HEAD, POST")],
)
def test_another_method_is_told_all_that_there_are(client: httpx.Client, path: str, allowed: str) -> None:
    refused = client.delete(path)
    assert (refused.status_code, refused.headers["allow"]) == (405, allowed)
    assert refused.json()["detail"] == f"{path} does not take DELETE, but {allowed}"


def test_health_needs_no_database_and_readiness_does(client: httpx.Client) -> None:
    assert client.get("/health").json() == {"status": "ok"}
    assert client.get("/ready").json() == {"status": "ready", "indexes": 1, "models": "on_demand"}


def test_a_database_that_is_gone_is_one_warning_however_often_it_is_asked_for(
    tmp_path: Path, log_lines: Callable[[], list[dict[str, Any]]]
) -> None:
    settings = Settings(
        _env_file=None,
        home=tmp_path,
        database_url="postgresql://nobody@127.0.0.1:9/none",
    )
    with serving(create_app(settings)) as url:
        answers = [httpx.get(f"{url}/ready", timeout=30) for _ in range(3)]
    assert {(answer.status_code, answer.headers["retry-after"]) for answer in answers} == {(503, "5")}
    told = [(line["event"], line["level"]) for line in log_lines()]
    assert told == [("not ready", "warning")]
