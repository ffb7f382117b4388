"""Rows of a statement as the values of a record."""

from __future__ import annotations

from typing import Any

from sqlalchemy import RowMapping


def columns(row: RowMapping) -> dict[str, Any]:
    """The values of a row by column name, as ``Record(**columns(row))`` takes them."""
    # SQLAlchemy allows columns as keys as well; a statement in a file has names
    return {str(name): value for name, value in row.items()}
