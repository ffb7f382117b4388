"""Tell a database that went away from all else that may go wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import psycopg
from sqlalchemy.exc import InterfaceError, OperationalError

__all__ = ["LOST", "are_of_lost_database", "is_lost_database"]

#: what a person is told
LOST = "the database went away during the run; run the same command to go on"
# classes of SQLSTATE: no connection; the server ends or begins
_ENDED = ("08", "57P")
# errors of SQLAlchemy, and those of drivers when the server had no say
_PLAIN = frozenset({"OperationalError", "InterfaceError"})


def is_lost_database(error: BaseException) -> bool:
    """Whether the error comes of a server that is gone, whoever wrapped it in what."""
    return any(isinstance(cause, OperationalError | InterfaceError) and _is_lost(cause) for cause in _causes(error))


def are_of_lost_database(names: Sequence[str]) -> bool:
    """The same of an error of which the names of its classes are left, from the outermost to its first cause.

    >>> are_of_lost_database(["DagsterExecutionStepExecutionError", "OperationalError", "AdminShutdown"])
    True
    >>> are_of_lost_database(["OperationalError", "DiskFull"]), are_of_lost_database(["OperationalError"])
    (False, False)
    """
    # both drivers name their classes after the codes
    return any(outer in _PLAIN and (inner in _PLAIN or _has_ended(inner)) for outer, inner in pairwise(names))


def _has_ended(name: str) -> bool:
    code = getattr(getattr(psycopg.errors, name, None), "sqlstate", None)
    return code is not None and code.startswith(_ENDED)


def _is_lost(error: OperationalError | InterfaceError) -> bool:
    # psycopg's name and psycopg2's; without a code the server had no say
    code = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "pgcode", None)
    return code is None or code.startswith(_ENDED)


def _causes(error: BaseException) -> Iterator[BaseException]:
    found: BaseException | None = error
    while found is not None:
        yield found
        found = found.__cause__ or found.__context__
