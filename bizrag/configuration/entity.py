"""Settings of named entities."""

from __future__ import annotations

from pydantic import BaseModel, Field


class EntitySettings(BaseModel):
    """Who finds the names in first pages and questions, besides the patterns that are always there."""

    pipeline: str = Field(
        default="",
        description="spaCy pipeline whose named entities are keywords too: an installed package (en_core_web_sm) or a "
        "folder; needs the extra spacy; empty: patterns and the collection's rare words only",
    )
