"""What the holder of the key in the settings may do on the command line; without a key everything.

Who runs these commands holds the address of the database: a key keeps a program to what it was made for, logins of the
database (``bizrag sql --reader``) keep out those who must not get further.
"""

from __future__ import annotations

from bizrag.errors import AccessDeniedError
from bizrag.model.access import Principal, Role
from bizrag.settings import Settings


def check_owner(settings: Settings, command: str) -> None:
    """Raises AccessDeniedError where the settings hold the key of anybody but an owner."""
    if (holder := _holder(settings)) is not None and holder.is_restricted:
        raise AccessDeniedError(
            f"'bizrag {command}' reads and writes for all: the key {holder.name!r} in BIZRAG_ACCESS__KEY has the role "
            f"{holder.role}; take a key of the role owner, or unset it"
        )


def check_ingestion(settings: Settings, command: str, collection: str | None) -> None:
    """Raises AccessDeniedError where the settings hold a key that may not write documents of a collection (None: of
    all): owners may, keys of the role ingest in their collections.
    """
    holder = _holder(settings)
    if holder is None or not holder.is_restricted:
        return
    if holder.role is not Role.INGEST:
        raise AccessDeniedError(
            f"'bizrag {command}' changes documents: the key {holder.name!r} in BIZRAG_ACCESS__KEY has the role "
            f"{holder.role}; take a key of the role ingest or owner, or unset it"
        )
    if holder.collections is not None and collection not in holder.collections:
        theirs = ", ".join(holder.collections) or "none"
        raise AccessDeniedError(
            f"the key {holder.name!r} in BIZRAG_ACCESS__KEY changes documents of {theirs} only: name a collection of "
            "it with --collection"
        )


def _holder(settings: Settings) -> Principal | None:
    if settings.access.key is None:
        return None
    from query.opened import OpenParts

    with OpenParts.for_holder(settings) as parts:
        return parts.principal
