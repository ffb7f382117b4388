"""Count what an index holds and what is wrong in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, text

from sql import query


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckCount:
    """What a check of the corpus counted."""

    check_name: str
    # None where it concerns all indexes
    index_name: str | None
    num_checked: int
    num_found: int
    # up to five, in one line each
    examples: list[str]


def check_corpus(conn: Connection, checks: Sequence[str]) -> list[CheckCount]:
    """The counts of some checks of the view trouble, by index."""
    rows = conn.execute(text(query("check_corpus")), {"checks": list(checks)}).mappings()
    return [CheckCount(**row) for row in rows]


def count_corpus(conn: Connection, index_no: int) -> dict[str, int]:
    """The size of an index and of what is behind it, by name."""
    row = conn.execute(text(query("select_corpus_numbers")), {"index_no": index_no}).mappings().one()
    return {name: int(number) for name, number in row.items()}
