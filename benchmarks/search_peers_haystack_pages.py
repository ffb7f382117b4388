"""Haystack's defaults over pages: DocumentSplitter, the in-memory store's embedding and BM25 retrievers, DocumentJoiner
with reciprocal rank fusion (see retrieval_peers)."""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from haystack import Document
from haystack.components.joiners import DocumentJoiner
from haystack.components.preprocessors import DocumentSplitter
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
from haystack.document_stores.in_memory import InMemoryDocumentStore

from benchmarks.search_peers import Answer, read_folder, serve, timed


def split(folder: Path) -> None:
    """Chunks of every page, as the splitter makes them."""
    cut = json.loads((folder / "meta.json").read_text())["cut"]
    splitter = DocumentSplitter(split_length=cut) if cut else DocumentSplitter()
    if hasattr(splitter, "warm_up"):
        splitter.warm_up()
    with (folder / "pages.jsonl").open() as lines, (folder / "chunks.jsonl").open("w") as made:
        for line in lines:
            page = json.loads(line)
            for part in splitter.run(documents=[Document(content=page["text"])])["documents"]:
                if (part.content or "").strip():
                    made.write(json.dumps({**page, "text": part.content}) + "\n")


def build(folder: Path) -> tuple[dict[str, Any], Answer]:
    """One store; questions about one document are filtered by it."""
    _, texts, vectors = read_folder(folder)
    with (folder / "chunks.jsonl").open() as lines:
        docs = [json.loads(line)["doc"] for line in lines]
    store = InMemoryDocumentStore(embedding_similarity_function="cosine")
    store.write_documents(
        [
            Document(id=str(place), content=text, embedding=vectors[place].tolist(), meta={"doc": docs[place]})
            for place, text in enumerate(texts)
        ]
    )
    dense, words = InMemoryEmbeddingRetriever(document_store=store), InMemoryBM25Retriever(document_store=store)
    joiner = DocumentJoiner(join_mode="reciprocal_rank_fusion")

    def find(question: dict[str, Any]) -> list[int]:
        doc, top_k = question["doc"], question["top_k"]
        narrowed = {"field": "meta.doc", "operator": "==", "value": doc} if doc else None
        found = dense.run(query_embedding=question["vector"], filters=narrowed, top_k=top_k)["documents"]
        if question["way"] == "hybrid":
            lexical = words.run(query=question["question"], filters=narrowed, top_k=top_k)["documents"]
            found = joiner.run(documents=[found, lexical], top_k=top_k)["documents"]
        return [int(hit.id) for hit in found]

    return {"version": version("haystack-ai")}, lambda question: timed(lambda: find(question))


if __name__ == "__main__":
    if sys.argv[2:] == ["split"]:
        split(Path(sys.argv[1]))
    else:
        serve(build)
