"""LanceDB: hybrid search (full text and IVF-HNSW) with the RRF reranker, files beside the exchanged ones (see
search_peers). One limit holds for both routes: the larger of the two numbers of candidates."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

import lancedb
import pyarrow as pa
from lancedb.query import MatchQuery
from lancedb.rerankers import RRFReranker

from benchmarks.search_peers import Answer, read_folder, serve, timed


def build(folder: Path) -> tuple[dict[str, Any], Answer]:
    """Write the table, build both indexes."""
    meta, texts, vectors = read_folder(folder)
    flat = pa.array(vectors.reshape(-1), type=pa.float32())
    rows = pa.table(
        {
            "place": pa.array(range(len(texts)), type=pa.int32()),
            "text": pa.array(texts),
            "vector": pa.FixedSizeListArray.from_arrays(flat, meta["dimensions"]),
        }
    )
    table = lancedb.connect(str(folder / "lancedb")).create_table("chunks", rows)
    table.create_index(metric="cosine", vector_column_name="vector", index_type="IVF_HNSW_SQ")
    table.create_fts_index("text")
    reranker = RRFReranker()
    limit = max(meta["dense_top_k"], meta["keyword_top_k"])

    def retrieve(question: dict[str, Any]) -> list[int]:
        # a plain string with quotes in it would ask for a phrase
        words = MatchQuery(question["question"], "text")
        query = table.search(query_type="hybrid").vector(question["vector"]).text(words)
        found = query.distance_type("cosine").rerank(reranker).limit(limit).select(["place", "text"]).to_list()
        return [row["place"] for row in found][: meta["top_k"]]

    return {"version": version("lancedb")}, lambda question: timed(lambda: retrieve(question))


if __name__ == "__main__":
    serve(build)
