"""LlamaIndex's defaults over pages: SentenceSplitter, VectorStoreIndex in memory, BM25Retriever, reciprocal rank fusion
(see retrieval_peers)."""

from __future__ import annotations

import json
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from llama_index.core import Document, VectorStoreIndex
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.llms import MockLLM
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.retrievers.fusion_retriever import FUSION_MODES
from llama_index.core.schema import TextNode
from llama_index.retrievers.bm25 import BM25Retriever

from benchmarks.search_peers import Answer, read_folder, serve, timed


class _Given(BaseEmbedding):
    """Answers with the vector of the question at hand."""

    vector: list[float] = []  # noqa: RUF012 - a pydantic field

    def _get_query_embedding(self, query: str) -> list[float]:
        return self.vector

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self.vector

    def _get_text_embedding(self, text: str) -> list[float]:
        raise RuntimeError("nodes bring their vectors")


def split(folder: Path) -> None:
    """Chunks of every page, as the splitter makes them."""
    cut = json.loads((folder / "meta.json").read_text())["cut"]
    splitter = SentenceSplitter(chunk_size=cut, chunk_overlap=20) if cut else SentenceSplitter()
    with (folder / "pages.jsonl").open() as lines, (folder / "chunks.jsonl").open("w") as made:
        for line in lines:
            page = json.loads(line)
            for node in splitter.get_nodes_from_documents([Document(text=page["text"])]):
                made.write(json.dumps({**page, "text": node.text}) + "\n")


def build(folder: Path) -> tuple[dict[str, Any], Answer]:
    """An index of all chunks, and one for each document that is asked about alone."""
    _, texts, vectors = read_folder(folder)
    with (folder / "chunks.jsonl").open() as lines:
        docs = [json.loads(line)["doc"] for line in lines]
    given = _Given()

    @cache
    def retrievers(doc: str | None, top_k: int) -> dict[str, Any]:
        nodes = [
            TextNode(id_=str(place), text=text, embedding=vectors[place].tolist())
            for place, text in enumerate(texts)
            if doc is None or docs[place] == doc
        ]
        if not nodes:
            return {}
        count = min(top_k, len(nodes))
        dense = VectorStoreIndex(nodes, embed_model=given).as_retriever(similarity_top_k=count)
        words = BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=count)
        fused = QueryFusionRetriever(
            [dense, words],
            llm=MockLLM(),
            mode=FUSION_MODES.RECIPROCAL_RANK,
            num_queries=1,
            similarity_top_k=count,
            use_async=False,
        )
        return {"dense": dense, "hybrid": fused}

    def answer(question: dict[str, Any]) -> dict[str, Any]:
        given.vector = question["vector"]
        found = retrievers(question["doc"], question["top_k"])
        if not found:
            return {"seconds": 0.0, "ids": []}
        retriever = found[question["way"]]
        return timed(lambda: [int(hit.node.node_id) for hit in retriever.retrieve(question["question"])])

    return {"version": version("llama-index-core")}, answer


if __name__ == "__main__":
    if sys.argv[2:] == ["split"]:
        split(Path(sys.argv[1]))
    else:
        serve(build)
