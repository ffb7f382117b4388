"""Questions of all documents of a family find each of them: "Which of the plans cover acupuncture?" Pure.

The passages that say most of it are of a few of them, and a plan that is not read cannot be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bizrag.model.members import asked_members
from bizrag.model.retrieval import Hit

#: so many times as many hits are looked through
WIDER = 3
# documents of one kind: so many are among the first hits already
_MIN_MEMBERS = 3


def may_be_of_members(question: str, hits: Sequence[Hit]) -> bool:
    """Whether a question is asked of several documents, and several have hits."""
    return len({hit.document_id for hit in hits}) >= _MIN_MEMBERS and asked_members(question) is not None


def with_each_member(hits: Sequence[Hit], more: Sequence[Hit]) -> list[Hit]:
    """As many hits as before: the first half as it was, then the best of each document without one, from ``more``; then
    the others. Ranks anew.
    """
    first = list(hits[: -(-len(hits) // 2)])
    seen = {hit.document_id for hit in first}
    best: dict[str, Hit] = {}
    for hit in more:
        if hit.document_id not in seen:
            best.setdefault(hit.document_id, hit)
    taken = {hit.chunk_no for hit in (*first, *best.values())}
    ordered = [*first, *best.values(), *(hit for hit in hits if hit.chunk_no not in taken)]
    return [replace(hit, rank=rank) for rank, hit in enumerate(ordered[: len(hits)], start=1)]
