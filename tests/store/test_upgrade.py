"""A database of every earlier state comes to today's schema, keeps its rows and can be searched and written to.

states/NNNN.sql are databases that earlier code really wrote (make_state.py). States in between are the last of them
with the migrations up to there.
"""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
import pytest
from sqlalchemy import Connection, Engine, text

from bizrag.model.token_pooling import summarise_page
from bizrag.store.engine import connect, parse_url, prepare
from bizrag.store.indexes import get_index
from bizrag.store.migrate import migrate, pending, sql_files
from bizrag.store.publish import publish, unpublish
from bizrag.store.schema import schema_text
from bizrag.store.server import EmbeddedServer
from orchestration.cli.output import quiet_logs
from tests.store.cloned import cloned
from tests.store.make_state import fill

STATES = {path.stem: path for path in sorted((Path(__file__).parent / "states").glob("*.sql"))}
MIGRATIONS = {file.name.split("/")[1][:4]: file for file in sql_files() if file.is_frozen}
QUESTION = "net sales in 2025"


def load_state(url: str, number: str) -> Engine:
    """A database as it was when migration ``number`` was the newest."""
    start = max(name for name in STATES if name <= number)
    address = parse_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(STATES[start].read_text(encoding="utf-8").encode())
    engine = connect(parse_url(url))
    migrate(engine, files=[file for name, file in MIGRATIONS.items() if name <= number])
    return engine


def all_rows(conn: Connection) -> dict[str, list[dict[str, Any]]]:
    """The rows of every table, as JSON."""
    tables = conn.execute(
        text(
            "SELECT CAST(oid AS regclass) FROM pg_class WHERE relnamespace = CAST('public' AS regnamespace) "
            "AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'schema_migration'"
        )
    ).scalars()
    return {table: list(conn.execute(text(f"SELECT to_jsonb(t) FROM {table} t")).scalars()) for table in tables}


def missing_rows(before: dict[str, list[dict[str, Any]]], after: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Rows of ``before`` that ``after`` has not; columns that are new are passed over."""
    lost: dict[str, Any] = {}
    for table, rows in before.items():
        columns = list(rows[0]) if rows else []
        kept = Counter(json.dumps([row.get(name) for name in columns]) for row in after[table])
        gone = Counter(json.dumps(list(row.values())) for row in rows) - kept
        if gone:
            lost[table] = list(gone)
    return lost


def found(conn: Connection) -> list[tuple[str, Any]]:
    """What BM25 finds: chunks and scores."""
    rows = conn.execute(text("SELECT chunk_id, score FROM bm25_search('main', :question)"), {"question": QUESTION})
    return [(row.chunk_id, pytest.approx(row.score, abs=1e-9)) for row in rows]


def difference(old: str, new: str) -> list[str]:
    """Lines that differ, as diff shows them."""
    return list(difflib.unified_diff(old.splitlines(), new.splitlines(), n=2, lineterm=""))


@pytest.fixture(scope="module")
def todays_schema(server: EmbeddedServer, template_database: str) -> tuple[str, str]:
    """Today's schema, without and with the tables of an index made by today's code."""
    with cloned(server, template_database, "todays_schema") as engine:
        with engine.begin() as conn:
            fill(conn)
        return schema_text(engine), schema_text(engine, with_index_tables=True)


@pytest.fixture
def old(request: pytest.FixtureRequest, empty_database_url: str) -> Iterator[Engine]:
    engine = load_state(empty_database_url, getattr(request, "param", "0002"))
    yield engine
    engine.dispose()


@pytest.mark.parametrize("old", sorted(MIGRATIONS)[:-1], indirect=True)
def test_every_earlier_state_becomes_todays_schema_and_keeps_its_rows(
    old: Engine, todays_schema: tuple[str, str]
) -> None:
    with old.connect() as conn:
        before = all_rows(conn)
    assert len(before["chunk"]) == 6
    assert len(before["stage_state"]) >= 9
    prepare(old)
    with old.connect() as conn:
        rows = conn.execute(text("SELECT file_name, sha256 FROM schema_migration"))
        assert pending({row.file_name: row.sha256 for row in rows}, sql_files()) == []
        assert missing_rows(before, all_rows(conn)) == {}
        assert conn.scalar(text("SELECT count(*) FROM pg_constraint WHERE NOT convalidated")) == 0
        has_index = conn.scalar(text("SELECT count(*) FROM search_index")) == 1
    assert difference(schema_text(old), todays_schema[0]) == []
    if has_index:
        # an index made by the old version has the tables that one of today has
        assert difference(schema_text(old, with_index_tables=True), todays_schema[1]) == []


def test_an_upgraded_index_answers_as_before(old: Engine) -> None:
    with old.connect() as conn:
        before = found(conn)
    assert len(before) >= 2
    prepare(old)
    with old.connect() as conn:
        assert found(conn) == before
        nearest = conn.execute(text("SELECT chunk_id FROM nearest_chunks(:chunk, 'main', 5)"), {"chunk": before[0][0]})
        assert len(nearest.all()) == 5


def test_an_upgraded_index_can_be_written_to(old: Engine) -> None:
    prepare(old)
    with old.begin() as conn:
        before = found(conn)
        index = get_index(conn, "main")
        live = conn.execute(text("SELECT document_no, chunk_set_id FROM index_document")).all()
        for document_no, _ in live:
            unpublish(conn, index_no=index.index_no, document_no=document_no)
        assert found(conn) == []
        assert (
            conn.scalar(text("SELECT count(*) FROM term")) == conn.scalar(text("SELECT count(*) FROM vector_row")) == 0
        )
        for document_no, chunk_set_id in live:
            publish(conn, index=index, document_no=document_no, chunk_set_id=chunk_set_id)
        assert found(conn) == before


def test_rows_that_break_a_rule_do_not_stop_an_upgrade(old: Engine, caplog: pytest.LogCaptureFixture) -> None:
    """They stay as they are; new ones are refused, and the box shows in the view that checks everything."""
    # the command line quiets libraries; its users are to hear of this
    quiet_logs()
    with old.begin() as conn:
        conn.execute(text("UPDATE block SET bbox = '{0,0,9000,10}' WHERE ordinal = 0 AND bbox IS NOT NULL"))
        conn.execute(text("UPDATE chunk SET headings = '{}', page_nos = '{}' WHERE ordinal = 0"))
        conn.execute(
            text("INSERT INTO embedding (space, input_sha256, vector) VALUES ('state/hash-8', 'short', '[1,2]')")
        )
    prepare(old)
    assert "rows of chunk break chunk_has_a_place: they stay as they are, new ones are refused" in caplog.messages
    with old.connect() as conn:
        not_valid = "SELECT conname FROM pg_constraint WHERE NOT convalidated"
        assert conn.execute(text(not_valid)).scalars().all() == ["chunk_has_a_place"]
        assert conn.execute(text("SELECT kind, ordinal, page_no FROM misplaced_box")).all() == [("block", 0, 1)]
        # a vector that could never answer is gone: it is made again when it is needed
        assert conn.scalar(text("SELECT count(*) FROM embedding WHERE input_sha256 = 'short'")) == 0
        assert len(found(conn)) >= 2


@pytest.mark.parametrize("old", ["0015"], indirect=True)
def test_pages_with_many_vectors_get_those_that_stand_for_them(old: Engine) -> None:
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((100, 20))
    page = summarise_page(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
    with old.begin() as conn:
        conn.execute(
            text(
                "INSERT INTO page_vectors (parse_id, page_no, space, dimensions, num_vectors, sign_bits, halves) "
                "SELECT parse_id, page_no, 'state/patches', 20, 100, CAST(repeat('x', 300) AS bytea), :halves "
                "FROM page ORDER BY parse_id, page_no LIMIT 2"
            ),
            {"halves": page.vectors.tobytes()},
        )
    prepare(old)
    with old.connect() as conn:
        rows = conn.execute(text("SELECT pooled, coarse, halves FROM page_vectors")).all()
    assert [tuple(map(bytes, row)) for row in rows] == [
        (page.pooled.tobytes(), page.coarse.tobytes(), page.vectors.tobytes())
    ] * 2


@pytest.mark.parametrize("old", ["0017"], indirect=True)
def test_blocks_with_a_slot_for_each_chunk_are_made_anew(old: Engine) -> None:
    made_by_0017 = """
    CREATE TABLE impact_1 PARTITION OF impact FOR VALUES IN (1);
    CREATE UNIQUE INDEX impact_1_term ON impact_1 (term_id, block_no);
    CREATE TABLE impact_slot_1 PARTITION OF impact_slot FOR VALUES IN (1);
    CREATE UNIQUE INDEX impact_slot_1_slot ON impact_slot_1 (block_no, slot) INCLUDE (chunk_no, index_no);
    CREATE INDEX impact_slot_1_document ON impact_slot_1 (document_no);
    INSERT INTO impact_block SELECT 1, 1, text_config, 6, 1.2, 0.75, 20 FROM index_document WHERE index_no = 1 LIMIT 1;
    INSERT INTO impact_slot (index_no, document_no, chunk_no, block_no, slot)
    SELECT 1, i.document_no, c.chunk_no, 1, row_number() OVER (ORDER BY c.chunk_no)
    FROM index_document i JOIN chunk c ON c.chunk_set_id = i.chunk_set_id;
    INSERT INTO impact SELECT term_id, 1, 1, 1, 1, CAST('{1:1}/2000' AS sparsevec) FROM term LIMIT 1;
    UPDATE index_document SET is_blocked = true;
    """
    with old.begin() as conn:
        conn.exec_driver_sql(made_by_0017)
    prepare(old)
    with old.begin() as conn:
        for table in ("impact", "impact_block", "impact_slot"):
            assert conn.scalar(text(f"SELECT count(*) FROM {table}")) == 0
        by_postings = found(conn)
        assert len(by_postings) >= 2
        assert conn.scalar(text("SELECT bm25_make_blocks(1, 1, 100)")) == 6
        assert conn.scalar(text("SELECT max(slot) FROM impact_slot")) == 3
        assert found(conn) == by_postings
