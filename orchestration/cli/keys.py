"""Keys: who may ask over HTTP and MCP, and which collections each may read."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table

from bizrag.errors import BadInputError
from bizrag.model.access import Role
from bizrag.settings import Settings
from orchestration.cli.known import warn_of_new_collections
from orchestration.cli.output import err, out, print_json, print_table
from orchestration.cli.rights import check_owner

if TYPE_CHECKING:
    from bizrag.store.keys import ApiKey

AsJson = Annotated[bool, typer.Option("--json", help="print one JSON document")]

keys = typer.Typer(help="Make, list and take back keys of the HTTP service.", no_args_is_help=True)


@keys.command()
def add(
    name: Annotated[str, typer.Argument(help="who will hold it; lists and the log of questions say so")],
    role: Annotated[
        Role, typer.Option("--role", help="reader, service (asks for others), ingest (also brings documents) or owner")
    ] = Role.READER,
    collection: Annotated[
        list[str] | None,
        typer.Option("--collection", help="what it may read; may be repeated; default: all"),
    ] = None,
    expires: Annotated[
        str | None, typer.Option("--expires", help="its last day, in UTC (2026-12-31), or in how many days (90d)")
    ] = None,
    per_minute: Annotated[
        int | None, typer.Option("--per-minute", min=1, help="requests in a minute; default: as the settings say")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a key. It is shown this once: the database keeps its hash only."""
    from bizrag.store.access import ensure_service
    from bizrag.store.engine import open_engine
    from bizrag.store.keys import add_key

    expires_at = _expiry(expires, now=datetime.now(UTC))
    check_owner(settings := Settings(), "keys add")
    engine = open_engine(settings)
    try:
        warn_of_new_collections(engine, collection)
        ensure_service(engine)
        secret = add_key(
            engine,
            name,
            role=role,
            collections=collection or None,
            expires_at=expires_at,
            requests_per_minute=per_minute,
        )
    finally:
        engine.dispose()
    if as_json:
        print_json({"name": name, "key": secret, "role": role.value, "collections": collection or None})
        return
    out.print(secret, soft_wrap=True, markup=False, highlight=False)
    err.print(f"key of {escape(name)}: keep it now, it is not shown again")


@keys.command(name="list")
def list_(as_json: AsJson = False) -> None:
    """All keys, also those that ended; never the keys themselves."""
    from bizrag.store.engine import open_engine
    from bizrag.store.keys import list_keys

    check_owner(settings := Settings(), "keys list")
    engine = open_engine(settings)
    try:
        found = list_keys(engine)
    finally:
        engine.dispose()
    if as_json:
        print_json([_to_json(key) for key in found])
    elif found:
        _print(found)
    else:
        out.print("no keys: 'bizrag keys add NAME' makes one")


@keys.command()
def revoke(name: Annotated[str, typer.Argument(help="whose key")], as_json: AsJson = False) -> None:
    """Take a key back: it ends with the next request, and so do the browsers that logged in with it."""
    from bizrag.store.engine import open_engine
    from bizrag.store.keys import revoke_key

    check_owner(settings := Settings(), "keys revoke")
    engine = open_engine(settings)
    try:
        revoke_key(engine, name)
    finally:
        engine.dispose()
    if as_json:
        print_json({"name": name, "revoked": True})
    else:
        out.print(f"key of {escape(name)} taken back")


def _expiry(said: str | None, *, now: datetime) -> datetime | None:
    """When a key ends: after its last day, or so many days from now.

    >>> _expiry("90d", now=datetime(2026, 1, 1, tzinfo=UTC)).isoformat()
    '2026-04-01T00:00:00+00:00'
    >>> _expiry("2026-12-31", now=datetime(2026, 1, 1, tzinfo=UTC)).isoformat()
    '2027-01-01T00:00:00+00:00'
    """
    if said is None:
        return None
    try:
        if said.endswith("d"):
            ends = now + timedelta(days=int(said[:-1]))
        else:
            ends = datetime.combine(date.fromisoformat(said) + timedelta(days=1), datetime.min.time(), UTC)
    except (ValueError, OverflowError) as error:
        raise BadInputError(f"--expires {said}: give a day (2026-12-31) or a number of days (90d)") from error
    if ends <= now:
        raise BadInputError(f"--expires {said} is over: give a day to come")
    return ends


def _to_json(key: ApiKey) -> dict[str, object]:
    return {
        "name": key.key_name,
        "role": key.role.value,
        "collections": None if key.collections is None else list(key.collections),
        "requests_per_minute": key.requests_per_minute,
        "created_at": key.created_at.isoformat(),
        "expires_at": key.expires_at and key.expires_at.isoformat(),
        "revoked_at": key.revoked_at and key.revoked_at.isoformat(),
        "status": key.status,
    }


def _print(found: list[ApiKey]) -> None:
    table = Table("name", "role", "collections", "per minute", "made", "ends", "status")
    for key in found:
        table.add_row(
            escape(key.key_name),
            key.role.value,
            "all" if key.collections is None else escape(", ".join(key.collections)),
            str(key.requests_per_minute or ""),
            f"{key.created_at:%Y-%m-%d}",
            "never" if key.expires_at is None else f"{key.expires_at:%Y-%m-%d %H:%M}",
            key.status,
        )
    print_table(table)


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.add_typer(keys, name="keys")
