"""Reranking by a chat model (MM-BizRAG, appendix D): all candidates in one call, or one call for each.

Listwise: one reply ``[3] > [1] > [2]`` over all candidates (Sun et al., "Is ChatGPT Good at Search?", 2023, permutation
generation without windows). Pointwise: 0 to 10 for each candidate; the paper measured it 2 to 3 points better at 30
times the calls. Tables, pictures and slides are judged by their descriptions. Where the model fails, the order of the
search stays, and the result says so.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from pydantic import BaseModel, Field

from bizrag.errors import BizragError, ProviderTimeoutError
from bizrag.model.retrieval import Hit
from bizrag.providers.chat import ChatModel, ChatRequest, Message, TextPart
from bizrag.providers.fence import fence_word, one_line
from bizrag.providers.prompts import messages
from bizrag.providers.structured import complete_as

_PLACEHOLDER = re.compile(r"<<(?:table|picture)_\d+>>")
_CHAIN = re.compile(r"\[\s*\d+\s*\](?:\s*>\s*\[\s*\d+\s*\])*")
_BARE_CHAIN = re.compile(r"\b\d+(?:\s*>\s*\d+)+\b")
_THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)
_NUMBER = re.compile(r"\d+")

_AGAIN = "That is no ranking. Reply with the numbers of all passages only, in this form: [3] > [1] > [2]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranked:
    """Candidates in their new order; ranks count from 1, scores are those of the search."""

    hits: tuple[Hit, ...]
    # numbers of the reply that name no candidate, candidates that it leaves out, candidates that it names again
    num_unknown: int = 0
    num_missing: int = 0
    num_repeated: int = 0
    # what went wrong, for a person; empty when nothing did
    note: str = ""


class Reranker(Protocol):
    """Puts hits into a better order."""

    def rerank(self, question: str, hits: Sequence[Hit]) -> Reranked:
        """All hits, the most helpful first. Never raises for a failing model: the order of the search stays."""
        ...


@dataclass(frozen=True, slots=True)
class ListwiseReranker:
    """One call for all candidates."""

    chat: ChatModel
    # of a candidate's text that the model reads
    max_chars: int = 4000

    def rerank(self, question: str, hits: Sequence[Hit]) -> Reranked:
        """All hits, the most helpful first; a reply that is no ranking is asked for once more."""
        if len(hits) < 2:
            return Reranked(hits=tuple(hits))
        numbers = range(1, len(hits) + 1)
        texts = [_shown(hit, self.max_chars) for hit in hits]
        prompt = messages(
            "rerank_listwise",
            question=question,
            candidates=[(number, _place(hit), text) for number, hit, text in zip(numbers, hits, texts, strict=True)],
            fence=fence_word([question, *(_place(hit) for hit in hits), *texts]),
        )
        request = ChatRequest(messages=prompt)
        for _ in range(2):
            try:
                reply = self.chat.complete(request)
            except BizragError as error:
                return _as_found(hits, f"reranking failed: {error}")
            ranking = parse_ranking(reply.text, len(hits))
            if ranking.order:
                return _ranked(hits, ranking)
            # asked anew the next time, not answered by a kept reply
            self.chat.discard(request)
            request = _ask_again(request, reply.text)
        return _as_found(hits, "reranking failed: the model gave no ranking")


class Score(BaseModel):
    """What a candidate is rated."""

    score: int = Field(ge=0, le=10)


@dataclass(frozen=True, slots=True)
class PointwiseReranker:
    """A call for each candidate, a few at once."""

    chat: ChatModel
    concurrency: int = 5
    max_chars: int = 4000

    def rerank(self, question: str, hits: Sequence[Hit]) -> Reranked:
        """Hits by their rating, equal ones in the order of the search.

        A candidate that could not be rated keeps its place among the others; when none could, all do.
        """
        if len(hits) < 2:
            return Reranked(hits=tuple(hits))
        # of a server that does not answer one call no other is waited for: they would take as long each
        is_silent = threading.Event()
        with ThreadPoolExecutor(self.concurrency) as threads:
            rated = list(threads.map(partial(self._rate, question, is_silent), hits))
        scores = [score for score, _ in rated]
        errors = [error for _, error in rated if error]
        if len(errors) == len(hits):
            return _as_found(hits, f"reranking failed: {errors[0]}")
        note = f"{len(errors)} of {len(hits)} candidates were not rated: {errors[0]}" if errors else ""
        return Reranked(hits=_renumbered(by_score(hits, scores)), note=note)

    def _rate(self, question: str, is_silent: threading.Event, hit: Hit) -> tuple[int | None, str]:
        """The rating, or what went wrong."""
        if is_silent.is_set():
            return None, "not asked, as the model did not answer in time"
        place, text = _place(hit), _shown(hit, self.max_chars)
        word = fence_word([question, place, text])
        prompt = messages("rerank_pointwise", question=question, place=place, text=text, fence=word)
        try:
            return complete_as(self.chat, prompt, Score).score, ""
        except BizragError as error:
            if isinstance(error, ProviderTimeoutError):
                is_silent.set()
            return None, str(error)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """What a listwise reply says: all candidates once, numbered from 1; nothing when it is no ranking."""

    order: tuple[int, ...]
    num_unknown: int = 0
    num_missing: int = 0
    num_repeated: int = 0


def parse_ranking(reply: str, num_candidates: int) -> Ranking:
    """The order in a reply ``[2] > [1]``. Unknown numbers go, repeated ones count once, missing ones follow in order.

    The longest chain of the reply counts, so that a model may think aloud; without brackets a chain of numbers does.

    >>> parse_ranking("Sure: [2] > [9] > [2]", 3)
    Ranking(order=(2, 1, 3), num_unknown=1, num_missing=2, num_repeated=1)
    >>> parse_ranking("none of them helps", 3).order
    ()
    """
    text = _THOUGHT.sub("", reply)
    chains: list[str] = _CHAIN.findall(text) or _BARE_CHAIN.findall(text)
    # Numbers in brackets without arrows, each a chain of its own, are a list as well.
    longest = max(chains, key=len, default="")
    named = [int(number) for number in _NUMBER.findall(longest if ">" in longest else " ".join(chains))]
    known = [number for number in named if 1 <= number <= num_candidates]
    if not known:
        return Ranking(order=(), num_unknown=len(named))
    order = list(dict.fromkeys(known))
    missing = [number for number in range(1, num_candidates + 1) if number not in order]
    return Ranking(
        order=(*order, *missing),
        num_unknown=len(named) - len(known),
        num_missing=len(missing),
        num_repeated=len(known) - len(order),
    )


def by_score(hits: Sequence[Hit], scores: Sequence[int | None]) -> list[Hit]:
    """Hits by score, highest first, ties in their order; a hit without a score keeps its place.

    Raises ValueError when the two are of different length.
    """
    pairs = list(zip(hits, scores, strict=True))
    scored = iter(sorted(((hit, score) for hit, score in pairs if score is not None), key=lambda pair: -pair[1]))
    return [hit if score is None else next(scored)[0] for hit, score in pairs]


def _ranked(hits: Sequence[Hit], ranking: Ranking) -> Reranked:
    return Reranked(
        hits=_renumbered([hits[number - 1] for number in ranking.order]),
        num_unknown=ranking.num_unknown,
        num_missing=ranking.num_missing,
        num_repeated=ranking.num_repeated,
    )


def _renumbered(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits, start=1))


def _as_found(hits: Sequence[Hit], note: str) -> Reranked:
    return Reranked(hits=tuple(hits), note=f"{note}; the order of the search was kept")


def _ask_again(request: ChatRequest, reply: str) -> ChatRequest:
    said = Message(role="assistant", parts=(TextPart(text=reply),))
    return replace(request, messages=(*request.messages, said, Message(role="user", parts=(TextPart(text=_AGAIN),))))


def _place(hit: Hit) -> str:
    """Where a candidate stands, on one line: the title of its document and the headings above it."""
    path = dict.fromkeys(one_line(part) for part in (hit.title, *hit.headings) if part.strip())
    return " > ".join(path)


def _shown(hit: Hit, max_chars: int) -> str:
    """What the model reads of a candidate: its text or description, cut where it is very long."""
    text = _PLACEHOLDER.sub("", hit.text).strip()
    return text if len(text) <= max_chars else f"{text[:max_chars].rstrip()} …"
