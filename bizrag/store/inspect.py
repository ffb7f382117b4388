"""Count what an index holds and what is wrong in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from bizrag.store.rows import columns
from sql import statement


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
    rows = conn.execute(statement("check_corpus"), {"checks": list(checks)}).mappings()
    return [CheckCount(**columns(row)) for row in rows]


def index_digest(conn: Connection, index_no: int) -> str:
    """A hash that changes when anything does that the index answers with."""
    return str(conn.execute(statement("select_index_state"), {"index_no": index_no}).scalar_one())


def chunks_on_pages(conn: Connection, index_no: int, pages: Iterable[tuple[str, int]]) -> list[int]:
    """The numbers of the live chunks that stand on pages, (document id, page number)."""
    wanted = sorted(pages)
    binds = {
        "index_no": index_no,
        "document_ids": [document_id for document_id, _ in wanted],
        "page_nos": [page_no for _, page_no in wanted],
    }
    return [int(number) for number in conn.execute(statement("select_chunks_on_pages"), binds).scalars()]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageCost:
    """What the last runs of a stage took for the documents with pages that an index answers from."""

    stage: str
    num_documents: int
    num_pages: int
    seconds: float
    # what was called and how often: {"parse": 3}
    calls: dict[str, int]


def page_costs(conn: Connection, index_no: int) -> list[StageCost]:
    """What making an index took, by stage; stages that indexes share are in every index."""
    rows = conn.execute(statement("select_page_costs"), {"index_no": index_no}).mappings()
    return [StageCost(**columns(row)) for row in rows]


def count_corpus(conn: Connection, index_no: int) -> dict[str, int]:
    """The size of an index and of what is behind it, by name."""
    row = conn.execute(statement("select_corpus_numbers"), {"index_no": index_no}).mappings().one()
    return {name: int(number) for name, number in columns(row).items()}
