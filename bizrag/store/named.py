"""The keyword route: which documents a question names, by company, product, date, form or code (HiQA, section 3.3).

Among many alike documents words of the text do not tell which is meant; names, titles and first pages do. The best
chunks of the named documents are a route of their own, whose weight grows with ``log(1 + |C|)``, C the keywords that
matched. Within them the words that name them tell no chunk from another: BM25 ranks by the others. Where the latest of
them is asked for, it alone is meant.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from bizrag.configuration.search import Fusion, SearchSettings
from bizrag.model.periods import asks_latest, asks_several, latest_of
from sql import statement

# Documents with almost as many matches as the best are meant too: a question may name two companies or several years.
_LEAST_SHARE = 0.75
# Less than most of one word that only one document has names nothing.
_LEAST_KEYWORDS = 0.75
# where the question names more of the index than this, it tells nothing apart
_LARGEST_SHARE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """The documents that a question names, and how much that counts. None of them: the route brings nothing."""

    documents: tuple[int, ...] = ()
    # how well each matches against the best, 1.0
    shares: tuple[float, ...] = ()
    weight: float = 0.0
    # what is asked of them: the question without the words that name them
    question: str = ""
    # all documents with a keyword of the question, and how many that are: for the weighted fusion only
    matched: tuple[tuple[int, float], ...] = ()

    def binds(self, *, top_k: int) -> dict[str, Any]:
        """Parameters of the hybrid statement."""
        return {
            "named_documents": list(self.documents),
            "named_shares": list(self.shares),
            "named_weight": self.weight,
            "named_question": self.question,
            "named_top_k": top_k if self.documents else 0,
        }

    @property
    def matched_binds(self) -> dict[str, Any]:
        """Parameters of the weighted fusion."""
        return {
            "matched_documents": [document for document, _ in self.matched],
            "matched_keywords": [count for _, count in self.matched],
        }


def named_documents(
    conn: Connection,
    *,
    index_no: int,
    num_documents: int,
    question: str,
    documents: str | None,
    settings: SearchSettings,
    max_vectors: int,
) -> Named:
    """The documents that the question names, of those that a filter allows (an array literal; None: all).

    Nothing when it names too many to tell them apart, or more vectors than are compared one by one.
    """
    is_weighted = settings.fusion is Fusion.WEIGHTED
    if not (settings.keyword_weight or is_weighted) or num_documents < 3:
        return Named()
    rows = conn.execute(
        statement("select_named_documents"),
        {
            "index_no": index_no,
            "question": question,
            "documents": documents,
            "least_share": 0.0 if is_weighted else _LEAST_SHARE,
            "least_keywords": 0.0 if is_weighted else _LEAST_KEYWORDS,
            "named_share": _LEAST_SHARE,
        },
    ).all()
    matched = tuple((row.document_no, row.num_keywords) for row in rows) if is_weighted else ()
    best = rows[0].num_keywords if rows else 0.0
    named = [row for row in rows if row.num_keywords >= max(_LEAST_KEYWORDS, _LEAST_SHARE * best)]
    is_decisive = bool(named) and len(named) <= _LARGEST_SHARE * num_documents
    if not settings.keyword_weight or not is_decisive or sum(row.num_vectors for row in named) > max_vectors:
        return Named(matched=matched)
    if len(named) > 1 and asks_latest(question) and not asks_several(question):
        latest = _latest(conn, [row.document_no for row in named])
        named = [row for row in named if row.document_no in latest]
    return Named(
        documents=tuple(row.document_no for row in named),
        shares=tuple(row.num_keywords / best for row in named),
        weight=settings.keyword_weight * math.log1p(best),
        question=rows[0].rest,
        matched=matched,
    )


def _latest(conn: Connection, documents: Sequence[int]) -> set[int]:
    """The documents of the latest period that their names say; all where one says none."""
    rows = conn.execute(statement("select_document_names"), {"documents": list(documents)}).all()
    latest = latest_of([row.source_uri for row in rows])
    return {row.document_no for row in rows if row.source_uri in latest}
