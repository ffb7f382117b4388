"""Indexes: created once, found by name or alias, dropped whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, text

from bizrag.errors import ConfigurationError, NotFoundError
from bizrag.store.indexes import IndexSpec, drop_index, ensure_index, get_index, list_indexes, set_alias
from bizrag.store.publish import publish

SPEC = IndexSpec(index_name="main", variant="tcte", chunk_params={"max_tokens": 256}, space="s", dimensions=8)


def partitions(conn: Connection) -> set[str]:
    return set(conn.scalars(text("SELECT relid::text FROM pg_partition_tree('posting') WHERE isleaf")))


def test_an_index_is_created_once(conn: Connection) -> None:
    first = ensure_index(conn, SPEC)
    assert ensure_index(conn, SPEC) == first
    assert (first.index_name, first.dimensions, first.text_config, first.k1, first.b) == (
        "main",
        8,
        None,
        1.2,
        0.75,
    )
    assert partitions(conn) == {f"posting_{first.index_no}"}


def test_chunk_parameters_follow_and_what_makes_it_another_index_is_refused(conn: Connection) -> None:
    first = ensure_index(conn, SPEC)
    changed = ensure_index(conn, replace(SPEC, chunk_params={"max_tokens": 128}, k1=0.9))
    assert (changed.index_no, changed.chunk_params, changed.k1) == (first.index_no, {"max_tokens": 128}, 0.9)
    for other in (replace(SPEC, space="t"), replace(SPEC, dimensions=9), replace(SPEC, variant="text_only")):
        with pytest.raises(ConfigurationError, match="was built with"):
            ensure_index(conn, other)


def test_an_index_of_other_dimensions_than_its_space_is_refused(conn: Connection) -> None:
    ensure_index(conn, SPEC)
    with pytest.raises(ConfigurationError, match="vectors of s have not 9 dimensions"):
        ensure_index(conn, replace(SPEC, index_name="other", dimensions=9))


def test_the_language_of_an_index_may_change(conn: Connection) -> None:
    first = ensure_index(conn, SPEC)
    german = ensure_index(conn, replace(SPEC, text_config="german"))
    assert (german.index_no, german.text_config) == (first.index_no, "german")
    assert ensure_index(conn, SPEC) == first


def test_an_unknown_index_is_told_with_what_there_is(conn: Connection) -> None:
    with pytest.raises(NotFoundError, match=r"^there is no index yet: 'bizrag ingest FOLDER' makes the first$"):
        get_index(conn, "main")
    ensure_index(conn, SPEC)
    set_alias(conn, "live", "main")
    with pytest.raises(NotFoundError, match="there is: main, live"):
        get_index(conn, "man")


def test_an_alias_moves_to_another_index(conn: Connection) -> None:
    old, new = ensure_index(conn, SPEC), ensure_index(conn, replace(SPEC, index_name="newer"))
    set_alias(conn, "live", "main")
    assert get_index(conn, "live") == old
    set_alias(conn, "live", "newer")
    assert get_index(conn, "live") == new
    assert [(row.index.index_name, row.aliases) for row in list_indexes(conn)] == [("main", ()), ("newer", ("live",))]
    with pytest.raises(ConfigurationError, match="is the name of an index"):
        set_alias(conn, "main", "newer")


def test_a_new_index_takes_no_questions_from_an_alias(conn: Connection) -> None:
    """It would be empty, and every question that names the alias would find nothing."""
    ensure_index(conn, SPEC)
    set_alias(conn, "live", "main")
    with pytest.raises(ConfigurationError, match="live is an alias of index main"):
        ensure_index(conn, replace(SPEC, index_name="live"))
    assert get_index(conn, "live").index_name == "main"


def test_an_unknown_language_is_a_configuration_error(conn: Connection) -> None:
    with pytest.raises(ConfigurationError, match="no text-search configuration 'klingon'"), conn.begin_nested():
        ensure_index(conn, replace(SPEC, text_config="klingon"))
    ensure_index(conn, SPEC)
    with pytest.raises(ConfigurationError, match="no text-search configuration 'klingon'"):
        ensure_index(conn, replace(SPEC, text_config="klingon"))


def test_a_dropped_index_leaves_nothing(conn: Connection, library: Callable[[Connection], Any]) -> None:
    shelf = library(conn)
    index, document = shelf.index(), shelf.document("a.pdf")
    set_alias(conn, "live", "main")
    publish(conn, index=index, document_no=document.document_no, chunk_set_id=shelf.chunk_set(document, ["revenue"]))
    drop_index(conn, "live")
    assert partitions(conn) == set()
    for table in (
        *("search_index", "index_alias", "index_stat", "lexical_stat", "index_document"),
        *("vector_row", "term", "posting"),
    ):
        assert conn.scalar(text(f"SELECT count(*) FROM {table}")) == 0, table
    assert conn.scalar(text("SELECT count(*) FROM chunk")) == 1
