"""Chunks: how a parsed document becomes what is retrieved: the operators Z of the variants (MM-BizRAG 2.2).

Belongs here: sentence ends, sections, heading paths, packing into the embedder's window, the embedding inputs of
texts, tables, pictures, slides and pages. Pure: text in, chunks out, no files, no database, no model; the tokenizer is
a callable.
"""

from bizrag.chunking.chunker import CHUNKER, chunk_document
from bizrag.chunking.params import Cascade, ChunkParams

__all__ = ["CHUNKER", "Cascade", "ChunkParams", "chunk_document"]
