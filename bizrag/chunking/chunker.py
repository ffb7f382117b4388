"""From a parse and its descriptions to chunks: the transformation operators Z of the variants (MM-BizRAG 2.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from bizrag.chunking.pages import page_image_chunks, pcmhe_chunks
from bizrag.chunking.params import ChunkParams
from bizrag.chunking.plain_text import text_only_chunks
from bizrag.chunking.tcmie import tcmie_chunks
from bizrag.chunking.tcte import tcte_chunks
from bizrag.chunking.work import DocumentWork
from bizrag.model.chunks import Chunk
from bizrag.model.descriptions import Description
from bizrag.model.documents import Layout
from bizrag.model.parses import Parse
from bizrag.model.variants import Variant

# Part of a chunk set's identity: a change of the rules is a new version.
CHUNKER: Mapping[Variant, str] = MappingProxyType(
    {
        Variant.TCTE: "tcte-9",
        Variant.PCMHE: "pcmhe-7",
        Variant.TCMIE: "tcmie-7",
        Variant.TEXT_ONLY: "text-only-7",
        Variant.COLPALI: "page-images-1",
        Variant.VISRAG: "page-images-1",
    }
)

_OPERATORS: Mapping[Variant, Callable[[DocumentWork], list[Chunk]]] = MappingProxyType(
    {
        Variant.TCTE: tcte_chunks,
        Variant.PCMHE: pcmhe_chunks,
        Variant.TCMIE: tcmie_chunks,
        Variant.TEXT_ONLY: text_only_chunks,
        Variant.COLPALI: page_image_chunks,
        Variant.VISRAG: page_image_chunks,
    }
)


def chunk_document(
    *,
    document_id: str,
    title: str,
    layout: Layout,
    parse: Parse,
    descriptions: Sequence[Description],
    params: ChunkParams,
    count_tokens: Callable[[str], int],
    variant: Variant = Variant.TCTE,
) -> list[Chunk]:
    """The chunks of a document in reading order, ordinals from 0 without gaps.

    Each variant says in its own module what is a chunk. ``count_tokens`` counts without special tokens; no text that
    is embedded is longer than ``params.input_tokens``, no multimodal input than ``params.unit_tokens``.
    """
    work = DocumentWork(
        document_id=document_id,
        title=title,
        layout=layout,
        parse=parse,
        descriptions=descriptions,
        params=params,
        count_tokens=count_tokens,
    )
    return _OPERATORS[variant](work)
