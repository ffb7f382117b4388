"""Judges in tests ask a real server that says what the test told it."""

from __future__ import annotations

import pytest

from bizrag.configuration.endpoint import Endpoint
from bizrag.configuration.provider import ChatJob
from bizrag.evaluation.judges.port import JudgeInput
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
