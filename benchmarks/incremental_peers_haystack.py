"""Haystack: converter, splitter, embedder and DocumentWriter over pgvector; ``option`` is the writer's policy.

See incremental_peers.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import version
from typing import Any

from haystack import Document, Pipeline, component
from haystack.components.preprocessors import DocumentSplitter
from haystack.components.writers import DocumentWriter
from haystack.document_stores.types import DuplicatePolicy
from haystack.utils import Secret
from haystack_integrations.document_stores.pgvector import PgvectorDocumentStore

from benchmarks.incremental_peers_job import DIMENSIONS, Job, serve


@component
class _Embedder:
    """The counted embedder."""

    def __init__(self, job: Job) -> None:
        self._job = job

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, Any]:
        vectors: list[list[float]] = []
        for start in range(0, len(documents), 100):
            vectors += self._job.embed([item.content or "" for item in documents[start : start + 100]])
        return {"documents": [replace(item, embedding=one) for item, one in zip(documents, vectors, strict=True)]}


def _splitter(job: Job) -> DocumentSplitter:
    return DocumentSplitter(split_by="word", split_length=26 if job.is_smaller else 60)


def run(job: Job) -> None:
    """Run the folder through the pipeline."""
    store = PgvectorDocumentStore(
        connection_string=Secret.from_token(job.address), embedding_dimension=DIMENSIONS, table_name="chunks"
    )
    pipeline = Pipeline()
    pipeline.add_component("splitter", _splitter(job))
    pipeline.add_component("embedder", _Embedder(job))
    pipeline.add_component("writer", DocumentWriter(document_store=store, policy=DuplicatePolicy[job.option]))
    pipeline.connect("splitter", "embedder")
    pipeline.connect("embedder", "writer")
    documents = [Document(content=job.read(path), meta={"name": job.name(path)}) for path in job.files]
    job.counts.split += len(documents)
    pipeline.run({"splitter": {"documents": documents}})


def split(job: Job, text: str) -> list[str]:
    """The pieces of a text."""
    return [item.content or "" for item in _splitter(job).run(documents=[Document(content=text)])["documents"]]


if __name__ == "__main__":
    serve(run, split, version("haystack-ai"))
