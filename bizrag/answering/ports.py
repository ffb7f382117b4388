"""The port of everything that writes answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bizrag.model.answers import Answer, Passage

#: what an answer says when the sources do not suffice (MM-BizRAG 1.5)
NO_ANSWER = "No answer found"


class Answerer(Protocol):
    """Writes an answer from passages only, or abstains.

    Every citation marker of the text resolves to a citation, and every quote occurs in its chunk.
    """

    # who writes: "local/extractive-1", "openai/gpt-4.1-..."
    provider: str

    def answer(self, question: str, passages: Sequence[Passage]) -> Answer:
        """The answer to the question; an abstention without passages."""
        ...
