"""Tell a database that went away, or has no room left, from all else that may go wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import psycopg
from sqlalchemy.exc import InterfaceError, OperationalError

__all__ = ["FULL", "LOST", "are_of_ended_database", "ended_database"]

#: what a person is told
LOST = "the database went away during the run; run the same command to go on"
FULL = "the disk of the database is full: make room there, then run the same command to go on"
# classes of SQLSTATE: no connection; the server ends or begins
_ENDED = ("08", "57P")
_DISK_FULL = "53100"
# errors of SQLAlchemy, and those of drivers when the server had no say
_PLAIN = frozenset({"OperationalError", "InterfaceError"})


def ended_database(error: BaseException) -> str | None:
    """What to tell where the error comes of a server that is gone or full, whoever wrapped it in what; else None."""
    found = (_told(cause) for cause in _causes(error) if isinstance(cause, OperationalError | InterfaceError))
    return next((line for line in found if line is not None), None)


def are_of_ended_database(names: Sequence[str]) -> str | None:
    """The same of an error of which the names of its classes are left, from the outermost to its first cause.

    >>> are_of_ended_database(["DagsterExecutionStepExecutionError", "OperationalError", "AdminShutdown"]) == LOST
    True
    >>> are_of_ended_database(["OperationalError", "DiskFull"]) == FULL
    True
    >>> are_of_ended_database(["OperationalError"])
    """
    # both drivers name their classes after the codes
    inside = [inner for outer, inner in pairwise(names) if outer in _PLAIN]
    found = (LOST if name in _PLAIN else _told_of_code(_code(name)) for name in inside)
    return next((line for line in found if line is not None), None)


def _told(error: OperationalError | InterfaceError) -> str | None:
    # psycopg's name and psycopg2's; without a code the server had no say
    code = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "pgcode", None)
    return LOST if code is None else _told_of_code(code)


def _told_of_code(code: str) -> str | None:
    if code == _DISK_FULL:
        return FULL
    return LOST if code.startswith(_ENDED) else None


def _code(name: str) -> str:
    """SQLSTATE of a driver's class of errors; empty where it has none."""
    return getattr(getattr(psycopg.errors, name, None), "sqlstate", None) or ""


def _causes(error: BaseException) -> Iterator[BaseException]:
    found: BaseException | None = error
    while found is not None:
        yield found
        found = found.__cause__ or found.__context__
