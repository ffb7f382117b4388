"""Settings of making question sets: how many questions, how hard they are looked at, what it may cost."""

from __future__ import annotations

from pydantic import BaseModel, Field

__all__ = ["QuestionSettings"]


class QuestionSettings(BaseModel):
    """How question sets are made and reviewed."""

    as_asset: bool = Field(
        default=False,
        description="whether Dagster has the asset <index>/question_set: materialising everything in the UI then asks "
        "the chat model for questions, too",
    )
    pages: int = Field(default=50, ge=1, description="pages that questions are made of, spread over the documents")
    per_page: int = Field(default=1, ge=1, le=5, description="questions for each of them")
    seed: int = Field(default=0, description="which pages: the same seed takes the same pages of the same corpus")
    min_page_chars: int = Field(default=200, ge=0, description="pages with less text, tables included, are passed over")
    max_refinements: int = Field(default=2, ge=0, description="times a question that is not unique is made clearer")
    compared_pages: int = Field(
        default=3, ge=0, description="other found pages that must not answer the question, looked at one by one"
    )
    max_calls: int = Field(default=1000, ge=1, description="new calls of one run; what is kept does not count")
    concurrent_pages: int = Field(default=4, ge=1, description="pages that are worked on at the same time")
    image_max_px: int = Field(default=1600, ge=64, description="longest side of the page images that are sent")
