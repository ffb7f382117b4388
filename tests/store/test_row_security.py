"""Who may not read a collection finds nothing of it, in no table, view or function, whatever he tries."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from bizrag.model.access import Principal, Role
from bizrag.store.access import SERVICE, acting_as
from bizrag.store.engine import connect, reading
from bizrag.store.roles import reader_url
from bizrag.store.server import EmbeddedServer
from tests.store.cloned import cloned
from tests.store.guarded import HIDDEN, MARK, fill_two

RELATIONS = (
    "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('public') AND relkind IN ('r', 'p', 'v') "
    "ORDER BY relname"
)
#: closed to all but the owner, or without a word of any document
WITHOUT_WORDS = {"api_key_rate", "embedding_space", "model_rate", "model_spend", "stage_spend", "schema_migration"}


@pytest.fixture(scope="module")
def owner(server: EmbeddedServer, template_database: str) -> Iterator[Engine]:
    with cloned(server, template_database, "guarded") as engine:
        with engine.begin() as conn:
            fill_two(conn)
            # as an index with many chunks has them
            made = conn.execute(text("SELECT bm25_make_blocks(index_no, 1, 1000) FROM search_index")).scalars().all()
            assert all(made)
        yield engine


@pytest.fixture(scope="module", params=["key", "analyst"])
def caller(request: pytest.FixtureRequest, owner: Engine) -> Iterator[Engine]:
    """Somebody who may read the collection docs only: by a key, and with a login of his own."""
    if request.param == "key":
        yield acting_as(owner, Principal("k", Role.READER, ("docs",)))
        return
    engine = connect(reader_url(owner, name="bizrag_reader_guarded", collections=("docs",)))
    yield engine
    engine.dispose()
    with owner.begin() as conn:
        conn.execute(text("DROP OWNED BY bizrag_reader_guarded; DROP ROLE bizrag_reader_guarded"))


def keeps_terms(caller: Engine) -> bool:
    """Whether the role sees all terms of an index it may ask: the service does, which shows them to nobody."""
    with caller.connect() as conn:
        return bool(conn.scalar(text("SELECT bizrag_is_service()")))


def count_marked(conn: Connection, relation: str) -> int:
    """Rows that say the hidden word anywhere."""
    found = conn.scalar(
        text(f"SELECT count(*) FROM {relation} r WHERE to_jsonb(r)::text ILIKE :mark"), {"mark": f"%{MARK}%"}
    )
    assert found is not None
    return found


def test_the_owner_sees_the_hidden_word_where_texts_are_kept(owner: Engine) -> None:
    with owner.connect() as conn:
        marked = {name for name in conn.execute(text(RELATIONS)).scalars() if count_marked(conn, name)}
    assert {"document", "chunk", "page", "block", "table_artifact", "term", "keyword", "classification"} <= marked
    assert {"live_chunk", "document_overview", "document_term", "term_statistics", "document_table"} <= marked
    assert {"api_key", "question_log", "model_call", "forgotten_document", "search_index", "index_alias"} <= marked


def test_no_table_and_no_view_says_a_word_of_it(caller: Engine) -> None:
    with caller.connect() as conn:
        names = conn.execute(text(RELATIONS)).scalars().all()
        assert len(names) > 40
        marked = {name for name in names if count_marked(conn, name)}
        assert marked == ({"term", "term_1", "term_2", "term_statistics"} if keeps_terms(caller) else set())


def test_no_row_of_a_hidden_document_or_index_is_there(caller: Engine, owner: Engine) -> None:
    with owner.connect() as conn:
        hidden = (
            conn.execute(text("SELECT document_no FROM document WHERE collection = :hidden"), {"hidden": HIDDEN})
            .scalars()
            .all()
        )
        columns = conn.execute(
            text(
                "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' "
                "AND column_name IN ('document_no', 'index_no')"
            )
        ).all()
        closed = conn.scalar(text(f"SELECT index_no FROM search_index WHERE index_name = '{MARK}_only'"))
    assert hidden
    assert len(columns) > 15
    with caller.connect() as conn:
        for table, column in columns:
            if table.startswith("term") and keeps_terms(caller):
                continue
            wanted = {"numbers": hidden if column == "document_no" else [closed]}
            statement = text(f"SELECT count(*) FROM {table} WHERE {column} = ANY (:numbers)")
            assert conn.scalar(statement, wanted) == 0, (table, column)


def test_a_key_reads_as_the_service_without_a_transaction_of_the_callers(owner: Engine) -> None:
    key = acting_as(owner, Principal("k", Role.READER, ("docs",)))
    for engine, is_service in ((owner, False), (key, True), (owner, False)):
        with reading(engine) as conn:
            assert (conn.scalar(text("SELECT current_user")) == SERVICE) is is_service


def test_blocks_of_impacts_are_for_who_sees_all(caller: Engine, owner: Engine) -> None:
    """Their sums are over documents of all collections. Others get the same hits by postings."""
    asks = text("SELECT bool_or(bm25_has_blocks(index_no, 4000)) FROM search_index")
    with owner.connect() as o, caller.connect() as c:
        assert (o.scalar(asks), c.scalar(asks)) == (True, False)
        assert c.scalar(text("SELECT count(*) FROM bm25_search('default', 'net sales')"))


def test_what_may_be_read_is_all_there(caller: Engine, owner: Engine) -> None:
    """Row-level security hides the other collection and nothing else."""
    with owner.connect() as o, caller.connect() as c:
        for name in o.execute(text(RELATIONS)).scalars().all():
            if name in {"api_key", "api_key_rate", "web_session", "reader_collection", "question_log"} | WITHOUT_WORDS:
                continue
            # kept once for several documents, counted over several, or of more columns than the condition knows
            if name.startswith(
                ("impact", "model_call", "posting", "vector_row", "term", "embedding", "description", "trouble")
            ):
                continue
            unmarked = text(
                f"SELECT count(*) FROM {name} r WHERE to_jsonb(r)::text NOT ILIKE '%{MARK}%' AND NOT {_hidden(name, o)}"
            )
            expected, found = o.scalar(unmarked), c.scalar(text(f"SELECT count(*) FROM {name}"))
            assert found == expected, name


def _hidden(name: str, conn: Connection) -> str:
    """A condition: the row belongs to a hidden document or index, though it does not say the word."""
    columns = set(
        conn.execute(
            text(
                "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = :t"
            ),
            {"t": name},
        ).scalars()
    )
    of_document = "document d WHERE d.collection = '{h}'"
    of_set = f"chunk_set s JOIN {of_document}".replace(" WHERE", " USING (document_no) WHERE")
    sources = {
        "document_no": f"SELECT d.document_no FROM {of_document}",
        "content_sha256": f"SELECT d.content_sha256 FROM {of_document}",
        "index_no": "SELECT n.index_no FROM search_index n WHERE n.index_name = '{m}_only'",
        "parse_id": f"SELECT s.parse_id FROM {of_set}",
        "chunk_set_id": f"SELECT s.chunk_set_id FROM {of_set}",
        "chunk_no": f"SELECT c.chunk_no FROM chunk c WHERE c.chunk_set_id IN (SELECT s.chunk_set_id FROM {of_set})",
    }
    parts = [
        f"coalesce({column} IN ({of.format(h=HIDDEN, m=MARK)}), false)"
        for column, of in sources.items()
        if column in columns
    ]
    return f"({' OR '.join(parts) or 'false'})"


@pytest.mark.parametrize(
    "statement",
    [
        f"SELECT * FROM bm25_search('default', '{MARK}')",
        "SELECT * FROM bm25_scores(2, 'plan', 10)",
        "SELECT s.* FROM generate_series(1, 2) i CROSS JOIN bm25_terms(i, 'zugzwang') s WHERE NOT bizrag_is_service()",
        "SELECT * FROM bm25_scores(1, 'net sales target', 10, "
        "(SELECT array_agg(n) FROM generate_series(1, 99) AS t(n))) s JOIN chunk USING (chunk_no) "
        f"WHERE text ILIKE '%{MARK}%'",
        f"SELECT * FROM nearest_chunks((SELECT min(chunk_id) FROM chunk), 'main') WHERE text ILIKE '%{MARK}%'",
        # a partition by its own name
        "SELECT * FROM posting_2",
        "SELECT * FROM vector_row_2",
        f"SELECT * FROM term_1 WHERE term = '{MARK}' AND NOT bizrag_is_service()",
        # what the planner knows of the values
        f"SELECT * FROM pg_stats WHERE schemaname = 'public' AND CAST(most_common_vals AS text) ILIKE '%{MARK}%'",
        "SELECT * FROM api_key", "SELECT * FROM web_session", "SELECT * FROM question_log", "SELECT * FROM model_call",
        "SELECT * FROM reader_collection WHERE role_name = 'somebody_else'",
    ],
)  # fmt: skip
def test_no_function_and_no_detour_finds_it(caller: Engine, statement: str) -> None:
    with caller.connect() as conn:
        assert conn.execute(text(statement)).all() == []


@pytest.mark.parametrize(
    "call", ["bm25_search('{}', 'plan')", "nearest_chunks((SELECT min(chunk_id) FROM chunk), '{}')"]
)
@pytest.mark.parametrize("hidden", [f"{MARK}_only", f"{MARK}_alias"])
def test_a_hidden_index_is_as_unknown_as_one_that_is_not_there(caller: Engine, call: str, hidden: str) -> None:
    said: list[str] = []
    for name in (hidden, "nowhere"):
        with caller.connect() as conn, pytest.raises(DBAPIError, match="there is no index") as refused:
            conn.execute(text(f"SELECT * FROM {call.format(name)}"))
        said.append(str(refused.value.orig).splitlines()[0].replace(name, "?"))
    assert said[0] == said[1]
    assert MARK not in said[0]


def test_functions_find_the_hidden_document_for_the_owner(owner: Engine) -> None:
    """What the caller does not find is there."""
    with owner.connect() as conn:
        assert conn.execute(text(f"SELECT * FROM bm25_search('default', '{MARK}')")).all()
        assert conn.execute(text(f"SELECT * FROM bm25_search('{MARK}_alias', 'plan')")).all()
        (chunk,) = conn.execute(
            text("SELECT chunk_id FROM bm25_search('default', 'target board approved', 1)")
        ).scalars()
        assert conn.execute(text("SELECT * FROM nearest_chunks(:chunk, 'main')"), {"chunk": chunk}).all()


def test_a_guessed_chunk_id_has_no_neighbours(caller: Engine, owner: Engine) -> None:
    with owner.connect() as conn:
        hidden = conn.scalar(text(f"SELECT chunk_id FROM chunk WHERE text ILIKE '%{MARK}%' LIMIT 1"))
    with caller.connect() as conn:
        near = text("SELECT * FROM nearest_chunks(:chunk, 'main')")
        assert conn.execute(near, {"chunk": hidden}).all() == []
        assert conn.execute(near, {"chunk": "0" * 16}).all() == []


def test_a_function_of_the_callers_own_does_not_see_rows_before_the_policy_does(caller: Engine) -> None:
    """The classic leak: a cheap function in WHERE that says what it is given."""
    with caller.connect() as conn:
        conn.execute(text("SET TRANSACTION READ WRITE"))
        conn.execute(
            text(
                "CREATE FUNCTION pg_temp.tell(word text) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS "
                f"$$BEGIN IF word ILIKE '%{MARK}%' THEN RAISE EXCEPTION 'seen: %', word; END IF; RETURN true; END$$"
            )
        )
        for statement in ("chunk WHERE pg_temp.tell(text)", "document WHERE pg_temp.tell(source_uri)",
                          "live_chunk WHERE pg_temp.tell(text)", "document_term WHERE pg_temp.tell(term)"):  # fmt: skip
            assert conn.scalar(text(f"SELECT count(*) FROM {statement}"))
        conn.rollback()


def test_tables_of_the_callers_own_do_not_stand_in_for_ours(caller: Engine) -> None:
    """Policies and their functions name tables once and for all, whatever the search path."""
    with caller.connect() as conn:
        conn.execute(text("SET TRANSACTION READ WRITE"))
        conn.execute(text("CREATE TEMP TABLE reader_collection (role_name text, collection text)"))
        conn.execute(text("INSERT INTO pg_temp.reader_collection VALUES (current_user, NULL)"))
        conn.execute(text("CREATE FUNCTION pg_temp.bizrag_sees_all() RETURNS boolean LANGUAGE sql AS 'SELECT true'"))
        conn.execute(text("SET LOCAL search_path = pg_temp, public"))
        assert count_marked(conn, "document") == 0
        conn.rollback()


@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE document SET collection = 'docs' WHERE collection = '{HIDDEN}'",
        "INSERT INTO reader_collection VALUES (current_user, NULL)",
        "ALTER TABLE document DISABLE ROW LEVEL SECURITY",
        "DROP POLICY collections_are_read ON document",
        "CREATE POLICY mine ON document USING (true)",
        "CREATE OR REPLACE FUNCTION bizrag_sees_all() RETURNS boolean LANGUAGE sql RETURN true",
        "ALTER VIEW live_chunk RESET (security_invoker)",
        "SELECT protect_table('document', 'true')",
        "SELECT create_reader('mine', 60)",
        "INSERT INTO question_log (principal, role, action, index_name, filters, document_ids, seconds) "
        "VALUES ('other', 'owner', 'ask', 'default', '{}', '{}', 1)",
        "DELETE FROM question_log",
        "SET LOCAL row_security = off; SELECT * FROM document",
    ],
)
def test_nothing_can_be_opened(caller: Engine, statement: str) -> None:
    with caller.connect() as conn:
        conn.execute(text("SET TRANSACTION READ WRITE"))
        refused = r"permission denied|must be (owner|able)|row-level security policy"
        with pytest.raises(DBAPIError, match=refused):
            conn.exec_driver_sql(statement)


def test_no_function_runs_as_its_owner_and_every_table_is_forced(owner: Engine) -> None:
    with owner.connect() as conn:
        ours = "FROM pg_proc p WHERE p.pronamespace = to_regnamespace('public')"
        assert conn.scalar(text(f"SELECT count(*) {ours} AND prosecdef")) == 0
        open_tables = (
            "SELECT relname FROM pg_class c WHERE relnamespace = to_regnamespace('public') AND relkind IN ('r', 'p') "
            "AND NOT (relrowsecurity AND relforcerowsecurity AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid))"
        )
        assert conn.execute(text(open_tables)).scalars().all() == []
        as_owner = (
            "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('public') AND relkind = 'v' "
            "AND NOT coalesce('security_invoker=true' = ANY (reloptions), false)"
        )
        assert conn.execute(text(as_owner)).scalars().all() == []
        owned = "SELECT count(*) FROM pg_class WHERE relowner = to_regrole('bizrag_service')"
        assert conn.scalar(text(owned)) == 0


# --- what somebody with SQL access may set -------------------------------------------------------------------------


def test_an_analysts_collections_are_no_setting(owner: Engine) -> None:
    reader_url(owner)
    url = reader_url(owner, name="bizrag_reader_fixed", collections=("docs",))
    engine = connect(url)
    try:
        with engine.connect() as conn:
            for said in ("*", f'["{HIDDEN}"]'):
                conn.execute(text("SELECT set_config('bizrag.collections', :said, false)"), {"said": said})
                assert conn.execute(text("SELECT DISTINCT collection FROM document")).scalars().all() == ["docs"]
            conn.commit()
            for role in ("bizrag_service", "bizrag_reader", "postgres"):
                with pytest.raises(DBAPIError, match="permission denied to set role"):
                    conn.execute(text(f"SET ROLE {role}"))
                conn.rollback()
    finally:
        engine.dispose()
        with owner.begin() as conn:
            conn.execute(text("DROP OWNED BY bizrag_reader_fixed; DROP ROLE bizrag_reader_fixed"))


def test_the_service_reads_what_it_says_and_nothing_without_saying(owner: Engine) -> None:
    """The role is for programs that ask for others: with SQL access as this role, the setting is free."""
    with owner.connect() as conn:
        conn.execute(text("SET LOCAL ROLE bizrag_service"))
        for said, seen in ((None, []), ("", []), ("[]", []), (f'["{HIDDEN}"]', [HIDDEN]), ("*", ["docs", HIDDEN])):
            if said is not None:
                conn.execute(text("SELECT set_config('bizrag.collections', :said, true)"), {"said": said})
            found = conn.execute(text("SELECT DISTINCT collection FROM document ORDER BY 1")).scalars().all()
            assert found == seen
        # even so it cannot write, and does not read keys
        assert conn.execute(text("SELECT * FROM api_key")).all() == []
        with pytest.raises(DBAPIError, match="permission denied"):
            conn.execute(text("DELETE FROM document"))


def test_a_collection_called_like_all_is_one_collection(owner: Engine) -> None:
    with acting_as(owner, Principal("k", Role.READER, ("*",))).connect() as conn:
        assert conn.scalar(text("SELECT count(*) FROM document")) == 0
    with acting_as(owner, Principal("k", Role.READER, ("""d"o'c\\s""",))).connect() as conn:
        assert conn.scalar(text("SELECT count(*) FROM document")) == 0


def test_the_next_user_of_a_connection_is_who_he_was(owner: Engine) -> None:
    """One connection for all, as behind a pooler: role and collections end with the transaction."""
    engine = connect(owner.url)
    with engine.connect() as conn:
        process = conn.scalar(text("SELECT pg_backend_pid()"))
    who = text("SELECT pg_backend_pid(), current_user, coalesce(current_setting('bizrag.collections', true), '')")
    restricted = acting_as(engine, Principal("k", Role.READER, ("docs",)))
    with restricted.begin() as conn:
        assert tuple(conn.execute(who).one()) == (process, "bizrag_service", '["docs"]')
    with engine.begin() as conn:
        assert tuple(conn.execute(who).one()) == (process, "postgres", "")
    with pytest.raises(DBAPIError), restricted.begin() as conn:
        conn.execute(text("SELECT 1/0"))
    with engine.begin() as conn:
        assert tuple(conn.execute(who).one()) == (process, "postgres", "")
    with restricted.connect() as conn:
        conn.execute(who)
        conn.rollback()
        # the next transaction of the same connection is restricted too
        assert conn.execute(who).one()[1] == "bizrag_service"
    engine.dispose()


def test_autocommit_is_refused(owner: Engine) -> None:
    restricted = acting_as(owner, Principal("k", Role.READER, ("docs",)))
    with (
        restricted.connect().execution_options(isolation_level="AUTOCOMMIT") as conn,
        pytest.raises(RuntimeError, match="needs transactions"),
    ):
        conn.execute(text("SELECT 1"))


def test_before_postgres_15_views_are_for_who_reads_all(owner: Engine) -> None:
    """There a view reads as its owner; the function is told that the server is one."""
    reader_url(owner, name="bizrag_reader_some", collections=("docs",))
    reader_url(owner, name="bizrag_reader_whole")
    allowed = text(
        "SELECT has_table_privilege(:role, 'live_chunk', 'SELECT'), has_table_privilege(:role, 'chunk', 'SELECT')"
    )
    with owner.begin() as conn:
        conn.execute(text("SELECT protect_views(140000)"))
        for role, seen in (("bizrag_reader_some", False), ("bizrag_service", False), ("bizrag_reader_whole", True)):
            assert tuple(conn.execute(allowed, {"role": role}).one()) == (seen, True)
        conn.rollback()
    with owner.begin() as conn:
        for role in ("bizrag_reader_some", "bizrag_reader_whole"):
            conn.execute(text(f"DROP OWNED BY {role}; DROP ROLE {role}"))
