"""Haystack: a pipeline of pgvector's embedding retriever (HNSW) and keyword retriever, joined by reciprocal rank fusion
(see search_peers)."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

from haystack import Document, Pipeline
from haystack.components.joiners import DocumentJoiner
from haystack.document_stores.types import DuplicatePolicy
from haystack.utils import Secret
from haystack_integrations.components.retrievers.pgvector import PgvectorEmbeddingRetriever, PgvectorKeywordRetriever
from haystack_integrations.document_stores.pgvector import PgvectorDocumentStore

from benchmarks.search_peers import Answer, read_folder, serve, timed

_BATCH = 2000


def build(folder: Path) -> tuple[dict[str, Any], Answer]:
    """Load the table, build its indexes, wire the pipeline."""
    meta, texts, vectors = read_folder(folder)
    store = PgvectorDocumentStore(
        connection_string=Secret.from_token(meta["address"]),
        embedding_dimension=meta["dimensions"],
        vector_function="cosine_similarity",
        recreate_table=True,
        search_strategy="hnsw",
        hnsw_index_creation_kwargs={"m": meta["m"], "ef_construction": meta["ef_construction"]},
        hnsw_ef_search=meta["ef_search"],
    )
    for start in range(0, len(texts), _BATCH):
        documents = [
            Document(id=str(start + place), content=text, embedding=vectors[start + place].tolist())
            for place, text in enumerate(texts[start : start + _BATCH])
        ]
        store.write_documents(documents, policy=DuplicatePolicy.OVERWRITE)
    pipeline = Pipeline()
    pipeline.add_component("dense", PgvectorEmbeddingRetriever(document_store=store, top_k=meta["dense_top_k"]))
    pipeline.add_component("keyword", PgvectorKeywordRetriever(document_store=store, top_k=meta["keyword_top_k"]))
    pipeline.add_component("joiner", DocumentJoiner(join_mode="reciprocal_rank_fusion", top_k=meta["top_k"]))
    pipeline.connect("dense", "joiner")
    pipeline.connect("keyword", "joiner")

    def answer(question: dict[str, Any]) -> dict[str, Any]:
        inputs = {"dense": {"query_embedding": question["vector"]}, "keyword": {"query": question["question"]}}
        return timed(lambda: [int(hit.id) for hit in pipeline.run(inputs)["joiner"]["documents"]])

    return {"version": version("haystack-ai")}, answer


if __name__ == "__main__":
    serve(build)
