"""Settings of one index."""

from __future__ import annotations

from pydantic import BaseModel, Field

from bizrag.model.variants import Cascade, Variant


class IndexSettings(BaseModel):
    """One index: several may stand side by side over the same documents."""

    variant: Variant = Field(
        default=Variant.TCTE, description="tcte, pcmhe, tcmie, or a baseline: text_only, colpali, visrag"
    )
    embedding: str | None = Field(
        default=None,
        description="name of its embedding in providers.embeddings; default: colpali and visrag their own, pcmhe and "
        "tcmie providers.multimodal_embedding, others providers.embedding",
    )
    text_config: str = Field(
        default="auto",
        description="text-search configuration of BM25: auto (by the language of each document) or one for all",
    )
    cascade: Cascade = Field(
        default=Cascade.TITLE_AND_HEADING,
        description="headings in front of every embedded text: none, heading (the nearest), title, title_and_heading, "
        "or full (the whole path)",
    )
    fixed_chunks: bool = Field(
        default=False,
        description="cut the text of tcte and tcmie every so many tokens, without regard to sections and sentences; "
        "for comparison",
    )
