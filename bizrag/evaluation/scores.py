"""What an evaluation knows of one question in one pipeline, and how it is kept in a file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from bizrag.evaluation import metrics
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.evidence import evidence_pieces
from bizrag.evaluation.gold import Gold
from bizrag.model.answers import Answer
from bizrag.model.retrieval import Hit

#: hits whose text is kept, for people who look at what went wrong
KEPT_HITS = 3
#: what a reader reads of a ranking whose chunks are compared by their words: some six chunks of a small embedder
WORD_BUDGET = 1000

_MARKER = re.compile(r"\s*\[\d+\]\(#\d+\)")

Values = dict[str, float | None]
# (document id, page number)
Page = tuple[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenAnswer:
    """An answer as reports and judges need it."""

    text: str
    is_abstention: bool
    provider: str
    # texts of the sources as the answerer saw them, each with the hashes of its images
    sources: tuple[tuple[str, tuple[str, ...]], ...] = ()
    # model calls, of which from the cache; None where the price is unknown
    num_calls: int = 0
    num_cached: int = 0
    cost_usd: float | None = 0.0

    def to_json(self) -> dict[str, Any]:
        """All of it."""
        sources = [{"text": text, "images": list(images)} for text, images in self.sources]
        return {**asdict(self), "sources": sources}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> WrittenAnswer:
        """What ``to_json`` made."""
        sources = tuple((source["text"], tuple(source["images"])) for source in value["sources"])
        kept: dict[str, Any] = {**value, "sources": sources}
        return cls(**kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseScores:
    """The scores of one question: metric name to value, None where undefined."""

    case: EvalCase
    values: Values
    seconds: float
    # structure of the document that answers, where known
    layout: str | None = None
    # retrieval only: distinct pages, best first, and those that the question names
    pages: tuple[Page, ...] = ()
    gold_pages: frozenset[Page] = frozenset()
    # texts of the best hits
    hits: tuple[str, ...] = ()
    # answers only
    answer: WrittenAnswer | None = None
    # why the pipeline has no result; all values are None then
    error: str = ""
    # what the model behind it failed with may pass
    is_transient: bool = field(default=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """All but the case and its gold, which a later run knows."""
        return {
            "values": self.values,
            "seconds": self.seconds,
            "pages": [list(page) for page in self.pages],
            "hits": list(self.hits),
            "answer": self.answer.to_json() if self.answer else None,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any], case: EvalCase, gold: Gold) -> CaseScores:
        """What ``to_json`` kept."""
        return cls(
            case=case,
            values=dict(value["values"]),
            seconds=value["seconds"],
            layout=gold.layout,
            pages=tuple((str(document), int(page_no)) for document, page_no in value["pages"]),
            gold_pages=gold.pages,
            hits=tuple(value["hits"]),
            answer=WrittenAnswer.from_json(value["answer"]) if value["answer"] else None,
        )


def score_hits(case: EvalCase, gold: Gold, hits: Sequence[Hit], *, seconds: float) -> CaseScores:
    """Page, document and evidence metrics of a ranking: of its first k distinct pages, of its first words."""
    pages = [(hit.document_id, page_no) for hit in hits for page_no in hit.page_nos]
    found_docs = [hit.document_id for hit in hits]
    texts = [hit.text for hit in hits]
    num_read = metrics.num_fitting(texts, max_words=WORD_BUDGET)
    read_pages = {(hit.document_id, page_no) for hit in hits[:num_read] for page_no in hit.page_nos}
    # A search narrowed to the right document finds it by construction: that says nothing of the retriever.
    gold_docs = frozenset[str]() if case.scope == "doc" else gold.document_ids
    pieces = evidence_pieces(case.evidence)
    values: Values = {}
    for k in (1, 3, 5, 10):
        values[f"page_recall@{k}"] = metrics.recall_at_k(pages, gold.pages, k=k)
        # SV-RAG: questions with one evidence page only
        values[f"page_hit@{k}"] = metrics.hit_at_k(pages, gold.pages, k=k) if len(gold.pages) == 1 else None
    for k in (5, 10):
        values[f"mrr@{k}"] = metrics.reciprocal_rank_at_k(pages, gold.pages, k=k)
    values["ndcg@10"] = metrics.ndcg_at_k(pages, gold.pages, k=10)
    for k in (1, 5):
        values[f"doc_recall@{k}"] = metrics.recall_at_k(found_docs, gold_docs, k=k)
    values["evidence_recall@10"] = metrics.evidence_recall_at_k(texts, pieces, k=10)
    values[f"page_recall@{WORD_BUDGET}w"] = metrics.recall(read_pages, gold.pages)
    values[f"evidence_recall@{WORD_BUDGET}w"] = metrics.evidence_recall_at_k(texts, pieces, k=num_read)
    return CaseScores(
        case=case,
        values=values,
        seconds=seconds,
        layout=gold.layout,
        pages=tuple(dict.fromkeys(pages)),
        gold_pages=gold.pages,
        hits=tuple(texts[:KEPT_HITS]),
    )


def retrieval_metrics() -> tuple[str, ...]:
    """The names of what ``score_hits`` measures."""
    unknown = Gold(document_ids=frozenset(), pages=frozenset(), narrowed_to=(), is_searchable=True)
    return tuple(score_hits(EvalCase(id="none", question="?"), unknown, [], seconds=0.0).values)


def spoken(text: str) -> str:
    """The text of an answer without its citations, whose numbers are no part of what it says.

    >>> spoken("There are 12 rooms [1](#1)[2](#2).")
    'There are 12 rooms.'
    """
    return _MARKER.sub("", text)


def _text_metrics(answer: str, reference: str | None) -> Values:
    """SlideVQA's token recall (MM-BizRAG); EM, ANLS and PNLS (SV-RAG); undefined without a reference."""
    if not reference:
        return dict.fromkeys(("token_recall", "exact_match", "anls", "pnls"))
    return {
        "token_recall": metrics.token_recall(answer, reference),
        "exact_match": metrics.exact_match(answer, reference),
        "anls": metrics.anls(answer, [reference]),
        "pnls": metrics.pnls(answer, reference),
    }


def score_answer(case: EvalCase, gold: Gold, given: Answer) -> CaseScores:
    """The text against the reference's, abstentions, cited pages, and the pages of what the answerer read."""
    cited = {(citation.document_id, page_no) for citation in given.citations for page_no in citation.page_nos}
    read = {(hit.document_id, page) for passage in given.passages for hit in passage.hits for page in hit.page_nos}
    spent = given.trace.spending
    values: Values = {
        **_text_metrics(spoken(given.text), case.answer if case.is_answerable else None),
        "abstention_rate": float(given.is_abstention),
        "citation_page_precision": metrics.precision(cited, gold.pages),
        "citation_page_recall": metrics.recall(cited, gold.pages) if case.is_answerable else None,
        "context_page_recall": metrics.recall(read, gold.pages) if case.is_answerable else None,
        "calls": float(spent.num_calls),
        "cost_usd": spent.cost_usd,
    }
    sources = tuple(
        (
            f"{passage.title}\n\n{passage.text}".strip(),
            tuple(
                dict.fromkeys(
                    figure.image_sha256 for figure in passage.figures if figure.is_shown and figure.image_sha256
                )
            ),
        )
        for passage in given.passages
    )
    return CaseScores(
        case=case,
        values=values,
        seconds=given.seconds,
        layout=gold.layout,
        gold_pages=gold.pages,
        answer=WrittenAnswer(
            text=given.text,
            is_abstention=given.is_abstention,
            provider=given.provider,
            sources=sources,
            num_calls=spent.num_calls,
            num_cached=spent.num_cached,
            cost_usd=spent.cost_usd,
        ),
    )
