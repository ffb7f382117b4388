"""Ask over a real socket: answers whole and as events, errors before and after the first piece, clients who leave."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from query import QueryService, answer_to_json
from query.http.app import create_app
from query.observing import Observed
from tests.query.http.conftest import open_service
from tests.scripted_server import Received, ScriptedServer, cut, fail, say
from tests.serving import serving

pytestmark = pytest.mark.slow

SALES = "How much were net sales in 2025?"


def events_of(lines: Iterator[str]) -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            found.append((name, json.loads(line.removeprefix("data: "))))
    return found


def ask_events(client: httpx.Client, question: str) -> list[tuple[str, dict[str, Any]]]:
    with client.stream("POST", "/ask", json={"question": question, "stream": True}) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        return events_of(answer.iter_lines())


def is_ranking(received: Received) -> bool:
    return "You order passages" in received.text


def is_answer(received: Received) -> bool:
    return "You answer" in received.text


@pytest.fixture
def writing(
    service: QueryService, scripted: ScriptedServer, served_settings: Settings, minilm: LocalEmbedder
) -> Iterator[QueryService]:
    """A service whose answers a chat model writes."""
    with open_service(scripted.configure(served_settings), minilm) as writing:
        yield writing


@pytest.fixture
def written(writing: QueryService) -> Iterator[httpx.Client]:
    """A client of it."""
    with (
        serving(create_app(writing.settings, service=writing)) as url,
        httpx.Client(base_url=url, timeout=60) as client,
    ):
        yield client


def test_an_answer_has_the_keys_of_the_command_line(client: httpx.Client, service: QueryService) -> None:
    answer = client.post("/ask", json={"question": SALES}).json()
    expected = answer_to_json(service.ask(SALES))
    assert set(answer) == set(expected)
    assert answer["answer"] == expected["answer"]
    assert "412,613" in answer["answer"]
    assert answer["citations"][0]["doc"] == "2025/annual report.pdf"
    assert len(answer["citations"][0]["document_id"]) == 32


def test_the_caller_says_which_pages_are_read(client: httpx.Client) -> None:
    question = "Which dividend does the board propose, and when was the company founded?"

    def pages(**options: Any) -> list[int]:
        body = {"question": question, "doc": "annual report.pdf", **options}
        return sorted(
            {page for passage in client.post("/ask", json=body).json()["passages"] for page in passage["pages"]}
        )

    best = client.get("/search", params={"query": question, "doc": "annual report.pdf", "k": 1}).json()["hits"][0]
    assert pages(evidence="r1") == best["pages"] != pages(evidence="r5") == pages(evidence="all") == [1, 2]
    assert pages(evidence="found", adaptive=True)
    body = {"model": "default", "messages": [{"role": "user", "content": question}]}
    search = {"doc": "annual report.pdf", "evidence": "r1"}
    chat = client.post("/v1/chat/completions", json={**body, "search": search}).json()
    assert {page for citation in chat["citations"] for page in citation["pages"]} <= set(best["pages"])


def test_events_are_pieces_and_then_the_whole(client: httpx.Client) -> None:
    events = ask_events(client, SALES)
    assert [name for name, _ in events] == ["piece"] * (len(events) - 1) + ["answer"]
    assert "".join(data["text"] for name, data in events if name == "piece") == events[-1][1]["answer"]


def test_a_written_answer_streams_in_pieces(written: httpx.Client, scripted: ScriptedServer) -> None:
    scripted.reply(say("[1] [2]"), when=is_ranking)
    scripted.reply(say("Net sales were 412,613 thousand dollars [1](#1)."))
    events = ask_events(written, SALES)
    assert len(events) > 2
    whole = events[-1][1]
    assert "".join(data["text"] for _, data in events[:-1]) == whole["answer"]
    assert whole["usage"]["calls"] == 2


def test_an_error_before_the_first_piece_has_its_status_and_a_later_one_is_an_event(
    written: httpx.Client, scripted: ScriptedServer
) -> None:
    unknown = written.post("/ask", json={"question": SALES, "index": "drafts", "stream": True})
    assert (unknown.status_code, unknown.headers["content-type"]) == (404, "application/problem+json")
    scripted.reply(say("[1]"), when=is_ranking, stays=True)
    scripted.reply(fail(404, "no such model"), when=is_answer)
    refused = written.post("/ask", json={"question": "Who founded the company?"})
    assert refused.status_code == 502
    scripted.reply(cut("Net sales were 412,613 thousand dollars.", after=20), stays=True)
    events = ask_events(written, "What were net sales in the year 2025?")
    assert [name for name, _ in events][-1] == "error"
    assert events[-1][1]["status"] == 503


def test_a_client_who_leaves_ends_the_answer(
    written: httpx.Client, writing: QueryService, scripted: ScriptedServer
) -> None:
    seen: list[Observed] = []
    writing.observers.append(seen.append)
    scripted.reply(say("[1]"), when=is_ranking, stays=True)
    scripted.reply(say("It was the secretary [1](#1). " * 9, delay_seconds=1.0), when=is_answer)
    with pytest.raises(httpx.ReadTimeout):
        written.post("/ask", json={"question": "Who booked hotels?", "stream": True}, timeout=0.6)
    until = time.monotonic() + 20
    while not seen:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert seen[0].error == "GeneratorExit"


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"question": " "}, 400, "the question is empty"),
        ({"question": SALES, "rerank": "listwise"}, 400, "needs a chat model"),
        ({"question": SALES, "history": [{"role": "system", "text": "x"}]}, 422, "history"),
        ({"question": SALES, "k": 201}, 422, "body.k"),
        ({"question": SALES, "evidence": "r2"}, 422, "evidence"),
        ({"question": SALES, "evidence": "all"}, 400, "say which one, with doc"),
        ({"question": SALES, "evidence": "all", "doc": "annual report.pdf", "rerank": "listwise"}, 400, "rerank"),
    ],
)
def test_what_cannot_be_asked(client: httpx.Client, body: dict[str, Any], status: int, said: str) -> None:
    answer = client.post("/ask", json=body)
    assert answer.status_code == status
    assert said in answer.json()["detail"]


@pytest.mark.parametrize(
    ("wishes", "warning"),
    [
        ({}, None),
        ({"language": "German"}, "no chat model: language has no effect"),
        (
            {
                "instructions": "One word.",
                "background": "NS is net sales.",
                "history": [{"role": "user", "text": "Hello"}],
            },
            "no chat model: instructions, background, history have no effect",
        ),
        (
            {"question": "And what were net sales?"},
            "no chat model: the question was asked as it stands, without an earlier one that it may lean on",
        ),
    ],
)
def test_wishes_that_only_a_chat_model_could_follow_are_said_to_have_no_effect(
    client: httpx.Client, wishes: dict[str, Any], warning: str | None
) -> None:
    warnings = client.post("/ask", json={"question": SALES, **wishes}).json()["warnings"]
    assert [line for line in warnings if "no chat model" in line] == ([warning] if warning else [])
    with client.stream("POST", "/ask", json={"question": SALES, "stream": True, **wishes}) as answer:
        name, whole = events_of(answer.iter_lines())[-1]
    assert (name, whole["warnings"]) == ("answer", warnings)


def test_with_a_chat_model_wishes_need_no_warning(written: httpx.Client, scripted: ScriptedServer) -> None:
    scripted.reply(say("[]"), when=is_ranking)
    scripted.reply(say("412,613 [1](#1)."), when=is_answer)
    answer = written.post("/ask", json={"question": SALES, "language": "German", "rerank": "none"}).json()
    assert answer["warnings"] == []
