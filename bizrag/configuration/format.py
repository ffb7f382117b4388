"""Settings of where sections come from: the parser's headings, or those that a chat model finds (HiQA)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, Field

__all__ = ["FormatSettings", "SectionSource"]


class SectionSource(StrEnum):
    """Who says which paragraphs are headings, and on which level."""

    PARSER = "parser"
    # a chat model writes the document as markdown chapters, window by window
    MARKDOWN = "markdown"


class FormatSettings(BaseModel):
    """How a chat model finds the sections of reports (job ``format``)."""

    sections: SectionSource = Field(
        default=SectionSource.PARSER,
        description="parser, or markdown: a chat model finds the chapters of reports; it reads every page",
    )
    window_words: int = Field(default=800, ge=50, description="words of a window, and how far it moves")
    padding_words: int = Field(default=80, ge=0, description="words before and after a window that come with it")
    max_changed_share: float = Field(
        default=0.01,
        ge=0,
        le=0.2,
        description="largest share of a window's words that may be missing or new in what the model writes; "
        "numbers, tables and pictures must all be there, and no others",
    )
