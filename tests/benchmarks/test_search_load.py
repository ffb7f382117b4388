"""What the search benchmarks load in bulk is what publishing would have written."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection, Engine, text

from benchmarks.search_corpus import Corpus, CorpusChunk, perturbed
from benchmarks.search_load import load
from bizrag.settings import SearchSettings
from bizrag.store.indexes import IndexRow, IndexSpec, ensure_index, get_index
from bizrag.store.publish import publish

_WORDS = [
    "net",
    "sales",
    "rose",
    "3.88%",
    "to",
    "$1,577",
    "in",
    "Q3",
    "2022",
    "as",
    "the",
    "printers",
    "MFC-L8900CDW",
    "sold",
    "well",
    "and",
    "well",
]

# what publishing writes, without the numbers that are drawn anew and the time
_TERMS = "SELECT to_jsonb(x) - 'term_id' - 'index_no' FROM term x WHERE index_no = :n ORDER BY 1"
_POSTINGS = """
SELECT to_jsonb(p) - 'term_id' - 'index_no' || jsonb_build_object('term', t.term)
FROM posting p JOIN term t USING (index_no, term_id) WHERE p.index_no = :n ORDER BY 1
"""
_VECTORS = "SELECT to_jsonb(x) - 'index_no' FROM vector_row x WHERE index_no = :n ORDER BY 1"
_DOCUMENTS = "SELECT to_jsonb(x) - 'index_no' - 'published_at' FROM index_document x WHERE index_no = :n ORDER BY 1"
_STATISTICS = "SELECT to_jsonb(x) - 'index_no' FROM index_stat x WHERE index_no = :n ORDER BY 1"
_LEXICAL = "SELECT to_jsonb(x) - 'index_no' FROM lexical_stat x WHERE index_no = :n ORDER BY 1"


def _corpus() -> Corpus:
    rng = np.random.default_rng(5)
    chunks = [
        CorpusChunk(
            document=f"reports/{number // 4}",
            title=f"Report {number // 4}",
            text=" ".join(rng.choice(_WORDS, size=30).tolist()) if number != 5 else "the and as " * 10,
        )
        for number in range(24)
    ]
    vectors = rng.standard_normal((24, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return Corpus(chunks=chunks, vectors=vectors, metadata={"space": "test/random-8"})


def _published(conn: Connection, like: IndexRow) -> IndexRow:
    """An index beside the loaded one, filled by publishing the same chunk sets."""
    spec: dict[str, Any] = {name: getattr(like, name) for name in IndexSpec.__dataclass_fields__}
    spec["index_name"] = "published"
    index = ensure_index(conn, IndexSpec(**spec))
    for row in conn.execute(text("SELECT document_no, chunk_set_id FROM chunk_set ORDER BY document_no")).all():
        publish(conn, index=index, document_no=row.document_no, chunk_set_id=row.chunk_set_id)
    return index


@pytest.mark.parametrize("text_config", [None, "english"])
def test_rows_loaded_in_bulk_are_those_that_publishing_writes(engine: Engine, text_config: str | None) -> None:
    load(engine, _corpus(), name="bench", size=40, text_config=text_config, seed=3, search=None)
    with engine.begin() as conn:
        loaded = get_index(conn, "bench")
        published = _published(conn, loaded)
        for rows in (_TERMS, _POSTINGS, _VECTORS, _DOCUMENTS, _STATISTICS, _LEXICAL):
            of_bulk = conn.scalars(text(rows), {"n": loaded.index_no}).all()
            of_publish = conn.scalars(text(rows), {"n": published.index_no}).all()
            assert of_bulk
            assert of_bulk == of_publish


def test_database_indexes_are_there_again_after_loading(engine: Engine) -> None:
    load(
        engine, _corpus(), name="bench", size=24, text_config="english", seed=3, search=SearchSettings(hnsw_min_rows=0)
    )
    names = (
        "SELECT regexp_replace(indexname, '_' || :n || '(?=_|$)', '_n') FROM pg_indexes "
        "WHERE tablename LIKE '%\\_' || :n ORDER BY 1"
    )
    with engine.begin() as conn:
        loaded = get_index(conn, "bench")
        published = _published(conn, loaded)
        of_bulk = set(conn.scalars(text(names), {"n": str(loaded.index_no)}))
        of_publish = set(conn.scalars(text(names), {"n": str(published.index_no)}))
    assert of_bulk - of_publish == {"vector_row_n_hnsw_16_400"}
    assert of_publish <= of_bulk


def test_loading_twice_changes_nothing(engine: Engine) -> None:
    first = load(engine, _corpus(), name="bench", size=24, text_config="english", seed=3, search=None)
    second = load(engine, _corpus(), name="bench", size=24, text_config="english", seed=3, search=None)
    assert (first["was_there"], second["was_there"]) == (False, True)
    assert first["chunks"] == second["chunks"] == 24


def test_copies_are_perturbed_by_the_seed_and_stay_near_their_original() -> None:
    corpus = _corpus()
    once = list(perturbed(corpus, 60, seed=1))
    again = list(perturbed(corpus, 60, seed=1))
    assert [chunk for chunk, _ in once] == [chunk for chunk, _ in again]
    assert [chunk for chunk, _ in once[:24]] == list(corpus.chunks)
    (first, vector), (copy, near) = once[0], once[24]
    assert copy.document != first.document
    assert copy.text != first.text
    assert 0.6 < float(vector @ near) < 1
    assert np.linalg.norm(near) == pytest.approx(1, abs=1e-5)
