"""What tests of calls share: a chat model over the scripted server and a real database, and what is left there."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, text

from bizrag.providers.chat import ChatModel, ChatReply, ChatRequest, Job, Message, TextPart
from bizrag.providers.factory import chat_model
from bizrag.settings import Settings
from tests.scripted_server import ScriptedServer
from tests.store.conftest import Library

PRICED = "gpt-4.1-mini-2025-04-14"


def model(settings: Settings, scripted: ScriptedServer, engine: Engine, **changed: Any) -> ChatModel:
    """The chat model of descriptions of tables; ``changed``: calls, openai (server), job."""
    values = scripted.configure(settings, table=changed.get("job", {})).model_dump()
    for group in ("calls", "openai"):
        values["providers"][group] |= changed.get(group, {})
    made = chat_model(Settings.model_validate(values), Job.TABLE, engine)
    assert made is not None
    return made


def asked(content: str = "Describe.", **request: Any) -> ChatRequest:
    return ChatRequest(messages=(Message(role="user", parts=(TextPart(text=content),)),), **request)


def rows(engine: Engine, statement: str) -> list[Any]:
    with engine.connect() as conn:
        return list(conn.execute(text(statement)))


def spend(engine: Engine) -> tuple[int, int, int]:
    """Calls answered, tries failed, calls without a price."""
    found = rows(
        engine,
        "SELECT coalesce(sum(num_calls), 0), coalesce(sum(num_failed), 0), coalesce(sum(num_unpriced), 0) "
        "FROM model_spend",
    )
    calls, failed, unpriced = map(int, found[0])
    return calls, failed, unpriced


def read(stream: Any) -> tuple[list[str], ChatReply]:
    pieces: list[str] = []
    while True:
        try:
            pieces.append(next(stream))
        except StopIteration as end:
            return pieces, end.value


def documents(engine: Engine, *names: str) -> list[int]:
    with engine.begin() as conn:
        return [Library(conn).document(name).document_no for name in names]
