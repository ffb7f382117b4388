"""The documents that a question is for, each by how it begins, or by what in it says what is to be mentioned."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date

from sqlalchemy import Connection

from bizrag.model.listings import AskedListing, Listing, is_about, is_of_kind, mentions, num_said
from bizrag.model.periods import years_of
from bizrag.model.retrieval import Hit, Retriever
from bizrag.retrieval.dated import own_days
from bizrag.store.called import called_documents, first_chunks
from bizrag.store.series import Dated

#: the route of hits that stand for their document
BY_LISTING = "listing"
#: documents of a kind that one question is asked of
MAX_MEMBERS = 16
#: documents that one answer lists
MAX_LISTED = 40
# hits among which documents are looked for that say the topic nowhere but in their text
_NUM_HITS = 200
# what a document is called stands in its first lines
_OPENING_CHARS = 300
# what it is about, a first page says more than once, if no title does
_MIN_SAID = 2
# documents that say the topic only somewhere in their text
_MOST_SAYING = 8

Documents = Mapping[str, Sequence[Hit]]


def find_listed(
    conn: Connection,
    find: Callable[[str, int], list[Hit]],
    listing: AskedListing,
    *,
    index_no: int,
    collections: Collection[str] = (),
) -> list[Hit]:
    """A hit of each document that is asked for, best first, ranks and scores anew; empty where none is known to be.

    ``find`` gives the best hits for words, so many; documents of other ``collections`` are left out, where any are
    named. Of documents that are to mention something it is the passage that
    does; of the latest there is one.
    """
    hits = find(listing.topic or listing.searched, _NUM_HITS)
    if listing.way is Listing.MENTION:
        return _ranked(_mentioning(conn, listing, hits, index_no=index_no))
    documents = _beginnings(conn, listing, hits, index_no=index_no, collections=collections)
    found = _called(listing, documents) or _saying(listing, documents, hits)
    if listing.way is Listing.LATEST:
        found = _latest(found, documents)
    return _ranked(found)


def find_members(
    conn: Connection,
    find: Callable[[str, int], list[Hit]],
    listing: AskedListing,
    *,
    index_no: int,
    collections: Collection[str] = (),
) -> list[Dated]:
    """The documents of a kind that a question is asked of, where there are several and not too many."""
    hits = find(listing.searched, _NUM_HITS)
    found = _called(listing, _beginnings(conn, listing, hits, index_no=index_no, collections=collections))
    members = [Dated(document_id=hit.document_id, source_uri=hit.doc) for hit in found]
    return members if 1 < len(members) <= MAX_MEMBERS else []


def _beginnings(
    conn: Connection, listing: AskedListing, hits: Sequence[Hit], *, index_no: int, collections: Collection[str]
) -> dict[str, list[Hit]]:
    """How the documents begin that words of a listing name, or that have hits for them."""
    found = called_documents(conn, listing.searched, index_no=index_no, retriever=Retriever.HYBRID)
    more = dict.fromkeys(hit.document_id for hit in hits if hit.document_id not in found)
    found |= first_chunks(conn, more, index_no=index_no, retriever=Retriever.HYBRID)
    return {one: own for one, own in found.items() if not collections or own[0].collection in collections}


def _called(listing: AskedListing, documents: Documents) -> list[Hit]:
    """The documents of the kind whose name or title says the topic, then those whose beginning does."""
    own = [hits for hits in documents.values() if is_of_kind(listing, _names(hits[0]), _opening(hits))]
    titled = [hits[0] for hits in own if is_about(listing, " ".join(_names(hits[0])))]
    if not listing.topic:
        return titled
    known = {hit.document_id for hit in titled}
    others = [
        hits[0]
        for hits in own
        if hits[0].document_id not in known
        and is_about(listing, _whole(hits))
        and (listing.kind or num_said(listing, _whole(hits)) >= _MIN_SAID)
    ]
    return [*titled, *others]


def _saying(listing: AskedListing, documents: Documents, hits: Sequence[Hit]) -> list[Hit]:
    """The documents of the kind with a passage that says all of the topic; of any kind where none is of it."""
    saying = [hit for hit in _first_of_each(hits) if listing.topic and is_about(listing, f"{hit.title} {hit.text}")]
    of_kind = [
        hit
        for hit in saying
        if (own := documents.get(hit.document_id)) and is_of_kind(listing, _names(hit), _opening(own))
    ]
    return (of_kind if listing.kind else saying)[:_MOST_SAYING]


def _mentioning(conn: Connection, listing: AskedListing, hits: Sequence[Hit], *, index_no: int) -> list[Hit]:
    saying = _first_of_each([hit for hit in hits if mentions(listing, hit.text)])
    if not listing.kind:
        return saying
    documents = first_chunks(conn, [hit.document_id for hit in saying], index_no=index_no, retriever=Retriever.HYBRID)
    return [
        hit
        for hit in saying
        if (own := documents.get(hit.document_id)) and is_of_kind(listing, _names(hit), _opening(own))
    ]


def _latest(found: Sequence[Hit], documents: Documents) -> list[Hit]:
    """The last one of those that say when they are of; all of them where fewer than two do."""
    dated = {hit.document_id: when for hit in found if (when := _day_of(hit, documents)) is not None}
    if len(dated) < min(2, len(found)):
        return list(found)
    last = max(dated.values())
    return [hit for hit in found if dated.get(hit.document_id) == last]


def _day_of(hit: Hit, documents: Documents) -> date | None:
    """The day or month that a document is of, by its name or beginning; else the end of the year that its name says."""
    days = own_days(hit, _whole(documents.get(hit.document_id, [hit])))
    if days is not None:
        return days.last
    years = years_of(" ".join(_names(hit)))
    return date(int(max(years)), 12, 31) if years else None


def _first_of_each(hits: Sequence[Hit]) -> list[Hit]:
    first: dict[str, Hit] = {}
    for hit in hits:
        first.setdefault(hit.document_id, hit)
    return list(first.values())


def _names(hit: Hit) -> tuple[str, str]:
    """Its title and the name of its file, in words."""
    return hit.title, hit.doc.rsplit("/", 1)[-1].rsplit(".", 1)[0].replace("_", " ")


def _opening(hits: Sequence[Hit]) -> str:
    return hits[0].text[:_OPENING_CHARS]


def _whole(hits: Sequence[Hit]) -> str:
    return "\n".join((*_names(hits[0]), *(hit.text for hit in hits)))


def _ranked(hits: Sequence[Hit]) -> list[Hit]:
    return [
        replace(hit, rank=rank, score=1 / rank, route_ranks={BY_LISTING: rank})
        for rank, hit in enumerate(hits[:MAX_LISTED], start=1)
    ]
