"""The official OpenAI client against the service, over a real socket."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import openai
import pytest
from openai import OpenAI
from sqlalchemy import text

from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from query import QueryService
from query.http.app import create_app
from tests.query.http.conftest import open_service
from tests.scripted_server import Received, ScriptedServer, say
from tests.serving import serving

pytestmark = pytest.mark.slow

SALES = "How much were net sales in 2025?"
SAID = "They were 412,613 [1].\n\nSources:\n\n- [1] 2025/annual report.pdf, page 2"


@pytest.fixture
def chat(address: str, key: str) -> Iterator[OpenAI]:
    with OpenAI(base_url=f"{address}/v1", api_key=key, max_retries=0) as client:
        yield client


def test_models_are_indexes_and_aliases(chat: OpenAI, service: QueryService) -> None:
    with service.engine.begin() as conn:
        conn.execute(text("INSERT INTO index_alias SELECT 'latest', index_no FROM search_index"))
    assert [model.id for model in chat.models.list()] == ["default", "latest"]
    assert chat.models.retrieve("latest").owned_by == "bizrag"
    answer = chat.chat.completions.create(model="latest", messages=[{"role": "user", "content": SALES}])
    assert "412,613" in (answer.choices[0].message.content or "")


def test_an_answer_cites_in_its_text_and_as_data(chat: OpenAI) -> None:
    answer = chat.chat.completions.create(
        model="default",
        messages=[{"role": "system", "content": "Be brief."}, {"role": "user", "content": SALES}],
        temperature=0,
        extra_body={"search": {"collection": "finance", "k": 5}},
    )
    said = answer.choices[0].message.content or ""
    assert "[1]" in said
    assert "(#1)" not in said
    assert said.endswith("\n\nSources:\n\n- [1] 2025/annual report.pdf, page 2")
    assert answer.usage is not None
    assert answer.model_extra is not None
    assert answer.model_extra["citations"][0]["pages"] == [2]
    assert answer.model_extra["abstained"] is False


def test_a_stream_adds_up_to_the_whole(chat: OpenAI) -> None:
    whole = chat.chat.completions.create(model="default", messages=[{"role": "user", "content": SALES}])
    stream = chat.chat.completions.create(
        model="default",
        messages=[{"role": "user", "content": SALES}],
        stream=True,
        stream_options={"include_usage": True},
    )
    chunks = list(stream)
    said = "".join(part.choices[0].delta.content or "" for part in chunks if part.choices)
    assert said == whole.choices[0].message.content
    assert [part.choices[0].finish_reason for part in chunks if part.choices][-1] == "stop"
    assert chunks[-1].usage is not None
    assert chunks[-2].model_extra is not None
    assert chunks[-2].model_extra["citations"][0]["doc"] == "2025/annual report.pdf"
    assert len({part.id for part in chunks}) == 1


def test_earlier_messages_are_the_conversation(
    key: str, scripted: ScriptedServer, served_settings: Settings, minilm: LocalEmbedder
) -> None:
    def is_rewrite(received: Received) -> bool:
        return "Latest question:" in received.text

    scripted.reply(say("How much was the net income in 2025?"), when=is_rewrite)
    scripted.reply(say("[1]"), when=lambda received: "You order passages" in received.text)
    scripted.reply(say("It was 34,490 [1](#1).", usage=(100, 0, 20)))
    settings = scripted.configure(served_settings)
    with open_service(settings, minilm) as writing, serving(create_app(settings, service=writing)) as url:
        chat = OpenAI(base_url=f"{url}/v1", api_key=key, max_retries=0)
        answer = chat.chat.completions.create(
            model="default",
            messages=[
                {"role": "user", "content": [{"type": "text", "text": SALES}]},
                {
                    "role": "assistant",
                    "content": "They were 412,613 [1].\n\nSources:\n\n- [1] 2025/annual report.pdf, page 2",
                },
                {"role": "user", "content": "And the net income?"},
            ],
        )
        chat.close()
    assert "34,490" in (answer.choices[0].message.content or "")
    rewrite = next(received for received in scripted.chats if is_rewrite(received))
    assert "They were 412,613 [1]." in rewrite.text
    assert "Sources:" not in rewrite.text
    assert answer.usage is not None
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (300, 60)


def test_errors_have_the_shape_that_the_client_knows(chat: OpenAI, client: httpx.Client) -> None:
    with pytest.raises(openai.NotFoundError) as unknown:
        chat.chat.completions.create(model="gpt-4.1", messages=[{"role": "user", "content": SALES}])
    assert unknown.value.code == "model_not_found"
    assert "default" in unknown.value.message
    with pytest.raises(openai.NotFoundError):
        chat.chat.completions.create(model="gpt-4.1", messages=[{"role": "user", "content": SALES}], stream=True)
    with pytest.raises(openai.NotFoundError):
        chat.models.retrieve("gpt-4.1")
    with pytest.raises(openai.BadRequestError) as last:
        chat.chat.completions.create(model="default", messages=[{"role": "assistant", "content": "Hello"}])
    assert last.value.type == "invalid_request_error"
    image: Any = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    with pytest.raises(openai.BadRequestError, match="images and files of a message are not read"):
        chat.chat.completions.create(model="default", messages=[{"role": "user", "content": [image]}])
    with pytest.raises(openai.UnprocessableEntityError):
        chat.chat.completions.create(model="default", messages=[])
    assert "error" in client.get("/v1/nothing").json()
    # a wish that is null is none; a number is no yes or no
    asked: dict[str, Any] = {"model": "default", "messages": [{"role": "user", "content": SALES}], "stream": None}
    headers = {"Authorization": f"Bearer {chat.api_key}"}
    assert client.post("/v1/chat/completions", json=asked, headers=headers).status_code == 200
    asked["stream_options"] = {"include_usage": 0}
    assert client.post("/v1/chat/completions", json=asked, headers=headers).status_code == 422
    with pytest.raises(openai.AuthenticationError) as refused:
        chat.with_options(api_key="none").models.list()
    assert refused.value.type == "authentication_error"
