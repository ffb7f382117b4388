"""What late interaction keeps in memory between questions: which pages there are, and what stands for their vectors.

Vectors of a page never change. The coarse ones of all pages lie side by side, because every question compares them all;
the pooled ones are kept by page, those that were asked for last.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from bizrag.model.page_vectors import PagePlace, PageStack, stack_coarse, stack_pages
from bizrag.store.page_vectors import Halves, load_coarse_vectors, load_pooled_vectors
from sql import statement

# pages of a block at most: a product of 30 question vectors with it takes 32 MB
_MAX_BLOCK_PAGES = 16_384


class PageSetKey(NamedTuple):
    """A chunk set as it was published in an index."""

    document_no: int
    chunk_set_id: str
    published_at: float


@dataclass(frozen=True, slots=True, eq=False)
class PageSet:
    """The page images of a chunk set, in the order of the document."""

    key: PageSetKey
    parse_id: str
    page_nos: NDArray[np.int64]
    chunk_nos: NDArray[np.int64]

    @property
    def places(self) -> list[PagePlace]:
        """Each page with its parse."""
        return [PagePlace(self.parse_id, page_no) for page_no in self.page_nos.tolist()]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CoarsePages:
    """Coarse vectors of pages side by side. With more pages it is another one, in which each keeps its position."""

    # each of shape (dimensions, NUM_COARSE, pages)
    blocks: tuple[NDArray[np.float32], ...] = ()
    # by position
    places: tuple[PagePlace, ...] = ()
    positions: Mapping[PagePlace, int] = field(default_factory=dict)
    # positions of page sets that were asked for
    known: dict[PageSetKey, NDArray[np.int64]] = field(default_factory=dict)

    @property
    def num_bytes(self) -> int:
        """Of the vectors."""
        return sum(block.nbytes for block in self.blocks)

    def positions_of(self, pages: PageSet) -> NDArray[np.int64]:
        """Where the pages of a set lie; -1 for pages that are not here."""
        if (found := self.known.get(pages.key)) is None:
            found = np.array([self.positions.get(place, -1) for place in pages.places], dtype=np.int64)
            if (found >= 0).all():
                self.known[pages.key] = found
        return found

    def with_pages(self, pages: Mapping[PagePlace, Halves]) -> CoarsePages:
        """These pages and others; blocks of like size become one."""
        places = list(pages)
        blocks = list(self.blocks)
        for start in range(0, len(places), _MAX_BLOCK_PAGES):
            blocks.append(stack_coarse([pages[place] for place in places[start : start + _MAX_BLOCK_PAGES]]))
            while len(blocks) > 1 and _are_alike(blocks[-2].shape[2], blocks[-1].shape[2]):
                blocks[-2:] = [np.concatenate(blocks[-2:], axis=2)]
        numbered = {place: position for position, place in enumerate(places, start=len(self.places))}
        return CoarsePages(
            blocks=tuple(blocks),
            places=(*self.places, *places),
            positions={**self.positions, **numbered},
            # a copy: two threads may go on from here, each with pages of its own
            known=dict(self.known),
        )


class PageMemory:
    """Reads what stands for pages, and keeps it. Safe for several threads.

    Which pages a caller may see is decided by who names them: ``store.page_search.live_pages`` does, in the
    transaction of the search. What is kept here of other pages is never looked at.
    """

    def __init__(self, *, max_bytes: int) -> None:
        """Keeps up to ``max_bytes`` of vectors; 0 keeps none."""
        self._max_bytes = max_bytes
        self._sets: dict[PageSetKey, PageSet] = {}
        # by space
        self._coarse: dict[str, CoarsePages] = {}
        self._pooled: OrderedDict[tuple[str, PagePlace], Halves] = OrderedDict()
        self._pooled_bytes = 0
        self._lock = threading.Lock()

    @property
    def num_bytes(self) -> int:
        """Of the vectors that are kept now."""
        return self._pooled_bytes + sum(coarse.num_bytes for coarse in self._coarse.values())

    def page_sets(self, conn: Connection, keys: Sequence[PageSetKey]) -> list[PageSet]:
        """The page images of published chunk sets; sets without any are empty."""
        kept = self._sets
        if missing := [key for key in keys if key not in kept]:
            loaded = _load_page_sets(conn, missing)
            # what no longer answers goes when it is more than what does
            base = kept if len(kept) <= 2 * len(keys) else {key: kept[key] for key in keys if key in kept}
            kept = {**base, **loaded}
            self._sets = kept
        return [kept[key] for key in keys]

    def coarse(self, conn: Connection, sets: Sequence[PageSet], *, space: str) -> CoarsePages:
        """Coarse vectors of all pages of these sets that have vectors in a space, and perhaps of others."""
        coarse = self._coarse.get(space, CoarsePages())
        places = {
            place: None
            for pages in sets
            if (coarse.positions_of(pages) < 0).any()
            for place in pages.places
            if place not in coarse.positions
        }
        if places and (loaded := load_coarse_vectors(conn, list(places), space=space)):
            coarse = coarse.with_pages(loaded)
            with self._lock:
                self._coarse[space] = coarse
                if self.num_bytes - self._pooled_bytes > self._max_bytes:
                    # the next question begins with its own pages alone
                    del self._coarse[space]
                self._make_room()
        return coarse

    def pooled(self, conn: Connection, places: Sequence[PagePlace], *, space: str) -> PageStack:
        """Pooled vectors of pages, up to 64 of each, in this order. Raises NotFoundError when a page has none."""
        with self._lock:
            found = {place: self._pooled[space, place] for place in places if (space, place) in self._pooled}
            for place in found:
                self._pooled.move_to_end((space, place))
        if missing := [place for place in places if place not in found]:
            found |= load_pooled_vectors(conn, missing, space=space)
            with self._lock:
                for place in missing:
                    if (space, place) not in self._pooled:
                        self._pooled[space, place] = found[place]
                        self._pooled_bytes += found[place].nbytes
                self._make_room()
        return stack_pages([found[place] for place in places])

    def _make_room(self) -> None:
        while self._pooled and self.num_bytes > self._max_bytes:
            _, dropped = self._pooled.popitem(last=False)
            self._pooled_bytes -= dropped.nbytes


def _are_alike(earlier: int, later: int) -> bool:
    return earlier <= 2 * later and earlier + later <= _MAX_BLOCK_PAGES


def _load_page_sets(conn: Connection, keys: Sequence[PageSetKey]) -> dict[PageSetKey, PageSet]:
    rows = conn.execute(statement("select_page_chunks"), {"chunk_sets": [key.chunk_set_id for key in keys]})
    found = {row.chunk_set_id: row for row in rows}
    none = np.empty(0, dtype=np.int64)
    return {
        key: PageSet(key, row.parse_id, np.array(row.page_nos, dtype=np.int64), np.array(row.chunk_nos, dtype=np.int64))
        if (row := found.get(key.chunk_set_id)) is not None
        else PageSet(key, "", none, none)
        for key in keys
    }
