"""Which documents a question compares: one of each company that it names, or by a measure of all of a collection."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from bizrag.model.compared import asks_each_document, compared_names, is_called
from bizrag.model.periods import asks_several, period_of, series_by_weight, series_of, years_of
from bizrag.model.retrieval import Hit
from bizrag.retrieval.series import MAX_DOCUMENTS, asked_of
from bizrag.store.series import Dated, dated_beside, series_around

#: so many documents are compared at most
MAX_COMPARED = 16


def find_compared(
    conn: Connection, hits: Sequence[Hit], find: Callable[[str], list[Hit]], *, question: str, index_no: int
) -> list[Dated]:
    """The documents that a question compares, of the period that it is about; empty where it compares none.

    ``find`` gives the hits for a name. Those of a name are of documents that are called so.
    """
    if asks_each_document(question):
        groups = _all_series(conn, hits, question=question, index_no=index_no)
    else:
        groups = [
            own
            for name in compared_names(question)
            if (own := _series_called(conn, name, [*hits, *find(name)], index_no=index_no))
        ]
    groups = _distinct(groups)
    if len(groups) < 2:
        return []
    is_several = asks_several(question)
    kept = [asked_of(own, question)[-MAX_DOCUMENTS if is_several else -1 :] for own in groups]
    return [one for own in _of_one_period(kept, is_several=is_several) for one in own][:MAX_COMPARED]


def _series_called(conn: Connection, name: str, hits: Sequence[Hit], *, index_no: int) -> list[Dated]:
    """The series, or the one document, that the best hits of documents with a name are of."""
    called = [hit for hit in hits if is_called(name, f"{hit.title} {hit.doc}")]
    if not called:
        return []
    heaviest = next(iter(series_by_weight([hit.doc for hit in called])), None)
    first = next(hit for hit in called if heaviest is None or series_of(hit.doc) == heaviest)
    series = series_around(conn, index_no=index_no, document_id=first.document_id, source_uri=first.doc)
    return series or [Dated(document_id=first.document_id, source_uri=first.doc)]


def _all_series(conn: Connection, hits: Sequence[Hit], *, question: str, index_no: int) -> list[list[Dated]]:
    """The series of a collection with a document of the asked year, or else of the year of the best hits."""
    dated = [hit for hit in hits if series_of(hit.doc)]
    if not dated:
        return []
    years = years_of(question) or {max(period_of(hit.doc)[0] for hit in dated)}
    by_series: dict[tuple[str, ...], list[Dated]] = {}
    for one in dated_beside(conn, index_no=index_no, document_id=dated[0].document_id, word=max(years)):
        by_series.setdefault(series_of(one.source_uri), []).append(one)
    by_series.pop((), None)
    weighed = series_by_weight([hit.doc for hit in dated])
    ordered = [*(series for series in weighed if series in by_series), *by_series]
    return [by_series[series] for series in dict.fromkeys(ordered)][:MAX_COMPARED]


def _distinct(groups: Sequence[list[Dated]]) -> list[list[Dated]]:
    first: dict[str, list[Dated]] = {}
    for own in groups:
        first.setdefault(own[0].document_id, own)
    return list(first.values())


def _of_one_period(groups: Sequence[list[Dated]], *, is_several: bool) -> list[list[Dated]]:
    """Of documents of several periods those of the latest that is asked for, where some are older: they compare with
    nothing.
    """
    periods = [period_of(own[-1].source_uri) for own in groups if own]
    if is_several or not periods:
        return [own for own in groups if own]
    return [own for own in groups if own and period_of(own[-1].source_uri) in (max(periods), ("", ""))]
