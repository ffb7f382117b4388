"""The plan: SQL and Python agree on fingerprints, and exactly what must run is found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, text

from bizrag.model.hashing import fingerprint
from bizrag.pipeline.stages import STAGE_BY_NAME, STAGES, StageName, StageVersion
from bizrag.store.state import Cause, load_states, record_failure, record_success, select_stale
from sql import query


@pytest.fixture
def conn(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as conn:
        conn.execute(
            text(
                "INSERT INTO document (document_no, document_id, collection, source_root, source_uri, partition_key,"
                " size_bytes, change_mark) VALUES (1, 'd1', 'c', '/r', 'x/one.txt', 'c/x/one.txt', 3, 'mark-1')"
            )
        )
        yield conn


VERSIONS = [
    StageVersion(stage=stage.name, index_no=7 if stage.is_per_index else 0, parts={}, static=f"static {stage.name}")
    for stage in STAGES
]
PLAN = [version.to_json(position) for position, version in enumerate(VERSIONS)]
# what every stage leaves, so that all later ones can be keyed
OUTPUTS = {
    StageName.DOCUMENTS: {"content": "sha-content"},
    StageName.CLASSIFICATIONS: {"layout": "vertical", "title": "One.txt"},
    StageName.PAGES: {"parse": "sha-parse", "parse_id": "p1"},
    StageName.DESCRIPTIONS: {"descriptions": "sha-descriptions"},
    StageName.CHUNKS: {"chunks": "sha-chunks", "chunk_set": "s1"},
    StageName.EMBEDDINGS: {"vectors": "sha-vectors"},
    StageName.SEARCH_INDEX: {"published": "s1"},
}
FACTS = {"source": {"mark": "mark-1", "name": "one.txt"}, **OUTPUTS}


def key_of(stage: StageName, facts: dict[str, dict[str, str]]) -> str:
    return fingerprint(f"static {stage}", *(facts[read][output] for read, output in STAGE_BY_NAME[stage].reads))


def succeed(conn: Connection, stage: StageName, facts: dict[str, dict[str, str]] = FACTS) -> None:
    record_success(
        conn,
        document_no=1,
        stage=stage,
        index_no=7 if STAGE_BY_NAME[stage].is_per_index else 0,
        fingerprint=key_of(stage, facts),
        outputs=facts[stage],
        seconds=0.0,
        calls={},
    )


def first_stale(conn: Connection, *, retry_failed: bool = False) -> list[str]:
    return [item.stage for item in select_stale(conn, PLAN, retry_failed=retry_failed)]


@pytest.mark.slow
@given(static=st.text(st.characters(exclude_characters="\0", codec="utf-8")), inputs=st.lists(st.text("ab\n é")))
def test_the_python_fingerprint_hashes_lines(static: str, inputs: list[str]) -> None:
    assert len(fingerprint(static, *inputs)) == 64


@pytest.mark.parametrize("inputs", [[], ["a"], ["a", "", "ü\nb"]])
def test_sql_and_python_give_the_same_fingerprint(engine: Engine, inputs: list[str]) -> None:
    statement = text("SELECT stage_fingerprint(:static, CAST(:inputs AS text[]))")
    with engine.connect() as conn:
        assert conn.execute(statement, {"static": "s", "inputs": inputs}).scalar() == fingerprint("s", *inputs)


def test_a_new_document_starts_at_the_first_stage(conn: Connection) -> None:
    assert first_stale(conn) == ["documents"]


def test_a_document_with_all_stages_done_is_left_alone(conn: Connection) -> None:
    for stage in StageName:
        succeed(conn, stage)
    assert first_stale(conn) == []


@pytest.mark.parametrize("stage", list(StageName))
def test_a_document_goes_on_where_it_stopped(conn: Connection, stage: StageName) -> None:
    for done in list(StageName)[: list(StageName).index(stage)]:
        succeed(conn, done)
    assert first_stale(conn) == [stage]


def test_a_changed_file_mark_reads_the_document_again(conn: Connection) -> None:
    for stage in StageName:
        succeed(conn, stage)
    conn.execute(text("UPDATE document SET change_mark = 'mark-2'"))
    assert first_stale(conn) == ["documents"]


def test_a_new_title_makes_chunks_stale_and_pages_not(conn: Connection) -> None:
    for stage in StageName:
        succeed(conn, stage)
    succeed(conn, StageName.CLASSIFICATIONS, FACTS | {"classifications": {"layout": "vertical", "title": "Two.txt"}})
    assert first_stale(conn) == ["chunks"]


def test_a_new_code_version_makes_its_stage_stale(conn: Connection) -> None:
    for stage in StageName:
        succeed(conn, stage)
    changed = [row | ({"static": "other"} if row["stage"] == "descriptions" else {}) for row in PLAN]
    assert [item.stage for item in select_stale(conn, changed)] == ["descriptions"]


def fail(conn: Connection, *, is_transient: bool) -> None:
    record_failure(
        conn,
        document_no=1,
        stage="pages",
        index_no=0,
        fingerprint=key_of(StageName.PAGES, FACTS),
        error_class="BadInputError",
        error="one.txt: broken",
        is_transient=is_transient,
        seconds=0.0,
    )


def test_a_permanent_failure_waits_for_a_change_and_a_transient_one_does_not(conn: Connection) -> None:
    for stage in StageName:
        succeed(conn, stage)
    fail(conn, is_transient=False)
    assert first_stale(conn) == []
    assert first_stale(conn, retry_failed=True) == ["pages"]
    fail(conn, is_transient=True)
    assert first_stale(conn) == ["pages"]


def test_a_failure_keeps_the_outputs_of_the_last_success_and_counts_attempts(conn: Connection) -> None:
    for stage in StageName:
        succeed(conn, stage)
    fail(conn, is_transient=False)
    fail(conn, is_transient=False)
    state = load_states(conn, 1)["pages", 0]
    assert (state.status, state.attempts, state.outputs) == ("failed", 2, OUTPUTS[StageName.PAGES])
    succeed(conn, StageName.PAGES)
    assert load_states(conn, 1)["pages", 0].error is None


def test_the_plan_can_be_narrowed_to_some_documents(conn: Connection) -> None:
    assert [item.document_no for item in select_stale(conn, PLAN, documents=[1])] == [1]
    assert select_stale(conn, PLAN, documents=[2]) == []


def test_the_plan_is_one_statement_that_a_person_can_run(conn: Connection) -> None:
    statement = query("select_stale_documents")
    assert statement.startswith("--")
    assert json.loads(json.dumps(PLAN))[0]["reads"] == [["source.0", "mark"]]


def test_a_hopeless_failure_in_one_index_leaves_the_others_alone(conn: Connection) -> None:
    both = [*VERSIONS, *(replace(item, index_no=8) for item in VERSIONS if item.index_no)]
    stages = [version.to_json(position) for position, version in enumerate(both)]
    for stage in list(StageName)[:4]:
        succeed(conn, stage)
    record_failure(
        conn,
        document_no=1,
        stage=StageName.CHUNKS,
        index_no=7,
        fingerprint=key_of(StageName.CHUNKS, FACTS),
        error_class="PermanentError",
        error="no",
        is_transient=False,
        seconds=0.0,
    )
    (found,) = select_stale(conn, stages)
    assert (found.stage, found.index_no, found.cause) == ("chunks", 8, Cause.MISSING)
    (found,) = select_stale(conn, stages, retry_failed=True)
    assert (found.stage, found.index_no, found.cause) == ("chunks", 7, Cause.FAILED)


def test_the_plan_says_why(conn: Connection) -> None:
    assert [item.cause for item in select_stale(conn, PLAN)] == [Cause.NEW]
    for stage in StageName:
        succeed(conn, stage)
    assert select_stale(conn, PLAN) == []
    conn.execute(text("UPDATE stage_state SET version = 'static ' || stage"))
    conn.execute(text("UPDATE document SET change_mark = 'mark-2'"))
    assert [item.cause for item in select_stale(conn, PLAN)] == [Cause.CHANGED]
    conn.execute(text("UPDATE document SET change_mark = 'mark-1'"))
    # of the first stage too: an upgrade changes no file
    for stage in (StageName.DOCUMENTS, StageName.CHUNKS):
        newer = [replace(item, static="new") if item.stage is stage else item for item in VERSIONS]
        (found,) = select_stale(conn, [version.to_json(position) for position, version in enumerate(newer)])
        assert (found.stage, found.cause) == (stage, Cause.VERSION)
    succeed(conn, StageName.CHUNKS, {**FACTS, StageName.CHUNKS: {"chunks": "other", "chunk_set": "s1"}})
    (found,) = select_stale(conn, PLAN)
    assert (found.stage, found.cause) == ("embeddings", Cause.INPUTS)
