"""What a person is told who names something that is not there yet, where that is no error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from orchestration.cli.output import warn

if TYPE_CHECKING:
    from sqlalchemy import Engine


def warn_of_new_collections(engine: Engine, named: Sequence[str] | None) -> None:
    """A line about collections that hold no document: misspelt, or made by a later ingestion."""
    if not named:
        return
    # loads SQLAlchemy, which a page of help does without
    from sql import statement

    with engine.connect() as conn:
        known = [str(name) for name in conn.scalars(statement("select_collections"))]
    new = [name for name in dict.fromkeys(named) if name not in known]
    if new:
        there_is = ", ".join(known) or "none yet"
        warn(f"no document is in {', '.join(new)} yet; the collections there are: {there_is}")
