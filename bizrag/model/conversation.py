"""What stands around a question: earlier turns, background, wishes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Speaker(StrEnum):
    """Who said a turn."""

    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Something that was said before the question."""

    speaker: Speaker
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """What stands around a question. All of it may be empty."""

    # oldest first
    history: tuple[Turn, ...] = ()
    # what the person who asks takes for granted: abbreviations, names of products and teams
    background: str = ""
    # wishes for the answer: its form, its length, its audience
    instructions: str = ""
    # what is known about the person and the question: {"department": "finance"}
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    # language of the answer; None: that of the question
    language: str | None = None


#: a question that stands alone
ALONE = Conversation()
