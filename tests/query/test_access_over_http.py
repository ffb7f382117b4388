"""The service over HTTP: keys, sessions, limits, and attempts to see what a key may not."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import httpx
import pytest
from fastapi import Request, Response
from mcp import Client as McpClient
from mcp_types import CallToolResult
from sqlalchemy import text

from bizrag.configuration.access import AccessSettings
from bizrag.model.access import Role
from bizrag.settings import Settings
from bizrag.store.blobs import BlobStore
from bizrag.store.keys import add_key, revoke_key
from query import QueryService
from query.http.access import SESSION_COOKIE, sign_in, sign_out
from query.http.app import create_app
from tests.made import make_image
from tests.serving import serving

QUESTION = {"query": "What dividend does the board propose per share?", "k": 50}


@pytest.fixture
def client(service: QueryService, settings: Settings) -> Iterator[httpx.Client]:
    with serving(create_app(settings, service=service)) as url, httpx.Client(base_url=url, timeout=30) as client:
        yield client


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def documents_of(response: httpx.Response) -> set[str]:
    assert response.status_code == 200, response.text
    return {hit["doc"] for hit in response.json()["hits"]}


def test_without_a_key_the_person_at_the_machine_is_the_owner_until_there_was_one(
    client: httpx.Client, service: QueryService
) -> None:
    assert "2025/annual report.pdf" in documents_of(client.post("/search", json=QUESTION))
    add_key(service.engine, "first")
    refused = client.post("/search", json=QUESTION)
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"] == "Bearer"
    assert "Authorization: Bearer" in refused.json()["detail"]
    # a key that ended opens nothing
    revoke_key(service.engine, "first")
    assert client.post("/search", json=QUESTION).status_code == 401


def test_only_what_tells_nothing_of_the_documents_answers_without_a_key(
    client: httpx.Client, service: QueryService
) -> None:
    """What docs/api.md says of it. The page of the web has its own way to ask."""
    add_key(service.engine, "first")
    described = client.get("/openapi.json")
    assert described.status_code == 200
    answering = {
        path
        for path, methods in described.json()["paths"].items()
        for method in methods
        if client.request(method, re.sub("[{}]", "", path), json={}).status_code != 401
    }
    assert answering == {"/health", "/ready"}

    async def of_the_tools() -> tuple[list[str], CallToolResult]:
        async with McpClient(f"{client.base_url}/mcp") as tools:
            listed = [tool.name for tool in (await tools.list_tools()).tools]
            return listed, await tools.call_tool("search", {"query": "dividend"})

    names, called = asyncio.run(of_the_tools())
    assert names == ["search", "ask", "get_page"]
    assert called.is_error
    assert "needs a key" in str(called.content)


def test_a_key_sees_its_collections_and_filters_only_narrow(client: httpx.Client, service: QueryService) -> None:
    hr = bearer(add_key(service.engine, "hr", collections=["hr"]))
    everything = bearer(add_key(service.engine, "all"))
    policies = {"travel policy.docx", "old/travel policy 2019.docx"}
    assert documents_of(client.post("/search", json=QUESTION, headers=hr)) == policies
    assert documents_of(client.post("/search", json=QUESTION, headers=everything)) == policies | {
        "2025/annual report.pdf"
    }
    assert documents_of(client.post("/search", json={**QUESTION, "file_types": ["pdf"]}, headers=hr)) == set()
    for narrowing in ({"collection": "finance"}, {"doc": "annual report.pdf"}):
        hidden = client.post("/search", json={**QUESTION, **narrowing}, headers=hr)
        name = next(iter(narrowing.values()))
        missing = client.post("/search", json={**QUESTION, next(iter(narrowing)): "x" * len(name)}, headers=hr)
        assert (hidden.status_code, missing.status_code) == (404, 404)
        assert hidden.json()["detail"].replace(name, "") == missing.json()["detail"].replace("x" * len(name), "")


@pytest.mark.parametrize(
    "header", ["Basic abc", "Bearer", "bizrag_x", "Bearer bizrag_wrong", "Bearer ' OR 1=1 --", "Bearer \xff"]
)
def test_what_is_no_key_is_refused(client: httpx.Client, service: QueryService, header: str) -> None:
    """Once there is a key; without any, the owner at the machine is not shut out by a made-up one."""
    assert client.get("/search?query=x", headers={b"Authorization": header.encode("latin-1")}).status_code == 200
    add_key(service.engine, "one")
    assert client.get("/search?query=x", headers={b"Authorization": header.encode("latin-1")}).status_code == 401


def test_too_many_requests_are_told_when_to_come_again(client: httpx.Client, service: QueryService) -> None:
    secret = bearer(add_key(service.engine, "often", requests_per_minute=2))
    answers = [client.get("/search?query=hotels", headers=secret) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 1 <= int(answers[2].headers["retry-after"]) <= 30
    assert client.get("/health").status_code == 200


def test_the_page_tells_too_many_requests_and_does_not_count_its_pictures(
    client: httpx.Client, service: QueryService
) -> None:
    image = BlobStore(service.settings.blobs).put(make_image("blue", size=(300, 400)), suffix=".png")
    with service.engine.begin() as conn:
        conn.execute(text("UPDATE page SET image_sha256 = :image"), {"image": image})
    report = next(doc for doc in service.documents() if doc.source_uri.endswith("report.pdf")).document_id
    client.post("/web/sign-in", data={"key": add_key(service.engine, "often", requests_per_minute=1)})
    assert client.get(f"/web/documents/{report}").status_code == 200
    for address in (f"pages/1/image?width=160&v={image[:12]}", f"images/{image}"):
        assert client.get(f"/web/documents/{report}/{address}").status_code == 200, address
    refused = client.get(f"/web/documents/{report}")
    assert refused.status_code == 429
    seconds = int(refused.headers["retry-after"])
    assert 1 <= seconds <= 60
    assert f"may make 1 request a minute: come again in {seconds} s." in refused.text


def test_the_settings_limit_keys_that_say_nothing(service: QueryService, settings: Settings) -> None:
    limited = settings.model_copy(update={"access": AccessSettings(requests_per_minute=1)})
    with QueryService(limited) as other:
        other.__dict__["embedders"] = service.embedders
        with serving(create_app(limited, service=other)) as url, httpx.Client(base_url=url, timeout=30) as client:
            secret = bearer(add_key(service.engine, "often"))
            codes = [client.get("/search?query=hotels", headers=secret).status_code for _ in range(2)]
    assert codes == [200, 429]


def test_pages_of_others_do_not_read_through_a_persons_browser(client: httpx.Client) -> None:
    """Without keys: a foreign page that posts, and a foreign name for this machine (DNS rebinding)."""
    for headers in (
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ):
        assert client.post("/search", json=QUESTION, headers=headers).status_code == 403
    assert client.post("/search", json=QUESTION, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200
    assert client.get("/search?query=hotels", headers={"Host": "evil.example"}).status_code == 401


def test_numbers_of_the_whole_installation_are_for_its_owner(client: httpx.Client, service: QueryService) -> None:
    assert "bizrag_documents" in client.get("/metrics").text
    reader, owner = (bearer(add_key(service.engine, role.value, role=role)) for role in (Role.READER, Role.OWNER))
    refused = client.get("/metrics", headers=reader)
    missing = client.get("/metricz", headers=reader)
    assert (refused.status_code, missing.status_code) == (404, 404)
    assert refused.json()["detail"] == missing.json()["detail"].replace("metricz", "metrics")
    assert "bizrag_documents" in client.get("/metrics", headers=owner).text
    assert client.get("/metrics").status_code == 401


# --- the web page's sessions ---------------------------------------------------------------------------------------


@pytest.fixture
def signing(service: QueryService, settings: Settings) -> Iterator[httpx.Client]:
    """The service with routes that log in and out, as the web page has them."""
    app = create_app(settings, service=service)

    @app.post("/test/in")
    def log_in(request: Request, response: Response, key: str) -> str:
        return sign_in(request, response, key).name

    @app.post("/test/out")
    def log_out(request: Request, response: Response) -> str:
        sign_out(request, response)
        return "out"

    with serving(app) as url, httpx.Client(base_url=url, timeout=30) as client:
        yield client


def test_a_browser_signs_in_and_out(signing: httpx.Client, service: QueryService) -> None:
    secret = add_key(service.engine, "hr", collections=["hr"])
    assert signing.post("/test/in", params={"key": "bizrag_wrong"}).status_code == 401
    assert SESSION_COOKIE not in signing.cookies
    entered = signing.post("/test/in", params={"key": f" {secret}\n"})
    assert entered.json() == "hr"
    cookie = entered.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert secret.lower() not in cookie
    assert documents_of(signing.post("/search", json=QUESTION)) == {"travel policy.docx", "old/travel policy 2019.docx"}
    value = signing.cookies[SESSION_COOKIE]
    assert signing.post("/test/out").status_code == 200
    # the value is worth nothing any more, whoever kept it
    assert signing.get("/search?query=x", headers={"Cookie": f"{SESSION_COOKIE}={value}"}).status_code == 401


def test_the_page_asks_for_a_key(client: httpx.Client, service: QueryService) -> None:
    secret = add_key(service.engine, "hr", collections=["hr"])
    asked = client.get("/")
    assert asked.status_code == 303
    assert asked.headers["location"].startswith("/web/sign-in")
    wrong = client.post("/web/sign-in", data={"key": "bizrag_wrong"})
    assert wrong.status_code == 401
    assert "This key is not known, or has ended." in wrong.text
    entered = client.post("/web/sign-in", data={"key": secret})
    assert (entered.status_code, entered.headers["location"]) == (303, "/")
    listed = client.get("/web/documents").text
    assert "travel policy.docx" in listed
    assert "annual report" not in listed
    assert "finance" not in listed
    assert "0.62" not in client.post("/", data={"question": QUESTION["query"]}).text
    client.post("/web/sign-out")
    assert client.get("/web/documents").headers["location"].startswith("/web/sign-in")


def test_pages_and_images_of_hidden_documents_are_missing_ones(client: httpx.Client, service: QueryService) -> None:
    """Guessed ids of documents and chunks, hashes of images: each is answered as one that does not exist."""
    report = next(doc for doc in service.documents() if doc.source_uri.endswith("report.pdf")).document_id
    (hit,) = service.search("dividend per share", top_k=1)
    headers = bearer(add_key(service.engine, "hr", collections=["hr"]))
    image = "ab" * 32
    with service.engine.begin() as conn:
        conn.execute(text("UPDATE page SET image_sha256 = :image"), {"image": image})
    for address in (
        "/documents/{document}",
        "/documents/{document}/pages/1",
        "/documents/{document}/pages/1/image",
        f"/documents/{{document}}/images/{image}",
        "/web/documents/{document}",
        "/web/documents/{document}/pages/1",
        "/web/documents/{document}/pages/1/image",
        f"/web/documents/{{document}}/images/{image}",
        "/web/chunks/{chunk}",
    ):
        hidden = client.get(address.format(document=report, chunk=hit.chunk_id), headers=headers)
        wrong = "0" * len(report), "0" * len(hit.chunk_id)
        missing = client.get(address.format(document=wrong[0], chunk=wrong[1]), headers=headers)
        assert (hidden.status_code, missing.status_code) == (404, 404), address
        said = hidden.text.replace(report, wrong[0]).replace(hit.chunk_id, wrong[1])
        said = re.sub(r'"request_id":"[^"]*"', "", said)
        assert said == re.sub(r'"request_id":"[^"]*"', "", missing.text), address
    listed = client.get("/documents", headers=headers).text
    assert "annual report" not in listed
    assert "finance" not in listed


def test_the_openai_endpoint_answers_from_the_keys_collections(client: httpx.Client, service: QueryService) -> None:
    headers = bearer(add_key(service.engine, "hr", collections=["hr"]))
    nothing = bearer(add_key(service.engine, "nothing", collections=["nothing"]))
    body = {"model": "default", "messages": [{"role": "user", "content": QUESTION["query"]}]}
    answered = client.post("/v1/chat/completions", json=body, headers=headers)
    assert answered.status_code == 200
    assert "0.62" not in answered.text
    assert "annual report" not in answered.text
    assert [model["id"] for model in client.get("/v1/models", headers=headers).json()["data"]] == ["default"]
    assert client.get("/v1/models", headers=nothing).json()["data"] == []
    assert client.post("/v1/chat/completions", json=body, headers=nothing).status_code == 404
    assert client.post("/v1/chat/completions", json=body).status_code == 401


def test_a_session_is_not_a_key_and_foreign_pages_cannot_use_it(signing: httpx.Client, service: QueryService) -> None:
    secret = add_key(service.engine, "hr", collections=["hr"])
    signing.post("/test/in", params={"key": secret})
    value = signing.cookies[SESSION_COOKIE]
    assert signing.get("/search?query=x", headers=bearer(value)).status_code == 401
    assert signing.post("/search", json=QUESTION, headers={"Origin": "https://evil.example"}).status_code == 403
    assert signing.post("/test/out", headers={"Origin": "https://evil.example"}).status_code == 403
    foreign = signing.post("/test/in", params={"key": secret}, headers={"Sec-Fetch-Site": "cross-site"})
    assert foreign.status_code == 403
    revoke_key(service.engine, "hr")
    assert signing.get("/search?query=x").status_code == 401
