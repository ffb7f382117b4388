"""LangChain: the indexing API with SQLRecordManager over PGVector; ``option`` is its way to clean up.

See incremental_peers.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from langchain_classic.indexes import SQLRecordManager, index
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_postgres import PGVector
from langchain_text_splitters import RecursiveCharacterTextSplitter

from benchmarks.incremental_peers_job import DIMENSIONS, Job, serve


class _Embedding(Embeddings):
    """The counted embedder."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return self._job.embed(texts)

    def embed_query(self, text: str) -> list[float]:
        raise RuntimeError("nobody asks")


def _splitter(job: Job) -> RecursiveCharacterTextSplitter:
    return RecursiveCharacterTextSplitter(chunk_size=180 if job.is_smaller else 400, chunk_overlap=0)


def run(job: Job) -> None:
    """Index all documents of the folder."""
    address = job.address.replace("postgresql://", "postgresql+psycopg://")
    store = PGVector(
        embeddings=_Embedding(job), connection=address, embedding_length=DIMENSIONS, collection_name="chunks"
    )
    records = SQLRecordManager("pgvector/chunks", db_url=address)
    records.create_schema()
    documents = [Document(page_content=job.read(path), metadata={"source": job.name(path)}) for path in job.files]
    job.counts.split += len(documents)
    pieces = _splitter(job).split_documents(documents)
    cleanup: Any = job.option
    index(pieces, records, store, cleanup=cleanup, source_id_key="source", key_encoder="sha256")


def split(job: Job, text: str) -> list[str]:
    """The pieces of a text."""
    return _splitter(job).split_text(text)


if __name__ == "__main__":
    serve(run, split, version("langchain-core"))
