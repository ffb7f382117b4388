"""Quotes: which words of a source prove what an answer says, and where exactly they stand. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bizrag.answering.citations import cited_claims
from bizrag.answering.statements.reading import Statement, read_statements
from bizrag.model.answers import Answer, Citation, CitedFigure, Figure, FigureKind, Passage
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit
from bizrag.model.terms import term_weights, terms, weighted_share

#: a quote covers several statements of one chunk when it stays within this length
MAX_QUOTE_CHARS = 600
#: a further statement joins a quote when it brings at least this share of what is claimed
_FURTHER_SHARE = 0.2
#: what is quoted of a source in which no statement shares a word with the claim, such as one in another language
_FALLBACK_CHARS = 300


def cite_claims(text: str, passages: Sequence[Passage]) -> tuple[Citation, ...]:
    """A citation for each passage that the markers of ``text`` name, quoting what best proves the claims before them.

    All markers must name passages (``check_markers``).
    """
    by_id = {passage.passage_id: passage for passage in passages}
    return tuple(_quote(" ".join(claims), by_id[number]) for number, claims in cited_claims(text).items())


def cite(statements: Sequence[Statement]) -> Citation:
    """The citation of statements of one chunk: the quote spans them."""
    first = statements[0]
    start, end = _span(statements)
    return _citation(first.passage, first.hit, start, end)


def is_quotable(statement: Statement, chosen: Sequence[Statement]) -> bool:
    """Whether one quote of one chunk can prove all that is said with this passage's marker."""
    same_passage = [other for other in chosen if other.passage.passage_id == statement.passage.passage_id]
    if any(other.hit.chunk_no != statement.hit.chunk_no for other in same_passage):
        return False
    start, end = _span([statement, *same_passage])
    return end - start <= MAX_QUOTE_CHARS or not same_passage


def cited_figures(answer: Answer) -> tuple[CitedFigure, ...]:
    """The figures that the citations of an answer rest on, each once, in the order of the citations.

    In cited passages: those that are quoted, those that the search found, the images of pages that were shown, and
    where descriptions are no chunks, those that hold as much of what is claimed as the quote does.
    """
    by_id = {passage.passage_id: passage for passage in answer.passages}
    claims = cited_claims(answer.text)
    used: list[CitedFigure] = []
    for citation in answer.citations:
        passage = by_id[citation.citation_id]
        claimed = set(terms(" ".join(claims.get(citation.citation_id, ()))))
        used += [
            CitedFigure(citation_id=citation.citation_id, doc=passage.doc, figure=figure)
            for figure in passage.figures
            if _is_used(figure, passage, citation, claimed)
        ]
    return tuple(used)


def _is_used(figure: Figure, passage: Passage, citation: Citation, claimed: set[str]) -> bool:
    if figure.kind is FigureKind.PAGE:
        return figure.is_shown
    if figure.chunk is not None:
        return figure.chunk.chunk_id in (citation.chunk_id, *(hit.chunk_id for hit in passage.hits if hit.route_ranks))
    held = claimed & set(terms(passage.text[figure.start : figure.end]))
    return len(held) >= max(len(claimed & set(terms(citation.quote))), 1)


def _quote(claim: str, passage: Passage) -> Citation:
    statements = read_statements([_with_figures(passage)])
    claimed = set(terms(claim))
    held = [frozenset(terms(statement.with_heading)) for statement in statements]
    weights = term_weights(claimed, held)
    chosen: list[int] = []
    covered: frozenset[str] = frozenset()
    while True:
        gains = [
            (weighted_share(weights, covered | own) - weighted_share(weights, covered), -at)
            for at, own in enumerate(held)
            if at not in chosen and is_quotable(statements[at], [statements[one] for one in chosen])
        ]
        gain, negative = max(gains, default=(0.0, 0))
        if gain <= (_FURTHER_SHARE if chosen else 0.0):
            break
        chosen.append(-negative)
        covered |= held[-negative]
    if chosen:
        return cite([replace(statements[at], passage=passage) for at in chosen])
    best = min(passage.hits, key=lambda hit: hit.rank)
    return _citation(passage, best, 0, len(best.text[:_FALLBACK_CHARS].rstrip()))


def _with_figures(passage: Passage) -> Passage:
    """The passage with the chunks of its figures, found or not: an answer may rest on a table that only came along."""
    known = {hit.chunk_no for hit in passage.hits}
    around = {figure.chunk.chunk_no: figure.chunk for figure in passage.figures if figure.chunk is not None}
    return replace(passage, hits=(*passage.hits, *(hit for number, hit in around.items() if number not in known)))


def _citation(passage: Passage, hit: Hit, start: int, end: int) -> Citation:
    return Citation(
        citation_id=passage.passage_id,
        chunk_id=hit.chunk_id,
        document_id=hit.document_id,
        doc=hit.doc,
        locators=_locators(hit, start, end),
        quote=hit.text[start:end],
    )


def _span(group: Sequence[Statement]) -> tuple[int, int]:
    return min(statement.start for statement in group), max(statement.end for statement in group)


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
