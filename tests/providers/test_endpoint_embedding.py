"""Embeddings over real HTTP: what is sent, what comes back, and what errors become."""

from __future__ import annotations

import base64
import io
import json
import random
from typing import Any

import numpy as np
import pytest
from PIL import Image
from sqlalchemy import Engine, text

from bizrag.configuration.embedding import with_presets
from bizrag.errors import (
    BadInputError,
    CircuitOpenError,
    ConfigurationError,
    InvalidOutputError,
    ProviderRejectedError,
    ProviderTimeoutError,
    ProviderUnavailableError,
    ProviderUnusableError,
    RateLimitedError,
)
from bizrag.model.hashing import sha256_bytes
from bizrag.providers.chat import ImagePart, TextPart
from bizrag.providers.embedders import Embedders, embedding_space
from bizrag.settings import Settings
from tests.providers.embedding_lab import MakeEmbedders, answer
from tests.scripted_server import KEY, Received, Reply, ScriptedServer, cut, fail, hang, vector_of


def picture(colour: str, size: tuple[int, int] = (6, 4)) -> ImagePart:
    buffer = io.BytesIO()
    Image.new("RGB", size, colour).save(buffer, "PNG")
    return ImagePart(sha256=sha256_bytes(buffer.getvalue()), data=buffer.getvalue())


# --- texts ------------------------------------------------------------------------------------------------------------


def test_texts_come_back_as_rows_of_length_one_in_their_order(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    embedder = make(batch_inputs=3, concurrency=4).text("default")
    texts = [f"text number {number}" for number in range(10)]

    vectors = embedder.embed(texts)

    assert vectors.dtype == np.float32
    assert np.abs(vectors - np.stack([vector_of(item, 8) for item in texts])).max() < 1e-6
    assert sorted(len(received.texts) for received in scripted.embeddings) == [1, 3, 3, 3]
    sent = scripted.embeddings[0]
    assert sent.path == "/v1/embeddings"
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert {**sent.body, "input": None} == {
        "model": "text-embedding-3-large",
        "encoding_format": "base64",
        "dimensions": 8,
        "input": None,
    }


def test_a_question_is_one_vector_and_may_have_a_prefix_of_its_own(
    make: MakeEmbedders, scripted: ScriptedServer
) -> None:
    embedder = make(query_prefix="query: ", passage_prefix="passage: ").text("default")
    question = embedder.embed_query("sales")
    assert question.shape == (8,)
    assert np.abs(question - vector_of("query: sales", 8)).max() < 1e-6
    embedder.embed(["sales rose"])
    assert [received.text for received in scripted.embeddings] == ["query: sales", "passage: sales rose"]


def test_nothing_is_sent_for_no_texts(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    embedder = make().text("default")
    assert embedder.embed([]).shape == (0, 8)
    assert scripted.received == []


def test_a_text_without_a_character_is_sent_as_one(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    assert make().text("default").embed([""]).shape == (1, 8)
    assert scripted.embeddings[0].texts == [" "]


def test_requests_hold_no_more_tokens_than_set(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    texts = ["a" * 40, "b" * 40, "c" * 40, "d" * 10]
    make(batch_tokens=80).text("default").embed(texts)
    assert sorted(received.texts for received in scripted.embeddings) == [texts[:2], texts[2:]]


def test_what_does_not_fit_the_window_is_cut_and_counted(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    embedder = make(max_tokens=64).text("default")
    embedder.embed(["ä" * 31, "x"])
    assert embedder.num_truncated == 0
    embedder.embed(["ä" * 31 + "b"])
    assert embedder.num_truncated == 1
    assert scripted.embeddings[-1].texts == ["ä" * 31]


def test_the_order_of_a_server_does_not_matter(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    rows = np.eye(8, dtype=np.float32)[:3].tolist()
    scripted.reply(answer(rows, order=[2, 0, 1]))
    assert make().text("default").embed(["a", "b", "c"]).tolist() == rows


def test_floats_are_read_where_a_server_knows_no_base64(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    scripted.reply(answer([[0.0, 3.0, 0.0, 4.0, 0, 0, 0, 0]]))
    assert make().text("default").embed(["a"])[0].tolist() == pytest.approx([0, 0.6, 0, 0.8, 0, 0, 0, 0])


@pytest.mark.parametrize("length", [4, 1536])
def test_a_server_that_ignores_the_dimensions_is_a_wrong_setting(
    make: MakeEmbedders, scripted: ScriptedServer, length: int
) -> None:
    scripted.reply(answer([[1.0] * length]))
    with pytest.raises(ConfigurationError, match=f"vectors of {length} numbers, not of 8"):
        make().text("default").embed(["a"])


def test_dimensions_are_not_sent_to_models_that_have_one_length(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    scripted.reply(answer([[1.0] * 8]))
    make(sends_dimensions=False).text("default").embed(["a"])
    assert "dimensions" not in scripted.embeddings[0].body


@pytest.mark.parametrize(
    "vector",
    [
        [0.0] * 8,
        [float("nan")] + [1.0] * 7,
        [float("inf")] + [1.0] * 7,
        [None] * 8,
        base64.b64encode(np.full(8, np.nan, dtype="<f4").tobytes()).decode(),
        base64.b64encode(b"123").decode(),
        "not base64!",
    ],
    ids=["zeros", "nan", "infinite", "nothing", "nan in base64", "half a number", "no base64"],
)
def test_vectors_that_are_none_are_refused(make: MakeEmbedders, scripted: ScriptedServer, vector: Any) -> None:
    scripted.reply(answer([[1.0] * 8, vector]))
    with pytest.raises(InvalidOutputError, match="text-embedding-3-large at http://127"):
        make().text("default").embed(["a", "b"])


@pytest.mark.parametrize("order", [[0], [0, 0], [1, 2], [0, 1, 2]])
def test_as_many_vectors_as_inputs_are_expected(
    make: MakeEmbedders, scripted: ScriptedServer, order: list[int]
) -> None:
    scripted.reply(answer([[1.0] * 8] * 3, order=order))
    with pytest.raises(InvalidOutputError, match="vectors for 2 inputs"):
        make().text("default").embed(["a", "b"])


def test_an_address_that_is_no_api_is_named(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    scripted.reply(Reply(raw=b"<html>Welcome</html>", headers={"Content-Type": "text/html"}))
    embedder = make(calls={"breaker_failures": 1}).text("default")
    with pytest.raises(ProviderUnusableError, match="usually ends in /v1"):
        embedder.embed(["a"])
    with pytest.raises(CircuitOpenError):
        embedder.embed(["b"])


# --- errors and limits ------------------------------------------------------------------------------------------------


def test_a_server_that_wants_fewer_calls_is_asked_again(
    make: MakeEmbedders, scripted: ScriptedServer, engine: Engine
) -> None:
    scripted.reply(fail(429, retry_after=0))
    scripted.reply(fail(500))
    scripted.reply(cut('{"data": ', after=4))
    assert make().text("default").embed(["a"]).shape == (1, 8)
    assert len(scripted.embeddings) == 4
    with engine.connect() as conn:
        spent = conn.execute(text("SELECT * FROM model_spend")).mappings().all()
    assert [(row["job"], row["model"]) for row in spent] == [("embed", "text-embedding-3-large")]
    assert (spent[0]["num_calls"], spent[0]["num_failed"]) == (1, 3)
    assert spent[0]["input_tokens"] > 0
    # vectors are no tokens: what goes in is all that is paid
    assert (spent[0]["num_unpriced"], float(spent[0]["cost_usd"])) == (0, spent[0]["input_tokens"] * 0.13 / 1e6)


@pytest.mark.parametrize(
    ("reply", "error", "requests"),
    [
        (fail(429, retry_after=3600), RateLimitedError, 1),
        (fail(503), ProviderUnavailableError, 3),
        (fail(401), ProviderUnusableError, 1),
        (fail(400, "maximum context length"), ProviderRejectedError, 1),
        (hang(8), ProviderTimeoutError, 2),
    ],
    ids=["429", "503", "401", "400", "timeout"],
)
def test_errors_are_typed_and_tried_again_where_that_helps(
    make: MakeEmbedders, scripted: ScriptedServer, reply: Reply, error: type[Exception], requests: int
) -> None:
    scripted.reply(reply, stays=True)
    embedder = make(timeout_seconds=3, calls={"max_attempts": 3}).text("default")
    with pytest.raises(error) as raised:
        embedder.embed(["a"])
    assert KEY not in str(raised.value)
    assert len(scripted.embeddings) == requests


def test_the_first_error_ends_the_batches_that_wait(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    scripted.reply(fail(401), stays=True)
    with pytest.raises((ProviderUnusableError, CircuitOpenError), match="401"):
        make(batch_inputs=1, concurrency=2).text("default").embed(["a"] * 40)
    assert len(scripted.embeddings) < 40


def test_a_model_of_openai_without_a_key_says_which_setting(settings: Settings, engine: Engine) -> None:
    values = settings.model_dump()
    values["providers"]["embedding"] = "openai"
    embedder = Embedders(Settings.model_validate(values), lambda: engine).text("default")
    with pytest.raises(ConfigurationError, match="BIZRAG_PROVIDERS__OPENAI__API_KEY"):
        embedder.embed_query("sales")


# --- texts and images -------------------------------------------------------------------------------------------------

INPUTS = [
    "sales rose",
    (picture("red"),),
    (TextPart(text="before"), picture("blue"), TextPart(text="after")),
    (TextPart(text="after"), picture("blue"), TextPart(text="before")),
]


@pytest.mark.parametrize("preset", ["nomic", "cohere"])
def test_images_are_really_sent_between_their_texts(make: MakeEmbedders, scripted: ScriptedServer, preset: str) -> None:
    embedder = make(preset, sends_dimensions=True).multimodal("default")

    vectors = embedder.embed(INPUTS)

    assert vectors.shape == (4, 8)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert len({tuple(row) for row in vectors.tolist()}) == 4
    received = sorted(scripted.embeddings, key=lambda item: item.at)
    images = [image for item in received for image in item.images]
    sent = [part for item in INPUTS if not isinstance(item, str) for part in item if isinstance(part, ImagePart)]
    assert sorted(images) == sorted(part.data for part in sent)
    assert sorted(words for item in received for words in item.texts) == sorted(
        ["sales rose", "before", "after", "after", "before"]
    )


def test_a_conversation_is_one_input_in_the_form_of_vllm(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    embedder = make("nomic").multimodal("default")
    scripted.reply(answer([[1.0] * 8]))
    embedder.embed([INPUTS[2]])

    (received,) = scripted.embeddings
    assert received.path == "/v1/embeddings"
    assert set(received.body) == {"model", "encoding_format", "messages"}
    (message,) = received.messages
    assert message["role"] == "user"
    assert [part["type"] for part in message["content"]] == ["text", "image_url", "text"]
    assert message["content"][1]["image_url"]["url"].startswith("data:image/png;base64,")


def test_cohere_is_told_what_a_question_is_and_takes_many_inputs(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    embedder = make("cohere", batch_inputs=3).multimodal("default")
    question = embedder.embed_query("sales")
    embedder.embed(INPUTS)

    asked, *given = scripted.embeddings
    assert question.shape == (8,)
    assert asked.path == "/v1/embed"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert asked.body == {
        "model": "embed-v4.0",
        "input_type": "search_query",
        "embedding_types": ["float"],
        "truncate": "NONE",
        "output_dimension": 8,
        "inputs": [{"content": [{"type": "text", "text": "sales"}]}],
    }
    assert {item.body["input_type"] for item in given} == {"search_document"}
    assert sorted(len(item.body["inputs"]) for item in given) == [1, 3]


def test_large_images_are_scaled_and_other_formats_become_png(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (50, 20)).save(buffer, "BMP")
    bitmap = ImagePart(sha256="", data=buffer.getvalue(), mime_type="image/bmp")
    embedder = make("cohere", image_max_px=100, batch_inputs=9).multimodal("default")

    embedder.embed([(picture("red", (400, 200)),), (bitmap,), (picture("red", (100, 100)),)])

    shown = [Image.open(io.BytesIO(data)) for data in scripted.embeddings[0].images]
    assert [(image.format, image.size) for image in shown] == [
        ("PNG", (100, 50)),
        ("PNG", (50, 20)),
        ("PNG", (100, 100)),
    ]
    with pytest.raises(BadInputError, match="image"):
        embedder.embed([(ImagePart(sha256="", data=b"nothing"),)])
    with pytest.raises(ValueError, match="text or an image"):
        embedder.embed([()])


def test_texts_of_one_input_share_the_window(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    embedder = make("cohere", max_tokens=64).multimodal("default")
    embedder.embed([(TextPart(text="a" * 60), picture("red"), TextPart(text="b" * 60))])
    assert scripted.embeddings[0].texts == ["a" * 60, "b" * 2]
    assert embedder.num_truncated == 1


def test_cohere_errors_are_typed_too(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    scripted.reply(fail(429, retry_after=0))
    embedder = make("cohere").multimodal("default")
    assert embedder.embed(["a"]).shape == (1, 8)
    scripted.reply(Reply(raw=json.dumps({"embeddings": {"float": [[1.0] * 4]}}).encode()))
    with pytest.raises(ConfigurationError, match="vectors of 4 numbers, not of 8"):
        embedder.embed(["a"])
    scripted.reply(Reply(raw=json.dumps({"message": "moved"}).encode()))
    with pytest.raises(InvalidOutputError, match="another form"):
        embedder.embed(["a"])


# --- many at once -----------------------------------------------------------------------------------------------------


def test_batches_that_finish_out_of_order_keep_their_places(make: MakeEmbedders, scripted: ScriptedServer) -> None:
    delays = random.Random(3)

    def late(received: Received) -> Reply:
        return Reply(raw=json.dumps(received.embeddings()).encode(), delay_seconds=delays.random() / 20)

    scripted.reply(late, stays=True)
    texts = [f"text {number}" for number in range(40)]
    vectors = make(batch_inputs=2, concurrency=8).text("default").embed(texts)
    assert np.abs(vectors - np.stack([vector_of(item, 8) for item in texts])).max() < 1e-6


# --- settings ---------------------------------------------------------------------------------------------------------


def test_a_space_says_what_its_vectors_depend_on() -> None:
    base = {"provider": "openai", "model": "m", "dimensions": 8}
    changes: list[dict[str, Any]] = [
        {},
        {"model": "n"},
        {"dimensions": 16},
        {"precision": "float16"},
        {"passage_prefix": "passage: "},
        {"provider": "openai-multimodal"},
        {"provider": "cohere"},
        {"provider": "cohere", "image_max_px": 512},
    ]
    spaces = [embedding_space(settings_of({**base, **change})) for change in changes]
    assert len({space.name for space in spaces}) == len(changes)
    assert spaces[0].name == "openai/m/float32/8"
    # what changes no vector of a passage makes no other space
    for change in ({"query_prefix": "q"}, {"batch_inputs": 3}, {"endpoint": {"base_url": "http://elsewhere/v1"}}):
        assert embedding_space(settings_of({**base, **change})) == spaces[0]


def settings_of(entry: dict[str, Any]) -> Any:
    return Settings.model_validate({"providers": {"embeddings": {"own": entry}}}).providers.embeddings["own"]


def test_a_preset_is_changed_by_what_is_said_and_others_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIZRAG_PROVIDERS__EMBEDDINGS__OPENAI__DIMENSIONS", "256")
    monkeypatch.setenv("BIZRAG_PROVIDERS__EMBEDDINGS__SMALL__PROVIDER", "openai")
    monkeypatch.setenv("BIZRAG_PROVIDERS__EMBEDDINGS__SMALL__MODEL", "text-embedding-3-small")
    monkeypatch.setenv("BIZRAG_PROVIDERS__EMBEDDINGS__SMALL__DIMENSIONS", "512")
    found = Settings(_env_file=None).providers.embeddings
    assert {name: embedding_space(found[name]).name for name in ("openai", "small", "colpali", "cohere")} == {
        "openai": "openai/text-embedding-3-large/float32/256",
        "small": "openai/text-embedding-3-small/float32/512",
        "colpali": "colpali/vidore/colpali-v1.3-hf/bfloat16/128/1536px",
        "cohere": "cohere/embed-v4.0/float32/1536/1536px",
    }
    assert with_presets("nonsense") == "nonsense"


def test_an_embedding_that_does_not_fit_is_refused_by_name(settings: Settings, engine: Engine) -> None:
    def of(name: str, variant: str = "tcte") -> Embedders:
        values = settings.model_dump()
        values["indexes"] = {"default": {"variant": variant, "embedding": name}}
        return Embedders(Settings.model_validate(values), lambda: engine)

    with pytest.raises(ConfigurationError, match="'nothing', which the settings do not have; they have: cohere"):
        of("nothing").text("default")
    with pytest.raises(ConfigurationError, match="does not fit the variant tcmie: it reads no images"):
        of("openai", "tcmie").multimodal("default")
    with pytest.raises(ConfigurationError, match="no vector of an image"):
        of("openai").multimodal("default")
    with pytest.raises(ConfigurationError, match="one vector, not many"):
        of("local").pages("default")
    with pytest.raises(ConfigurationError, match="does not fit the variant tcte: it makes many vectors"):
        of("colpali").text("default")
    with pytest.raises(ConfigurationError, match="many vectors of a text"):
        of("colpali", "colpali").text("default")
    with pytest.raises(ConfigurationError, match="--retriever bm25"):
        of("local").text("default", space="a/space/of/yesterday")


def test_cohere_has_a_server_and_a_key_of_its_own(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    from bizrag.providers.embedders import endpoint_of

    monkeypatch.setenv("COHERE_API_KEY", "co-key")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-key")
    cohere: Any = settings.providers.embeddings["cohere"]
    server = endpoint_of(settings, cohere)
    assert (server.url, server.key and server.key.get_secret_value()) == ("https://api.cohere.com/v2", "co-key")
    elsewhere = settings_of({**cohere.model_dump(), "endpoint": {"base_url": "http://elsewhere/v2"}})
    assert endpoint_of(settings, elsewhere).key is None
