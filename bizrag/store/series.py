"""Documents that differ in their period only, by the names of their files: quarterly reports, minutes, price lists."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from bizrag.model.periods import period_of, series_of
from sql import statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """A document of a series."""

    document_id: str
    source_uri: str


def series_around(conn: Connection, *, index_no: int, document_id: str, source_uri: str) -> list[Dated]:
    """The documents of an index, of the collection of one of them, that are of its series, it among them; the earliest
    first. Nothing where its name says no period.
    """
    series = series_of(source_uri)
    if not series:
        return []
    folder, *words, _ = series
    rows = conn.execute(
        statement("select_dated_documents"),
        {
            "index_no": index_no,
            "document_id": document_id,
            "folder": f"{folder}/" if folder else "",
            "word": max(words, key=len, default=""),
        },
    )
    found = [Dated(document_id=str(row.document_id), source_uri=row.source_uri) for row in rows]
    return sorted(
        (one for one in found if series_of(one.source_uri) == series), key=lambda one: period_of(one.source_uri)
    )


def dated_beside(conn: Connection, *, index_no: int, document_id: str, word: str) -> list[Dated]:
    """The documents of an index, of the collection of one of them, whose path holds a word; the earliest first."""
    binds = {"index_no": index_no, "document_id": document_id, "folder": "", "word": word}
    rows = conn.execute(statement("select_dated_documents"), binds)
    found = [Dated(document_id=str(row.document_id), source_uri=row.source_uri) for row in rows]
    return sorted(found, key=lambda one: (period_of(one.source_uri), one.source_uri))
