"""The local answerer: the best statements of the passages, word for word, cited; or an abstention.

It is no language model and says so in ``provider``: nothing is rewritten, joined or concluded.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.answering.citations import marker, without_markers
from bizrag.answering.ports import NO_ANSWER
from bizrag.answering.scoring import DEFAULT_WEIGHTS, Scored, Weights, score_statements
from bizrag.answering.statements import Statement, read_statements, readable
from bizrag.answering.terms import terms
from bizrag.model.answers import Answer, Citation, Passage
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit
from bizrag.providers.embedding import TextEmbedder

PROVIDER = "local/extractive-1"

#: An answer needs a statement with this score. Set with ``best_threshold`` on the best scores of 383 questions that
#: the documents answer (59 on samples/, the others on public reports, filings and articles) and 111 that they do not:
#: at 0.53 it answers 93 % of the former (83 % on samples/) and abstains on 83 % of the latter (73 %: those on samples/
#: ask for what the papers nearly say). A change of ``Weights``, of the embedder or of what a statement is needs a new
#: value.
ABSTAIN_BELOW = 0.53

MAX_STATEMENTS = 3
#: Further statements score at least this share of the best one. On samples/ 0.85 says 1.8 statements an answer, 0.9
#: says 1.6 with the same words of the reference in them, 0.96 loses some.
FURTHER_SHARE = 0.9
#: two statements with more of their words in common say the same
SAME_SHARE = 0.6
#: a quote covers two statements of one chunk when it stays within this length
MAX_QUOTE_CHARS = 600


@dataclass(slots=True)
class ExtractiveAnswerer:
    """Answers with one to three statements of the passages (implements ``Answerer``)."""

    embedder: TextEmbedder
    abstain_below: float = ABSTAIN_BELOW
    weights: Weights = DEFAULT_WEIGHTS
    provider: str = PROVIDER

    def answer(self, question: str, passages: Sequence[Passage]) -> Answer:
        """The best statements, best first, each with a marker ``[id](#id)``; "No answer found" below the threshold."""
        started = time.perf_counter()
        scored = self.score(question, passages)
        chosen = _choose(scored) if scored and scored[0].score >= self.abstain_below else []
        return Answer(
            text=" ".join(_written(statement, question) for statement in chosen) or NO_ANSWER,
            citations=tuple(_citation(group) for group in _by_passage(chosen)),
            is_abstention=not chosen,
            passages=tuple(passages),
            provider=self.provider,
            seconds=time.perf_counter() - started,
        )

    def score(self, question: str, passages: Sequence[Passage]) -> list[Scored]:
        """All statements with their scores, best first: what the threshold is set on."""
        return score_statements(question, read_statements(passages), embed=self.embedder.embed, weights=self.weights)


def _choose(scored: Sequence[Scored]) -> list[Statement]:
    """The best statement and up to two more that are nearly as good, say something else and can be quoted."""
    chosen: list[Statement] = [scored[0].statement]
    for candidate in scored[1:]:
        if len(chosen) == MAX_STATEMENTS or candidate.score < FURTHER_SHARE * scored[0].score:
            break
        statement = candidate.statement
        if all(_overlap(statement, other) < SAME_SHARE for other in chosen) and _is_quotable(statement, chosen):
            chosen.append(statement)
    return chosen


def _overlap(one: Statement, other: Statement) -> float:
    first, second = set(terms(one.text)), set(terms(other.text))
    return len(first & second) / max(min(len(first), len(second)), 1)


def _is_quotable(statement: Statement, chosen: Sequence[Statement]) -> bool:
    """Whether one quote of one chunk can prove all that is said with this passage's marker."""
    same_passage = [other for other in chosen if other.passage.passage_id == statement.passage.passage_id]
    if any(other.hit.chunk_no != statement.hit.chunk_no for other in same_passage):
        return False
    start, end = _span([statement, *same_passage])
    return end - start <= MAX_QUOTE_CHARS or not same_passage


def _span(group: Sequence[Statement]) -> tuple[int, int]:
    return min(statement.start for statement in group), max(statement.end for statement in group)


def _by_passage(chosen: Sequence[Statement]) -> list[list[Statement]]:
    groups: dict[int, list[Statement]] = {}
    for statement in chosen:
        groups.setdefault(statement.passage.passage_id, []).append(statement)
    return list(groups.values())


def _written(statement: Statement, question: str) -> str:
    text = without_markers(readable(statement, question))
    stop = "" if text.endswith((".", "!", ";", ":")) else "."
    return f"{text}{stop} {marker(statement.passage.passage_id)}"


def _citation(group: Sequence[Statement]) -> Citation:
    first = group[0]
    start, end = _span(group)
    return Citation(
        citation_id=first.passage.passage_id,
        chunk_id=first.hit.chunk_id,
        document_id=first.hit.document_id,
        doc=first.hit.doc,
        locators=_locators(first.hit, start, end),
        quote=first.hit.text[start:end],
    )


def _locators(hit: Hit, start: int, end: int) -> tuple[Locator, ...]:
    """The places of the quote: those of its paragraphs, where each paragraph of the chunk has its own place."""
    paragraphs = hit.text.split("\n\n")
    if len(paragraphs) != len(hit.locators):
        return hit.locators
    kept: list[Locator] = []
    at = 0
    for paragraph, locator in zip(paragraphs, hit.locators, strict=True):
        if at < end and start < at + len(paragraph):
            kept.append(locator)
        at += len(paragraph) + 2
    return tuple(kept)
