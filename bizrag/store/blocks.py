"""Blocks of impacts, which BM25 sums over all chunks at once: made while publishing, renewed after a batch.

What they are, and why results stay exact, is in ``sql/functions/search_blocks.sql``. The caller holds the lock of the
index.
"""

from __future__ import annotations

from sqlalchemy import Connection

from sql import statement

# Chunks that wait are scored by their postings: a thousand of them take two milliseconds.
_MIN_CHUNKS = 1000
# What a document that is published keeps others waiting for: half a second.
_MAX_CHUNKS = 4000


def make_blocks(conn: Connection, index_no: int, *, max_chunks: int = _MAX_CHUNKS) -> int:
    """Put documents that wait into blocks once they have a thousand chunks; how many chunks went in."""
    limits = {"min_chunks": _MIN_CHUNKS, "max_chunks": max_chunks}
    return int(conn.execute(statement("make_blocks"), {"index_no": index_no, **limits}).scalar_one())


def renew_blocks(conn: Connection, index_no: int, *, max_chunks: int) -> bool:
    """Take apart what is half empty, small or of old statistics, put what waits into blocks; False: nothing to do.

    Of about ``max_chunks`` chunks at most (a block or more), so that writers get their turn.
    """
    parameters = {"index_no": index_no, "max_chunks": max_chunks}
    num_dropped = int(conn.execute(statement("drop_blocks"), parameters).scalar_one())
    return bool(make_blocks(conn, index_no, max_chunks=max_chunks) or num_dropped)
