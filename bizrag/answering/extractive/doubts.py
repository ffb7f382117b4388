"""What a person should know of an answer that is not sure, or of there being none. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bizrag.answering.extractive.questions.unmentioned import listed_words, unmentioned_words
from bizrag.model.answers import Passage

UNMENTIONED = "nothing that was read says: "
#: Other documents may say a word that a question asks for ("dividend"): of those that are cited it is asked alone.
UNMENTIONED_THERE = "nothing that was read of what is cited says: "
NOT_SURE = "perhaps no answer: these statements come closest to the question"


def doubts_of(question: str, passages: Sequence[Passage], *, told: Collection[str]) -> tuple[str, ...]:
    """The notes of an answer from these documents (their ids) that is not sure, or of there being none."""
    read = [one for one in passages if one.document_id in told] if told else passages
    # where nothing was read, every word would be missing
    missing = unmentioned_words(question, read) if read else ()
    unread = (f"{UNMENTIONED_THERE if told else UNMENTIONED}{listed_words(missing)}",) if missing else ()
    return (NOT_SURE, *unread) if told else unread
