"""Tell a database that went away from all else that may go wrong with it."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.exc import InterfaceError, OperationalError

__all__ = ["is_lost_database"]

# classes of SQLSTATE: no connection; the server ends or begins
_ENDED = ("08", "57P")


def is_lost_database(error: BaseException) -> bool:
    """Whether the error comes of a server that is gone, whoever wrapped it in what."""
    return any(isinstance(cause, OperationalError | InterfaceError) and _is_lost(cause) for cause in _causes(error))


def _is_lost(error: OperationalError | InterfaceError) -> bool:
    # psycopg's name and psycopg2's; without a code the server had no say
    code = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "pgcode", None)
    return code is None or code.startswith(_ENDED)


def _causes(error: BaseException) -> Iterator[BaseException]:
    found: BaseException | None = error
    while found is not None:
        yield found
        found = found.__cause__ or found.__context__
