"""SQL as files.

``queries/`` hold one statement each; ``functions/``, ``views/`` and ``comments/`` are idempotent; ``migrations/`` are
frozen. ``schema.sql`` is what all of them make, to read: it is generated and never run.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sqlalchemy import TextClause, text

__all__ = ["folder", "query", "statement"]


@cache
def query(name: str) -> str:
    """The statement in ``queries/<name>.sql``.

    Raises FileNotFoundError when there is none.
    """
    return (files(__name__) / "queries" / f"{name}.sql").read_text(encoding="utf-8")


# Finding the parameters in a text takes a tenth of a millisecond, and an answer runs twenty statements.
@cache
def statement(name: str) -> TextClause:
    """The same, ready to run. Raises as ``query``."""
    return text(query(name))


def folder(name: str) -> list[tuple[str, str]]:
    """``(file name, text)`` of every ``.sql`` file in a folder of this package, sorted by name."""
    entries = [entry for entry in (files(__name__) / name).iterdir() if entry.name.endswith(".sql")]
    return sorted((entry.name, entry.read_text(encoding="utf-8")) for entry in entries)
