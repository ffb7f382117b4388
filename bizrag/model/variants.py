"""What indexes differ in: the variants of MM-BizRAG (2.2) and their baselines, and the headings before texts."""

from __future__ import annotations

from enum import StrEnum


class EmbedderKind(StrEnum):
    """What a variant's embedder reads and makes."""

    # texts; one vector each
    TEXT = "text"
    # texts, images, and both interleaved; one vector each
    MULTIMODAL = "multimodal"
    # page images; a vector for every patch (late interaction)
    MULTI_VECTOR = "multi_vector"


class Variant(StrEnum):
    """How chunks are made, embedded and assembled."""

    # token-level chunks, text embeddings: tables, pictures and slides by their descriptions
    TCTE = "tcte"
    # page-level chunks, texts and page images apart in one multimodal space, their rankings fused
    PCMHE = "pcmhe"
    # token-level chunks, tables and pictures inside them, text and images embedded together
    TCMIE = "tcmie"
    # baseline: the plain text in chunks of whole sentences, no layout
    TEXT_ONLY = "text_only"
    # baseline: page images by late interaction
    COLPALI = "colpali"
    # baseline: page images, one vector each
    VISRAG = "visrag"

    @property
    def embedder_kind(self) -> EmbedderKind:
        match self:
            case Variant.TCTE | Variant.TEXT_ONLY:
                return EmbedderKind.TEXT
            case Variant.PCMHE | Variant.TCMIE | Variant.VISRAG:
                return EmbedderKind.MULTIMODAL
            case Variant.COLPALI:
                return EmbedderKind.MULTI_VECTOR

    @property
    def has_words(self) -> bool:
        """Whether BM25 finds anything: baselines of page images hold no text that is searched."""
        return self not in (Variant.COLPALI, Variant.VISRAG)


class Cascade(StrEnum):
    """Which headings stand in front of an embedded text (HiQA 3.2: cascading metadata, and its ablations).

    The chunk's ``headings`` always hold the full path; this is about what the embedder sees.
    """

    NONE = "none"
    # the nearest heading alone: the paper's "original segment"
    HEADING = "heading"
    # the document title: lifts recall wherever documents resemble each other
    TITLE = "title"
    # the title and the nearest heading
    TITLE_AND_HEADING = "title_and_heading"
    # the whole path, as the paper has it: in our measurement its upper levels diluted the vectors and cost recall@1
    FULL = "full"
