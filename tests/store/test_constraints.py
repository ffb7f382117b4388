"""Every rule of the schema refuses a row that breaks it, and says which rule it was."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from bizrag.store.server import EmbeddedServer
from tests.store.cloned import cloned
from tests.store.make_state import fill

CHUNK = "UPDATE chunk SET {} WHERE ordinal = 0"
BLOCK = (
    "INSERT INTO block (parse_id, ordinal, kind, text, page_no, bbox) "
    "SELECT parse_id, 900, 'text', 'x', {} FROM parse WHERE num_pages = 2"
)
FIRST_TABLE = "UPDATE table_artifact SET {}"
RULES = {
    "chunk_has_a_place": CHUNK.format("page_nos = '{}', headings = '{}'"),
    "chunk_locators": CHUNK.format('locators = \'[{"page": 1}, {"unit": "pt"}]\''),
    "chunk_page_nos": CHUNK.format("page_nos = '{0,1}'"),
    "chunk_num_tokens": CHUNK.format("num_tokens = -1"),
    "chunk_set_num_chunks": "UPDATE chunk_set SET num_chunks = -1",
    "lost_is_a_part": "UPDATE page SET num_lost_tokens = num_layer_tokens + 1",
    "lost_is_no_less_than_nothing": "UPDATE page SET num_lost_numbers = -1",
    "block_box": BLOCK.format("1, '{20,0,10,5}'"),
    "table_box": FIRST_TABLE.format("page_no = NULL"),
    "picture_box": "UPDATE picture_artifact SET bbox = '{0,20,10,5}'",
    "table_size": FIRST_TABLE.format("num_rows = -1"),
    "picture_size": "UPDATE picture_artifact SET width_px = -1",
    "box_on_page": BLOCK.format("1, '{0,0,598,10}'"),
    "failed_has_an_error": "UPDATE stage_state SET status = 'failed', error = NULL",
    "done_is_the_last_success": "UPDATE stage_state SET done_fingerprint = 'other' WHERE status = 'done'",
    "stage_effort": "UPDATE stage_state SET attempts = 0",
    "index_space": "UPDATE search_index SET dimensions = 9",
    "index_document_own_chunks": "UPDATE index_document i SET chunk_set_id = s.chunk_set_id FROM chunk_set s "
    "WHERE s.document_no <> i.document_no",
    "chunk_input_parts": "UPDATE chunk_input SET parts = '[]'",
    "index_document_counts": "UPDATE index_document SET num_lexical = num_chunks + 1",
    "owner_sees_all": "INSERT INTO api_key (key_name, secret_sha256, role, collections) "
    "VALUES ('one', repeat('0', 64), 'owner', '{finance}')",
    "vector_dimensions": "INSERT INTO embedding (space, input_sha256, vector) VALUES ('state/hash-8', 'x', '[1,2]')",
}
# where nothing but the rule's place differs
ALSO_REFUSED = {
    "a box below its page": ("box_on_page", BLOCK.format("1, '{0,800,10,845}'")),
    "a box left of its page": ("box_on_page", BLOCK.format("1, '{-3,0,10,5}'")),
    "a box on a page that is not there": ("box_on_page", BLOCK.format("3, '{0,0,10,5}'")),
    "a box that is no number": ("box_on_page", BLOCK.format("1, '{0,0,10,NaN}'")),
    "a table moved off its page": ("box_on_page", FIRST_TABLE.format("bbox = '{0,0,10,900}'")),
    "a picture moved to another page": ("box_on_page", "UPDATE picture_artifact SET page_no = 7"),
    "a vector changed": ("vector_dimensions", "UPDATE embedding SET vector = '[1,2]'"),
    "a second index of the space": (
        "index_space",
        "INSERT INTO search_index (index_name, variant, chunk_params, space, dimensions) "
        "VALUES ('other', 'tcte', '{}', 'state/hash-8', 16)",
    ),
    "a first vector after another of its space": (
        "vector_dimensions",
        "INSERT INTO embedding (space, input_sha256, vector) VALUES ('new', 'x', '[1,2]'), ('new', 'y', '[1,2,3]')",
    ),
}
CASES = {**{name: (name, statement) for name, statement in RULES.items()}, **ALSO_REFUSED}


@pytest.fixture(scope="module")
def filled(server: EmbeddedServer, template_database: str) -> Iterator[Connection]:
    """A transaction with documents that is never committed."""
    with cloned(server, template_database, "constraints") as engine, engine.connect() as conn:
        fill(conn)
        yield conn
        conn.rollback()


@pytest.mark.parametrize("case", CASES)
def test_a_bad_row_is_refused(filled: Connection, case: str) -> None:
    rule, statement = CASES[case]
    savepoint = filled.begin_nested()
    with pytest.raises(IntegrityError) as caught:
        filled.exec_driver_sql(statement)
    savepoint.rollback()
    assert isinstance(caught.value.orig, psycopg.Error)
    assert caught.value.orig.diag.constraint_name == rule


@pytest.mark.parametrize(
    "statement",
    [
        BLOCK.format("1, '{-1.5,-1.5,596.5,843.5}'"),
        BLOCK.format("1, NULL"),
        BLOCK.format("NULL, NULL"),
        CHUNK.format("page_nos = '{}', locators = '[{\"char_start\": 0, \"char_end\": 4}]'"),
        CHUNK.format("headings = '{}'") + " AND page_nos <> '{}'",
        "INSERT INTO embedding (space, input_sha256, vector) VALUES ('new', 'x', '[1,2]')",
    ],
)
def test_a_row_at_the_edge_of_a_rule_is_taken(filled: Connection, statement: str) -> None:
    savepoint = filled.begin_nested()
    assert filled.exec_driver_sql(statement).rowcount >= 1
    savepoint.rollback()


def test_every_rule_of_the_migration_is_tried(filled: Connection) -> None:
    named = filled.execute(
        text(
            "SELECT conname FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid WHERE c.contype IN ('c', 'f') "
            "AND NOT r.relispartition AND c.connamespace = CAST('public' AS regnamespace) "
            "AND conname !~ '(_check|_fkey)[0-9]*$'"
        )
    ).scalars()
    page_vectors = {"coarse_fit", "halves_fit", "pooled_fit"}  # test_page_vectors.py
    assert set(named) - page_vectors <= set(RULES)


def test_a_box_off_its_page_shows_when_the_page_changes(filled: Connection) -> None:
    savepoint = filled.begin_nested()
    assert filled.execute(text("SELECT * FROM misplaced_box")).all() == []
    filled.exec_driver_sql("UPDATE page SET height_pt = 500")
    kinds = {row.kind for row in filled.execute(text("SELECT * FROM misplaced_box"))}
    assert kinds == {"block", "picture"}
    savepoint.rollback()
