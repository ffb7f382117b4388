"""sql/schema.sql is what migrations, functions, views and comments make, and everything in it says what it is."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import Engine, text

from bizrag.store.schema import schema_text
from sql import statement

SCHEMA = Path(__file__).parents[2] / "sql" / "schema.sql"
HEADER = """\
-- The schema that migrations/, functions/, views/ and comments/ make, to read. Generated: change those files, run
-- 'make golden' and review the difference. It is never run: 'bizrag up' applies the files themselves.

"""


def test_the_schema_file_is_what_the_files_make(shared_engine: Engine) -> None:
    made = HEADER + schema_text(shared_engine)
    if os.environ.get("UPDATE_GOLDEN"):
        SCHEMA.write_text(made, encoding="utf-8")
    assert SCHEMA.read_text(encoding="utf-8") == made, "run 'make golden' and review sql/schema.sql"


def test_every_table_view_column_and_function_says_what_it_is(shared_engine: Engine) -> None:
    with shared_engine.connect() as conn:
        assert conn.execute(statement("select_uncommented")).scalars().all() == []
        # the query sees what has no comment
        conn.execute(text("CREATE TABLE silent (n int); CREATE FUNCTION mute() RETURNS int LANGUAGE sql AS 'SELECT 1'"))
        conn.execute(text("CREATE VIEW plain AS SELECT n FROM silent"))
        found = conn.execute(statement("select_uncommented")).scalars().all()
        assert found == ["mute()", "plain", "plain.n", "silent", "silent.n"]
        conn.rollback()


def test_tables_of_single_indexes_are_left_out_unless_asked_for(engine: Engine) -> None:
    with engine.begin() as conn:
        conn.execute(text("SELECT create_index_partitions(7, 8)"))
    assert "posting_7" not in schema_text(engine)
    assert "posting_7" in schema_text(engine, with_index_tables=True)
