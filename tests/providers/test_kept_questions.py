"""The vector of a question from a server is kept: equal questions are one request, today and in other processes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from sqlalchemy import Engine, text

from bizrag.errors import InvalidOutputError
from bizrag.providers.embedders import Embedders
from bizrag.providers.embedding import MultimodalEmbedder, TextEmbedder
from tests.providers.embedding_lab import MakeEmbedders, answer
from tests.scripted_server import ScriptedServer, vector_of


def embedder_of(embedders: Embedders, preset: str) -> TextEmbedder | MultimodalEmbedder:
    return embedders.text("default") if preset == "openai" else embedders.multimodal("default")


@pytest.mark.parametrize("preset", ["openai", "nomic", "cohere"])
def test_a_question_is_asked_once_by_all_processes(
    make: MakeEmbedders, scripted: ScriptedServer, engine: Engine, preset: str
) -> None:
    changes = {"sends_dimensions": True} if preset == "nomic" else {}
    first = embedder_of(make(preset, **changes), preset)
    question = first.embed_query("sales")
    again = embedder_of(make(preset, **changes), preset).embed_query("sales")
    assert np.array_equal(again, question)
    assert again.dtype == np.float32
    assert len(scripted.embeddings) == 1
    with engine.connect() as conn:
        assert conn.scalar(text("SELECT num_calls FROM model_spend WHERE job = 'embed'")) == 1
    # another question, the words as a passage, other dimensions, and whoever wants no kept replies
    first.embed_query("costs")
    first.embed(["sales"])
    assert embedder_of(make(preset, **{**changes, "dimensions": 4}), preset).embed_query("sales").shape == (4,)
    fresh = embedder_of(make(preset, calls={"fresh": True}, **changes), preset)
    assert np.array_equal(fresh.embed_query("sales"), question)
    assert len(scripted.embeddings) == 5


def test_a_question_that_several_ask_at_once_is_one_request(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    embedder = make().text("default")
    scripted.reply(replace(answer([[1.0] * 8]), delay_seconds=0.3), stays=True)
    with ThreadPoolExecutor(4) as threads:
        rows = list(threads.map(embedder.embed_query, ["sales"] * 4))
    assert len(scripted.embeddings) == 1
    assert all(np.array_equal(row, rows[0]) for row in rows)


def test_a_vector_that_is_none_is_not_kept_and_counted_all_the_same(
    make: MakeEmbedders, scripted: ScriptedServer, engine: Engine
) -> None:
    embedder = make().text("default")
    scripted.reply(answer([[0.0] * 8]))
    with pytest.raises(InvalidOutputError, match="a vector of zeros"):
        embedder.embed_query("sales")
    assert np.abs(embedder.embed_query("sales") - vector_of("sales", 8)).max() < 1e-6
    with engine.connect() as conn:
        assert conn.scalar(text("SELECT num_calls FROM model_spend WHERE job = 'embed'")) == 2
