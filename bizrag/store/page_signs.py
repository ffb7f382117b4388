"""Sign bits of pages that questions have read before: kept in memory, because vectors of a page never change.

On a page of 1,000 vectors they are 16 KB, and every question needs those of all pages that it may find.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from bizrag.model.page_vectors import PagePlace
from bizrag.store.page_vectors import load_page_signs

Signs = NDArray[np.uint8]


class PageSigns:
    """Reads sign bits of pages, and keeps those that were asked for last. Safe for several threads.

    Which pages a caller may see is decided by who names them: ``store.page_search.live_pages`` does, in the
    transaction of the search. What is kept here of other pages is never looked at.
    """

    def __init__(self, *, max_bytes: int) -> None:
        """Keeps up to ``max_bytes``; 0 keeps nothing."""
        self._max_bytes = max_bytes
        self._kept: OrderedDict[tuple[str, PagePlace], Signs] = OrderedDict()
        self._num_bytes = 0
        self._lock = threading.Lock()

    @property
    def num_bytes(self) -> int:
        """What is kept now."""
        return self._num_bytes

    def read(self, conn: Connection, places: Sequence[PagePlace], *, space: str) -> dict[PagePlace, Signs]:
        """Packed signs, shape (vectors of the page, bytes), of the pages that have vectors in a space, in order."""
        found = self._known(places, space)
        missing = [place for place in places if place not in found]
        if missing:
            loaded = load_page_signs(conn, missing, space=space)
            self._keep(loaded, space)
            found |= loaded
        return {place: found[place] for place in places if place in found}

    def _known(self, places: Sequence[PagePlace], space: str) -> dict[PagePlace, Signs]:
        with self._lock:
            known = {place: self._kept[space, place] for place in places if (space, place) in self._kept}
            for place in known:
                self._kept.move_to_end((space, place))
        return known

    def _keep(self, loaded: dict[PagePlace, Signs], space: str) -> None:
        with self._lock:
            for place, signs in loaded.items():
                if (space, place) not in self._kept:
                    self._kept[space, place] = signs
                    self._num_bytes += signs.nbytes
            while self._num_bytes > self._max_bytes:
                _, dropped = self._kept.popitem(last=False)
                self._num_bytes -= dropped.nbytes
