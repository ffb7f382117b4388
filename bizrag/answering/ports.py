"""The port of everything that writes answers."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Protocol

from bizrag.model.answers import Answer, Passage
from bizrag.model.conversation import ALONE, Conversation

#: what an answer says when the sources do not suffice (MM-BizRAG, appendix D)
NO_ANSWER = "No answer found"


class Answerer(Protocol):
    """Writes an answer from passages only, or abstains.

    Every citation marker of the text resolves to a citation, and every quote occurs in its chunk.
    """

    @property
    def provider(self) -> str:
        """Who writes: "local/extractive-1", "openai/gpt-4.1-..."."""
        ...

    def answer(
        self, question: str, passages: Sequence[Passage], conversation: Conversation = ALONE, *, meant: str = ""
    ) -> Answer:
        """The answer to the question; an abstention without passages.

        ``meant`` is the question made to stand alone, where it was rewritten.
        """
        ...

    def stream(
        self, question: str, passages: Sequence[Passage], conversation: Conversation = ALONE, *, meant: str = ""
    ) -> Generator[str, None, Answer]:
        """The answer in pieces as it is written; the generator returns the whole (``answer = yield from ...``).

        The pieces have the markers that ``number_citations`` gives the whole.
        """
        ...
