"""Judges in tests ask a real server that says what the test told it."""

from __future__ import annotations

import pytest

from bizrag.endpoint_settings import Endpoint
from bizrag.evaluation.judges.port import JudgeInput
from bizrag.provider_settings import ChatJob
from bizrag.providers.openai_chat import OpenAIChat
from tests.scripted_server import ScriptedServer


@pytest.fixture
def chat(scripted: ScriptedServer) -> OpenAIChat:
    return OpenAIChat(ChatJob(model="judge-model"), Endpoint(base_url=scripted.url))


@pytest.fixture
def given() -> JudgeInput:
    return JudgeInput(
        question="How many rooms are there?",
        answer="There are 12 rooms and a garden.",
        reference="12 rooms on 3 floors.",
    )
