"""The analysts' views and functions say what the tables hold; expected values are worked out beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import ProgrammingError

from bizrag.model.hashing import sha256_text
from bizrag.store import catalog, state
from bizrag.store.indexes import get_index
from bizrag.store.publish import publish, unpublish
from bizrag.store.server import EmbeddedServer
from tests.query.conftest import POLICY_BLOCKS, parsed
from tests.store.cloned import cloned
from tests.store.make_state import SPACE, add, fill, vector_of

REPORT, POLICY, BROKEN = "annual report.pdf", "travel policy.txt", "broken.pdf"


@pytest.fixture(scope="module")
def filled(server: EmbeddedServer, template_database: str) -> Iterator[Engine]:
    with cloned(server, template_database, "views") as engine:
        with engine.begin() as conn:
            fill(conn)
        yield engine


@pytest.fixture
def conn(filled: Engine) -> Iterator[Connection]:
    """What a test writes is rolled back."""
    with filled.connect() as connection:
        yield connection
        connection.rollback()


def rows(conn: Connection, statement: str, **values: Any) -> list[dict[str, Any]]:
    return [dict(row) for row in conn.execute(text(statement), values).mappings()]


def one(conn: Connection, statement: str, **values: Any) -> dict[str, Any]:
    (row,) = rows(conn, statement, **values)
    return row


def fail(conn: Connection, name: str, stage: str, index_no: int) -> None:
    state.record_failure(
        conn,
        document_no=number_of(conn, name),
        stage=stage,
        index_no=index_no,
        fingerprint="f",
        error_class="WorkerCrashError",
        error="out of memory",
        is_transient=True,
        seconds=2.0,
    )


def number_of(conn: Connection, name: str) -> int:
    return int(one(conn, "SELECT document_no FROM document WHERE source_uri = :name", name=name)["document_no"])


def test_the_overview_says_what_a_document_is_holds_and_took(conn: Connection) -> None:
    found = one(conn, "SELECT * FROM document_overview WHERE source_uri = :name", name=REPORT)
    expected = {
        "mime_type": "application/pdf",
        "layout": "vertical",
        "title": "Annual report 2025",
        "num_pages": 2,
        "num_tables": 1,
        "num_pictures": 1,
        "status": "live",
        "failed_stage": None,
        "size_bytes": 1000,
        # seven stages of half a second
        "seconds": pytest.approx(3.5),
        "calls": {"parse": 1},
    }
    assert {name: found[name] for name in expected} == expected
    assert (
        found["num_live_chunks"]
        == one(conn, "SELECT count(*) FROM live_chunk WHERE source_uri = :n", n=REPORT)["count"]
    )


def test_the_overview_tells_live_outdated_failed_and_waiting_documents(conn: Connection) -> None:
    fail(conn, POLICY, "pages", 0)
    conn.execute(
        text(
            "INSERT INTO document (document_id, collection, source_root, source_uri, partition_key, size_bytes, "
            "change_mark) VALUES ('new', 'docs', 'memory://', 'new.pdf', 'docs/new.pdf', 1, 'x')"
        )
    )
    found = {row["source_uri"]: row["status"] for row in rows(conn, "SELECT source_uri, status FROM document_overview")}
    assert found == {REPORT: "live", POLICY: "outdated", BROKEN: "failed", "new.pdf": "waiting"}


def test_live_chunks_are_those_that_answer(conn: Connection) -> None:
    before = rows(conn, "SELECT * FROM live_chunk ORDER BY chunk_no")
    assert {(row["index_name"], tuple(row["aliases"])) for row in before} == {("default", ("main",))}
    assert {row["source_uri"] for row in before} == {REPORT, POLICY}
    assert before[0]["headings"][0] == "Annual report 2025"
    unpublish(conn, index_no=before[0]["index_no"], document_no=number_of(conn, REPORT))
    assert {row["source_uri"] for row in rows(conn, "SELECT source_uri FROM live_chunk")} == {POLICY}


def test_coverage_counts_pages_and_words_that_a_live_chunk_holds(conn: Connection) -> None:
    whole = one(conn, "SELECT * FROM chunk_coverage")
    assert (whole["source_uri"], whole["num_pages"], whole["num_pages_with_chunks"]) == (REPORT, 2, 2)
    assert (whole["pages_without_chunks"], float(whole["share"])) == ([], 1.0)
    conn.execute(text("UPDATE page SET text = 'alpha beta beta gamma <<table_1>>' WHERE page_no = 2"))
    conn.execute(text("UPDATE chunk SET lexical_text = 'Beta' WHERE page_nos = '{2}'"))
    changed = one(conn, "SELECT * FROM chunk_coverage")
    # of alpha, beta and gamma on page 2 only beta is held
    assert whole["num_words"] - whole["num_covered_words"] == 0
    assert changed["num_words"] - changed["num_covered_words"] == 2
    conn.execute(text("UPDATE chunk SET page_nos = '{1}'"))
    alone = one(conn, "SELECT num_pages_with_chunks, pages_without_chunks FROM chunk_coverage")
    assert alone == {"num_pages_with_chunks": 1, "pages_without_chunks": [2]}


def test_duplicates_are_found_by_content_and_by_text(conn: Connection) -> None:
    assert rows(conn, "SELECT * FROM duplicate_document") == rows(conn, "SELECT * FROM duplicate_chunk") == []
    add(conn, get_index(conn, "main"), "copy.txt", "Travel policy", parsed("policy", POLICY_BLOCKS, 0))
    found = one(conn, "SELECT num_documents, documents, size_bytes FROM duplicate_document")
    assert found == {"num_documents": 2, "documents": ["docs/copy.txt", f"docs/{POLICY}"], "size_bytes": 1000}
    chunks = rows(conn, "SELECT * FROM duplicate_chunk")
    assert len(chunks) == one(conn, "SELECT count(*) FROM live_chunk WHERE source_uri = 'copy.txt'")["count"] > 0
    assert {(row["num_chunks"], row["num_documents"]) for row in chunks} == {(2, 2)}


def test_stale_documents_come_with_their_reason(conn: Connection) -> None:
    def reasons() -> dict[str, tuple[str, str | None]]:
        found = rows(conn, "SELECT source_uri, reason, failed_stage FROM stale_document")
        return {row["source_uri"]: (row["reason"], row["failed_stage"]) for row in found}

    assert reasons() == {BROKEN: ("failed", "documents")}
    conn.execute(text("UPDATE stage_state SET outputs = '{\"chunk_set\": \"newer\"}' WHERE stage = 'chunks'"))
    fail(conn, POLICY, "embeddings", 1)
    assert reasons() == {
        BROKEN: ("failed", "documents"),
        POLICY: ("failed, an older version answers", "embeddings"),
        REPORT: ("older chunks answer", None),
    }
    unpublish(conn, index_no=1, document_no=number_of(conn, REPORT))
    assert reasons()[REPORT] == ("not published", None)


def test_a_failure_in_another_index_makes_no_document_stale(conn: Connection) -> None:
    fail(conn, POLICY, "embeddings", 2)
    assert [row["source_uri"] for row in rows(conn, "SELECT source_uri FROM stale_document")] == [BROKEN]


def test_spend_is_summed_by_stage_index_and_day(conn: Connection) -> None:
    conn.execute(text("UPDATE stage_state SET finished_at = '2025-03-01 23:30+00' WHERE stage IN ('pages', 'chunks')"))
    conn.execute(
        text(
            "UPDATE stage_state SET finished_at = '2025-03-02 00:30+00' FROM document d "
            "WHERE stage = 'pages' AND d.document_no = stage_state.document_no AND d.source_uri = :name"
        ),
        {"name": POLICY},
    )
    found = rows(
        conn,
        "SELECT stage, index_name, CAST(day AS text) AS day, num_documents, num_failed, seconds, calls "
        "FROM stage_spend WHERE stage IN ('pages', 'chunks') ORDER BY stage, day",
    )
    assert [tuple(row.values()) for row in found] == [
        ("chunks", "default", "2025-03-01", 2, 0, 1.0, {}),
        ("pages", None, "2025-03-01", 1, 0, 0.5, {"parse": 1}),
        ("pages", None, "2025-03-02", 1, 0, 0.5, {"parse": 1}),
    ]
    failed = one(
        conn, "SELECT sum(num_documents) AS n, sum(num_failed) AS failed FROM stage_spend WHERE stage = 'documents'"
    )
    assert failed == {"n": 3, "failed": 1}


def test_spend_of_models_stands_beside_the_stage_and_the_day(conn: Connection) -> None:
    for job, cost, num_unpriced in (
        ("table", "0.25", 0),
        ("slide", "0.5", 1),
        ("classify", "0.01", 0),
        ("answer", "9", 0),
        ("format", "0.125", 0),
        ("embed", "0.0625", 0),
    ):
        conn.execute(
            text(
                "INSERT INTO model_spend VALUES (CAST(now() AT TIME ZONE 'UTC' AS date), :job, 'http://host/v1', 'm', "
                "2, 1, :num_unpriced, 0, 0, 0, 1, CAST(:cost AS numeric))"
            ),
            {"job": job, "cost": cost, "num_unpriced": num_unpriced},
        )
    conn.execute(text("UPDATE stage_state SET finished_at = now()"))
    found = rows(
        conn, "SELECT stage, num_model_calls, num_unpriced, cost_usd FROM stage_spend WHERE cost_usd > 0 ORDER BY stage"
    )
    assert [(row["stage"], row["num_model_calls"], row["num_unpriced"], float(row["cost_usd"])) for row in found] == [
        ("classifications", 2, 0, 0.01),
        ("descriptions", 6, 1, 0.875),
        # two indexes may share them, and questions have some
        ("embeddings", 2, 0, 0.0625),
    ]


def test_term_statistics_are_those_of_the_live_chunks(conn: Connection) -> None:
    found = rows(conn, "SELECT term, CAST(text_config AS text) AS config, df, num_chunks, share FROM term_statistics")
    assert found
    for row in found:
        holding = one(
            conn,
            "SELECT count(*) FILTER (WHERE h.is_in) AS df, count(*) AS n FROM live_chunk c JOIN chunk USING (chunk_no) "
            "CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM bizrag_lexemes(c.text_config, chunk.lexical_text) l "
            "WHERE l.term = :term) AS is_in) h WHERE c.text_config = CAST(:config AS regconfig)",
            term=row["term"],
            config=row["config"],
        )
        assert (row["df"], row["num_chunks"]) == (holding["df"], holding["n"])
        assert float(row["share"]) == pytest.approx(holding["df"] / holding["n"], abs=1e-4)


def test_terms_of_a_document_count_its_own_chunks(conn: Connection) -> None:
    hotel = one(conn, "SELECT tf, num_chunks, df FROM document_term WHERE source_uri = :n AND term = 'hotel'", n=POLICY)
    texts = rows(
        conn,
        "SELECT lower(lexical_text) AS text FROM chunk JOIN live_chunk USING (chunk_no) WHERE source_uri = :n",
        n=POLICY,
    )
    holding = [row["text"].count("hotel") for row in texts if "hotel" in row["text"]]
    assert (hotel["tf"], hotel["num_chunks"], hotel["df"]) == (sum(holding), len(holding), len(holding))
    assert rows(conn, "SELECT * FROM document_term WHERE source_uri = :n AND term = 'hotel'", n=REPORT) == []


def test_tables_say_whether_they_can_be_found(conn: Connection) -> None:
    asked = "SELECT source_uri, ordinal, page_no, num_rows, num_cols, num_live_chunks, description FROM document_table"
    table = one(conn, asked)
    assert table.pop("description").startswith("Income statement\nNet sales: 412,613 in 2025")
    assert table == {
        "source_uri": REPORT,
        "ordinal": 1,
        "page_no": 2,
        "num_rows": 4,
        "num_cols": 3,
        "num_live_chunks": 1,
    }
    unpublish(conn, index_no=1, document_no=number_of(conn, REPORT))
    assert one(conn, asked)["num_live_chunks"] == 0


def test_the_nearest_chunks_are_those_with_the_smallest_cosine_distance(conn: Connection) -> None:
    add_parts(conn)
    vectors: dict[str, list[np.ndarray]] = {}
    for row in rows(conn, "SELECT c.chunk_id, i.text FROM live_chunk c JOIN chunk_input i USING (chunk_no)"):
        vectors.setdefault(row["chunk_id"], []).append(vector_of(row["text"]))
    for of, own in vectors.items():
        best = {other: max(float(a @ b) for a in own for b in parts) for other, parts in vectors.items() if other != of}
        expected = sorted(best, key=lambda chunk: -best[chunk])[:4]
        found = rows(conn, "SELECT * FROM nearest_chunks(:of, 'main', 4)", of=of)
        assert [row["rank"] for row in found] == [1, 2, 3, 4]
        # half precision
        assert [row["similarity"] for row in found] == pytest.approx([best[chunk] for chunk in expected], abs=2e-3)
        assert {row["chunk_id"] for row in found[:1]} <= set(expected[:2])


def add_parts(conn: Connection) -> None:
    """Give the first chunk of the policy two more parts, and publish again."""
    index = get_index(conn, "main")
    number = number_of(conn, POLICY)
    live = one(conn, "SELECT chunk_set_id, chunk_no FROM live_chunk WHERE source_uri = :n AND ordinal = 0", n=POLICY)
    inputs = ["a second part", "a third part"]
    hashes = [sha256_text(item) for item in inputs]
    catalog.save_embeddings(conn, space=SPACE, hashes=hashes, vectors=np.stack([vector_of(item) for item in inputs]))
    for part, item in enumerate(inputs, start=1):
        conn.execute(
            text(
                "INSERT INTO chunk_input (chunk_no, part, input_sha256, text) VALUES (:chunk_no, :part, :hash, :text)"
            ),
            {"chunk_no": live["chunk_no"], "part": part, "hash": sha256_text(item), "text": item},
        )
    unpublish(conn, index_no=index.index_no, document_no=number)
    assert publish(conn, index=index, document_no=number, chunk_set_id=live["chunk_set_id"]).num_vectors >= 4


def test_an_unknown_chunk_has_no_neighbours_and_an_unknown_index_is_an_error(conn: Connection) -> None:
    known = one(conn, "SELECT chunk_id FROM live_chunk LIMIT 1")["chunk_id"]
    assert rows(conn, "SELECT * FROM nearest_chunks('no chunk', 'main')") == []
    unknown = pytest.raises(ProgrammingError, match="there is no index 'no index'; there is: default, main")
    with unknown, conn.begin_nested():
        rows(conn, "SELECT * FROM nearest_chunks(:of, 'no index')", of=known)
    by_name, by_alias = (
        rows(conn, "SELECT * FROM nearest_chunks(:of, :name)", of=known, name=n) for n in ("default", "main")
    )
    assert by_name == by_alias != []
