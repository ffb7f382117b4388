"""The runner: asks every question of every retriever (and of the answerer, when there is one) and scores what comes.

It works on callables, so that anything that finds hits or writes answers can be evaluated.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from bizrag.evaluation import metrics
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.evidence import evidence_pieces
from bizrag.model.answers import Answer
from bizrag.model.retrieval import Hit, Retriever

#: hits that a report keeps of a question
KEPT_HITS = 3
#: hits asked for: enough that the first ten distinct pages are known although several chunks share a page
NUM_HITS = 50

# question, retriever, ids of the documents to search (empty: all), number of hits -> hits, best first
RetrieveFn = Callable[[str, Retriever, tuple[str, ...], int], Sequence[Hit]]
# question, ids of the documents to search (empty: all) -> answer
AnswerFn = Callable[[str, tuple[str, ...]], Answer]
# questions done, questions in all
ProgressFn = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedDocument:
    """A document that the evaluated index answers from."""

    document_id: str
    # path below the source root
    source_uri: str
    # None or 0 for formats without pages: page metrics are undefined there
    num_pages: int | None

    @property
    def name(self) -> str:
        return self.source_uri.rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseScores:
    """The scores of one question: metric name to value, None where undefined."""

    case: EvalCase
    values: dict[str, float | None]
    seconds: float
    # retrieval only: distinct (document id, page number), best first, and those that the question names
    pages: tuple[tuple[str, int], ...] = ()
    gold_pages: frozenset[tuple[str, int]] = frozenset()
    # the best hits, for people who look at what went wrong
    hits: tuple[Hit, ...] = ()
    # answers only
    answer: Answer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalReport:
    """What an evaluation found, question by question."""

    # questions with an answer in the documents only: nothing can be retrieved for the others
    retrieval: dict[Retriever, tuple[CaseScores, ...]]
    # all questions; empty when only retrieval was evaluated
    answers: tuple[CaseScores, ...]
    # documents that questions name and the index does not hold: their questions score 0
    missing_docs: tuple[str, ...]
    seconds: float


def evaluate(
    cases: Sequence[EvalCase],
    *,
    documents: Iterable[IndexedDocument],
    retrieve: RetrieveFn,
    answer: AnswerFn | None = None,
    retrievers: Sequence[Retriever] = tuple(Retriever),
    progress: ProgressFn | None = None,
) -> EvalReport:
    """Score every case with every retriever, and the answers when ``answer`` is given.

    Gold documents are found by source_uri, else by file name. A question of scope ``doc`` is narrowed to its document;
    when the index does not hold that document, nothing is asked and the question scores 0.
    """
    started = time.perf_counter()
    gold_of = _GoldFinder(documents)
    golds = [gold_of.find(case) for case in cases]
    retrieval: dict[Retriever, list[CaseScores]] = {retriever: [] for retriever in retrievers}
    answers: list[CaseScores] = []
    for done, (case, gold) in enumerate(zip(cases, golds, strict=True), start=1):
        if case.is_answerable:
            for retriever in retrievers:
                retrieval[retriever].append(_retrieval_scores(case, gold, retriever, retrieve))
        if answer is not None and gold.is_searchable:
            answers.append(_answer_scores(case, gold, answer))
        if progress:
            progress(done, len(cases))
    return EvalReport(
        retrieval={retriever: tuple(scores) for retriever, scores in retrieval.items()},
        answers=tuple(answers),
        missing_docs=tuple(sorted(gold_of.missing)),
        seconds=time.perf_counter() - started,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gold:
    """The right places of a case, as ids of the index."""

    document_ids: frozenset[str]
    # empty where unknown or undefined
    pages: frozenset[tuple[str, int]]
    # what the search is narrowed to; empty means everything
    narrowed_to: tuple[str, ...]
    # False when the search is to be narrowed to a document that the index does not hold
    is_searchable: bool


@dataclass(slots=True)
class _GoldFinder:
    """Finds the documents that cases name."""

    documents: Iterable[IndexedDocument]
    missing: set[str] = field(default_factory=set[str])
    _by_name: dict[str, list[IndexedDocument]] = field(default_factory=dict[str, list[IndexedDocument]])

    def __post_init__(self) -> None:
        for document in self.documents:
            for name in {document.source_uri, document.name}:
                self._by_name.setdefault(name, []).append(document)

    def find(self, case: EvalCase) -> _Gold:
        found = {name: self._document(name) for name in (*case.gold_docs, *([case.doc] if case.doc else []))}
        # A document that is missing still counts in the denominator, under an id that no hit has.
        ids = {name: document.document_id if document else f"missing {name}" for name, document in found.items()}
        document = found.get(case.doc) if case.doc else None
        has_pages = document is None or bool(document.num_pages)
        pages = (
            {(ids[case.doc], page_no) for page_no in case.pages or ()}
            if case.doc and has_pages
            else set[tuple[str, int]]()
        )
        is_narrowed = case.scope == "doc"
        return _Gold(
            document_ids=frozenset(ids[name] for name in case.gold_docs),
            pages=frozenset(pages),
            narrowed_to=(document.document_id,) if is_narrowed and document else (),
            is_searchable=not is_narrowed or document is not None,
        )

    def _document(self, name: str) -> IndexedDocument | None:
        candidates = self._by_name.get(name) or self._by_name.get(name.rsplit("/", 1)[-1], [])
        exact = [document for document in candidates if document.source_uri == name] or candidates
        if len(exact) != 1:
            self.missing.add(name)
            return None
        return exact[0]


def _retrieval_scores(case: EvalCase, gold: _Gold, retriever: Retriever, retrieve: RetrieveFn) -> CaseScores:
    started = time.perf_counter()
    hits = retrieve(case.question, retriever, gold.narrowed_to, NUM_HITS) if gold.is_searchable else ()
    seconds = time.perf_counter() - started
    pages = [(hit.document_id, page_no) for hit in hits for page_no in hit.page_nos]
    found_docs = [hit.document_id for hit in hits]
    # A search narrowed to the right document finds it by construction: that says nothing of the retriever.
    gold_docs = frozenset[str]() if case.scope == "doc" else gold.document_ids
    pieces = evidence_pieces(case.evidence)
    values: dict[str, float | None] = {}
    for k in (1, 3, 5, 10):
        values[f"page_recall@{k}"] = metrics.recall_at_k(pages, gold.pages, k=k)
        values[f"page_hit@{k}"] = metrics.hit_at_k(pages, gold.pages, k=k)
    values["mrr@10"] = metrics.reciprocal_rank_at_k(pages, gold.pages, k=10)
    values["ndcg@10"] = metrics.ndcg_at_k(pages, gold.pages, k=10)
    for k in (1, 5):
        values[f"doc_recall@{k}"] = metrics.recall_at_k(found_docs, gold_docs, k=k)
    values["evidence_recall@10"] = metrics.evidence_recall_at_k([hit.text for hit in hits], pieces, k=10)
    return CaseScores(
        case=case,
        values=values,
        seconds=seconds,
        pages=tuple(dict.fromkeys(pages)),
        gold_pages=gold.pages,
        hits=tuple(hits[:KEPT_HITS]),
    )


def _answer_scores(case: EvalCase, gold: _Gold, answer: AnswerFn) -> CaseScores:
    given = answer(case.question, gold.narrowed_to)
    cited = {(citation.document_id, page_no) for citation in given.citations for page_no in citation.page_nos}
    reference = case.answer if case.is_answerable else None
    values: dict[str, float | None] = {
        "token_recall": metrics.token_recall(given.text, reference) if reference else None,
        "abstention_rate": float(given.is_abstention),
        "citation_page_precision": metrics.precision(cited, gold.pages),
        "citation_page_recall": metrics.recall(cited, gold.pages) if case.is_answerable else None,
    }
    return CaseScores(case=case, values=values, seconds=given.seconds, gold_pages=gold.pages, answer=given)
