"""What tests of embeddings over HTTP share: embedders at the scripted server, and answers of other servers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine

from bizrag.providers.embedders import Embedders
from bizrag.settings import Settings
from tests.scripted_server import KEY, Reply, ScriptedServer

MakeEmbedders = Callable[..., Embedders]
_SMALL = {"dimensions": 8, "tokenizer": "bytes"}


def maker(scripted: ScriptedServer, settings: Settings, engine: Engine) -> MakeEmbedders:
    """Makes embedders whose index ``default`` has a preset with changes, at the scripted server."""

    def made(preset: str = "openai", *, calls: dict[str, Any] | None = None, **changes: Any) -> Embedders:
        values = scripted.configure(settings).model_dump()
        values["indexes"] = {"default": {"embedding": preset}}
        # Cohere's server is its own
        server = {"endpoint": {"base_url": scripted.url, "api_key": KEY}} if preset == "cohere" else {}
        values["providers"]["embeddings"] = {preset: {**_SMALL, **server, **changes}}
        values["providers"]["calls"] |= {"max_wait_seconds": 1.0} | (calls or {})
        return Embedders(Settings.model_validate(values), lambda: engine)

    return made


def answer(vectors: list[Any], *, order: list[int] | None = None) -> Reply:
    """Vectors as a server sends them, in some order."""
    data = [{"index": index, "embedding": vectors[index]} for index in order or range(len(vectors))]
    return Reply(raw=json.dumps({"data": data}).encode())
