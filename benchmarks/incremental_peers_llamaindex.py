"""LlamaIndex: IngestionPipeline with a docstore (UPSERTS_AND_DELETE), persisted, over PGVectorStore.

See incremental_peers.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from llama_index.core import Document
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.ingestion import DocstoreStrategy, IngestionPipeline
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.storage.docstore import SimpleDocumentStore
from llama_index.vector_stores.postgres import PGVectorStore
from pydantic import PrivateAttr

from benchmarks.incremental_peers_job import DIMENSIONS, Job, serve


class _Embedding(BaseEmbedding):
    """The counted embedder."""

    _job: Any = PrivateAttr()

    def __init__(self, job: Job) -> None:
        super().__init__(model_name="other" if job.is_other_model else "first", embed_batch_size=100)
        self._job = job

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return self._job.embed(texts)

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._job.embed([text])[0]

    def _get_query_embedding(self, query: str) -> list[float]:
        raise RuntimeError("nobody asks")

    async def _aget_query_embedding(self, query: str) -> list[float]:
        raise RuntimeError("nobody asks")


class _Splitter(SentenceSplitter):
    """The library's splitter, counted."""

    _job: Any = PrivateAttr(default=None)

    def _parse_nodes(self, nodes: Any, *positional: Any, **named: Any) -> Any:
        self._job.counts.split += len(nodes)
        return super()._parse_nodes(nodes, *positional, **named)


def _splitter(job: Job) -> _Splitter:
    words = 26 if job.is_smaller else 60
    made = _Splitter(chunk_size=words, chunk_overlap=0, tokenizer=str.split, include_metadata=False)
    made._job = job
    return made


def run(job: Job) -> None:
    """Bring the table to the state of the folder."""
    store = PGVectorStore.from_params(
        connection_string=job.address.replace("postgresql://", "postgresql+psycopg2://"),
        async_connection_string=job.address.replace("postgresql://", "postgresql+asyncpg://"),
        table_name="chunks",
        embed_dim=DIMENSIONS,
    )
    pipeline = IngestionPipeline(
        transformations=[_splitter(job), _Embedding(job)],
        docstore=SimpleDocumentStore(),
        vector_store=store,
        docstore_strategy=DocstoreStrategy.UPSERTS_AND_DELETE,
    )
    kept = job.state / "pipeline"
    if kept.exists():
        pipeline.load(str(kept))
    documents = [
        Document(id_=job.name(path), text=job.read(path), metadata={"name": job.name(path)}) for path in job.files
    ]
    pipeline.run(documents=documents)
    pipeline.persist(str(kept))


def split(job: Job, text: str) -> list[str]:
    """The pieces of a text."""
    return _splitter(job).split_text(text)


if __name__ == "__main__":
    serve(run, split, version("llama-index-core"))
