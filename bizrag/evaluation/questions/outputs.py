"""What the models answer while a question set is made, checked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


def _letter(value: object) -> object:
    return value.strip().upper().rstrip(".") if isinstance(value, str) else value


class _Output(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class WrittenQuestion(_Output):
    """A question that a page answers."""

    question: Text
    answer: Text
    # words of the page that prove it; what a chart shows, in words
    evidence: Text
    source: Literal["text", "table", "chart", "layout"]


class WriterOutput(_Output):
    """Questions of one page; none where it holds nothing worth asking."""

    reason: str
    questions: tuple[WrittenQuestion, ...]


class UniqueOutput(_Output):
    """Whether one place of the corpus is meant (A), or several could be (B)."""

    reason: str
    verdict: Annotated[Literal["A", "B"], BeforeValidator(_letter)]


class RefinerOutput(_Output):
    """The question with what tells its place from others."""

    reason: str
    question: Text


class PageOutput(_Output):
    """Whether a page answers a question."""

    reason: str
    answers: bool
