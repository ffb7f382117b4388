"""LangChain: EnsembleRetriever over PGVector and BM25Retriever (see search_peers).

PGVector makes no vector index of its own; it gets the HNSW index that the others have, and the same ef_search.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

from langchain_classic.retrievers import EnsembleRetriever
from langchain_community.retrievers import BM25Retriever
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_postgres import PGVector
from sqlalchemy import create_engine, text

from benchmarks.search_peers import Answer, read_folder, serve, timed

_BATCH = 2000


class _Given(Embeddings):
    """Answers with the vector of the question at hand."""

    def __init__(self) -> None:
        self.vector: list[float] = []

    def embed_query(self, text: str) -> list[float]:
        return self.vector

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        raise RuntimeError("documents bring their vectors")


def build(folder: Path) -> tuple[dict[str, Any], Answer]:
    """Load the table, build both indexes."""
    meta, texts, vectors = read_folder(folder)
    options = f"-c hnsw.ef_search={meta['ef_search']}"
    engine = create_engine(
        meta["address"].replace("postgresql://", "postgresql+psycopg://"), connect_args={"options": options}
    )
    given = _Given()
    store = PGVector(embeddings=given, connection=engine, embedding_length=meta["dimensions"], collection_name="chunks")
    for start in range(0, len(texts), _BATCH):
        rows = range(start, min(start + _BATCH, len(texts)))
        store.add_embeddings(
            texts=[texts[place] for place in rows],
            embeddings=[vectors[place].tolist() for place in rows],
            metadatas=[{"place": place} for place in rows],
            ids=[str(place) for place in rows],
        )
    with engine.begin() as conn:
        graph = f"m = {int(meta['m'])}, ef_construction = {int(meta['ef_construction'])}"
        conn.execute(
            text(f"CREATE INDEX ON langchain_pg_embedding USING hnsw (embedding vector_cosine_ops) WITH ({graph})")
        )
        conn.execute(text("ANALYZE langchain_pg_embedding"))
    keyword = BM25Retriever.from_documents(
        [Document(page_content=one, metadata={"place": place}) for place, one in enumerate(texts)],
        k=meta["keyword_top_k"],
    )
    dense = store.as_retriever(search_kwargs={"k": meta["dense_top_k"]})
    ensemble = EnsembleRetriever(retrievers=[dense, keyword], weights=[0.5, 0.5], id_key="place")

    def answer(question: dict[str, Any]) -> dict[str, Any]:
        given.vector = question["vector"]
        return timed(lambda: [hit.metadata["place"] for hit in ensemble.invoke(question["question"])][: meta["top_k"]])

    return {"version": version("langchain-classic")}, answer


if __name__ == "__main__":
    serve(build)
