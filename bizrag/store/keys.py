"""API keys: made, listed, taken back, and turned into a principal; how many requests each may make.

A key is 256 random bits after ``bizrag_``; the database keeps its SHA-256 and the key is shown once. Random bits cannot
be guessed from their hash, so that a slow hash would only make every request slower.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, Engine

from bizrag.errors import AccessDeniedError, BadInputError, NotFoundError, TooManyRequestsError
from bizrag.model.access import Principal, Role
from bizrag.model.hashing import sha256_text
from sql import statement

PREFIX: Final = "bizrag_"
#: longer ones are not looked at
_MAX_CHARS = 200
# the same for a wrong, an ended and a revoked key: which it is, only its holder may know
_REFUSED = "this key does not count: it is wrong, has ended or was taken back; ask who runs this service for another"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key without its secret. ``collections`` None: all; ``requests_per_minute`` None: as the settings say."""

    key_name: str
    role: Role
    collections: tuple[str, ...] | None
    requests_per_minute: int | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    # valid, expired or revoked
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who showed a valid key."""

    key_no: int
    principal: Principal
    requests_per_minute: int | None


def add_key(
    engine: Engine,
    name: str,
    *,
    role: Role = Role.READER,
    collections: Sequence[str] | None = None,
    expires_at: datetime | None = None,
    requests_per_minute: int | None = None,
) -> str:
    """Make a key and return it: it cannot be shown again. ``collections`` None means all, also those to come.

    Raises BadInputError where the name is taken or not one, or an owner is narrowed.
    """
    if role is Role.OWNER and collections is not None:
        raise BadInputError("an owner reads all collections: leave --collection out, or take the role reader")
    if not _is_name(name):
        raise BadInputError(f"{name!r} is no name for a key: up to 64 letters, digits and . _ @ -")
    secret = PREFIX + secrets.token_urlsafe(32)
    parameters = {
        "key_name": name,
        "secret_sha256": sha256_text(secret),
        "role": role.value,
        "collections": None if collections is None else sorted(set(collections)),
        "requests_per_minute": requests_per_minute,
        "expires_at": expires_at,
    }
    with engine.begin() as conn:
        if conn.execute(statement("insert_api_key"), parameters).scalar() is None:
            raise BadInputError(f"there is a key {name!r} already, or was: names are not used again; take another one")
    return secret


def list_keys(engine: Engine) -> list[ApiKey]:
    """All keys, also those that ended."""
    with engine.begin() as conn:
        rows = conn.execute(statement("select_api_keys")).mappings().all()
    return [
        ApiKey(
            key_name=row["key_name"],
            role=Role(row["role"]),
            collections=None if row["collections"] is None else tuple(row["collections"]),
            requests_per_minute=row["requests_per_minute"],
            created_at=row["created_at"],
            expires_at=row["expires_at"],
            revoked_at=row["revoked_at"],
            status=row["status"],
        )
        for row in rows
    ]


def revoke_key(engine: Engine, name: str) -> None:
    """Take a key back at once, with the sessions that stand for it; raises NotFoundError where there is none."""
    with engine.begin() as conn:
        if conn.execute(statement("revoke_api_key"), {"key_name": name}).scalar() is None:
            raise NotFoundError(f"there is no valid key {name!r}: 'bizrag keys list' shows which there are")


def has_keys(engine: Engine) -> bool:
    """Whether a key counts now."""
    with engine.begin() as conn:
        return bool(conn.execute(statement("select_has_api_key")).scalar_one())


def had_keys(engine: Engine) -> bool:
    """Whether a key was ever made: one that ended must not open what it closed."""
    with engine.begin() as conn:
        return bool(conn.execute(statement("select_had_api_key")).scalar_one())


def authenticate(conn: Connection, secret: str, *, is_session: bool = False) -> Caller:
    """Who shows this key, or the value of a session of the web page. Raises AccessDeniedError where it does not count.

    Asked for every request and kept nowhere: a key that is taken back ends with the next request.
    """
    if len(secret) > _MAX_CHARS or "\0" in secret:
        raise AccessDeniedError(_REFUSED)
    parameters = {"sha256": sha256_text(secret), "is_session": is_session}
    row = conn.execute(statement("select_api_key"), parameters).mappings().first()
    if row is None:
        raise AccessDeniedError(_REFUSED)
    collections = None if row["collections"] is None else tuple(row["collections"])
    return Caller(
        key_no=row["key_no"],
        principal=Principal(row["key_name"], Role(row["role"]), collections),
        requests_per_minute=row["requests_per_minute"],
    )


def count_request(conn: Connection, caller: Caller, *, default_per_minute: int | None) -> None:
    """Take one of the requests that a key may make; raises TooManyRequestsError where none is left.

    The bucket is a row that all processes share. It holds as many requests as a minute allows and refills evenly.
    """
    per_minute = caller.requests_per_minute or default_per_minute
    if per_minute is None:
        return
    parameters = {"key_no": caller.key_no, "per_minute": per_minute}
    if conn.execute(statement("take_api_request"), parameters).first() is None:
        wait = float(conn.execute(statement("select_api_wait"), parameters).scalar_one())
        # whole seconds, and never none: who comes back as it says must be let in
        seconds = max(math.ceil(wait), 1)
        requests = "request" if per_minute == 1 else "requests"
        raise TooManyRequestsError(
            f"key {caller.principal.name!r} may make {per_minute} {requests} a minute: come again in {seconds} s",
            retry_after_seconds=seconds,
        )


def open_session(conn: Connection, caller: Caller, *, seconds: int) -> str:
    """A random value that stands for a key in a browser; the database keeps its hash."""
    value = secrets.token_urlsafe(32)
    parameters = {"sha256": sha256_text(value), "key_no": caller.key_no, "seconds": seconds}
    conn.execute(statement("insert_web_session"), parameters)
    return value


def close_session(conn: Connection, value: str) -> None:
    """End a session; nothing happens where there is none."""
    conn.execute(statement("delete_web_session"), {"sha256": sha256_text(value)})


def _is_name(name: str) -> bool:
    return (
        0 < len(name) <= 64 and name.isascii() and name[0].isalnum() and all(c.isalnum() or c in "._@-" for c in name)
    )
