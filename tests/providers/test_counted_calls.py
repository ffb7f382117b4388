"""What calls leave behind: spend by day and model, replies that go with their documents, no key."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy import Engine

from bizrag.providers.chat import ChatModel
from bizrag.settings import Settings
from bizrag.store.blobs import BlobStore
from bizrag.store.forget import delete_unused, forget_documents
from tests.providers.call_lab import PRICED, asked, documents, model, rows, spend
from tests.scripted_server import KEY, ScriptedServer, fail, say


def test_spend_is_counted_by_day_job_server_and_model(
    chat: ChatModel, settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    scripted.reply(say("yes", usage=(1_000_000, 250_000, 1000)), model=PRICED, stays=True)
    scripted.reply(say("yes", usage=(7, 0, 1)), model="unknown", stays=True)
    scripted.reply(say("yes", usage=None), model="silent", stays=True)
    for content in "ab":
        chat.complete(asked(content))
    model(settings, scripted, engine, job={"model": "unknown"}).complete(asked())
    assert model(settings, scripted, engine, job={"model": "silent"}).complete(asked()).cost_usd is None
    found = rows(
        engine,
        "SELECT job, endpoint, model, num_calls, num_unpriced, input_tokens, cached_tokens, output_tokens, cost_usd, "
        "day = CAST(now() AT TIME ZONE 'UTC' AS date) FROM model_spend ORDER BY model",
    )
    # twice 750,000 * 0.40 + 250,000 * 0.10 + 1,000 * 1.60 USD per million
    assert [(*row[:8], float(row[8]), row[9]) for row in found] == [
        ("table", scripted.url, PRICED, 2, 0, 2_000_000, 500_000, 2000, pytest.approx(0.6532), True),
        ("table", scripted.url, "silent", 1, 1, 0, 0, 0, 0.0, True),
        ("table", scripted.url, "unknown", 1, 1, 7, 0, 1, 0.0, True),
    ]


def test_replies_go_with_their_documents_and_spend_stays(
    chat: ChatModel, scripted: ScriptedServer, engine: Engine, settings: Settings
) -> None:
    scripted.reply(say("yes"), stays=True)
    one, two = documents(engine, "one.pdf", "two.pdf")
    chat.complete(asked("of one"), documents=[one])
    # the same table in two documents
    chat.complete(asked("of either"), documents=[one])
    chat.complete(asked("of either"), documents=[two])
    # made from both, as a rerank is
    chat.complete(asked("of both"), documents=[one, two])
    chat.complete(asked("of none"))
    before = len(scripted.chats)
    assert before == 4
    forget_documents(engine, [one])
    assert delete_unused(engine, BlobStore(settings.blobs))["model_calls"] == 2
    kept = [chat.complete(asked(content)).is_cached for content in ("of either", "of none", "of one", "of both")]
    assert kept == [True, True, False, False]
    forget_documents(engine, [two])
    assert delete_unused(engine, BlobStore(settings.blobs))["model_calls"] == 1
    assert spend(engine)[0] == len(scripted.chats) == 6


def test_a_document_that_is_gone_does_not_fail_its_call(chat: ChatModel, scripted: ScriptedServer) -> None:
    scripted.reply(say("yes"))
    assert chat.complete(asked(), documents=[12345]).text == "yes"


def test_the_key_is_in_no_log_and_no_row(
    chat: ChatModel, scripted: ScriptedServer, engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    scripted.reply(fail(500, f"upstream said {KEY}"))
    scripted.reply(say("yes"))
    with caplog.at_level(logging.DEBUG):
        chat.complete(asked())
    stored = [str(row) for table in ("model_call", "model_spend") for row in rows(engine, f"SELECT * FROM {table}")]
    assert len(stored) == 2
    assert [shown for shown in [*stored, caplog.text, repr(chat), str(vars(chat))] if KEY in shown] == []
