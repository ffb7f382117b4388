"""A database with two collections in one index, one of which a caller must not see, and one hidden index."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, text

from bizrag.model.documents import SourceFile
from bizrag.model.hashing import sha256_text
from bizrag.model.parses import Block, BlockKind, Parse
from bizrag.store import catalog
from bizrag.store.indexes import IndexSpec, ensure_index, set_alias
from tests.query.conftest import REVENUE, parsed
from tests.store.make_state import DIMENSIONS, SPACE, add, fill

#: stands in everything that comes from the hidden collection, and nowhere else
MARK = "zugzwang"
HIDDEN = f"{MARK}-board"


def fill_two(conn: Connection) -> None:
    """The documents of ``make_state.fill`` in the collection docs; one more, hidden, with a word of its own."""
    fill(conn)
    index = ensure_index(conn, _spec("default"))
    add(conn, index, f"{MARK} minutes.pdf", f"Minutes of {MARK}", _minutes(), collection=HIDDEN)
    closed = ensure_index(conn, _spec(f"{MARK}_only"))
    set_alias(conn, f"{MARK}_alias", closed.index_name)
    add(conn, closed, f"{MARK} plan.txt", f"Plan {MARK}", _plan(), collection=HIDDEN)
    gone = SourceFile(
        collection=HIDDEN, source_root="memory://", source_uri=f"{MARK}.doc", size_bytes=1, modified_at=None
    )
    catalog.upsert_documents(conn, [(gone, f"{HIDDEN}/{MARK}.doc")])
    _other_rows(conn)
    conn.execute(text("SELECT create_service()"))


def _spec(name: str) -> IndexSpec:
    return IndexSpec(
        index_name=name, variant="tcte", chunk_params={"max_tokens": 64}, space=SPACE, dimensions=DIMENSIONS
    )


def _block(ordinal: int, kind: BlockKind, words: str) -> Block:
    return Block(ordinal=ordinal, kind=kind, text=words, page_no=1, level=1 if kind is BlockKind.HEADING else None)


def _minutes() -> Parse:
    blocks = (
        _block(0, BlockKind.HEADING, f"The {MARK} takeover"),
        _block(1, BlockKind.TEXT, f"The board approved {MARK}: net sales of the target were 9,999 in 2025."),
        _block(2, BlockKind.TABLE, "<<table_1>>"),
    )
    table = replace(REVENUE, caption=f"{MARK} figures", markdown=f"| {MARK} |", page_no=1, bbox=None)
    made = parsed(f"{MARK} minutes", blocks, 1)
    pages = (replace(made.pages[0], image_sha256=sha256_text(MARK)),)
    return replace(made, tables=(table,), pages=pages)


def _plan() -> Parse:
    return parsed(f"{MARK} plan", (_block(0, BlockKind.TEXT, f"The plan is called {MARK}."),), 1)


def _other_rows(conn: Connection) -> None:
    """What commands and models leave behind."""
    for statement in (
        "INSERT INTO forgotten_document (document_id, collection, source_uri) VALUES ('gone', :hidden, :mark)",
        "INSERT INTO model_call (request_sha256, job, endpoint, model, response, finish_reason, num_documents, "
        "seconds) VALUES ('call', 'answer', 'local', 'm', :mark, 'stop', 1, 1)",
        "INSERT INTO model_call_document SELECT 'call', document_no FROM document WHERE collection = :hidden LIMIT 1",
        "INSERT INTO api_key (key_name, secret_sha256, role) VALUES (:mark, repeat('0', 64), 'reader')",
        "INSERT INTO api_key_rate SELECT key_no, 1, now() FROM api_key",
        "INSERT INTO web_session SELECT repeat('1', 64), key_no, now(), now() FROM api_key",
        "INSERT INTO reader_collection VALUES ('somebody_else', :hidden)",
        "INSERT INTO question_log (principal, role, action, index_name, filters, question, document_ids, seconds) "
        "VALUES (:mark, 'reader', 'ask', 'default', '{}', :mark, '{}', 1)",
    ):
        conn.execute(text(statement), {"mark": MARK, "hidden": HIDDEN})
