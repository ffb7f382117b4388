"""Keys are kept as hashes, end when they should, and make no more requests than they may."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, text

from bizrag.errors import AccessDeniedError, BadInputError, NotFoundError, TooManyRequestsError
from bizrag.model.access import Principal, Role
from bizrag.store.keys import (
    add_key,
    authenticate,
    close_session,
    count_request,
    has_keys,
    list_keys,
    open_session,
    revoke_key,
)


def test_a_key_says_who_asks_and_is_kept_as_a_hash(engine: Engine) -> None:
    assert not has_keys(engine)
    secret = add_key(engine, "hr-chat", role=Role.SERVICE, collections=["hr", "docs", "hr"])
    assert secret.startswith("bizrag_")
    assert len(secret) >= 7 + 43
    with engine.begin() as conn:
        caller = authenticate(conn, secret)
        assert caller.principal == Principal("hr-chat", Role.SERVICE, ("docs", "hr"))
        stored = conn.scalar(text("SELECT CAST(to_jsonb(k) AS text) FROM api_key k"))
    assert secret not in stored
    assert secret.removeprefix("bizrag_") not in stored
    (listed,) = list_keys(engine)
    assert (listed.key_name, listed.status, listed.collections) == ("hr-chat", "valid", ("docs", "hr"))
    assert has_keys(engine)


def test_a_wrong_an_ended_and_a_revoked_key_are_refused_alike(engine: Engine) -> None:
    ended = add_key(engine, "ended", expires_at=datetime.now(UTC) - timedelta(seconds=1))
    revoked = add_key(engine, "revoked")
    revoke_key(engine, "revoked")
    said: set[str] = set()
    with engine.begin() as conn:
        for secret in (ended, revoked, "bizrag_" + "x" * 43, "", "x" * 10_000, "\0", "' OR true --"):
            with pytest.raises(AccessDeniedError) as refused:
                authenticate(conn, secret)
            said.add(str(refused.value))
    assert len(said) == 1
    assert [(key.key_name, key.status) for key in list_keys(engine)] == [("revoked", "revoked"), ("ended", "expired")]
    assert not has_keys(engine)


def test_names_are_used_once_and_said_plainly(engine: Engine) -> None:
    add_key(engine, "a")
    revoke_key(engine, "a")
    with pytest.raises(BadInputError, match="there is a key 'a' already, or was"):
        add_key(engine, "a")
    for name in ("", "a b", "-a", "x" * 65, "ü", "a\n"):
        with pytest.raises(BadInputError, match="is no name for a key"):
            add_key(engine, name)
    with pytest.raises(BadInputError, match="an owner reads all collections"):
        add_key(engine, "boss", role=Role.OWNER, collections=["hr"])
    with pytest.raises(NotFoundError, match="no valid key 'a'"):
        revoke_key(engine, "a")


def test_a_bucket_holds_a_minutes_requests_and_refills(engine: Engine) -> None:
    secret = add_key(engine, "often", requests_per_minute=3)
    with engine.begin() as conn:
        caller = authenticate(conn, secret)
    for _ in range(3):
        with engine.begin() as conn:
            count_request(conn, caller, default_per_minute=1)
    for _ in range(2):  # being refused costs nothing
        with engine.begin() as conn, pytest.raises(TooManyRequestsError, match="3 requests a minute") as refused:
            count_request(conn, caller, default_per_minute=None)
        assert 18 < refused.value.retry_after_seconds <= 20
    with engine.begin() as conn:
        conn.execute(text("UPDATE api_key_rate SET updated_at = updated_at - interval '21 seconds'"))
    with engine.begin() as conn:
        count_request(conn, caller, default_per_minute=None)
    with engine.begin() as conn, pytest.raises(TooManyRequestsError):
        count_request(conn, caller, default_per_minute=None)
    with engine.begin() as conn:
        conn.execute(text("UPDATE api_key_rate SET updated_at = updated_at - interval '1 day'"))
    with engine.begin() as conn:
        count_request(conn, caller, default_per_minute=None)
        assert conn.scalar(text("SELECT requests_left FROM api_key_rate")) == pytest.approx(2)


def test_several_processes_share_a_bucket(engine: Engine) -> None:
    """Connections of their own stand for processes: nothing of the count is in memory."""
    secret = add_key(engine, "often", requests_per_minute=10)
    with engine.begin() as conn:
        caller = authenticate(conn, secret)
    passed: list[bool] = []

    def ask() -> None:
        for _ in range(10):
            try:
                with engine.begin() as conn:
                    count_request(conn, caller, default_per_minute=None)
                passed.append(True)
            except TooManyRequestsError:
                passed.append(False)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(passed) == 40
    assert sum(passed) in (10, 11)  # a slow machine may see one refilled


def test_a_key_without_a_limit_is_not_counted(engine: Engine) -> None:
    secret = add_key(engine, "free")
    with engine.begin() as conn:
        count_request(conn, authenticate(conn, secret), default_per_minute=None)
        assert conn.scalar(text("SELECT count(*) FROM api_key_rate")) == 0


def test_a_session_stands_for_its_key_and_ends_with_it(engine: Engine) -> None:
    secret = add_key(engine, "hr", collections=["hr"])
    with engine.begin() as conn:
        caller = authenticate(conn, secret)
        value, other = open_session(conn, caller, seconds=60), open_session(conn, caller, seconds=60)
        assert authenticate(conn, value, is_session=True) == caller
        for wrong, is_session in ((value, False), (secret + "x", True)):
            with pytest.raises(AccessDeniedError):
                authenticate(conn, wrong, is_session=is_session)
        assert value not in str(conn.execute(text("SELECT * FROM web_session")).all())
        close_session(conn, other)
        with pytest.raises(AccessDeniedError):
            authenticate(conn, other, is_session=True)
    revoke_key(engine, "hr")
    with engine.begin() as conn, pytest.raises(AccessDeniedError):
        authenticate(conn, value, is_session=True)


def test_a_session_ends_in_time(engine: Engine) -> None:
    with engine.begin() as conn:
        caller = authenticate(conn, add_key(engine, "hr"))
        value = open_session(conn, caller, seconds=60)
        conn.execute(text("UPDATE web_session SET expires_at = now() - interval '1 second'"))
        with pytest.raises(AccessDeniedError):
            authenticate(conn, value, is_session=True)
        open_session(conn, caller, seconds=60)
        assert conn.scalar(text("SELECT count(*) FROM web_session")) == 1  # the ended one went
