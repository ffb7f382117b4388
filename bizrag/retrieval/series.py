"""Questions over several periods are asked of every document of a series: the best chunks of all would be of one.

"How have sales changed over the reported quarters?" has one answer in each quarterly report.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from sqlalchemy import Connection

from bizrag.model.chunks import ChunkKind
from bizrag.model.compared import capital_names, is_called
from bizrag.model.periods import (
    asks_earlier,
    asks_latest,
    period_of,
    quarters_of,
    series_by_weight,
    series_of,
    years_of,
)
from bizrag.model.retrieval import Hit, SearchFilter
from bizrag.store.series import Dated, series_around

#: documents of a series that one question is asked of; the last ones of more
MAX_DOCUMENTS = 8
# hits of each, however few are wanted in all
_LEAST_HITS = 2
# one in so many hits of a document is its best table
_TABLES = 2
_BY_NAME = "keyword"


def find_series(conn: Connection, hits: Sequence[Hit], *, question: str, index_no: int) -> list[Dated]:
    """The documents that a question over several periods is to be asked of, the earliest first.

    The series that most hits are of goes first, their best ones count most; before all others those of hits found by
    name. Empty where none has two documents of the periods in question.
    """
    named = named_hits(hits, question)
    # a series of others is none that is asked for
    others = [] if _are_called(named, question) else _best_of_each(hits)
    for first in (*_best_of_each(named), *others):
        found = series_around(conn, index_no=index_no, document_id=first.document_id, source_uri=first.doc)
        kept = _of_periods(found, question)
        if len(kept) > 1:
            return kept[-MAX_DOCUMENTS:]
    return []


def find_asked(conn: Connection, hits: Sequence[Hit], *, question: str, index_no: int) -> Dated | None:
    """The one document of a series that a question is to be asked of: the latest, or that of the quarter and year that
    it names. The series is that of the most and best hits, those found by name if there are such.
    """
    if not (asks_latest(question) or quarters_of(question) or years_of(question)):
        return None
    first = next(iter(_best_of_each(named_hits(hits, question) or hits)), None)
    if first is None:
        return None
    series = series_around(conn, index_no=index_no, document_id=first.document_id, source_uri=first.doc)
    kept = asked_of(series, question)
    return kept[0] if len(kept) == 1 < len(series) else None


def asked_of(series: Sequence[Dated], question: str) -> list[Dated]:
    """Of a series the latest, or those of the quarters and years that a question names."""
    return list(series[-1:]) if asks_latest(question) else _of_periods(series, question)


def named_hits(hits: Sequence[Hit], question: str) -> list[Hit]:
    """Hits of documents that a question names: those whose titles hold a word with a capital that the titles of others
    do not, of them those found by name, and without any all that were: "10-Q" is in the names of many.
    """
    by_name = [hit for hit in hits if _BY_NAME in hit.route_ranks]
    called = ([hit for hit in hits if is_called(name, f"{hit.title} {hit.doc}")] for name in capital_names(question))
    named = next((own for own in called if 0 < len(own) < len(hits)), list[Hit]())
    return [hit for hit in by_name if hit in named] or named or by_name


def _are_called(hits: Sequence[Hit], question: str) -> bool:
    """Whether documents of hits are called by a name in a question."""
    names = capital_names(question)
    return any(is_called(name, f"{hit.title} {hit.doc}") for hit in hits for name in names)


def of_one_first(one: Dated, hits: Sequence[Hit], own: Sequence[Hit], *, top_k: int) -> list[Hit]:
    """The best hits with those of one document before all others, ranks anew; ``top_k`` in all."""
    mine = _unique([*own, *(hit for hit in hits if hit.document_id == one.document_id)])
    others = [hit for hit in hits if hit.document_id != one.document_id]
    return [replace(hit, rank=rank) for rank, hit in enumerate([*mine, *others][:top_k], start=1)]


def _best_of_each(hits: Sequence[Hit]) -> list[Hit]:
    """The best hit of each series that hits are of, first those of the series with the most and best hits."""
    best: dict[tuple[str, ...], Hit] = {}
    for hit in hits:
        best.setdefault(series_of(hit.doc), hit)
    return [best[series] for series in series_by_weight([hit.doc for hit in hits])]


def of_each(
    series: Sequence[Dated],
    retrieve: Callable[[SearchFilter, int], list[Hit]],
    *,
    filters: SearchFilter,
    top_k: int,
) -> list[Hit]:
    """The best hits of each document, the best of all first, ranks anew; ``top_k`` in all.

    ``retrieve`` takes what it is narrowed to, and how many hits are wanted. What changes is told in tables: they are a
    part of the hits of each document.
    """
    share = max(_LEAST_HITS, -(-top_k // len(series)))
    found: list[list[Hit]] = []
    for one in series:
        narrowed = replace(filters, documents=(one.document_id,))
        best = retrieve(narrowed, share)
        if not filters.kinds:
            tables = retrieve(replace(narrowed, kinds=(ChunkKind.TABLE,)), share // _TABLES)
            best = _unique([*best[: share - share // _TABLES], *tables, *best])[:share]
        found.append(best)
    dealt = [hit for hit in chain.from_iterable(zip_longest(*found)) if hit is not None]
    return [replace(hit, rank=rank) for rank, hit in enumerate(dealt[:top_k], start=1)]


def _unique(hits: Sequence[Hit]) -> list[Hit]:
    """Each chunk once, at its first place."""
    first: dict[int, Hit] = {}
    for hit in hits:
        first.setdefault(hit.chunk_no, hit)
    return list(first.values())


def _of_periods(series: Sequence[Dated], question: str) -> list[Dated]:
    """Those of the quarters and years that the question names, where it does not ask for the ones before."""
    if asks_earlier(question):
        return list(series)
    kept = list(series)
    for asked, part in ((years_of(question), 0), (quarters_of(question), 1)):
        kept = [one for one in kept if set(period_of(one.source_uri)[part].split()) & asked] or kept
    return kept
