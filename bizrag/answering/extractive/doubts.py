"""What a person should know of an answer that is not sure, or of there being none. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.answering.extractive.questions.unmentioned import listed_words, unmentioned_words
from bizrag.model.answers import Passage

UNMENTIONED = "nothing that was read says: "
NOT_SURE = "perhaps no answer: these statements come closest to the question"


def doubts_of(question: str, passages: Sequence[Passage], *, is_told: bool) -> tuple[str, ...]:
    """The notes of an answer that is not sure (``is_told``), or of there being none."""
    # where nothing was read, every word would be missing
    missing = unmentioned_words(question, passages) if passages else ()
    unread = (f"{UNMENTIONED}{listed_words(missing)}",) if missing else ()
    return (NOT_SURE, *unread) if is_told else unread
