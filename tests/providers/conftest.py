"""The chat model and the embedders that tests of calls ask."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from bizrag.providers.chat import ChatModel
from bizrag.settings import Settings
from tests.providers.call_lab import model
from tests.providers.embedding_lab import MakeEmbedders, maker
from tests.scripted_server import ScriptedServer


@pytest.fixture
def chat(settings: Settings, scripted: ScriptedServer, engine: Engine) -> ChatModel:
    return model(settings, scripted, engine)


@pytest.fixture
def make(scripted: ScriptedServer, settings: Settings, engine: Engine) -> MakeEmbedders:
    return maker(scripted, settings, engine)
