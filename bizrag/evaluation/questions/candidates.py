"""Questions on their way into a set, and why some do not get there. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bizrag.evaluation.cases import EvalCase
from bizrag.model.hashing import sha256_json
from bizrag.model.words import contains_run, tokens
from bizrag.store.question_pages import QuestionPage

#: the modality of our question files for each source that ViDoSeek tells apart
MODALITIES = {"text": "text", "table": "table", "chart": "picture", "layout": "mixture"}


class Rejection(StrEnum):
    """Why a question is not in the set."""

    # several places of the corpus could be meant, also after it was made clearer
    NOT_UNIQUE = "not_unique"
    # the page that it was made of does not answer it
    NOT_ANSWERED = "not_answered"
    # another page does too
    ANSWERED_ELSEWHERE = "answered_elsewhere"
    # what is given as evidence does not stand on the page
    NO_EVIDENCE = "no_evidence"
    # the same question is in the set
    DUPLICATE = "duplicate"
    # the index has no such page
    NO_PAGE = "no_page"
    # a model refused, or gave nothing that could be used; the next run asks again
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A question with the pages that shall answer it."""

    case: EvalCase
    # all pages of the question; empty where the index lacks one of them
    pages: tuple[QuestionPage, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """A question after review."""

    case: EvalCase
    # the question before it was made clearer; empty where it was not
    original: str = ""
    rejection: Rejection | None = None
    # one line for a person: why it was rejected
    detail: str = ""

    def to_json(self) -> dict[str, Any]:
        """A line of the file of rejected questions."""
        known = self.case.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True, mode="json")
        before = {"original": self.original} if self.original else {}
        return {**known, **before, "rejected": self.rejection.value if self.rejection else None, "why": self.detail}


def make_case(page: QuestionPage, *, question: str, answer: str, evidence: str, source: str) -> EvalCase:
    """A question as our files have it; its id depends on page and question only."""
    digits = sha256_json([*page.key, question])[:12]
    return EvalCase(
        id=f"q-{digits}",
        question=question,
        answer=answer,
        doc=page.doc,
        pages=(page.page_no,),
        evidence=evidence,
        modality=MODALITIES[source],
        hops="single",
    )


def has_evidence(case: EvalCase, pages: Sequence[QuestionPage]) -> bool:
    """Whether the evidence stands on the pages, word for word; what only an image shows cannot be told.

    Evidence in parts (``... and ...`` between an ellipsis) stands there when every part does.
    """
    if case.modality in ("picture", "mixture") or not isinstance(case.evidence, str):
        return True
    said = tokens("\n\n".join(page.everything for page in pages))
    parts = [tokens(part) for part in case.evidence.replace("…", "...").split("...")]
    return all(contains_run(said, tuple(part)) for part in parts if part)


def without_duplicates(reviewed: list[Reviewed]) -> list[Reviewed]:
    """The same list, where of accepted questions with the same words all but the first are rejected."""
    first: dict[tuple[str, ...], str] = {}
    kept: list[Reviewed] = []
    for one in reviewed:
        words = tuple(tokens(one.case.question))
        if one.rejection is None and words in first:
            detail = f"asked by {first[words]} already"
            kept.append(Reviewed(case=one.case, original=one.original, rejection=Rejection.DUPLICATE, detail=detail))
            continue
        if one.rejection is None:
            first[words] = one.case.id
        kept.append(one)
    return kept
