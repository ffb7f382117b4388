"""Which documents an index answers from, and which of them a person means by a name."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from sqlalchemy import Connection, RowMapping, text

from bizrag.errors import NotFoundError
from bizrag.evaluation.gold import IndexedDocument
from bizrag.store.indexes import get_index
from sql import query

#: names that an error message offers
NUM_OFFERED = 5


def list_documents(conn: Connection, *, index: str, collection: str | None) -> list[IndexedDocument]:
    """The documents that an index answers from, by collection and path.

    Raises NotFoundError for an unknown index and for a collection that the index does not hold.
    """
    index_no = get_index(conn, index).index_no
    check_collection(conn, index_no=index_no, collection=collection)
    return [_document(row) for row in _rows(conn, "select_live_documents", index_no=index_no, collection=collection)]


def check_collection(conn: Connection, *, index_no: int, collection: str | None) -> None:
    """Raises NotFoundError for a collection that the index does not hold, naming those it does."""
    if collection is None:
        return
    known = [str(row["collection"]) for row in _rows(conn, "select_live_collections", index_no=index_no)]
    if collection not in known:
        raise NotFoundError(f"no collection {collection!r} in this index; it holds {offered(known) or 'none yet'}")


def resolve_document(conn: Connection, name: str, *, index: str, collection: str | None) -> IndexedDocument:
    """The one document that a name means: its path below the source root, its file name, or a part only it has.

    The closest kind of match counts: a document named exactly so wins over those that contain the name. Raises
    NotFoundError when none or several match: with what failed where it is there and does not answer, else with near
    names.
    """
    index_no = get_index(conn, index).index_no
    check_collection(conn, index_no=index_no, collection=collection)
    found = _rows(conn, "select_live_documents_by_name", index_no=index_no, collection=collection, name=name)
    closest = [row for row in found if row["closeness"] == found[0]["closeness"]]
    if len(closest) == 1:
        return _document(closest[0])
    if closest:
        names = offered([f"{row['source_uri']} ({row['collection']})" for row in closest])
        are_alike = len({row["source_uri"] for row in closest}) == 1
        tells = "the collection too" if are_alike else "the path, or the collection too"
        raise NotFoundError(f"{name!r} matches several documents: {names}; give {tells}")
    if silent := _rows(conn, "select_silent_document_by_name", index_no=index_no, collection=collection, name=name):
        raise NotFoundError(why_silent(silent[0], index))
    rows = _rows(conn, "select_live_documents", index_no=index_no, collection=collection)
    there_are = list(dict.fromkeys(str(row["source_uri"]) for row in rows))
    near = _near(name, there_are)
    hint = f"did you mean {offered(near)}?" if near else f"it holds {offered(there_are) or 'none yet'}"
    raise NotFoundError(f"no document {name!r} in index {index!r}; {hint}")


def why_silent(row: RowMapping, index: str) -> str:
    """Why an index does not answer from a document that is there."""
    which = f"{row['source_uri']!r} of collection {row['collection']!r} does not answer in index {index!r}"
    if row["failed_stage"] is None:
        return f"{which}: it is not ingested into it yet"
    return f"{which}: ingesting it failed at {row['failed_stage']} ({row['error']})"


def _near(name: str, source_uris: Sequence[str]) -> list[str]:
    """Paths whose file name is spelled like the name."""
    by_name: dict[str, str] = {}
    for source_uri in source_uris:
        by_name.setdefault(source_uri.rsplit("/", 1)[-1].casefold(), source_uri)
    matches = get_close_matches(name.rsplit("/", 1)[-1].casefold(), by_name, n=NUM_OFFERED, cutoff=0.5)
    return [by_name[match] for match in matches]


def offered(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = f" and {len(names) - NUM_OFFERED} more" if len(names) > NUM_OFFERED else ""
    return ", ".join(names[:NUM_OFFERED]) + more


def _rows(conn: Connection, statement: str, /, **values: Any) -> Sequence[RowMapping]:
    return conn.execute(text(query(statement)), values).mappings().all()


def _document(row: RowMapping) -> IndexedDocument:
    return IndexedDocument(
        document_id=row["document_id"],
        source_uri=row["source_uri"],
        num_pages=row["num_pages"] or None,
        layout=row.get("layout"),
    )
