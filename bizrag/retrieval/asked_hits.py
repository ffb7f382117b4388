"""What a question means beside its words: its best hits, and before them what it names or asks for.

A figure, section or page by its number, a document by its period or day, each of a series or family, documents
themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from sqlalchemy import Connection

from bizrag.model.captions import named_caption
from bizrag.model.counted_parts import asked_count
from bizrag.model.listings import asked_listing, listing_of_members
from bizrag.model.measures import asks_figures
from bizrag.model.periods import asks_latest, asks_several, compares_years, without_periods
from bizrag.model.places import Part, named_part
from bizrag.model.provisions import named_provision
from bizrag.model.releases import asked_version
from bizrag.model.retrieval import Hit, Retriever
from bizrag.model.variants import Variant
from bizrag.retrieval.captioned import with_captioned, with_counted, with_part
from bizrag.retrieval.compared import find_compared
from bizrag.retrieval.dated import documents_to_open, find_dated, marked
from bizrag.retrieval.listed import find_listed, find_members
from bizrag.retrieval.measured import with_measured
from bizrag.retrieval.members import WIDER, may_be_of_members, with_each_member
from bizrag.retrieval.rankings import Ranking, rank_hits
from bizrag.retrieval.series import find_asked, find_series, of_each, of_one_first
from bizrag.store.captioned_chunks import captioned_chunks
from bizrag.store.document_tables import tables_of
from bizrag.store.openings import openings_of
from bizrag.store.part_chunks import counted_chunks, part_chunks
from bizrag.store.series import Dated

#: hits that one search may ask for
MAX_TOP_K = 1000
# per cent of the hits that are of the document of a series that a question asks for
_SHARE_OF_ASKED = 60
# hits of each document of a kind that is asked about, at least
_HITS_OF_MEMBER = 3


def hits_as_asked(conn: Connection, ranking: Ranking, counts_all: bool) -> list[Hit]:
    """The best hits, first those that the question names: a figure, section or page by its number, a document by its
    period or day; of each document of a series or family, where it asks for several.
    """
    if listed := _listed(conn, ranking):
        return listed if counts_all else listed[: ranking.top_k]
    hits = _with_captioned(conn, ranking, _with_part(conn, ranking, rank_hits(conn, ranking), counts_all))
    if len(ranking.filters.documents) == 1:
        return hits
    compared = find_compared(
        conn,
        hits,
        lambda name: rank_hits(conn, replace(ranking, question=name)),
        question=ranking.question,
        index_no=ranking.index.index_no,
    )
    if not (compared or asks_several(ranking.question) or compares_years(ranking.question)):
        if members := _of_members(conn, ranking):
            return members if counts_all else members[: ranking.top_k]
        if may_be_of_members(ranking.question, hits):
            more = rank_hits(conn, replace(ranking, top_k=min(WIDER * ranking.top_k, MAX_TOP_K)))
            hits = with_each_member(hits, more)
        return _of_asked_period(conn, ranking, hits)
    series = compared or find_series(conn, hits, question=ranking.question, index_no=ranking.index.index_no)
    allowed = ranking.filters.documents
    series = [one for one in series if not allowed or one.document_id in allowed]
    if len(series) < 2:
        return hits
    asked = without_periods(ranking.question)
    places = {hit.document_id: -place for place, hit in enumerate(reversed(hits))}
    dealt = of_each(
        # the one with the best hit first
        sorted(series, key=lambda one: places.get(one.document_id, 1)),
        lambda filters, top_k: rank_hits(conn, replace(ranking, question=asked, filters=filters, top_k=top_k)),
        filters=ranking.filters,
        top_k=ranking.top_k,
    )
    return _with_measured(conn, ranking, dealt, dict.fromkeys(hit.document_id for hit in dealt))


def _listed(conn: Connection, ranking: Ranking) -> list[Hit]:
    """How each document begins that the question is for, where it is for documents and narrowed to none of them."""
    listing = asked_listing(ranking.question)
    if listing is None or not _is_of_all(ranking):
        return []
    find, collections = _by_words(conn, ranking), ranking.filters.collections
    return find_listed(conn, find, listing, index_no=ranking.index.index_no, collections=collections)


def _is_of_all(ranking: Ranking) -> bool:
    """Whether all documents are asked by their words, or all of some collections."""
    narrowed = replace(ranking.filters, collections=())
    has_words = Variant(ranking.index.variant).has_words
    return has_words and not narrowed.narrows_documents and not narrowed.narrows_chunks


def _by_words(conn: Connection, ranking: Ranking) -> Callable[[str, int], list[Hit]]:
    """What gives the best hits for words that stand in them, so many."""
    return lambda words, top_k: rank_hits(conn, replace(ranking, question=words, retriever=Retriever.BM25, top_k=top_k))


def _of_members(conn: Connection, ranking: Ranking) -> list[Hit]:
    """The best hits of each document of the kind that the question is asked of; empty where there are no such."""
    listing = listing_of_members(ranking.question)
    if listing is None or not _is_of_all(ranking):
        return []
    find, collections = _by_words(conn, ranking), ranking.filters.collections
    members = find_members(conn, find, listing, index_no=ranking.index.index_no, collections=collections)
    if not members:
        return []
    return of_each(
        members,
        lambda filters, top_k: rank_hits(conn, replace(ranking, filters=filters, top_k=top_k)),
        filters=ranking.filters,
        top_k=max(ranking.top_k, _HITS_OF_MEMBER * len(members)),
    )


def _of_asked_period(conn: Connection, ranking: Ranking, hits: list[Hit]) -> list[Hit]:
    """The best hits; first those of the document that is meant, where the question says which one of a series is."""
    by_name = find_asked(conn, hits, question=ranking.question, index_no=ranking.index.index_no)
    # what is the latest of a kind, its dates say before names of files that may be called "new"
    dated = _of_asked_day(conn, ranking, hits) if by_name is None or asks_latest(ranking.question) else None
    if dated is not None and by_name is not None and dated.document_id == by_name.document_id:
        dated = None
    one = dated or by_name
    if one is None or (ranking.filters.documents and one.document_id not in ranking.filters.documents):
        return hits
    share = -(-ranking.top_k * _SHARE_OF_ASKED // 100)
    own = of_each(
        [one],
        lambda filters, top_k: rank_hits(conn, replace(ranking, filters=filters, top_k=top_k)),
        filters=ranking.filters,
        top_k=share,
    )
    found = of_one_first(one, hits, own, top_k=ranking.top_k)
    if dated is not None:
        return marked(found, dated.document_id)
    return _with_measured(conn, ranking, found, [one.document_id])


def _of_asked_day(conn: Connection, ranking: Ranking, hits: list[Hit]) -> Dated | None:
    """The document of a day or month that the question names, as its name or opening says."""
    document_ids = documents_to_open(hits, question=ranking.question)
    if len(document_ids) < 2:
        return None
    openings = openings_of(conn, index_no=ranking.index.index_no, document_ids=document_ids)
    found = find_dated(hits, openings, question=ranking.question)
    return Dated(document_id=found.document_id, source_uri=found.doc) if found else None


def _with_measured(conn: Connection, ranking: Ranking, hits: list[Hit], document_ids: Collection[str]) -> list[Hit]:
    """The hits, before them the tables of some documents with a row that is called what is asked for."""
    if ranking.filters.narrows_chunks or not asks_figures(ranking.question) or not hits:
        return hits
    tables = tables_of(conn, index_no=ranking.index.index_no, document_ids=document_ids, retriever=hits[0].retriever)
    return with_measured(ranking.question, hits, tables, top_k=ranking.top_k)


def _with_captioned(conn: Connection, ranking: Ranking, hits: list[Hit]) -> list[Hit]:
    """The hits, before them the figure or table of their first document that the question names by its number."""
    named = named_caption(ranking.question)
    if named is None or ranking.filters.narrows_chunks or not hits:
        return hits
    first = hits[0]
    captioned = captioned_chunks(
        conn,
        named,
        index_no=ranking.index.index_no,
        document_id=first.document_id,
        retriever=first.retriever,
    )
    return with_captioned(hits, captioned, top_k=ranking.top_k)


def _with_part(conn: Connection, ranking: Ranking, hits: list[Hit], counts_all: bool) -> list[Hit]:
    """The hits, before them the section, page or release of their first document that the question names by its number,
    or its figures, tables, sections or references, where it asks for their number: all of them where ``counts_all``.
    """
    if ranking.filters.narrows_chunks or not hits:
        return hits
    index_no, first = ranking.index.index_no, hits[0]
    document_id, retriever = first.document_id, first.retriever
    if (kind := asked_count(ranking.question)) is not None:
        counted = counted_chunks(conn, kind, index_no=index_no, document_id=document_id, retriever=retriever)
        top_k = min(max(ranking.top_k, len(counted)), MAX_TOP_K) if counts_all else ranking.top_k
        return with_counted(hits, counted, top_k=top_k)
    if (named := named_part(ranking.question)) is not None:
        part, number = named[0], named[1]["number"]
    elif (provision := named_provision(ranking.question)) is not None:
        part, number = Part.SECTION, provision[0].number
    else:
        part, number = Part.RELEASE, asked_version(ranking.question)
    if not number:
        return hits
    own = part_chunks(conn, part, number, index_no=index_no, document_id=document_id, retriever=retriever)
    return with_part(hits, own, top_k=ranking.top_k)
