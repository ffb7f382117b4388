"""LlamaIndex: QueryFusionRetriever over PGVectorStore (HNSW) and BM25Retriever, reciprocal ranks (see search_peers)."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

from llama_index.core import VectorStoreIndex
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.llms import MockLLM
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.retrievers.fusion_retriever import FUSION_MODES
from llama_index.core.schema import TextNode
from llama_index.retrievers.bm25 import BM25Retriever
from llama_index.vector_stores.postgres import PGVectorStore

from benchmarks.search_peers import Answer, read_folder, serve, timed

_BATCH = 2000


class _Given(BaseEmbedding):
    """Answers with the vector of the question at hand."""

    vector: list[float] = []  # noqa: RUF012 - a pydantic field

    def _get_query_embedding(self, query: str) -> list[float]:
        return self.vector

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self.vector

    def _get_text_embedding(self, text: str) -> list[float]:
        raise RuntimeError("nodes bring their vectors")


def build(folder: Path) -> tuple[dict[str, Any], Answer]:
    """Load the table, build both indexes."""
    meta, texts, vectors = read_folder(folder)
    store = PGVectorStore.from_params(
        connection_string=meta["address"].replace("postgresql://", "postgresql+psycopg2://"),
        async_connection_string=meta["address"].replace("postgresql://", "postgresql+asyncpg://"),
        table_name="chunks",
        embed_dim=meta["dimensions"],
        hnsw_kwargs={
            "hnsw_m": meta["m"],
            "hnsw_ef_construction": meta["ef_construction"],
            "hnsw_ef_search": meta["ef_search"],
            "hnsw_dist_method": "vector_cosine_ops",
        },
    )
    nodes = [TextNode(id_=str(place), text=text) for place, text in enumerate(texts)]
    for start in range(0, len(nodes), _BATCH):
        batch = [
            node.model_copy(update={"embedding": vectors[start + place].tolist()})
            for place, node in enumerate(nodes[start : start + _BATCH])
        ]
        store.add(batch)
    given = _Given()
    dense = VectorStoreIndex.from_vector_store(store, embed_model=given).as_retriever(
        similarity_top_k=meta["dense_top_k"]
    )
    keyword = BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=meta["keyword_top_k"])
    fusion = QueryFusionRetriever(
        [dense, keyword],
        llm=MockLLM(),
        mode=FUSION_MODES.RECIPROCAL_RANK,
        num_queries=1,
        similarity_top_k=meta["top_k"],
        use_async=False,
    )

    def answer(question: dict[str, Any]) -> dict[str, Any]:
        given.vector = question["vector"]
        return timed(lambda: [int(hit.node.node_id) for hit in fusion.retrieve(question["question"])])

    return {"version": version("llama-index-core")}, answer


if __name__ == "__main__":
    serve(build)
